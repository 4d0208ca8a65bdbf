# SPDX-License-Identifier: Apache-2.0
"""Operations by their names in `pl`, `pl.tensor` and `pl.tile`, with the keywords of each, from source to result."""

import numpy as np
import pytest
import torch

import pypto.language as pl
from pypto.errors import UserError
from pypto.runtime.config import RunConfig

N = 64


@pl.jit
def integers(x: pl.Tensor[[16, 64], pl.INT32], y: pl.Tensor[[16, 64], pl.INT32],
             out: pl.Out[pl.Tensor[[12, 16, 64], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.slice(x, [16, 64], [0, 0]), pl.slice(y, [16, 64], [0, 0])
        out[0, :, :] = pl.and_(a, b)
        out[1, :, :] = pl.tensor.or_(lhs=a, rhs=b)
        out[2, :, :] = pl.xor(a, 12)
        out[3, :, :] = pl.shl(a, rhs=3)
        out[4, :, :] = pl.tensor.shrs(a, 2)
        out[5, :, :] = pl.not_(input=a)
        out[6, :, :] = pl.fmod(a, 7)
        out[7, :, :] = pl.tensor.fmod(a, b)
        out[8, :, :] = pl.cmp(a, b, cmp_type=4)
        out[9, :, :] = pl.cmp(a, 3, 2)
        out[10, :, :] = pl.part_max(a, b)
        pl.store(pl.tri(1, [16, 64], dtype=pl.INT32, upper=True), [11, 0, 0], out)
    return out


@pl.jit
def floats(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32]],
           rows: pl.Out[pl.Tensor[[16, 1], pl.INT32]], cols: pl.Out[pl.Tensor[[1, 64], pl.INT32]],
           steps: pl.Out[pl.Tensor[[1, 64], pl.INT32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(x, [16, 64], [0, 0])
        t = pl.load(x, [0, 0], [16, 64])
        pl.store(pl.relu(t), [0, 0, 0], out)
        pl.store(pl.lrelu(t, 0.5), [1, 0, 0], out)
        out[2, :, :] = pl.sin(a)
        out[3, :, :] = pl.cmp(a, 0.0, cmp_type=5)
        rows[:, :] = pl.row_argmax(a)
        cols[:, :] = pl.tensor.col_argmin(a)
        steps[:, :] = pl.tensor.ci(5, [1, 64], descending=True)
    return out, rows, cols, steps


@pl.jit
def tiles(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Tensor[[16, 64], pl.FP32], room: pl.Tensor[[1, 32], pl.UINT8],
          out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = pl.load(x, [0, 0], [16, 64]), pl.load(y, [0, 0], [16, 64])
        tmp = pl.load(room, [0, 0], [1, 32])
        mask = pl.tile.cmp(a, b, cmp_type=2)
        chosen = pl.tile.sel(mask, a, b, tmp)
        small = pl.cmps(chosen, -1.0, cmp_type=4)
        pl.store(pl.sels(small, chosen, tmp, -1.0), [0, 0], out)
    return out


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_integers(engine):
    rng = np.random.default_rng(0)
    a, b = (rng.integers(1, 100, (16, 64)).astype(np.int32) for _ in range(2))
    out = torch.zeros(12, 16, 64, dtype=torch.int32)
    integers(torch.from_numpy(a), torch.from_numpy(b), out, config=RunConfig(engine=engine))
    wanted = [a & b, a | b, a ^ 12, a << 3, a >> 2, ~a, a % 7, a % b, a > b, a < 3, np.maximum(a, b)]
    wanted.append(np.triu(np.ones((16, 64)), 1))
    for number, (found, expected) in enumerate(zip(out.numpy(), wanted, strict=True)):
        np.testing.assert_array_equal(found, expected, str(number))


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_floats(engine):
    x = np.random.default_rng(1).uniform(-4, 4, (16, 64)).astype(np.float32)
    out = torch.zeros(4, 16, 64)
    rows, cols, steps = (torch.zeros(s, dtype=torch.int32) for s in ((16, 1), (1, 64), (1, 64)))
    floats(torch.from_numpy(x), out, rows, cols, steps, config=RunConfig(engine=engine))
    wanted = [np.maximum(x, 0), np.where(x > 0, x, x * np.float32(0.5)), np.sin(x), x >= 0]
    for number, tolerance in enumerate((0, 0, 1e-6, 0)):
        np.testing.assert_allclose(out[number].numpy(), wanted[number], rtol=0, atol=tolerance)
    np.testing.assert_array_equal(rows.numpy()[:, 0], x.argmax(1))
    np.testing.assert_array_equal(cols.numpy()[0], x.argmin(0))
    np.testing.assert_array_equal(steps.numpy()[0], 5 - np.arange(64))


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_tiles(engine):
    rng = np.random.default_rng(2)
    a, b = (rng.uniform(-4, 4, (16, 64)).astype(np.float32) for _ in range(2))
    out = torch.zeros(16, 64)
    room = torch.zeros(1, 32, dtype=torch.uint8)
    tiles(torch.from_numpy(a), torch.from_numpy(b), room, out, config=RunConfig(engine=engine))
    np.testing.assert_array_equal(out.numpy(), np.maximum(np.minimum(a, b), -1))


def test_an_unknown_operation_names_the_nearest_one():
    @pl.jit
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            out[:, :] = pl.scatter_row(x, x, x, x)
        return out

    with pytest.raises(
        UserError, match=r"unknown operation pl\.scatter_row(.|\n)*did you mean pl\.scatter\?"
    ):
        kernel(torch.zeros(16, 64), torch.zeros(16, 64))


X = torch.zeros(16, 64)
WRONG = {
    "pl.tensor.neg(t)": "pl.tensor.neg takes tensors, `input` is a tile",
    "pl.tile.neg(a)": "pl.tile.neg takes tiles, `input` is a tensor",
    "pl.relu(a)": "pl.relu takes tiles, `input` is a tensor",
    "pl.rem(a, a, a)": "pl.rem takes tiles, `lhs` is a tensor",
    "pl.maximums(a, 1.0)": "pl.maximums takes tiles, `lhs` is a tensor",
    "pl.cmps(a, 1.0)": "pl.cmps takes tiles, `lhs` is a tensor",
    "pl.add(a, t)": "cannot mix a tensor",
    "pl.add(t, a)": "cannot mix a tensor",
    "pl.row_max(t)": "`tmp_tile` is missing",
    "pl.row_argmax(t)": "`tmp_tile` is missing",
    "pl.xor(i, i)": "`tmp` is missing",
    "pl.rem(t, t)": "pl.rem needs `tmp`",
    "pl.tile.xor(pl.cast(t, pl.INT32), 3, t)": "`tmp` is Tile[[16, 64], FP32, Vec]",
    "pl.tile.rsqrt(t, pl.tile.full([8, 64], pl.FP32, 0.0))": "`tmp` is Tile[[8, 64], FP32, Vec]",
    "pl.tile.matmul(t, t, out_dtype=pl.FP32)": "pl.tile.matmul has no parameter `out_dtype`",
    "pl.move(t)": "pl.move needs `target_memory`",
    "pl.row_max(a, t)": "`tmp_tile` is for tiles",
    "pl.col_sum(a, t)": "`tmp_tile` is for tiles",
    "pl.tensor.row_max(a, t)": "takes 1 argument",
    "pl.row_expand_add(a, pl.row_max(a), t)": "`tmp` is for tiles",
    "pl.slice(t, [8, 64], [0, 0], clamp=True)": "`clamp` is for tensors",
    "pl.tile.slice(t, [8, 64], [0, 0], clamp=True)": "no parameter `clamp`",
    "pl.assemble(t, t, [0, 0], atomic=pl.AtomicType.Add)": "`atomic` is for tensors",
    "pl.tile.assemble(t, t, [0, 0], atomic=pl.AtomicType.Add)": "no parameter `atomic`",
    "pl.rsqrt(t, high_precision=True)": "`high_precision` is for tensors",
    "pl.tile.rsqrt(t, high_precision=True)": "no parameter `high_precision`",
    "pl.div(a, 2.0, high_precision=True)": "high_precision divides by a tensor or a tile",
    "pl.div(a, pl.row_sum(a), high_precision=True)": "high_precision divides arrays of equal shape",
    "pl.div(t, pl.set_validshape(t, 4, 64))": "the tiles hold data in",
    "pl.add(a, pl.cast(pl.cast(pl.read(a, [0, 0]), pl.INT32, mode='floor'), pl.FP32))": "is not cast with mode",
    "pl.row_expand_add(a, a)": "shapes do not match",
    "pl.col_expand_mul(a, a)": "shapes do not match",
    "pl.rem(t, t, pl.create_tile([1, 64], pl.FP32))": "`tmp` is [1, 64], 66 columns are worked in",
    "pl.rem(t, t, pl.create_tile([1, 72], pl.INT32))": "`tmp` holds INT32, the operands FP32",
    "pl.sel(pl.cmp(t, t), t, t, t)": "`tmp` holds FP32",
    "pl.matmul(t, t, b_trans=True)": "`b_trans` is for tensors",
    "pl.tile.matmul(t, t, b_trans=True)": "no parameter `b_trans`",
    "pl.add(a, True)": "a bool is not an arithmetic operand",
    "pl.add(2.0, a)": "a scalar cannot stand on the left",
}


@pytest.mark.parametrize("call", WRONG)
def test_operands_and_keywords_of_the_other_level_are_refused(call, load):
    kernel = load(
        f"""
        import pypto.language as pl


        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                a = x[:, :]
                t = pl.load(x, [0, 0], [16, 64])
                i = pl.tile.full([16, 64], pl.INT32, 0)
                out[:, :] = {call}
            return out
        """
    ).kernel
    with pytest.raises(UserError) as raised:
        kernel(X, X.clone())
    assert WRONG[call] in str(raised.value)


def test_defaults_of_the_other_level_are_accepted(load):
    kernel = load(
        """
        import pypto.language as pl


        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                t = pl.load(x, [0, 0], [16, 64])
                part = pl.slice(t, [16, 64], [0, 0], clamp=False)
                root = pl.rsqrt(pl.add(pl.abs(part), 1.0), high_precision=False)
                pl.store(pl.assemble(t, root, [0, 0], atomic=pl.AtomicType.None_), [0, 0], out)
            return out
        """
    ).kernel
    x, out = torch.randn(16, 64), torch.zeros(16, 64)
    kernel(x, out, config=RunConfig(engine="interpret"))
    torch.testing.assert_close(out, 1 / (x.abs() + 1).double().sqrt().float(), rtol=2e-7, atol=0)
