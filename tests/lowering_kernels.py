# SPDX-License-Identifier: Apache-2.0
"""Kernels for the tests of lowering; what they become stands in test_lower.py."""

import pypto.language as pl

# ruff: noqa: B007, F841, SIM108, SIM117

T = pl.dynamic("T")
D = 64
SHAPE = [16, D]
STARTS = (0, 16, 32)
WIDE = True


@pl.jit
def aliases(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    rows, cols = x.shape
    other = x
    half = rows // 2
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :cols] = other[half : half + 16, :]
    return y


@pl.jit
def carried(x: pl.Tensor[[64, D], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0:16, :]
        b = x[16:32, :]
        for i in pl.range(n):
            temporary = pl.add(a, b)
            a, b = b, temporary
        y[0:16, :] = a
    return y


@pl.jit
def local_to_the_loop(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        part = x[0:16, :]
        y[0:16, :] = part
        for r in pl.range(16, 64, 16):
            part = pl.cast(pl.cast(x[r : r + 16, :], pl.BF16), pl.FP32)
            y[r : r + 16, :] = part
    return y


@pl.jit
def jumps(x: pl.Tensor[[64, D], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 0
        a = x[0:16, :]
        for i in pl.range(n):
            k = k + 1
            if k == 3:
                continue
            a = pl.add(a, 1.0)
            if k > 7:
                break
        y[0:16, :] = a
    return y


@pl.jit
def while_loop(x: pl.Tensor[[64, D], pl.FP32], n: pl.INT32, y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0:16, :]
        k = n
        while pl.read(x, [0, 0]) > 0.5 and k > 1:
            k = k // pl.const(2, pl.INT32)
            a = pl.mul(a, 0.5)
        y[0:16, :] = a
    return y


@pl.jit
def merged(x: pl.Tensor[[64, D], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = x[0:16, :]
        if n > 2:
            a = pl.exp(a)
            k = 1
        elif n == 1:
            k = 2
        else:
            k = 3
        y[0:16, :] = pl.add(a, pl.cast(pl.cast(k, pl.INT32), pl.FP32))
    return y


@pl.jit
def static_branch(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    if WIDE and x.dtype == pl.FP32:
        rows = 32
    else:
        rows = 16
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:rows, :] = x[0:rows, :]
    return y


@pl.jit
def unrolled(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = pl.full(SHAPE, dtype=pl.FP32, value=0.0)
        for i in pl.unroll(len(STARTS)):
            total = pl.add(total, x[STARTS[i] : STARTS[i] + 16, :])
        y[0:16] = total
    return y


@pl.jit
def leaving(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as first:
        v = pl.exp(x[0:16, :])
        start = 16
        unused = pl.row_sum(v)
    nothing = None
    done = pl.system.task_dummy(deps=[first, nothing])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[done, None], no_dep_args=[x], allow_early_resolve=True):
        y[start : start + 16, :] = v[:, :]
    return y


@pl.jit
def elements(
    x: pl.Tensor[[4, 16, D], pl.FP32],
    table: pl.Tensor[[4], pl.INT32],
    y: pl.Out[pl.Tensor[[4, 16, D], pl.FP32]],
):
    for i in pl.parallel(4):
        page = table[i]
        with pl.at(level=pl.Level.CORE_GROUP):
            tile = x[page, :, :]
            y[i, :, 0:D] = pl.mul(tile, 2.0)
            scale = pl.read(table, [0])
            y[i, 0:16, :] = pl.add(tile, pl.cast(scale, pl.FP32) * 0.5)
            whole = x[page : page + 1, 0:16, :]
            y[i : i + 1, :, :] = whole
        with pl.at(level=pl.Level.CORE_GROUP):
            pl.write(y, [i, 0, 0], 1)
    return y


@pl.jit.inline
def scaled(x: pl.Tensor[[T, D], pl.FP32], factor: pl.Scalar[pl.FP32], y: pl.Tensor):
    for b in pl.spmd((T + 15) // 16, name_hint="scale"):
        r = b * 16
        n = pl.min(16, T - r)
        v = pl.slice(x, [16, D], [r, 0], valid_shape=[n, D])
        y[r : r + n, :] = pl.mul(v, factor)
    return y


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    t = pl.load(x, [0, 0], [16, 64])
    y = pl.store(pl.add(t, t), [0, 0], y)
    return y


@pl.jit
def helpers(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y = scaled(x, 2, y)
    y = doubled(x, y)
    with pl.spmd(2):
        doubled(x, y)
    return y


@pl.jit
def explicit(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        start = x[0:16, :]
        for i, (best, count) in pl.range(4, init_values=(start, 0)):
            next_best, next_count = pl.yield_(pl.maximum(best, x[i * 16 : i * 16 + 16, :]), count + 1)
        if next_count > 3:
            result = pl.yield_(pl.add(next_best, 1.0))
        else:
            result = pl.yield_(next_best)
        y[0:16, :] = result
    return y


@pl.jit
def dynamic(x: pl.Tensor, w: pl.Tensor[[T, D], pl.FP32], y: pl.Out[pl.Tensor]):
    M = pl.dynamic("M")
    x.bind_dynamic(0, M)
    y.bind_dynamic(0, T)
    rows = pl.tensor.dim(x, 0)
    same = pl.tensor.dim(w, 0) == T
    for b in pl.spmd((rows + T) // 16):
        y[b * 16 : b * 16 + 16, 0 : pl.tensor.dim(x, -1)] = x[b * 16 : b * 16 + 16, :]
    return y


@pl.jit(auto_scope=False)
def tiles(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
    with pl.scope():
        with pl.spmd(4, name_hint="outer"):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="inner"):
                r = pl.tile.get_block_idx() * 16
                t: pl.Tile[[16, D], pl.FP32] = pl.load(x, [r, 0], [16, D])
                pl.store(t, [r, 0], y)
    return y


@pl.jit
def begun_anew(x: pl.Tensor[[256, 128], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[256, 128], pl.FP32]]):
    """So large that the rows need bytes that others had, in each iteration."""
    with pl.at(level=pl.Level.CORE_GROUP):
        for k in pl.range(2):
            top = pl.col_max(pl.add(pl.exp(x[0:128, :]), x[128:256, :]))
            rows = pl.create_tensor([256, 128], pl.FP32)
            for i in pl.range(n):
                rows[i * 8 : i * 8 + 8, :] = pl.col_expand_mul(x[i * 8 : i * 8 + 8, :], top)
            y[:, :] = rows
    return y
