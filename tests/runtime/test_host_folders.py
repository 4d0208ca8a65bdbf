# SPDX-License-Identifier: Apache-2.0
"""Build folders of programs of the host: opened again, edited, moved, damaged."""

import json
import os
import shutil

import host_programs as made
import pytest
import torch

from pypto.compiler import compile_host, open_build
from pypto.errors import BuildFolderError, UserError
from pypto.ir.distributed_compiled_program import DistributedCompiledProgram
from pypto.runtime import RunConfig

SIZE = made.SIZE


@pytest.fixture
def where(tmp_path):
    return compile_host(made.gathering(), {"save_kernels_dir": tmp_path / "build"}).output_dir


def reopened(where, engine="native", **config):
    return open_build(where, RunConfig(engine=engine, **config))


def doubled(artifact):
    xs, ys = torch.randn(2, SIZE, SIZE), torch.zeros(2, SIZE, SIZE)
    artifact(xs, ys)
    return torch.equal(ys, xs + xs)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_folder_runs_again_wherever_it_lies(where, engine, tmp_path):
    moved = tmp_path / "moved"
    shutil.move(where, moved)
    artifact = reopened(moved, engine)
    assert doubled(artifact) and artifact.param_names == ["xs", "ys"] and artifact.output_indices == [1]
    assert artifact.program == made.gathering()
    assert torch.equal(artifact(torch.ones(2, SIZE, SIZE)), torch.full((2, SIZE, SIZE), 2.0))


def test_from_dir_takes_the_platform_of_the_folder(tmp_path):
    where = compile_host(made.gathering(), {"platform": "a5sim"}).output_dir
    artifact = DistributedCompiledProgram.from_dir(where)
    assert artifact.platform == "a5sim" and artifact.world_size == 2 and doubled(artifact)
    assert DistributedCompiledProgram.from_dir(where, backend_type="Ascend950").platform == "a5sim"
    with pytest.raises(BuildFolderError, match=r"compiled for a5, the run asks for a2a3sim"):
        DistributedCompiledProgram.from_dir(where, platform="a2a3sim")
    other = DistributedCompiledProgram.from_dir(where, distributed_config={"device_ids": [5, 6]})
    assert other.config.distributed_config.device_ids == (5, 6)
    with pytest.raises(ValueError, match=r"for 2 ranks, and distributed_config names 1 device: \[0\]"):
        DistributedCompiledProgram.from_dir(where, distributed_config={"device_ids": [0]})


def test_an_edited_pto_of_an_entry_is_assembled_again(where):
    pto = next((where / "next_levels/gather/ptoas").glob("*.pto"))
    edit(pto, "pto.tadd", "pto.tsub")
    artifact = reopened(where)
    assert any(
        "next_levels/gather: ptoas/" in line and "assembled again" in line for line in artifact.messages
    )
    xs, ys = torch.randn(2, SIZE, SIZE), torch.zeros(2, SIZE, SIZE)
    artifact(xs, ys)
    assert torch.equal(ys, -xs - xs)
    with pytest.raises(BuildFolderError, match=r"was edited, and the interpreter runs program\.py"):
        reopened(where, "interpret")


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_an_edited_driver_is_what_runs(where, engine):
    call = "self.gather(xs[r], view, ys[r], device=r)"
    lines = (where / "program.py").read_text().splitlines(keepends=True)
    second = [n for n, line in enumerate(lines) if call in line][1]
    (where / "program.py").write_text("".join(lines[:second] + lines[second + 1 :]))
    artifact = reopened(where, engine)
    assert any("program.py was edited" in line for line in artifact.messages)
    xs, ys = torch.randn(2, SIZE, SIZE), torch.zeros(2, SIZE, SIZE)
    artifact(xs, ys)
    assert torch.equal(ys, xs)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("pl.tile.add(", "pl.tile.sub(", "`gather`, or what it calls, was edited, and what runs is in next_levels"),
        ("ys: pl.Out[", "ys: pl.InOut[", "have different parameters"),
        ("xs: pl.Tensor[[2, 32, 32]", "xs: pl.Tensor[[2, 32, 64]", "`x` of gather has extent 32 on axis 1"),
        ("# world: 2", "# world: 3", "there are 3 ranks"),
        ("self.gather(xs[r]", "self.other(xs[r]", "other"),
        ("view, ys[r]", "view, ys[", r"program\.py:34:51: error: this is no Python text"),
        ("device=r)", "device=r + 1)", r"program\.py:34:52: error: .* `r \+ 1` is none of the three forms"),
        ("(pld.world_size())", "(open('/etc/passwd'))", r"program\.py:32:.* error"),
    ],
)  # fmt: skip
def test_an_edit_that_cannot_run_is_one_error(where, old, new, text):
    edit(where / "program.py", old, new)
    with pytest.raises(UserError, match=text):
        doubled(reopened(where))


def test_the_copy_for_readers_must_not_differ(where):
    edit(where / "orchestration/host_orch.py", "device=r", "device=0")
    with pytest.raises(
        BuildFolderError, match=r"was edited, and the driver that runs is the one in program\.py"
    ):
        reopened(where)


def damaged(where, change):
    path = where / "distributed_meta.json"
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda d: d.update(schema=1), "has schema 1, this version reads 2"),
        (lambda d: d.update(platform="a9"), "platform is 'a9'"),
        (lambda d: d.pop("params"), "params is missing"),
        (lambda d: d["params"][0].update(dtype="FP99"), r"params\[0\].dtype is 'FP99'"),
        (lambda d: d["params"][0].update(shape=[2, "x"]), r"params\[0\].shape"),
        (lambda d: d.update(returns=["q"]), "returns names 'q', which is no parameter"),
        (lambda d: d.update(num_return_types=3), "num_return_types is 3, 1 is expected"),
        (lambda d: d.update(world_size=3), "world_size is 3, and device_ids names 2 devices"),
        (lambda d: d.update(world_size=True), "world_size is True"),
        (lambda d: d["distributed_config"].update(device_ids=[0, 0]), "device_ids names device 0 twice"),
        (lambda d: d["distributed_config"].update(more=1), "more"),
        (lambda d: d.update(entries={"../../other": "x"}), "entries is"),
        (
            lambda d: d.update(entries={"absent": "x"}),
            "has no next_levels/absent, which distributed_meta.json names",
        ),
        (lambda d: d.update(files={}), r"files has no entry for 'program\.py'"),
    ],
)
def test_a_damaged_document_is_one_error(where, change, text):
    damaged(where, change)
    with pytest.raises(BuildFolderError, match=text):
        doubled(reopened(where))


def test_a_document_that_is_no_json_and_a_missing_text(where):
    (where / "program.py").unlink()
    with pytest.raises(BuildFolderError, match=r"program\.py cannot be read"):
        reopened(where)
    (where / "distributed_meta.json").write_text("{")
    with pytest.raises(BuildFolderError, match=r"distributed_meta\.json cannot be read"):
        reopened(where)


def test_an_entry_that_lies_elsewhere_is_refused(where, tmp_path):
    shutil.move(where / "next_levels/gather", tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", where / "next_levels/gather")
    with pytest.raises(BuildFolderError, match="which lies outside of"):
        reopened(where)


def test_a_read_only_folder_runs_from_a_copy_of_what_was_edited(where):
    pto = next((where / "next_levels/gather/ptoas").glob("*.pto"))
    edit(pto, "pto.tadd", "pto.tsub")
    (where / "next_levels/gather").chmod(0o555)
    try:
        artifact = reopened(where)
        xs, ys = torch.randn(2, SIZE, SIZE), torch.zeros(2, SIZE, SIZE)
        artifact(xs, ys)
        assert torch.equal(ys, -xs - xs)
    finally:
        (where / "next_levels/gather").chmod(0o755)


def test_a_folder_of_one_chip_is_no_folder_of_ranks():
    where = made.double.compile_fresh().output_dir
    with pytest.raises(ValueError, match="double is a program of one chip"):
        reopened(where, distributed_config={"device_ids": [0, 1]})
    with pytest.raises(BuildFolderError, match=r"has no distributed_meta\.json"):
        DistributedCompiledProgram.from_dir(where)


def test_a_description_tells_of_every_entry(where):
    from pypto.buildinfo import describe

    facts = describe(where)
    assert facts["ranks"] == [0, 1] and facts["orchestration"]["state"] == "as compiled"
    assert [k["function"] for k in facts["parts"]["gather"]["kernels"]] == ["gather_incore_0"]
