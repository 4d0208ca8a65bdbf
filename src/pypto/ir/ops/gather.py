# SPDX-License-Identifier: Apache-2.0
"""Elements chosen by their index, by a pattern of columns, or by a comparison.

    pl.gather(x, -1, index)                                   out[i, k] = x[i, index[i, k]]
    pl.gather(x, mask_pattern=pl.tile.MaskPattern.P0101)      every second column
    found, count = pl.gather(x, kvalue=0.5, cmp_mode="gt", out_cols=64)

    pl.tile.gather(x, flat, tmp)                              out[i, j] = x.flat[flat[i, j]]

An index outside of the array gives 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import (
    FP16,
    FP32,
    INT16,
    INT32,
    UINT32,
    DType,
)
from pypto.ir.enums import CMP_MODES, MaskPattern
from pypto.ir.nodes import Dim, TensorType, TileType, Type, format_dims
from pypto.ir.ops.compare import COMPARISONS
from pypto.ir.ops.conversions import way
from pypto.ir.ops.elementwise import MOVABLE, native
from pypto.ir.ops.rules import ValueType, check_scalar_operand, make, same_level, value_type
from pypto.ir.ops.table import (
    Bound,
    OpError,
    Param,
    Reject,
    Sample,
    Trait,
    op,
    operand,
    scalar,
    static,
)

DATA = frozenset({FP16, FP32, INT16, INT32})
GATHERED = native(DATA)
_TRAITS = frozenset({Trait.PURE, Trait.VECTOR, Trait.PLACES})
FORMS = "an index with `dim`, a `mask_pattern`, or a `kvalue`"


def tile_value(bound: Bound, name: str, instead: str) -> TileType:
    """An operand of a tile operation."""
    x = value_type(bound, name)
    if not isinstance(x, TileType):
        raise OpError(
            f"`{name}` must be a tile, found {x}", f"with tensors write {instead}", code="operand-kind"
        )
    return x


def tensor_value(bound: Bound, name: str, instead: str) -> TensorType:
    """An operand of an operation that has another meaning, and another signature, on tiles."""
    x = value_type(bound, name)
    if not isinstance(x, TensorType):
        raise OpError(
            f"`{name}` must be a tensor, found {x}", f"with tiles write {instead}", code="operand-kind"
        )
    return x


def check_data(x: ValueType, dtypes: frozenset[DType] = DATA) -> None:
    if x.dtype not in dtypes:
        names = ", ".join(sorted(d.name for d in dtypes))
        raise OpError(
            f"element type {x.dtype} is not accepted", f"one of {names} is expected", "dtype-support"
        )


def check_index(x: ValueType, index: ValueType, name: str) -> None:
    """Indices are INT32, or INT16 beside data of 16 bits."""
    if index.dtype is INT32 or (index.dtype is INT16 and x.dtype.bits == 16):
        return
    short = " or INT16" if x.dtype.bits == 16 else ""
    raise OpError(
        f"`{name}` holds {index.dtype}, indices into {x.dtype} are INT32{short}",
        way(name, index.dtype, INT32),
        "dtype-support",
    )


def axis_of(dim: Any, rank: int) -> int:
    if isinstance(dim, bool) or not isinstance(dim, int) or not -rank <= dim < rank:
        raise OpError(
            f"dim {dim!r} does not exist, the value has {rank} axes",
            "count from 0, or back from -1",
            code="rank",
        )
    return dim % rank


# Patterns


def pattern_of(value: Any) -> MaskPattern:
    """A pattern, or the number that stands for one."""
    if isinstance(value, MaskPattern):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(MaskPattern):
        return MaskPattern(value)
    names = ", ".join(p.name for p in MaskPattern)
    raise OpError(
        f"mask_pattern {value!r} is no pattern", f"one of pl.tile.MaskPattern: {names}", code="operation-form"
    )


def chosen_columns(pattern: MaskPattern, cols: Dim) -> Dim:
    """How many of `cols` columns belong to a pattern."""
    rounded = arith.add(cols, pattern.stride - 1 - pattern.first)
    return arith.simplify(arith.floor_div(rounded, pattern.stride))


def _mask_type(bound: Bound, x: ValueType) -> Type:
    pattern = pattern_of(bound["mask_pattern"])
    if len(x.shape) != 2:
        raise OpError(f"two axes are expected, found {format_dims(x.shape)}", code="rank")
    check_data(x)
    cols = arith.as_int(x.shape[1])
    if cols is None or cols % pattern.stride:
        raise OpError(
            f"{pattern.name} takes one of {pattern.stride} columns, "
            f"{format_dims(x.shape)} has no multiple of {pattern.stride} columns",
            code="shape-mismatch",
        )
    target: DType = bound["output_dtype"] or x.dtype
    if target.bits != x.dtype.bits:
        raise OpError(
            f"output_dtype {target} has {target.bits} bits, {x.dtype} has {x.dtype.bits}",
            "it gives the same bits another type; convert with pl.cast afterwards",
            "dtype-support",
        )
    valid = (x.valid_shape[0], chosen_columns(pattern, x.valid_shape[1]))
    if arith.as_int(valid[1]) == 0:
        raise OpError(
            f"no valid column of {format_dims(x.valid_shape)} belongs to {pattern.name}", code="valid-shape"
        )
    return make(x, (x.shape[0], cols // pattern.stride), target, valid)


def columns_of(x: Any, mask_pattern: Any, output_dtype: DType | None = None) -> Any:
    """The columns of a pattern, as bits of another type where one is given."""
    pattern = pattern_of(mask_pattern)
    kept = x[:, pattern.first :: pattern.stride].copy()
    return kept if output_dtype is None else kept.view(output_dtype.numpy())


def pattern_attrs(attrs: Mapping[str, Any]) -> Mapping[str, str]:
    return {"maskPattern": f"#pto.mask_pattern<{pattern_of(attrs['mask_pattern']).name}>"}


# Indices


def _index_type(bound: Bound, x: TensorType) -> Type:
    index = value_type(bound, "index")
    same_level(x, index)
    rank = len(x.shape)
    if len(index.shape) != rank:
        raise OpError(f"`index` has {len(index.shape)} axes, `input` has {rank}", code="rank")
    if rank not in (2, 3):
        raise OpError(
            f"two or three axes are expected, found {format_dims(x.shape)}", "reshape to two axes", "rank"
        )
    axis = axis_of(bound["dim"], rank)
    check_data(x)
    check_index(x, index, "index")
    if rank == 3 and axis < 2 and x.dtype.bits != 32:
        raise OpError(
            f"along axis {axis} of three the elements have 32 bits, found {x.dtype}",
            "cast to pl.FP32, or gather along the last axis",
            "dtype-support",
        )
    for other, (have, wanted) in enumerate(zip(x.shape, index.shape, strict=True)):
        over = arith.as_int(arith.sub(wanted, have))
        if other != axis and over is not None and over > 0:
            raise OpError(
                f"`index` {format_dims(index.shape)} is larger than `input` {format_dims(x.shape)} on axis {other}",
                code="shape-mismatch",
            )
    return make(x, index.shape, valid=index.valid)


def along(x: Any, index: Any, dim: int) -> Any:
    """`out[..., k, ...] = x[..., index[..., k, ...], ...]`; 0 where the index lies outside."""
    import numpy as np

    axis = dim % x.ndim
    cut = tuple(slice(None) if a == axis else slice(0, n) for a, n in enumerate(index.shape))
    inside = (index >= 0) & (index < x.shape[axis])
    found = np.take_along_axis(x[cut], np.where(inside, index, 0).astype(np.int64), axis)
    return np.where(inside, found, np.zeros((), x.dtype)).astype(x.dtype)


def flat(x: Any, index: Any) -> Any:
    """Elements by their row-major position; 0 where there is none."""
    import numpy as np

    inside = (index >= 0) & (index < x.size)
    found = x.reshape(-1)[np.where(inside, index, 0).astype(np.int64)]
    return np.where(inside, found, np.zeros((), x.dtype)).astype(x.dtype)


# Comparisons


def comparison_of(mode: Any) -> str:
    """The comparison behind a name or a code."""
    if isinstance(mode, str) and mode in CMP_MODES:
        return mode
    if isinstance(mode, int) and not isinstance(mode, bool) and 0 <= mode < len(CMP_MODES):
        return CMP_MODES[mode]
    raise OpError(
        "`cmp_mode` is missing" if mode is None else f"cmp_mode {mode!r} is no comparison",
        f"one of {', '.join(CMP_MODES)}, or 0 to 5",
        code="operation-form",
    )


def compare_type(bound: Bound, x: ValueType) -> Type:
    """The indices of a row's matches, or with `counts` how many there are in each row."""
    if len(x.shape) != 2:
        raise OpError(f"two axes are expected, found {format_dims(x.shape)}", code="rank")
    check_data(x)
    check_scalar_operand(bound, "kvalue", x.dtype)
    comparison_of(bound["cmp_mode"])
    cols, offset = bound["out_cols"], bound["offset"]
    if isinstance(cols, bool) or not isinstance(cols, int) or cols <= 0:
        raise OpError(
            "`out_cols` is missing" if cols is None else f"out_cols {cols!r} is no column count",
            "how many indices a row may have at most",
            code="operation-form",
        )
    if isinstance(offset, bool) or not isinstance(offset, int) or not -(2**31) <= offset < 2**31:
        raise OpError(f"offset {offset!r} is no number that is added to the indices", code="operation-form")
    kind: DType = bound["count_dtype"] or INT32
    if kind not in (INT32, UINT32):
        raise OpError(f"count_dtype {kind} is not accepted", "pl.INT32 or pl.UINT32", "dtype-support")
    rows = x.valid_shape[0]
    if bound["counts"]:
        return make(x, (1, x.shape[0]), kind, (1, rows))
    return make(x, (x.shape[0], cols), INT32, (rows, cols))


def is_comparison(bound: Mapping[str, Any]) -> bool:
    return bound.get("kvalue") is not None


def _gather(bound: Bound) -> Type:
    x = tensor_value(bound, "input", "pl.tile.gather, pl.tile.gather_mask or pl.tile.gather_compare")
    index = bound["index"] is not None or bound["dim"] is not None
    given = [index, bound["mask_pattern"] is not None, is_comparison(bound)]
    if sum(given) != 1:
        raise OpError(
            "no form is chosen" if not any(given) else "more than one form is chosen",
            f"give {FORMS}",
            code="operation-form",
        )
    foreign = {
        "output_dtype": (bound["output_dtype"] is not None, 1),
        "cmp_mode": (bound["cmp_mode"] is not None, 2),
        "out_cols": (bound["out_cols"] is not None, 2),
        "offset": (bound["offset"] != 0, 2),
        "count_dtype": (bound["count_dtype"] is not None, 2),
    }
    for name, (there, form) in foreign.items():
        if there and not given[form]:
            owner = ("", "`mask_pattern`", "`kvalue`")[form]
            raise OpError(f"`{name}` belongs to the form with {owner}", "leave it out", code="operation-form")
    if index:
        for name in ("dim", "index"):
            if bound[name] is None:
                raise OpError(
                    f"`{name}` is missing", "pl.gather(x, dim=-1, index=index)", code="operation-form"
                )
        return _index_type(bound, x)
    return _mask_type(bound, x) if given[1] else compare_type(bound, x)


def _gathered(x: Any, index: Any = None, **attrs: Any) -> Any:
    if attrs.get("mask_pattern") is not None:
        return columns_of(x, attrs["mask_pattern"], attrs.get("output_dtype"))
    return along(x, index, attrs["dim"])


def _pto_attrs(attrs: Mapping[str, Any]) -> Mapping[str, str]:
    return pattern_attrs(attrs) if attrs.get("mask_pattern") is not None else {}


_INT = {"output_dtype": INT32}
GATHER = op(
    "gather",
    doc="Elements along an axis by index, the columns of a pattern, or where a row compares with a number.",
    params=[
        operand("input"),
        static("dim", None),
        operand("index", default=None),
        static("mask_pattern", None),
        Param("output_dtype", "dtype", None),
        scalar("kvalue", default=None),
        static("cmp_mode", None),
        static("out_cols", None),
        static("offset", 0),
        Param("count_dtype", "dtype", None),
        Param("counts", "static", False, internal=True),
    ],
    infer=_gather,
    traits=_TRAITS,
    reference=_gathered,
    pto="tgather",
    namespaces=("pl", "tensor"),
    native=GATHERED,
    samples=(
        Sample(((8, 40), (8, 24)), dtypes=("FP32", "INT32"), ranges=((-4, 4), (-3, 45)), attrs={"dim": -1}),
        Sample(((8, 48), (6, 48)), dtypes=("FP16", "INT32"), ranges=((-4, 4), (-2, 10)), attrs={"dim": 0}),
        Sample(((4, 6, 16), (4, 6, 32)), dtypes=("INT16", "INT32"), ranges=((-9, 9), (-3, 19)), attrs={"dim": 2}),
        Sample(((4, 6, 16), (3, 9, 8)), dtypes=("INT32", "INT32"), ranges=((-9, 9), (-2, 9)), attrs={"dim": 1}),
        Sample(((4, 6, 16), (7, 5, 16)), dtypes=("FP32", "INT32"), ranges=((-9, 9), (-2, 7)), attrs={"dim": -3}),
        *(Sample(((8, 64),), special=True, attrs={"mask_pattern": p}) for p in MaskPattern),
        Sample(((8, 64),), special=True, attrs={"mask_pattern": MaskPattern.P1010, **_INT}),
        Sample(((8, 64),), dtype="FP16", attrs={"mask_pattern": MaskPattern.P0100}),
    ),
    rejects=(
        Reject(((16, 64),), "no form"),
        Reject(((16, 64), (16, 64)), "more than one", ("FP32", "INT32"), {"dim": 1, "mask_pattern": MaskPattern.P0101}),
        Reject(((16, 64),), "`index` is missing", attrs={"dim": -1}),
        Reject(((16, 64), (8, 64)), "`dim` is missing", ("FP32", "INT32")),
        Reject(((16, 64), (16, 64)), "does not exist", ("FP32", "INT32"), {"dim": 2}),
        Reject(((16, 64), (16, 64)), "`index` holds FP32", ("FP32", "FP32"), {"dim": -1}),
        Reject(((16, 64), (16, 64)), "`index` holds INT16", ("FP32", "INT16"), {"dim": -1}),
        Reject(((16, 64), (17, 8)), "larger", ("FP32", "INT32"), {"dim": -1}),
        Reject(((4, 4, 16), (4, 4, 16)), "32 bits", ("FP16", "INT32"), {"dim": 0}),
        Reject(((16, 64), (16, 64)), "element type", ("BF16", "INT32"), {"dim": -1}),
        Reject(((16, 63),), "multiple of 2", attrs={"mask_pattern": MaskPattern.P0101}),
        Reject(((16, 64),), "no pattern", attrs={"mask_pattern": 8}),
        Reject(((16, 64),), "has 16 bits", attrs={"mask_pattern": MaskPattern.P0101, "output_dtype": FP16}),
        Reject(((16, 64), (8, 64)), "belongs to the form", ("FP32", "INT32"), {"dim": 0, **_INT}),
    ),
    pto_attrs=_pto_attrs,
    positional=3,
)  # fmt: skip


def _tile_gather(bound: Bound) -> Type:
    x = tile_value(bound, "src", "pl.gather(x, dim, index)")
    index = tile_value(bound, "indices", "pl.gather(x, dim, index)")
    tile_value(bound, "tmp", "pl.gather(x, dim, index)")
    check_data(x)
    check_index(x, index, "indices")
    return make(index, dtype=x.dtype, valid=index.valid)


TILE_GATHER = op(
    "tile.gather",
    doc="Elements of a tile by their row-major position in it.",
    params=[operand("src"), operand("indices"), operand("tmp")],
    infer=_tile_gather,
    traits=_TRAITS,
    reference=lambda x, index: flat(x, index),
    pto="tgather",
    namespaces=("tile",),
    native=GATHERED,
    rejects=(Reject(((16, 64), (8, 64), (1, 64)), "must be a tile", ("FP32", "INT32")),),
)


def _gather_mask(bound: Bound) -> Type:
    return _mask_type(bound, tile_value(bound, "src", "pl.gather(x, mask_pattern=...)"))


GATHER_MASK = op(
    "gather_mask",
    doc="The columns of a pattern, one after the other.",
    params=[operand("src"), static("mask_pattern"), Param("output_dtype", "dtype", None)],
    infer=_gather_mask,
    traits=_TRAITS,
    reference=lambda x, **attrs: columns_of(x, **attrs),
    pto="tgather",
    namespaces=("tile",),
    native=GATHERED,
    rejects=(Reject(((16, 64),), "must be a tile", attrs={"mask_pattern": MaskPattern.P0101}),),
    pto_attrs=pattern_attrs,
    positional=2,
)


def _gather_compare(bound: Bound) -> Type:
    x = tile_value(bound, "src", "pl.gather(x, kvalue=..., cmp_mode=..., out_cols=...)")
    tile_value(bound, "tmp", "pl.gather(x, kvalue=..., cmp_mode=..., out_cols=...)")
    return compare_type(bound, x)


UNFOUND = 0xA5A5A5A5
"""What stands beyond the matches of a row: as in fresh memory."""


def matches(x: Any, kvalue: Any, cmp_mode: Any, out_cols: int, offset: int) -> tuple[Any, Any]:
    """The columns of each row that compare with a number, and how many there are."""
    import numpy as np

    with np.errstate(all="ignore"):
        found = COMPARISONS[comparison_of(cmp_mode)](x, kvalue)
    indices = np.full((x.shape[0], out_cols), UNFOUND, np.uint32).view(np.int32)
    for row, hits in zip(indices, found, strict=True):
        columns = np.flatnonzero(hits)[:out_cols]
        row[: columns.size] = (columns + offset).astype(np.int32)
    return indices, found.sum(axis=1, dtype=np.int32)[None, :]


GATHER_COMPARE = op(
    "gather_compare",
    doc="The columns of each row that compare with a number, in ascending order, and how many there are.",
    params=[
        operand("src"),
        scalar("kvalue"),
        operand("tmp"),
        static("cmp_mode", "eq"),
        static("offset", 0),
        static("out_cols"),
        Param("count_dtype", "dtype", None),
        Param("counts", "static", False, internal=True),
    ],
    infer=_gather_compare,
    traits=_TRAITS,
    reference=lambda x, kvalue, **a: matches(x, kvalue, a["cmp_mode"], a["out_cols"], a["offset"])[
        a["counts"]
    ],
    pto="tgather",
    namespaces=("tile",),
    native=GATHERED,
    rejects=(Reject(((16, 64), (1, 64)), "must be a tile", attrs={"out_cols": 8}, scalars=(1.0,)),),
    positional=3,
)


def _gatherb(bound: Bound) -> Type:
    x = tile_value(bound, "src", "pl.gather(x, dim, index)")
    offset = tile_value(bound, "offset", "pl.gather(x, dim, index)")
    if offset.dtype is not UINT32:
        raise OpError(
            f"`offset` holds {offset.dtype}",
            "byte offsets are UINT32: pl.reinterpret_view(offset, pl.UINT32)",
            "dtype-support",
        )
    if offset.shape[1] % 8:
        raise OpError(
            f"`offset` has {offset.shape[1]} columns, a multiple of 8 is needed", code="shape-mismatch"
        )
    target: DType = bound["output_dtype"] or x.dtype
    for dtype in (x.dtype, target):
        if dtype not in MOVABLE["a5"]:
            raise OpError(f"element type {dtype} is not accepted", code="dtype-support")
    per = BLOCK_BYTES // target.get_byte()
    rows, cols = offset.valid_shape
    return make(offset, (offset.shape[0], offset.shape[1] * per), target, (rows, arith.mul(cols, per)))


BLOCK_BYTES = 32
"""What one offset of `gatherb` brings."""


def blocks_of(data: Any, offset: Any) -> Any:
    """The 32 bytes at each offset of the flat bytes; zeros where they do not lie inside."""
    import numpy as np

    inside = offset.astype(np.int64) + BLOCK_BYTES <= data.size
    start = np.where(inside, offset, 0).astype(np.int64)
    found = data[start[..., None] + np.arange(BLOCK_BYTES)] if data.size >= BLOCK_BYTES else np.uint8(0)
    blocks = np.where(inside[..., None], found, np.uint8(0))
    return np.ascontiguousarray(blocks.reshape(*offset.shape[:-1], offset.shape[-1] * BLOCK_BYTES))


GATHERB = op(
    "gatherb",
    doc="Blocks of 32 bytes of a tile by their byte offsets.",
    params=[operand("src"), operand("offset"), Param("output_dtype", "dtype", None)],
    infer=_gatherb,
    traits=_TRAITS,
    reference=lambda x, offset, output_dtype=None: blocks_of(x.reshape(-1).view("u1"), offset).view(
        x.dtype if output_dtype is None else output_dtype.numpy()
    ),
    pto="tgatherb",
    namespaces=("pl", "tile"),
    native=MOVABLE,
    rejects=(Reject(((16, 64), (16, 8)), "must be a tile", ("FP32", "UINT32")),),
    positional=2,
)
