# SPDX-License-Identifier: Apache-2.0
import pytest
import torch
from harness_fakes import FakeKernel, Parameter, scalar, tensor

from golden import ScalarSpec, TensorSpec, run
from golden.abi import AbiError, check_artifact, check_signature, signature_of


def specs():
    return [
        TensorSpec("x", [4, 8], torch.bfloat16),
        TensorSpec("y", [4, 8], torch.float32),
        ScalarSpec("n", torch.int32, 1),
    ]


def parameters(**changes):
    made = {
        "x": tensor("x", "in", (4, 8), torch.bfloat16),
        "y": tensor("y", "out", (4, 8)),
        "n": scalar("n"),
    }
    return list({**made, **changes}.values())


def refused(given, artifact, **options):
    with pytest.raises(AbiError) as caught:
        check_artifact(given, artifact, **options)
    assert all(spec.direction is None for spec in given if isinstance(spec, TensorSpec))
    return str(caught.value)


def test_directions_are_stamped_after_a_passing_check():
    given = specs()
    check_artifact(given, parameters())
    assert [spec.direction for spec in given[:2]] == ["in", "out"]


def test_missing_and_superfluous_specs_are_reported_together():
    text = refused([specs()[0], TensorSpec("z", [1], torch.float32)], parameters())
    assert text.startswith("compiled parameter ABI mismatch (")
    assert "compiled parameters without specs=['y', 'n']" in text
    assert "specs absent from compiled artifact=['z']" in text
    assert text.endswith("recompile the artifact")


def test_wrong_order_is_an_error_and_is_not_repaired():
    given = specs()
    text = refused([given[1], given[0], given[2]], parameters())
    assert "parameter order spec=['y', 'x', 'n'] artifact=['x', 'y', 'n']" in text


def test_shape_and_dtype_problems_of_several_parameters_come_together():
    text = refused(specs(), parameters(x=tensor("x", "in", (4, 9)), y=tensor("y", "out", (5, 8))))
    assert "x: shape spec=[4, 8] artifact=[4, 9]" in text
    assert "x: dtype spec=torch.bfloat16 artifact=torch.float32" in text
    assert "y: shape spec=[4, 8] artifact=[5, 8]" in text


def test_after_a_fresh_compile_the_remedy_is_in_spec_or_kernel():
    wide, half = tensor("x", "in", (4, 9), torch.bfloat16), tensor("y", "out", (4, 8), torch.float16)
    assert refused(specs(), parameters(x=wide), fresh=True) == (
        "compiled parameter ABI mismatch (x: shape spec=[4, 8] artifact=[4, 9]); "
        "the kernel declares x as [4, 9]: change the spec or the annotation"
    )
    assert refused(specs(), parameters(x=wide, y=half), fresh=True).endswith(
        "; the kernel declares x as [4, 9] and y as FP16: change the specs or the annotations"
    )
    both = tensor("x", "in", (-1, 9))
    assert "the kernel declares x as [-1, 9] FP32: change" in refused(specs(), parameters(x=both), fresh=True)
    assert "declares n as a tensor of shape [2]: change" in refused(
        specs(), parameters(n=tensor("n", "in", (2,))), fresh=True
    )
    assert "declares x as a scalar: change" in refused(specs(), parameters(x=scalar("x")), fresh=True)
    assert refused(specs()[:1], parameters(), fresh=True).endswith(
        "one spec per parameter of the kernel, in its order"
    )


@pytest.mark.parametrize(
    "shape",
    [
        [128, "x"],
        [4, float("nan")],
        [4, None],
        ["4", "8"],
        [4.0, 8],
        [True, 8],
        "4",
        4,
        {"0": 4},
        float("nan"),
    ],
)
def test_a_parameter_shape_that_holds_no_sizes_is_a_mismatch(shape):
    text = refused(specs(), parameters(x=Parameter("x", "tensor", "in", shape, "BF16")))
    assert f"x: shape spec=[4, 8] artifact={shape}" in text and text.endswith("recompile the artifact")
    assert "n: expected scalar" in refused(
        specs(), parameters(n=Parameter("n", "scalar", "in", shape, "INT32"))
    )


@pytest.mark.parametrize("value", [3, None, ["x"], float("nan")])
def test_names_directions_and_dtypes_of_wrong_types_are_mismatches(value):
    assert f"compiled parameter names [{value}] are not text" in refused(
        specs(), parameters(x=Parameter(value, "tensor", "in", (4, 8), "BF16"))
    )
    assert f"x: unknown artifact direction {value}" in refused(
        specs(), parameters(x=Parameter("x", "tensor", value, (4, 8), "BF16"))
    )
    assert f"x: dtype spec=torch.bfloat16 artifact={value}" in refused(
        specs(), parameters(x=Parameter("x", "tensor", "in", (4, 8), value))
    )


def test_a_dynamic_dimension_takes_any_size_but_the_rank_counts():
    check_artifact(specs(), parameters(x=tensor("x", "in", (-1, 8), torch.bfloat16)))
    assert "x: shape" in refused(specs(), parameters(x=tensor("x", "in", (-1, -1, -1), torch.bfloat16)))


def test_kinds_are_compared():
    assert "x: expected tensor shape=[4, 8], artifact is scalar" in refused(
        specs(), parameters(x=scalar("x"))
    )
    assert "n: expected scalar, artifact is tensor shape=[2]" in refused(
        specs(), parameters(n=tensor("n", "in", (2,)))
    )


def test_a_scalar_is_an_input_and_directions_are_known():
    assert "scalar direction must be In" in refused(
        specs(), parameters(n=Parameter("n", "scalar", "out", None, "INT32"))
    )
    assert "unknown artifact direction 'sideways'" in refused(
        specs(), parameters(x=Parameter("x", "tensor", "sideways", (4, 8), "BF16"))
    )


def test_an_artifact_dtype_without_a_torch_counterpart_is_unequal():
    text = refused(specs(), parameters(x=Parameter("x", "tensor", "in", (4, 8), "HF4")))
    assert "x: dtype spec=torch.bfloat16 artifact=HF4" in text


def test_ssa_suffixes_are_stripped_and_must_not_collide():
    check_artifact(specs(), parameters(x=tensor("x__ssa_v3", "in", (4, 8), torch.bfloat16)))
    text = refused(specs(), [tensor("x", "in", (1,)), tensor("x__ssa_v1", "in", (1,))])
    assert "collide after stripping SSA suffixes" in text


def test_signature_problems_are_found_by_name_order_and_kind():
    signature = [("x", "tensor"), ("y", "tensor"), ("n", "scalar")]
    check_signature(specs(), signature)
    for given, text in [
        (specs()[:2], r"parameters without specs=\['n'\]"),
        (specs()[::-1], "parameter order spec="),
        (
            [*specs()[:2], TensorSpec("n", [1], torch.int32)],
            "n: spec is a tensor, the kernel declares a scalar",
        ),
    ]:
        with pytest.raises(AbiError, match=text):
            check_signature(given, signature)


def test_the_signature_of_a_wrapped_function_gives_names():
    class Wrapper:
        def __init__(self, function):
            self.__wrapped__ = function

        def __call__(self):
            raise AssertionError

    assert signature_of(Wrapper(lambda x, y: None)) == [("x", None), ("y", None)]
    assert signature_of(object()) is None


def test_a_signature_mismatch_is_found_before_compiling(double, double_specs):
    result = run(double, double_specs[:1])
    assert not result.passed and "parameters without specs=['y']" in result.error
    assert double.compiled == []


def test_an_artifact_mismatch_fails_before_any_tensor_is_created(double, double_golden, backend, tmp_path):
    def never():
        raise AssertionError("created")

    wrong = [
        TensorSpec("x", [4, 7], torch.float32, init_value=never),
        TensorSpec("y", [4, 6], torch.float32, init_value=never),
    ]
    backend.builds[tmp_path] = double
    for keywords in ({}, {"compile_only": True}, {"runtime_dir": tmp_path}):
        result = run(double, wrong, double_golden, **keywords)
        assert not result.passed
        assert "x: shape spec=[4, 7] artifact=[4, 6]" in result.error
        assert result.error.endswith("recompile the artifact") is ("runtime_dir" in keywords)


def test_equal_names_fail_before_compiling(double, double_specs):
    result = run(double, [double_specs[0], double_specs[0]])
    assert not result.passed and "duplicate spec names: ['x']" in result.error
    assert double.compiled == []


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".x", "a b"])
def test_a_spec_name_must_be_a_parameter_name(double, name):
    result = run(double, [TensorSpec(name, [1], torch.float32)])
    assert not result.passed and "is not a parameter name" in result.error


def test_something_else_than_a_spec_is_refused(double):
    result = run(double, ["x"])
    assert not result.passed and "specs must hold TensorSpec" in result.error


def test_a_kernel_without_outputs_cannot_have_a_golden(tmp_path):
    kernel = FakeKernel(lambda v: None, tensor("x", "in", (2,)), folder=tmp_path)
    result = run(kernel, [TensorSpec("x", [2], torch.float32)], lambda values: None)
    assert not result.passed and "no Out or InOut parameter" in result.error
