# SPDX-License-Identifier: Apache-2.0
"""Mistakes in what stands around a kernel's body: where each is shown, and that several are shown together."""

import importlib.util
import textwrap

import pytest

import pypto.language as pl
from pypto import ir
from pypto.errors import ErrorGroup, UserError

HEAD = 'import pypto.language as pl\n\nT = pl.dynamic("T")\nN = 16\nSIZES = [1, 2]\n\n\n'
BODY = """
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = x[0:8, :]
    return y
"""


def found(tmp_path, text):
    """(line, column, what the caret marks, message) of every mistake; lines count from the text's own first."""
    path = tmp_path / "kernel.py"
    path.write_text(HEAD + textwrap.dedent(text))
    spec = importlib.util.spec_from_file_location(f"declared_{tmp_path.name}", path)
    with pytest.raises(UserError) as caught:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        kernel = module.kernel
        kernel.compile() if hasattr(kernel, "compile") else ir.compile(kernel)
    error = caught.value
    lines = path.read_text().splitlines()
    places = []
    for item in error.errors if isinstance(error, ErrorGroup) else [error]:
        span = item.span
        assert span is not None and span.file == str(path), item
        marked = lines[span.line - 1][span.column - 1 : span.end_column - 1]
        places.append((span.line - HEAD.count("\n"), marked, item.message))
    return places


def test_all_mistakes_of_a_signature_are_shown_together(tmp_path):
    text = """\
        @pl.jit
        def kernel(
            x: pl.Tensor[[-1, 64], pl.FP32],
            z: pl.Tensor[["a", 64], pl.FP32],
            y: pl.Out[pl.Tensor[[T, 64], pl.FP32]],
            k: pl.Out[pl.Scalar[pl.INT32]],
        ):
            y.bind_dynamic(7, T)
            y.bind_dynamic(0, N)
            y[0:8, :] = undefined
        """
    assert found(tmp_path, text) == [
        (3, "-1", "parameter `x`: extent -1 on axis 0 is negative"),
        (4, '"a"', "parameter `z`: extent 'a' on axis 0 is a str"),
        (6, "pl.Out[pl.Scalar[pl.INT32]]", "parameter `k` is a scalar and passed by value"),
        (8, "y.bind_dynamic(7, T)", "`y` has no axis 7"),
        (9, "y.bind_dynamic(0, N)", "`N` is no dynamic extent"),
    ]


def test_all_mistakes_of_bind_dynamic_are_shown_together(tmp_path):
    text = """\
        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], n: pl.INDEX = 3):
            x.bind_dynamic(5, T)
            x.bind_dynamic(0, "T")
            x.bind_dynamic(N, T)
            n.bind_dynamic(0, T)
            x.bind_dynamic(0)
        """
    assert [(line, message) for line, _, message in found(tmp_path, text)] == [
        (3, "`x` has no axis 5"),
        (4, "`'T'` is no dynamic extent"),
        (5, "the axis of bind_dynamic is a number, counted from 0"),
        (6, "`n` is no tensor parameter"),
        (7, "bind_dynamic takes an axis and an extent"),
    ]


@pytest.mark.parametrize(
    "text, line, marked, message",
    [
        (
            "def kernel(x: pl.Tensor[[T * 2, 64], pl.FP32]): ...\n", 1, "T * 2",
            "the dynamic extent T stands alone: Python cannot compute with it",
        ),
        ("A = 1; VIEW = pl.TensorView([64, 1])\n", 1, "pl.TensorView([64, 1])", "pl.TensorView takes keywords only"),
        ("VIEW = pl.TileView(shape=3)\n", 1, "shape", "pl.TileView has no keyword `shape`"),
        ("ä = pl.MemRef(slots=0)\n", 1, "pl.MemRef(slots=0)", "slots= of pl.MemRef is a positive number, found 0"),
        (
            '@pl.jit.extern(core_type="gpu", source="k.cpp")\ndef kernel(x: pl.Tensor): ...\n', 1,
            'pl.jit.extern(core_type="gpu", source="k.cpp")',
            "@pl.jit.extern (kernel): core_type is one of aiv, aic, mixed, found 'gpu'",
        ),
        (
            "@pl.jit\ndef kernel(x: pl.Tensor[[16], pl.FP32], n: pl.INT32): ...\n", 2, "n: pl.INT32",
            "kernel: scalar `n` has no value",
        ),
        (
            "@pl.jit\ndef kernel(x: pl.Tensor): ...\n", 2, "x: pl.Tensor",
            "kernel: the annotation of `x` has no shape",
        ),
        (
            "@pl.jit\ndef kernel(x: pl.Tensor[[16], pl.FP32], t: pl.TaskId): ...\n", 2, "t: pl.TaskId",
            "parameter `t`: task ids cannot enter from the host",
        ),
        (
            "@pl.jit.host\ndef kernel(x: pl.Tensor[[16], pl.FP32]): ...\n", 2, "...",
            "kernel has no body: it is bound when a driver that calls it runs, and is no driver",
        ),
        (
            '@pl.function(type="InCore")\ndef kernel(x: pl.Tensor[[16], pl.FP32]): ...\n', 2, "kernel",
            "type= of @pl.function is a function type, found 'InCore'",
        ),
    ],
)  # fmt: skip
def test_a_mistake_outside_of_a_body_is_shown_where_it_stands(tmp_path, text, line, marked, message):
    places = found(tmp_path, text)
    assert places[0][0] == line and places[0][2] == message
    assert places[0][1].removeprefix("@") == marked


def test_a_program_has_one_entry(tmp_path):
    tensors = "self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]"
    text = "@pl.program\nclass kernel:\n"
    for name in ("first", "second"):
        text += f"    @pl.function(type=pl.FunctionType.Orchestration)\n    def {name}({tensors}):\n        return y\n"
    assert found(tmp_path, text) == [
        (7, "second", "the program kernel has several entries: `first` and `second`")
    ]


@pytest.mark.parametrize(
    "condition",
    [
        "isinstance(N, int)", "not isinstance(N, float)", "isinstance(N, (float, int))", "isinstance(SIZES, list)",
        "not isinstance(SIZES, tuple)", "type(N) == int", "type(1.5) == float", "type(N > 3) != int",
    ],
)  # fmt: skip
def test_kinds_of_known_values(tmp_path, condition):
    path = tmp_path / "kernel.py"
    signature = "x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.INDEX"
    head = f"{HEAD}@pl.jit\ndef kernel({signature}):\n    "
    path.write_text(f"{head}pl.static_assert({condition})\n{BODY}")
    spec = importlib.util.spec_from_file_location(f"kinds_{tmp_path.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.kernel.lower(n=pl.RUNTIME)


def test_kinds_are_those_of_values_that_are_known(tmp_path):
    text = """\
        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32], i: pl.Scalar[pl.INT32] = 0):
            for k in pl.range(3):
                j = isinstance(k, int)
            j = type(x, x)
        """
    assert found(tmp_path, text) == [
        (
            4,
            "isinstance(k, int)",
            "`isinstance` works on values that are known while the kernel is read, `k` is not",
        ),
        (5, "type(x, x)", "`type` is written type(N)"),
    ]


def test_a_scalar_that_is_an_extent_stands_first(tmp_path):
    text = """\
        @pl.jit
        def kernel(x: pl.Tensor[[T, 64], pl.FP32], T: pl.INDEX = 3):
            pass
        """
    message = "the annotation of `x` uses the extent T before the scalar `T` is declared"
    assert found(tmp_path, text) == [(2, "T: pl.INDEX", message)]


TEXT = """import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, m: pl.Scalar[pl.INDEX], x: pl.Tensor[[m, 64], pl.FP32], y: pl.Out[pl.Tensor[[m, 64], pl.FP32]]):
        y = pl.store(pl.load(x, [0, 0], [16, 64], valid_shape=[m, 64]), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, m: pl.Scalar[pl.INDEX], x: pl.Tensor[[m, 64], pl.FP32], y: pl.Out[pl.Tensor[[m, 64], pl.FP32]]):
        y = self.copy(m, x, y)
        return y
"""


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_scalar_in_scope_is_an_extent(engine, monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setenv("PYPTO_ENGINE", engine)
    program = pl.parse(TEXT)
    assert pl.parse(program.as_python()).as_python() == program.as_python()
    compiled = ir.compile(program, platform="a2a3sim")
    x, y = torch.rand(9, 64), torch.zeros(9, 64)
    compiled(9, x, y)
    assert torch.equal(x, y) and torch.equal(compiled(9, x), x)
    with pytest.raises(UserError, match="`m` is 8, but `x` has m = 9"):
        compiled(8, x, y)


def test_bounds_of_a_loop_have_one_type(tmp_path):
    text = """\
        @pl.jit
        def kernel(x: pl.Tensor[[16, 64], pl.FP32]):
            for i in pl.range(pl.const(0, pl.INT32), pl.const(3, pl.INT64)):
                k = i
        """
    places = found(tmp_path, text)
    assert places == [
        (
            3,
            "pl.range(pl.const(0, pl.INT32), pl.const(3, pl.INT64))",
            "the bounds of the loop are INT32 and INT64",
        )
    ]


def test_one_row_of_a_tile_keeps_both_axes(tmp_path):
    path = tmp_path / "kernel.py"
    signature = "x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]"
    path.write_text(
        f"{HEAD}@pl.jit\ndef kernel({signature}):\n    with pl.at(level=pl.Level.CORE_GROUP):\n"
        "        t = pl.load(x, [0, 0], [16, 64])\n        pl.store(t[3, :], [0, 0], y)\n    return y\n"
    )
    spec = importlib.util.spec_from_file_location(f"row_{tmp_path.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.warns(
        UserWarning, match=r"kernel.py:12:18: tiles have two axes: `t\[3, :\]` is one row of both"
    ):
        program = module.kernel.lower()
    assert "pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]" in program.as_python()
