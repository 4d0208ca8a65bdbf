# SPDX-License-Identifier: Apache-2.0
"""Programs of several functions: compiled, run in both engines on both platforms, and read back from their text."""

import re

import pytest
import torch
from kernel_runs import run_program as run_everywhere

import pypto.language as pl
from golden import TensorSpec, run
from pypto import ir, runtime
from pypto.errors import UserError
from pypto.ir.nodes import Program

M, N, ROWS = 128, 64, 32
T = pl.dynamic("T")
Matrix = pl.Tensor[[M, N], pl.FP32]


def matrices(count=1):
    generator = torch.Generator().manual_seed(7)
    return [torch.randn(M, N, generator=generator) for _ in range(count)]


@pl.function(type=pl.FunctionType.AIV)
def negate(a: pl.Tensor[[M, N], pl.FP32], o: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
    o = pl.store(pl.neg(pl.load(a, [0, 0], [M, N])), [0, 0], o)
    return o


def tile_level(times):
    """A program of tiles; `times` is a name of the enclosing function."""
    rows = ROWS

    @pl.program
    class TileLevel:
        @pl.function(type=pl.FunctionType.InCore)
        def rows_of(
            self,
            a: pl.Tensor[[M, N], pl.FP32],
            b: pl.Tensor[[M, N], pl.FP32],
            r: pl.Scalar[pl.INDEX],
            s: pl.Scalar[pl.FP32],
            o: pl.Out[pl.Tensor[[M, N], pl.FP32]],
        ) -> pl.Tensor[[M, N], pl.FP32]:
            x: pl.Tile[[rows, N], pl.FP32, pl.Mem.Vec] = pl.load(a, [r, 0], [rows, N])
            y: pl.Tile[[rows, N], pl.FP32] = pl.tile.load(b, [r, 0], [rows, N])
            z = pl.tile.adds(x, s)
            for _ in pl.range(times):
                z = self.plus(z, y)
            o_1: pl.Tensor[[M, N], pl.FP32] = pl.store(z, [r, 0], o)
            return o_1

        @pl.function(type=pl.FunctionType.InCore)
        def plus(
            self, z: pl.Tile[[rows, N], pl.FP32], y: pl.Tile[[rows, N], pl.FP32]
        ) -> pl.Tile[[rows, N], pl.FP32]:
            return pl.add(z, y)

        @pl.function(type=pl.FunctionType.Orchestration)
        def main(
            self,
            a: pl.Tensor[[M, N], pl.FP32],
            b: pl.Tensor[[M, N], pl.FP32],
            s: pl.Scalar[pl.FP32],
            o: pl.Out[pl.Tensor[[M, N], pl.FP32]],
        ) -> pl.Tensor[[M, N], pl.FP32]:
            for i, (carried,) in pl.range(0, M // rows, init_values=(o,)):
                written = self.rows_of(a, b, i * rows, s, carried)
                result = pl.yield_(written)
            return result

    return TileLevel


def test_a_program_of_tiles_with_names_of_its_enclosing_function():
    a, b = matrices(2)
    *_, o = run_everywhere(tile_level(2), a, b, 1.5, torch.zeros(M, N))
    assert torch.equal(o, a + 1.5 + b + b)


@pl.program
class Allocated:
    """What programs after lowering say: allocations, pointers, and places in them."""

    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, shared: pl.Ptr, a: Matrix, o: pl.Out[Matrix]):
        own: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2 * 32768, pinned=True)
        t: pl.Tile[[M, N], pl.FP32, pl.MemRef(own, 0, 32768), pl.Mem.Vec] = pl.load(a, [0, 0], [M, N])
        u: pl.Tile[[M, N], pl.FP32, pl.MemRef(own, 32768, 32768), pl.Mem.Vec] = pl.tile.add(t, t)
        v: pl.Tile[[M, N], pl.FP32, pl.MemRef(shared, 0, 32768), pl.Mem.Vec] = pl.tile.muls(u, 2.0)
        w: pl.Tile[[M, N], pl.FP32, pl.MemRef(own, 0, 32768), pl.Mem.Vec] = pl.tile.neg(v)
        o = pl.store(w, [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: Matrix, o: pl.Out[Matrix]):
        buffer = pl.tile.alloc(pl.Mem.Vec, 32768)
        o = self.kernel(buffer, a, o)
        return o


def test_allocations_and_places_in_them():
    (a,) = matrices()
    *_, o = run_everywhere(Allocated, a, torch.zeros(M, N))
    assert torch.equal(o, -4 * a)


def test_a_pointer_does_not_come_from_the_host():
    text = Allocated.as_python().replace("# entry: main\n", "")
    start = text.index("    @pl.function(type=pl.FunctionType.Orchestration)")
    alone = pl.parse(text[:start])
    assert alone.as_python() == pl.parse(alone.as_python()).as_python()
    with pytest.raises(UserError, match=r"`shared` of kernel is a pl[.]Ptr, and the host has none"):
        ir.compile(alone)

    @pl.jit
    def entry(p: pl.Ptr, y: pl.Out[Matrix]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.full([M, N], pl.FP32, 0)

    with pytest.raises(UserError, match=r"`p` of entry is a pl[.]Ptr"):
        entry.compile()


@pl.program
class Columns:
    """A core function whose parameters lie in columns, called with views and with a scratch tensor."""

    @pl.function(type=pl.FunctionType.InCore)
    def twice(
        self,
        w: pl.Tensor[[T, N], pl.FP32, pl.TensorView(layout=pl.TensorLayout.DN)],
        o: pl.InOut[pl.Tensor[[T, N], pl.FP32, pl.TensorView(stride=[1, T], layout=pl.TensorLayout.DN)]],
    ):
        t = pl.load(w, [16, 16], [32, 16])
        o = pl.store(pl.add(t, t), [16, 16], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, w: pl.Tensor[[N, T], pl.FP32], o: pl.Out[pl.Tensor[[N, T], pl.FP32]]):
        columns = pl.tensor.view(w, layout=pl.TensorLayout.DN)
        scratch = pl.create_tensor([columns.shape[0], N], pl.FP32, layout=pl.TensorLayout.DN, init_value=1.0)
        scratch = self.twice(columns, scratch)
        rows = pl.tensor.view(scratch, layout=pl.TensorLayout.ND)
        for i in pl.range(N // 16):
            with pl.at(level=pl.Level.CORE_GROUP):
                o[16 * i : 16 * (i + 1), 0:M] = rows[16 * i : 16 * (i + 1), 0:M]
        return o


def test_parameters_that_lie_in_columns():
    w = matrices()[0].T.contiguous()
    *_, o = run_everywhere(Columns, w, torch.zeros(N, M))
    wanted = torch.ones(N, M)
    wanted[16:32, 16:48] = 2 * w[16:32, 16:48]
    assert torch.equal(o, wanted)


@pl.program
class Results:
    """Core functions that return values of their own, one called before it is written."""

    @pl.function(type=pl.FunctionType.InCore)
    def product(self, a: Matrix, b: Matrix) -> Matrix:
        return pl.mul(a, b)

    @pl.function(type=pl.FunctionType.AIV)
    def two(self, a: Matrix) -> tuple[Matrix, Matrix]:
        return pl.add(a, 1.0), pl.mul(a, 2.0)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: Matrix, b: Matrix, o: pl.Out[Matrix]) -> Matrix:
        c = self.product(a, b)
        d, e = self.two(c)
        o = self.last(d, e, o)
        return o

    @pl.function(type=pl.FunctionType.InCore)
    def last(self, d: Matrix, e: Matrix, o: pl.Out[Matrix]):
        o[:, :] = pl.add(d, e)
        return o


def test_core_functions_return_values_of_their_own():
    a, b = matrices(2)
    *_, o = run_everywhere(Results, a, b, torch.zeros(M, N))
    assert torch.equal(o, (a * b + 1) + a * b * 2)


@pl.program
class Dynamic:
    """Launches: by blocks, as a submission, and beside a region of the caller."""

    @pl.function(type=pl.FunctionType.InCore)
    def add_block(self, a: pl.Tensor[[T, N], pl.FP32], o: pl.InOut[pl.Tensor[[T, N], pl.FP32]]):
        b = pl.tile.get_block_idx()
        t = pl.load(a, [b * 16, 0], [16, N])
        o = pl.store(pl.add(t, pl.load(o, [b * 16, 0], [16, N])), [b * 16, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[T, N], pl.FP32], o: pl.InOut[pl.Tensor[[T, N], pl.FP32]]):
        n = pl.tensor.dim(a, 0)
        with pl.spmd(n // 16):
            o = self.add_block(a, o)
        with pl.spmd(n // 16) as first:
            o = self.add_block(a, o)
        o, second = pl.spmd_submit(self.add_block, a, o, core_num=n // 16, deps=[first])
        with pl.at(level=pl.Level.CORE_GROUP, deps=[second]):
            o[0:16, :] = pl.add(o[0:16, :], 1.0)
        return o


def test_launches_and_dynamic_extents():
    (a,) = matrices()
    _, o = run_everywhere(Dynamic, a, torch.full((M, N), 2.0))
    expected = a + (a + (a + 2.0))
    expected[:16] += 1
    assert torch.equal(o, expected)


@pl.program
class Mixed:
    """Inline and Opaque functions are read where they are called; a function of the file is called by its name."""

    @pl.function(type=pl.FunctionType.Inline)
    def inner(self, a: Matrix, o: Matrix):
        o = negate(a, o)
        return o

    @pl.function
    def outer(self, a: Matrix, o: pl.Out[Matrix]):
        o = self.inner(a, o)
        return o

    @pl.function(type=pl.FunctionType.InCore)
    def half(self, a: pl.Tensor[[M // 2, N], pl.FP32], o: pl.InOut[pl.Tensor[[M // 2, N], pl.FP32]]):
        o[:, :] = pl.add(a, o)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: Matrix, o: pl.Out[Matrix]):
        o = self.outer(a, o)
        self.half(a[M // 2 : M, :], o[0 : M // 2, :])
        return o


def test_inline_opaque_and_free_functions_and_views_as_arguments():
    (a,) = matrices()
    _, o = run_everywhere(Mixed, a, torch.zeros(M, N))
    assert torch.equal(o, torch.cat([-a[: M // 2] + a[M // 2 :], -a[M // 2 :]]))
    assert list(Mixed.functions) == ["outer", "half", "main", "negate"]


@pl.program
class OneRegion:
    @pl.function
    def main(self, a: Matrix, o: pl.Out[Matrix]):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="triple"):
            o[:, :] = pl.mul(a, 3.0)
        return o


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    for i in pl.range(M // ROWS):
        y[i * ROWS : (i + 1) * ROWS, :] = pl.mul(x[i * ROWS : (i + 1) * ROWS, :], 2.0)
    return y


@pl.jit.incore
def doubled_blocks(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    r = pl.get_block_idx() * ROWS
    y[r : r + ROWS, :] = pl.mul(x[r : r + ROWS, :], 2.0)
    return y


@pl.jit.opaque
def doubled_twice(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    t = pl.create_tensor([M, N], dtype=pl.FP32)
    t = doubled(x, t)
    y = doubled(t, y)
    return y


@pl.program
class KernelsOfTheJitFamily:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[M, N], pl.FP32], y: pl.Out[pl.Tensor[[M, N], pl.FP32]]):
        t = pl.create_tensor([M, N], dtype=pl.FP32)
        t = doubled_twice(x, t)
        u = pl.create_tensor([M, N], dtype=pl.FP32)
        with pl.spmd(M // ROWS):
            u = doubled_blocks(t, u)
        y, _task = pl.submit(doubled, u, y)
        return y


def test_a_method_calls_kernels_of_the_jit_family_by_their_names():
    (x,) = matrices()
    assert torch.equal(run_everywhere(KernelsOfTheJitFamily, x, torch.zeros(M, N))[1], x * 16)


def test_an_opaque_function_with_regions_is_an_entry():
    (a,) = matrices()
    assert torch.equal(run_everywhere(OneRegion, a, torch.zeros(M, N))[1], 3 * a)


def test_one_core_function_is_an_entry():
    (a,) = matrices()
    program = pl.parse(
        f"""import pypto.language as pl
M = {M}
@pl.program
class OneKernel:
    @pl.function(type=pl.FunctionType.InCore)
    def double(self, a: pl.Tensor[[M, {N}], pl.FP32], o: pl.Out[pl.Tensor[[M, {N}], pl.FP32]]):
        t = pl.load(a, [0, 0], [M, {N}])
        o = pl.store(pl.add(t, t), [0, 0], o)
        return o
"""
    )
    artifact = ir.compile(program, engine="interpret")
    assert torch.equal(artifact(a), a + a)


def test_the_harness_runs_programs():
    def reference(tensors):
        tensors["o"][:] = tensors["a"] * 3.0

    specs = [TensorSpec(name, [M, N], torch.float32, init_value=torch.randn) for name in ("a", "o")]
    assert run(fn=OneRegion, specs=specs, golden_fn=reference, config={"engine": "interpret"}).passed
    wrong = run(fn=OneRegion, specs=specs[:1], golden_fn=reference)
    assert not wrong.passed and "o" in str(wrong.error)


ring = pl.MemRef(slots=3)
own = pl.MemRef()


@pl.program
class Placed:
    """Tiles in buffers that the author declared: a ring, and one that two tiles share."""

    @pl.function(type=pl.FunctionType.InCore)
    def body(self, a: Matrix, o: pl.Out[Matrix]):
        for i in pl.range(4):
            r = i * ROWS
            t: pl.Tile[[ROWS, N], pl.FP32, pl.Mem.Vec, ring[i % 3]] = pl.load(a, [r, 0], [ROWS, N])
            u: pl.Tile[[ROWS, N], pl.FP32, pl.Mem.Vec, own] = pl.add(t, 1.0)
            v = pl.mul(u, u)
            w: pl.Tile[[ROWS, N], pl.FP32, pl.Mem.Vec, own] = pl.neg(v)
            o = pl.store(w, [r, 0], o)
        return o


def test_buffers_that_the_author_declared():
    (a,) = matrices()
    assert torch.equal(run_everywhere(Placed, a, torch.zeros(M, N))[1], -((a + 1) * (a + 1)))
    text = next(ir.compile(Placed, engine="interpret").output_dir.glob("ptoas/*.pto")).read_text()
    addresses = dict(re.findall(r"%(\w+) = pto.alloc_tile addr = %c(\d+)_i64", text))
    tile = ROWS * N * 4
    assert (
        abs(int(addresses["u"]) - int(addresses["t"])) in (tile, 3 * tile)
        and len(set(addresses.values())) == 3
    )
    for kind, body in (("together", "pl.range(4)"), ("pipelined", "pl.pipeline(4, stage=2)")):
        held = "u" if kind == "together" else "t"
        source = f"""
import pypto.language as pl
ring = pl.MemRef(slots=2)
@pl.function(type=pl.FunctionType.InCore)
def f(a: pl.Tensor[[128, 64], pl.FP32], o: pl.Out[pl.Tensor[[128, 64], pl.FP32]]):
    for i in {body}:
        t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, ring[0]] = pl.load(a, [i * 32, 0], [32, 64])
        u: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, ring[{0 if held == "u" else 1}]] = pl.neg(t)
        o = pl.store(pl.add(t, u), [i * 32, 0], o)
"""
        function = pl.parse(source)
        program = Program("f", {"f": function}, "f")
        words = (
            "share a slot of the pl.MemRef `ring`"
            if kind == "together"
            else "inside a pl.pipeline of 2 stages"
        )
        with pytest.raises(UserError, match=words):
            ir.compile(program, engine="interpret")


@pl.program
class Launcher:
    """A launcher of its own kind, whose number of blocks is a fact about it."""

    @pl.function(type=pl.FunctionType.InCore)
    def rows(self, a: Matrix, o: pl.Out[Matrix]):
        r = pl.tile.get_block_idx() * ROWS
        o = pl.store(pl.neg(pl.load(a, [r, 0], [ROWS, N])), [r, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Spmd)
    def all_rows(self, a: Matrix, n: pl.Scalar[pl.INDEX], o: pl.Out[Matrix]):
        pl.func_attr({"core_num": n, "sync_start": True})
        o = self.rows(a, o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: Matrix, o: pl.Out[Matrix]):
        o = self.all_rows(a, M // ROWS, o)
        return o


def test_a_function_that_launches_blocks():
    (a,) = matrices()
    _, o = run_everywhere(Launcher, a, torch.zeros(M, N))
    assert torch.equal(o, -a)
    assert 'with pl.spmd(4, name_hint="all_rows", sync_start=True):' in Launcher.as_python()


def test_run_compares_with_reference_data(tmp_path):
    (a,) = matrices()
    config = {"engine": "interpret", "save_kernels_dir": tmp_path / "build"}
    o = torch.zeros(M, N)
    result = runtime.run(OneRegion, a, o, config=config)
    assert result.passed and torch.equal(o, 3 * a) and result.work_dir == tmp_path / "build"
    for part, name, value in (("in", "a", a), ("out", "o", 3 * a)):
        (tmp_path / part).mkdir()
        torch.save(value, tmp_path / part / f"{name}.pt")
    config["golden_data_dir"] = tmp_path
    assert runtime.run(OneRegion, config=config).passed
    torch.save(torch.where(a == a[5, 6], 1.0, 3 * a), tmp_path / "out" / "o.pt")
    failed = runtime.run(OneRegion, config=config)
    assert not failed.passed and "`o`: 1 of 8192 elements" in failed.error and "[5, 6]" in failed.error
    (tmp_path / "out" / "o.pt").unlink()
    assert "cannot be read: No such file" in runtime.run(OneRegion, config=config).error
    assert "takes 2 or 1" in runtime.run(OneRegion, a, o, o, config={"engine": "interpret"}).error


def test_arguments_of_compile(monkeypatch):
    for key, value, words in (
        ("platform", "a7", "Invalid platform 'a7'"),
        ("backend_type", "Ascend1", "backend_type must be one of Ascend910B, Ascend950"),
        ("verification_level", "SOME", "NONE, BASIC, ROUNDTRIP"),
        ("skip_ptoas", True, "skip_ptoas is not supported yet"),
        ("runtime", "HOST_BUILD_GRAPH", "runtime is not supported yet"),
        ("memory_planner", "BEST", "must be one of PYPTO, DSA_RP, PTOAS, got 'BEST'"),
    ):
        with pytest.raises(ValueError, match=words):
            ir.compile(OneRegion, **{key: value})
    with pytest.raises(ValueError, match="Ascend910B, backend_type says 'Ascend950'"):
        ir.compile(OneRegion, platform="a2a3sim", backend_type="Ascend950")
    with pytest.raises(UserError, match=r"found a ProgramFunction: <pl.function negate>"):
        ir.compile(negate)
    assert ir.compile(OneRegion, backend_type="Ascend950").platform == "a5sim"


def test_pto_lines_say_their_place_unless_told_not_to(monkeypatch):
    def count(**options):
        [text] = (ir.compile(OneRegion, **options).output_dir / "ptoas").glob("*.pto")
        return text.read_text().count(" loc(")

    assert count() > 0
    assert count(emit_source_loc=False) == 0
    monkeypatch.setenv("PYPTO_EMIT_PTO_LOC", "0")
    assert count() == 0
    assert count(emit_source_loc=True) > 0
    with pytest.raises(ValueError, match="'emit_source_loc' must be True, False or None, got 1"):
        ir.compile(OneRegion, emit_source_loc=1)


@pl.jit
def wild(n: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(y, [pl.read(n, [0])], 1.0)
    return y


def test_what_a_program_without_places_does_wrong_names_a_line_of_its_pto():
    program = wild.compile(
        torch.zeros(1, dtype=torch.int32), torch.zeros(16), config={"emit_source_loc": False}
    )
    with pytest.raises(UserError, match=r"wild_incore_0\.pto:\d+:\d+: error: write writes outside of `y`"):
        program(torch.tensor([400], dtype=torch.int32), torch.zeros(16))
