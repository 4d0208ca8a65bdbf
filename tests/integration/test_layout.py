# SPDX-License-Identifier: Apache-2.0
"""Transposition, concatenation and fills, in both engines, bit for bit."""

import pytest
import torch
from both_engines import run_both
from integration_kernels import HEAD
from ir_builder import Builder
from kernel_runs import run_everywhere

import pypto.language as pl
from golden import TensorSpec, ratio_allclose, run
from pypto.errors import UserError
from pypto.ir import ops
from pypto.ir.dtypes import BF16, FP16, FP32, INDEX, INT8, INT32, INT64
from pypto.ir.enums import PadValue

M, L, E = ops.memory, ops.layout, ops.elementwise
ENGINES = pytest.mark.parametrize("engine", ["native", "interpret"])
PLATFORMS = pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
EXACT = {"y": ratio_allclose(atol=0.0, rtol=0.0, max_error_ratio=0.0)}
TORCH = {
    FP32: torch.float32, FP16: torch.float16, BF16: torch.bfloat16, INT8: torch.int8, INT32: torch.int32,
    INT64: torch.int64,
}  # fmt: skip


def data(shape, dtype, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(-100, 100, shape, generator=generator).to(TORCH[dtype])


@PLATFORMS
@pytest.mark.parametrize("dtype", [FP32, FP16, BF16, INT8], ids=lambda d: d.name)
def test_a_transposed_value_keeps_its_valid_region(dtype, platform):
    b = Builder()
    x, rows = b.tensor("x", (64, 96), dtype), b.scalar("rows", INDEX)
    y = b.tensor("y", (96, 64), dtype, "out")
    with b.at():
        t = b.slice(x, (64, 96), (0, 0), valid_shape=(rows, 90))
        b.store(y, b.call(L.TRANSPOSE, t, axis1=0, axis2=1), (0, 0))
    source = data((64, 96), dtype)
    for result in run_both(b.program(), [source, 37, torch.zeros(96, 64, dtype=source.dtype)], platform):
        assert torch.equal(result[2][:90, :37], source.T[:90, :37])


@pytest.mark.parametrize("dtype", [FP32, INT64, INT8], ids=lambda d: d.name)
def test_joined_columns(dtype):
    b = Builder()
    x, y = b.tensor("x", (8, 160), dtype), b.tensor("y", (8, 160), dtype, "out")
    with b.at():
        left, right = b.slice(x, (8, 96), (0, 0)), b.slice(x, (8, 64), (0, 96))
        b.store(y, b.call(L.CONCAT, right, left), (0, 0))
    source = data((8, 160), dtype)
    for result in run_both(b.program(), [source, torch.zeros_like(source)]):
        assert torch.equal(result[1], torch.cat([source[:, 96:], source[:, :96]], 1))


@PLATFORMS
@pytest.mark.parametrize("pad", [PadValue.zero, PadValue.max, PadValue.min])
def test_a_fill_into_a_larger_shape(pad, platform):
    b = Builder()
    x, rows = b.tensor("x", (8, 64)), b.scalar("rows", INDEX)
    y = b.tensor("y", (16, 96), FP32, "out")
    with b.at():
        t = b.slice(x, (8, 64), (0, 0), valid_shape=(rows, 50))
        b.store(y, b.call(L.FILLPAD_EXPAND, t, shape=(16, 96), pad_value=pad), (0, 0))
    source = data((8, 64), FP32)
    number = {PadValue.zero: 0.0, PadValue.max: float("inf"), PadValue.min: -float("inf")}[pad]
    wanted = torch.full((16, 96), number)
    wanted[:5, :50] = source[:5, :50]
    for result in run_both(b.program(), [source, 5, torch.zeros(16, 96)], platform):
        assert torch.equal(result[2], wanted)


FILL = (
    HEAD
    + """
@pl.jit
def fill(x: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 64], valid_shape=[5, 40])
        u = pl.tile.fillpad_inplace(t, pl.PadValue.max)
        y = pl.store(u, [0, 0], y)
        {again}
    return y, z
"""
)


@ENGINES
@pytest.mark.parametrize("again", ["z = pl.store(t, [0, 0], z)", "z = pl.store(u, [0, 0], z)"])
def test_a_fill_in_the_same_buffer(load, engine, again):
    """Where the tile is read again, the fill makes another one."""

    def golden(values):
        values["y"][:] = float("inf")
        values["y"][:5, :40] = values["x"][:5, :40]
        values["z"][:] = float("nan") if "(t" in again else values["y"]
        values["z"][:5, :40] = values["x"][:5, :40]

    specs = [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8, 64], torch.float32),
        TensorSpec("z", [8, 64], torch.float32),
    ]
    exact = ratio_allclose(atol=0.0, rtol=0.0, max_error_ratio=0.0, ignore_nan=True)
    kernel = load(FILL.format(again=again)).fill
    result = run(
        kernel, specs, golden_fn=golden, compare_fn={"y": exact, "z": exact}, config={"engine": engine}
    )
    assert result.passed, result.error


ORCHESTRATION = (
    HEAD
    + """
@pl.jit
def views(x: pl.Tensor, w: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    across = pl.transpose(x, 0, 1)
    columns = pl.transpose(w, -1, -2)
    for b in pl.spmd(across.shape[0] // 16, name_hint="copy"):
        r = b * 16
        y[r : r + 16, :] = pl.add(across[r : r + 16, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:, :] = pl.matmul(x[:, :], columns[:, :])
    return y, z
"""
)

REGION = ORCHESTRATION.replace("columns[:, :])", "pl.transpose(w[:, :], 0, 1))").replace(
    "    columns = pl.transpose(w, -1, -2)\n", ""
)


@ENGINES
@PLATFORMS
@pytest.mark.parametrize("source", [ORCHESTRATION, REGION], ids=["view", "operand"])
def test_transposed_tensors(load, engine, platform, source):
    def golden(values):
        values["y"][:] = values["x"].T + 1
        values["z"][:] = values["x"] @ values["w"].T

    whole = lambda *shape: torch.randint(-4, 5, shape).float()  # noqa: E731
    specs = [
        TensorSpec("x", [32, 64], torch.float32, init_value=lambda: whole(32, 64)),
        TensorSpec("w", [48, 64], torch.float32, init_value=lambda: whole(48, 64)),
        TensorSpec("y", [64, 32], torch.float32),
        TensorSpec("z", [32, 48], torch.float32),
    ]
    compare = {"y": EXACT["y"], "z": EXACT["y"]}
    config = {"engine": engine, "platform": platform}
    result = run(load(source).views, specs, golden_fn=golden, compare_fn=compare, config=config)
    assert result.passed, result.error


REFUSED = (
    HEAD
    + """
@pl.jit
def refused(x: pl.Tensor, w: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        {statement}
    return y
"""
)


@pytest.mark.parametrize(
    "statement, message",
    [
        ("t = pl.concat(w[:, 0:8], pl.row_max(w[:, 0:8]))", "not a multiple of 32"),
        ("t = pl.transpose(w[0:7, 0:16], 0, 1)", "not a multiple of 32"),
    ],
)
def test_what_cannot_be_laid_out_is_refused(load, statement, message):
    kernel = load(REFUSED.format(statement=statement + "\n        y[0:8, 0:8] = w[0:8, 0:8]")).refused
    with pytest.raises(UserError) as caught:
        kernel.compile(torch.zeros(4, 16, 32), torch.zeros(16, 64), torch.zeros(8, 8))
    assert message in str(caught.value)


@pl.jit
def columns(
    a: pl.Tensor[[32, 64], pl.FP16],
    w: pl.Tensor[[48, 64], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 48], pl.FP32]],
    z: pl.Out[pl.Tensor[[48, 32], pl.FP32]],
):
    right: pl.Tensor[[64, 48], pl.FP16, pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)] = (
        pl.tensor.view(w, layout=pl.TensorLayout.DN)
    )
    for n in pl.range(3):
        with pl.at(level=pl.Level.CORE_GROUP):
            left = pl.move(pl.load(a, [0, 0], [32, 64], target_memory=pl.Mem.Mat), pl.Mem.Left)
            part = pl.load(right, [0, 16 * n], [64, 16], target_memory=pl.Mem.Mat)
            pl.store(pl.matmul(left, pl.move(part, pl.Mem.Right)), [0, 16 * n], y)
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:, :] = pl.matmul(pl.tensor.view(right, layout=pl.TensorLayout.ND), a, b_trans=True)
    return y, z


def test_a_view_in_columns_is_an_operand_of_products_on_both_levels():
    generator = torch.Generator().manual_seed(3)
    a, w = (torch.randint(-4, 5, (n, 64), generator=generator).to(torch.float16) for n in (32, 48))
    *_, y, z = run_everywhere(columns, a, w, torch.zeros(32, 48), torch.zeros(48, 32))
    assert torch.equal(y, a.float() @ w.float().T)
    assert torch.equal(z, y.T)


@pl.jit
def scratch_in_columns(
    x: pl.Tensor[[2, 32, 64], pl.INT32],
    y: pl.Out[pl.Tensor[[2, 32, 64], pl.INT32]],
    z: pl.Out[pl.Tensor[[2, 64, 32], pl.INT32]],
):
    t = pl.create_tensor([2, 32, 64], dtype=pl.INT32, layout=pl.TensorLayout.DN, init_value=7)
    pl.write(t, [1, 3, 5], 11)
    part = t[0, 8:24, 16:48]
    with pl.at(level=pl.Level.CORE_GROUP):
        part[:, :] = pl.add(x[0, 8:24, 16:48], 1)
    for b in pl.spmd(2):
        y[b] = pl.add(t[b], t[1, 3, 5])
    back = pl.tensor.view(t, layout=pl.TensorLayout.ND)
    with pl.at(level=pl.Level.CORE_GROUP):
        for b in pl.range(2):
            tile = pl.load(back, [b, 0, 0], [1, 64, 32], valid_shape=[1, 40, 32])
            pl.store(tile, [b, 0, 0], z)
            pl.store(pl.load(back, [b, 40, 0], [1, 24, 32]), [b, 40, 0], z)
    return y, z


def test_a_tensor_is_created_in_columns():
    x = torch.randint(-90, 90, (2, 32, 64), generator=torch.Generator().manual_seed(4), dtype=torch.int32)
    _, y, z = run_everywhere(scratch_in_columns, x, torch.zeros_like(x), torch.zeros(2, 64, 32).int())
    wanted = torch.full_like(x, 7)
    wanted[1, 3, 5] = 11
    wanted[0, 8:24, 16:48] = x[0, 8:24, 16:48] + 1
    assert torch.equal(y, wanted + 11)
    assert torch.equal(z, wanted.transpose(1, 2))


@pl.jit
def views_on_the_core(
    x: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[64, 32], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(pl.tensor.view(x, layout=pl.TensorLayout.DN))
        z[:, :] = pl.tensor.view(x, [16, 128], layout=pl.TensorLayout.DN)
    return y, z


def test_a_view_of_a_value_reads_it_in_columns():
    x = torch.randn(32, 64, generator=torch.Generator().manual_seed(5))
    _, y, z = run_everywhere(views_on_the_core, x, torch.zeros(64, 32), torch.zeros(16, 128))
    assert torch.equal(y, -x.T)
    assert torch.equal(z, x.reshape(128, 16).T)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("[64], dtype=pl.FP32, layout=pl.TensorLayout.DN", "there is one axis"),
        ("[8, 64], dtype=pl.FP4, layout=pl.TensorLayout.DN", "packs pairs of neighbours in a row"),
        ("[8, 64], dtype=pl.FP32, layout=pl.TensorLayout.NZ", "in the layout ND or DN, not NZ"),
        ("[8, 64], dtype=pl.FP8E8M0, layout=pl.MX_A_ZZ", "in the layout ND or DN, not MX_A_ZZ"),
        ("[8, 64], dtype=pl.FP32, layout=2", "in the layout ND or DN, not 2"),
    ],
)
def test_layouts_in_which_no_tensor_is_created(load, call, message):
    source = f"""
        import pypto.language as pl

        @pl.jit
        def run(y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
            t = pl.create_tensor({call})
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:, :] = pl.full([8, 64], dtype=pl.FP32, value=0)
            return y
        """
    with pytest.raises(UserError) as refused:
        load(source).run.compile()
    assert message in str(refused.value)


@pl.jit
def other_shapes(
    x: pl.Tensor[[4, 8, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[8, 256], pl.FP32]],
):
    flat = pl.tensor.view(x, [32, 64])
    wide = pl.tensor.view(y, shape=[8, 256], valid_shape=[8, 256])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.neg(flat[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.tensor.view(wide[:, :], [32, 64])
        z[:, :] = pl.tensor.view(pl.abs(t), [8, 256], layout=pl.TensorLayout.ND)
    return y, z


def test_a_view_is_a_reshape_by_another_name():
    x = torch.randn(4, 8, 64, generator=torch.Generator().manual_seed(2))
    _, y, z = run_everywhere(other_shapes, x, torch.zeros(32, 64), torch.zeros(8, 256))
    assert torch.equal(y, -x.reshape(32, 64))
    assert torch.equal(z, y.abs().reshape(8, 256))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("x", "another `shape`, or a `layout`"),
        ("x, [16, 100]", "number of elements differs"),
        (
            "x, [64, 32], layout=pl.TensorLayout.DN",
            "another `shape`, in the order of rows, or another `layout`",
        ),
        ("x, layout=pl.TensorLayout.NZ", "a view has the layout ND or DN, not NZ"),
        ("pl.reshape(x, [2048]), layout=pl.TensorLayout.DN", "there is one axis"),
        ("pl.reshape(pl.transpose(x, 0, 1), [2048]), layout=pl.TensorLayout.ND", "reshape it in rows"),
        ("x, [16, 128], [16, 64]", "the view holds [16, 128]"),
    ],
)
def test_views_that_are_no_reshapes_are_refused(load, call, message):
    source = f"""
        import pypto.language as pl

        @pl.jit
        def run(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 128], pl.FP32]]):
            v = pl.tensor.view({call})
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:, :] = v[:, :]
            return y
        """
    with pytest.raises(UserError) as refused:
        load(source).run.compile()
    assert message in str(refused.value)
