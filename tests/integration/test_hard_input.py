# SPDX-License-Identifier: Apache-2.0
"""Source that is deep, long, huge or odd: one of our errors at its line, or a result; no traceback and no hang."""

import pytest
import torch
from integration_kernels import HEAD

from pypto.errors import ErrorGroup, UserError

SIGNATURE = (
    "@pl.jit\n"
    "def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):\n"
)
REGION = "    with pl.at(level=pl.Level.CORE_GROUP):\n"


def region(body: str) -> str:
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return HEAD + SIGNATURE + REGION + lines + "        y[0:16, :] = x[0:16, :]\n    return y\n"


def doubling(levels: int) -> str:
    helpers = "@pl.jit.inline\ndef f0(t):\n    return pl.exp(t)\n\n"
    for i in range(1, levels):
        helpers += f"@pl.jit.inline\ndef f{i}(t):\n    u = f{i - 1}(t)\n    v = f{i - 1}(u)\n    return v\n\n"
    return region(f"t = f{levels - 1}(x[0:16, :])").replace(HEAD, HEAD + helpers)


def outcome(load, source: str) -> list[str]:
    """Codes of the errors; none where the kernel compiles."""
    import pypto.language as pl

    try:
        load(source).kernel.compile(n=pl.RUNTIME)
    except ErrorGroup as group:
        return sorted({error.code for error in group.errors})
    except UserError as error:
        assert error.span is not None
        return [error.code]
    return []


BRANCH = "if n > 3:\n    t = pl.add(t, 1.5)\nelse:\n    t = pl.mul(t, 2.5)\n"
IF_TREE = "\n".join("    " * i + f"if n > {i}:" for i in range(60)) + "\n" + "    " * 60 + "k = n"
FOR_TREE = "\n".join(" " * i + f"for i{i} in pl.range(2):" for i in range(18)) + "\n" + " " * 18 + "k = n"
ELIFS = "if n == 0:\n    k = 0\n" + "".join(f"elif n == {i}:\n    k = {i}\n" for i in range(1, 500))


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        (region("k = " + "(" * 90 + "n" + ")" * 90), []),
        (region("k = " + "n" + " + n" * 150), []),
        (region("k = " + "n" + " + n" * 700), ["nesting"]),
        (region("k = " + "-" * 700 + "n"), ["nesting"]),
        (region("if " + "not " * 700 + "n > 3:\n    k = n"), ["nesting"]),
        (region("t = " + "pl.exp(" * 80 + "x[0:16, :]" + ")" * 80), []),
        (region("k = x" + ".shape" * 700), ["nesting"]),
        (region("k = n\n" + "k = k + 1\n" * 1200 + "for i in pl.range(k):\n    j = i"), []),
        (region("k = n\n" + "k = k + k\n" * 50 + "for i in pl.range(k):\n    j = i"), []),
        (region("k = n\n" + "k = k + 1\n" * 300 + "y[0:16, :] = x[k : k + 16, :]"), []),
        (region("t = x[0:16, :]\n" + BRANCH * 100 + "y[0:16, :] = t"), []),
        (region(IF_TREE), []),
        (region(FOR_TREE), []),
        (region(ELIFS), ["nesting"]),
        (region("\n".join(f"t{i} = pl.add(x[0:16, :], u{i})" for i in range(500))), ["undefined-name"]),
    ],
    ids=[
        "parentheses", "a sum", "a long sum", "signs", "not", "calls", "attributes", "scalars", "doubled", "cancelled",
        "arms", "branches", "loops", "elif",
        "many errors",
    ],
)  # fmt: skip
def test_deep_and_long_source(load, source, codes):
    assert outcome(load, source) == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("k = 9 ** 9 ** 9 ** 9", ["number-range"]),
        ("k = 1 << 10 ** 12", ["number-range"]),
        ("k = len(list(range(10 ** 11)))", ["number-range"]),
        ("k = sum(range(2 ** 63))", ["number-range"]),
        ("k = " + "9" * 4000, ["number-range"]),
        ("k = BIG // 3", ["number-range"]),
        ("for i in pl.unroll(10 ** 9):\n    k = i", ["too-many-copies"]),
        ("for i in pl.pipeline(4, stage=10 ** 9):\n    y[0:16, :] = x[0:16, :]", ["pipeline-stage"]),
        ("for i in pl.range(2 ** 62, 2 ** 63 - 1, 2 ** 61):\n    k = i", []),
        ("t = pl.full([-16, 64], pl.FP32, 0.0)", ["number-range"]),
        ("t = pl.full([0, 64], pl.FP32, 0.0)", ["number-range"]),
        ("t = pl.full([2 ** 40, 64], pl.FP32, 0.0)\ny[0:16, :] = t[0:16, :]", ["capacity"]),
        ("k = x['a\\x00b', :]", ["argument-type"]),
        ("pl = n\nt = pl.exp(x[0:16, :])", ["attribute"]),
    ],
)
def test_huge_numbers_and_odd_arguments(load, body, codes):
    assert outcome(load, region(body).replace(HEAD, HEAD + "BIG = 10**5000\n")) == codes


def test_helpers_that_double_at_each_level(load):
    assert outcome(load, doubling(30)) == ["too-many-copies"]


def test_helpers_that_call_each_other_in_a_circle(load):
    helpers = "".join(
        f"@pl.jit.inline\ndef {a}(t):\n    u = {b}(t)\n    return u\n\n" for a, b in ("ab", "bc", "ca")
    )
    source = region("t = a(x[0:16, :])").replace(HEAD, HEAD + helpers)
    with pytest.raises(UserError, match="a -> b -> c -> a") as caught:
        load(source).kernel.compile(n=1)
    assert caught.value.code == "recursion" and caught.value.span.line == 15


@pytest.mark.parametrize("body", ["pass", "...", '"text"', "return"])
def test_empty_bodies(load, body):
    source = (
        HEAD + f"@pl.jit\ndef kernel(n: pl.INDEX, y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):\n    {body}\n"
    )
    assert outcome(load, source) == (["no-effect"] if body == "..." else [])


def test_empty_blocks(load):
    body = "".join(f"    {head}:\n        pass\n" for head in (
        "with pl.at(level=pl.Level.CORE_GROUP)", "for b in pl.spmd(2)", "for i in pl.range(3)", "while n > 4", "if n > 4",
    ))  # fmt: skip
    assert outcome(load, HEAD + SIGNATURE + body + "    return y\n") == []


ODD_NAMES = """
@pl.jit
def kernel(self: pl.Tensor[[64, 64], pl.FP32], int: pl.Out[pl.Tensor[[64, 64], pl.FP32]], core: pl.INDEX, main: pl.INDEX,
           _: pl.INDEX, __x: pl.INDEX, register: pl.INDEX, ﬁ: pl.INDEX):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint='while_'):
        float = self[0:64, :]
        template = pl.add(float, pl.cast(pl.cast(core + main + _ + __x + register + fi, pl.INT32), pl.FP32))
        int[:, :] = template
    return int
"""


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_names_that_mean_something_elsewhere(load, monkeypatch, engine):
    monkeypatch.setenv("PYPTO_ENGINE", engine)
    x, y = torch.randn(64, 64), torch.zeros(64, 64)
    load(HEAD + ODD_NAMES).kernel(x, y, 1, 2, 3, 4, 5, 6)
    assert torch.equal(y, x + 21.0)


WRAPPING = """
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], k: pl.Tensor[[1], pl.INT32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        j = (k[0] + 1) * 4611686018427387904 * 4
        y[:, :] = x[j : j + 16, :]
    return y
"""


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_index_arithmetic_has_64_bits_in_both_engines(load, monkeypatch, engine):
    monkeypatch.setenv("PYPTO_ENGINE", engine)
    x, y = torch.randn(64, 64), torch.zeros(16, 64)
    load(HEAD + WRAPPING).kernel(x, torch.tensor([6], dtype=torch.int32), y)
    assert torch.equal(y, x[:16])


HUGE = """
@pl.jit
def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    work = pl.create_tensor([1099511627776, 1099511627776], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        work[0:16, 0:64] = x[:, :]
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = work[0:16, 0:64]
    return y
"""


@pytest.mark.parametrize("engine", ["native", "interpret"])
def test_a_tensor_beyond_all_memory(load, monkeypatch, engine):
    monkeypatch.setenv("PYPTO_ENGINE", engine)
    with pytest.raises(UserError, match="more than the system has") as caught:
        load(HEAD + HUGE).kernel(torch.zeros(16, 64), torch.zeros(16, 64))
    assert caught.value.code == "memory"


def test_one_symbol_with_two_extents(load):
    source = (
        HEAD
        + 'T = pl.dynamic("T")\n\n'
        + SIGNATURE.replace("x: pl.Tensor[[64, 64]", "x: pl.Tensor[[T, 64]").replace(
            "y: pl.Out[pl.Tensor[[64, 64]", "y: pl.Out[pl.Tensor[[T, 64]"
        )
        + REGION
        + "        y[0:16, :] = x[0:16, :]\n    return y\n"
    )
    with pytest.raises(UserError, match="`y` has T = 48") as caught:
        load(source).kernel(1, torch.zeros(32, 64), torch.zeros(48, 64))
    assert caught.value.code == "argument"


@pytest.mark.parametrize("dtype", ["FP32", "INT32", "INDEX", "BOOL"])
def test_a_scalar_argument_of_many_digits(load, dtype):
    source = HEAD + SIGNATURE.replace("n: pl.INDEX", f"n: pl.{dtype}") + "    return y\n"
    with pytest.raises(UserError, match="the value has 16610 bits") as caught:
        load(source).kernel(10**5000, torch.zeros(64, 64), torch.zeros(64, 64))
    assert caught.value.code == "argument"
