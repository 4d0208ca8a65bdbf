# SPDX-License-Identifier: Apache-2.0
"""Small pieces of the language, accepted or refused: annotations, literals, statements, branches, loops, directives."""

import textwrap

import pytest

import pypto.language as pl
from pypto import errors
from pypto.errors import ErrorGroup, UserError

HEAD = """\
import pypto.language as pl
N = 64
NUMBERS = [1, 2, 3]
SHAPE = [64, N]
T = pl.dynamic("T")
RING = pl.MemRef(slots=3)
OWN = pl.MemRef()
ALIAS = RING
"""
PARAMETERS = (
    "a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]], "
    "s: pl.FP32, t: pl.INDEX, u: pl.INT32, b: pl.BOOL"
)
SE, TE, IO = errors.ParserSyntaxError, errors.ParserTypeError, errors.InvalidOperationError
UF, UV, VE = errors.UnsupportedFeatureError, errors.UndefinedVariableError, errors.VerifierError


def function(body, kind="InCore", parameters=PARAMETERS):
    body = textwrap.indent(body, "    ")
    return f"{HEAD}@pl.function(type=pl.FunctionType.{kind})\ndef f({parameters}):\n{body}\n"


def accepted(text):
    made = pl.parse(text, "rows.txt")
    again = pl.parse(made.as_python())
    assert again == made and again.as_python() == made.as_python()


def refused(text, kind, words):
    with pytest.raises(UserError) as caught:
        pl.parse(text, "rows.txt")
    error = caught.value.errors[0] if isinstance(caught.value, ErrorGroup) else caught.value
    assert isinstance(error, kind), error
    assert words in error.message
    assert error.span is not None and error.span.file == "rows.txt"


X = "pl.Tensor[[16, 64], pl.FP32{}]"
TILE = "pl.Tile[[16, 64], pl.FP32{}]"

ANNOTATIONS = {
    "pl.Tensor[SHAPE, pl.FP32]": None,
    "pl.Tensor((64, 32), pl.FP32)": None,
    "pl.Tensor[[T, N * 2 // 4, max(N, 3), 2 ** 4], pl.BF16]": None,
    X.format(", pl.ND"): None,
    X.format(", pl.TensorView(stride=[1024, 1], layout=pl.TensorLayout.ND)"): None,
    X.format(", pl.TensorView(valid_shape=[8, 64], layout=pl.ND)"): None,
    X.format(', pl.ND, pl.MemRef("x", 0, 4096)'): None,
    X.format(", pl.DN"): (TE, "row-major"),
    X.format(", pl.NZ"): (TE, "NZ is a layout of tiles"),
    X.format(", pl.MX_A_ZZ"): (TE, "MX_A_ZZ is the layout of FP8E8M0 scales, not of FP32"),
    "pl.Tensor[[8, 2, 2], pl.FP8E8M0, pl.MX_A_ZZ]": None,
    "pl.Tensor[[8, 2], pl.FP8E8M0, pl.TensorView(stride=[2, 1], layout=pl.MX_B_NN)]": (
        TE,
        "whole and packed",
    ),
    X.format(", pl.TensorView(layout=pl.TensorLayout.DN)"): None,
    X.format(", pl.TensorView(stride=[1, 32], layout=pl.DN)"): None,
    "pl.Tensor[[T, 64], pl.FP32, pl.TensorView(stride=[1, T], valid_shape=[T, 32], layout=pl.DN)]": None,
    "pl.Tensor[[4, T, 64], pl.FP32, pl.TensorView(layout=pl.DN)]": None,
    X.format(", pl.TensorView(stride=[64, 1], layout=pl.DN)"): (TE, "not that of the layout DN"),
    X.format(", pl.TensorView(stride=[1, 16], layout=pl.ND)"): (TE, "is that of the layout DN"),
    X.format(", pl.TensorView(layout=pl.NZ)"): (TE, "NZ is a layout of tiles"),
    X.format(", pl.TensorView(layout=2)"): (TE, "2 is no layout"),
    X.format(", pl.TensorView(layout=None)"): (TE, "None is no layout"),
    X.format(", pl.TensorView(stride=None, layout=pl.ND)"): (TE, "one entry per axis, found None"),
    X.format(", pl.TensorView(stride=[T, 1], layout=pl.ND)"): (TE, "are numbers, or extents of tensors"),
    "pl.Tensor[[16], pl.FP32, pl.TensorView(layout=pl.DN)]": (TE, "there is one axis"),
    "pl.Tensor[[16, 64], pl.FP4, pl.TensorView(layout=pl.DN)]": (TE, "packs pairs of neighbours"),
    X.format(", pl.TensorView(stride=[1024, 1])"): (TE, "needs layout="),
    X.format(", pl.TensorView([1024, 1])"): (TE, "takes keywords only"),
    X.format(", pl.TensorView(strides=[1], layout=pl.ND)"): (TE, "has no keyword `strides`"),
    X.format(", pl.TensorView(stride=[1], layout=pl.ND)"): (TE, "one entry per axis"),
    X.format(", pl.TensorView(pad=pl.PadValue.zero, layout=pl.ND, valid_shape=[8, 64])"): None,
    X.format(", pl.TensorView(pad=pl.PadValue.null, layout=pl.ND)"): None,
    X.format(", pl.TensorView(pad=1, layout=pl.ND)"): (TE, "pad= of pl.TensorView: 1 is no such value"),
    X.format(", pl.TensorView(pad=None, layout=pl.ND)"): (TE, "pad= of pl.TensorView: None is no such value"),
    X.format(", pl.TensorView(pad=pl.PadValue.zero)"): (TE, "needs layout="),
    X.format(", pl.ND, pl.ND"): (TE, "at most one layout or view"),
    X.format(", pl.Mem.Vec"): (TE, "is no layout of a tensor"),
    "pl.Tensor[[-1, 32], pl.FP32]": (TE, "extent -1 on axis 0 is negative"),
    "pl.Tensor[[1.5, 32], pl.FP32]": (TE, "extent 1.5 on axis 0 is a float"),
    "pl.Tensor[['x', 3], pl.FP32]": (TE, "extent 'x' on axis 0 is a str"),
    "pl.Tensor[[True, 3], pl.FP32]": (TE, "extent True on axis 0 is a bool"),
    "pl.Tensor[[Q, 32], pl.FP32]": (UV, "undefined name `Q`"),
    "pl.Tensor[[4], pl.TASK_ID]": (TE, "do not hold TASK_ID"),
    "pl.Tensor[[4, 4], pl.INDEX]": (TE, "do not hold INDEX"),
    "pl.Tile[[16, 64], pl.INDEX]": (TE, "do not hold INDEX"),
    "pl.Tensor[[1, 3], 4]": (TE, "4 is no element type"),
    TILE.format(""): None,
    TILE.format(", pl.MemorySpace.Mat"): None,
    TILE.format(", pl.TileView(valid_shape=[8, 64]), pl.Mem.Vec"): None,
    TILE.format(
        ", pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box, fractal=512)"
    ): None,
    TILE.format(", pl.Mem.Vec, pl.Mem.Mat"): (TE, "at most one memory space"),
    TILE.format(", pl.TileView(), pl.TileView()"): (TE, "at most one pl.TileView"),
    TILE.format(", pl.MemRef('r')"): (TE, "needs the memory space beside it"),
    TILE.format(", pl.Mem.Vec, pl.MemRef('r')"): (TE, "belongs to a tile that the function makes"),
    TILE.format(", pl.ND"): (TE, "a tile takes no layout name, found ND"),
    TILE.format(", pl.Mem.DDR"): (TE, "not in DDR"),
    TILE.format(", 3"): (TE, "has no place in the annotation of a tile"),
    TILE.format(", pl.TileView(shape=[1])"): (TE, "has no keyword `shape`"),
    TILE.format(", pl.TileView(stride=[64, 1], start_offset=0, compact=pl.CompactMode.normal)"): None,
    TILE.format(", pl.TileView(stride=[1, 16], blayout=pl.TileLayout.col_major)"): None,
    TILE.format(", pl.TileView(stride=[128, 1])"): (TE, "a tile is packed: its stride is [64, 1]"),
    TILE.format(", pl.TileView(start_offset=64)"): (TE, "a tile begins at its first byte"),
    TILE.format(", pl.TileView(compact=1)"): (TE, "compact= of pl.TileView: 1 is no such value"),
    TILE.format(", pl.TileView(valid_shape=[17, 64])"): (TE, "is static and inside [16, 64]"),
    TILE.format(", pl.TileView(blayout=3)"): (TE, "blayout= of pl.TileView: 3"),
    TILE.format(", pl.TileView(pad=pl.PadValue.zero)"): None,
    TILE.format(", pl.TileView(pad=4)"): (TE, "pad= of pl.TileView: 4 is no such value"),
    TILE.format(", pl.TileView(pad=pl.PadValue.min, valid_shape=[8, 64])"): (
        TE,
        "has no padding, found pad=min",
    ),
    "pl.Tile[[16], pl.FP32]": (TE, "a tile has two positive extents"),
    f"pl.Out[{TILE.format('')}]": (TE, "is a tile"),
    "pl.INDEX": None,
    "pl.InOut[pl.Scalar[pl.INDEX]]": (TE, "is a scalar and passed by value"),
    "pl.Ptr": None,
    "pl.Out[pl.Ptr]": (TE, "is a pl.Ptr and passed by value"),
    "pl.TaskId": (VE, "task ids and arrays stay inside one function"),
    "pl.Array[4, pl.INT32]": (VE, "task ids and arrays stay inside one function"),
    "tuple[pl.Tensor[[4, 4], pl.FP32], pl.INDEX]": (TE, "is a tuple"),
    "pl.Tensor": (TE, "has no shape"),
}


@pytest.mark.parametrize("annotation", ANNOTATIONS)
def test_annotations_of_parameters(annotation):
    text, expected = function("pass", parameters=f"x: {annotation}"), ANNOTATIONS[annotation]
    accepted(text) if expected is None else refused(text, *expected)


LOAD = "pl.load(a, [0, 0], [64, 64])"
LOCALS = {
    f"v: pl.Tile[[64, N], pl.FP32, pl.Mem.Vec] = {LOAD}": None,
    f"v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[64, 64])] = {LOAD}": None,
    "n: pl.Scalar[pl.INT32] = 3\nm: pl.INT64 = 4\nk: pl.Scalar[pl.FP32] = 3": None,
    "n: pl.Scalar[pl.INT32] = pl.tile.get_block_idx()": None,
    f"v: pl.Tensor[[64, 64], pl.FP32] = {LOAD}": (TE, "declared a tensor"),
    f"v: pl.Tile[[64, 64], pl.BF16] = {LOAD}": (TE, "declared BF16, the value is FP32"),
    f"v: pl.Tile[[64, 64, 1], pl.FP32] = {LOAD}": (TE, "declared with 3 axes, the value has 2"),
    f"v: pl.Tile[[64, 32], pl.FP32] = {LOAD}": (TE, "extent 32 on axis 1, the value has 64"),
    f"v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Mat] = {LOAD}": (TE, "declared in Mat, the value is in Vec"),
    f"v: pl.Tile[[64, 64], pl.FP32, pl.TileView(valid_shape=[32, 64])] = {LOAD}": (
        TE,
        "valid extent 32 on axis 0",
    ),
    f"v: pl.Tile[[64, 64], pl.FP32, pl.TileView(blayout='col_major')] = {LOAD}": (TE, "blayout col_major"),
    f"v: pl.Scalar[pl.INT32] = {LOAD}": (TE, "declared a scalar"),
    "v: pl.Tensor[[64, 64], pl.FP32, pl.TensorView(stride=[128, 1], layout=pl.ND)] = a": (
        TE,
        "stride 128 on axis 0",
    ),
    "n: pl.Scalar[pl.INT32]": (UF, "declared without a value"),
    "n: int = 3": (TE, "`int` is no type"),
    "n = pl.BF16.get_byte()\npl.static_assert(n == 2)": None,
    "pl.static_assert(pl.INT4.get_byte() == 1)": None,
}

PLACED = "v: pl.Tile[[64, 64], pl.FP32, pl.Mem.{}, {}] = pl.load(a, [0, 0], [64, 64]{})"


def placed(place, space="Vec"):
    return PLACED.format(space, place, f", target_memory=pl.Mem.{space}")


MEMREFS = {
    placed("OWN"): None,
    placed("RING[2]"): None,
    placed("RING[t % 3]"): None,
    placed('pl.MemRef("mine")'): None,
    placed('pl.MemRef("mine", slots=2)[1]'): None,
    f"{placed('OWN')}\nw: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, OWN] = pl.neg(v)": None,
    placed("OWN[0]"): (TE, "of one slot has no subscript"),
    placed("RING[3]"): (TE, "slot 3 of a pl.MemRef with 3 slots"),
    placed("RING[1.5]"): (TE, "a slot of a pl.MemRef is an integer"),
    placed("pl.MemRef(slots=0)[0]"): (TE, "slots= of pl.MemRef is a positive number, found 0"),
    placed("pl.MemRef(slots=2)[0]"): (TE, "has no name"),
    placed('pl.MemRef("")'): (TE, "the name of a pl.MemRef is a text"),
    placed("pl.MemRef(3)"): (TE, "the name of a pl.MemRef is a text"),
    placed('pl.MemRef("x", 0)'): (TE, "found 2 arguments"),
    placed('pl.MemRef("x", 16384, 16384)'): None,
    f"m: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 32768, pinned=True)\n{placed('pl.MemRef(m, 16384, 16384)')}": None,
    "g = pl.tensor.alloc(pl.Mem.DDR, 64)\nv: pl.Tensor[[64, 64], pl.FP32, pl.MemRef(g, 0, 64)] = a": None,
    placed('pl.MemRef("x", 0, 64)'): (TE, "has 16384 bytes, its place has 64"),
    placed('pl.MemRef("x", -1, 64)'): (TE, "are numbers of bytes"),
    placed('pl.MemRef("Vec", 0, 16384)'): (TE, "an allocation or the name of a buffer"),
    placed("pl.MemRef(t, 0, 16384)"): (TE, "an allocation or the name of a buffer"),
    f"m = pl.tile.alloc(pl.Mem.Vec, 64)\n{placed('pl.MemRef(m, 0, 16384)')}": (
        TE,
        "leave the allocation `m` of 64",
    ),
    f"m = pl.tile.alloc(pl.Mem.Mat, 16384)\n{placed('pl.MemRef(m, 0, 16384)')}": (TE, "is in Mat and in Vec"),
    "m: pl.Ptr = t": (TE, "declared a pl.Ptr"),
    "m = pl.tile.alloc(pl.Mem.Vec, 0)": (IO, "positive number of bytes"),
    "m = pl.tile.alloc(3, 64)": (IO, "memory_space is a memory"),
    f"{placed('RING[0]')}\n{placed('ALIAS[1]')}": (TE, "two names, `RING` and `ALIAS`"),
    f"{placed('OWN')}\n" + placed('pl.MemRef("OWN", slots=2)[0]'): (
        TE,
        "two declarations of pl.MemRef are named `OWN`",
    ),
    f"{placed('OWN')}\n{placed('OWN', 'Mat')}": (TE, "is in Vec and in Mat"),
    f"{placed('OWN')}\nw: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, RING[0]] = v": (TE, "is there already"),
}

STATEMENTS = {
    "if t > 0:\n    n = pl.yield_(1)\nelse:\n    n = pl.yield_(2)\nm = n + 1": None,
    "if t > 0:\n    n = pl.yield_(1)\nelif t > 2:\n    n = pl.yield_(3)\nelse:\n    n = pl.yield_(2)\nm = n + 1": None,
    "if t > 0:\n    n: pl.INT32 = pl.yield_(1)\nelse:\n    n: pl.INT32 = pl.yield_(2)\nm = n + 1": None,
    "if t > 0:\n    n = pl.yield_(1)\nelse:\n    m = pl.yield_(2)": (TE, "yield different names: n and m"),
    "if t > 0:\n    n = pl.yield_(1)": (TE, "yield different names: n and none"),
    "if t > 0:\n    n, m = pl.yield_(1, 2)\nelse:\n    n = pl.yield_(2)": (
        TE,
        "yield different names: n, m and n",
    ),
    "if t > 0:\n    n = pl.yield_(1)\nelse:\n    n = pl.yield_(2.5)": (TE, "`n` has different types"),
    "n = pl.yield_(3)": (SE, "pl.yield_ belongs in a loop"),
    "pl.yield_(3)": (SE, "pl.yield_ belongs in a loop"),
    "for i, (n,) in pl.range(4, init_values=(0,)):\n    m = pl.yield_(n + i)\nk = m": None,
    "for i, (n,) in pl.pipeline(4, stage=2, init_values=(0,)):\n    m = pl.yield_(n + i)\nk = m": None,
    "for i, (v,) in pl.range(4, init_values=(o,)):\n    w = pl.yield_(v)\nw[0:1, :] = a[0:1, :]": None,
    "for i, (n,) in pl.range(4, init_values=(0,)):\n    pl.yield_(n + i)": (SE, "a yield is assigned"),
    "for i, (n,) in pl.range(4, init_values=(0,)):\n    m = pl.yield_(u)": (TE, "`m` yields Scalar[INT32]"),
    "for i, (n,) in pl.range(4, init_values=(0,)):\n    m, k = pl.yield_(n, n)": (TE, "gives 2 values"),
    "for i in pl.range(4, attrs={'x': 1, 'y': 'z'}):\n    pass": None,
    "for i in pl.range(4, attrs={'x': [1]}):\n    pass": (SE, "attrs of a loop"),
    "for i in pl.range(4, attrs=3):\n    pass": (SE, "attrs of a loop"),
    "for i in pl.pipeline(4, stage=t):\n    pass": (SE, "found `t`"),
    "for i in pl.pipeline(0, t, -1, stage=2):\n    pass": (UF, "must be positive"),
    "for i in pl.range(2, 8, 2):\n    last = i\npl.static_assert(last == 6)": None,
    "for i in pl.range(t):\n    last = i\nn = last": (UV, "may run zero times"),
    "for n in pl.while_(init_values=(t,)):\n    pl.cond(n > 1)": (SE, "a tuple of plain names"),
    "for (n,) in pl.while_(init_values=(t,)):\n    k = 1\n    pl.cond(n > 1)": (SE, "the first statement"),
    'pl.static_print("n", t, f"{t} x", N)': None,
    "pl.static_print()": (SE, "one or more values"),
    "pl.static_print(f'{t!r}')": (SE, "plain {name} parts"),
    "pl.static_print(f'{t:3}')": (SE, "plain {name} parts"),
}


@pytest.mark.parametrize("body", [*LOCALS, *MEMREFS, *STATEMENTS])
def test_bodies(body):
    text, expected = function(body), {**LOCALS, **MEMREFS, **STATEMENTS}[body]
    accepted(text) if expected is None else refused(text, *expected)


def test_static_print_speaks_once_in_a_loop_whose_carried_value_changes_its_valid_region(capsys):
    body = """\
v = pl.slice(a, [8, 64], [0, 0], valid_shape=[4, 64])
for i in pl.range(3):
    pl.static_print(v)
    v = pl.slice(a, [8, 64], [0, 0], valid_shape=[t - i, 64])
pl.static_print("end")
"""
    accepted(function(body))
    assert capsys.readouterr().out.splitlines() == ["v: Tensor[[8, 64], FP32, valid [v_rows_1, 64]]", "end"]


def test_static_print_shows_types_and_what_is_known(capsys):
    accepted(function('m = t + 1\npl.static_print("m is", m)\npl.static_print((m, 3, (m,)))'))
    assert (
        capsys.readouterr().out
        == "m is m: Scalar[INDEX]\n(m, 3, (m,)): (Scalar[INDEX], 3, (Scalar[INDEX],))\n"
    )


def test_results_are_not_nested():
    text = function("return o").replace("b: pl.BOOL):", "b: pl.BOOL) -> tuple[tuple[pl.INDEX], pl.INDEX]:")
    refused(text, TE, "the results of f are nested")
    refused(function("n = pl.array.create(2, pl.INT32)\nreturn n", "Opaque"), VE, "f returns Array[2, INT32]")
    refused(
        HEAD + "@pl.function(type=pl.FunctionType.Inline)\ndef f():\n    pass\n", SE, "Inline functions only"
    )


def test_what_stands_behind_a_jump_that_is_always_taken_needs_no_values():
    body = """\
for i in pl.range(3):
    if 1 > 0:
        break
    else:
        v = i
    w = {} + 1
"""
    accepted(function(body.format("v")))
    refused(function(body.format("missing")), UV, "undefined name `missing`")
