# SPDX-License-Identifier: Apache-2.0
"""Spellings that printed programs use: a text with them is read, printed, and read back to an equal program."""

import pytest
import torch

import pypto.language as pl
from pypto import ir
from pypto.errors import ParserError, ParserSyntaxError

FORM = """
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def twice(
        self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        {core}
        o = pl.store(t, [0, 0], o)
        return o

    @pl.function(type=pl.FunctionType.Orchestration{options})
    def run(
        self, a: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
    ) -> pl.Tensor[[64, 64], pl.FP32]:
        {body}
        return o
"""

BODIES = {
    "carried values": (
        """for i, (c,) in pl.range(4, init_values=(o,)):
            n = self.twice(a, c)
            o = pl.yield_(n)""",
        "for i in pl.range(4):",
    ),
    "carried numbers": (
        """for k, (n, m) in pl.range(4, init_values=(0, 1)):
            n1, m1 = pl.yield_(n + k, m * 2)
        for j in pl.range(n1 // m1 + 1):
            o = self.twice(a, o)""",
        "for k in pl.range(4):",
    ),
    "a loop on a condition": (
        """for (k, c) in pl.while_(init_values=(0, o)):
            pl.cond(k < 3)
            n = self.twice(a, c)
            k1, o = pl.yield_(k + 1, n)""",
        "while k < 3:",
    ),
    "yields of branches": (
        """k = pl.tensor.read(a, [0, 0])
        if k > 0.0:
            n = pl.yield_(2)
        else:
            n = pl.yield_(3)
        for i in pl.range(n):
            o = self.twice(a, o)""",
        "    n = 2",
    ),
    "attributes of a loop": (
        """for i in pl.range(4, attrs={"note": 1}):
            o = self.twice(a, o)""",
        "for i in pl.range(4):",
    ),
    "directions of a call": (
        'o = self.twice(a, o, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing]})',
        "out_args=[o]",
    ),
    "attributes of a function": (
        """pl.func_attr({"note": 3, "kind": pl.Level.AIV, "of": a})
        pl.func_attr({"more": True})
        o = self.twice(a, o)""",
        'pl.func_attr({"kind": pl.Level.AIV, "more": True, "note": 3, "of": a})',
    ),
    "typed constants": (
        """n: pl.Scalar[pl.INT32] = pl.const(4, pl.INT32)
        for i in pl.range(n):
            o = self.twice(a, o)""",
        "pl.cast(i, pl.INT32)",
    ),
    "a manual scope": (
        """with pl.manual_scope():
            o = self.twice(a, o)""",
        "with pl.manual_scope():",
    ),
}

CORES = {
    "a declared buffer": (
        't: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.MemRef("kept")] = pl.load(a, [0, 0], [64, 64])',
        'pl.MemRef("kept")',
    ),
    "a resolved view": (
        "t: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[64, 64])] = "
        "pl.load(a, [0, 0], [64, 64])",
        "pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec]",
    ),
    "a typed number beside elements": (
        "t = pl.mul(pl.load(a, [0, 0], [64, 64]), pl.const(2.0, pl.FP32))",
        "pl.tile.muls(",
    ),
}
LOAD = "t = pl.load(a, [0, 0], [64, 64])"


def read_and_print(text, expected):
    program = pl.parse(text)
    printed = program.as_python()
    assert expected in printed
    again = pl.parse(printed)
    assert again == program and again.as_python() == printed
    return program


@pytest.mark.parametrize("name", BODIES)
def test_spellings_of_orchestration(name):
    body, expected = BODIES[name]
    program = read_and_print(FORM.format(core=LOAD, options="", body=body), expected)
    a, o = torch.randn(64, 64), torch.zeros(64, 64)
    ir.compile(program, engine="interpret")(a, o)
    assert torch.equal(o, a)


@pytest.mark.parametrize("name", CORES)
def test_spellings_of_kernels(name):
    core, expected = CORES[name]
    read_and_print(FORM.format(core=core, options="", body="o = self.twice(a, o)"), expected)


def test_scopes_by_hand_keep_what_allows_them():
    body = "with pl.scope():\n            o = self.twice(a, o)"
    text = FORM.format(core=LOAD, options=", auto_scope=False", body=body)
    program = read_and_print(text, "@pl.function(type=pl.FunctionType.Orchestration, auto_scope=False)")
    assert "with pl.scope():" in program.as_python()
    other = pl.parse(FORM.format(core=LOAD, options="", body="o = self.twice(a, o)"))
    assert "auto_scope" not in other.as_python()


def test_addresses_of_placed_tiles_read_back():
    @pl.jit
    def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(pl.mul(x[:, :], 2.0))
        return y

    folder = kernel.compile(config={"dump_passes": "EXPLICIT"}).output_dir / "passes_dump"
    texts = [path.read_text() for path in sorted(folder.iterdir())]
    assert 'pl.MemRef("Vec", 0, 4096)' in texts[-1]
    for text in texts:
        program = pl.parse(text)
        assert pl.parse(program.as_python()) == program


def test_comments_stay_before_statements_and_are_dropped_behind_the_last():
    body = "# once\n        o = self.twice(a, o)"
    program = read_and_print(
        FORM.format(core=LOAD, options="", body=body), "        # once\n        self.twice("
    )
    text = program.as_python().rstrip() + "\n        # the end\n"
    with pytest.warns(UserWarning, match="a comment after the last statement of a block is dropped"):
        assert pl.parse(text) == program


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import pypto.language as pl\n", "a text has one program or function, found none"),
        (
            FORM.format(core=LOAD, options="", body="o = self.twice(a, o)")
            + "\n\n@pl.function\ndef alone(x: pl.Tensor[[4, 4], pl.FP32]):\n    return x\n",
            "a text has one program or function, found P, alone",
        ),
    ],
)
def test_a_text_has_one_item_and_the_error_lists_them(text, said):
    with pytest.raises(ParserSyntaxError, match=said):
        pl.parse(text)


def test_places_in_messages_are_those_of_the_text():
    text = FORM.format(core=LOAD, options="", body="o = self.thrice(a, o)")
    with pytest.raises(ParserError, match="thrice") as caught:
        pl.parse(text, "written.py")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "thrice" in row)
    assert (caught.value.span.file, caught.value.span.line) == ("written.py", line)
    assert "self.thrice(a, o)" in str(caught.value)
