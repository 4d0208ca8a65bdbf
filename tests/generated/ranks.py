# SPDX-License-Identifier: Apache-2.0
"""Tensors of three and four axes: windows that drop an axis, in every place, for reading and for writing; and values
of several matrices on the core."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from generated import meaning
from generated.core import Body, Env, Tensor
from generated.meaning import Value
from generated.products import put

if TYPE_CHECKING:
    from generated.regions import KernelMaker

LEVEL = "level=pl.Level.CORE_GROUP"
DTYPES = ["FP32", "FP32", "FP16", "BF16", "INT32", "INT16", "INT8", "UINT8"]


def many_axes(maker: KernelMaker) -> None:
    """A region over planes of a tensor."""
    maker.rng.choice([planes, planes, planes, turned, repeated, stacked, stacked])(maker)
    maker.case.features.add("axes")


def tensor(
    maker: KernelMaker, stem: str, shape: tuple[int, ...], dtype: str, direction: str = "in"
) -> Tensor:
    t = Tensor(maker.fresh(stem), shape, dtype, direction, shape[0])
    maker.params.append(t)
    return t


def planes(maker: KernelMaker) -> None:
    """Each block computes one plane; the axis of the blocks stands anywhere but last."""
    rng = maker.rng
    dtype, wide = rng.choice(DTYPES), maker.chance(0.4)
    rows, cols, count = rng.choice([8, 16]), rng.choice([32, 64]), rng.choice([2, 3])
    more = rng.choice([0, 0, 4])
    place, out_place = rng.randrange(3 if wide else 2), rng.randrange(2)
    outer = 2 if wide else 1
    # The axes of the input: blocks, then (of four) one that is fixed in a call, rows, columns.
    shape = [rows + more]
    fixed = rng.randrange(outer)
    if wide:
        shape.insert(rng.randrange(2), -1)
    shape.insert(place, count)
    axes = ["b" if i == place else "f" if n == -1 else "r" for i, n in enumerate(shape)]
    full = (*(outer if n == -1 else n for n in shape), cols)
    x = tensor(maker, "x", full, dtype)
    out_shape = (count, rows, cols) if out_place == 0 else (rows, count, cols)
    y = tensor(maker, "y", out_shape, dtype, "out")
    b, v = maker.fresh("b"), maker.fresh("v")
    top = rng.randint(0, more)
    index = {"b": b, "f": str(fixed), "r": f"{top}:{top + rows}"}
    window = ", ".join([index[a] for a in axes] + [":"])
    body = Body()
    form = rng.choice(["subscript", "slice"])
    if form == "subscript":
        body.add(f"{v} = {x.name}[{window}]")
    else:
        sizes = [str({"b": 1, "f": 1, "r": rows}[a]) for a in axes] + [str(cols)]
        starts = [{"b": b, "f": str(fixed), "r": str(top)}[a] for a in axes] + ["0"]
        dropped = ", ".join(str(i) for i, a in enumerate(axes) if a != "r")
        body.add(
            f"{v} = {rng.choice(['pl', 'pl.tensor'])}.slice({x.name}, [{', '.join(sizes)}], [{', '.join(starts)}],"
            f" drop_dims=[{dropped}])"
        )
    op, name = rng.choice([("add", "add"), ("maximum", "max"), ("sub", "sub"), ("none", "")])
    if op != "none" and maker.accepts(op, dtype):
        body.add(f"{v} = pl.{op}({v}, {v})")
    else:
        name = ""
    out_window = f"{b}, :, :" if out_place == 0 else f":, {b}, :"
    if maker.chance(0.3) and out_place == 0:
        body.add(f"{v} = pl.reshape({v}, [1, {rows}, {cols}])")
        body.add(f"{y.name} = pl.assemble({y.name}, {v}, [{b}, 0, 0])")
    else:
        body.add(f"{y.name}[{out_window}] = {v}")

    def run(env: Env) -> None:
        memory, out = env[x.name], env[y.name]
        for k in range(count):
            at: tuple[Any, ...] = tuple({"b": k, "f": fixed, "r": slice(top, top + rows)}[a] for a in axes)
            value = Value.of(memory.data[at].copy(), dtype)
            value.err = memory.err[at].copy()
            if name:
                value = meaning.binary(name, value, value)
            put(out, k if out_place == 0 else (slice(None), k), value)

    if maker.chance(0.6):
        maker.body.nest(f"for {b} in pl.spmd({count}):", body, run)
    else:
        task = Body()
        task.nest(f"with pl.at({LEVEL}):", body)
        maker.body.nest(f"for {b} in pl.{rng.choice(['parallel', 'range', 'unroll'])}({count}):", task, run)


def turned(maker: KernelMaker) -> None:
    """A view of orchestration with two axes exchanged, or with other extents."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "FP16", "INT32"])
    heads, rows, cols = rng.choice([2, 3]), rng.choice([8, 16]), 32
    x, y = (
        tensor(maker, "x", (rows, heads, cols), dtype),
        tensor(maker, "y", (heads, rows, cols), dtype, "out"),
    )
    h, u, body = maker.fresh("h"), maker.fresh("u"), Body()
    merged = maker.chance(0.5)
    if merged:  # columns of all heads beside each other
        maker.body.add(f"{u} = pl.reshape({x.name}, [{rows}, {heads * cols}])")
        read = f"{u}[:, {h} * {cols} : {h} * {cols} + {cols}]"
    else:
        maker.body.add(f"{u} = pl.transpose({x.name}, 0, 1)")
        read = f"{u}[{h}, :, :]"
    body.add(f"{y.name}[{h}, :, :] = pl.add({read}, {read})")

    def run(env: Env) -> None:
        for k in range(heads):
            value = Value.of(env[x.name].data[:, k].copy(), dtype)
            put(env[y.name], k, meaning.binary("add", value, value))

    maker.body.nest(f"for {h} in pl.spmd({heads}):", body, run)


def repeated(maker: KernelMaker) -> None:
    """`expand_clone`: an axis of one element, repeated."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "FP16", "INT32", "BF16"])
    shape = [2, 8, 32]
    axis = rng.randrange(3)
    source = list(shape)
    source[axis] = 1
    if axis == 2:
        shape[2] = 16
    x = tensor(maker, "x", tuple(source), dtype)
    y = tensor(maker, "y", tuple(shape), dtype, "out")
    body = Body()
    body.add(f"{y.name} = {rng.choice(['pl', 'pl.tensor'])}.expand_clone({x.name}, {y.name})")

    def run(env: Env) -> None:
        data = np.broadcast_to(env[x.name].data, shape).copy()
        env[y.name].data[:], env[y.name].err[:], env[y.name].written[:] = data, 0.0, True

    maker.body.nest(f"with pl.at({LEVEL}):", body, run)


def stacked(maker: KernelMaker) -> None:
    """Whole values of several matrices in one region: columns, axes and parts of each."""
    rng = maker.rng
    dtype = rng.choice(["FP32", "INT32"])
    shape = (rng.choice([2, 3]), rng.choice([8, 16]), rng.choice([16, 32]))
    x = tensor(maker, "x", shape, dtype)
    t, body = maker.fresh("t"), Body()
    steps: list[Callable[[np.ndarray], np.ndarray]] = []
    body.add(f"{t} = {x.name}[:, :, :]")
    for _ in range(rng.randint(1, 4)):
        text, step, shape = matrix_step(rng, t, shape, dtype)
        for line in text:
            body.add(line)
        steps.append(step)
    y = tensor(maker, "y", shape, dtype, "out")
    body.add(f"{y.name}[:, :, :] = {t}")

    def run(env: Env) -> None:
        found = env[x.name].data.copy()
        for step in steps:
            found = step(found)
        env[y.name].data[:], env[y.name].err[:], env[y.name].written[:] = found, 0.0, True

    maker.body.nest(f"with pl.at({LEVEL}):", body, run)


def matrix_step(
    rng: random.Random, t: str, shape: tuple[int, int, int], dtype: str
) -> tuple[list[str], Callable[[np.ndarray], np.ndarray], tuple[int, int, int]]:
    """Lines that change `t`, what they do, and the shape behind them."""
    count, rows, cols = shape
    kind = rng.choice(["columns", "columns", "turn", "window", "write", "fill"])
    if kind == "columns":
        most = rng.choice([True, False])
        op, other = rng.choice([("sub", np.subtract), ("max", np.maximum), ("min", np.minimum)])
        lines = [f"{t} = pl.col_expand_{op}({t}, pl.col_{'max' if most else 'min'}({t}))"]
        return lines, lambda a: other(a, (a.max if most else a.min)(axis=1, keepdims=True)), shape
    if kind == "turn":
        pair = rng.choice([(0, 1), (1, 2)] if rows % 8 == 0 else [(0, 1)])
        made = list(shape)
        made[pair[0]], made[pair[1]] = made[pair[1]], made[pair[0]]
        return [f"{t} = pl.transpose({t}, {pair[0]}, {pair[1]})"], lambda a: a.swapaxes(*pair), tuple(made)  # type: ignore[return-value]
    if kind == "window" and rows > 1:
        first = rng.randrange(rows - 1)
        last = rng.randint(first + 1, rows)
        return [f"{t} = {t}[:, {first}:{last}, :]"], lambda a: a[:, first:last], (count, last - first, cols)
    if kind == "write":
        first, more = rng.randrange(3), rng.randrange(3)
        high = first + rows + more
        lines = [
            f"{t}_w = pl.full([{count}, {high}, {cols}], pl.{dtype}, 0)",
            f"{t}_w = pl.assemble({t}_w, {t}, [0, {first}, 0])",
            f"{t} = {t}_w",
        ]
        return lines, lambda a: np.pad(a, ((0, 0), (first, more), (0, 0))), (count, high, cols)
    held = (rng.randint(1, count), rng.randint(1, rows), rng.randint(1, cols))
    lines = [f"{t} = pl.fillpad(pl.slice({t}, {list(shape)}, [0, 0, 0], valid_shape={list(held)}))"]

    def fill(a: np.ndarray) -> np.ndarray:
        out = np.zeros_like(a)
        out[: held[0], : held[1], : held[2]] = a[: held[0], : held[1], : held[2]]
        return out

    return lines, fill, shape
