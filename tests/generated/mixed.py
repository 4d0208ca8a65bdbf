# SPDX-License-Identifier: Apache-2.0
"""Regions that use the cube core and the vector cores: values cross both ways, divided between two lanes or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from generated import meaning
from generated.core import Body, Env, Scalar, Tensor, Var
from generated.flow import Flow
from generated.meaning import Value, width
from generated.products import whole

if TYPE_CHECKING:
    from generated.regions import KernelMaker

MODES = ["UP_DOWN", "LEFT_RIGHT"]
PAIRS = 3
"""Products of one region: what crosses needs a pipe each, and there are few."""


class Mixed(Flow):
    """A block that also multiplies; what it multiplies may have been computed by the vector core."""

    def __init__(self, maker: Any, body: Body, outer: Mixed | None = None) -> None:
        super().__init__(maker, False, body, outer)
        self.budget: list[int] = outer.budget if outer else [PAIRS]
        self.weights: Callable[[str, tuple[int, int], str], Tensor] = outer.weights if outer else _no_weights
        self.split: str | None = outer.split if outer else None

    def inner(self) -> Mixed:
        return Mixed(self.maker, Body(), self)

    def kinds(self) -> list[Callable[[], Var | None]]:
        if self.split is None:
            return [*super().kinds(), *[self.multiply] * 4]
        safe = [
            self.binary,
            self.with_number,
            self.one,
            self.cast,
            self.remainder,
            self.bits,
            self.comparison,
        ]
        safe += [self.along] * 2
        return [*safe, *[self.multiply] * 2]

    def legal(self, shape: tuple[int, int], dtype: str) -> bool:
        """Also of the half that a lane has."""
        rows, cols = shape
        half = {"UP_DOWN": (rows // 2, cols), "LEFT_RIGHT": (rows, cols // 2)}.get(self.split or "", shape)
        return super().legal(shape, dtype) and super().legal(half, dtype)

    def along(self) -> Var | None:
        """A reduction or an expansion that stays within a lane."""
        kind = "row" if self.split == "UP_DOWN" else "col"
        a = self.rng.choice(
            self.matrices(lambda v: v.dtype in ("FP32", "FP16", "INT32") and v.valid is None) or [None]
        )
        if a is None or a.shape[0] == 1 or not self.accepts(f"{kind}_max", a.dtype):
            return None
        x, axis, op = a.name, int(kind == "row"), self.rng.choice(["max", "min", "sum"])
        shape = (a.shape[0], 1) if axis else (1, a.shape[1])
        if axis and a.shape[0] // 2 * width(a.dtype) % 32:
            return None
        v = self.emit(
            f"{self.call(f'{kind}_{op}')}({x})",
            lambda env: meaning.reduce(op, axis, env[x]),
            shape,
            a.dtype,
            again=False,
        )
        self.pool.remove(v)  # it is used at once
        name, y = self.rng.choice(["sub", "max", "add"]), v.name
        return self.emit(
            f"{self.call(f'{kind}_expand_{name}')}({x}, {y})",
            lambda env: meaning.binary(name, env[x], env[y]), a.shape, a.dtype,
        )  # fmt: skip

    def multiply(self) -> Var | None:
        """A product of a value with a parameter, or with another value."""
        found = self.matrices(
            lambda v: (
                v.valid is None and v.dtype in ("FP16", "BF16", "FP32", "INT8") and v.shape[0] in (16, 32)
                and v.shape[1] in (32, 64)
            )
        )  # fmt: skip
        a = self.rng.choice(found or [None])
        if a is None or self.budget[0] <= 0 or (a.dtype == "INT8" and a.shape[0] % 32):
            return None
        self.budget[0] -= 1
        trans, n, k = self.maker.chance(0.3), self.rng.choice([32, 64]), a.shape[1]
        into = "INT32" if a.dtype == "INT8" else "FP32"
        b = self.weights("b", (n, k) if trans else (k, n), a.dtype)
        x, y = a.name, b.name
        out = "" if into == "INT32" or self.maker.chance(0.5) else f", out_dtype=pl.{into}"
        self.maker.case.features.add("mixed product")

        def value(env: Env) -> Value:
            right = env[y].data.T if trans else env[y].data
            return meaning.matmul(env[x], Value.of(np.ascontiguousarray(right), a.dtype))

        return self.emit(
            f"pl.matmul({x}, {y}[:, :]{', b_trans=True' * trans}{out})",
            value,
            (a.shape[0], n),
            into,
            again=False,
        )


def _no_weights(stem: str, shape: tuple[int, int], dtype: str) -> Tensor:
    raise AssertionError("a mixed block has parameters")


def options(maker: KernelMaker, mode: str | None) -> str:
    """The text of `optimizations=`."""
    found = []
    if mode is not None:
        found.append(f"pl.split(pl.SplitMode.{mode})")
    if maker.chance(0.3):
        found.append(f"pl.cross_core_slot(slot_num={maker.rng.choice([1, 2, 3])})")
    maker.rng.shuffle(found)
    return f", optimizations=[{', '.join(found)}]" if found else ""


def region(maker: KernelMaker) -> None:
    """One region of both cores."""
    rng = maker.rng
    mode = rng.choice([None, None, *MODES])
    dtype = rng.choice(["BF16", "FP16", "FP32", "INT8"])
    m, k, grid = 32, rng.choice([32, 64]), rng.choice([1, 1, 2])
    if mode == "LEFT_RIGHT" and dtype == "INT8":
        k = 64  # half of a row is 32 bytes
    block, loop_form = maker.fresh("b"), maker.chance(0.5) or grid > 1
    flow = Mixed(maker, Body())
    flow.split = mode
    outputs: list[Tensor] = []

    def weights(stem: str, shape: tuple[int, int], kind: str) -> Tensor:
        return whole(maker, stem, shape, kind)

    flow.weights = weights
    if mode is None:
        flow.source = maker.more_input
    maker.inputs = []
    maker.region, maker.tile, maker.block = flow, False, block if loop_form else "0"
    if loop_form:
        flow.scalars.append(Scalar(block, "INDEX", 0, grid - 1))
    for p in maker.params:
        if isinstance(p, Scalar):
            (flow.scalars if p.dtype == "INDEX" else flow.numbers).append(p)
    a = whole(maker, "a", (grid * m, k), dtype)
    maker.rows, maker.cols, maker.dtype = m, k, dtype
    maker.window(a, (m, k), maker.row_of(), "0")
    first = flow.multiply()
    assert first is not None
    if maker.chance(0.6):
        r = maker.tensor("x", grid * m, first.shape[1], first.dtype)
        r.whole = True
        maker.window(r, (m, first.shape[1]), maker.row_of(), "0")
    flow.block(rng.randint(1, 5)) if mode is None else flow.some(rng.randint(1, 5))
    last = flow.own[-1:] + rng.sample(flow.own, min(len(flow.own), rng.choice([0, 1])))
    for v in dict.fromkeys([*last, first] if first in flow.pool else last):
        if v in flow.pool and v.valid is None:
            maker.outputs = outputs
            maker.store(maker.tensor("y", grid * v.shape[0], v.shape[1], v.dtype, "out"), v)
    maker.outputs = outputs
    if not outputs:
        return
    body = flow.body

    def run(env: Env) -> None:
        for number in range(grid):
            env[block] = number
            body.run(env)

    opts = options(maker, mode)
    if loop_form:
        maker.body.nest(f"for {block} in pl.spmd({grid}{opts}):", body, run)
    else:
        maker.body.nest(f"with pl.at(level=pl.Level.CORE_GROUP{opts}):", body, run)
    maker.case.features.add(f"mixed {mode}")
    maker.case.limits.add("cube-region")  # a name that is a loaded value and a product
    maker.case.limits.add("acc-copy")  # a loop that begins with a product which is read after it


def lanes(maker: KernelMaker) -> None:
    """A region whose author divides the vector work in loops over the two lanes."""
    rng = maker.rng
    dtype = rng.choice(["BF16", "FP16"])
    m, k, n = 32, rng.choice([32, 64]), rng.choice([32, 64])
    a, b = whole(maker, "a", (m, k), dtype), whole(maker, "b", (k, n), dtype)
    body, c = Body(), maker.fresh("c")
    body.add(
        f"{c} = pl.matmul({a.name}[:, :], {b.name}[:, :], out_dtype=pl.FP32)",
        lambda env: env.__setitem__(
            c, meaning.matmul(Value.of(env[a.name].data, dtype), Value.of(env[b.name].data, dtype))
        ),
    )
    current = Var(c, (m, n), "FP32")
    for _ in range(rng.choice([1, 2])):
        joined = lane_loop(maker, body, current, last=False)
        w = whole(maker, "b", (joined.shape[1], joined.shape[1]), joined.dtype)
        d, x = maker.fresh("d"), joined.name
        body.add(
            f"{d} = pl.matmul({x}, {w.name}[:, :], out_dtype=pl.FP32)",
            lambda env, d=d, x=x, w=w: env.__setitem__(
                d, meaning.matmul(env[x], Value.of(env[w.name].data, w.dtype))
            ),
        )
        current = Var(d, joined.shape, "FP32")
        if maker.chance(0.5):
            break
    lane_loop(maker, body, current, last=True)
    maker.body.nest(f"with pl.at(level=pl.Level.CORE_GROUP{options(maker, None)}):", body, body.run)
    maker.case.features.add("lanes")


def lane_loop(maker: KernelMaker, body: Body, product: Var, last: bool) -> Var:
    """`for lane in pl.split_aiv(...)`: a half each, and either a joined operand or a stored result."""
    rng = maker.rng
    mode = rng.choice(["UP_DOWN", "LEFT_RIGHT", *["NONE"] * last])
    lane, half = maker.fresh("lane"), maker.fresh("half")
    rows, cols = product.shape
    shape = {"UP_DOWN": (rows // 2, cols), "LEFT_RIGHT": (rows, cols // 2), "NONE": (rows, cols)}[mode]
    flow = Flow(maker, False, Body())
    flow.source = maker.more_input
    maker.inputs = []
    flow.scalars.append(Scalar(lane, "INDEX", 0, 1))
    x = product.name

    def part(v: Value, k: int) -> tuple[slice, slice]:
        r, c = shape
        if mode == "UP_DOWN":
            return slice(k * r, k * r + r), slice(0, c)
        return (slice(0, r), slice(k * c, k * c + c)) if mode == "LEFT_RIGHT" else (slice(0, r), slice(0, c))

    def shard(env: Env) -> None:
        v, at = env[x], part(env[x], env[lane])
        env[half] = Value(v.data[at].copy(), v.dtype, *shape, v.err[at].copy())

    flow.body.add(f"{half} = pl.aiv_shard({x})", shard)
    mine = Var(half, shape, "FP32")
    flow.pool.append(mine)
    flow.own.append(mine)
    flow.keep.add(half)
    flow.block(rng.randint(1, 3))
    fits = [
        v for v in flow.own if v.shape == shape and v.dtype == "FP32" and v.valid is None and v in flow.pool
    ]
    end = fits[-1] if fits else mine
    results: list[Value] = []
    if last:
        y = maker.tensor("y", rows, cols, "FP32", "out")
        top, left = (f"{lane} * {shape[0]}", "0") if mode == "UP_DOWN" else ("0", f"{lane} * {shape[1]}")
        if mode == "NONE":
            top, left = f"{lane} * {rows // 2}", "0"
            small = maker.fresh("v")
            src = end.name
            flow.body.add(
                f"{small} = {src}[{lane} * {rows // 2} : {lane} * {rows // 2} + {rows // 2}, :]",
                lambda env: env.__setitem__(small, _rows(env[src], env[lane] * (rows // 2), rows // 2)),
            )
            end = Var(small, (rows // 2, cols), "FP32")
        e, name = end, y.name

        def store(env: Env) -> None:
            r = env[lane] * e.shape[0] if mode != "LEFT_RIGHT" else 0
            q = env[lane] * e.shape[1] if mode == "LEFT_RIGHT" else 0
            env[name].store(env[e.name], r, q)

        flow.body.add(f"{name} = pl.assemble({name}, {e.name}, [{top}, {left}])", store)
    else:
        kind = rng.choice(["BF16", "FP16"])
        joined = maker.fresh("j")
        source = end.name

        def gather(env: Env) -> None:
            results.append(meaning.cast(env[source], kind, "rint"))

        flow.body.add(f'{joined} = pl.aic_gather(pl.cast({source}, pl.{kind}, mode="rint"))', gather)

    def run(env: Env) -> None:
        results.clear()
        for k in (0, 1):
            scope = {**env, lane: k}
            flow.body.run(scope)
        if not last:
            axis = 0 if mode == "UP_DOWN" else 1
            data = np.concatenate([v.data for v in results], axis)
            env[joined] = Value(data, kind, *data.shape, np.concatenate([v.err for v in results], axis))

    body.nest(f"for {lane} in pl.split_aiv(2, mode=pl.SplitMode.{mode}):", flow.body, run)
    return end if last else Var(joined, (rows, cols), kind)


def _rows(v: Value, first: int, count: int) -> Value:
    return Value(
        v.data[first : first + count].copy(), v.dtype, count, v.cols, v.err[first : first + count].copy()
    )
