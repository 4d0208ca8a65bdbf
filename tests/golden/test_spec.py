# SPDX-License-Identifier: Apache-2.0
import copy
import ctypes
import linecache
import math
import pickle
from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest
import torch

import pypto.language as pl
from golden import ScalarSpec, TensorSpec
from golden.spec import SUPPORTED_SCALAR_DTYPES
from pypto.errors import Span, render

# --- TensorSpec ---


def test_no_init_value_gives_zeros_and_a_number_fills():
    zeros = TensorSpec("a", [2, 3], torch.bfloat16).create_tensor()
    assert zeros.dtype == torch.bfloat16 and zeros.shape == (2, 3) and not zeros.any()
    filled = TensorSpec("a", [2], torch.int32, init_value=7).create_tensor()
    assert filled.tolist() == [7, 7]


@pytest.mark.parametrize("factory", [torch.randn, torch.rand, torch.zeros, torch.ones])
def test_torch_factories_get_shape_and_dtype(factory):
    made = TensorSpec("a", [3, 5], torch.float16, init_value=factory).create_tensor()
    assert made.shape == (3, 5) and made.dtype == torch.float16


def test_other_callables_are_called_without_arguments_and_converted():
    calls = []

    def init():
        calls.append(1)
        return [[1, 2], [3, 4]]

    made = TensorSpec("a", [2, 2], torch.float32, init_value=init).create_tensor()
    assert calls == [1] and made.dtype == torch.float32 and made.tolist() == [[1.0, 2.0], [3.0, 4.0]]


ARRAY = np.arange(6, dtype=np.float64).reshape(2, 3)
READ_ONLY = ARRAY.copy()
READ_ONLY.flags.writeable = False


class Arraylike:
    def __array__(self, dtype=None, copy=None):
        return np.arange(6).reshape(2, 3)


@pytest.mark.parametrize(
    "array",
    [
        ARRAY,
        ARRAY[::-1][::-1],
        np.asfortranarray(ARRAY),
        READ_ONLY,
        ARRAY.astype(np.int64),
        ARRAY.astype(ml_dtypes.bfloat16),
        ARRAY.astype(ml_dtypes.float8_e4m3fn),
        Arraylike(),
    ],
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.int32])
def test_an_array_is_converted_like_a_tensor(array, dtype):
    for init_value in (array, lambda: array):
        made = TensorSpec("a", [2, 3], dtype, init_value=init_value).create_tensor()
        assert made.dtype == dtype and made.tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.filterwarnings("error")
def test_an_array_of_the_caller_is_copied_and_may_run_backwards():
    given = np.arange(3, dtype=np.float32)
    made = TensorSpec("a", [3], torch.float32, init_value=given[::-1]).create_tensor()
    made += 1
    assert made.tolist() == [3.0, 2.0, 1.0] and given.tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize("number", [np.float32(2), np.float64(2), np.int64(2), np.uint8(2)])
def test_a_numpy_number_fills(number):
    assert TensorSpec("a", [2], torch.float16, init_value=number).create_tensor().tolist() == [2.0, 2.0]


@pytest.mark.parametrize("array", [np.array(["x"]), np.array([None]), np.array([(1, 2.0)], dtype="i4,f4")])
def test_an_array_without_numbers_names_the_spec(array):
    with pytest.raises(ValueError, match="spec 'alpha': init_value cannot be converted"):
        TensorSpec("alpha", [1], torch.float32, init_value=array).create_tensor()


@pytest.mark.parametrize("init_value", [None, 1.0, torch.randn])
@pytest.mark.parametrize("shape", [[2**45, 2**10], [2**62, 2**62], [2**70]])
def test_a_shape_larger_than_memory_names_the_spec(shape, init_value):
    with pytest.raises(ValueError) as caught:
        TensorSpec("alpha", shape, torch.float32, init_value=init_value).create_tensor()
    assert caught.value.message == (
        f"spec 'alpha': shape {shape} of torch.float32 does not fit into memory ({4 * math.prod(shape)} bytes)"
    )


def test_create_tensor_does_not_enforce_the_shape():
    assert TensorSpec("a", [2, 2], torch.float32, init_value=torch.ones(3)).create_tensor().shape == (3,)


def test_unsupported_init_value_names_type_and_spec():
    with pytest.raises(TypeError, match="Unsupported init_value type str for spec 'alpha'"):
        TensorSpec("alpha", [2], torch.float32, init_value="zeros").create_tensor()


def test_a_factory_that_cannot_make_the_dtype_names_the_spec():
    with pytest.raises(ValueError, match=r"spec 'alpha': torch\.randn cannot make torch\.int32"):
        TensorSpec("alpha", [2], torch.int32, init_value=torch.randn).create_tensor()


def test_an_error_inside_an_init_callable_keeps_its_type_and_notes_the_spec():
    def init():
        raise LookupError("no such file")

    with pytest.raises(LookupError) as caught:
        TensorSpec("alpha", [2], torch.float32, init_value=init).create_tensor()
    assert any("alpha" in note for note in caught.value.__notes__)


@pytest.mark.parametrize("keyword", [{"direction": "out"}, {"is_output": True}])
def test_direction_is_not_a_constructor_argument(keyword):
    with pytest.raises(TypeError):
        TensorSpec("a", [2], torch.float32, **keyword)


def test_reading_direction_before_it_is_stamped_is_an_error():
    spec = TensorSpec("alpha", [2], torch.float32)
    for name in ("is_output", "is_input"):
        with pytest.raises(RuntimeError, match=r"alpha.*direction not stamped"):
            getattr(spec, name)


@pytest.mark.parametrize(
    ("direction", "expected"), [("in", (False, True)), ("out", (True, False)), ("inout", (True, True))]
)
def test_direction_decides_input_and_output(direction, expected):
    spec = TensorSpec("a", [2], torch.float32)
    spec.direction = direction
    assert (spec.is_output, spec.is_input) == expected


def test_direction_takes_no_part_in_repr_and_equality():
    one, other = (TensorSpec("a", [2], torch.float32) for _ in range(2))
    one.direction = "in"
    assert one == other and "direction" not in repr(one)


@pytest.mark.parametrize(
    ("resident", "expected"), [(None, False), (False, False), (0, True), ("stacked", True)]
)
def test_residency(resident, expected):
    assert TensorSpec("a", [2], torch.float32, resident=resident).is_resident is expected


@pytest.mark.parametrize(
    ("resident", "text"),
    [
        (True, "resident=True is ambiguous"),
        (-1, "resident worker id must be >= 0"),
        ("whole", "resident must be None/False.*'whole'"),
    ],
)
def test_wrong_residency_is_refused(resident, text):
    with pytest.raises(ValueError, match=text):
        TensorSpec("a", [2], torch.float32, resident=resident)


@pytest.mark.parametrize("shape", [[2, -1], [2.0], [True]])
def test_a_shape_must_hold_sizes(shape):
    with pytest.raises(ValueError, match="spec 'a': shape"):
        TensorSpec("a", shape, torch.float32)


@pytest.mark.parametrize("shape", [32, None, "32", 1.5])
def test_a_shape_is_a_list(shape):
    with pytest.raises(
        ValueError, match=rf"spec 'a': shape must be a list of sizes such as \[32\], got {shape!r}"
    ):
        TensorSpec("a", shape, torch.float32)


# --- ScalarSpec ---


def test_the_eight_scalar_types():
    assert set(SUPPORTED_SCALAR_DTYPES) == {
        torch.int8,
        torch.int32,
        torch.int64,
        torch.uint8,
        torch.bool,
        torch.float32,
        torch.float16,
        torch.bfloat16,
    }
    assert len(SUPPORTED_SCALAR_DTYPES) == 8
    with pytest.raises(ValueError, match=r"'n'.*unsupported dtype"):
        ScalarSpec("n", torch.float64, 1.0)


@pytest.mark.parametrize(
    ("dtype", "value", "text"),
    [
        (torch.int32, 1.5, "requires int value"),
        (torch.int32, True, "requires int value"),
        (torch.bool, 1, "requires bool value"),
        (torch.float32, True, "requires int or float"),
        (torch.int8, 200, r"out of range.*\[-128, 127\]"),
        (torch.uint8, -1, r"out of range.*\[0, 255\]"),
        (torch.int64, 2**63, "out of range"),
        (torch.float32, torch.ones(1), "must be 0-dim"),
        (torch.float32, torch.tensor(1), "does not match dtype"),
    ],
)
def test_wrong_values_are_refused_and_name_the_spec(dtype, value, text):
    with pytest.raises(ValueError, match=f"'n'.*{text}"):
        ScalarSpec("n", dtype, value)


def test_the_value_becomes_a_0_dim_tensor_and_a_fitting_one_is_kept():
    spec = ScalarSpec("n", torch.float32, 1)
    assert spec.value.dim() == 0 and spec.value.dtype == torch.float32
    given = torch.tensor(3, dtype=torch.int8)
    assert ScalarSpec("n", torch.int8, given).value is given


@pytest.mark.parametrize(
    ("dtype", "value", "kind", "raw"),
    [
        (torch.int8, -5, ctypes.c_int8, -5),
        (torch.int32, 2**31 - 1, ctypes.c_int32, 2**31 - 1),
        (torch.int64, -(2**63), ctypes.c_int64, -(2**63)),
        (torch.uint8, 255, ctypes.c_uint8, 255),
        (torch.bool, True, ctypes.c_bool, True),
        (torch.float32, 1.5, ctypes.c_float, 1.5),
        (torch.float16, 1.0, ctypes.c_uint16, 0x3C00),
        (torch.float16, -0.75, ctypes.c_uint16, 0xBA00),
        (torch.bfloat16, 1.0, ctypes.c_uint16, 0x3F80),
    ],
)
def test_ctypes_values(dtype, value, kind, raw):
    made = ScalarSpec("n", dtype, value).to_ctypes()
    assert type(made) is kind and made.value == raw


def test_python_value_is_the_rounded_one():
    assert ScalarSpec("n", torch.bfloat16, 1 / 3).to_python() == 0.333984375


def test_compile_runtime_is_a_bool_and_is_checked_first():
    assert ScalarSpec("n", torch.int32, 1).compile_runtime is False
    with pytest.raises(ValueError, match="compile_runtime must be a bool"):
        ScalarSpec("n", torch.float64, "wrong", compile_runtime=1)


def test_dtype_is_checked_before_the_step_and_the_step_before_the_value():
    with pytest.raises(ValueError, match="unsupported dtype"):
        ScalarSpec("n", torch.float64, "wrong", benchmark_step=1)
    with pytest.raises(ValueError, match="benchmark_step requires int value"):
        ScalarSpec("n", torch.int32, "wrong", benchmark_step=0.5)
    with pytest.raises(ValueError, match="benchmark_step is unsupported"):
        ScalarSpec("n", torch.bool, True, benchmark_step=1)


def test_stepped_values():
    spec = ScalarSpec("n", torch.int32, 2, compile_runtime=True, benchmark_step=43)
    assert spec.value_for_benchmark_dispatch(0) is spec.value
    assert [spec.value_for_benchmark_dispatch(i).item() for i in (1, 4)] == [45, 174]
    assert spec.value_for_benchmark_dispatch(1).dtype == torch.int32


def test_a_step_of_zero_is_no_step():
    spec = ScalarSpec("n", torch.int32, 2, benchmark_step=0)
    assert not spec.has_benchmark_step and spec.value_for_benchmark_dispatch(9) is spec.value


@pytest.mark.parametrize("index", [-1, True, 1.5])
def test_a_dispatch_index_is_a_non_negative_int(index):
    with pytest.raises(ValueError, match="dispatch_index"):
        ScalarSpec("n", torch.int32, 2, benchmark_step=1).value_for_benchmark_dispatch(index)


def test_a_stepped_value_stays_in_range():
    with pytest.raises(ValueError, match="out of range"):
        ScalarSpec("n", torch.int8, 120, benchmark_step=10).value_for_benchmark_dispatch(1)


@pytest.mark.parametrize(
    ("make", "text", "help"),
    [
        (lambda: TensorSpec("x", [-1], torch.float32), "shape must hold non-negative integers", ""),
        (lambda: TensorSpec("x", [4], "float32"), "dtype must be a torch.dtype", "write torch.float32"),
        (lambda: TensorSpec("x", [4], np.int32), "dtype must be a torch.dtype", "write torch.int32"),
        (lambda: TensorSpec("x", [4], pl.BF16), "dtype must be a torch.dtype", "write torch.bfloat16"),
        (lambda: TensorSpec("x", torch.float32, [4]), "dtype must be", 'TensorSpec("x", [16, 64], torch.fl'),
        (lambda: TensorSpec([4], "x", torch.float32), "name must be a str", "comes first"),
        (
            lambda: TensorSpec("x", [4], torch.int8, init_value="rand").create_tensor(),
            "Unsupported",
            "give a",
        ),
        (lambda: TensorSpec("x", [4], torch.int8, lambda n: n).create_tensor(), "'n'", "torch.randn(4)"),
        (lambda: ScalarSpec("n", "int32", 4), "unsupported dtype int32", "write torch.int32"),
        (lambda: ScalarSpec("n", 4, torch.int32), "unsupported dtype 4", 'ScalarSpec("n", torch.int32, 4)'),
        (lambda: ScalarSpec("n", [4], 4), "unsupported dtype [4]", ""),
        (lambda: ScalarSpec("é", torch.int32, 4.5), "requires int value", ""),
    ],
)
def test_what_a_spec_refuses_is_shown_in_its_file_with_a_way_out(make, text, help):
    with pytest.raises((ValueError, TypeError)) as caught:
        make()
    first, line, caret, *facts = str(caught.value).splitlines()
    assert first.startswith(f"{__file__}:") and text in first and help in "".join(facts)
    assert line[caret.index("^") : caret.rindex("^") + 1].startswith(("TensorSpec(", "ScalarSpec("))


def test_a_spec_keeps_its_place_when_it_is_copied_and_takes_a_new_one_when_it_is_changed():
    spec = TensorSpec("x", [4], torch.float32)
    changed = replace(spec, shape=[5])
    assert pickle.loads(pickle.dumps(spec)).place == copy.deepcopy(spec).place == spec.place
    assert (changed.place.file, changed.place.line) == (__file__, spec.place.line + 1)
    assert "place" not in repr(spec) and changed == TensorSpec("x", [5], torch.float32)


def test_making_a_spec_reads_no_source(monkeypatch):
    monkeypatch.setattr("linecache.getline", lambda *_: pytest.fail("read"))
    monkeypatch.setattr("linecache.getlines", lambda *_: pytest.fail("read"))
    assert TensorSpec("x", [4], torch.float32).place is not None


def test_a_spec_without_a_file_is_still_named():
    with pytest.raises(ValueError, match=r"<none>:1.*spec 'x': shape"):
        exec(compile("TensorSpec('x', [-1], torch.float32)", "<none>", "exec"), globals())


def test_an_error_of_a_spec_has_the_form_of_the_compilers_errors():
    with pytest.raises(ValueError) as caught:
        TensorSpec("x", [4], torch.float32, resident=True)
    place = caught.value.place
    line = linecache.getline(place.file, place.line)
    first = line.index("TensorSpec") + 1
    end = line.rindex(")") + 2
    span = Span(place.file, place.line, first, place.line, end)
    caught.value.notes, caught.value.help = ("a fact",), "a way out"
    assert str(caught.value) == render(caught.value.message, span=span, notes=("a fact",), help="a way out")


@pytest.mark.parametrize(
    ("make", "help"),
    [
        (lambda: TensorSpec("x", [4], torch.float32, is_output=True), "pl.Out[...] or pl.InOut[...]"),
        (lambda: TensorSpec("x", [4], torch.float32, direction="out"), "pl.Out[...] or pl.InOut[...]"),
        (lambda: TensorSpec("x", [4], torch.float32, init=torch.randn), "its content is init_value="),
        (lambda: TensorSpec("x", [4], torch.float32, init_val=torch.randn), "did you mean init_value=?"),
        (lambda: ScalarSpec("n", torch.int32, 4, runtime=True), "compile_runtime=True"),
    ],
)
def test_an_unknown_field_of_a_spec_says_which_was_meant(make, help):
    with pytest.raises(TypeError, match="unexpected keyword argument") as caught:
        make()
    assert help in str(caught.value)


def test_a_function_of_torch_that_needs_arguments_is_told_so_in_short():
    spec = TensorSpec("x", [4], torch.int32, init_value=torch.randint)
    with pytest.raises(TypeError) as caught:
        spec.create_tensor()
    assert "called without arguments, and randint needs some" in str(caught.value)
    assert caught.value.help == "init_value=lambda: torch.randint(...)" and caught.value.place is spec.place
