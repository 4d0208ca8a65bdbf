# SPDX-License-Identifier: Apache-2.0
"""What a kernel does not write, writes by mistake, or rounds: from source to verdict, in both engines."""

import ml_dtypes
import numpy as np
import pytest
import torch
from integration_kernels import HEAD

from golden import ScalarSpec, TensorSpec, ratio_allclose, run

ENGINES = pytest.mark.parametrize("engine", ["native", "interpret"])
PLATFORMS = pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])

CORNER = (
    HEAD
    + """
@pl.jit
def corner(x: pl.Tensor, y: pl.{direction}[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="corner_copy"):
        y[0:16, 0:32] = pl.mul(x[0:16, 0:32], 2.0)
    return y
"""
)


def corner_specs():
    return [
        TensorSpec("x", [24, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [24, 64], torch.float32),
    ]


def corner_golden(rest):
    def golden(values):
        values["y"][:] = rest
        values["y"][0:16, 0:32] = values["x"][0:16, 0:32] * 2

    return golden


@ENGINES
def test_a_region_that_is_not_written_is_reported_by_rows_and_columns(load, engine):
    kernel = load(CORNER.format(direction="Out")).corner
    result = run(kernel, corner_specs(), golden_fn=corner_golden(0.0), config={"engine": engine})
    assert not result.passed
    assert "never written" in result.error
    assert "rows 0..23" in result.error and "columns 0..63" in result.error, result.error


@ENGINES
def test_nan_in_the_golden_and_ignore_nan_leave_the_region_out(load, engine):
    kernel = load(CORNER.format(direction="Out")).corner
    result = run(
        kernel,
        corner_specs(),
        golden_fn=corner_golden(float("nan")),
        compare_fn={"y": ratio_allclose(atol=0.0, rtol=0.0, max_error_ratio=0.0, ignore_nan=True)},
        config={"engine": engine},
    )
    assert result.passed, result.error


@ENGINES
def test_the_hosts_zeros_reach_an_inout_parameter(load, engine):
    kernel = load(CORNER.format(direction="InOut")).corner
    result = run(kernel, corner_specs(), golden_fn=corner_golden(0.0), config={"engine": engine})
    assert result.passed, result.error


@ENGINES
@pytest.mark.parametrize(
    "dtype, bits", [(torch.float32, 0x7FA5A5A5), (torch.bfloat16, 0x7FA5), (torch.int32, 0xA5A5A5A5)]
)
def test_an_out_buffer_starts_as_poison(load, engine, dtype, bits):
    source = (
        HEAD
        + """
@pl.jit
def nothing(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = x[0:8, :]
"""
    )
    specs = [TensorSpec("x", [16, 64], dtype, init_value=1), TensorSpec("y", [16, 64], dtype)]
    result = run(load(source).nothing, specs, return_outputs=True, config={"engine": engine})
    assert result.passed, result.error
    raw = (
        result.outputs["y"].contiguous().numpy()
        if dtype != torch.bfloat16
        else result.outputs["y"].view(torch.int16).numpy()
    )
    width = raw.dtype.itemsize * 8
    words = raw.view(f"u{width // 8}")
    assert (words[8:] == bits).all()
    assert (result.outputs["y"][:8] == 1).all()


CAST = (
    HEAD
    + """
@pl.jit
def narrow(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.cast(x[:, :], pl.BF16{mode})
    return y
"""
)


@ENGINES
@PLATFORMS
@pytest.mark.parametrize("mode, tie", [(', mode="rint"', 1.015625), ("", 1.0234375)])
def test_bf16_ties_follow_the_mode_bit_for_bit(load, engine, platform, mode, tie):
    """1.01953125 lies halfway between two BF16 numbers: to even with rint, away from zero by default."""
    value = np.float32(1.01953125)
    above, below = np.nextafter(value, np.float32(2)), np.nextafter(value, np.float32(0))
    fill = np.array([value, -value, above, below, -above, -below], np.float32)
    data = np.resize(fill, (16, 16))
    right = {
        float(value): tie,
        float(above): 1.0234375,
        float(below): 1.015625,
    }
    expected = np.vectorize(lambda v: np.copysign(right[abs(float(v))], v))(data).astype(ml_dtypes.bfloat16)
    specs = [
        TensorSpec("x", [16, 16], torch.float32, init_value=torch.from_numpy(data)),
        TensorSpec("y", [16, 16], torch.bfloat16),
    ]
    result = run(
        load(CAST.format(mode=mode)).narrow,
        specs,
        return_outputs=True,
        config={"engine": engine, "platform": platform},
    )
    assert result.passed, result.error
    assert (result.outputs["y"].view(torch.int16).numpy() == expected.view(np.int16)).all()


REBOUND = (
    HEAD
    + """
@pl.jit
def add(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out = pl.add(a[:, :], b[:, :])
    return out
"""
)

CARRIED = (
    HEAD
    + """
@pl.jit
def add(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(2):
            t = pl.add(a[i * 8 : i * 8 + 8, :], b[i * 8 : i * 8 + 8, :])
            out = pl.assemble(out, t, [i * 8, 0])
    return out
"""
)


def add_specs():
    return [TensorSpec(name, [16, 64], torch.float32) for name in ("a", "b", "out")]


def add_golden(values):
    values["out"][:] = values["a"] + values["b"] + torch.zeros(())
    values["out"].add_(0.0)


@ENGINES
def test_assigning_to_an_outputs_name_warns_and_fails_even_against_zeros(load, engine, capsys):
    result = run(load(REBOUND).add, add_specs(), golden_fn=add_golden, config={"engine": engine})
    out = capsys.readouterr().out
    assert "1003" in out and "`out`" in out and "out[:, :] = " in out
    assert "kernel.py:7:" in out
    assert not result.passed
    assert "never written" in result.error


def test_a_call_shows_the_warnings_of_its_kernel_once(load, capsys):
    add = load(REBOUND).add
    tensors = [torch.zeros(16, 64) for _ in range(3)]
    add(*tensors, config={"engine": "interpret"})
    shown = capsys.readouterr().err
    assert shown.count("[1003]") == 1 and "kernel.py:7:" in shown
    add(*tensors, config={"engine": "interpret"})
    assert capsys.readouterr().err == ""


VIEWED = (
    HEAD
    + """
@pl.jit
def viewed(x: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.Out[pl.Tensor]):
    y = pl.reshape(y, [2, 16, 64])
    y = pl.tensor.view(y[0], layout=pl.TensorLayout.DN)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.transpose(x[0:16, :], 0, 1)
    flat = pl.reshape(z, [64, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        flat = pl.assemble(flat, x[:, 0:32], [0, 0])
    z = pl.reshape(flat, [32, 64])
    return z
"""
)

COPIED = (
    HEAD
    + """
@pl.jit
def copied(x: pl.Tensor, y: pl.Out[pl.Tensor], z: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        v = pl.reshape(y, [64, 32])
        v[:, :] = pl.reshape(x, [64, 32])
    return y, z
"""
)


def test_a_view_of_an_output_is_the_output(load):
    assert load(VIEWED).viewed.lower(torch.zeros(32, 64), *[torch.zeros(32, 64)] * 2).warnings == ()


def test_an_output_that_nothing_writes_is_named(load):
    (warning,) = load(COPIED).copied.lower(torch.zeros(32, 64), *[torch.zeros(32, 64)] * 2).warnings
    assert (warning.code, warning.message) == (
        "1003", "`y` is an output parameter, and nothing is written into it"
    )  # fmt: skip
    assert "y[:, :] = ..." in warning.help


@ENGINES
def test_a_stored_value_that_flows_back_into_the_name_is_silent_and_passes(load, engine, capsys):
    result = run(load(CARRIED).add, add_specs(), golden_fn=add_golden, config={"engine": engine})
    assert "1003" not in capsys.readouterr().out
    assert result.passed, result.error


OVERHANG = (
    HEAD
    + """
@pl.jit
def project(x: pl.Tensor, w: pl.Tensor, y: pl.Out[pl.Tensor], first: pl.Scalar[pl.INDEX]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="project_rows"):
        rows = pl.slice(x, [16, 64], [first, 0]{valid})
        y[{window}, :] = pl.matmul(rows, w[:, :], out_dtype=pl.FP32)
    return y
"""
)


def overhang(load, engine, valid, window, rows=8, first=0):
    torch.manual_seed(1)
    specs = [
        TensorSpec("x", [rows, 64], torch.float32, init_value=torch.randn),
        TensorSpec("w", [64, 16], torch.float32, init_value=torch.randn),
        TensorSpec("y", [8 if valid else 16, 16], torch.float32),
        ScalarSpec("first", torch.int64, first, compile_runtime=True),
    ]
    source = OVERHANG.format(valid=valid, window=window)
    source = source.replace("x: pl.Tensor,", f"x: pl.Tensor[[{rows}, 64], pl.FP32],")
    source = source.replace("w: pl.Tensor,", "w: pl.Tensor[[64, 16], pl.FP32],")
    source = source.replace("pl.Out[pl.Tensor]", f"pl.Out[pl.Tensor[[{8 if valid else 16}, 16], pl.FP32]]")
    source = source.replace("pl.Scalar[pl.INDEX]", "pl.Scalar[pl.INT64]")

    def golden(values):
        values["y"][:8] = values["x"][:8] @ values["w"]

    return run(load(source).project, specs, golden_fn=golden, rtol=1e-5, atol=1e-5, config={"engine": engine})


@ENGINES
def test_a_load_past_the_end_of_a_tensor_stops_the_run(load, engine):
    result = overhang(load, engine, "", "0:16", rows=24, first=16)
    assert not result.passed
    for word in ("load", "`x`", "axis 0", "16", "24", "kernel.py:7:"):
        assert word in result.error, result.error


@ENGINES
def test_a_valid_region_makes_the_same_load_legal(load, engine):
    result = overhang(load, engine, ", valid_shape=[8, 64]", "0:8")
    assert result.passed, result.error


STEPS = (
    HEAD
    + """
@pl.jit
def steps(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="copy_rows"):
        for i in pl.range(n):
            y[i * 8 : i * 8 + 8, :] = x[0:8, :]
    return y
"""
)


@ENGINES
def test_a_store_loop_that_runs_too_far_stops_the_run(load, engine):
    specs = [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
        ScalarSpec("n", torch.int32, 4, compile_runtime=True),
    ]
    result = run(load(STEPS).steps, specs, golden_fn=lambda v: v["y"].fill_(1.0), config={"engine": engine})
    assert not result.passed
    for word in ("store", "`y`", "axis 0", "16", "24", "kernel.py:8:"):
        assert word in result.error, result.error


INPUT = (
    HEAD
    + """
@pl.jit
def clobber(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        y[:] = t
        x[:] = pl.mul(t, 2.0)
    return y
"""
)


@ENGINES
def test_an_input_that_the_kernel_writes_is_named(load, engine):
    specs = [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]
    result = run(
        load(INPUT).clobber, specs, golden_fn=lambda v: v["y"].copy_(v["x"]), config={"engine": engine}
    )
    assert not result.passed
    assert "'x'" in result.error and "In" in result.error


@ENGINES
def test_a_mismatch_names_the_kernels_line_that_wrote_it(load, engine):
    source = (
        HEAD
        + """
@pl.jit
def two(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    for r in pl.parallel(0, 32, 8):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="block"):
            if r == 16:
                y[r : r + 8, :] = pl.mul(x[r : r + 8, :], 3.0)
            else:
                y[r : r + 8, :] = pl.mul(x[r : r + 8, :], 2.0)
    return y
"""
    )
    specs = [
        TensorSpec("x", [32, 64], torch.float32, init_value=1.0),
        TensorSpec("y", [32, 64], torch.float32),
    ]
    result = run(
        load(source).two, specs, golden_fn=lambda v: v["y"].copy_(v["x"] * 2), config={"engine": engine}
    )
    assert not result.passed
    assert "[16,0]" in result.error
    assert "kernel.py:9" in result.error and "block" in result.error, result.error
