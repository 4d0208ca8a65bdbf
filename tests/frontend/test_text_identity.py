# SPDX-License-Identifier: Apache-2.0
"""Every program that the kernel files make, after every pass: printed and read it is the same text and program."""

import importlib.util
import itertools
from pathlib import Path

import pytest
from same_program import difference

import pypto.language as pl
from pypto.errors import UserError
from pypto.frontend.reader import read_program
from pypto.ir.nodes import Program
from pypto.ir.printer import print_program
from pypto.passes import pipeline
from pypto.platforms import PLATFORMS

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    [*(ROOT / "kernels").rglob("*.py"), *(ROOT / "tests" / "kernels" / "constructs").rglob("*.py")]
)
number = itertools.count()


def programs_of(path):
    """The programs of a file whose annotations say all that a compilation needs."""
    spec = importlib.util.spec_from_file_location(f"identity_{next(number)}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for value in vars(module).values():
        if isinstance(value, Program):
            yield value
        elif isinstance(value, pl.JITFunction) and value.source.kind == "jit":
            scalars = {p.name: pl.RUNTIME for p in value.signature_parameters if p.kind == "scalar"}
            try:
                yield value.lower(**scalars)
            except (UserError, TypeError):
                continue  # shapes come from the arguments


def check(program, name):
    text = print_program(program)
    again = read_program(text, f"{name}.py")
    assert print_program(again) == text, name
    assert difference(program, again) is None, name


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_program_of_the_kernel_files_reads_back_equal(path):
    for program in programs_of(path):
        assert pl.parse(program.as_python()) == program
        check(program, "frontend")
        chip = PLATFORMS["a5sim" if path.parent.name == "newer" else "a2a3sim"]
        for step in (*pipeline.front_passes(), *pipeline.back_passes(chip)):
            program = step.run(program)
            check(program, step.name)


@pytest.mark.parametrize("planner", ["PYPTO", "PTOAS"])
def test_rows_gathered_into_operands_of_the_cube_read_back(planner):
    """The shapes of this file come from its arguments."""
    spec = importlib.util.spec_from_file_location("paged", ROOT / "kernels" / "attention" / "paged_kv.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    samples = [s.allocate() for s in module.build_tensor_specs(*module.MODES["short"])]
    program = module.paged_kv_test.lower(*samples)
    for step in (*pipeline.front_passes(), *pipeline.back_passes(PLATFORMS["a2a3sim"], planner)):
        program = step.run(program)
        check(program, step.name)


def test_most_files_have_such_a_program():
    shaped = [path for path in FILES if next(programs_of(path), None) is not None]
    assert len(shaped) > len(FILES) // 2


def test_the_comparison_sees_differences():
    text = """# entry: f
import pypto.language as pl

@pl.program
class f:
    @pl.function(type=pl.FunctionType.InCore)
    def f(self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.slice(a, [16, 64], [0, 0])
        u = pl.neg(t)
        pl.assemble(o, u, [0, 0])
"""
    first = read_program(text, "f.py")
    for old, new in (("neg", "exp"), ("[0, 0])", "[8, 0])"), ("pl.neg(t)", "pl.neg(u)"), ("(o, u", "(o, t")):
        if new == "pl.neg(u)":
            old, new = "u = pl.neg(t)", "u = pl.neg(t)\n        w = pl.neg(u)"
        other = read_program(text.replace(old, new), "f.py")
        assert difference(first, other) is not None, new
    assert (
        difference(first, read_program(text.replace("u = ", "v = ").replace("o, u", "o, v"), "f.py")) is None
    )
