# SPDX-License-Identifier: Apache-2.0
"""What the harness promises of its surface, its specs and the check of specs against the program, one test a promise."""

import ctypes
import importlib
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from golden_kernel_texts import TEXT, write
from harness_fakes import FakeKernel, scalar, tensor

import golden
from golden import ScalarSpec, TensorSpec, run
from golden.runner import load_backend
from golden.spec import SUPPORTED_SCALAR_DTYPES

KERNELS = Path(__file__).resolve().parents[2] / "kernels"


def python(code, **environment):
    import os

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.stdout.strip(), done.stderr, done.returncode


def kernel(tmp_path, *parameters, body=lambda values: None):
    return FakeKernel(body, *parameters, folder=tmp_path / "build")


def refused(fn, specs, **arguments):
    """The error of a run that has to fail."""
    result = run(fn, specs, **arguments)
    assert not result.passed
    return result.error


# --- surface and layout ---


def test_golden_is_imported_without_device_or_runtime():
    out, _, status = python("import sys, golden; print([m for m in sys.modules if m.startswith('pypto')])")
    assert (out, status) == ("[]", 0)


def test_importing_golden_leaves_the_threads_of_torch_alone():
    code = "import torch; n = torch.get_num_threads(); import golden; golden.run; print(n == torch.get_num_threads())"
    assert python(code, PYPTO_GOLDEN_NUM_THREADS="3")[0] == "True"


@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_a_wrong_number_of_threads_is_an_error_when_a_run_starts(
    double, double_specs, double_golden, monkeypatch, value
):
    monkeypatch.setenv("PYPTO_GOLDEN_NUM_THREADS", value)
    error = refused(double, double_specs, golden_fn=double_golden)
    assert "PYPTO_GOLDEN_NUM_THREADS must be a positive integer" in error and f"'{value}'" in error


def test_every_public_name_is_the_same_object_in_its_module():
    homes = {"spec": ("TensorSpec", "ScalarSpec"), "runner": ("run", "RunResult")}
    judged = [name for name in golden.__all__ if not any(name in names for names in homes.values())]
    for module, names in {**homes, "validation": judged}.items():
        for name in names:
            assert getattr(importlib.import_module(f"golden.{module}"), name) is getattr(golden, name)


def test_importing_a_kernel_file_loads_neither_torch_nor_golden():
    path = KERNELS / "norm" / "rms_norm.py"
    code = f"import runpy, sys; runpy.run_path({str(path)!r}); print('torch' in sys.modules, 'golden' in sys.modules)"
    assert python(code)[0] == "False False"


@pytest.mark.parametrize(("factor", "status"), [("2.5", 1), ("2.0", 0)])
def test_a_kernel_file_exits_with_its_verdict(tmp_path, factor, status):
    path = write(tmp_path, "k.py", factor=factor)
    done = subprocess.run(
        [sys.executable, str(path), "--mode", "one"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == status, done.stderr
    assert ("does not match golden" in done.stdout) is bool(status)


def test_specs_are_built_for_the_shape_that_is_asked_for():
    build = runpy.run_path(str(KERNELS / "norm" / "rms_norm.py"))["build_tensor_specs"]
    assert [build(*shape)[0].shape for shape in ((1, 16), (2, 32))] == [[16, 4096], [64, 4096]]


# --- TensorSpec ---


def test_no_init_value_gives_zeros_and_a_number_fills():
    assert TensorSpec("x", [2], torch.int32).create_tensor().tolist() == [0, 0]
    assert TensorSpec("x", [2], torch.int32, init_value=7).create_tensor().tolist() == [7, 7]


def test_the_four_factories_get_shape_and_dtype_and_other_callables_nothing():
    for factory in (torch.randn, torch.rand, torch.zeros, torch.ones):
        made = TensorSpec("x", [2, 3], torch.float16, init_value=factory).create_tensor()
        assert (made.shape, made.dtype) == ((2, 3), torch.float16)
    assert TensorSpec("x", [2], torch.float32, init_value=lambda: [1, 2]).create_tensor().tolist() == [1, 2]


def test_a_string_is_no_init_value():
    with pytest.raises(TypeError, match=r"Unsupported init_value type.*'x'"):
        TensorSpec("x", [2], torch.float32, init_value="zeros").create_tensor()


@pytest.mark.parametrize("argument", [{"direction": "out"}, {"is_output": True}])
def test_direction_is_no_argument_of_a_spec(argument):
    with pytest.raises(TypeError):
        TensorSpec("x", [2], torch.float32, **argument)


def test_direction_is_not_known_before_it_is_stamped():
    for name in ("is_output", "is_input"):
        with pytest.raises(RuntimeError, match=r"(?s)x.*direction not stamped"):
            getattr(TensorSpec("x", [2], torch.float32), name)


@pytest.mark.parametrize(
    ("direction", "output", "input"), [("inout", True, True), ("out", True, False), ("in", False, True)]
)
def test_the_stamped_direction_says_input_and_output(direction, output, input):
    spec = TensorSpec("x", [2], torch.float32)
    spec.direction = direction
    assert (spec.is_output, spec.is_input) == (output, input)


def test_worker_zero_is_resident_and_false_is_not():
    assert TensorSpec("x", [2], torch.float32, resident=0).is_resident
    assert not TensorSpec("x", [2], torch.float32, resident=False).is_resident


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "resident=True is ambiguous"), (-1, "must be >= 0"), ("whole", "resident must be None/False")],
)
def test_wrong_residency_is_refused(value, text):
    with pytest.raises(ValueError, match=text):
        TensorSpec("x", [2], torch.float32, resident=value)


def test_a_created_tensor_of_another_shape_fails_before_the_dispatch(double, double_specs, double_golden):
    double_specs[0] = TensorSpec("x", [4, 6], torch.float32, init_value=torch.zeros(3))
    assert "'x'" in refused(double, double_specs, golden_fn=double_golden)
    assert not double.launches


def test_a_tensor_given_to_an_inout_is_unchanged_after_the_run(tmp_path):
    mine = torch.ones(4)
    fn = kernel(tmp_path, tensor("s", "inout", (4,)), body=lambda values: values["s"].add_(1))

    def reference(values):
        values["s"] += 1

    assert run(fn, [TensorSpec("s", [4], torch.float32, init_value=mine)], reference).passed
    assert mine.tolist() == [1.0] * 4


# --- ScalarSpec ---


def test_there_are_eight_scalar_types_and_float64_is_none():
    wanted = {"int8", "int32", "int64", "uint8", "bool", "float32", "float16", "bfloat16"}
    assert {str(dtype).removeprefix("torch.") for dtype in SUPPORTED_SCALAR_DTYPES} == wanted
    with pytest.raises(ValueError, match="unsupported dtype"):
        ScalarSpec("s", torch.float64, 1.0)


@pytest.mark.parametrize(
    ("dtype", "value", "text"),
    [
        (torch.int32, 1.5, "requires int value"),
        (torch.int32, True, "requires int value"),
        (torch.bool, 1, "requires bool value"),
        (torch.float32, True, "requires int or float"),
        (torch.int8, 200, r"out of range.*-128.*127"),
        (torch.uint8, -1, r"out of range.*0.*255"),
        (torch.int32, torch.ones(1, dtype=torch.int32), "must be 0-dim"),
        (torch.int32, torch.tensor(1.0), "does not match dtype"),
    ],
)
def test_a_scalar_value_of_a_wrong_kind_is_refused_by_name(dtype, value, text):
    with pytest.raises(ValueError, match=f"(?s)(factor.*{text}|{text}.*factor)"):
        ScalarSpec("factor", dtype, value)


def test_a_float_scalar_takes_an_int():
    assert ScalarSpec("s", torch.float32, 1).to_python() == 1.0


def test_the_value_is_a_0_dim_tensor_and_a_given_one_is_kept():
    given = torch.tensor(3, dtype=torch.int32)
    assert ScalarSpec("s", torch.int32, given).value is given
    made = ScalarSpec("s", torch.int32, 3).value
    assert made.dim() == 0 and made.dtype == torch.int32


def test_ctypes_values_follow_the_type_and_bfloat16_is_its_bits():
    assert isinstance(ScalarSpec("s", torch.int8, 1).to_ctypes(), ctypes.c_int8)
    one = ScalarSpec("s", torch.bfloat16, 1.0).to_ctypes()
    assert isinstance(one, ctypes.c_uint16) and one.value == 0x3F80


def test_the_python_value_is_what_the_device_sees():
    assert ScalarSpec("s", torch.bfloat16, 1 / 3).to_python() == 0.333984375


def test_compile_runtime_is_a_bool_and_off():
    with pytest.raises(ValueError, match="compile_runtime must be a bool"):
        ScalarSpec("s", torch.int32, 1, compile_runtime=1)
    assert ScalarSpec("s", torch.int32, 1).compile_runtime is False


def test_a_step_grows_with_each_dispatch_from_the_stored_object():
    spec = ScalarSpec("s", torch.int32, 2, benchmark_step=43)
    assert spec.value_for_benchmark_dispatch(0) is spec.value
    assert [int(spec.value_for_benchmark_dispatch(number)) for number in (1, 4)] == [45, 174]


def test_a_step_of_zero_is_none_and_a_bool_takes_none():
    assert not ScalarSpec("s", torch.int32, 2, benchmark_step=0).has_benchmark_step
    with pytest.raises(ValueError, match="benchmark_step is unsupported"):
        ScalarSpec("s", torch.bool, True, benchmark_step=1)


@pytest.mark.parametrize("index", [-1, True, 1.5])
def test_a_dispatch_index_is_a_non_negative_int(index):
    with pytest.raises(ValueError, match="dispatch_index"):
        ScalarSpec("s", torch.int8, 120, benchmark_step=10).value_for_benchmark_dispatch(index)


def test_a_step_that_leaves_the_range_is_refused():
    with pytest.raises(ValueError, match="out of range"):
        ScalarSpec("s", torch.int8, 120, benchmark_step=10).value_for_benchmark_dispatch(1)


# --- specs against the artifact ---


def spec(name, shape=(4, 6), dtype=torch.float32):
    return TensorSpec(name, list(shape), dtype)


def program(tmp_path, *parameters):
    """A kernel whose signature nobody can read, so that only the artifact speaks."""
    made = kernel(tmp_path, *parameters)
    del made.signature_parameters
    return made


def test_a_missing_and_a_superfluous_spec_come_in_one_message(tmp_path):
    fn = program(tmp_path, tensor("x", "in", (4, 6)), tensor("y", "out", (4, 6)))
    error = refused(fn, [spec("x"), spec("z")])
    assert "compiled parameter ABI mismatch" in error
    assert "compiled parameters without specs=['y']" in error
    assert "specs absent from compiled artifact=['z']" in error


def test_names_in_another_order_fail_and_nothing_is_reordered(tmp_path):
    fn = program(tmp_path, tensor("x", "in", (4, 6)), tensor("y", "out", (4, 6)))
    specs = [spec("y"), spec("x")]
    assert "parameter order" in refused(fn, specs)
    assert [item.name for item in specs] == ["y", "x"]


def test_a_wrong_shape_and_a_wrong_dtype_come_in_one_message(tmp_path):
    fn = program(tmp_path, tensor("x", "in", (4, 6)), tensor("y", "out", (4, 6)))
    error = refused(fn, [spec("x", (4, 7)), spec("y", dtype=torch.float16)])
    assert "x: shape" in error and "y: dtype" in error


def test_a_dynamic_dimension_takes_any_size_and_the_rank_counts(tmp_path):
    fn = program(tmp_path, tensor("x", "in", (-1, 6)), tensor("y", "out", (-1, 6)))
    assert run(fn, [spec("x", (9, 6)), spec("y", (2, 6))], compile_only=True).passed
    assert "x: shape" in refused(fn, [spec("x", (9, 6, 1)), spec("y", (2, 6))], compile_only=True)


def test_tensors_and_scalars_are_not_taken_for_each_other(tmp_path):
    fn = program(tmp_path, tensor("x", "in", (4, 6)), scalar("n"), tensor("y", "out", (4, 6)))
    error = refused(fn, [ScalarSpec("x", torch.int32, 1), spec("n"), spec("y")])
    assert "expected scalar, artifact is tensor" in error and "artifact is scalar" in error


def test_one_ssa_suffix_is_stripped_and_may_not_collide(tmp_path):
    fn = program(tmp_path, tensor("x__ssa_v3", "in", (4, 6)), tensor("y", "out", (4, 6)))
    assert run(fn, [spec("x"), spec("y")], compile_only=True).passed
    fn = program(tmp_path, tensor("x__ssa_v3", "in", (4, 6)), tensor("x", "out", (4, 6)))
    assert "collide after stripping SSA suffixes" in refused(fn, [spec("x"), spec("y")], compile_only=True)


def test_all_of_it_fails_before_a_tensor_is_created(tmp_path, backend):
    def bomb():
        raise AssertionError("a tensor was created")

    specs = [TensorSpec("x", [4, 7], torch.float32, init_value=bomb), spec("y")]
    fn = program(tmp_path, tensor("x", "in", (4, 6)), tensor("y", "out", (4, 6)))
    backend.builds[tmp_path] = fn
    for arguments in ({}, {"compile_only": True}, {"runtime_dir": tmp_path}):
        assert "x: shape" in refused(fn, specs, **arguments)


def test_two_specs_of_one_name_fail_before_compiling(double):
    assert "duplicate spec names: ['x']" in refused(double, [spec("x"), spec("x")])
    assert not double.compiled


def test_a_passing_check_stamps_the_directions_of_the_artifact(tmp_path):
    fn = program(
        tmp_path, tensor("x", "in", (4, 6)), tensor("s", "inout", (4, 6)), tensor("y", "out", (4, 6))
    )
    specs = [spec("x"), spec("s"), spec("y")]
    assert run(fn, specs, compile_only=True).passed
    assert [item.direction for item in specs] == ["in", "inout", "out"]


def test_the_text_of_a_kernel_file_has_its_four_parts_in_order():
    places = [TEXT.index(part) for part in ("@pl.jit", "def golden_", "def build_tensor_specs", "__main__")]
    assert places == sorted(places) and callable(load_backend)
