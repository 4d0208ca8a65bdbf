# SPDX-License-Identifier: Apache-2.0
"""Mistakes in programs of several functions, each at its place; what the class and its functions become."""

import textwrap

import pytest

import pypto.language as pl
from pypto import errors
from pypto.errors import ErrorGroup, UndefinedVariableError, UserError
from pypto.ir.nodes import Function, Program

HEAD = """\
import pypto.language as pl
M = 64
X = pl.Tensor[[M, 64], pl.FP32]
"""
KERNEL = """
@pl.function(type=pl.FunctionType.InCore)
def k(self, a: X, o: pl.Out[X]):
    o = pl.store(pl.load(a, [0, 0], [M, 64]), [0, 0], o)
    return o
"""
MAIN = """
@pl.function(type=pl.FunctionType.Orchestration)
def main(self, a: X, o: pl.Out[X]):
    {}
    return o
"""


def program_text(*functions):
    return HEAD + "@pl.program\nclass P:\n" + "".join(textwrap.indent(f, "    ") for f in functions)


def main(statement):
    return program_text(KERNEL, MAIN.format(statement))


def core(line, kind="InCore"):
    return program_text(KERNEL.replace("InCore", kind).replace("    return", f"    {line}\n    return"))


SE, TE = errors.ParserSyntaxError, errors.ParserTypeError
UF, UV = errors.UnsupportedFeatureError, errors.UndefinedVariableError

WRONG = {
    "an unknown callee": (main("o = self.kk(a, o)"), UV, "has no function `kk`", "did you mean `k`"),
    "too many arguments": (main("o = self.k(a, o, a)"), TE, "k expects 2 argument(s), got 3", "a, o"),
    "a missing argument": (main("o = self.k(a)"), TE, "k expects 2 argument(s), got 1: `o` is missing", "a, o"),
    "a call inside an expression": (main("o = pl.add(self.k(a, o), a)"), UF, "inside an expression", "self.k"),
    "another extent": (
        main("o = self.k(a[0:32, :], o)"), TE, "extent 64 on axis 0, the argument has 32", "parameter `a`",
    ),
    "no annotation": (program_text(KERNEL.replace("a: X", "a")), TE, "parameter `a` has no type annotation", "pl.Tensor"),
    "a bare tensor": (program_text(KERNEL.replace("a: X", "a: pl.Tensor")), TE, "`a` has no shape", "pl.Tensor[["),
    "no functions": (HEAD + "@pl.program\nclass P:\n    pass\n", SE, "the program P has no function", "pl.function"),
    "two functions of one name": (program_text(KERNEL, KERNEL), SE, "two functions of the program are named k", ""),
    "a method without self": (program_text(KERNEL.replace("self, ", "")), SE, "the method k has no self", "self"),
    "more results than declared": (
        program_text(KERNEL.replace("[X]):", "[X]) -> tuple[X, X]:")), TE, "declares 2 result(s) and returns 1", "",
    ),
    "another result": (
        program_text(KERNEL.replace("[X]):", "[X]) -> pl.Tensor[[M, 32], pl.FP32]:")), TE,
        "the result of k is declared with extent 32 on axis 1, the value has 64", "",
    ),
    "a scalar result": (
        program_text(KERNEL.replace("return o", "return pl.read(a, [0, 0])")), TE, "returns tensors", "pl.Out",
    ),
    "a call of an orchestration": (
        program_text(MAIN.format("pass"), MAIN.replace("main", "other").format("o = self.main(a, o)")), UF,
        "main is an Orchestration function", "Opaque",
    ),
    "a call of a graph": (
        program_text(
            MAIN.replace("Orchestration", "Graph").format("pass"), MAIN.replace("main", "b").format("o = self.main(a, o)")
        ),
        UF, "a call of the Graph function main is not built yet", "",
    ),
    "a region in a region": (
        program_text(KERNEL.replace("    o =", "    o = self.k(a, o)\n    o =")), errors.VerifierError,
        "a region cannot stand inside another region", "outer",
    ),
    "a cycle": (
        program_text(MAIN.replace("Orchestration", "Opaque").format("o = self.main(a, o)")), UF,
        "cannot call themselves: main -> main", "",
    ),
    "a cube operation on a vector core": (
        core("c = pl.matmul(a, a)", "AIV"), TE, "k is an AIV function and pl.matmul runs on the cube core", "InCore",
    ),
    "a vector operation on a cube core": (
        core("c = pl.exp(pl.load(a, [0, 0], [M, 64]))", "AIC"), TE, "k is an AIC function and pl.exp", "InCore",
    ),
    "a tile parameter of orchestration": (
        program_text(MAIN.replace("a: X", "a: pl.Tile[[M, 64], pl.FP32]").format("pass")), TE, "`a` is a tile", "InCore",
    ),
    "a level": (
        program_text(KERNEL.replace("InCore", "InCore, level=pl.Level.HOST")), SE,
        "level=pl.Level.HOST, and a function of this type runs on a core", "CORE_GROUP",
    ),
    "a late func_attr": (core('pl.func_attr({"a": 1})'), SE, "before every other statement", ""),
    "a func_attr without a dict": (
        main("pass").replace("    pass", "    pl.func_attr(1)"), SE, "takes one dict literal", "core_num",
    ),
    "an attribute of the decorator": (
        main("pass").replace("    pass", '    pl.func_attr({"auto_scope": False})'), SE, "belongs to the decorator", "",
    ),
    "an attribute twice": (
        main("pass").replace("    pass", '    pl.func_attr({"a": 1})\n        pl.func_attr({"a": 2})'), SE,
        "`a` is given twice", "",
    ),
    "an attribute that is no parameter": (
        main("pass").replace("    pass", '    pl.func_attr({"a": n})'), UV, "`n` is no parameter of main", "",
    ),
    "rebinding under strict_ssa": (
        program_text(KERNEL.replace("InCore", "InCore, strict_ssa=True")), errors.SSAViolationError,
        "`o` is bound a second time", "line",
    ),
    "a windowed write under strict_ssa": (
        program_text(KERNEL.replace("InCore", "InCore, strict_ssa=True").replace("o = pl.store", "o[:, :] = pl.load")),
        SE, "strict_ssa=True forbids", "pl.assemble",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_refused(case):
    text, kind, message, more = WRONG[case]
    with pytest.raises(UserError) as caught:
        pl.parse(text, "program.txt")
    error = caught.value.errors[0] if isinstance(caught.value, ErrorGroup) else caught.value
    assert isinstance(error, kind) and message in error.message
    assert more in f"{error.message} {error.help} {error.notes}"
    assert error.span is not None and error.span.file == "program.txt"
    assert "src/pypto" not in str(error)


def test_all_functions_are_read_before_the_mistakes_are_raised():
    text = main("o = self.kk(a, o)").replace("pl.store(pl.load(a", "pl.store(pl.load(b")
    with pytest.raises(ErrorGroup) as caught:
        pl.parse(text)
    assert [error.message for error in caught.value.errors] == [
        "undefined name `b`",
        "the program has no function `kk`",
    ]


GROUP = """
@pl.function(type=pl.FunctionType.Group)
def g(self, a: X, o: pl.Out[X]) -> X:
    o = self.k(a, o)
    return o
"""
SPMD = GROUP.replace("Group", "Spmd").replace(
    "    o = self", '    pl.func_attr({"core_num": 4})\n    o = self'
)
CALLERS = {
    "orchestration": ("", "o = self.k(a, o)"),
    "a group": (GROUP, "o = self.g(a, o)"),
    "a launch of blocks": (SPMD, "o = self.g(a, o)"),
    "a loop": ("", "for i in pl.range(4):\n        o = self.k(a, o)"),
    "a submission": ("", "o, t = pl.submit(self.k, a, o)"),
}


@pytest.mark.parametrize("case", CALLERS)
def test_a_mistake_of_a_callee_is_the_only_one(case):
    between, call = CALLERS[case]
    wrong = KERNEL.replace("pl.load(a, [0, 0], [M, 64])", "pl.add(pl.load(a, [0, 0], [M, 64]), a)")
    functions = [f.replace("pl.Out[X]):", "pl.Out[X]) -> X:") for f in (wrong, between, MAIN.format(call))]
    for order in (functions, functions[::-1]):
        with pytest.raises(UserError) as caught:
            pl.parse(program_text(*order), "program.txt")
        assert not isinstance(caught.value, ErrorGroup), str(caught.value)
        assert "cannot mix a tensor" in caught.value.message


def test_a_mistake_beside_a_wrong_callee_is_reported_too():
    wrong = KERNEL.replace("pl.load(a", "pl.load(b").replace("pl.Out[X]):", "pl.Out[X]) -> X:")
    caller = MAIN.format("o = self.k(a, o)\n    o = self.k(q, o)").replace("pl.Out[X]):", "pl.Out[X]) -> X:")
    with pytest.raises(ErrorGroup) as caught:
        pl.parse(program_text(wrong, caller))
    assert [e.message for e in caught.value.errors] == ["undefined name `b`", "undefined name `q`"]


def test_the_class_becomes_a_program_and_prints():
    @pl.program
    class Nothing:
        @pl.function(type=pl.FunctionType.Orchestration)
        def main(self, a: pl.Tensor[[64, 64], pl.FP32]):
            pl.func_attr({"color": "blue", "core_num": 4})
            pass

    assert isinstance(Nothing, Program) and Nothing.name == "Nothing" and Nothing.entry == "main"
    assert Nothing.signature_parameters == [("a", "tensor", "in")]
    assert Nothing.functions["main"].attrs == {"color": "blue", "core_num": 4}
    assert pl.parse(Nothing.as_python()) == Nothing != pl.parse(main("o = self.k(a, o)"))
    with pytest.raises(TypeError, match=r"pypto\.ir\.compile"):
        Nothing()


def test_a_mistake_of_a_decorator_points_at_it():
    with pytest.raises(SE, match="the program Empty has no function") as caught:

        @pl.program
        class Empty:
            pass

    assert caught.value.span.column == 9
    assert "\n     |         ^^^^^^^^^^^\n" in str(caught.value)
    with pytest.raises(SE, match="external_source= belongs to functions of type AIC or AIV") as caught:

        @pl.function(type=pl.FunctionType.InCore, external_source="k.cpp")
        def wrong(a): ...

    assert caught.value.span.column == 9


def test_a_function_by_itself_is_checked_where_it_is_written():
    with pytest.raises(UndefinedVariableError, match="undefined name `b`"):

        @pl.function(type=pl.FunctionType.InCore)
        def wrong(a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
            o[:, :] = b  # noqa: F821

    with pytest.raises(TypeError, match=r"does not take `kind=`; it takes type, level"):
        pl.function(kind=1)
    with pytest.raises(TypeError, match="decorates a class"):
        pl.program(3)


@pl.function(type=pl.FunctionType.InCore)
def copy(a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    o = pl.store(pl.load(a, [0, 0], [64, 64]), [0, 0], o)
    return o


def test_a_function_reads_back_from_its_text(tmp_path):
    text = copy.as_python()
    again = pl.parse(text)
    assert isinstance(again, Function) and again.as_python() == text
    assert again == copy.program.functions["copy"]
    path = tmp_path / "copy.py"
    path.write_text(text)
    assert pl.loads(path) == again
    with pytest.warns(DeprecationWarning, match=r"pl\.loads"):
        assert pl.loads_program(path) == again
    with pytest.warns(DeprecationWarning, match=r"pl\.parse"):
        assert pl.parse_program(text) == again
    with pytest.raises(TypeError, match="does not run as Python"):
        copy(1)


@pl.inline
def axpy(x, y, k):
    return pl.add(pl.mul(x, k), y)


@pl.inline
def nothing(x):
    pass


def test_a_macro_is_read_at_each_call_also_inside_expressions():
    @pl.function(type=pl.FunctionType.InCore)
    def nested(a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(a, [0, 0], [64, 64])
        nothing(t)
        o = pl.store(pl.neg(axpy(t, axpy(t, t, 2.0), 3.0)), [0, 0], o)

    assert nested.as_python().count("pl.tile.muls") == 2
    with pytest.raises(SE, match=r"axpy expects 3 positional argument\(s\), got 2"):

        @pl.function(type=pl.FunctionType.InCore)
        def wrong_count(a: pl.Tensor[[64, 64], pl.FP32]):
            axpy(a, a)

    with pytest.raises(SE, match="nothing returns no value and is used as one"):

        @pl.function(type=pl.FunctionType.InCore)
        def no_value(a: pl.Tensor[[64, 64], pl.FP32]):
            pl.add(nothing(a), a)


NO_TEXT = {
    "two items": (main("pass") + main("pass").removeprefix(HEAD), "found P, P"),
    "no item": (HEAD, "found none"),
    "no Python": ("def (", "no Python text"),
    "an import": ("import os\n" + main("pass"), "cannot import os"),
    "a statement": ("print(1)\n" + main("pass"), "a text has imports"),
    "no decorator": ("def f(): pass", "not decorated with @pl.function"),
    "no class decorator": ("class P: pass", "not decorated with @pl.program"),
    "another keyword": (program_text(KERNEL.replace("type=", "kind=")), "does not take `kind=`"),
    "a null byte": ("\0", "no Python text"),
}


@pytest.mark.parametrize("case", NO_TEXT)
def test_a_text_that_is_no_program(case):
    text, message = NO_TEXT[case]
    with pytest.raises(UserError, match=message):
        pl.parse(text)


def test_a_text_file_that_is_not_there():
    with pytest.raises(OSError, match=r"nowhere\.py cannot be read"):
        pl.loads("nowhere.py")


def test_a_cycle_of_calls_is_reported_in_a_loop_that_is_read_again():
    text = """\
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.Inline)
    def a(self, v: pl.Tensor[[16, 64], pl.FP32]):
        w = self.b(v)
        return w

    @pl.function(type=pl.FunctionType.Inline)
    def b(self, v: pl.Tensor[[16, 64], pl.FP32]):
        w = self.a(v)
        return w

    @pl.function
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], n: pl.INDEX, y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.slice(x, [16, 64], [0, 0], valid_shape=[8, 64])
            for i in pl.range(3):
                q = self.a(t)
                t = pl.slice(x, [16, 64], [i * 16, 0], valid_shape=[n - i, 64])
            y = pl.assemble(y, t, [0, 0])
        return y
"""
    with pytest.raises(UserError, match="kernel functions cannot call themselves: a -> b -> a"):
        pl.parse(text)


PART = """\
import pypto.language as pl

@pl.program
class P:
    @pl.function
    def run(self, x: pl.{direction}[pl.Tensor[[16, 64], pl.FP32, pl.TensorView({view}, layout=pl.ND)]]):
        return x
"""


@pytest.mark.parametrize(
    ("direction", "view", "help"),
    [
        ("InOut", "valid_shape=[8, 64]", "x = pl.slice(x, [16, 64], [0, 0], valid_shape=[8, 64])"),
        ("Out", "valid_shape=[8, 64]", "and in the body: x[0:8, 0:64] = ..."),
        ("InOut", "stride=[128, 1]", "pl.Tensor[[16, 128], pl.FP32], and take x[:, 0:64] in the body"),
    ],
)
def test_a_part_of_a_tensor_from_the_host_is_taken_in_the_body(direction, view, help):
    with pytest.raises(UF) as refused:
        pl.parse(PART.format(direction=direction, view=view))
    assert "orchestration takes whole tensors" in refused.value.message and help in refused.value.help
