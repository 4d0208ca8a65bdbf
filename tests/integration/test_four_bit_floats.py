# SPDX-License-Identifier: Apache-2.0
"""FP4 tensors in both engines on the newer chip: every pattern, every rounding, where parts begin, and what is refused.

The expected patterns come from the eight magnitudes and exact fractions.
"""

from fractions import Fraction

import pytest
import torch

import pypto.language as pl
from golden import TensorSpec, run
from pypto.errors import ArgumentError, KernelFault, UserError
from pypto.language.jit import JitTypeError
from pypto.runtime.dumps import read_dump

FP4 = torch.float4_e2m1fn_x2
ENGINES = ("interpret", "native")
SIZES = [Fraction(n, 2) for n in (0, 1, 2, 3, 4, 6, 8, 12)]
MODES = ("rint", "round", "floor", "ceil", "trunc", "odd")
ROWS, COLUMNS = 512, 128  # all patterns of BF16


def carried(codes):
    """Patterns two to a byte, the first in the lower half."""
    pairs = codes.to(torch.uint8).reshape(*codes.shape[:-1], -1, 2)
    return (pairs[..., 0] | pairs[..., 1] << 4).view(FP4)


def codes_of(carrier):
    both = carrier.view(torch.uint8)
    return torch.stack((both & 15, both >> 4), -1).flatten(-2)


def pattern(bits, mode):
    """The FP4 pattern of a BF16 pattern: sign, exact magnitude, the two neighbours, and the rule of the mode."""
    negative, exponent, fraction = bits >> 15, bits >> 7 & 255, bits & 127
    if exponent == 255:
        return 0 if fraction else negative << 3 | 7
    size = (
        Fraction(fraction, 1 << 133)
        if exponent == 0
        else Fraction(128 + fraction) * Fraction(2) ** (exponent - 134)
    )
    if size >= 6:
        return negative << 3 | 7
    low = max(i for i in range(8) if SIZES[i] <= size)
    rest = (size - SIZES[low]) / (SIZES[low + 1] - SIZES[low])
    half = Fraction(1, 2)
    up = {
        "rint": rest > half or (rest == half and low % 2 == 1),
        "round": rest >= half,
        "odd": rest > half or (rest == half and low % 2 == 0),
        "floor": bool(negative) and rest > 0,
        "ceil": not negative and rest > 0,
        "trunc": False,
    }[mode]
    return negative << 3 | (low + up)


@pl.jit
def every_value(
    x: pl.Tensor[[ROWS, COLUMNS], pl.BF16],
    rint: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP4]],
    away: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP4]],
    floor: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP4]],
    ceil: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP4]],
    trunc: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP4]],
    odd: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP4]],
    back: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.BF16]],
    narrow: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP8E4M3FN]],
):
    for b in pl.spmd(8):
        r = b * 64
        v = x[r : r + 64, :]
        rint[r : r + 64, :] = pl.cast(v, pl.FP4, mode="rint")
        away[r : r + 64, :] = pl.cast(v, pl.FP4, mode="round")
        floor[r : r + 64, :] = pl.cast(v, pl.FP4, mode="floor")
        ceil[r : r + 64, :] = pl.cast(v, pl.FP4, mode="ceil")
        trunc[r : r + 64, :] = pl.cast(v, pl.FP4, mode="trunc")
        odd[r : r + 64, :] = pl.cast(v, pl.FP4, mode="odd")
        f = pl.cast(v, pl.FP4, mode="rint")
        back[r : r + 64, :] = pl.cast(f, pl.BF16)
        narrow[r : r + 64, :] = pl.cast(f, pl.FP8E4M3FN)
    return rint, away, floor, ceil, trunc, odd, back, narrow


def empty(*shape):
    return torch.zeros(*shape, dtype=torch.uint8).view(FP4)


def test_every_value_is_rounded_in_every_mode_and_comes_back_exactly():
    x = torch.arange(1 << 16, dtype=torch.int32).to(torch.int16).view(torch.bfloat16).view(ROWS, COLUMNS)
    wanted = [
        torch.tensor([pattern(bits, mode) for bits in range(1 << 16)]).view(ROWS, COLUMNS) for mode in MODES
    ]
    values = torch.tensor([float(s) for s in SIZES] + [-float(s) for s in SIZES])[wanted[0]]
    for engine in ENGINES:
        outs = [empty(ROWS, COLUMNS // 2) for _ in MODES]
        back, narrow = torch.zeros(ROWS, COLUMNS).bfloat16(), torch.zeros(ROWS, COLUMNS)
        narrow = narrow.to(torch.float8_e4m3fn)
        every_value(x, *outs, back, narrow, config={"platform": "a5sim", "engine": engine})
        for mode, out, patterns in zip(MODES, outs, wanted, strict=True):
            assert torch.equal(codes_of(out).long(), patterns), (engine, mode)
        for result in (back.float(), narrow.float()):
            assert torch.equal(result, values)
            assert torch.equal(result.signbit(), values.signbit())


@pl.jit
def through_scratch(
    x: pl.Tensor[[16, 128], pl.FP4],
    y: pl.InOut[pl.Tensor[[16, 128], pl.FP4]],
    wide: pl.Out[pl.Tensor[[16, 128], pl.FP32]],
    starts: pl.Tensor[[1], pl.INT32],
):
    held = pl.create_tensor([16, 128], dtype=pl.FP4)
    at = pl.read(starts, [0])
    with pl.at(level=pl.Level.CORE_GROUP):
        held[:, :] = x[:, :]
    window = pl.slice(held, [8, 64], [4, at])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[8:16, 0:64] = window[:, :]
        tile = pl.load(held, [0, 0], [16, 128], valid_shape=[5, 34])
        y = pl.store(tile, [0, 64], y)
        wide[:, :] = pl.cast(pl.cast(held[:, :], pl.BF16), pl.FP32)
    return y, wide


def test_parts_views_scratch_and_valid_regions_move_the_right_halves_of_bytes():
    given = torch.randint(0, 16, (16, 128))
    old = torch.randint(0, 16, (16, 128))
    wanted = old.clone()
    wanted[8:16, 0:64] = given[4:12, 10:74]
    wanted[0:5, 64:98] = given[0:5, 0:34]
    values = torch.tensor([float(s) for s in SIZES] + [-float(s) for s in SIZES])[given]
    for engine in ENGINES:
        config = {"platform": "a5sim", "engine": engine}
        y, wide = carried(old), torch.zeros(16, 128)
        through_scratch(carried(given), y, wide, torch.tensor([10], dtype=torch.int32), config=config)
        assert torch.equal(codes_of(y).long(), wanted)
        assert torch.equal(wide, values)
        y = carried(old)
        with pytest.raises(KernelFault, match=r"begins inside a byte.*\[packed-offset\]"):
            through_scratch(carried(given), y, wide, torch.tensor([11], dtype=torch.int32), config=config)
        assert torch.equal(codes_of(y).long(), old)


def compiled(tmp_path, body, platform="a5sim", dtype="FP4"):
    path = tmp_path / "kernel.py"
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    path.write_text(
        "import pypto.language as pl\n@pl.jit\n"
        f"def kernel(x: pl.Tensor[[16, 128], pl.{dtype}], starts: pl.Tensor[[1], pl.INT32],\n"
        f"           y: pl.Out[pl.Tensor[[16, 128], pl.{dtype}]]):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{lines}    return y\n"
    )
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["kernel"].compile(config={"platform": platform})


WRONG = [
    ("y[:, 1:65] = x[:, 0:64]", "`y` begins at element 1, inside a byte"),
    ("y[:, 0:64] = x[:, 5:69]", "`x` begins at element 5, inside a byte"),
    ("n = pl.read(starts, [0])\ny[:, 0:64] = x[:, 2 * n + 3 : 2 * n + 67]", "begins at an odd element, inside a byte"),
    ("n = pl.read(starts, [0])\ny[n : n + 8, 1:65] = x[0:8, 0:64]", "`y` begins at an odd element"),
    ("y[:, :] = pl.add(x[:, :], x[:, :])", "does not execute FP4"),
    ("y[:, :] = pl.full([16, 128], dtype=pl.FP4, value=0.0)", "does not execute FP4"),
    ("y[:, :] = x[:, :]\ns = pl.read(x, [0, 2])", "no scalars of FP4 in pl.read"),
    ("y[:, 0:32] = x[:, 0:32]", "a row has 16 bytes"),
    ("y = pl.store(pl.load(x, [0, 0], [16, 128]), [0, 0], y, atomic=pl.AtomicType.Add)", "FP4"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "message"), WRONG, ids=[m + b[:20] for b, m in WRONG])
def test_what_cores_do_not_do_with_packed_elements_is_refused(body, message, tmp_path):
    with pytest.raises(UserError, match=message) as error:
        compiled(tmp_path, body)
    assert "help:" in str(error.value)


ODD = [
    ("", "x: pl.Tensor[[16, 33], pl.FP4]", "a row of 33 FP4 elements ends inside a byte"),
    (
        "    w = pl.create_tensor([16, 5], dtype=pl.FP4)\n",
        "x: pl.Tensor[[16, 64], pl.FP4]",
        "a row of 5 FP4 elements",
    ),
    ("    w = pl.reshape(x, [1024, 1])\n", "x: pl.Tensor[[16, 64], pl.FP4]", "a row of 1 FP4 elements"),
]


@pytest.mark.parametrize(("lines", "parameter", "message"), ODD, ids=["parameter", "created", "reshaped"])
def test_rows_of_packed_elements_end_with_a_byte(lines, parameter, message, tmp_path):
    path, space = tmp_path / "kernel.py", {}
    path.write_text(
        f"import pypto.language as pl\n@pl.jit\ndef kernel({parameter}, y: pl.Out[pl.Tensor[[16, 64], pl.FP4]]):\n"
        f"{lines}    with pl.at(level=pl.Level.CORE_GROUP):\n        y[:, :] = x[:, :]\n    return y\n"
    )
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError, match=message) as error:
        space["kernel"].compile(config={"platform": "a5sim"})
    assert "even" in error.value.help


@pytest.mark.parametrize("dtype", ["FP4", "FP8E5M2"])
def test_a_value_that_nothing_reads_is_of_a_type_that_cores_have_also_where_a_region_is_divided(
    dtype, tmp_path
):
    path, space = tmp_path / "kernel.py", {}
    path.write_text(
        "import pypto.language as pl\n@pl.jit\n"
        "def kernel(a: pl.Tensor[[32, 64], pl.BF16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.LEFT_RIGHT)]):\n"
        f"        q = pl.full([8, 64], pl.{dtype}, 0.0)\n"
        "        y[:, :] = pl.add(pl.matmul(a[:, :], a[:, :], b_trans=True), 1.0)\n    return y\n"
    )
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError, match=f"pl.full does not execute {dtype} on a5sim") as error:
        space["kernel"].compile(config={"platform": "a5sim"})
    assert error.value.span.line == 5


def test_the_older_chip_has_no_fp4_and_says_what_to_use(tmp_path):
    with pytest.raises(UserError, match=r"neither load nor store FP4(.|\n)*pl.BF16(.|\n)*a5"):
        compiled(tmp_path, "y[:, :] = x[:, :]", "a2a3sim")


def test_a_tile_takes_half_a_byte_for_each_element(tmp_path):
    text = (
        "import pypto.language as pl\n@pl.jit\n"
        "def kernel(x: pl.Tensor[[{rows}, 1024], pl.FP4], y: pl.Out[pl.Tensor[[{rows}, 1024], pl.FP4]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n        y[:, :] = x[:, :]\n    return y\n"
    )
    path = tmp_path / "kernel.py"
    for rows, fits in ((480, True), (496, False)):  # of 512 bytes; there are 240 KiB
        space = {}
        path.write_text(text.format(rows=rows))
        exec(compile(path.read_text(), str(path), "exec"), space)
        config = {"platform": "a5sim", "engine": "interpret"}
        if fits:
            space["kernel"].compile(config=config)
        else:
            with pytest.raises(UserError, match="takes 253952 bytes, Vec has 245760"):
                space["kernel"].compile(config=config)


@pl.jit
def copied(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


def test_the_last_dimension_of_a_carrier_doubles():
    config = {"platform": "a5sim", "engine": "interpret"}
    x = carried(torch.randint(0, 16, (16, 64)))
    y = empty(16, 32)
    program = copied.compile(x, y, config=config)
    assert [p.shape for p in program.parameters] == [(16, 64), (16, 64)]
    program(x, y)
    assert torch.equal(y.view(torch.uint8), x.view(torch.uint8))
    for wrong in (torch.zeros((), dtype=torch.uint8).view(FP4), empty(16, 0)):
        with pytest.raises(JitTypeError, match="last dimension"):
            copied(wrong, y, config=config)
        with pytest.raises(ArgumentError, match="last dimension"):
            program(wrong, y)
    with pytest.raises(ArgumentError, match=r"expected \[16, 64\] FP4"):
        program(x[:, :16].contiguous(), y)


@pl.jit
def marked(x: pl.Tensor[[16, 64], pl.FP4], y: pl.Out[pl.Tensor[[16, 64], pl.FP4]]):
    t = pl.create_tensor([16, 64], dtype=pl.FP4)
    pl.dump_tag(t)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="last"):
        y[:, :] = t[:, :]
    return y


def test_a_dump_of_a_tensor_comes_in_a_carrier():
    x = carried(torch.randint(0, 16, (16, 64)))
    program = marked.compile(config={"platform": "a5sim", "enable_dump_args": 1})
    program(x, empty(16, 32))
    (found,) = read_dump(program, "last", "t")
    assert found.dtype is FP4
    assert torch.equal(found.view(torch.uint8), x.view(torch.uint8))


def test_outputs_are_judged_element_by_element():
    x = carried(torch.randint(0, 16, (16, 64)) | 1)
    specs = [TensorSpec("x", [16, 32], FP4, init_value=x), TensorSpec("y", [16, 32], FP4)]
    config = {"platform": "a5sim", "engine": "interpret"}

    def right(tensors):
        tensors["y"].view(torch.uint8)[:] = tensors["x"].view(torch.uint8)

    def wrong(tensors):
        right(tensors)
        tensors["y"].view(torch.uint8)[2, 3] ^= 0x40  # the upper half of a byte

    assert run(copied, specs, golden_fn=right, config=config).passed
    result = run(copied, specs, golden_fn=wrong, config=config)
    assert not result.passed
    assert result.comparisons[0].first_index == (2, 7)
    assert result.comparisons[0].total == 16 * 64


def test_a_kernel_in_cpp_takes_no_packed_elements(tmp_path):
    (tmp_path / "copy.cpp").write_text('extern "C" void kernel_entry(int64_t* args) {}\n')
    path = tmp_path / "kernel.py"
    path.write_text(
        "import pypto.language as pl\n"
        f'@pl.jit.extern(core_type="aiv", source={str(tmp_path / "copy.cpp")!r})\n'
        "def ext(x: pl.Tensor[[16, 128], pl.FP4], y: pl.Out[pl.Tensor[[16, 128], pl.BF16]]): ...\n"
        "@pl.jit\n"
        "def kernel(x: pl.Tensor[[16, 128], pl.FP4], y: pl.Out[pl.Tensor[[16, 128], pl.BF16]]):\n"
        "    y = ext(x, y)\n    return y\n"
    )
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    with pytest.raises(UserError, match="`x` holds FP4, which kernels in C"):
        space["kernel"].compile(config={"platform": "a5sim"})
