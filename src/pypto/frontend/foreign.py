# SPDX-License-Identifier: Apache-2.0
"""Well-known names of other libraries, and how kernels say the same.

instead_of("multiply")       "write pl.mul(a, b)"
instead_of("softmax")        "compose it: m = pl.row_max(x); ..."
like("sigmiod", {"pl": ()})   "for sigmoid, compose it: pl.recip(...)"
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from itertools import chain

from pypto.ir.dtypes import meant
from pypto.nearby import words

_CALLS = {
    "multiply": "pl.mul(a, b)",
    "mult": "pl.mul(a, b)",
    "times": "pl.mul(a, b)",
    "subtract": "pl.sub(a, b)",
    "minus": "pl.sub(a, b)",
    "plus": "pl.add(a, b)",
    "divide": "pl.div(a, b)",
    "true_divide": "pl.div(a, b)",
    "truediv": "pl.div(a, b)",
    "remainder": "pl.fmod(a, b), or on tiles pl.rem(a, b, tmp)",
    "mod": "pl.fmod(a, b), or on tiles pl.rem(a, b, tmp)",
    "negative": "pl.neg(x)",
    "absolute": "pl.abs(x)",
    "fabs": "pl.abs(x)",
    "reciprocal": "pl.recip(x)",
    "invert": "pl.not_(x)",
    "square": "pl.mul(x, x)",
    "exponential": "pl.exp(x)",
    "logarithm": "pl.log(x)",
    "squareroot": "pl.sqrt(x)",
    "fmax": "pl.maximum(a, b)",
    "fmin": "pl.minimum(a, b)",
    "dot": "pl.matmul(a, b)",
    "mm": "pl.matmul(a, b)",
    "matrix_multiply": "pl.matmul(a, b)",
    "linear": "pl.matmul(x, w, b_trans=True)",
    "bmm": "pl.matmul(a, b), whose leading axes are the batch",
    "einsum": "pl.matmul(a, b), with a_trans= and b_trans= for transposed operands",
    "addmm": "acc = pl.matmul_acc(acc, a, b)",
    "baddbmm": "acc = pl.matmul_acc(acc, a, b)",
    "fma": "pl.add(pl.mul(a, b), c)",
    "addcmul": "pl.add(c, pl.mul(a, b))",
    "sum": "pl.row_sum(x) along rows, pl.col_sum(x) along columns",
    "reduce_sum": "pl.row_sum(x) along rows, pl.col_sum(x) along columns",
    "prod": "pl.row_prod(x) along rows, pl.col_prod(x) along columns",
    "mean": "pl.mul(pl.row_sum(x), 1.0 / N)",
    "amax": "pl.row_max(x) along rows, pl.col_max(x) along columns",
    "amin": "pl.row_min(x) along rows, pl.col_min(x) along columns",
    "reduce_max": "pl.row_max(x) along rows, pl.col_max(x) along columns",
    "reduce_min": "pl.row_min(x) along rows, pl.col_min(x) along columns",
    "argmax": "pl.row_argmax(x) along rows, pl.col_argmax(x) along columns",
    "argmin": "pl.row_argmin(x) along rows, pl.col_argmin(x) along columns",
    "where": "pl.sel(mask, a, b, tmp) on tiles, with mask = pl.cmp(a, b, cmp_type=4); "
    "on tensors m = pl.cmp(...) is 1 and 0: pl.add(b, pl.mul(m, pl.sub(a, b)))",
    "select": "pl.sel(mask, a, b, tmp) on tiles, with mask = pl.cmp(a, b, cmp_type=4)",
    "masked_fill": "pl.sels(mask, x, tmp, number) on tiles, with mask = pl.cmp(a, b, cmp_type=4)",
    "clamp": "pl.minimum(pl.maximum(x, low), high)",
    "clip": "pl.minimum(pl.maximum(x, low), high)",
    "eq": "pl.cmp(a, b, cmp_type=0)",
    "equal": "pl.cmp(a, b, cmp_type=0)",
    "ne": "pl.cmp(a, b, cmp_type=1)",
    "not_equal": "pl.cmp(a, b, cmp_type=1)",
    "lt": "pl.cmp(a, b, cmp_type=2)",
    "less": "pl.cmp(a, b, cmp_type=2)",
    "le": "pl.cmp(a, b, cmp_type=3)",
    "less_equal": "pl.cmp(a, b, cmp_type=3)",
    "gt": "pl.cmp(a, b, cmp_type=4)",
    "greater": "pl.cmp(a, b, cmp_type=4)",
    "ge": "pl.cmp(a, b, cmp_type=5)",
    "greater_equal": "pl.cmp(a, b, cmp_type=5)",
    "bitwise_and": "pl.and_(a, b)",
    "logical_and": "pl.and_(a, b)",
    "bitwise_or": "pl.or_(a, b)",
    "logical_or": "pl.or_(a, b)",
    "bitwise_xor": "pl.xor(a, b)",
    "logical_xor": "pl.xor(a, b)",
    "bitwise_not": "pl.not_(x)",
    "left_shift": "pl.shl(a, b)",
    "bitwise_left_shift": "pl.shl(a, b)",
    "right_shift": "pl.shr(a, b)",
    "bitwise_right_shift": "pl.shr(a, b)",
    "zeros": "pl.full(shape, dtype, 0)",
    "ones": "pl.full(shape, dtype, 1)",
    "zeros_like": "pl.full(shape, dtype, 0)",
    "ones_like": "pl.full(shape, dtype, 1)",
    "full_like": "pl.expands(x, number)",
    "fill": "pl.full(shape, dtype, number)",
    "empty": "pl.create_tensor(shape, dtype), on tiles pl.create_tile(shape, dtype)",
    "empty_like": "pl.create_tensor(shape, dtype), on tiles pl.create_tile(shape, dtype)",
    "iota": "pl.arange(0, [1, N])",
    "rand": "pl.random(key0, key1, counter0, counter1, counter2, counter3, shape)",
    "randn": "pl.random(key0, key1, counter0, counter1, counter2, counter3, shape) for random words",
    "tril": "pl.mul(t, pl.tri(0, shape, dtype=pl.FP32)) on tiles from pl.load",
    "triu": "pl.mul(t, pl.tri(0, shape, dtype=pl.FP32, upper=True)) on tiles from pl.load",
    "cat": "pl.concat(a, b)",
    "concatenate": "pl.concat(a, b)",
    "hstack": "pl.concat(a, b)",
    "view": "pl.reshape(x, shape)",
    "flatten": "pl.reshape(x, shape)",
    "squeeze": "pl.reshape(x, shape)",
    "unsqueeze": "pl.reshape(x, shape)",
    "permute": "pl.transpose(x, axis1, axis2)",
    "swapaxes": "pl.transpose(x, axis1, axis2)",
    "t": "pl.transpose(x, 0, 1)",
    "T": "pl.transpose(x, 0, 1)",
    "mT": "pl.transpose(x, -2, -1)",
    "ndim": "len(x.shape)",
    "FP64": "pl.FP32, the widest float",
    "float64": "pl.FP32, the widest float",
    "float32": "pl.FP32",
    "float16": "pl.FP16",
    "int32": "pl.INT32",
    "pad": "pl.fillpad(x, pad_value=pl.PadValue.zero)",
    "broadcast_to": "pl.row_expand(target, column) or pl.col_expand(target, row)",
    "expand": "pl.row_expand(target, column) or pl.col_expand(target, row)",
    "repeat": "pl.row_expand(target, column) or pl.col_expand(target, row)",
    "index_select": "pl.gather(x, dim=-1, index=i), for rows of a tensor in global memory pl.mgather(x, rows)",
    "take": "pl.gather(x, dim=-1, index=i)",
    "take_along_dim": "pl.gather(x, dim=-1, index=i)",
    "take_along_axis": "pl.gather(x, dim=-1, index=i)",
    "index_copy": "pl.scatter_update(x, rows, values)",
    "put_along_axis": "pl.scatter(x, dim=-1, index=i, src=v)",
    "sort": "pl.sort32(x, index) in blocks of 32, then pl.mrgsort(y, block_len=64)",
    "argsort": "pl.sort32(x, index) in blocks of 32, then pl.mrgsort(y, block_len=64)",
    "topk": "pl.sort32(x, index) in blocks of 32, then pl.mrgsort(y, block_len=64)",
    "to": "pl.cast(x, pl.FP16)",
    "astype": "pl.cast(x, pl.FP16)",
    "type": "pl.cast(x, pl.FP16)",
    "float": "pl.cast(x, pl.FP32)",
    "half": "pl.cast(x, pl.FP16)",
    "bfloat16": "pl.cast(x, pl.BF16)",
    "int": "pl.cast(x, pl.INT32)",
    "bitcast": "pl.reinterpret_view(x, pl.INT32)",
    "round": 'pl.cast(x, pl.INT32, mode="rint")',
    "rint": 'pl.cast(x, pl.INT32, mode="rint")',
    "floor": 'pl.cast(x, pl.INT32, mode="floor")',
    "ceil": 'pl.cast(x, pl.INT32, mode="ceil")',
    "trunc": 'pl.cast(x, pl.INT32, mode="trunc")',
    "leaky_relu": "pl.lrelu(t, slope) on tiles",
    "atomic_add": "pl.assemble(y, v, offset, atomic=pl.AtomicType.Add)",
    "program_id": "pl.get_block_idx()",
    "num_programs": "pl.get_block_num()",
    "size": "x.shape[axis], or pl.tensor.dim(x, axis)",
    "copy": "y[:, :] = x[:, :]",
    "clone": "y[:, :] = x[:, :]",
}
_POWER = (
    "pl.mul(x, x) for a square, pl.mul(x, pl.mul(x, x)) for a cube, pl.sqrt(x), pl.recip(x), or "
    "pl.exp(pl.mul(pl.log(x), p)) for a positive x"
)
_COMPOSED = {
    "softmax": "m = pl.row_max(x); e = pl.exp(pl.row_expand_sub(x, m)); pl.row_expand_div(e, pl.row_sum(e))",
    "log_softmax": "d = pl.row_expand_sub(x, pl.row_max(x)); pl.row_expand_sub(d, pl.log(pl.row_sum(pl.exp(d))))",
    "sigmoid": "pl.recip(pl.add(pl.exp(pl.neg(x)), 1.0))",
    "silu": "pl.div(x, pl.add(pl.exp(pl.neg(x)), 1.0))",
    "swish": "pl.div(x, pl.add(pl.exp(pl.neg(x)), 1.0))",
    "tanh": "pl.sub(pl.mul(pl.recip(pl.add(pl.exp(pl.mul(x, -2.0)), 1.0)), 2.0), 1.0)",
    "gelu": "u = pl.mul(pl.add(x, pl.mul(pl.mul(x, pl.mul(x, x)), 0.044715)), -1.5957691); "
    "pl.div(x, pl.add(pl.exp(u), 1.0))",
    "pow": _POWER,
    "power": _POWER,
    "exp2": "pl.exp(pl.mul(x, 0.6931471805599453))",
    "log2": "pl.mul(pl.log(x), 1.4426950408889634)",
    "log10": "pl.mul(pl.log(x), 0.4342944819032518)",
    "log1p": "pl.log(pl.add(x, 1.0))",
    "expm1": "pl.sub(pl.exp(x), 1.0)",
    "var": "d = pl.row_expand_sub(x, mean); pl.mul(pl.row_sum(pl.mul(d, d)), 1.0 / N)",
    "std": "d = pl.row_expand_sub(x, mean); pl.sqrt(pl.mul(pl.row_sum(pl.mul(d, d)), 1.0 / N))",
    "norm": "pl.sqrt(pl.row_sum(pl.mul(x, x)))",
    "rms_norm": "r = pl.rsqrt(pl.add(pl.mul(pl.row_sum(pl.mul(x, x)), 1.0 / N), eps)); pl.row_expand_mul(x, r)",
    "layer_norm": "d = pl.row_expand_sub(x, mean), then as for the variance, pl.rsqrt and pl.row_expand_mul",
}


_ABSENT = {
    **dict.fromkeys(
        ("kernel", "func", "compile", "autotune"), "a kernel is a function decorated with @pl.jit"
    ),
    **dict.fromkeys(
        ("In", "Input", "Const"),
        "a parameter without pl.Out[...] or pl.InOut[...] is an input: x: pl.Tensor[[16, 64], pl.FP32]",
    ),
    **dict.fromkeys(
        ("trap", "abort"),
        "no kernel stops itself: pl.static_assert(cond, text) checks what is known while it is read",
    ),
    **dict.fromkeys(
        ("print", "printf", "device_print"),
        "no kernel prints at run time: pl.static_print(...) shows what is known while it is read, pl.dump_tag(x) "
        "writes a tensor of a run to a file",
    ),
    **dict.fromkeys(
        ("assert_", "device_assert", "check"),
        "no kernel asserts at run time: pl.static_assert(...) checks what is known while it is read, and "
        "config['sanitize'] a run",
    ),
}


def type_instead(value: object) -> str:
    """What to write for an element type of another library, or a text that names one."""
    known = meant(value)
    return f"write pl.{known}" if known is not None else "such as pl.FP32"


def keyword_instead(operation: str, keyword: str) -> str | None:
    """What to write for a keyword of another library."""
    if keyword in ("dim", "axis", "keepdim", "keepdims") and operation.startswith(("row_", "col_")):
        return (
            "pl.row_... works along each row and gives [M, 1], pl.col_... along each column and gives [1, N]"
        )
    if keyword in ("dim", "axis") and operation in ("min", "max", "minimum", "maximum"):
        return f"along rows pl.row_{operation[:3]}(x), along columns pl.col_{operation[:3]}(x)"
    if keyword in ("out", "output"):
        return "the result is the value of the call: y[:, :] = ..."
    if keyword in ("inplace", "in_place"):
        return "values are not changed: name the result, x = ..."
    return None


def instead_of(name: str) -> str | None:
    """What to write for a name of another library."""
    if name in _ABSENT:
        return _ABSENT[name]
    if name in _COMPOSED:
        return f"compose it: {_COMPOSED[name]}"
    return f"write {_CALLS[name]}" if name in _CALLS else None


def like(name: str, spaces: Mapping[str, Iterable[str]]) -> str | None:
    """What a name may be a misspelling of: in the first namespace, in another library, in the other namespaces."""
    first, *rest = ((match, space) for space, n in spaces.items() for match in [_closest(name, n, 0.7)])
    other = _closest(name, chain(_CALLS, _COMPOSED, _ABSENT), 0.75)
    own = first[0]
    if other is not None and (own is None or own[0] < other[0]):
        return f"for {other[1]}, {instead_of(other[1])}"
    found = [(match, space) for match, space in ([first] if own else rest) if match is not None]
    if not found:
        return None
    (_, meant), space = max(found, key=lambda match: match[0][0])
    return f"did you mean {space}.{meant}?"


def _closest(name: str, candidates: Iterable[str], cutoff: float) -> tuple[float, str] | None:
    """The candidate that looks most like a name, in whatever letters and order of words, and how much it does."""
    best: tuple[float, str] | None = None
    for candidate in sorted(c for c in candidates if not c.startswith("_")):
        pairs = ((name, candidate), (name.lower(), candidate.lower()), (words(name), words(candidate)))
        ratio = max(difflib.SequenceMatcher(None, a, b).ratio() for a, b in pairs)
        if ratio >= cutoff and (best is None or ratio > best[0]):
            best = ratio, candidate
    return best
