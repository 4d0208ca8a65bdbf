# SPDX-License-Identifier: Apache-2.0
"""Operations on arrays of different element types: both are converted to the common one, in both engines."""

import itertools

import numpy as np
import pytest
import torch
from kernel_runs import PLATFORMS, run_everywhere, run_on_newer

import pypto.language as pl
from pypto.errors import UserError
from pypto.ir.dtypes import BF16, FP16, FP32, INT8, INT16, INT32, UINT8

ROWS, COLUMNS = 8, 64
TORCH = {
    FP32: torch.float32, FP16: torch.float16, BF16: torch.bfloat16, INT8: torch.int8, INT16: torch.int16,
    INT32: torch.int32, UINT8: torch.uint8,
}  # fmt: skip
RANK = (UINT8, INT8, INT16, INT32)  # among integers the wider type wins, then the signed one


def common(a, b):
    """The common type, said in another way than the compiler says it."""
    if {a, b} == {FP16, BF16}:
        return a
    floats = [t for t in (a, b) if t.is_float]
    if floats:
        return FP32 if FP32 in floats else floats[0]
    return max(a, b, key=RANK.index)


def values(dtype, seed):
    generator = torch.Generator().manual_seed(seed)
    if dtype.is_float:
        return torch.randn(ROWS, COLUMNS, generator=generator).to(TORCH[dtype])
    low, high = (0, 256) if dtype is UINT8 else (-100, 100)
    wide = torch.randint(low, high, (ROWS, COLUMNS), generator=generator)
    return torch.where(wide == 0, 3, wide).to(TORCH[dtype])


OPERATIONS = {"add": torch.add, "sub": torch.sub, "mul": torch.mul}


def text_of(pairs, tile):
    """One kernel that works on every pair, each with another operation than the one before."""
    used = sorted({t.name for pair in pairs for t in pair})
    params = [f"{n.lower()}: pl.Tensor[[{ROWS}, {COLUMNS}], pl.{n}]" for n in used]
    lines = []
    for count, (a, b) in enumerate(pairs):
        if count % 16 == 0:
            lines.append("    with pl.at(level=pl.Level.CORE_GROUP):")
        name, word = f"y_{a.name}_{b.name}", list(OPERATIONS)[count % 3]
        params.append(f"{name}: pl.Out[pl.Tensor[[{ROWS}, {COLUMNS}], pl.{common(a, b).name}]]")
        if tile:
            both = [f"pl.load({t.name.lower()}, [0, 0], [{ROWS}, {COLUMNS}])" for t in (a, b)]
            lines.append(f"        {name} = pl.store(pl.{word}({both[0]}, {both[1]}), [0, 0], {name})")
        else:
            lines.append(f"        {name}[:, :] = pl.{word}({a.name.lower()}[:, :], {b.name.lower()}[:, :])")
    head = ["import pypto.language as pl", "", "", "@pl.jit", "def run("]
    results = ", ".join(f"y_{a.name}_{b.name}" for a, b in pairs)
    return "\n".join([*head, *(f"    {p}," for p in params), "):", *lines, f"    return {results}", ""]), used


MIXED = [(a, b) for a, b in itertools.permutations(TORCH, 2) if common(a, b) in (FP32, FP16, INT16, INT32)]
NATIVE = [(FP16, FP32), (UINT8, INT32), (INT16, INT32), (FP16, BF16), (FP32, INT8), (INT16, UINT8)]
NEWER = [(BF16, FP16), (INT16, BF16), (UINT8, BF16)]


def check(load, pairs, tile, run):
    text, used = text_of(pairs, tile)
    by_name = {t.name: t for t in TORCH}
    inputs = {n: values(by_name[n], seed) for seed, n in enumerate(used)}
    outputs = [torch.zeros(ROWS, COLUMNS, dtype=TORCH[common(a, b)]) for a, b in pairs]
    found = run(load(text).run, *inputs.values(), *outputs)[len(used) :]
    for count, ((a, b), y) in enumerate(zip(pairs, found, strict=True)):
        to = TORCH[common(a, b)]
        function = list(OPERATIONS.values())[count % 3]
        assert torch.equal(y, function(inputs[a.name].to(to), inputs[b.name].to(to))), (a, b)


def interpreted(kernel, *args):
    for platform in PLATFORMS:
        kernel(*args, config={"platform": platform, "engine": "interpret"})
    return args


@pytest.mark.parametrize("tile", [False, True], ids=["tensors", "tiles"])
def test_every_pair_is_computed_in_the_common_type(load, tile):
    check(load, MIXED, tile, interpreted)


@pytest.mark.parametrize("tile", [False, True], ids=["tensors", "tiles"])
def test_both_engines_agree_on_the_common_type(load, tile):
    check(load, NATIVE[:2] if tile else NATIVE, tile, run_everywhere)


def test_brain_floats_with_others_round_once(load):
    """The chip that has them adds them itself."""
    check(load, NEWER, False, run_on_newer)


@pl.jit
def others(
    h: pl.Tensor[[ROWS, COLUMNS], pl.FP16],
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    i: pl.Tensor[[ROWS, COLUMNS], pl.INT32],
    s: pl.Tensor[[ROWS, COLUMNS], pl.INT16],
    numbers: pl.Tensor[[1], pl.INT32],
    y: pl.Out[pl.Tensor[[11 * ROWS, COLUMNS], pl.FP32]],
    z: pl.Out[pl.Tensor[[4 * ROWS, COLUMNS], pl.INT32]],
    w: pl.Out[pl.Tensor[[2 * ROWS, COLUMNS], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = pl.div(i[:, :], x[:, :])
        y[8:16, :] = pl.maximum(h[:, :], x[:, :])
        y[16:24, :] = pl.minimum(x[:, :], i[:, :])
        y[24:32, :] = pl.fmod(x[:, :], h[:, :])
        y[32:40, :] = pl.add(x[:, 0:1], i[:, :])
        y[40:48, :] = pl.row_expand_mul(h[:, :], x[:, 0:1])
        y[48:56, :] = pl.col_expand_sub(x[:, :], h[0:1, :])
        y[56:64, :] = pl.part_max(h[:, :], x[:, :])
        y[64:72, :] = pl.cmp(x[:, :], h[:, :], cmp_type=4)
        y[72:80, :] = pl.mul(i[:, :], 0.5)
        one, two = pl.load(h, [0, 0], [ROWS, COLUMNS]), pl.load(x, [0, 0], [ROWS, COLUMNS])
        y = pl.store(pl.addc(one, two, pl.load(i, [0, 0], [ROWS, COLUMNS])), [80, 0], y)
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pl.read(numbers, [0])
        z[0:8, :] = pl.and_(s[:, :], i[:, :])
        z[8:16, :] = pl.xor(i[:, :], s[:, :])
        z[16:24, :] = pl.add(s[:, :], n)
        z[24:32, :] = pl.sub(i[:, :], n)
        w[0:8, :] = pl.mul(h[:, :], n)
        w[8:16, :] = pl.sub(h[:, :], n)
    return y, z, w


def test_every_other_operation_that_promotes():
    h, x, i, s = (values(t, seed) for seed, t in enumerate((FP16, FP32, INT32, INT16)))
    out = [
        torch.zeros(n * ROWS, COLUMNS, dtype=t)
        for n, t in ((11, torch.float32), (4, torch.int32), (2, torch.float16))
    ]
    *_, y, z, w = run_everywhere(others, h, x, i, s, torch.tensor([7], dtype=torch.int32), *out)
    wide, f = h.float(), i.float()
    wanted = [
        f / x, torch.maximum(wide, x), torch.minimum(x, f), torch.fmod(x, wide), x[:, :1] + f, wide * x[:, :1],
        x - wide[:1], torch.maximum(wide, x), (x > wide).float(), f * 0.5, (wide + x) + f,
    ]  # fmt: skip
    assert torch.equal(y, torch.cat(wanted))
    assert torch.equal(z, torch.cat([s.int() & i, i ^ s.int(), s.int() + 7, i - 7]))
    assert torch.equal(w, torch.cat([h * 7, h - 7]))


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        ("pl.div(pl.load(h, [0, 0], [8, 64]), pl.load(x, [0, 0], [8, 64]))", "dtype-mismatch", "pl.cast"),
        ("pl.row_expand_add(x[:, :], h[:, 0:1])", "dtype-mismatch", "pl.cast"),
        ("pl.sub(i[:, :], 0.5)", "number-range", "FP32"),
        ("pl.add(pl.load(i, [0, 0], [8, 64]), 0.5)", "number-range", "FP32"),
        ("pl.add(x[:, :], pl.load(h, [0, 0], [8, 64]))", "level-mix", "pl.load"),
        (
            "pl.mul(x[:, :], pl.dim(x, 0) * pl.get_block_idx() * 0.5)",
            "scalar-type",
            "pl.cast(pl.cast(i, pl.INT32), pl.FP32)",
        ),
        ("pl.mul(x[:, :], pl.read(i, [0, 0]) * 0.5)", "scalar-type", "pl.cast(i, pl.FP32)"),
    ],
)
def test_what_does_not_promote_is_refused(load, line, code, help):
    source = f"""
        import pypto.language as pl

        @pl.jit
        def run(h: pl.Tensor[[8, 64], pl.FP16], x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[8, 64], pl.INT32],
                y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:, :] = {line}
            return y
        """
    with pytest.raises(UserError) as refused:
        load(source).run.compile()
    assert refused.value.code == code and help in refused.value.help


def test_integers_convert_without_loss_where_a_chip_has_no_single_conversion(load):
    """Wide integers come to FP32 and narrow ones to wide ones by a way that keeps every value."""
    text, used = text_of([(INT16, INT32), (UINT8, INT32), (INT8, INT16)], False)
    edges = {"INT16": [-32768, 32767], "INT32": [-(2**31), 2**31 - 1], "UINT8": [0, 255], "INT8": [-128, 127]}
    inputs = []
    for name in used:
        kind = getattr(torch, name.lower())
        inputs.append(torch.from_numpy(np.resize(np.array(edges[name]), (ROWS, COLUMNS))).to(kind))
    outputs = [torch.zeros(ROWS, COLUMNS, dtype=t) for t in (torch.int32, torch.int32, torch.int16)]
    given = dict(zip(used, inputs, strict=True))
    y, z, w = run_everywhere(load(text).run, *inputs, *outputs)[len(used) :]
    assert torch.equal(y, given["INT16"].int() + given["INT32"])
    assert torch.equal(z, given["UINT8"].int() - given["INT32"])
    assert torch.equal(w, given["INT8"].short() * given["INT16"])


@pl.jit
def functions(i: pl.Tensor[[8, 64], pl.INT32], h: pl.Tensor[[8, 64], pl.INT16], b: pl.Tensor[[8, 64], pl.INT8],
              y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):  # fmt: skip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = pl.sqrt(h[:, :])
        y[8:16, :] = pl.sqrt(i[:, :])
        y[16:24, :] = pl.tensor.rsqrt(i[:, :], high_precision=True)
        y[24:32, :] = pl.recip(b[:, :])
    return y


@pl.jit
def exponential(h: pl.Tensor[[8, 64], pl.INT16], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(h[:, :])
    return y


def test_a_function_of_floats_gives_fp32_of_a_tensor_of_integers():
    generator = torch.Generator().manual_seed(5)
    i, h, b = (
        torch.randint(1, top, (8, 64), generator=generator).to(kind)
        for top, kind in ((2**31 - 1, torch.int32), (80, torch.int16), (127, torch.int8))
    )
    *_, y = run_everywhere(functions, i, h, b, torch.zeros(32, 64))
    wide = i.float().double()
    wanted = torch.cat([h.double().sqrt(), wide.sqrt(), wide.rsqrt(), 1 / b.double()]).float()
    torch.testing.assert_close(y, wanted, rtol=3e-7, atol=0)
    assert torch.equal(y[:16], wanted[:16]) and torch.equal(y[24:], wanted[24:])
    for engine in ("interpret", "native"):
        power = torch.zeros(8, 64)
        exponential(h, power, config={"engine": engine})
        torch.testing.assert_close(power, h.double().exp().float(), rtol=3e-7, atol=0)


def test_a_tile_of_integers_is_cast_first(load):
    kernel = load(
        """
        import pypto.language as pl


        @pl.jit
        def kernel(x: pl.Tensor[[8, 64], pl.INT32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                t = pl.load(x, [0, 0], [8, 64])
                pl.store(pl.exp(t), [0, 0], y)
            return y
        """
    ).kernel
    with pytest.raises(UserError, match=r"element type INT32 is not accepted in pl\.exp"):
        kernel(torch.zeros(8, 64, dtype=torch.int32), torch.zeros(8, 64))
