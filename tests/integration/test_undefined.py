# SPDX-License-Identifier: Apache-2.0
"""Memory on the core that nobody initialised: no engine reads it as zero, so a kernel that forgets cannot pass.

A value that nothing at all was written into is refused, or stops the kernel where it is read.
"""

import pytest
import torch
from integration_kernels import HEAD
from kernel_runs import PLATFORMS, reads_back

import pypto.language as pl
from golden import TensorSpec, run
from pypto.errors import KernelFault, UserError
from pypto.ir.printer import print_program
from pypto.passes import pipeline

ENGINES = [("native", 1), ("native", 2), ("native", 5), ("interpret", None)]

FORGOTTEN = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[64, 64], pl.TYPE], y: pl.Out[pl.Tensor[[64, 64], pl.TYPE]]):
    for b in pl.spmd(8, name_hint="accumulate"):
        t = pl.create_tensor([8, 64], dtype=pl.TYPE)
        t[0:1, :] = x[b * 8 : b * 8 + 1, :]
        y[b * 8 : b * 8 + 8, :] = pl.add(x[b * 8 : b * 8 + 8, :], t)
    return y
"""
)

WIDENED = (
    HEAD
    + """
@pl.jit
def entry(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 1], pl.FP32]]):
    for b in pl.spmd(8, name_hint="total"):
        t = pl.slice(x, [8, 64], [b * 8, 0], valid_shape=[8, 40])
        y[b * 8 : b * 8 + 8, :] = pl.row_sum(pl.set_validshape(t, 8, 64))
    return y
"""
)


def outcome(load, source, values, shape, out_dtype, engine, workers, golden):
    """What the kernel left in y, and whether the run passed."""
    specs = [
        TensorSpec("x", list(values.shape), values.dtype, init_value=values),
        TensorSpec("y", shape, out_dtype),
    ]

    def golden_fn(named):
        named["y"][:] = golden(named["x"])

    config = {"engine": engine, "workers": workers}
    result = run(load(source).entry, specs, golden_fn=golden_fn, config=config, return_outputs=True)
    assert result.outputs is not None, result.error
    return result.outputs["y"], result.passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
@pytest.mark.parametrize("dtype", ["FP32", "FP16", "BF16"])
def test_a_sum_onto_rows_that_were_never_set_is_nan(load, dtype, engine, workers):
    kind = {"FP32": torch.float32, "FP16": torch.float16, "BF16": torch.bfloat16}[dtype]
    source = FORGOTTEN.replace("TYPE", dtype)
    x = torch.ones(64, 64, dtype=kind)
    y, passed = outcome(load, source, x, [64, 64], kind, engine, workers, lambda x: x)
    rows = y.reshape(8, 8, 64)
    assert (rows[:, 0] == 2).all() and rows[:, 1:].isnan().all() and not passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
def test_a_sum_of_integers_onto_rows_that_were_never_set_is_not_the_summand(load, engine, workers):
    x = torch.ones(64, 64, dtype=torch.int32)
    source = FORGOTTEN.replace("TYPE", "INT32")
    y, passed = outcome(load, source, x, [64, 64], torch.int32, engine, workers, lambda x: x)
    assert (y.reshape(8, 8, 64)[:, 1:] != 1).all() and not passed


@pytest.mark.parametrize(("engine", "workers"), ENGINES)
def test_columns_beyond_the_valid_ones_are_nan_and_not_zero(load, engine, workers):
    x = torch.ones(64, 64)
    y, passed = outcome(
        load, WIDENED, x, [64, 1], torch.float32, engine, workers, lambda x: x[:, :40].sum(1, keepdim=True)
    )
    assert y.isnan().all() and not passed


# Nothing was written at all

GROUP = pl.Level.CORE_GROUP
F32, H16 = pl.Tensor[[32, 32], pl.FP32], pl.Tensor[[32, 32], pl.FP16]


@pl.jit
def started_late(x: H16, y: pl.Out[F32], numbers: pl.Tensor[[2], pl.INT32]):
    with pl.at(level=GROUP):
        stale = pl.matmul(x[:, :], x[:, :], out_dtype=pl.FP32)
        y[:, :] = stale
    with pl.at(level=GROUP):
        start, n = pl.read(numbers, [0]), pl.read(numbers, [1])
        acc = pl.create_tensor([32, 32], dtype=pl.FP32)
        for k in pl.range(start, n):
            acc = pl.matmul_acc(acc, x[:, :], x[:, :], init_cond=(k == 0))
        y[:, :] = acc
    return y


@pl.jit
def on_one_path(x: F32, y: pl.Out[F32], numbers: pl.Tensor[[2], pl.INT32]):
    with pl.at(level=GROUP):
        t = pl.create_tensor([32, 32], dtype=pl.FP32)
        n = pl.read(numbers, [0])
        if n > 0:
            t = pl.exp(x[:, :])
        y[:, :] = pl.add(x[:, :], pl.reshape(t, [32, 32]))
    return y


@pl.jit
def left_early(x: F32, y: pl.Out[F32], numbers: pl.Tensor[[2], pl.INT32]):
    with pl.at(level=GROUP):
        t = pl.create_tile([32, 32], pl.FP32)
        n = pl.read(numbers, [0])
        for k in pl.range(4):
            if k >= n:
                break
            t = pl.load(x, [0, 0], [32, 32])
        y = pl.store(t, [0, 0], y)
    return y


@pl.jit
def mixed(x: H16, y: pl.Out[F32], numbers: pl.Tensor[[2], pl.INT32]):
    with pl.at(level=GROUP):
        acc = pl.create_tensor([32, 32], dtype=pl.FP32)
        n = pl.read(numbers, [0])
        for k in pl.range(n):
            acc = pl.matmul_acc(acc, x[:, :], x[:, :], init_cond=(k == 0))
        y[:, :] = pl.mul(acc, 2.0)
    return y


EYE = torch.eye(32)
CASES = [
    (started_late, (EYE.half(),), (0, 3), EYE * 3, [(1, 3), (0, 0)]),
    (on_one_path, (EYE,), (1, 0), EYE + EYE.exp(), [(0, 0)]),
    (left_early, (EYE,), (2, 0), EYE, [(0, 0)]),
    (mixed, (EYE.half(),), (2, 0), EYE * 4, [(0, 0)]),
]


@pytest.mark.parametrize(
    ("kernel", "given", "good", "wanted", "bad"), CASES, ids=lambda v: getattr(v, "name", "")
)
def test_a_value_that_nothing_wrote_on_the_way_taken_stops_the_kernel(kernel, given, good, wanted, bad):
    reads_back(kernel, *given, torch.zeros(32, 32), torch.tensor(good, dtype=torch.int32))
    for platform in PLATFORMS:
        for engine in ("interpret", "native"):
            config = {"platform": platform, "engine": engine}
            y = torch.zeros(32, 32)
            kernel(*given, y, torch.tensor(good, dtype=torch.int32), config=config)
            assert torch.allclose(y, wanted, rtol=1e-6), config
            for numbers in bad:
                with pytest.raises(KernelFault, match="the kernel stopped itself") as stopped:
                    kernel(
                        *given, torch.zeros(32, 32), torch.tensor(numbers, dtype=torch.int32), config=config
                    )
                assert stopped.value.span.file == __file__ and "nothing was written" in stopped.value.help


READS = {
    "a product adds": "y[:, :] = pl.matmul_acc(t, h[:, :], h[:, :])",
    "in a loop": "for k in pl.range(4):\n            t = pl.matmul_acc(t, h[:, :], h[:, :])\n        y[:, :] = t",
    "never at first": "y[:, :] = pl.matmul_acc(t, h[:, :], h[:, :], init_cond=False)",
    "a sum": "y[:, :] = pl.add(x[:, :], t)",
    "a store": "y[:, :] = t",
    "through views": "y[:, :] = pl.exp(pl.reshape(pl.reshape(t, [16, 64]), [32, 32]))",
    "one element": "s = pl.read(t, [0, 0])\n        y[:, :] = pl.mul(x[:, :], s)",
}


@pytest.mark.parametrize("read", READS, ids=str)
def test_a_value_that_is_never_written_is_refused(load, read):
    source = (
        HEAD
        + f"""
@pl.jit
def entry(x: pl.Tensor[[32, 32], pl.FP32], h: pl.Tensor[[32, 32], pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([32, 32], dtype=pl.FP32)
        {READS[read]}
    return y
"""
    )
    kernel = load(source).entry
    with pytest.raises(UserError) as refused:
        kernel.compile()
    assert (
        refused.value.code == "never-written" and "nothing is ever written into it" in refused.value.message
    )
    assert ("pl.matmul" if "matmul_acc" in READS[read] else "pl.full") in refused.value.help


NOT_READS = """
@pl.jit
def entry(
    x: pl.Tensor[[32, 32], pl.FP32], h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[64, 32], pl.FP32]], z: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([32, 32], dtype=pl.FP32)
        y[0:32, :] = pl.row_expand(t, pl.row_max(x[:, :]))
        whole = pl.create_tensor([32, 32], dtype=pl.FP32)
        for r in pl.range(32):
            whole[r : r + 1, :] = x[r : r + 1, :]
        y[32:64, :] = whole
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.create_tensor([32, 32], dtype=pl.FP32)
        for outer in pl.range(2):
            for inner in pl.range(outer * 0, 2):
                acc = pl.matmul_acc(acc, h[:, :], h[:, :], init_cond=(outer == 0 and inner == 0))
        z[:, :] = acc
    return y, z
"""


def test_what_gives_only_a_shape_or_is_started_in_time_needs_no_flag(load):
    program = load(HEAD + NOT_READS).entry.lower()
    for step in pipeline.front_passes():
        program = step.run(program)
    text = print_program(program)
    assert "matmul_acc" in text and "expect_written" not in text


ONTO_TILES = {
    "gemv_acc": ("[1, 32]", "[32, 64]", "[16, 64]"),
    "matmul_acc": ("[32, 32]", "[32, 64]", "[32, 64]"),
    "tile.batch_matmul_acc": ("[2, 16, 32]", "[2, 32, 64]", "[2, 16, 64]"),
}


@pytest.mark.parametrize("name", ONTO_TILES)
def test_a_product_of_tiles_onto_nothing_is_refused(load, name):
    left, right, acc = ONTO_TILES[name]
    zeros = ", ".join("0" for _ in left.split(","))
    source = (
        HEAD
        + f"""
@pl.jit
def entry(a: pl.Tensor[{left}, pl.FP16], b: pl.Tensor[{right}, pl.FP16], y: pl.Out[pl.Tensor[{acc}, pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        left = pl.load(a, [{zeros}], {left}, target_memory=pl.Mem.Mat)
        right = pl.load(b, [{zeros}], {right}, target_memory=pl.Mem.Mat)
        acc = pl.MADE
        acc = pl.{name}(acc, left, right)
        y = pl.store(acc, [{zeros}], y)
    return y
"""
    )
    if "batch" in name:
        source = source.replace("pl.MADE", "pl.batch_matmul(left, right)")
        load(source).entry.compile()  # tiles of several matrices are made by products alone
        return
    source = source.replace("pl.MADE", f"pl.create_tile({acc}, pl.FP32, target_memory=pl.Mem.Acc)")
    with pytest.raises(UserError, match="`acc` is read here, and nothing is ever written into it"):
        load(source).entry.compile()
