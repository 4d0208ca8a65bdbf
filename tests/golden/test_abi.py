# SPDX-License-Identifier: Apache-2.0
from dataclasses import replace

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
    return caught.value.message


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
        assert ("; recompile the artifact" in result.error) is ("runtime_dir" in keywords)


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


def shown(error):
    """The lines of an error that stands at a spec of this file: where, the text under the caret, and facts."""
    first, line, caret, *facts = error.splitlines()
    assert first.startswith(f"{__file__}:")
    return first, line[caret.index("^") : caret.rindex("^") + 1], facts


def test_a_spec_that_does_not_fit_is_shown_in_its_file(double, double_golden):
    result = run(
        double,
        [
            TensorSpec("x", [4, 6], torch.float32),
            TensorSpec("y", [4, 6], torch.float16),
        ],
        double_golden,
    )
    first, text, _ = shown(result.error)
    assert "error: compiled parameter ABI mismatch (y: dtype spec=torch.float16" in first
    assert text == 'TensorSpec("y", [4, 6], torch.float16)'


@pytest.mark.parametrize(
    ("second", "what", "help"),
    [
        (lambda: TensorSpec("z", [4, 6], torch.float32), "absent from the signature=['z']", "'y'"),
        (
            lambda: TensorSpec("yy", [4, 6], torch.float32),
            "parameters without specs=['y']",
            "instead of 'yy'",
        ),
        (lambda: TensorSpec("x", [4, 6], torch.float32), "duplicate spec names: ['x']", ""),
        (lambda: TensorSpec("a b", [4, 6], torch.float32), "spec name 'a b' is not a parameter name", ""),
        (lambda: ScalarSpec("y", torch.int32, 1), "y: spec is a scalar, the kernel declares a tensor", ""),
        (lambda: TensorSpec("y", [4, 6], torch.float32, resident=0), "only supported for L3", "resident="),
    ],
)
def test_a_spec_of_a_wrong_name_or_kind_is_shown_in_its_file(double, double_specs, second, what, help):
    result = run(double, [double_specs[0], second()])
    first, text, facts = shown(result.error)
    assert what in first and text.endswith(")") and "Spec(" in text
    assert help in "\n".join(facts) and double.compiled == []


def test_a_missing_spec_is_shown_behind_the_one_before_it(double):
    first, text, _ = shown(run(double, [TensorSpec("x", [4, 6], torch.float32)]).error)
    assert "parameters without specs=['y']" in first and text.startswith('TensorSpec("x"')


def sharing():
    rows = [(name, direction, -1) for name, direction in (("x", "in"), ("y", "out"))]
    made = [replace(tensor(name, how, (rows_, 6)), dims={0: "M"}) for name, how, rows_ in rows]
    return FakeKernel(lambda v: None, *made, scalar("M"))


@pytest.mark.parametrize(
    ("rows", "count", "what"),
    [
        (8, 4, "the extent M is 4 in axis 0 of 'x', and 8 in axis 0 of 'y'"),
        (4, 5, "the extent M is 4 in axis 0 of 'x', and the scalar 'M' is 5"),
    ],
)
def test_specs_that_give_one_extent_two_sizes_fail_before_inputs_and_golden(tmp_path, rows, count, what):
    def never(*_):
        raise AssertionError("called")

    kernel = sharing()
    kernel.folder = tmp_path / "build"
    specs = [
        TensorSpec("x", [4, 6], torch.float32, init_value=lambda: never()),
        TensorSpec("y", [rows, 6], torch.float32),
        ScalarSpec("M", torch.int32, count),
    ]
    first, text, facts = shown(run(kernel, specs, never).error)
    assert what in first and f"'x' is specified at {__file__}:" in facts[0] and "Spec(" in text
    assert kernel.launches == []


def test_specs_that_agree_on_a_shared_extent_pass(tmp_path):
    kernel = sharing()
    check_artifact(
        [
            TensorSpec("x", [4, 6], torch.float32),
            TensorSpec("y", [4, 6], torch.float32),
            ScalarSpec("M", torch.int32, 4),
        ],
        kernel.parameters,
    )


@pytest.mark.parametrize(
    ("given", "help"),
    [
        (lambda: [torch.zeros(4, 6), torch.zeros(4, 6)], "TensorSpec('x', shape, dtype, init)"),
        (lambda: [2.0], "ScalarSpec('n', dtype, 2.0)"),
        (lambda: {"x": TensorSpec("x", [4, 6], torch.float32)}, "list(specs.values())"),
    ],
)
def test_values_in_place_of_specs_are_refused_with_the_spec_to_write(double, given, help):
    error = run(double, given()).error
    assert help in error and len(error.splitlines()[0]) < 200


def test_a_kernel_and_specs_in_the_wrong_order_are_told_apart(double, double_specs):
    assert "the kernel comes first" in run(double_specs, double).error
