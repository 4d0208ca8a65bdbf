# SPDX-License-Identifier: Apache-2.0
"""Random programs mean the same before and after folding, as text, and in native code."""

import pytest
import torch
from both_engines import compile_program
from random_programs import RandomProgram

from pypto.frontend.reader import read_program
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes.fold import fold
from pypto.runtime.config import RunConfig
from pypto.runtime.interpret import interpret

CONFIG = RunConfig(platform="a2a3sim")


def copies(args):
    return [a.clone() if isinstance(a, torch.Tensor) else a for a in args]


def same_bytes(a, b):
    return torch.equal(a.view(torch.uint8), b.view(torch.uint8))


@pytest.mark.parametrize("seed", range(30))
def test_folding_and_printing_keep_the_meaning(seed):
    random = RandomProgram(seed)
    verify(random.program, "front")
    folded = fold(random.program)
    text = print_program(folded)
    again = read_program(text, "program.py")
    verify(again, "front")
    assert print_program(again) == text
    assert print_program(fold(folded)) == text
    results = []
    for program in (random.program, folded, again):
        results.append(copies(random.args))
        interpret(program, None, results[-1], CONFIG.chip)
    for at in random.outputs.values():
        assert same_bytes(results[0][at], results[1][at])
        assert same_bytes(results[0][at], results[2][at])


@pytest.mark.parametrize("seed", range(100, 108))
def test_native_code_agrees_with_the_interpreter(seed):
    random = RandomProgram(seed)
    artifact, front = compile_program(random.program, CONFIG)
    native, wanted = copies(random.args), copies(random.args)
    record = artifact.dispatch(native)
    reference = interpret(front, None, wanted, CONFIG.chip)
    for name, at in random.outputs.items():
        assert (record.unwritten(name) == reference.unwritten(name)).all()
        actual, expected = native[at].double(), wanted[at].double()
        narrow = native[at].dtype == torch.float16
        near = torch.isclose(actual, expected, rtol=2.0**-9 if narrow else 1e-5, atol=1e-3, equal_nan=True)
        assert near.all(), f"{name}: {(~near).sum()} of {near.numel()}"
