# SPDX-License-Identifier: Apache-2.0
"""Arguments of tasks and the edges between them, as files of the build folder."""

import json

import pytest
import torch

import pypto.language as pl
from pypto.errors import BuildFolderError
from pypto.runtime.config import RunConfig
from pypto.runtime.dumps import read_dump

D = 64


@pl.jit.incore
def doubled(x: pl.Tensor, n: pl.INDEX, t: pl.Out[pl.Tensor]):
    t[n : n + 16, :] = pl.mul(x[n : n + 16, :], 2.0)
    return t


@pl.jit
def program(x: pl.Tensor[[32, D], pl.FP32], y: pl.InOut[pl.Tensor[[32, D], pl.FP32]]):
    t = pl.create_tensor([32, D], dtype=pl.FP32)
    pl.dump_tag(t)
    tids = pl.array.create(2, pl.TASK_ID)
    for i in pl.parallel(2):
        t, tid = pl.submit(doubled, x, i * 16, t)
        tids[i] = tid
    with pl.spmd(2, name_hint="added", deps=[tids]) as last:
        b = pl.tile.get_block_idx()
        y[b * 16 : b * 16 + 16, :] = pl.add(y[b * 16 : b * 16 + 16, :], t[b * 16 : b * 16 + 16, :])
    both = pl.system.task_dummy(deps=[last])
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="shown", deps=[both], dumps=[x]):
        y[0:16, :] = pl.sub(y[0:16, :], x[16:32, :])
    return y


@pytest.fixture(scope="module")
def artifact():
    return program.compile(torch.zeros(32, D), torch.zeros(32, D))


@pytest.mark.parametrize(
    "config",
    [
        {"enable_dump_args": 2},
        {"enable_dep_gen": True},
        {"enable_chip_swimlane": 1},
        {"enable_scope_stats": True},
    ],
)
def test_a_record_without_room_is_an_error_that_names_its_folder(tmp_path, config):
    x, y = torch.zeros(32, D), torch.zeros(32, D)
    artifact = program.compile(x, y, config={"save_kernels_dir": str(tmp_path / "k"), **config})
    (tmp_path / "k" / "dfx_outputs").write_text("a file in the way")
    with pytest.raises(BuildFolderError, match=r"asked to record cannot be written to .*dfx_outputs"):
        artifact(x, y)


def run(artifact, **config):
    x, y = torch.randn(32, D), torch.randn(32, D)
    given = x, y.clone()
    artifact.dispatch(list(given), RunConfig(**config))
    expected = y + 2 * x
    expected[0:16] -= x[16:32]
    assert torch.equal(given[1], expected)
    return x, y


def table(artifact):
    return json.loads((artifact.output_dir / "dfx_outputs/args_dump/args_dump.json").read_text())


@pytest.mark.parametrize("workers", [1, 2])
def test_everything_is_dumped_inputs_before_and_outputs_after(artifact, workers):
    x, y = run(artifact, enable_dump_args=2, workers=workers)
    assert all(torch.equal(a, x) for a in read_dump(artifact.output_dir, "doubled", "x"))
    before, after = (
        read_dump(artifact.output_dir, "added", "y", s)[0] for s in ("before_dispatch", "after_completion")
    )
    assert torch.equal(before, y) and torch.equal(after, y + 2 * x)
    found = table(artifact)
    assert found["dump_args_level"] == 2 and found["total_args"] == len(found["args"])
    assert found["before_dispatch"] + found["after_completion"] == found["total_args"]
    scalars = [row for row in found["args"] if row["kind"] == "scalar"]
    assert [row["value"] for row in scalars] == ["0x0", "0x1"]
    assert {row["role"] for row in found["args"]} == {"input", "output", "inout"}


def test_what_is_marked_is_dumped_alone(artifact):
    x, _ = run(artifact, enable_dump_args=1)
    rows = table(artifact)["args"]
    assert {(row["name"], row["task_id"]) for row in rows} == {
        ("t", "0x0"),
        ("t", "0x1"),
        ("t", "0x2"),
        ("x", "0x4"),
    }
    assert torch.equal(read_dump(artifact.output_dir, "added", "t")[0], 2 * x)


def test_descriptions_of_all_and_contents_of_what_is_marked(artifact):
    run(artifact, enable_dump_args=3)
    rows = table(artifact)["args"]
    with_content = {row["name"] for row in rows if row["bin_size"]}
    assert with_content == {"t", "x"}
    assert {row["name"] for row in rows} == {"x", "i", "t", "y"}
    assert all(row["shape"] == [32, D] and row["is_contiguous"] for row in rows if row["kind"] == "tensor")


@pytest.mark.parametrize("workers", [1, 2])
def test_edges_say_why_a_task_waits(artifact, workers):
    run(artifact, enable_dep_gen=True, workers=workers)
    deps = json.loads((artifact.output_dir / "dfx_outputs/deps.json").read_text())
    assert [task["block_num"] for task in deps["tasks"]] == [1, 1, 2, 1, 1]
    assert deps["tasks"][3]["kernel_ids"] == [-1, -1, -1] and not deps["tasks"][3]["args"]
    found = {(e["pred"], e["succ"], e["source"]) for e in deps["edges"]}
    assert found == {
        ("0", "2", "tensormap"), ("1", "2", "tensormap"), ("0", "2", "explicit"), ("1", "2", "explicit"),
        ("2", "3", "explicit"), ("3", "4", "explicit"), ("2", "4", "tensormap"),
    }  # fmt: skip
    edge = next(e for e in deps["edges"] if e["source"] == "tensormap")
    assert edge["consumer_shape"] == [32, D] and edge["overlap"] == "covered"
    assert edge["tensor_id"] in {tensor["tensor_id"] for tensor in deps["tensors"]}


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"enable_dump_args": 4}, "from 0 to 3"),
        ({"enable_dump_args": "all"}, "a level from 0 to 3"),
        ({"enable_dep_gen": 1}, "True or False"),
        ({"enable_dump_args": 1, "engine": "interpret"}, "needs the native engine"),
        ({"enable_scope_stats": True, "engine": "interpret"}, "needs the native engine"),
        ({"enable_pmu": 2, "engine": "interpret"}, "needs the native engine"),
        ({"schedule": "fifo"}, "'schedule' must be"),
        ({"schedule": "random:x"}, "'schedule' must be"),
        ({"schedule": "random:1", "engine": "interpret"}, "order of submission"),
        ({"sanitize": "yes"}, "'sanitize' must be"),
        ({"sanitize": True, "engine": "interpret"}, "does not check their order; use engine='native'"),
    ],
)
def test_settings_that_are_refused(config, message):
    with pytest.raises((TypeError, ValueError), match=message):
        RunConfig(**config)


@pl.jit.inline
def marked(x: pl.Tensor, t: pl.Tensor):
    pl.dump_tag(t)
    t = doubled(x, 0, t)
    return t


@pl.jit
def rebound(x: pl.Tensor[[32, D], pl.FP32], y: pl.InOut[pl.Tensor[[32, D], pl.FP32]]):
    t = pl.create_tensor([32, D], dtype=pl.FP32)
    t = marked(x, t)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="while_marked"):
        y[0:16, :] = pl.add(y[0:16, :], t[0:16, :])
    t = pl.create_tensor([32, D], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="after"):
        t[0:16, :] = x[16:32, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="last", dumps=[t]):
        y[0:16, :] = pl.sub(y[0:16, :], t[0:16, :])
    return y


@pytest.fixture(scope="module")
def other():
    return rebound.compile(torch.zeros(32, D), torch.zeros(32, D))


def run_rebound(artifact, **config):
    x, y = torch.randn(32, D), torch.randn(32, D)
    given = y.clone()
    artifact.dispatch([x, given], RunConfig(**config))
    y[:16] = y[:16] + 2 * x[:16] - x[16:]
    assert torch.equal(given, y)
    return x


def test_a_mark_ends_where_its_name_is_given_to_another_value(other):
    x = run_rebound(other, enable_dump_args=1)
    found = [(row["task_id"], row["name"], row["role"]) for row in table(other)["args"]]
    assert found == [("0x0", "t", "output"), ("0x1", "t", "input"), ("0x3", "t", "input")]
    assert torch.equal(read_dump(other.output_dir, "last", "t")[0][:16], x[16:])


@pytest.mark.parametrize(("level", "described", "kept"), [(1, 3, 3), (2, 10, 10), (3, 10, 3)])
def test_what_each_level_describes_and_keeps(other, level, described, kept):
    run_rebound(other, enable_dump_args=level)
    rows = table(other)["args"]
    assert (len(rows), len([row for row in rows if row["bin_size"]])) == (described, kept)


def test_level_0_writes_nothing():
    fresh = rebound.compile_fresh(torch.zeros(32, D), torch.zeros(32, D))
    run_rebound(fresh, enable_dump_args=0)
    assert not (fresh.output_dir / "dfx_outputs").exists()
    assert RunConfig(enable_dump_args=True).enable_dump_args == 1


@pl.jit
def half_manual(x: pl.Tensor[[32, D], pl.FP32], y: pl.InOut[pl.Tensor[[32, D], pl.FP32]]):
    for i in pl.range(2):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[i * 8 : i * 8 + 8, :] = x[i * 8 : i * 8 + 8, :]
        with pl.manual_scope():
            with pl.at(level=pl.Level.CORE_GROUP) as first:
                y[16 + i * 8 : 20 + i * 8, :] = x[0:4, :]
            with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):
                y[20 + i * 8 : 24 + i * 8, :] = x[4:8, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:4, :] = pl.neg(y[0:4, :])
    return y


def test_tasks_say_in_what_kind_of_scope_they_were_submitted():
    x, y = torch.randn(32, D), torch.zeros(32, D)
    program = half_manual.compile(x, y)
    program(x, y, config=RunConfig(enable_dep_gen=True))
    assert torch.equal(y[16:24], x[:8]) and torch.equal(y[:4], -x[:4])
    deps = json.loads((program.output_dir / "dfx_outputs/deps.json").read_text())
    assert [task["scope"] for task in deps["tasks"]] == ["auto", "manual", "manual"] * 2 + ["auto"]
