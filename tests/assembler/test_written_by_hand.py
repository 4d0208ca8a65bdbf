# SPDX-License-Identifier: Apache-2.0
"""`.pto` modules as a person writes them: aliases, tiles without addresses, loops, flags, a pipe between two cores.

Each is read strictly, printed, read again to the same module, assembled and run, and gives what Torch gives.
"""

import importlib.util
import json
import textwrap
from pathlib import Path

import numpy as np
import pytest
import torch
from assembler.harness import Kernel
from runtime_programs import Kernel as Task
from runtime_programs import load, tensor, write_program

from pypto import compiler
from pypto.assembler import assemble, parse_pto, print_pto, verify
from pypto.runtime.config import RunConfig

WRITTEN = Path(__file__).resolve().parents[1] / "data" / "written"


def written(name: str) -> str:
    return (WRITTEN / f"{name}.pto").read_text(encoding="utf-8")


def for_chip(text: str, arch: str) -> str:
    return text.replace("ARCH", arch).replace("LEFT", "row_major" if arch == "a2a3" else "col_major")


def read_and_print(text: str) -> str:
    """The printed module, which reads back to itself."""
    module = parse_pto(text, "written.pto")
    verify(module)
    printed = print_pto(module)
    again = parse_pto(printed, "written.pto")
    verify(again)
    assert print_pto(again) == printed
    assert [f.name for f in again.functions] == [f.name for f in module.functions]
    return printed


@pytest.mark.parametrize("arch", ["a2a3", "a5"])
@pytest.mark.parametrize("count", [32, 75])
def test_rows_of_a_count_that_the_run_gives(arch, count):
    text = for_chip(written("shares"), arch)
    x = np.random.default_rng(count).uniform(0.5, 1.5, (count, 256)).astype(np.float32)
    for source in (text, read_and_print(text)):
        y = np.zeros_like(x)
        assert Kernel(source).run([x, y, 3.0, count]).fault.code == 0
        given = torch.from_numpy(x)
        wanted = given / given.sum(1, keepdim=True) * 3.0
        np.testing.assert_allclose(y, wanted.numpy(), rtol=1e-6)


@pytest.mark.parametrize("arch", ["a2a3", "a5"])
def test_a_product_in_steps(arch):
    text = for_chip(written("product"), arch)
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-8, 8, s).astype(np.float16) for s in ((64, 512), (512, 64)))
    for source in (text, read_and_print(text)):
        c = np.zeros((64, 64), np.float32)
        assert Kernel(source).run([a, b, c]).fault.code == 0
        assert torch.equal(torch.from_numpy(c), torch.from_numpy(a).float() @ torch.from_numpy(b).float())


@pytest.mark.parametrize("arch", ["a2a3", "a5"])
def test_addresses_and_flags_by_hand(arch):
    text = for_chip(written("added"), arch)
    rng = np.random.default_rng(2)
    x, y, before = (rng.integers(-99, 99, (16, 64)).astype(np.float32) for _ in range(3))
    for source in (text, read_and_print(text)):
        z = before.copy()
        assert Kernel(source).run([x, y, z]).fault.code == 0
        np.testing.assert_array_equal(z, before + (x + y))


KERNEL = """
import pypto.language as pl


@pl.jit
def fused(a: pl.Tensor[[32, 64], pl.FP16], b: pl.Tensor[[64, 32], pl.FP16], c: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        c[:, :] = pl.maximum(pl.matmul(a[:, :], b[:, :], out_dtype=pl.FP32), 0.0)
    return c
"""


PAIR = """
    pto_view a = o->param(run, 0), b = o->param(run, 1), c = o->param(run, 2);
    o->task(run, 2, 1, 1);
    o->tensor(run, &a, PTO_IN); o->tensor(run, &b, PTO_IN); o->tensor(run, &c, PTO_OUT);
    o->submit(run);
"""
# Both members get the arguments of the task; the vector function is written with the third one alone.
THIRD = """
extern "C" void third_entry(pto_core* core, const uint64_t* slots, int32_t block, int32_t blocks, int32_t lane) {
    pair_aiv_entry(core, slots + 2, block, blocks, lane);
}
extern "C" const pto_location third_locations[] = {{"pair.pto", 1, 1}};
extern "C" const int32_t third_location_count = 1;
"""


def test_two_functions_with_the_parameters_that_each_needs(tmp_path):
    text = written("fused").replace("NAME", "pair").replace("SUM", "").replace("FACTORS", "")
    params = [
        tensor("a", "in", [32, 64], "FP16"),
        tensor("b", "in", [64, 32], "FP16"),
        tensor("c", "out", [32, 32]),
    ]
    arguments = [("a", "in", "FP16"), ("b", "in", "FP16"), ("c", "out", "FP32")]
    kernels = [Task("pair_aic", arguments, "", core="aic"), Task("third", arguments, "")]
    generator = torch.Generator().manual_seed(4)
    a, b = (torch.randint(-8, 8, s, generator=generator).half() for s in ((32, 64), (64, 32)))
    for number, source in enumerate((text, read_and_print(text))):
        made = assemble(parse_pto(source, "pair.pto"))
        folder, manifest = write_program(
            tmp_path / str(number), params, kernels, PAIR, platform="a5", groups=[[0, 1, -1]]
        )
        cube, vector = (folder / kernel["cpp"] for kernel in manifest["kernels"])
        cube.write_text(made["pair_aic"].cpp_text)
        vector.write_text(made["pair_aiv"].cpp_text + THIRD)
        c = torch.zeros(32, 32)
        load(folder, manifest).dispatch([a, b, c])
        assert torch.equal(c, (a.float() @ b.float()).relu())


def test_a_product_that_a_vector_core_pops(tmp_path):
    """Written over the text of a build folder, as a person would try it."""
    source = tmp_path / "fused.py"
    source.write_text(textwrap.dedent(KERNEL))
    spec = importlib.util.spec_from_file_location("fused_by_hand", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path / "build"
    config = {"platform": "a5sim", "save_kernels_dir": folder}
    generator = torch.Generator().manual_seed(3)
    a, b = (torch.randint(-8, 8, s, generator=generator).half() for s in ((32, 64), (64, 32)))
    module.fused.compile(a, b, torch.zeros(32, 32), config=config)
    document = json.loads((folder / "program.json").read_text())
    [path] = {entry["pto"] for entry in document["kernels"]}
    name = next(e["function"] for e in document["kernels"] if e["core"] == "aic").removesuffix("_aic")
    text = written("fused").replace("NAME", name)
    text = text.replace("SUM", ", %c: !pto.ptr<f32>").replace(
        "FACTORS", "%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, "
    )
    for source in (text, read_and_print(text)):
        (folder / path).write_text(source)
        artifact = compiler.open_build(folder, RunConfig(platform="a5sim"))
        c = torch.zeros(32, 32)
        artifact.dispatch([a, b, c])
        assert torch.equal(c, (a.float() @ b.float()).relu())
