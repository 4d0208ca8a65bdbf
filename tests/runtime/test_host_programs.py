# SPDX-License-Identifier: Apache-2.0
"""Programs of the host on several ranks: what runs where, what it sees, and what is refused before anything runs."""

import json
from dataclasses import replace

import host_programs as made
import pytest
import torch
from host_programs import R, call, double, part, rank_loop, scalar, tensor

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.compiler import compile_host
from pypto.errors import ArgumentError, KernelFault, ToolchainError
from pypto.ir.distributed_compiled_program import DistributedCompiledProgram, DistributedConfig
from pypto.ir.dtypes import FP32, INT32
from pypto.ir.host import (
    Alloc,
    Branch,
    Create,
    Extent,
    Let,
    Loop,
    Name,
    Number,
    Operation,
    Slice,
    Window,
    WindowOf,
    WorldSize,
)
from pypto.runtime import RunConfig

SIZE = made.SIZE
ENGINES = ["native", "interpret"]


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


def values(ranks=2, seed=0):
    xs = torch.randn(ranks, SIZE, SIZE, generator=torch.Generator().manual_seed(seed))
    return xs, torch.zeros_like(xs)


def compiled(program, engine="native", **config):
    return compile_host(program, {"engine": engine, **config})


# --- what runs ---


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_each_rank_computes_its_slice(engine, platform, ranks):
    artifact = compiled(made.doubling(ranks), engine, platform=platform)
    xs, ys = values(ranks)
    assert artifact(xs, ys) is None
    assert torch.equal(ys, 2 * xs)
    assert torch.equal(artifact(xs), 2 * xs)
    assert (artifact.world_size, artifact.platform) == (ranks, platform)


def test_a_rank_keeps_its_window_between_dispatches_and_not_between_calls(engine):
    artifact = compiled(made.gathering(), engine)
    for seed in range(2):
        xs, ys = values(seed=seed)
        artifact(xs, ys)
        assert torch.equal(ys, xs + xs)


def test_views_of_one_buffer_show_the_same_bytes(engine):
    half = (Number(16), Number(SIZE))
    body = [
        Alloc("held", (Number(SIZE * SIZE * 4),), None),
        Window("one", "held", (Number(SIZE), Number(SIZE)), FP32),
        Window("other", "held", (Number(SIZE), Number(SIZE)), FP32),
        Window("short", "held", half, FP32),
        rank_loop(
            call("gather", part("xs", R), WindowOf("one"), part("ys", R)),
            call("gather", part("xs", R), WindowOf("other"), part("ys", R)),
        ),
    ]
    program = made.host_program([tensor("xs"), tensor("ys", "out")], body, made.gathering().entries)
    xs, ys = values()
    compiled(program, engine)(xs, ys)
    assert torch.equal(ys, xs + xs)


def test_windows_of_one_set_of_ranks_lie_in_one_domain():
    from pypto.runtime.plan import Callee, plan_of

    one = (Number(1),)
    body = [
        Alloc("a", one, INT32),
        Alloc("b", (Number(33),), None),
        Alloc("c", one, INT32),
        Window("wa", "a", one, INT32),
        Window("wb", "b", one, INT32),
        Window("wc", "c", one, INT32),
        rank_loop(call("f", WindowOf("wa"), WindowOf("wb"))),
        call("f", WindowOf("wc"), WindowOf("wa"), device=1),
    ]
    from pypto.runtime.arguments import Parameter

    callee = Callee([Parameter(n, "tensor", "in", (1,), INT32) for n in "xy"], ())
    plan = plan_of(made.host_program([], body, {}, 3, ()), {}, {}, {"f": callee})
    found = [(d.name, d.ranks, [(b.name, b.offset) for b in d.buffers], d.nbytes) for d in plan.domains]
    assert found == [
        ("comm_d0", (0, 1, 2), [("a", 0), ("b", 32)], 4096),
        ("comm_d1", (1,), [("c", 0)], 4096),
    ]


def test_windows_are_for_at_most_64_ranks():
    from pypto.runtime.arguments import Parameter
    from pypto.runtime.plan import Callee, plan_of

    body = [
        Alloc("a", (Number(1),), INT32, made.Span(made.__file__, 12, 1)),
        Window("w", "a", (Number(1),), INT32),
        rank_loop(call("f", WindowOf("w"))),
    ]
    callees = {"f": Callee([Parameter("x", "tensor", "in", (1,), INT32)], ())}
    assert len(plan_of(made.host_program([], body, {}, 64, ()), {}, {}, callees).domains[0].ranks) == 64
    with pytest.raises(
        ValueError, match=r"`a` is a window of 65 ranks, and ranks .* are at most 64"
    ) as error:
        plan_of(made.host_program([], body, {}, 65, ()), {}, {}, callees)
    assert error.value.span.line == 12


def test_dispatches_without_a_device_go_to_the_ranks_in_turn(engine):
    body = [
        Loop(
            "i",
            Number(0),
            Number(5),
            Number(1),
            (call("double", part("xs", Name("i")), part("ys", Name("i")), device=None),),
        )
    ]
    params = [tensor("xs", ranks=5), tensor("ys", "out", ranks=5)]
    artifact = compiled(made.host_program(params, body, {"double": (made.double, {})}, 3), engine)
    xs, ys = values(5)
    record = artifact.dispatch([xs, ys])
    assert torch.equal(ys, 2 * xs)
    assert [(one.rank, one.slot) for one in record.launches] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]


def test_numbers_of_the_driver_reach_the_ranks(engine):
    right = Operation("%", (made.plus(R, 1), WorldSize()))
    factor = Operation("-", (Operation("*", (Name("n"), made.plus(R, 1))), Extent("xs", 0)))
    body = [rank_loop(Let("f", factor), call("scale", part("xs", right), Name("f"), part("ys", R)))]
    params = [tensor("xs"), tensor("ys", "out"), scalar("n")]
    program = made.host_program(params, body, {"scale": (made.scale, {"factor": pl.RUNTIME})})
    artifact = compiled(program, engine)
    xs, ys = values()
    artifact(xs, ys, 5)
    assert torch.equal(ys, torch.stack([xs[1] * 3, xs[0] * 8]))
    artifact(xs, ys, torch.tensor(7, dtype=torch.int32))
    assert torch.equal(ys, torch.stack([xs[1] * 5, xs[0] * 12]))
    with pytest.raises(ArgumentError, match="`n` does not fit"):
        artifact(xs, ys, 1.5)


def test_branches_and_created_tensors_and_names_of_results(engine):
    shape = (WorldSize(), Number(SIZE), Number(SIZE))
    first = Operation("==", (R, Number(0)))
    body = [
        Create("t", shape, FP32),
        Create("ones", shape, FP32, 1.5),
        rank_loop(
            Branch(
                first,
                (call("double", part("xs", R), part("t", R), results=("u",)),),
                (call("double", part("ones", R), part("t", R), results=("u",)),),
            ),
            call("double", part("u"), part("ys", R)),
        ),
    ]
    program = made.host_program([tensor("xs"), tensor("ys", "out")], body, {"double": (made.double, {})})
    xs, ys = values()
    compiled(program, engine)(xs, ys)
    assert torch.equal(ys[0], 4 * xs[0]) and torch.equal(ys[1], torch.full((SIZE, SIZE), 6.0))


def test_parts_whose_elements_do_not_lie_together(engine):
    index = R, Slice(Number(0), Number(SIZE)), Slice(Number(SIZE), Number(2 * SIZE))
    body = [rank_loop(call("double", part("xs", *index), part("ys", *index)))]
    params = [tensor("xs", shape=(SIZE, 2 * SIZE)), tensor("ys", "inout", shape=(SIZE, 2 * SIZE))]
    artifact = compiled(made.host_program(params, body, {"double": (made.double, {})}), engine)
    xs, ys = torch.randn(2, SIZE, 2 * SIZE), torch.ones(2, SIZE, 2 * SIZE)
    record = artifact.dispatch([xs, ys])
    assert torch.equal(ys[..., SIZE:], 2 * xs[..., SIZE:]) and torch.equal(
        ys[..., :SIZE], torch.ones(2, SIZE, SIZE)
    )
    assert record.unwritten("ys")[..., :SIZE].all() and not record.unwritten("ys")[..., SIZE:].any()
    assert record.writer("ys", (1, 0, SIZE)).rank == 1 and record.writer("ys", (1, 0, 0)) is None


def test_dynamic_extents_tell_how_long_tensors_are(engine):
    params = [tensor("xs", ranks="NR"), tensor("ys", "out", ranks="NR")]
    artifact = compiled(made.doubling(params=params), engine)
    xs, ys = values()
    artifact(xs, ys)
    assert torch.equal(ys, 2 * xs) and torch.equal(artifact(xs), 2 * xs)
    with pytest.raises(ValueError, match=r"`xs` has 3 along its first axis, and there are 2 ranks") as error:
        artifact(*values(3))
    assert "host_programs.py:10:1" in str(error.value)
    with pytest.raises(ArgumentError, match=r"`ys` has NR = 3 \(axis 0\), but `xs` has NR = 2"):
        artifact(xs, torch.zeros(3, SIZE, SIZE))


def test_programs_of_several_entries_are_built_together(tmp_path, monkeypatch):
    """From an empty cache, each with a table of its own: one of two kernels, one of one."""
    monkeypatch.setenv("PYPTO_CACHE_DIR", str(tmp_path / "cache"))
    artifact = chained.compile(config={"distributed_config": {"device_ids": [0, 1]}})
    lines = artifact.build()
    assert lines[0] == "[RUN]   device runtime built (once per machine)"
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "[cpp->.so] next_levels/twice",
        "[cpp->.so] next_levels/double",
    ]
    assert all(": built kernels/aiv/" in line for line in lines[1:])
    xs, ys = values()
    artifact(xs, ys)
    assert torch.equal(ys, 8 * xs)
    again = chained.compile_fresh(config={"distributed_config": {"device_ids": [0, 1]}}).build()
    assert all("nothing stale; using cached binaries" in line for line in again) and len(again) == 2


# --- records ---


def test_a_record_says_who_wrote_and_what_was_not_written(engine):
    body = [rank_loop(call("half_written", part("xs", R), part("ys", R)))]
    program = made.host_program(
        [tensor("xs"), tensor("ys", "out")], body, {"half_written": (made.half_written, {})}
    )
    xs, ys = values()
    record = compiled(program, engine).dispatch([xs, ys])
    mask = torch.from_numpy(record.unwritten("ys"))
    assert not mask[:, :16].any() and mask[:, 16:].all() and ys[:, 16:].isnan().all()
    writer = record.writer("ys", (1, 3, 4))
    assert (writer.rank, writer.slot, writer.callee, writer.kernel) == (1, 0, "half_written", 0)
    assert writer.file == made.__file__ and record.writer("ys", (1, 20, 0)) is None
    assert record.changed_inputs() == [] and record.task_count == 2 and len(record.launches) == 2
    assert record.kernel_us > 0 and record.dispatch_us >= record.run_us


def test_a_call_that_fails_changes_nothing_and_names_the_rank(engine):
    row = Operation("*", (R, Number(SIZE)))
    body = [rank_loop(call("reads_row", part("xs", R), row, part("ys", R), line=77))]
    program = made.host_program(
        [tensor("xs"), tensor("ys", "out")], body, {"reads_row": (made.reads_row, {"row": pl.RUNTIME})}
    )
    xs, ys = values()
    with pytest.raises(KernelFault) as error:
        compiled(program, engine)(xs, ys)
    assert not ys.any()
    assert error.value.span.file == made.__file__
    assert f"rank 1, dispatch 0 of reads_row, at {made.__file__}:77:1" in error.value.notes


# --- what is refused before anything runs ---


def _bad(body, params=None, entries=None, ranks=2):
    return made.host_program(
        params or [tensor("xs"), tensor("ys", "out")], body, entries or {"double": (made.double, {})}, ranks
    )


def _doubled(*x_index, y=(R,), **options):
    return call("double", part("xs", *x_index), part("ys", *y), line=12, **options)


ONE = Number(1)
HERE = made.Span(made.__file__, 12, 1)
REFUSED = {
    "index": (
        [rank_loop(_doubled(made.plus(R, 1)))],
        "index 2 is out of range on axis 0 of `xs`, whose extent is 2",
    ),
    "negative": ([rank_loop(_doubled(made.plus(R, -1)))], r"index -1 is out of range .* extent is 2"),
    "device": ([_doubled(0, y=(0,), device=2)], "device 2, where there are 2 ranks"),
    "division": ([rank_loop(_doubled(Operation("//", (ONE, R))))], "division by zero"),
    "step": (
        [Loop("r", Number(0), ONE, Number(0), (_doubled(R),), HERE)],
        "the step of the loop over `r` is 0",
    ),
    "slice": (
        [rank_loop(_doubled(0, Slice(Number(0), Number(33))))],
        "slice 0:33 leaves axis 1 of `xs`, whose extent is 32",
    ),
    "shape": (
        [rank_loop(_doubled(0, Slice(Number(0), Number(16))))],
        r"`x` of double is \[32, 32\] FP32, .* `xs` .* \[16, 32\] FP32",
    ),
    "input": (
        [rank_loop(call("double", part("ys", R), part("xs", R), line=12))],
        "double writes `y`, and `xs` is an input of the driver",
    ),
    "count": (
        [rank_loop(call("double", part("xs", R), line=12))],
        "double takes 2 arguments, 1 were given",
    ),
    "kind": (
        [rank_loop(call("double", part("xs", R), 3, line=12))],
        "`y` of double is a tensor, and a number is given",
    ),
    "name": ([rank_loop(_doubled(Name("q")))], "`q` has no value here"),
    "window": (
        [Alloc("b", (Number(100),), None), Window("w", "b", (Number(SIZE),), FP32, HERE)],
        "the window `w` needs 128 bytes, and its buffer `b` has 100",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_step_that_cannot_be_is_one_error_at_its_line(name):
    body, text = REFUSED[name]
    artifact = compiled(_bad(body), "interpret")
    xs, ys = values()
    with pytest.raises(ValueError, match=text) as error:
        artifact(xs, ys)
    assert error.value.code == "driver" and error.value.span.line == 12 and not ys.any()
    assert "host_programs.py:12:1: error:" in str(error.value)


def test_two_windows_of_one_buffer_are_not_passed_where_one_is_written():
    body = [
        Alloc("b", (Number(SIZE * SIZE * 4),), None),
        Window("v", "b", (Number(SIZE), Number(SIZE)), FP32),
        Window("w", "b", (Number(SIZE), Number(SIZE)), FP32),
        rank_loop(call("gather", WindowOf("v"), WindowOf("w"), part("ys", R))),
    ]
    artifact = compiled(_bad(body, entries=made.gathering().entries), "interpret")
    with pytest.raises(ValueError, match="views of one buffer, `b`, and it writes `total`"):
        artifact(*values())


@pl.jit
def twice(x: pl.Tensor[[SIZE, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]]):
    """Two kernels."""
    t = pl.create_tensor([SIZE, SIZE], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = pl.mul(x[:, :], 2.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(t[:, :], 2.0)
    return y


@pl.jit.host
def alone(xs: pl.Tensor[[1, SIZE, SIZE], pl.FP32], ys: pl.Out[pl.Tensor[[1, SIZE, SIZE], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        double(xs[r], ys[r], device=r)
    return ys


@pl.jit.host
def chained(xs: pl.Tensor[[2, SIZE, SIZE], pl.FP32], ys: pl.Out[pl.Tensor[[2, SIZE, SIZE], pl.FP32]]):
    t = pl.create_tensor([2, SIZE, SIZE], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        u = twice(xs[r], t[r], device=r)
        double(u, ys[r], device=r)
    return ys


@pl.jit
def both(
    v: pld.DistributedTensor[[SIZE, SIZE], pl.FP32],
    w: pld.DistributedTensor[[SIZE, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[SIZE, SIZE], pl.FP32]],
    writes: pl.Scalar[pl.INT32],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.add(pl.load(v, [0, 0], [SIZE, SIZE]), pl.load(w, [0, 0], [SIZE, SIZE]))
        if writes > 0:
            w = pl.store(t, [0, 0], w)
        y = pl.store(t, [0, 0], y)
    return y


@pl.jit.host
def views(ys: pl.Out[pl.Tensor[[2, SIZE, SIZE], pl.FP32]], writes: pl.Scalar[pl.INT32]):
    b = pld.alloc_window_buffer([SIZE, SIZE], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        v = pld.window(b, [SIZE, SIZE], dtype=pl.FP32)
        w = pld.window(b, [SIZE, SIZE], dtype=pl.FP32)
        both(v, w, ys[r], writes, device=r)
    return ys


def test_two_windows_of_one_buffer_are_for_reading(engine):
    artifact = views.compile(
        writes=pl.RUNTIME, config={"engine": engine, "distributed_config": {"device_ids": [0, 1]}}
    )
    ys = torch.ones(2, SIZE, SIZE)
    artifact(ys, 0)
    assert not ys.any()
    with pytest.raises(
        ValueError, match="`v` and `w` of both are views of one buffer, `b`, and it writes `w`"
    ):
        artifact(ys, 1)


def test_scalars_have_to_fit_their_type():
    body = [rank_loop(call("scale", part("xs", R), Number(2**40), part("ys", R), line=12))]
    artifact = compiled(_bad(body, entries={"scale": (made.scale, {"factor": pl.RUNTIME})}), "interpret")
    with pytest.raises(ValueError, match=r"scale: argument `factor` does not fit: .*INT32"):
        artifact(*values())


def test_arguments_are_checked_like_those_of_one_chip():
    artifact = compiled(made.doubling(), "interpret")
    xs, ys = values()
    for args, text in [
        ((xs.double(), ys), "`xs` does not fit"),
        ((xs[:, :, ::2], ys), "`xs` does not fit"),
        ((xs.transpose(1, 2), ys), "strides"),
        ((values(3)[0], ys), r"`xs` does not fit: expected \[2, 32, 32\] FP32, got \[3, 32, 32\] float32"),
        ((xs.numpy(), ys), "`xs` is a NumPy array"),
    ]:
        with pytest.raises(ArgumentError, match=text):
            artifact(*args)
    with pytest.raises(TypeError, match="takes 2 or 1 "):
        artifact(xs, ys, ys)
    assert not ys.any()


def test_a_device_tensor_is_a_type_error_that_names_the_parameter():
    from pypto.runtime import ChipWorker

    with ChipWorker() as worker:
        xs = worker.alloc_tensor([2, SIZE, SIZE], pl.FP32)
        with pytest.raises(TypeError, match=r"`xs` is a device tensor.*\n.*pass a CPU tensor"):
            compiled(made.doubling(), "interpret")(xs, values()[1])


def test_a_worker_of_one_device_says_that_it_is_one():
    from pypto.runtime import ChipWorker

    artifact = compiled(made.doubling(), "interpret")
    with (
        ChipWorker() as worker,
        pytest.raises(TypeError, match="several is a program of the host, which runs on"),
    ):
        worker.run(artifact, *values())


def test_a_call_for_a_card_does_not_run_on_the_cpu():
    xs, ys = values()
    for artifact, args in [
        (compiled(made.doubling(), "interpret"), (xs, ys)),
        (made.double.compile(config={"engine": "interpret"}), (xs[0], ys[0])),
    ]:
        with pytest.raises(ToolchainError, match="no a2a3 card"):
            artifact(*args, config={"platform": "a2a3"})
    assert not ys.any()


@pytest.mark.parametrize("window", [False, True])
def test_more_memory_than_the_system_has_is_said(window):
    most = (Number(2**40), Number(2**10), Number(2**10))
    if window:
        body = [Alloc("b", most, FP32), Window("v", "b", (Number(SIZE), Number(SIZE)), FP32)]
        body.append(rank_loop(call("gather", part("xs", R), WindowOf("v"), part("ys", R))))
        entries = made.gathering().entries
    else:
        body, entries = [Create("t", most, FP32)], None
    artifact = compiled(_bad(body, entries=entries), "interpret")
    with pytest.raises(MemoryError, match=r"bytes of .*memory, more than the system has"):
        artifact(*values())


# --- configuration and build folders ---


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"device_ids": []}, "device_ids must be a list with at least one device"),
        ({"device_ids": [0, 0]}, "device_ids names device 0 twice"),
        ({"device_ids": [0, -1]}, "device_ids"),
        ({"device_ids": 2}, "device_ids"),
        ({"num_sub_workers": -1}, "num_sub_workers"),
        ({"runtime": "other"}, "runtime must be one of tensormap_and_ringbuffer"),
        ({"aicpu_thread_num": 1}, "aicpu_thread_num"),
    ],
)
def test_a_wrong_field_is_named(fields, text):
    with pytest.raises(ValueError, match=text):
        DistributedConfig(**fields)
    with pytest.raises(ValueError, match=text):
        RunConfig(distributed_config=fields)


def test_an_unknown_field_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"unknown field 'ranks' .* device_ids"):
        RunConfig(distributed_config={"ranks": 2})


def test_the_number_of_ranks_has_to_be_that_of_the_program():
    with pytest.raises(ValueError, match=r"for 2 ranks, and distributed_config names 3 devices"):
        compiled(made.doubling(), distributed_config={"device_ids": [0, 1, 2]})
    artifact = compiled(made.doubling(), "interpret", distributed_config={"device_ids": [4, 7]})
    with pytest.raises(ValueError, match="distributed_config"):
        artifact(*values(), config={"distributed_config": {"device_ids": [0, 1]}})


def test_one_rank_is_what_a_driver_has_without_a_word_and_with_it():
    artifact = alone.compile()
    xs, ys = values(1)
    artifact(xs, ys, config={"distributed_config": DistributedConfig()})
    assert torch.equal(ys, 2 * xs)
    with pytest.raises(ValueError, match="distributed_config"):
        artifact(xs, ys, config={"distributed_config": DistributedConfig([3])})


def test_a_program_of_one_chip_is_no_program_of_the_host():
    with pytest.raises(ValueError, match=r"double is a program of one chip .*\n.*@pl\.jit\.host"):
        made.double.compile(config={"distributed_config": {"device_ids": [0, 1]}})


def test_a_build_folder_has_a_folder_for_each_entry():
    artifact = compiled(made.gathering(), "interpret", distributed_config=DistributedConfig([3, 5]))
    where = artifact.output_dir
    document = json.loads((where / "distributed_meta.json").read_text())
    assert document["schema"] == 2 and document["num_return_types"] == 1 and document["platform"] == "a2a3"
    assert [(p["name"], p["direction"], p["shape"], p["dtype"]) for p in document["params"]] == [
        ("xs", "in", [2, SIZE, SIZE], "FP32"),
        ("ys", "out", [2, SIZE, SIZE], "FP32"),
    ]
    assert document["distributed_config"]["device_ids"] == [3, 5]
    assert (where / "next_levels/gather/program.json").is_file() and not (where / "program.json").exists()
    assert "self.gather(xs[r], view, ys[r], device=r)" in (where / "orchestration/host_orch.py").read_text()
    assert str(where) == artifact.__fspath__()


def test_an_unchanged_program_is_not_compiled_twice():
    from pypto.compiler import host_artifact

    calls = []
    program = made.doubling()

    def make():
        calls.append(1)
        return program

    config = RunConfig(distributed_config={"device_ids": [0, 1]}, disabled_diagnostics=["1002"])
    parts = ("a test", str(program), str(torch.initial_seed()))
    first = host_artifact("several", parts, config, make)
    again = host_artifact("several", parts, config, make)
    assert len(calls) == 1 and first.output_dir != again.output_dir
    host_artifact("several", parts, replace(config, distributed_config={"device_ids": [1, 0]}), make)
    assert len(calls) == 2


def test_a_folder_of_the_other_kind_is_replaced_whole(tmp_path):
    where = tmp_path / "build"
    made.double.compile_fresh(config={"save_kernels_dir": where})
    assert (where / "program.json").is_file()
    compiled(made.doubling(), save_kernels_dir=where)
    assert (where / "distributed_meta.json").is_file() and not (where / "program.json").exists()
    made.double.compile_fresh(config={"save_kernels_dir": where})
    assert (where / "program.json").is_file() and not (where / "next_levels").exists()


def test_what_was_recorded_lies_by_rank_and_dispatch():
    artifact = compiled(made.gathering(), enable_chip_swimlane=1, enable_dep_gen=True)
    artifact(*values())
    where = artifact.output_dir / "dfx_outputs"
    rows = json.loads((where / "dispatch_program.json").read_text())["dispatches"]
    assert [(r["rank"], r["dispatch"], r["function"]) for r in rows] == [
        (rank, k, "gather") for rank in (0, 1) for k in (0, 1)
    ]
    for row in rows:
        assert (where / row["outputs"] / "chip_swimlane_records.json").is_file()
        assert (where / row["outputs"] / "deps.json").is_file()
    assert {p.name for p in where.iterdir()} == {"rank0", "rank1", "dispatch_program.json"}
    (where / "rank0" / "d7").mkdir()  # as a call with more dispatches leaves it
    artifact(*values())
    assert {p.name for p in (where / "rank0").iterdir()} == {"d0", "d1"}
    assert isinstance(artifact, DistributedCompiledProgram)
