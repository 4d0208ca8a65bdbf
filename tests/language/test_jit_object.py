# SPDX-License-Identifier: Apache-2.0
"""What the object of a decorator offers: calls, compiled programs, what tells them apart, and how arguments bind."""

import ctypes
import importlib.util
import shutil
import sys
import warnings

import numpy
import pytest
import torch

import pypto.language as pl
from pypto.artifact import CompiledProgram
from pypto.errors import ArgumentError, ErrorGroup, UndefinedVariableError, UserError
from pypto.ir.nodes import Program
from pypto.runtime.config import RunConfig

INTERPRETED = {"engine": "interpret"}
T = pl.dynamic("T")
S = pl.dynamic("S")
FACTOR = 3
BASE = 2
TABLE = [16, 64]


@pl.jit
def scaled(
    x: pl.Tensor[[16, 64], pl.FP32],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    """What it is for."""
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], s)
    return y


@pl.jit
def in_place(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], FACTOR)


@pl.jit
def two_results(
    x: pl.Tensor[[T, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[T, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[S, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.mul(x[0:16, :], 2.0)
        z[0:16, :] = pl.add(x[0:16, :], 2.0)
    return y, z


@pl.jit
def sample_typed(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32] = 3):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], n)
    return y


def tensors(rows=16):
    return torch.randn(rows, 64), torch.zeros(rows, 64)


def test_a_call_runs_in_place_and_gives_nothing():
    x, y = tensors()
    assert scaled(x, 2.0, y, config=INTERPRETED) is None
    assert torch.equal(y, 2 * x)
    assert scaled(x, s=3.0, y=y, config=RunConfig(engine="interpret")) is None
    assert torch.equal(y, 3 * x)


def test_compile_gives_a_program_and_lower_one_that_prints():
    x, y = tensors()
    compiled, program = scaled.compile(x, 2.0, y, config=INTERPRETED), scaled.lower(x, 2.0, y)
    assert isinstance(compiled, CompiledProgram) and isinstance(program, Program)
    assert pl.parse(program.as_python()) == program
    assert not hasattr(scaled, "as_python")
    assert (scaled.__name__, scaled.__doc__) == ("scaled", "What it is for.")


def test_a_compiled_program_takes_all_parameters_or_the_inputs_alone():
    x, y = tensors()
    program = scaled.compile(x, 2.0, y, config=INTERPRETED)
    assert program(x, 2.0, y) is None and torch.equal(y, 2 * x)
    assert torch.equal(program(x, 2.0), 2 * x)
    with pytest.raises(TypeError) as caught:
        program(x)
    assert str(caught.value) == (
        "scaled takes 3 or 2 (outputs are allocated) arguments, 1 given; parameters: x, s, y"
    )


def test_a_program_without_results_takes_all_parameters():
    x, y = tensors()
    program = in_place.compile(config=INTERPRETED)
    assert program(x, y) is None and torch.equal(y, 3 * x)
    with pytest.raises(TypeError, match="in_place takes 2 arguments, 1 given; parameters: x, y"):
        program(x)


@pl.jit
def rows(T: pl.INDEX, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[T, 64], pl.FP32]]):
    for r in pl.range(0, T, 16):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[r : r + 16, :] = x[:, :]
    return y


@pytest.mark.parametrize(
    "extent",
    [32, ctypes.c_int64(32), numpy.int64(32), torch.tensor(32)],
    ids=lambda value: type(value).__name__,
)
def test_a_scalar_that_is_an_extent_of_an_output_comes_in_any_form(extent):
    x, _ = tensors()
    y = rows.compile(T=pl.RUNTIME, config=INTERPRETED)(extent, x)
    assert torch.equal(y, torch.cat([x, x]))


@pytest.mark.parametrize(
    ("extent", "text"),
    [
        (-5, r"output `y` cannot be allocated: its shape would be \[-5, 64\]"),
        (1.5, "argument `T` does not fit: expected INDEX, got float 1.5"),
        (None, "argument `T` does not fit: expected INDEX, got NoneType None"),
        (1 << 62, f"output `y` needs {1 << 70} bytes of memory, more than the system has"),
    ],
)
def test_an_extent_that_no_output_can_have_is_refused(extent, text):
    with pytest.raises(ArgumentError, match=text):
        rows.compile(T=pl.RUNTIME, config=INTERPRETED)(extent, tensors()[0])


def test_several_results_come_as_a_tuple_where_their_extents_are_known():
    program = two_results.compile(config=INTERPRETED)
    x, y = tensors(32)
    with pytest.raises(ArgumentError, match="output `z` cannot be allocated: no input has its extent S") as e:
        program(x)
    assert e.value.help == "pass all of x, y, z"
    with pytest.raises(UserError, match=r"argument `x` does not fit: expected \[T, 64\] FP32"):
        program(3, y, y)

    @pl.jit
    def both(
        x: pl.Tensor[[T, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[T, 64], pl.FP32]],
        z: pl.Out[pl.Tensor[[64, T], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, :] = pl.mul(x[0:16, :], 2.0)
            z[:, 0:16] = pl.full([64, 16], dtype=pl.FP32, value=1.0)
        return y, z

    first, second = both.compile(config=INTERPRETED)(x)
    assert first.shape == (32, 64) and second.shape == (64, 32)
    assert torch.equal(first[:16], 2 * x[:16]) and torch.equal(second[:, :16], torch.ones(64, 16))


def test_defaults_are_applied_and_are_compile_time_numbers():
    x, y = tensors()
    sample_typed(x, y, config=INTERPRETED)
    assert torch.equal(y, 3 * x)
    sample_typed(x, y, n=4, config=INTERPRETED)
    assert torch.equal(y, 4 * x)
    text = sample_typed.lower(x, y).as_python()
    assert "pl.tensor.muls(t_1, pl.const(3" in text and "n: pl.Scalar[pl.INT32]" in text


@pytest.mark.parametrize(
    ("args", "kwargs", "said"),
    [
        ((), {"s": 2.0}, "scaled: `x` needs a tensor to run"),
        ((), {"s": pl.RUNTIME}, "scaled: `s` needs a value to run; pl.RUNTIME is for compile"),
        ((torch.zeros(16, 64),), {}, "scaled: missing a required argument: 's'"),
        ((torch.zeros(16, 64), 1.0, torch.zeros(16, 64), 2), {}, "scaled: too many positional arguments"),
        ((torch.zeros(16, 64), pl.RUNTIME, torch.zeros(16, 64)), {}, "scaled: `s` needs a value to run"),
        ((torch.zeros(16, 64), None, torch.zeros(16, 64)), {}, "scaled: `s` is a NoneType"),
        ((torch.zeros(16, 64).double(), 1.0, torch.zeros(16, 64)), {}, "element type torch.float64"),
        ((torch.zeros(16, 64), 1.0), {"out": torch.zeros(16, 64)}, "scaled: unexpected keyword `out`"),
        (
            (torch.zeros(16, 64), 1.0, torch.zeros(16, 64)),
            {"config": 5},
            "config must be a dict, a RunConfig",
        ),
    ],
)
def test_calls_that_do_not_bind_are_type_errors(args, kwargs, said):
    with pytest.raises(TypeError) as caught:
        scaled(*args, **kwargs)
    assert said in str(caught.value)


def test_options_of_compiling_are_no_keywords():
    x, y = tensors()
    with pytest.raises(TypeError, match="too many positional arguments") as caught:
        scaled(x, 2.0, y, {"engine": "interpret"})
    assert "options belong in config=" in str(caught.value)
    with pytest.raises(TypeError, match="unexpected keyword `platform`") as caught:
        scaled.compile(x, 2.0, y, platform="a5sim")
    assert "options belong in config=" in str(caught.value)


@pytest.mark.parametrize("way", ["compile", "lower"])
def test_signature_mode_takes_types_from_the_annotations(way):
    with pytest.raises(TypeError, match="scaled: scalar `s` has no value") as caught:
        getattr(scaled, way)()
    assert "pass s=..., or s=pl.RUNTIME" in str(caught.value)
    with pytest.raises(TypeError, match="sample_typed: the annotation of `x` has no shape"):
        getattr(sample_typed, way)(n=2)
    x, _ = tensors()
    with pytest.raises(TypeError, match=r"`s`=pl.RUNTIME is for signature mode"):
        getattr(scaled, way)(x, pl.RUNTIME, x)


def test_a_runtime_scalar_stays_a_parameter():
    program = scaled.compile(s=pl.RUNTIME, config=INTERPRETED)
    x, y = tensors()
    for number in (2.0, 5.0):
        program(x, number, y)
        assert torch.equal(y, number * x)
    folded = scaled.compile(s=2.0, config=INTERPRETED)
    with pytest.raises(ArgumentError, match=r"`s` is part of the program with another value than 5.0"):
        folded(x, 5.0, y)


# What tells compiled programs apart


def test_the_same_object_comes_back_for_options_of_running():
    x, y = tensors()
    first = scaled.compile(x, 2.0, y)
    for options in (
        {"device_id": 1},
        {"enable_chip_swimlane": 1},
        {"enable_dump_args": 2},
        {"enable_dep_gen": True},
        {"enable_scope_stats": True},
        {"enable_pmu": 2},
        {"ring_task_window": 16, "ring_heap": 4096, "ring_dep_pool": 100},
        {"workers": 1},
        {"sanitize": False},
        {"schedule": "random:3"},
        {"rtol": 0.1},
    ):
        assert scaled.compile(x, 2.0, y, config=options) is first, options
        assert first.config == RunConfig(**options)
    assert scaled.compile(torch.ones(16, 64), 2.0, y) is first  # what the tensors hold does not count


def test_another_object_comes_for_what_changes_the_program(tmp_path):
    x, y = tensors()
    first = scaled.compile(x, 2.0, y)
    for options in (
        {"platform": "a5sim"},
        {"dump_passes": True},
        {"compile_profiling": True},
        {"disabled_diagnostics": []},
        {"diagnostic_phase": "NONE"},
        {"save_kernels_dir": tmp_path / "here"},
        {"engine": "interpret"},
    ):
        assert scaled.compile(x, 2.0, y, config=options) is not first, options
    assert scaled.compile(x, 2.5, y) is not first
    assert scaled.compile(x, 2.0, y) is first
    shapes = [sample_typed.compile(*tensors(rows), config=INTERPRETED) for rows in (16, 32, 16)]
    assert shapes[0] is shapes[2] and shapes[0] is not shapes[1]
    half = sample_typed.compile(x.half(), y.half(), config=INTERPRETED)
    assert half is not shapes[0]


def test_a_dynamic_extent_is_no_part_of_the_key():
    a, b = (two_results.compile(*tensors(n), tensors(n)[1], config=INTERPRETED) for n in (16, 48))
    assert a is b


def test_a_call_cannot_ask_for_what_was_not_compiled():
    x, y = tensors()
    program = scaled.compile(x, 2.0, y, config=INTERPRETED)
    with pytest.raises(ValueError, match=r"config key 'dump_passes' is for compiling: .* with False"):
        program(x, 2.0, y, config=RunConfig(engine="interpret", dump_passes=True))
    with pytest.raises(ValueError, match="compiled for a2a3, cannot be dispatched on a5sim"):
        program(x, 2.0, y, config={"platform": "a5sim"})
    with pytest.raises(ValueError, match="'codegen_only' stops before anything runs"):
        scaled(x, 2.0, y, config={"codegen_only": True})


SOURCE = """
import pypto.language as pl
N = 2
{more}
@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = {value}
    return y

@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    y = helper(x, y)
    return y
"""


def module(path, value="pl.mul(x[:, :], N)", more=""):
    path.write_text(SOURCE.format(value=value, more=more))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


def test_a_constant_of_the_module_is_part_of_the_key(tmp_path):
    made = module(tmp_path / "constant_of_module.py")
    x, y = tensors()
    first = made.kernel.compile(x, y, config=INTERPRETED)
    first(x, y)
    assert torch.equal(y, 2 * x)
    made.N = 5
    second = made.kernel.compile(x, y, config=INTERPRETED)
    assert second is not first
    second(x, y)
    assert torch.equal(y, 5 * x)
    made.unused = 7
    assert made.kernel.compile(x, y, config=INTERPRETED) is second


def test_the_text_of_a_helper_is_part_of_the_key(tmp_path):
    from pypto.frontend.key import specialisation_key

    keys = {
        specialisation_key(made.kernel.source, made.kernel.describe(dict(zip("xy", tensors(), strict=True))))
        for made in (
            module(tmp_path / "helper_text.py"),
            module(tmp_path / "helper_text.py", "pl.add(x[:, :], N)"),
        )
    }
    assert len(keys) == 2


def test_a_lost_build_folder_is_made_again():
    x, y = tensors()
    first = in_place.compile(x, y, config=INTERPRETED)
    shutil.rmtree(first.output_dir)
    assert in_place.compile(x, y, config=INTERPRETED) is not first


# What the body may name


def run(kernel, *args):
    kernel(*args, config=INTERPRETED)
    return args[-1]


def test_shapes_element_types_and_symbols_are_values_of_the_body():
    @pl.jit
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        M = pl.dynamic("M")
        x.bind_dynamic(0, M)
        y.bind_dynamic(0, M)
        m, n = x.shape
        for b in pl.range(M // 16):
            with pl.at(level=pl.Level.CORE_GROUP):
                t = pl.create_tensor([16, n], dtype=x.dtype)
                t[:, :] = pl.mul(x[b * 16 : b * 16 + 16, :], x.shape[1])
                y[b * 16 : b * 16 + 16, :] = pl.add(t[:, :], 1.0)
        for b in pl.range(m // 16):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[b * 16 : b * 16 + 1, :] = x[b * 16 : b * 16 + 1, :]
        return y

    x, y = tensors(48)
    expected = x * 64 + 1
    expected[::16] = x[::16]
    assert torch.equal(run(kernel, x, y), expected)
    assert "pl.tensor.dim" not in kernel.lower(x, y).as_python()


def test_a_local_name_hides_the_number_of_the_module():
    @pl.jit
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        FACTOR = 7
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], FACTOR)
        return y

    x, y = tensors()
    assert torch.equal(run(kernel, x, y), 7 * x)


def test_known_numbers_fold_through_operators_that_scalars_do_not_have():
    @pl.jit
    def kernel(
        x: pl.Tensor[[max(8, 16), sum([32, 32])], pl.FP32],
        y: pl.Out[pl.Tensor[[len(TABLE) * 8, int(64.0)], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.create_tensor([BASE**4, 1 << 6], dtype=pl.FP32)
            t[:, :] = pl.mul(x[0 : BASE**4, 0 : (1 << 6) | 64], (BASE ^ 1) & 3)
            y[:, :] = t
        return y

    x, y = tensors()
    assert torch.equal(run(kernel, x, y), 3 * x)


def test_rebinding_at_one_depth_may_change_the_type_and_messages_name_the_latest():
    @pl.jit
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            v = x[:, :]
            v = pl.cast(v, pl.FP16, mode="rint")
            v = pl.cast(v, pl.FP32)
            y[:, :] = v
        return y

    x, y = tensors()
    assert torch.equal(run(kernel, x, y), x.half().float())

    @pl.jit
    def wrong(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            v = x[:, :]
            v = pl.cast(v, pl.FP16)
            y[:, :] = pl.add(v, x[0:8, :])
        return y

    with pytest.raises(UserError, match=r"shapes do not match in pl.add") as caught:
        wrong.lower()
    line = caught.value.span.line - 1
    assert caught.value.notes[0] == f"v is Tensor[[16, 64], FP16], bound at line {line}"


def test_a_name_that_nothing_binds_points_at_its_place_in_the_file():
    @pl.jit
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], FACTR)  # noqa: F821
        return y

    with pytest.raises(UndefinedVariableError) as caught:
        kernel.compile()
    assert caught.value.span.file == __file__ and "FACTOR" in caught.value.help
    assert not isinstance(caught.value, ErrorGroup)


# Samples and annotations


@pytest.mark.parametrize(
    ("rows", "dtype", "said"),
    [
        (32, torch.float32, r"sample of `x` is \[32, 64\] FP32, its annotation says \[16, 64\] FP32"),
        (16, torch.float16, r"sample of `x` is \[16, 64\] FP16, its annotation says \[16, 64\] FP32"),
    ],
)
def test_a_sample_that_its_annotation_contradicts_is_warned_of(rows, dtype, said):
    x = torch.zeros(rows, 64, dtype=dtype)
    with pytest.warns(UserWarning, match=said) as caught:
        program = in_place.compile(x, torch.zeros(16, 64), config=INTERPRETED)
    assert caught[0].filename == __file__
    assert program.parameters[0].shape == (16, 64)
    with pytest.raises(ArgumentError, match=r"`x` does not fit: expected \[16, 64\] FP32"):
        program(x, torch.zeros(16, 64))


def test_a_sample_that_fits_is_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        two_results.compile(*tensors(48), tensors(16)[1], config=INTERPRETED)
        sample_typed.compile(*tensors(8), config=INTERPRETED)


@pytest.mark.parametrize("value", [None, "one", object()])
def test_an_argument_that_says_nothing_names_kernel_and_parameter(value):
    with pytest.raises(ValueError, match=r"sample_typed: `x` is an? ") as caught:
        sample_typed.compile(value, torch.zeros(16, 64))
    assert isinstance(caught.value, TypeError)
