# SPDX-License-Identifier: Apache-2.0
"""What elements outside of the data of a padded tensor read as, by element type and by who reads."""

import pytest
import torch
from kernel_runs import run_everywhere, run_program

import pypto.language as pl
from pypto import ir
from pypto.errors import ParserTypeError, UserError
from pypto.ir.printer import print_program
from pypto.passes.inline import inline
from pypto.passes.padding import padding

INF = float("inf")
TYPES = {
    "FP32": (torch.float32, INF, -INF), "FP16": (torch.float16, INF, -INF), "BF16": (torch.bfloat16, INF, -INF),
    "INT8": (torch.int8, 127, -128), "INT16": (torch.int16, 32767, -32768), "INT32": (torch.int32, 2**31 - 1, -(2**31)),
    "UINT8": (torch.uint8, 255, 0), "INT64": (torch.int64, 0, 0),
}  # fmt: skip


def elements(dtype, pad):
    view = pl.TensorView(valid_shape=[2, 5], layout=pl.TensorLayout.ND, pad=pad)

    @pl.program
    class Elements:
        @pl.function(type=pl.FunctionType.InCore)
        def body(
            self,
            x: pl.Tensor[[4, 8], dtype, view],
            at: pl.Scalar[pl.INDEX],
            y: pl.Out[pl.Tensor[[4, 5], dtype]],
        ):
            for i in pl.range(4):
                pl.write(y, [i, 0], pl.read(x, [i, 1]))
                pl.write(y, [i, 1], x[i, at])
                pl.write(y, [i, 2], pl.read(x, [0, 7]))
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def main(
            self,
            x: pl.Tensor[[4, 8], dtype],
            at: pl.Scalar[pl.INDEX],
            y: pl.Out[pl.Tensor[[4, 5], dtype]],
        ):
            y = self.body(x, at, y)
            narrow = pl.slice(x, [4, 8], [0, 0], valid_shape=[1, 8], pad_value=pad)
            part = pl.slice(narrow, [2, 8], [0, 0])
            bare = pl.slice(narrow, [4, 8], [0, 0], pad_value=pl.PadValue.null)
            for i in pl.range(4):
                pl.write(y, [i, 3], part[i // 2, at])
                pl.write(y, [i, 4], bare[i, at])
            return y

    return Elements


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("pad", [pl.PadValue.zero, pl.PadValue.max, pl.PadValue.min])
def test_an_element_outside_of_the_data_reads_as_the_padding(name, pad):
    torch_type, high, low = TYPES[name]
    number = {pl.PadValue.zero: 0, pl.PadValue.max: high, pl.PadValue.min: low}[pad]
    program = elements(getattr(pl, name), pad)
    x = torch.arange(1, 33).reshape(4, 8).to(torch_type)
    for at in (3, 6):
        *_, y = run_program(program, x, at, torch.zeros(4, 5, dtype=torch_type))
        outside = torch.full((4,), number, dtype=torch.float64).to(torch_type)
        if name == "INT32":
            outside = torch.full((4,), number, dtype=torch_type)
        assert torch.equal(y[:2, 0], x[:2, 1]) and torch.equal(y[2:, 0], outside[2:])
        assert torch.equal(y[:2, 1], x[:2, at] if at < 5 else outside[:2]) and torch.equal(
            y[2:, 1], outside[2:]
        )
        assert torch.equal(y[:, 2], outside)
        assert torch.equal(y[:2, 3], x[:1, at].repeat(2)) and torch.equal(y[2:, 3], outside[2:])
        assert torch.equal(y[:, 4], x[:, at])  # without a padding it is what lies there


@pl.jit
def beyond(
    x: pl.Tensor[[4, 8], pl.FP32], at: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[1, 1], pl.FP32]]
):
    i = at[0]
    v = pl.slice(x, [4, 8], [2, 0], valid_shape=[2, 4], pad_value=pl.PadValue.zero)
    pl.write(y, [0, 0], v[i, 6])
    return y


def test_padding_ends_with_the_shape_and_need_not_lie_in_memory():
    x = torch.ones(4, 8)
    *_, y = run_everywhere(
        beyond, x, torch.tensor([3], dtype=torch.int32), torch.full((1, 1), 7.0)
    )  # row 5 of 4
    assert y.item() == 0
    for engine in ("native", "interpret"):
        for i in (4, -1):
            with pytest.raises(UserError, match=r"leaves|outside"):
                beyond(x, torch.tensor([i], dtype=torch.int32), torch.zeros(1, 1), config={"engine": engine})


@pl.jit
def rows_at_run_time(
    x: pl.Tensor[[8, 16], pl.FP32],
    rows: pl.Tensor[[1], pl.INT32],
    y: pl.Out[pl.Tensor[[8, 1], pl.FP32]],
):
    n = pl.cast(rows[0], pl.INDEX)
    v = pl.slice(x, [8, 16], [0, 0], valid_shape=[n, 16], pad_value=pl.PadValue.max)
    with pl.at(level=pl.Level.CORE_GROUP):
        i = 0
        while v[pl.min(i, 7), 0] < 1000.0 and i < 8:
            i = i + 1
        for k in pl.range(8):
            pl.write(y, [k, 0], pl.cast(pl.cast(i, pl.INT32), pl.FP32) + pl.min(v[k, 1], 50.0))
    return y


@pytest.mark.parametrize("n", [0, 3, 8])
def test_what_holds_data_may_be_known_at_run_time_and_reads_stand_in_conditions(n):
    x = torch.arange(128.0).reshape(8, 16) % 40
    *_, y = run_everywhere(rows_at_run_time, x, torch.tensor([n], dtype=torch.int32), torch.zeros(8, 1))
    wanted = torch.full((8,), 50.0 + n)
    wanted[:n] = x[:n, 1] + n
    assert torch.equal(y[:, 0], wanted)


NARROW = pl.TensorView(valid_shape=[5, 64], layout=pl.TensorLayout.ND)


@pl.program
class Narrowed:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[16, 64], pl.FP32, NARROW], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        t = pl.load(x, [0, 0], [16, 64])
        y = pl.store(pl.fillpad(t, pad_value=pl.PadValue.zero), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        y = self.body(x, y)
        return y


def test_a_whole_argument_holds_what_the_view_of_the_parameter_says():
    x = torch.randn(16, 64)
    _, y = run_program(Narrowed, x, torch.zeros(16, 64))
    assert torch.equal(y[:5], x[:5]) and not y[5:].any()


def test_a_whole_argument_of_a_launch_is_narrowed_before_it():
    with pytest.raises(
        ParserTypeError, match=r"is valid \[5, 64\], the argument is Tensor\[\[16, 64\], FP32\]"
    ) as e:

        @pl.program
        class InLaunch:
            @pl.function(type=pl.FunctionType.InCore)
            def body(self, x: pl.Tensor[[16, 64], pl.FP32, NARROW], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
                i = pl.tile.get_block_idx()
                y = pl.store(pl.load(x, [i, 0], [1, 64]), [i, 0], y)
                return y

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
                with pl.spmd(4):
                    y = self.body(x, y)
                return y

        del InLaunch
    assert "v = pl.slice(x, [16, 64], [0, 0], valid_shape=[5, 64]" in str(e.value)


@pl.jit
def whole_cells(
    x: pl.Tensor[[16, 64], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(layout=pl.ND, pad=pl.PadValue.max)] = pl.slice(
            x, [16, 64], [0, 0], valid_shape=[n, 64]
        )
        y[:, :] = pl.concat(v, pl.fillpad(v))
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(pl.load(x, [0, 0], [16, 64]), 8, 40)
        z = pl.store(pl.concat(t, t), [0, 0], z)
    return y, z


def test_joining_columns_takes_all_cells_of_what_is_valid_in_part():
    x = torch.randn(16, 64)
    *_, y, z = run_everywhere(whole_cells, x, 6, torch.zeros(16, 128), torch.zeros(16, 128))
    for part, number in ((y[:, :64], INF), (y[:, 64:], 0.0)):
        assert torch.equal(part[:6], x[:6]) and torch.equal(part[6:], torch.full((10, 64), number))
    assert torch.equal(z, torch.cat([x, x], 1))


def test_the_view_is_in_the_text_of_the_program_and_comes_back():
    program = elements(pl.FP16, pl.PadValue.max)
    text = program.as_python()
    assert "pl.TensorView(valid_shape=[2, 5], pad=pl.PadValue.max, layout=pl.TensorLayout.ND)" in text
    assert pl.parse(text) == program
    guarded = padding(inline(program))
    again = pl.parse(print_program(guarded))
    assert print_program(again) == print_program(guarded) and again == guarded
    assert 'pl.const(float("inf"), pl.FP16)' in print_program(guarded)
    assert elements(pl.FP16, pl.PadValue.min) != program


def test_a_parameter_that_holds_data_everywhere_has_no_use_for_a_padding():
    @pl.program
    class Useless:
        @pl.function(type=pl.FunctionType.InCore)
        def body(
            self,
            x: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(layout=pl.ND, pad=pl.PadValue.zero)],
            y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
        ):
            y = pl.store(pl.load(x, [0, 0], [16, 64]), [0, 0], y)
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
            y = self.body(x, y)
            return y

    warnings = [line for line in ir.compile(Useless).warnings if "warning:" in line]
    assert len(warnings) == 1
    assert "pad= of parameter `x`, which holds data everywhere, does nothing [pad-value]" in warnings[0]
    x = torch.randn(16, 64)
    assert torch.equal(run_program(Useless, x, torch.zeros(16, 64))[1], x)


@pl.jit
def in_a_region(
    x: pl.Tensor[[32, 64], pl.FP32], rows: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]
):
    for b in pl.spmd(4):
        v = pl.slice(x, [8, 64], [8 * b, 0], valid_shape=[rows[0], 64], pad_value=pl.PadValue.max)
        w = v[:, 0:32]
        for _ in pl.range(2):
            v = pl.add(v, 1.0)
        s = pl.min(w[6, 0], 50.0)
        y[2 * b : 2 * b + 2, :] = pl.add(x[2 * b : 2 * b + 2, :], s)
    return y


@pytest.mark.parametrize("rows", [3, 8])
def test_an_element_of_a_slice_in_a_region_reads_as_its_padding(rows):
    x = torch.randn(32, 64)
    *_, y = run_everywhere(in_a_region, x, torch.tensor([rows], dtype=torch.int32), torch.zeros(8, 64))
    added = x[6::8, 0] if rows == 8 else torch.full((4,), 50.0)
    assert torch.equal(y, x[:8] + added.repeat_interleave(2)[:, None])
