# SPDX-License-Identifier: Apache-2.0
"""Random groups: a cube kernel and a vector kernel that hand tiles to each other through several pipes, in loops.

    group = RandomGroup(seed)
    group.text                  the program: x in, sums of what arrived out
    group.expected(x)           the same in Torch, from how often each transfer happens

Every transfer moves a multiple of the product x @ x (to the vector cores) or of x (to the cube core), so that what comes
out counts the transfers of each kind. Numbers are small integers: sums are exact in any order.

    python tests/random_groups.py 0 50       compare native code, interpreter and Torch on both chips
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass

import torch

SIZE = 32
SLOT = SIZE * SIZE * 4
SQUARE = f"pl.Tensor[[{SIZE}, {SIZE}], pl.FP32]"
OUT = f"pl.Tensor[[{4 * SIZE}, {SIZE}], pl.FP32]"


@dataclass(frozen=True)
class Pipe:
    """One direction of a pipe; `both`: it has the other one too."""

    id: int
    down: bool  # from the cube core to the vector cores
    split: int
    slots: int
    both: bool = False

    @property
    def terms(self) -> str:
        return f"split={self.split}" + (f", id={self.id}" if self.id else "")

    @property
    def part(self) -> str:
        rows, cols = SIZE // (1 + (self.split == 1)), SIZE // (1 + (self.split == 2))
        return f"[{rows}, {cols}]"


class RandomGroup:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.pipes = self.some_pipes()
        self.lanes = 2 if any(p.split for p in self.pipes) else 1
        self.sums = {0: 0, 1: 0, 2: 0}  # factors of what arrives at the vector cores, by split
        self.up = 0
        self.count = 0
        self.cube: list[str] = []
        self.vector: list[str] = []
        self.steps(0, 1)

    def some_pipes(self) -> list[Pipe]:
        pick = self.random
        found = [
            Pipe(n, pick.random() < 0.6, pick.randrange(3), pick.randint(1, 3))
            for n in range(pick.randint(1, 4))
        ]
        if pick.random() < 0.4:
            slots = pick.randint(1, 3)
            found[:1] = [Pipe(0, down, pick.randrange(3), slots, True) for down in (True, False)]
        return found

    # The bodies of both kernels, side by side

    def steps(self, depth: int, times: int) -> None:
        for _ in range(self.random.randint(1, 3)):
            if depth < 2 and self.random.random() < 0.35:
                trips = self.random.randint(1, 3)
                for lines in (self.cube, self.vector):
                    lines.append("    " * depth + f"for i{self.count} in pl.range({trips}):")
                self.count += 1
                self.steps(depth + 1, times * trips)
            else:
                self.transfer(self.random.choice(self.pipes), "    " * depth, times)

    def transfer(self, pipe: Pipe, indent: str, times: int) -> None:
        n = self.count = self.count + 1
        if pipe.down:
            self.sums[pipe.split] += n * times
            cube = ["c = pl.matmul(left, right)", f"pl.tpush_to_aiv(c, {pipe.terms})"]
            vector = [
                f"t{n}: pl.Tile[{pipe.part}, pl.FP32] = pl.tpop_from_aic({pipe.terms})",
                f"sum{pipe.split} = pl.add(sum{pipe.split}, pl.mul(t{n}, {n}.0))",
                f"pl.tfree_to_aic(t{n})",
            ]
        else:
            self.up += n * times
            vector = [f"v{n} = pl.mul(mine{pipe.split}, {n}.0)", f"pl.tpush_to_aic(v{n}, {pipe.terms})"]
            cube = [
                f"m{n}: pl.Tile[[{SIZE}, {SIZE}], pl.FP32, pl.Mem.Mat] = pl.tpop_from_aiv({pipe.terms})",
                f"d{n} = pl.matmul(pl.move(m{n}, pl.Mem.Left), right)",
                f"pl.tfree_to_aiv(m{n})",
                f"z = pl.store(d{n}, [0, 0], z, atomic=pl.AtomicType.Add)",
            ]
        self.cube += [indent + line for line in cube]
        self.vector += [indent + line for line in vector]

    def opened(self, core: str) -> list[str]:
        """Buffers and pipes of one side."""
        lines: list[str] = []
        for number in sorted({p.id for p in self.pipes}):
            ends = {p.down: p for p in self.pipes if p.id == number}
            args = []
            for down, word in ((True, "down"), (False, "up")):
                name = f"{word}{number}"
                args.append(name if down in ends else "0")
                if down not in ends:
                    continue
                size = SLOT * ends[down].slots
                reserve = f'{name} = pl.reserve_buffer(name="{name}", size={size})'
                peer = f'{name} = pl.import_peer_buffer(name="{name}", peer_func=self.{_OTHER[core]})'
                lines.append(reserve if (core == "aiv") == down else peer)
            mask = 3 if len(ends) == 2 else 1 if True in ends else 2
            slots = next(iter(ends.values())).slots
            lines.append(
                f"pl.{core}_initialize_pipe({', '.join(args)}, dir_mask={mask}, slot_size={SLOT}, slot_num={slots}, "
                f"id={number})"
            )
        return lines

    @property
    def text(self) -> str:
        lane = "pl.get_subblock_idx()" if self.lanes == 2 else "0"
        half = SIZE // 2
        cube = [
            *self.opened("aic"),
            f"x_mat = pl.load(x, [0, 0], [{SIZE}, {SIZE}], target_memory=pl.Mem.Mat)",
            "left = pl.move(x_mat, pl.Mem.Left)",
            "right = pl.move(x_mat, pl.Mem.Right)",
            *self.cube,
            "return z",
        ]
        shapes = (f"[{SIZE}, {SIZE}]", f"[{half}, {SIZE}]", f"[{SIZE}, {half}]")
        starts = ("[0, 0]", f"[lane * {half}, 0]", f"[0, lane * {half}]")
        stores = (f"[lane * {SIZE}, 0]", f"[{2 * SIZE} + lane * {half}, 0]", f"[{3 * SIZE}, lane * {half}]")
        vector = [
            *self.opened("aiv"),
            f"lane = {lane}",
            *(f"mine{n} = pl.load(x, {starts[n]}, {shapes[n]})" for n in range(3)),
            *(f"sum{n} = pl.tile.full({shapes[n]}, dtype=pl.FP32, value=0.0)" for n in range(3)),
            *self.vector,
            *(f"y = pl.store(sum{n}, {stores[n]}, y)" for n in range(3)),
            "return y",
        ]
        return _PROGRAM.format(
            cube="\n        ".join(cube), vector="\n        ".join(vector), x=SQUARE, y=OUT
        )

    def expected(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What y holds, and what z is; -1 where nothing is written."""
        c, half = x @ x, SIZE // 2
        y = torch.full((4 * SIZE, SIZE), -1.0)
        y[: self.lanes * SIZE] = (self.sums[0] * c).repeat(self.lanes, 1)
        y[2 * SIZE : 2 * SIZE + self.lanes * half] = self.sums[1] * c[: self.lanes * half]
        y[3 * SIZE :, : self.lanes * half] = self.sums[2] * c[:, : self.lanes * half]
        return y, self.up * c


_OTHER = {"aic": "vector", "aiv": "cube"}
_PROGRAM = """import pypto.language as pl

@pl.program
class RandomGroup:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, x: {x}, z: pl.InOut[{x}]):
        {cube}

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, x: {x}, y: pl.InOut[{y}]):
        {vector}

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: {x}, y: pl.InOut[{y}], z: pl.InOut[{x}]):
        z = self.cube(x, z)
        y = self.vector(x, y)
        return y, z

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: {x}, y: pl.InOut[{y}], z: pl.InOut[{x}]):
        y, z = self.both(x, y, z)
        return y, z
"""


def differences(seed: int, platforms: tuple[str, ...], engines: tuple[str, ...]) -> list[str]:
    """Where a run of the group gives something else than Torch."""
    import pypto.language as pl
    from pypto.ir import compile as compile_program

    group = RandomGroup(seed)
    x = torch.randint(-2, 3, (SIZE, SIZE), generator=torch.Generator().manual_seed(seed)).float()
    wanted = group.expected(x)
    found = []
    for platform in platforms:
        for engine in engines:
            y, z = torch.full((4 * SIZE, SIZE), -1.0), torch.zeros(SIZE, SIZE)
            program = pl.parse(group.text)
            compile_program(program, platform=platform, dump_passes=False, engine=engine)(x, y, z)
            if not (torch.equal(y, wanted[0]) and torch.equal(z, wanted[1])):
                found.append(f"seed {seed}, {platform}, {engine}")
    return found


if __name__ == "__main__":
    wrong: list[str] = []
    first, last = int(sys.argv[1]), int(sys.argv[2])
    for number in range(first, last):
        wrong += differences(number, ("a2a3sim", "a5sim"), ("native", "interpret"))
    print(f"seeds {first} to {last - 1}: {len(wrong)} runs differ", *wrong, sep="\n")
    raise SystemExit(bool(wrong))
