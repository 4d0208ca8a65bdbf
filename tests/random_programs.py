# SPDX-License-Identifier: Apache-2.0
"""Random programs of regions that compute on partly valid values, with carries, branches and dynamic extents.

Data are small integers, so that sums are exact in every order as long as a chain of operations is short.
"""

from __future__ import annotations

import random
from typing import Any

import torch
from ir_builder import Builder, call, const

from pypto.ir import arith, ops
from pypto.ir import nodes as n
from pypto.ir.dtypes import FP16, FP32, INDEX, INT32, DType
from pypto.ir.enums import PadValue

S, E, M, R, X = ops.scalar, ops.elementwise, ops.memory, ops.reduce, ops.expand
TORCH = {FP32: torch.float32, FP16: torch.float16, INT32: torch.int32}


class RandomProgram:
    """`program`, its arguments, and the names of its outputs with their places among the arguments."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.generator = torch.Generator().manual_seed(seed)
        self.b = Builder("random_program")
        self.args: list[Any] = []
        self.outputs: dict[str, int] = {}
        self.rows = self.b.symbol("T")
        self.count = self.rng.choice([16, 24, 40])
        self.cols = self.rng.choice([32, 64, 128])
        self.dtype = self.rng.choice([FP32, FP32, FP16, INT32])
        self.x = self.input("x", (self.rows, self.cols), (self.count, self.cols))
        self.w = self.input("w", (self.cols,), (self.cols,))
        self.valid_cols = self.b.scalar("valid_cols", INDEX)
        self.args.append(self.rng.randint(1, self.cols))
        for number in range(self.rng.choice([1, 1, 2])):
            self.region(number)
        self.program = self.b.program()

    def input(self, name: str, shape: tuple[Any, ...], sizes: tuple[int, ...]) -> n.Var:
        self.args.append(torch.randint(-4, 5, sizes, generator=self.generator).to(TORCH[self.dtype]))
        return self.b.tensor(name, shape, self.dtype)

    def output(self, dtype: DType) -> n.Var:
        name = f"y{len(self.outputs)}"
        self.outputs[name] = len(self.args)
        self.args.append(torch.zeros(self.count, self.cols, dtype=TORCH[dtype]))
        return self.b.tensor(name, (self.rows, self.cols), dtype, "out")

    def region(self, number: int) -> None:
        b, height = self.b, self.rng.choice([8, 8, 16])
        with b.spmd(call(S.FLOORDIV, call(S.ADD, self.rows, height - 1), height), f"region{number}") as block:
            r = b.let("r", call(S.MUL, block, height))
            left = b.let("left", call(S.MIN, height, call(S.SUB, self.rows, r)))
            width = self.valid_cols if self.rng.random() < 0.5 else self.cols
            window = {"valid_shape": (left, width)}
            self.height, self.left = height, left
            self.pool = [b.slice(self.x, (height, self.cols), (r, 0), **window)]
            self.row = b.call(ops.shaping.RESHAPE, b.slice(self.w, (self.cols,), (0,)), shape=(1, self.cols))
            for _ in range(self.rng.randint(2, 7)):
                self.pool.append(self.step(self.rng.choice(self.pool)))
            if self.rng.random() < 0.6:
                self.pool.append(self.carried(self.rng.choice(self.pool)))
            for value in self.pool[-1:] + self.rng.sample(self.pool, 1):
                if value.type.valid is None:
                    value = b.call(ops.shaping.SET_VALIDSHAPE, value, left, self.cols)
                b.store(self.output(value.type.dtype), value, (r, 0))

    def alike(self, a: n.Var) -> n.Var:
        """A value of the element type and the valid region of `a`."""

        def fits(v: n.Var) -> bool:
            pairs = zip(v.type.valid_shape, a.type.valid_shape, strict=True)
            return v.type.dtype is a.type.dtype and all(arith.same(p, q) for p, q in pairs)

        return self.rng.choice([v for v in self.pool if fits(v)])

    def step(self, a: n.Var) -> n.Var:
        b, rng, dtype = self.b, self.rng, a.type.dtype
        kinds = ["binary", "number", "unary", "column", "row", "pad", "valid", "cast", "part"]
        kinds += ["weights"] * (dtype is self.dtype)
        kind = rng.choice(kinds)
        if kind == "binary":
            return b.call(rng.choice([E.ADD, E.SUB, E.MAXIMUM, E.MINIMUM]), a, self.alike(a))
        if kind == "number":
            number = rng.randint(-2, 3)
            return b.call(rng.choice([E.ADD, E.MUL]), a, number if dtype is INT32 else float(number))
        if kind == "column" and dtype is not FP16:  # 8 halves are no whole 32 bytes
            reduced = b.call(rng.choice([R.ROW_SUM, R.ROW_MAX, R.ROW_MIN]), a)
            return b.call(rng.choice([X.ROW["sub"], X.ROW["add"], X.ROW["max"]]), a, reduced)
        if kind == "row":
            reduced = b.call(rng.choice([R.COL_SUM, R.COL_MAX, R.COL_MIN]), a)
            return b.call(rng.choice([X.COL["sub"], X.COL["add"], X.COL["min"]]), a, reduced)
        if kind == "weights":
            return b.call(rng.choice([X.COL["mul"], X.COL["add"]]), a, self.row)
        if kind == "pad":
            pads = [PadValue.zero] if dtype is INT32 else [PadValue.zero, PadValue.min, PadValue.max]
            return b.call(ops.shaping.FILLPAD, a, pad_value=rng.choice(pads))
        if kind == "valid" and a.type.valid is None:
            return b.call(ops.shaping.SET_VALIDSHAPE, a, self.left, self.valid_cols)
        if kind == "part" and a.type.valid is None:
            half = b.slice(a, (self.height, self.cols // 2), (0, rng.choice([0, self.cols // 2])))
            blank = b.call(
                ops.creation.FULL,
                shape=(self.height, self.cols),
                dtype=dtype,
                value=0 if dtype is INT32 else 0.0,
            )
            return b.call(M.ASSEMBLE, blank, half, offset=(0, rng.choice([0, self.cols // 2])))
        if kind == "cast":
            target = rng.choice([d for d in TORCH if d is not dtype])
            mode = rng.choice(["rint", "round", "floor", "ceil", "trunc"])
            return b.call(ops.cast.CAST, a, target_type=target, mode=mode)
        return b.call(E.NEG, a)

    def carried(self, a: n.Var) -> n.Var:
        """A value that a loop carries and a branch merges."""
        b = self.b
        total = b.let("total", a)
        with b.loop(0, self.rng.randint(1, 3), kind=self.rng.choice(["range", "pipeline", "unroll"])) as i:
            doubled = b.call(E.ADD, total, total)
            with b.branch(call(S.EQ, call(S.MOD, i, 2), const(0))) as orelse:
                merged = b.let("merged", b.call(E.SUB, doubled, a))
                with orelse():
                    b.set(merged, doubled)
            b.set(total, merged)
        return total
