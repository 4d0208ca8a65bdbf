# SPDX-License-Identifier: Apache-2.0
"""Programs of the host as trees, and the kernels that they dispatch."""

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.errors import Span
from pypto.ir.dtypes import FP32, INT32
from pypto.ir.host import (
    Dispatch,
    Driver,
    Extent,
    HostParam,
    HostProgram,
    Loop,
    Name,
    Number,
    Operation,
    Part,
    WorldSize,
)
from pypto.ir.nodes import Program

SIZE = 32


@pl.jit
def scale(
    x: pl.Tensor[[SIZE, SIZE], pl.FP32],
    factor: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [SIZE, SIZE])
        y = pl.store(pl.mul(t, pl.cast(factor, pl.FP32)), [0, 0], y)
    return y


@pl.jit
def double(x: pl.Tensor[[SIZE, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [SIZE, SIZE])
        y = pl.store(pl.add(t, t), [0, 0], y)
    return y


@pl.jit
def gather(
    x: pl.Tensor[[SIZE, SIZE], pl.FP32],
    total: pl.InOut[pld.DistributedTensor[[SIZE, SIZE], pl.FP32]],
    y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
):
    """What `total` holds, a window, grows by x from call to call; y is what it holds then."""
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.add(pl.load(total, [0, 0], [SIZE, SIZE]), pl.load(x, [0, 0], [SIZE, SIZE]))
        total = pl.store(t, [0, 0], total)
        y = pl.store(t, [0, 0], y)
    return y


@pl.jit
def half_written(x: pl.Tensor[[SIZE, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [16, SIZE])
        y = pl.store(t, [0, 0], y)
    return y


@pl.jit
def reads_row(
    x: pl.Tensor[[SIZE, SIZE], pl.FP32], row: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]]
):
    """A fault where the row is behind the end."""
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [row, 0], [1, SIZE])
        y = pl.store(t, [0, 0], y)
    return y


def tensor(name, direction="in", ranks=2, shape=(SIZE, SIZE), dtype=FP32):
    return HostParam(name, direction, dtype, shape if ranks is None else (ranks, *shape))


def scalar(name, dtype=INT32, value=None):
    return HostParam(name, "in", dtype, None, value)


R, RANKS = Name("r"), WorldSize()


def rank_loop(*body, stop=RANKS):
    return Loop("r", Number(0), stop, Number(1), tuple(body))


def part(name, *index):
    return Part(name, tuple(Number(i) if isinstance(i, int) else i for i in index))


def call(callee, *arguments, device=R, results=None, line=10):
    given = tuple(Number(a) if isinstance(a, int | float) else a for a in arguments)
    device = Number(device) if isinstance(device, int) else device
    return Dispatch(callee, given, device, results, Span(__file__, line, 1))


def host_program(params, body, entries, ranks=2, returns=("ys",)):
    programs = {
        name: given if isinstance(given, Program) else given[0].lower(**given[1])
        for name, given in entries.items()
    }
    return HostProgram("several", Driver("several", tuple(params), tuple(body), returns), programs, ranks)


def doubling(ranks=2, params=None):
    """ys[r] = 2 * xs[r], on rank r."""
    params = params or [tensor("xs", ranks=ranks), tensor("ys", "out", ranks=ranks)]
    return host_program(
        params, [rank_loop(call("double", part("xs", R), part("ys", R)))], {"double": (double, {})}, ranks
    )


@pl.jit.host
def several(xs: pl.Tensor[[2, SIZE, SIZE], pl.FP32], ys: pl.Out[pl.Tensor[[2, SIZE, SIZE], pl.FP32]]):
    """Each rank twice, on a window that it keeps between its dispatches: ys[r] = 2 * xs[r]."""
    held = pld.alloc_window_buffer([SIZE, SIZE], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        view = pld.window(held, [SIZE, SIZE], dtype=pl.FP32)
        gather(xs[r], view, ys[r], device=r)
        gather(xs[r], view, ys[r], device=r)
    return ys


@pl.jit
def grow(
    x: pl.Tensor[[SIZE, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
    held: pl.InOut[pld.DistributedTensor[[SIZE, SIZE], pl.FP32]],
    k: pl.Scalar[pl.INT32],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.mul(pl.load(x, [0, 0], [SIZE, SIZE]), pl.cast(k, pl.FP32))
        t = pl.add(pl.load(held, [0, 0], [SIZE, SIZE]), t)
        held = pl.store(t, [0, 0], held)
        y = pl.store(t, [0, 0], y)
    return y


@pl.jit.host
def growing(
    xs: pl.Tensor[[2, SIZE, SIZE], pl.FP32],
    ys: pl.Out[pl.Tensor[[2, SIZE, SIZE], pl.FP32]],
    n: pl.Scalar[pl.INT32],
):
    """Rank r, n times on a window: ys[r] = (r + (r + 1) + ...) * xs[r]."""
    memory = pld.alloc_window_buffer([SIZE, SIZE], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        held = pld.window(memory, [SIZE, SIZE], dtype=pl.FP32)
        for i in pl.range(n):
            grow(xs[r], ys[r], held, r + i, device=r)
    return ys


def gathering():
    return several.lower(config={"distributed_config": {"device_ids": [0, 1]}})


def plus(a, b):
    return Operation(
        "+", (a if not isinstance(a, int) else Number(a), b if not isinstance(b, int) else Number(b))
    )


__all__ = [name for name in dir() if not name.startswith("_")] + ["Extent"]
