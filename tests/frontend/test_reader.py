# SPDX-License-Identifier: Apache-2.0
"""Printed programs read back exactly, through every pass; mistakes in the text are shown in the text."""

from pathlib import Path

import lowering_kernels as kernels
import pytest

from pypto.errors import Diagnostic, Span, UserError
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR
from pypto.frontend.lower import lower_kernel
from pypto.frontend.reader import read_program
from pypto.ir.nodes import Assign, For, Region, Var, While, walk
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes import pipeline
from pypto.platforms import PLATFORMS

TEXT = """\
# source: kernel.py
# entry: scale
# constant: EPS = 1e-06
# constant: ROWS = 16
# constant: WIDE = True
# constant: LIMIT = inf
# warning: ["1003", "a write is dropped", "write y[:] = v", "@3:2"]
# warning: ["1003", "no place", null, ""]
import pypto.language as pl

T = pl.dynamic("T")


@pl.program
class scale:
    @pl.function(type=pl.FunctionType.Orchestration)
    def scale(  # @5:1
        self,
        x: pl.Tensor[[T, 64], pl.BF16],
        y: pl.Out[pl.Tensor[[T, 64], pl.BF16]],
        s: pl.Scalar[pl.FP32],
    ) -> pl.Tensor[[T, 64], pl.BF16]:
        first = None
        for b in pl.spmd(T // 8, name_hint="body"):  # @1:1
            r = b * 8 + -1 - (2 - 1)  # @"other file.py":2:1
            n = pl.min(8, T - r)  # @3:1
            t = pl.slice(x, [8, 64], [r, 0], valid_shape=[n, 64])  # @4:1
            t_1 = pl.cast(t, pl.FP32, mode="rint")  # @6:1
            t_2 = pl.tensor.muls(t_1, s)  # @8:1
            t_2 = pl.tensor.muls(t_1, pl.const(2.0, pl.FP32))  # @8:1
            t_3 = pl.cast(t_2, pl.BF16)  # @10:1
            u = pl.full([8, 64], pl.FP32, float("-inf"))
            v: pl.Tensor[[8, 64], pl.FP32, pl.TensorView(valid_shape=[n, 64], layout=pl.TensorLayout.ND), pl.Mem.Vec] = u
            if n > 2 and not n == 4 or True:  # @9:1
                pl.assemble(y, t_3, [r, 0], atomic=pl.AtomicType.Add)  # @12:1
            elif n < 1:
                pass
            else:
                w = u
        with pl.at(level=pl.Level.CORE_GROUP, deps=[first], allow_early_resolve=True) as task:
            for i in pl.pipeline(0, 8, 2, stage=2):
                k = pl.read(x, [i, 0])
                while i > 3:
                    break
                for _ in pl.while_():
                    m = pl.read(x, [i, 0])
                    pl.cond(pl.cast(m, pl.FP32) > 0.0)
                    continue
        done = pl.system.task_dummy(deps=[task, None])
        return y  # @13:1
"""


def names_of(program):
    return {s.target.name: s.target for s in walk(program.entry_function.body) if isinstance(s, Assign)}


def test_head_and_signature():
    program = read_program(TEXT, "program.py")
    assert program.constants == {"EPS": 1e-6, "ROWS": 16, "WIDE": True, "LIMIT": float("inf")}
    assert program.source == "kernel.py" and program.entry == program.name == "scale"
    assert program.warnings == (
        Diagnostic("1003", "a write is dropped", Span("kernel.py", 3, 2), "write y[:] = v"),
        Diagnostic("1003", "no place"),
    )
    function = program.entry_function
    assert [(p.name, p.direction) for p in function.params] == [("x", "in"), ("y", "out"), ("s", "in")]
    assert [s.name for s in function.symbols] == ["T"]
    assert function.symbols[0] is function.params[0].type.shape[0]
    assert function.span == Span("kernel.py", 5, 1)


def test_names_are_variables_and_spans_are_marks():
    program = read_program(TEXT, "program.py")
    writes = [
        s for s in walk(program.entry_function.body) if isinstance(s, Assign) and s.target.name == "t_2"
    ]
    assert len(writes) == 2 and writes[0].target is writes[1].target
    by_name = {s.target.name: s for s in walk(program.entry_function.body) if isinstance(s, Assign)}
    assert by_name["r"].span == Span("other file.py", 2, 1)
    assert by_name["u"].span is None
    names = names_of(program)
    assert names["t"].type.valid == (names["n"], 64)
    assert names["v"].type.valid == (names["n"], 64) and names["v"].type.local


def test_nothing_is_folded():
    program = read_program(TEXT, "program.py")
    assert "r = b * 8 + -1 - (2 - 1)" in print_program(program)


def test_statements_keep_their_kind():
    program = read_program(TEXT, "program.py")
    kinds = [type(s).__name__ for s in walk(program.entry_function.body)]
    assert kinds.count("Region") == 2 and kinds.count("While") == 2 and kinds.count("If") == 2
    region = [s for s in walk(program.entry_function.body) if isinstance(s, Region)][1]
    assert region.attrs == {"allow_early_resolve": True} and isinstance(region.deps[0], Var)
    loop = next(s for s in walk(program.entry_function.body) if isinstance(s, For))
    assert (loop.kind, loop.stage) == ("pipeline", 2)
    whiles = [s for s in walk(program.entry_function.body) if isinstance(s, While)]
    assert [len(w.setup) for w in whiles] == [0, 1]


def test_text_is_a_fixed_point():
    text = print_program(read_program(TEXT, "program.py"))
    assert print_program(read_program(text, "program.py")) == text
    assert "# entry: scale" in text and "pl.const(2.0, pl.FP32)" not in text


@pytest.mark.parametrize(
    "name", ["local_to_the_loop", "merged", "leaving", "elements", "unrolled", "begun_anew"]
)
def test_every_dump_reads_back(name):
    kernel = getattr(kernels, name)
    arguments = [RUNTIME_SCALAR if p.kind == "scalar" else DECLARED for p in kernel.signature_parameters]
    program = lower_kernel(kernel.source, arguments)
    for step in (*pipeline.front_passes(), *pipeline.back_passes(PLATFORMS["a2a3sim"])):
        program = step.run(program)
        text = print_program(program)
        again = read_program(text, "dump.py")
        verify(again, step.stage)
        assert print_program(again) == text, step.name


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("r = b * 8 + -1", "r = bb * 8 + -1", 25, "undefined name `bb`"),
        ("x: pl.Tensor[[T, 64], pl.BF16]", "x: pl.Tensor[[T, 64], 1.5]", 19, "an element type is expected"),
        ("s: pl.Scalar[pl.FP32]", "s: pl.Scalar[[1, 2]]", 21, "an element type is expected"),
        ("pl.min(8, T - r)", "pl.min(8, )", 26, "pl.min needs `rhs`"),
        ("pl.cast(t, pl.FP32", "pl.cats(t, pl.FP32", 28, "unknown operation pl.cats"),
        ("t_1 = pl.cast(t, pl.FP32", "t_1 = pl.cast(t, pl.BF16", 28, "the value is BF16 already in pl.cast"),
        ("[r, 0], valid_shape=[n", "[r, 0], valid_shapes=[n", 27, "pl.slice has no parameter `valid_shapes`"),
        ("pl.cast(t_2, pl.BF16)", "pl.cast(t_2, pl.BF16, fast=1)", 31, "pl.cast has no parameter `fast`"),
        ("valid_shape=[n, 64], layout", "valid=[n, 64], layout", 33, "`pl.TensorView` has no keyword `valid`"),
        ("allow_early_resolve=True", "early=True", 40, "`pl.at` has no keyword `early`"),
        ('name_hint="body"', 'name="body"', 24, "`pl.spmd` has no keyword `name`"),
        ("stage=2", "stages=2", 41, "`pl.pipeline` has no keyword `stages`"),
        ("deps=[task, None]", "dep=[task, None]", 49, "`pl.system.task_dummy` has no keyword `dep`"),
        ("FunctionType.Orchestration)", "FunctionType.Orchestration, fast=1)", 16,
         "`pl.function` has no keyword `fast`"),
        ("        return y", "        return pl", 50, "`pl` is no value"),
        ("        return y", "        return range", 50, "`range` is no value"),
        ("stage=2", 'stage="2"', 41, 'a number of stages is expected, found `"2"`'),
        ("for i in pl.pipeline(0, 8, 2, stage=2)", "for i in pl.split_aiv(2, mode=2)", 41,
         "a pl.SplitMode is expected, found `2`"),
        ("valid_shape=[n, 64], layout", "valid_shape=[n], layout", 33, "valid_shape= has 1 numbers for 2 axes"),
        ("valid_shape=[n, 64], layout", "stride=[64, 1, 1], layout", 33, "stride= has 3 numbers for 2 axes"),
        ("t_2 = pl.tensor.muls(t_1, s)", "t_2 = pl.tensor.muls(t_1, None)", 29, "pl.tensor.muls needs `rhs`"),
        ("pl.cast(t_2, pl.BF16)", "pl.cast(t_2, None)", 31, "pl.cast needs `target_type`"),
        ("pl.const(2.0, pl.FP32)", "pl.const(2.0, pl.FP32, 1)", 30, "pl.const takes a number and an element type"),
        ("n, 64], layout=pl.TensorLayout.ND), pl.Mem.Vec]", "n, 64]), []]", 33,
         "`()` is no memory space, no view and no place of a type"),
        ("v: pl.Tensor[[8, 64], pl.FP32, ", 'v: pl.Tile[[8, 64], pl.FP32, pl.MemRef("Vec", 0), ', 33,
         "a buffer is named by a text"),
        ("v: pl.Tensor[[8, 64], pl.FP32, ", 'v: pl.Tile[[8, 64], pl.FP32, pl.MemRef("Vec", "0", 1), ', 33,
         "a place is a base, an offset and a size in bytes"),
        ("allow_early_resolve=True", "allow_early_resolve=3", 40,
         "allow_early_resolve= of a region is not such a value"),
        ("allow_early_resolve=True", "predicate=33", 40, "predicate= of a region is not such a value"),
        ("allow_early_resolve=True", "no_dep_args=[1]", 40, "no_dep_args= of a region is not such a value"),
        ("allow_early_resolve=True", "optimizations=[pl.split()]", 40, "an entry of optimizations= has one value"),
        ("class scale:", "class scale", 15, "this is no Python text: expected ':'"),
        ('T = pl.dynamic("T")', "def f(): pass", 11, "a printed program has dynamic extents and one class"),
    ],
)  # fmt: skip
def test_mistakes_in_the_text_are_shown_there(old, new, line, message):
    text = TEXT.replace(old, new)
    assert text != TEXT
    with pytest.raises(UserError) as caught:
        read_program(text, "edited.py")
    first = getattr(caught.value, "errors", (caught.value,))[0]
    assert first.message == message
    assert (Path(first.span.file).name, first.span.line) == ("edited.py", line)


HEADS = [
    ("# entry: scale", "# entry: other", 2, "which function is the entry; there are scale"),
    ("# constant: EPS = 1e-06", "# constant: EPS = 1e", 3, "what a constant is"),
    ("# constant: ROWS = 16", "# constant: ROWS", 4, "what a constant is"),
    ('"a write is dropped", "write', '"a write is dropped, "write', 7, "what was warned of"),
    ('["1003", "no place", null, ""]', '{"1003": 4}', 8, "what was warned of"),
    ('["1003", "no place", null, ""]', '[1003, "no place", null, ""]', 8, "what was warned of"),
    ('["1003", "no place", null, ""]', "[" * 100_000, 8, "what was warned of"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), HEADS, ids=[str(i) for i in range(len(HEADS))])
def test_a_damaged_line_of_the_head_is_shown(old, new, line, message):
    assert old in TEXT
    with pytest.raises(UserError, match=f"this line has to say {message}") as error:
        read_program(TEXT.replace(old, new, 1), "program.py")
    assert (error.value.code, error.value.span.line) == ("program-text", line)


def test_a_comment_that_is_no_place_is_none():
    damaged = TEXT.replace('@"other file.py":2:1', '@"other\\\\q file.py":2:1', 1)
    assert damaged != TEXT
    read_program(damaged, "program.py")
