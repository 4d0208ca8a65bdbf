# SPDX-License-Identifier: Apache-2.0
"""Who holds which tensor: nothing is shared between caller, golden and dispatch."""

import numpy as np
import pytest
import torch
from harness_fakes import FakeKernel, tensor

from golden import TensorSpec, run


@pytest.fixture
def kernel(tmp_path):
    """y = x + s, s += 1."""

    def body(values):
        values["y"].copy_(values["x"] + values["s"])
        values["s"].add_(1)

    return FakeKernel(
        body,
        tensor("x", "in", (3,)),
        tensor("s", "inout", (3,)),
        tensor("y", "out", (3,)),
        folder=tmp_path / "build",
    )


def make_specs(**init):
    return [
        TensorSpec("x", [3], torch.float32, init_value=init.get("x", 1)),
        TensorSpec("s", [3], torch.float32, init_value=init.get("s", 10)),
        TensorSpec("y", [3], torch.float32, init_value=init.get("y")),
    ]


def golden(values):
    values["y"][:] = values["x"] + values["s"]
    values["s"] += 1


def test_a_golden_that_tramples_its_inputs_leaves_the_dispatch_alone(kernel):
    seen = {}

    def trample(values):
        seen.update({name: value.untyped_storage().data_ptr() for name, value in values.items()})
        golden(values)
        values["x"].fill_(float("nan"))

    assert run(kernel, make_specs(), trample).passed
    dispatched = kernel.launches[0]
    assert dispatched[0].tolist() == [1.0, 1.0, 1.0]
    assert not {t.untyped_storage().data_ptr() for t in dispatched} & set(seen.values())


def test_a_pure_output_is_zero_for_the_golden_whatever_the_device_holds(kernel):
    def look(values):
        assert values["y"].tolist() == [0.0, 0.0, 0.0] and values["s"].tolist() == [10.0] * 3
        golden(values)

    assert run(kernel, make_specs(), look).passed


def test_an_init_value_of_a_pure_output_reaches_only_the_golden(kernel):
    def look(values):
        assert values["y"].tolist() == [4.0] * 3
        golden(values)

    assert run(kernel, make_specs(y=4), look).passed


def test_an_array_reaches_dispatch_and_golden(kernel):
    x = np.array([1.0, 2.0, 3.0])
    assert run(kernel, make_specs(x=x), golden).passed
    assert kernel.launches[0][0].tolist() == [1.0, 2.0, 3.0] and x.tolist() == [1.0, 2.0, 3.0]
    result = run(kernel, make_specs(x=np.ones((3, 1))), golden)
    assert not result.passed and "spec 'x' has shape=[3]" in result.error


@pytest.mark.parametrize("name", ["x", "s", "y"])
@pytest.mark.parametrize(
    ("init_value", "text"),
    [
        (torch.empty(3, device="meta"), "init_value is a meta tensor, which holds no values"),
        (lambda: torch.empty(3, device="meta"), "init_value is a meta tensor, which holds no values"),
        (np.array(["a", "b", "c"]), "init_value cannot be converted"),
    ],
)
def test_content_that_no_tensor_can_be_made_of_names_the_spec(kernel, name, init_value, text):
    result = run(kernel, make_specs(**{name: init_value}), golden)
    assert not result.passed and f"error: spec '{name}': {text}" in result.error


@pytest.mark.parametrize("options", [{}, {"compile_only": True}])
def test_a_spec_larger_than_memory_is_named(tmp_path, options):
    huge = FakeKernel(lambda v: None, tensor("x", "in", (-1,)), folder=tmp_path / "huge")
    result = run(huge, [TensorSpec("x", [2**55], torch.float32)], **options)
    assert not result.passed and "spec 'x': shape [36028797018963968]" in result.error
    assert "does not fit into memory" in result.error


@pytest.mark.parametrize("wrap", [lambda t: t, lambda t: lambda: t])
def test_tensors_of_the_caller_are_never_written(kernel, wrap):
    x, state = torch.ones(3), torch.full((3,), 10.0)
    specs = make_specs(x=wrap(x), s=wrap(state))
    for _ in range(2):
        assert run(kernel, specs, golden).passed
    assert x.tolist() == [1.0] * 3 and state.tolist() == [10.0] * 3


def test_a_golden_that_writes_the_callers_tensor_does_not_reach_the_dispatch(kernel):
    x = torch.ones(3)

    def sneaky(values):
        golden(values)
        x.fill_(5)

    assert run(kernel, make_specs(x=x), sneaky).passed


def test_views_and_graph_tensors_are_copied(kernel):
    strided = torch.arange(6.0)[::2]
    graph = torch.ones(3, requires_grad=True)
    assert run(kernel, make_specs(x=strided, s=graph), golden).passed
    for dispatched in kernel.launches[0]:
        assert dispatched.is_contiguous() and not dispatched.requires_grad
    assert graph.tolist() == [1.0] * 3


def test_runs_work_inside_inference_mode(kernel):
    with torch.inference_mode():
        assert run(kernel, make_specs(x=torch.ones(3)), golden).passed
        result = run(kernel, make_specs(), lambda values: None)
    assert not result.passed and "untouched" in result.error


@pytest.mark.parametrize("made", [torch.ones(4), lambda: torch.ones(1, 3), [1.0]])
def test_a_created_tensor_of_another_shape_fails_before_the_dispatch(kernel, made):
    value = made if not isinstance(made, list) else (lambda: made)
    result = run(kernel, make_specs(x=value), golden)
    assert not result.passed and kernel.launches == []
    assert "spec 'x' has shape=[3]" in result.error and "made shape=[" in result.error


def test_a_factory_that_cannot_make_the_dtype_fails_the_run(tmp_path):
    kernel = FakeKernel(lambda v: None, tensor("x", "in", (2,), torch.int32), folder=tmp_path)
    result = run(kernel, [TensorSpec("x", [2], torch.int32, init_value=torch.randn)])
    assert not result.passed and "spec 'x'" in result.error


def test_an_init_value_of_a_wrong_type_fails_the_run(kernel):
    result = run(kernel, make_specs(x="ones"), golden)
    assert not result.passed and "Unsupported init_value type str" in result.error


# --- what the golden must do ---


def test_an_untouched_output_is_an_error(kernel):
    result = run(kernel, make_specs(), lambda values: values["s"].add_(1))
    assert not result.passed and "the golden left output 'y' untouched" in result.error
    assert kernel.launches == []


def test_a_golden_that_returns_or_adds_its_result_is_shown_with_what_became_of_it(kernel):
    def reference(values):
        values["out"] = values["x"] * 2
        values["s"] += 1
        return values["out"]

    error = run(kernel, make_specs(), reference).error
    assert error.startswith(f"{__file__}:") and "def reference(values):" in error
    assert "what it returns is not read" in error and "'out', which it added, is no parameter" in error


def test_a_golden_that_reads_an_unknown_name_is_told_the_names(kernel):
    with pytest.raises(KeyError, match="'z' is no parameter of the kernel; the parameters are x, s, y"):
        run(kernel, make_specs(), lambda values: values["z"])
    with pytest.raises(AttributeError, match=r"write values\['y'\]"):
        run(kernel, make_specs(), lambda values: values.y.zero_())


def test_zeros_written_on_purpose_are_a_reference(kernel):
    kernel.body = lambda v: (v["y"].zero_(), v["s"].add_(1))

    def zeros(values):
        values["y"].zero_()
        values["s"] += 1

    assert run(kernel, make_specs(), zeros).passed


def test_an_output_left_at_its_own_init_value_is_a_reference(kernel):
    kernel.body = lambda v: v["y"].fill_(4)
    assert run(kernel, make_specs(y=4), lambda values: None).passed


def test_an_inout_left_alone_asserts_its_initial_state(kernel):
    result = run(kernel, make_specs(), lambda values: values["y"].copy_(values["x"] + values["s"]))
    assert not result.passed and "['s']" in result.error


def test_rebinding_an_output_is_allowed_in_the_same_shape_and_dtype(kernel):
    def rebind(values):
        values["y"] = values["x"] + values["s"]
        values["s"] = values["s"] + 1

    assert run(kernel, make_specs(), rebind).passed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (torch.ones(1), "golden has shape=[1] dtype=torch.float32"),
        (torch.ones(3, dtype=torch.float64), "golden has shape=[3] dtype=torch.float64"),
        ([1.0, 1.0, 1.0], "replaced it by list"),
        (torch.ones(3).to_sparse(), "one of layout torch.sparse_coo"),
        (torch.ones(3, device="meta"), "a meta tensor, which holds no values"),
    ],
)
def test_rebinding_to_something_else_is_an_error(kernel, value, text):
    def rebind(values):
        values["y"] = value

    result = run(kernel, make_specs(), rebind)
    assert not result.passed and "'y'" in result.error and text in result.error
    assert kernel.launches == []


def test_removing_an_output_is_an_error(kernel):
    result = run(kernel, make_specs(), lambda values: values.pop("y"))
    assert not result.passed and "removed it" in result.error
