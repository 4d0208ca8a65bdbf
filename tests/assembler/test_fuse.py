# SPDX-License-Identifier: Apache-2.0
"""What is fused, what must not be, and random programs that run the same both ways."""

import random
from pathlib import Path

import numpy as np
import pytest
from assembler.harness import Kernel
from assembler.texts import Text

from pypto.assembler import assemble, parse_pto

DATA = Path(__file__).parent.parent / "data" / "pto"


def generated(text: object) -> str:
    (kernel,) = assemble(parse_pto(str(text), "kernel.pto")).values()
    return kernel.generated_text


def loops(text: str) -> list[str]:
    """The instructions of each fused loop."""
    found = [line.split("One loop: ")[1] for line in text.splitlines() if "One loop: " in line]
    return [" ".join(part.split()[0] for part in line.split(", ")) for line in found]


def sample(name: str) -> Kernel:
    return Kernel((DATA / f"{name}.pto").read_text(), file=f"{name}.pto")


def rows(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def test_softmax_is_one_loop_and_its_tile_is_never_written_whole() -> None:
    kernel = sample("softmax_512x256")
    assert loops(kernel.kernel.generated_text) == [
        "TLOAD TROWMAX TROWEXPANDSUB TEXP TROWSUM TROWEXPANDDIV TSTORE"
    ]
    x, y = rows(512, 256), np.zeros((512, 256), np.float32)
    assert kernel.run([x, y]).fault.code == 0
    e = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(y, e / e.sum(1, keepdims=True), rtol=1e-6)


def test_rms_norm_has_one_loop_per_pass_over_the_columns() -> None:
    kernel = sample("rms_norm_512x512")
    assert loops(kernel.kernel.generated_text) == [
        "TLOAD TMUL TROWSUM TADD",
        "TMULS TADDS TRSQRT",
        "TLOAD TROWEXPANDMUL TCOLEXPANDMUL TSTORE",
    ]
    x, g, y = rows(512, 512), rows(1, 512, seed=1), np.zeros((512, 512), np.float32)
    assert kernel.run([x, g, y]).fault.code == 0
    wide = x.astype(np.float64)
    expected = wide / np.sqrt((wide * wide).mean(1, keepdims=True) + 1e-6) * g
    np.testing.assert_allclose(y, expected, rtol=2e-6, atol=1e-6)


def test_layer_norm_and_rope_agree_with_numpy() -> None:
    x, g, b, y = rows(512, 512), rows(1, 512, seed=1), rows(1, 512, seed=2), np.zeros((512, 512), np.float32)
    assert sample("layer_norm_512x512").run([x, g, b, y]).fault.code == 0
    wide = x.astype(np.float64)
    centred = wide - wide.mean(1, keepdims=True)
    expected = centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * g + b
    np.testing.assert_allclose(y, expected, rtol=1e-5, atol=2e-6)
    x, c, s, y = (
        rows(128, 128),
        rows(128, 64, seed=1),
        rows(128, 64, seed=2),
        np.zeros((128, 128), np.float32),
    )
    kernel = sample("rope_128x128")
    assert len(loops(kernel.kernel.generated_text)) == 1
    assert kernel.run([x, c, s, y]).fault.code == 0
    first, second = x[:, :64], x[:, 64:]
    np.testing.assert_array_equal(y, np.concatenate([first * c - second * s, second * c + first * s], 1))


def test_a_tile_that_is_read_later_is_kept() -> None:
    text = Text().view("x", "f32", 8, 64).view("y", "f32", 8, 64).view("z", "f32", 8, 64)
    text.tile("t", "f32", 8, 64).tile("u", "f32", 8, 64)
    text.load("t", "x", (0, 0), (8, 64)).op("tmul", "t t", "u").store("u", "y", (0, 0), (8, 64))
    dead = generated(text)
    text.store("t", "z", (0, 0), (8, 64))
    assert " t.line(row)" not in dead and " t.line(row)" in generated(text)


def test_a_tile_carried_over_the_back_edge_is_kept() -> None:
    text = Text().view("x", "f32", 32, 64).view("y", "f32", 8, 64).param("k", "f32")
    text.tile("acc", "f32", 8, 64).tile("t", "f32", 8, 64).op("texpands", "k", "acc").loop("i", 32, 8)
    text.load("t", "x", ("%i", 0), (8, 64)).op("tadd", "acc t", "acc").end().store(
        "acc", "y", (0, 0), (8, 64)
    )
    x, y = rows(32, 64), np.zeros((8, 64), np.float32)
    assert Kernel(str(text)).run([x, y, 0.0]).fault.code == 0
    np.testing.assert_array_equal(y, ((x[:8] + x[8:16]) + x[16:24]) + x[24:])


@pytest.mark.parametrize("shift", [0, 1, 8])
def test_input_and_output_may_be_the_same_memory(shift: int) -> None:
    """All rows are loaded before the first is stored, whatever the loop looks like."""
    text = (
        Text().view("x", "f32", 8, 64).view("y", "f32", 8, 64).tile("t", "f32", 8, 64).tile("s", "f32", 8, 1)
    )
    text.load("t", "x", (0, 0), (8, 64)).op("trowmax", "t t", "s").op("trowexpandsub", "t s", "t")
    text.store("t", "y", (0, 0), (8, 64))
    buffer = rows(16, 64)
    expected = buffer[:8] - buffer[:8].max(1, keepdims=True)
    assert Kernel(str(text)).run([buffer[:8], buffer[shift : shift + 8]], buffers=[0, 0]).fault.code == 0
    np.testing.assert_array_equal(buffer[shift : shift + 8], expected)


def test_a_load_after_a_store_sees_what_was_stored() -> None:
    text = (
        Text()
        .view("x", "f32", 16, 64)
        .view("y", "f32", 8, 64)
        .tile("t", "f32", 8, 64)
        .tile("u", "f32", 8, 64)
    )
    text.load("t", "x", (0, 0), (8, 64)).op("tadd", "t t", "t").store("t", "x", (4, 0), (8, 64))
    text.load("u", "x", (2, 0), (8, 64)).op("tadd", "u u", "u").store("u", "y", (0, 0), (8, 64))
    x, y = rows(16, 64), np.zeros((8, 64), np.float32)
    expected = x.copy()
    expected[4:12] = 2 * x[:8]
    assert Kernel(str(text)).run([x, y]).fault.code == 0
    np.testing.assert_array_equal(y, 2 * expected[2:10])


def test_values_in_registers_may_share_bytes() -> None:
    """Two rows through one buffer, a column inside a dead tile: still one loop."""
    text = (
        Text()
        .view("x", "f32", 16, 64)
        .view("g", "f32", 1, 64)
        .view("b", "f32", 1, 64)
        .view("y", "f32", 16, 64)
    )
    text.tile("t", "f32", 16, 64, addr=0).tile("sq", "f32", 16, 64, addr=4096).tile(
        "s", "f32", 16, 1, addr=8192
    )
    text.tile("mean", "f32", 16, 1, addr=4096).tile("row", "f32", 1, 64, addr=4096).number(
        "k", "0.015625", "f32"
    )
    text.load("t", "x", (0, 0), (16, 64)).op("tmul", "t t", "sq").op("trowsum", "sq sq", "s").op(
        "tmuls", "s k", "mean"
    )
    text.op("trowexpandmul", "t mean", "t").load("row", "g", (0, 0), (1, 64)).op(
        "tcolexpandmul", "t row", "t"
    )
    text.load("row", "b", (0, 0), (1, 64)).op("tcolexpandadd", "t row", "t").store("t", "y", (0, 0), (16, 64))
    fused, single = Kernel(str(text)), Kernel(str(text), fuse=False)
    assert len(loops(fused.kernel.generated_text)) == 1
    x, g, b = rows(16, 64), rows(1, 64, seed=1), rows(1, 64, seed=2)
    results = []
    for kernel in (fused, single):
        y = np.zeros((16, 64), np.float32)
        assert kernel.run([x, g, b, y]).fault.code == 0
        results.append(y)
    assert results[0].tobytes() == results[1].tobytes()
    np.testing.assert_allclose(results[0], x * (x * x).mean(1, keepdims=True) * g + b, rtol=1e-5, atol=1e-6)


def test_large_outputs_are_streamed_past_the_caches() -> None:
    text = Text().view("x", "f32", 16, 4096).view("y", "f32", 1024, 4096).param("n", "index")
    text.tile("t", "f32", 8, 4096).load("t", "x", (0, 0), (8, 4096)).op("tadd", "t t", "t")
    text.store("t", "y", ("%n", 0), (8, 4096))
    x = rows(16, 4096)
    memory = np.zeros(1024 * 4096 + 64, np.float32)
    for shift in (0, 1):  # aligned to a cache line, and not
        start = -memory.ctypes.data % 64 // 4 + shift
        y = memory[start : start + 1024 * 4096].reshape(1024, 4096)
        assert Kernel(str(text)).run([x, y, 16]).fault.code == 0
        np.testing.assert_array_equal(y[16:24], 2 * x[:8])


# Random programs ----------------------------------------------------------------------------------------------------

ROWS, EXTENT, WIDTH = 8, 24, 160


class RandomText(Text):
    """Loads, stores and instructions over few buffers, so that they are reused, aliased and carried around a loop."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.elem = self.random.choice(["f32", "f32", "f16", "i32"])
        self.cols = self.random.choice([24, 64, 150])
        self.n: object = "%n" if self.random.random() < 0.4 else self.rows
        width = -(-self.cols // 32) * 32
        for name in "xyz":
            self.view(name, self.elem, EXTENT * 2, WIDTH)
        self.param("n", "index").number("two", "2" if self.elem == "i32" else "0.5", self.elem)
        self.tiles = [f"t{i}" for i in range(self.random.choice([2, 3, 4]))]
        for i, name in enumerate(self.tiles):
            self.tile(name, self.elem, self.rows, width, valid=(self.n, self.cols), addr=i * 8192)
        for i in range(3):
            self.tile(f"s{i}", self.elem, self.rows, 1, valid=(self.n, 1), addr=65536 + i * 64)
        for i in range(2):
            self.tile(f"r{i}", self.elem, 1, width, valid=(1, self.cols), addr=73728 + i * 1024)
        self.steps(self.random.randrange(3, 9), [0, 1, 5])
        self.loop("i", 3, 1).steps(self.random.randrange(4, 14), [0, 1, 5, "%i"]).end()
        self.steps(self.random.randrange(3, 9), [0, 1, 5])
        for i, name in enumerate([*self.tiles, "s0", "s1", "s2", "r0", "r1"]):
            self.store(name, "xyz"[i % 3], (i, i % 2), self.size(name))

    @property
    def rows(self) -> int:
        return 2 * ROWS if self.elem == "f16" else ROWS

    def size(self, name: str) -> tuple[object, object]:
        return {"t": (self.n, self.cols), "s": (self.n, 1), "r": (1, self.cols)}[name[0]]

    def steps(self, count: int, begins: list[object]) -> "RandomText":
        pick = self.random.choice
        for _ in range(count):
            t, s, r = (
                (lambda: pick(self.tiles)),
                (lambda: pick(["s0", "s1", "s2"])),
                (lambda: pick(["r0", "r1"])),
            )
            any_tile = pick([t(), t(), t(), s(), r()])
            begin = (pick(begins), pick([0, 1]))
            choice = self.random.randrange(12)
            if choice < 2:
                self.load(any_tile, pick("xyz"), begin, self.size(any_tile))
            elif choice == 2:
                self.store(any_tile, pick("xyz"), begin, self.size(any_tile))
            elif choice < 5:
                self.op(pick(["tadd", "tsub", "tmul", "tmax"]), f"{t()} {t()}", t())
            elif choice == 5:
                self.op(pick(["tneg", "tmov"]), t(), t())
            elif choice == 6:
                self.op(pick(["trowsum", "trowmax"]), f"{t()} {t()}", s())
            elif choice == 7:
                self.op(pick(["trowexpandadd", "trowexpandmul"]), f"{t()} {s()}", t())
            elif choice == 8:
                self.op(pick(["tcolexpandadd", "tcolexpandmax"]), f"{t()} {r()}", t())
            elif choice == 9:
                self.op(pick(["tcolsum", "tcolmax"]), t(), r())
            elif choice == 10:
                self.op(pick(["tadd", "tmax"]), f"{s()} {s()}", s())
            else:
                self.op("tadds", f"{any_tile} two", any_tile)
        return self


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_run_the_same_fused_and_one_by_one(seed: int) -> None:
    text = RandomText(seed)
    kernels = [Kernel(str(text), fuse=fuse) for fuse in (True, False)]
    for step in (2 * EXTENT, 3, 0):  # separate tensors, overlapping ones, one tensor thrice
        for n in (text.rows, text.rows - 3, 0) if text.n == "%n" else (text.rows,):
            results = []
            for kernel in kernels:
                rng = np.random.default_rng(seed)
                memory = (rng.standard_normal((6 * EXTENT, WIDTH)) * 3).astype(
                    {"f32": "f4", "f16": "f2", "i32": "i4"}[text.elem]
                )
                tensors = [memory[i * step : i * step + 2 * EXTENT] for i in range(3)]
                assert kernel.run([*tensors, n], buffers=[0, 0, 0]).fault.code == 0
                results.append(memory.tobytes())
            assert results[0] == results[1]
