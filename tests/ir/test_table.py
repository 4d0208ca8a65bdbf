# SPDX-License-Identifier: Apache-2.0
"""Every row of the operation table is complete, refuses what it says it refuses, and means what Torch means."""

import inspect

import ml_dtypes
import numpy as np
import pytest
import torch
from ir_builder import call, const
from op_samples import operands_of, ordered, typed_call
from placed import MEANING

from pypto.ir import nodes as n
from pypto.ir import ops
from pypto.ir.dtypes import BY_NAME, FP32, INDEX
from pypto.ir.ops.table import TABLE, Op, OpError, Sample, Trait

ROWS = sorted(TABLE.values(), key=lambda row: row.name)
COMPUTING = [row for row in ROWS if row.has(Trait.VECTOR) or row.has(Trait.CUBE)]

# Rows whose meaning is where data lies or who runs: the interpreter has a function for each, and its tests hold it.
WITHOUT_REFERENCE = {
    "create_tensor", "full", "slice", "set_validshape", "fillpad", "assemble", "read", "write", "dim", "load",
    "store", "get_subblock_idx", "available_cluster_count", "available_aiv_count", "sync_src", "sync_dst",
    "bar_v", "bar_m", "bar_all", "fence", "cacheinvalid", "syncall", "dump_tag", "sync_set", "sync_wait", "set_ffts",
    "get_block_idx", "get_block_num", "task_dummy", "create", "get_element", "update_element",
    "fillpad_expand", "fillpad_inplace", "expand_clone", "mscatter", "create_tile", "extract", "transpose_view",
    "create_l1", "gather_row", "paged_gather", "expect_written", "expect_index", "view", "tensor.alloc", "tile.alloc",
    "reserve_buffer", "import_peer_buffer", "aiv_shard", "aic_gather",
    *(f"{core}_initialize_pipe" for core in ("aic", "aiv")),
    *(f"{verb}_{core}" for verb in ("tpush_to", "tpop_from", "tfree_to") for core in ("aic", "aiv")),
}  # fmt: skip
# Rows without a sample of their own: scalar rows are tested on numbers, moves and views with the interpreter.
TILES = {  # tensors have another operation, or memory is read: tests of their own
    "sel", "sels", "tile.gather", "gather_mask", "gather_compare", "gatherb", "tile.scatter", "scatter_mask",
    "tile.random", "mgather",
}  # fmt: skip
TILES_ALONE = {"matmul_bias", "gemv", "gemv_acc", "gemv_bias", "batch_matmul", "batch_matmul_acc"} | {
    "matmul_mx", "matmul_mx_acc", "matmul_mx_bias",
}  # fmt: skip
WITHOUT_SAMPLES = {
    *WITHOUT_REFERENCE, "min", "max", "reshape", "move", *TILES, *TILES_ALONE
} - {"full", "fillpad_expand"}  # fmt: skip


def evaluated(row: Op, sample: Sample) -> np.ndarray:
    operands = operands_of(row, sample)
    kind = BY_NAME[sample.dtype].numpy()
    values = [o if isinstance(o, np.ndarray) else kind.type(o) for o in operands]
    attrs = dict(sample.attrs)
    if row.name == "cast":
        attrs["source"] = BY_NAME[sample.dtype]
    return row.reference(*values, **attrs)


CASES = [
    pytest.param(row, sample, id=f"{row.name}-{sample.dtype}-{i}")
    for row in ROWS
    for i, sample in enumerate(row.samples)
]


# Completeness


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_is_complete(row):
    assert row.doc.endswith(".")
    assert row.doc[0].isupper() or row.doc[0] in "-1ax" or row.doc.split()[0] in ("e", "exp(x")
    assert row.__doc__ == row.doc
    assert (row.reference is None) == (row.name in WITHOUT_REFERENCE)
    needs_sample = row.name not in WITHOUT_SAMPLES and not row.name.startswith("scalar.")
    assert bool(row.samples) == needs_sample
    assert TABLE[row.name] is row
    assert list(inspect.signature(row).parameters) == [p.name for p in row.params if not p.internal]
    for form in (row.scalar_form, row.row_form):
        assert form is None or form in TABLE
    if row.native is not None:
        assert set(row.native) == {"a2a3", "a5"}
        assert row.native["a2a3"] <= row.native["a5"]


@pytest.mark.parametrize("row", COMPUTING, ids=lambda row: row.name)
def test_a_computing_row_has_a_spelling_and_belongs_to_one_core(row):
    assert row.has(Trait.VECTOR) != row.has(Trait.CUBE)
    assert row.has(Trait.PURE)
    composed = {"full", "concat", "scatter_update", "view"}  # made of `expands`, writes of parts, `reshape`
    assert row.pto is not None or row.name in composed


def test_spellings_lead_back_to_their_row():
    for row in ROWS:
        if row.pto:
            assert ops.by_pto(row.pto).pto == row.pto
    assert ops.by_pto("tadd") is ops.elementwise.ADD
    assert ops.by_pto("nothing") is None


def test_an_operation_does_not_run_as_python():
    with pytest.raises(RuntimeError, match=r"pl\.add describes a step of a kernel"):
        ops.elementwise.ADD(1, 2)


@pytest.mark.parametrize(
    ("row", "reject"),
    [pytest.param(row, r, id=f"{row.name}-{i}") for row in ROWS for i, r in enumerate(row.rejects)],
)
def test_wrong_operands_are_refused(row, reject):
    dtypes = [*reject.dtypes, *[reject.dtypes[-1]] * len(reject.shapes)]
    args = [
        n.Var("x", n.TensorType(shape, BY_NAME[dtype], local=row.name != "load"))
        for shape, dtype in zip(reject.shapes, dtypes, strict=False)
    ]
    region = row.name != "create_tensor"
    with pytest.raises(OpError, match=reject.match):
        call(row, *ordered(row, args, map(const, reject.scalars)), region=region, **reject.attrs)


# Types and values


@pytest.mark.parametrize(("row", "sample"), CASES)
def test_the_type_of_a_sample_is_that_of_its_value(row, sample):
    type_ = typed_call(row, sample).type
    assert isinstance(type_, n.TensorType) and type_.local
    if row.reference is None:
        return
    value = evaluated(row, sample)
    assert value.shape == type_.shape
    assert value.dtype == type_.dtype.numpy()


def to_torch(value):
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(value.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(value)


def trunc_div(a, b):
    return torch.div(a, b, rounding_mode=None if a.dtype.is_floating_point else "trunc").to(a.dtype)


def by_rows(function):
    """A column reduction, one row after the other in the element type."""

    def run(x):
        total = x[0]
        for row in x[1:]:
            total = function(total, row)
        return total[None]

    return run


def widely(function):
    """Evaluated in float64 and rounded once."""
    return lambda x, *_: function(x.double()).to(x.dtype)


PAIRWISE = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": trunc_div,
    "max": torch.maximum, "min": torch.minimum,
}  # fmt: skip
SCALAR = {"max": "maximum", "min": "minimum"}


def with_number(function):
    return lambda a, s: function(a, torch.full_like(a, s))


def row_sum(x):
    """Floats in float64, rounded to FP32 and then to the type; integers wrap."""
    total = x.double().sum(-1, keepdim=True) if x.dtype.is_floating_point else x.sum(-1, keepdim=True)
    return total.to(torch.float32 if x.dtype.is_floating_point else x.dtype).to(x.dtype)


def fmod(a, b):
    """The remainder with the sign of the dividend; an integer modulo 0 is 0."""
    if a.dtype.is_floating_point:
        return torch.fmod(a.double(), b.double()).to(a.dtype)
    return torch.where(b == 0, 0, torch.fmod(a, torch.where(b == 0, 1, b)))


def rem(a, b):
    if a.dtype.is_floating_point:
        r = fmod(a, b)
        return torch.where((r != 0) & ((r < 0) != (b < 0)), r + b, r)
    return torch.where(b == 0, 0, torch.remainder(a, torch.where(b == 0, 1, b)))


def compared(a, b, cmp_type):
    name = ("eq", "ne", "lt", "le", "gt", "ge")[cmp_type]
    return getattr(torch, name)(a, b).to(a.dtype)


def position(axis, largest):
    """The first index of an extreme value among those that are no NaN."""

    def run(x):
        clean = torch.where(x.isnan(), -torch.inf if largest else torch.inf, x)
        best = clean.amax(axis, keepdim=True) if largest else clean.amin(axis, keepdim=True)
        places = torch.arange(x.shape[axis]).reshape((-1, 1) if axis == -2 else (1, -1)).expand_as(x)
        return torch.where(x == best, places, x.shape[axis]).amin(axis, keepdim=True).int()

    return run


def sloped(x, slope):
    return torch.where(x > 0, x, x * slope)


TORCH = {
    **{SCALAR.get(name, name): f for name, f in PAIRWISE.items()},
    **{f"{SCALAR.get(name, name)}s": with_number(f) for name, f in PAIRWISE.items()},
    "transpose": lambda x: x.T.contiguous(),
    "concat": lambda a, b: torch.cat([a, b], 1),
    "neg": torch.neg,
    "abs": torch.abs,
    "exp": widely(torch.exp),
    "log": widely(torch.log),
    "sqrt": widely(torch.sqrt),  # in FP32 Torch's own is an approximation
    "rsqrt": lambda x: (1 / x.double().sqrt().float()).to(x.dtype),
    "recip": lambda x: (1 / x.float()).to(x.dtype),
    **{f"{p}_expand_{name}": f for p in ("row", "col") for name, f in PAIRWISE.items()},
    **{f"{p}_expand_expdif": lambda a, v: (a - v).double().exp().to(a.dtype) for p in ("row", "col")},
    **{f"{p}_expand": lambda a, v: v.expand_as(a) for p in ("row", "col")},
    "expands": torch.full_like,
    "row_sum": row_sum,
    "row_max": lambda x: x.amax(-1, keepdim=True),
    "row_min": lambda x: x.amin(-1, keepdim=True),
    "col_sum": by_rows(torch.add),
    "col_prod": by_rows(torch.mul),
    "col_max": lambda x: x.amax(-2, keepdim=True),
    "col_min": lambda x: x.amin(-2, keepdim=True),
    "fmod": fmod,
    "fmods": with_number(fmod),
    "rem": rem,
    "rems": with_number(rem),
    "relu": lambda x: torch.where(x.isnan(), x, torch.clamp(x, min=0)) if x.is_floating_point() else x.relu(),
    "lrelu": with_number(sloped),
    "prelu": sloped,
    "row_argmax": position(-1, True),
    "row_argmin": position(-1, False),
    "col_argmax": position(-2, True),
    "col_argmin": position(-2, False),
    "part_add": torch.add,
    "part_mul": torch.mul,
    "part_max": torch.maximum,
    "part_min": torch.minimum,
    "addc": lambda a, b, c: a + b + c,
    "subc": lambda a, b, c: a - b - c,
    "addsc": lambda a, b, c: a + torch.full_like(a, b) + c,
    "subsc": lambda a, b, c: a - torch.full_like(a, b) - c,
    "and_": torch.bitwise_and,
    "or_": torch.bitwise_or,
    "xor": torch.bitwise_xor,
    "shl": torch.bitwise_left_shift,
    "shr": torch.bitwise_right_shift,
    "not_": torch.bitwise_not,
    "ands": with_number(torch.bitwise_and),
    "ors": with_number(torch.bitwise_or),
    "xors": with_number(torch.bitwise_xor),
    "shls": with_number(torch.bitwise_left_shift),
    "shrs": with_number(torch.bitwise_right_shift),
    "matmul_acc": lambda c, a, b: (c.double() + a.double() @ b.double()).float(),
}  # fmt: skip


def wanted(row: Op, sample: Sample) -> torch.Tensor:
    operands = [to_torch(o) for o in operands_of(row, sample)]
    if row.name == "cast":
        target = getattr(torch, sample.attrs["target_type"].torch)
        x = operands[0]
        return torch.round(x).to(target) if sample.attrs["target_type"].is_int else x.to(target)
    if row.name == "matmul":
        a, b = (
            x.double().mT if sample.attrs.get(flag) else x.double()
            for x, flag in zip(operands, ("a_trans", "b_trans"), strict=True)
        )
        whole = (a @ b).to(torch.int32 if sample.dtype == "INT8" else torch.float32)
        narrow = sample.attrs.get("out_dtype")
        return whole if narrow is None else whole.to(getattr(torch, narrow.torch))
    if row.name in ("cmp", "cmps"):
        right = operands[1] if isinstance(operands[1], torch.Tensor) else torch.tensor(operands[1])
        return compared(operands[0], right, sample.attrs["cmp_type"])
    if row.name == "arange":
        length, dtype = sample.attrs["shape"][-1], getattr(torch, sample.attrs["dtype"].torch)
        steps = torch.arange(length) * (-1 if sample.attrs.get("descending") else 1)
        return (operands[0] + steps).to(dtype).reshape(sample.attrs["shape"])
    if row.name == "tri":
        ones = torch.ones(sample.attrs["shape"], dtype=getattr(torch, sample.attrs["dtype"].torch))
        return (torch.triu if sample.attrs.get("upper") else torch.tril)(ones, operands[0])
    if row.name == "row_prod":
        total = operands[0][:, :1]
        for i in range(1, operands[0].shape[1]):
            total = total * operands[0][:, i : i + 1]
        return total
    if row.name in MEANING:
        return MEANING[row.name](*operands, **sample.attrs)
    return TORCH[row.name](*operands)


@pytest.mark.parametrize("row", [ops.activation.SIN, ops.activation.COS], ids=lambda row: row.name)
def test_sine_and_cosine_are_near_the_true_ones(row):
    x = np.random.default_rng(0).uniform(-200, 200, 10000).astype(np.float32)
    assert np.abs(row.reference(x) - getattr(np, row.name)(x.astype(np.float64))).max() < 1e-6
    assert np.isnan(row.reference(np.float32([np.nan]))).all()


RECIPES = {"sin", "cos"}  # of single operations, not the nearest float


@pytest.mark.parametrize(
    ("row", "sample"),
    [c for c in CASES if c.values[0].reference is not None and c.values[0].name not in RECIPES],
)
def test_references_agree_with_torch(row, sample):
    actual, expected = to_torch(evaluated(row, sample)), wanted(row, sample)
    assert actual.dtype == expected.dtype
    if row.name == "row_prod" and actual.dtype.is_floating_point:
        # The order of a product is free: n roundings, but subnormals lose more.
        torch.testing.assert_close(actual.double(), expected.double(), rtol=64 * 2.0**-10, atol=1e-3)
        return
    assert actual.shape == expected.shape
    nan = actual != actual
    assert torch.equal(nan, expected != expected)
    if row.ulp:
        torch.testing.assert_close(actual.double(), expected.double(), rtol=2.0**-10, atol=0, equal_nan=True)
    kept = ~nan
    assert torch.equal(actual[kept], expected[kept])


def test_integer_division_truncates_and_zero_gives_zero():
    for kind in (np.int32, np.int64, np.int16):
        a = np.array([7, -7, 7, -7, 5, np.iinfo(kind).min], kind)
        b = np.array([2, 2, -2, -2, 0, -1], kind)
        result = ops.elementwise.DIV.reference(a, b)
        assert result.dtype == kind
        assert result.tolist()[:5] == [3, -3, -3, 3, 0]
    a = np.array([250, 7], np.uint16)
    assert ops.elementwise.DIV.reference(a, np.array([3, 0], np.uint16)).tolist() == [83, 0]


def test_integers_wrap():
    top = np.array([127, -128], np.int8)
    assert ops.elementwise.ADD.reference(top, np.array([1, -1], np.int8)).tolist() == [-128, 127]
    assert ops.elementwise.NEG.reference(top).tolist() == [-127, -128]
    assert ops.elementwise.ABS.reference(top).tolist() == [127, -128]
    sums = ops.reduce.ROW_SUM.reference(np.full((1, 4), 2**30, np.int32))
    assert sums.tolist() == [[0]]


def test_signed_zeros_and_nan():
    zeros = np.array([0.0, -0.0], np.float32)
    assert np.signbit(ops.elementwise.NEG.reference(zeros)).tolist() == [True, False]
    assert not np.signbit(ops.elementwise.ABS.reference(zeros)).any()
    for row in (ops.elementwise.MAXIMUM, ops.elementwise.MINIMUM):
        for kind in (np.float32, np.float16, ml_dtypes.bfloat16):
            a, b = np.array([np.nan, 1.0], kind), np.array([1.0, np.nan], kind)
            assert np.isnan(row.reference(a, b).astype(np.float32)).all()
    x = np.array([[1.0, np.nan, 2.0]], np.float32)
    assert np.isnan(ops.reduce.ROW_MAX.reference(x)).all()
    assert np.isnan(ops.reduce.COL_MIN.reference(x)).tolist() == [[False, True, False]]


def test_narrow_floats_round_once_per_operation():
    rng = np.random.default_rng(0)
    for kind in (np.float16, ml_dtypes.bfloat16):
        a, b = (rng.uniform(-3, 3, 2000).astype(kind) for _ in range(2))
        for row, exact in (
            (ops.elementwise.ADD, np.add), (ops.elementwise.MUL, np.multiply), (ops.elementwise.DIV, np.divide),
        ):  # fmt: skip
            once = exact(a.astype(np.float64), b.astype(np.float64)).astype(kind)
            assert np.array_equal(row.reference(a, b), once)


def test_row_sums_of_halves_round_once_at_the_end():
    x = np.full((1, 4096), 0.1, np.float16)
    exact = x.astype(np.float64).sum()
    assert ops.reduce.ROW_SUM.reference(x)[0, 0] == np.float16(exact)


def test_true_division_and_the_reciprocal_differ():
    amax, x = np.float32(3.933950424194336), np.float32(-3.6396782398223877)
    full = np.full((1,), 127, np.float32)
    scale = ops.elementwise.DIV.reference(full, np.full((1,), amax))
    other = ops.elementwise.MUL.reference(ops.elementwise.RECIP.reference(np.full((1,), amax)), full)
    assert float(scale[0]) == 32.2830696105957
    assert float(other[0]) == 32.28307342529297
    assert [int(np.rint(s[0] * x)) for s in (scale, other)] == [-117, -118]


# Which row a call means


def local(*shape, dtype=FP32):
    return n.Var("x", n.TensorType(shape, dtype, local=True))


def test_a_scalar_on_the_right_selects_the_scalar_form():
    assert ops.resolve(ops.elementwise.ADD, (local(8, 8), const(1.0)))[0] is ops.elementwise.ADDS
    assert ops.resolve(ops.elementwise.ADD, (const(1.0), const(2.0)))[0] is ops.scalar.ADD
    for row, wrong in (
        (ops.elementwise.ADD, (const(1.0), local(8, 8))),
        (ops.elementwise.MAXIMUM, (const(1.0), const(2.0))),
    ):
        with pytest.raises(OpError):
            ops.resolve(row, wrong)
    row, _ = ops.resolve(ops.cast.CAST, (n.Var("s", n.ScalarType(INDEX)),))
    assert row is ops.scalar.CAST


def test_a_column_selects_the_row_form_on_the_side_where_it_may_stand():
    matrix, column = local(8, 64), local(8, 1)
    assert ops.resolve(ops.elementwise.MUL, (matrix, column))[0] is ops.expand.ROW["mul"]
    row, args = ops.resolve(ops.elementwise.MUL, (column, matrix))
    assert row is ops.expand.ROW["mul"]
    assert args == (matrix, column)
    with pytest.raises(OpError, match="column on the left"):
        ops.resolve(ops.elementwise.SUB, (column, matrix))
