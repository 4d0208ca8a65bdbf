# SPDX-License-Identifier: Apache-2.0
"""What `run` does beyond one compared dispatch: golden only, save on failure, repeats, cross check, report file."""

import json
from dataclasses import dataclass

import pytest
import torch
from harness_fakes import Config, FakeKernel, UserMistake, tensor

from golden import TensorSpec, run
from golden.observers import Imposed, imposing, observing


def test_golden_only_saves_a_snapshot_and_dispatches_nothing(double, double_specs, double_golden, capsys):
    result = run(double, double_specs, double_golden, golden_only=True)
    assert result.passed and not double.launches
    assert "golden only)" in capsys.readouterr().out
    again = run(double, double_specs, golden_data=result.work_dir / "data")
    assert again.passed, again.error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"golden_fn": None}, "needs a golden_fn"),
        ({"compile_only": True}, "incompatible with compile_only"),
        ({"golden_data": "data"}, "incompatible with golden_data"),
    ],
)
def test_golden_only_refuses_what_contradicts_it(double, double_specs, double_golden, arguments, message):
    result = run(double, double_specs, **{"golden_fn": double_golden, "golden_only": True, **arguments})
    assert not result.passed and message in result.error


def test_save_on_fail_writes_inputs_golden_and_outputs_of_a_failure_only(tmp_path, double_golden):
    state = tensor("s", "inout", (4,))
    kernel = FakeKernel(
        lambda v: (v["y"].copy_(v["x"] * 3), v["s"].add_(1)),
        tensor("x", "in", (4,)),
        state,
        tensor("y", "out", (4,)),
        folder=tmp_path / "build",
    )
    specs = [
        TensorSpec("x", [4], torch.float32, init_value=1),
        TensorSpec("s", [4], torch.float32, init_value=5),
        TensorSpec("y", [4], torch.float32),
    ]

    def golden(values):
        values["y"][:] = values["x"] * 2
        values["s"][:] = values["s"] + 1

    result = run(kernel, specs, golden, save_on_fail=True)
    data = tmp_path / "build" / "data"
    assert not result.passed and f"saved in {data}" in result.error
    assert torch.load(data / "in" / "s.pt", weights_only=True).tolist() == [5.0] * 4
    assert torch.load(data / "out" / "y.pt", weights_only=True).tolist() == [2.0] * 4
    assert torch.load(data / "actual" / "y.pt", weights_only=True).tolist() == [3.0] * 4


def test_save_on_fail_leaves_nothing_of_a_pass(double, double_specs, double_golden):
    result = run(double, double_specs, double_golden, save_on_fail=True)
    assert result.passed and not (result.work_dir / "data").exists()


def test_repeats_start_from_the_same_state_and_find_the_first_other_bit(tmp_path):
    calls = []

    def body(v):
        calls.append(v["s"].clone())
        v["s"].add_(1)
        v["y"].copy_(v["x"])
        if len(calls) == 3:
            v["y"][2] = -0.0

    kernel = FakeKernel(
        body,
        tensor("x", "in", (4,)),
        tensor("s", "inout", (4,)),
        tensor("y", "out", (4,)),
        folder=tmp_path / "build",
    )
    specs = [TensorSpec("x", [4], torch.float32), TensorSpec("s", [4], torch.float32, init_value=5)]
    specs.append(TensorSpec("y", [4], torch.float32))

    def golden(values):
        values["s"][:] = 6
        values["y"][:] = values["x"]

    result = run(kernel, specs, golden, repeat=3, return_outputs=True)
    assert not result.passed
    assert "dispatch 3 of 3 gives other bits than the first: 'y' at [2]" in result.error
    assert all(state.tolist() == [5.0] * 4 for state in calls)


def test_one_repeat_proves_nothing(double, double_specs, double_golden):
    result = run(double, double_specs, double_golden, repeat=1)
    assert not result.passed and "int >= 2" in result.error


def test_the_report_file_holds_pass_and_failure(double, double_specs, double_golden, tmp_path):
    path = tmp_path / "report.json"
    assert run(double, double_specs, double_golden, report=path).passed
    document = json.loads(path.read_text())
    assert document["passed"] and document["outputs"][0]["name"] == "y"

    def wrong(values):
        values["y"][:] = values["x"] * 2 + 1
        values["y"][0, 0] = float("nan")

    run(double, double_specs, wrong, report=path)
    document = json.loads(path.read_text())
    assert not document["passed"]
    assert document["outputs"][0]["picture"]["heat"][0][0] == "inf"


def test_a_report_that_cannot_be_written_fails_before_anything_runs(
    double, double_specs, double_golden, tmp_path
):
    result = run(double, double_specs, double_golden, report=tmp_path / "missing" / "report.json")
    assert not result.passed and "report cannot be written" in result.error
    assert not double.launches


def test_an_observer_sees_every_run_and_its_exception(double, double_specs, double_golden):
    seen = []

    def broken(values):
        raise LookupError("gone")

    with observing(seen.append), imposing(Imposed(strict=True, seed=3)):
        run(double, double_specs, double_golden)
        with pytest.raises(LookupError):
            run(double, double_specs, broken)
    run(double, double_specs, double_golden)
    assert [(result.passed, result.seed) for result in seen] == [(True, 3), (False, 3)]
    assert seen[1].error == "LookupError: gone"


def test_imposed_strictness_makes_a_skipped_validation_a_failure(double, double_specs):
    assert run(double, double_specs).passed
    with imposing(Imposed(strict=True)):
        assert not run(double, double_specs).passed


def test_what_a_golden_changes_in_torch_is_put_back(double, double_specs):
    def rude(values):
        torch.set_default_dtype(torch.float64)
        torch.set_grad_enabled(False)
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        values["y"][:] = values["x"] * 2

    before = torch.get_num_threads()
    assert run(double, double_specs, rude).passed
    assert torch.get_default_dtype() == torch.float32 and torch.is_grad_enabled()
    assert torch.get_num_threads() == before and not torch.are_deterministic_algorithms_enabled()


def test_a_golden_that_keeps_its_dict_cannot_change_a_later_run(double, double_specs):
    kept = []

    def golden(values):
        kept.append(values)
        values["y"][:] = values["x"] * 2
        if len(kept) == 2:
            kept[0]["x"].fill_(99)
            kept[0]["y"].fill_(99)

    assert run(double, double_specs, golden).passed
    assert run(double, double_specs, golden).passed


@pytest.mark.parametrize(
    ("verdict", "passed"), [((torch.tensor(True), ""), True), ((torch.tensor(False), "no"), False)]
)
def test_a_comparator_may_answer_with_a_tensor_of_one_element(
    double, double_specs, double_golden, verdict, passed
):
    result = run(double, double_specs, double_golden, compare_fn={"y": lambda a, e, **context: verdict})
    assert result.passed is passed


def test_a_comparator_that_answers_with_many_elements_is_named(double, double_specs, double_golden):
    def mine(actual, expected, **context):
        return actual == expected, ""

    with pytest.raises(TypeError, match=r"comparator mine must return \(ok, detail\) with a bool"):
        run(double, double_specs, double_golden, compare_fn={"y": mine})


@dataclass
class Engines(Config):
    engine: str = "native"


def cross_checked(double, double_specs, double_golden, interpreter):
    """The error of a run whose native outputs are wrong, and whose interpreter does what is given."""
    dispatch = []

    def body(values):
        dispatch.append(double.artifact.configs[-1].engine)
        if dispatch[-1] == "interpret":
            interpreter(values)
        else:
            values["y"].copy_(values["x"] * 3)

    double.body = body
    result = run(double, double_specs, double_golden, config=Engines(), cross_check=True)
    assert not result.passed and "Mismatched elements" in result.error
    assert dispatch == ["native", "interpret"]
    return result.error


def test_a_cross_check_tells_a_wrong_compiler_from_a_wrong_kernel(double, double_specs, double_golden):
    right = cross_checked(double, double_specs, double_golden, lambda v: v["y"].copy_(v["x"] * 2))
    assert "the interpreter agrees with the golden and native code does not" in right
    wrong = cross_checked(double, double_specs, double_golden, lambda v: v["y"].copy_(v["x"] * 3))
    assert "the interpreter does not agree with the golden either (['y']): suspect the kernel" in wrong


def test_a_cross_check_that_cannot_run_leaves_the_report(double, double_specs, double_golden):
    def refuses(values):
        raise UserMistake("kernels/aiv/double.cpp was edited")

    error = cross_checked(double, double_specs, double_golden, refuses)
    assert "the interpreter cannot run this: kernels/aiv/double.cpp was edited" in error


def test_two_specs_may_share_the_storage_of_one_tensor(double, double_golden):
    mine = torch.arange(24, dtype=torch.float32).reshape(4, 6)
    specs = [TensorSpec(name, [4, 6], torch.float32, init_value=mine) for name in ("x", "y")]
    assert run(double, specs, double_golden).passed
    assert torch.equal(mine, torch.arange(24, dtype=torch.float32).reshape(4, 6))
