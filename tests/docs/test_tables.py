# SPDX-License-Identifier: Apache-2.0
"""What the tables and listings of the pages say is so: flags, arguments, keys, capacities, files of a build folder."""

import argparse
import dataclasses
import inspect
import json
import re
import runpy

import pytest
import torch
from pages import ROOT, blocks, names, table

import golden
from golden import cli
from golden.suite import Status
from pypto.errors import KernelFault
from pypto.platforms import KIB, PLATFORMS
from pypto.runtime import RunConfig

DOCS = ROOT / "docs"


def first_column(page, header):
    return [name for row in table(page, header) for name in names(row[0])]


# --- devices ---


def test_capacities_are_those_of_the_platforms():
    header = (DOCS / "devices.md").read_text().split("| Per core, KiB |")[1].splitlines()[0]
    spaces = [names(cell) for cell in header.split("|")[:-1]]
    for row in table("devices.md", "Per core, KiB"):
        (platform,) = names(row[0])
        said = {
            space: int(cell.removesuffix(" each")) * KIB
            for column, cell in zip(spaces, row[1:], strict=True)
            for space in column
            if cell
        }
        assert said == dict(PLATFORMS[platform].capacity)


def test_moves_are_those_of_the_platforms():
    for source, targets in table("devices.md", "From"):
        if "products read them" in targets:
            assert not any(PLATFORMS[p].moves.get(space) for p in ("a2a3", "a5") for space in names(source))
            continue
        for start in names(source) or [source]:
            wanted = set(names(targets.partition(";")[0])) | ({"GM"} if "GM" in targets else set())
            assert wanted == set(PLATFORMS["a2a3"].moves[start])
            assert wanted <= set(PLATFORMS["a5"].moves[start])


def test_every_environment_variable_is_listed_and_read():
    listed = set(first_column("devices.md", "Variable"))
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    read = set(re.findall(r'"(PYPTO_[A-Z_]+)"', source))
    assert {name for name in listed if name.startswith("PYPTO")} == read
    assert '"CXX"' in source


def test_the_unordered_accesses_of_the_page_are_reported_as_it_says(tmp_path, monkeypatch):
    page = DOCS / "devices.md"
    (block,) = blocks(page, "python")
    (tmp_path / "kernel.py").write_text(block)
    monkeypatch.chdir(tmp_path)
    kernel = runpy.run_path("kernel.py")["kernel"]
    with pytest.raises(KernelFault) as fault:
        kernel(torch.randn(32, 64), torch.zeros(32, 64))
    said = re.search(r"^    (kernel\.py:.*\n    .*\[unordered-access\])$", page.read_text(), re.MULTILINE)[1]
    assert " ".join(said.split()) in fault.value.render().replace(f"{tmp_path}/", "")


# --- build folder ---


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("folder") / "built"
    module = runpy.run_path(str(ROOT / "kernels" / "basic" / "add_scalar.py"))
    config = {"save_kernels_dir": place, "dump_passes": True, "enable_chip_swimlane": 1}
    arguments = {"golden_fn": module["golden_add_scalar_test"], "save_data": True, "config": config}
    specs = module["build_tensor_specs"]("fp32")
    result = golden.run(module["add_scalar_test"], specs, **arguments)
    assert result.passed, result.error
    return place


def test_the_listing_of_a_build_folder_is_complete(folder):
    text = (DOCS / "build-folder.md").read_text()
    listed = re.findall(r"^    (\S+) {2,}", text, re.MULTILINE)
    tops = {re.split(r"[/{]", path)[0] for path in listed}
    assert {path.name for path in folder.iterdir()} <= tops
    assert tops - {path.name for path in folder.iterdir()} == {"external", "report"}  # only with a reason
    assert (folder / "kernels" / "aiv").is_dir() and (folder / "data" / "manifest.json").is_file()


def test_the_keys_of_program_json_are_those_of_the_table(folder):
    document = json.loads((folder / "program.json").read_text())
    assert [key for row in table("build-folder.md", "Key") for key in names(row[0])] == list(document)
    rows = {names(row[0])[0]: row[1] for row in table("build-folder.md", "Key")}
    for key in ("parameters", "kernels"):
        inside = re.search(r"\[\{(.*?)\}\]", rows[key])[1].split(", ")
        assert set(inside) <= set(document[key][0]) and set(document[key][0]) <= {*inside, "folded"}
    assert document["schema"] == 1 and document["platform"] in rows["platform"]


# --- harness ---


def test_arguments_of_run_are_listed_with_no_other():
    parameters = set(inspect.signature(golden.run).parameters)
    assert set(first_column("runs.md", "Argument")) == parameters


def test_config_keys_of_the_page_exist_with_their_defaults():
    defaults = {item.name: item.default for item in dataclasses.fields(RunConfig)}
    for row in table("runs.md", "Key"):
        (key,) = names(row[0])
        if key == "log_level":  # of run alone
            continue
        if names(row[2]) and key not in ("engine", "workers"):
            assert names(row[2])[0] == str(defaults[key])
        elif row[2].isdigit():
            assert int(row[2]) == defaults[key]
        else:
            assert defaults[key] is None


def test_flags_of_the_library_are_those_of_getting_started(monkeypatch):
    listed = set()
    for row in table("getting-started.md", "Flag"):
        listed |= {name.split()[0] for name in names(row[0])}
    seen = []

    class Stop(BaseException):
        pass

    def parse(self, *_):
        seen.append(self)
        raise Stop

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse)
    for path in sorted((ROOT / "kernels").rglob("*.py")):
        with pytest.raises(Stop):
            runpy.run_path(str(path), run_name="__main__")
        assert listed <= set(seen[-1]._option_string_actions), path


def test_verdicts_and_exit_statuses_of_the_command_line_are_listed():
    assert set(first_column("guides/command-line.md", "Verdict")) == {
        status.value.upper() for status in Status
    }
    statuses = [int(row[0]) for row in table("guides/command-line.md", "Exit status")]
    assert statuses == [cli.PASSED, cli.FAILED, cli.USAGE, cli.INTERRUPTED]


def test_options_of_golden_run_are_listed():
    listed = {name.split()[0] for row in table("guides/command-line.md", "Option") for name in names(row[0])}
    parser = cli._parser()
    run = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction)).choices["run"]
    known = set(run._option_string_actions)
    assert listed <= known
    shown = {
        name
        for action in run._actions
        if set(action.option_strings) & listed
        for name in action.option_strings
    }
    assert known - shown == {"-h", "--help"}
