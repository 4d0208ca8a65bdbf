# SPDX-License-Identifier: Apache-2.0
"""Pseudo-random words: a block cipher of a counter (Philox 4x32), so that a place in the result decides its value.

    block b of the result, four words in row-major order = cipher(counter + b, key)

    round:  (c0, c1, c2, c3) -> (high(B * c2) ^ c1 ^ k0, low(B * c2), high(A * c0) ^ c3 ^ k1, low(A * c0))
            k0 += 0x9E3779B9, k1 += 0xBB67AE85 between rounds;  A = 0xD2511F53, B = 0xCD9E8D57

The counter has 128 bits, counter0 the lowest.
"""

from __future__ import annotations

from typing import Any

from pypto.ir import arith
from pypto.ir.dtypes import FP32, INT32, UINT32
from pypto.ir.nodes import Const, ScalarType, TensorType, TileType, Type, format_dims
from pypto.ir.ops.elementwise import native
from pypto.ir.ops.rules import make, static_dims
from pypto.ir.ops.table import Bound, Infer, OpError, Param, Reject, Sample, Trait, dims, op, scalar, static

WORDS = ("key0", "key1", "counter0", "counter1", "counter2", "counter3")
ROUNDS = (7, 10)
RANDOM_TYPES = native(frozenset(), frozenset({INT32, UINT32}))


def _check(bound: Bound) -> tuple[int, ...]:
    shape, dtype = static_dims(bound["shape"], "the shape of pl.random"), bound["dtype"]
    if dtype not in (INT32, UINT32):
        raise OpError(f"element type {dtype} is not accepted", "pl.UINT32 or pl.INT32", "dtype-support")
    if len(shape) != 2:
        raise OpError(f"two axes are expected, found {format_dims(shape)}", code="rank")
    if isinstance(bound["rounds"], bool) or bound["rounds"] not in ROUNDS:
        raise OpError(f"rounds={bound['rounds']!r}", "7 or 10", code="operation-form")
    for name in WORDS:
        word = bound[name]
        if isinstance(word, Const) and isinstance(word.value, int) and not isinstance(word.value, bool):
            if not -(2**31) <= word.value < 2**32:
                raise OpError(f"`{name}` is {word.value}, a word has 32 bits", code="number-range")
        elif not isinstance(word.type, ScalarType) or word.type.dtype not in (INT32, UINT32):
            raise OpError(
                f"`{name}` is {word.type}, a word of 32 bits is expected",
                "convert it: pl.cast(s, pl.INT32)",
                code="number-range",
            )
    return shape


def _valid(bound: Bound, shape: tuple[int, ...]) -> Any:
    valid = bound["valid_shape"]
    if valid is not None and len(valid) != 2:
        raise OpError(f"valid_shape has {len(valid)} entries, the shape 2", code="rank")
    for axis, held in enumerate(valid or ()):
        number = arith.as_int(arith.simplify(held))
        if number is not None and not 0 <= number <= shape[axis]:
            raise OpError(f"valid_shape[{axis}] is {number}, the extent is {shape[axis]}", code="valid-shape")
    return valid


def _tensor(bound: Bound) -> Type:
    return TensorType(_check(bound), bound["dtype"], local=True)


def _tile(bound: Bound) -> Type:
    shape = _check(bound)
    return make(TileType((shape[0], shape[1]), bound["dtype"]), valid=_valid(bound, shape))


def _philox(key: tuple[int, int], counter: tuple[int, int, int, int], blocks: int, rounds: int) -> Any:
    """`blocks` blocks of four words from a counter on."""
    import numpy as np

    start = sum(word << 32 * i for i, word in enumerate(counter))
    counts = [(start + b) % 2**128 for b in range(blocks)]
    c = [np.array([n >> 32 * i & 0xFFFFFFFF for n in counts], np.uint64) for i in range(4)]
    k0, k1 = key
    low = np.uint64(0xFFFFFFFF)
    for _ in range(rounds):
        a, b = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        shift = np.uint64(32)
        c = [(b >> shift) ^ c[1] ^ np.uint64(k0), b & low, (a >> shift) ^ c[3] ^ np.uint64(k1), a & low]
        k0, k1 = (k0 + 0x9E3779B9) % 2**32, (k1 + 0xBB67AE85) % 2**32
    return np.stack(c, axis=1).astype(np.uint32).reshape(-1)


def words(*given: Any, shape: Any, dtype: Any = UINT32, rounds: int = 10, **_: Any) -> Any:
    """The whole result."""
    key0, key1, *counter = (int(word) % 2**32 for word in given)
    count = shape[0] * shape[1]
    found = _philox((key0, key1), tuple(counter), -(-count // 4), rounds)  # type: ignore[arg-type]
    return found[:count].view(dtype.numpy()).reshape(shape)


def _random(name: str, infer: Infer, namespaces: tuple[str, ...], tile: bool) -> Any:
    return op(
        name,
        doc="Pseudo-random 32-bit words that follow from the key, the counter and their place alone.",
        params=[
            *(scalar(word) for word in WORDS),
            dims("shape"),
            *([dims("valid_shape", default=None)] if tile else []),
            Param("dtype", "dtype", UINT32),
            static("rounds", 10),
        ],
        infer=infer,
        traits={Trait.PURE, Trait.VECTOR},
        reference=words,
        pto="trandom",
        namespaces=namespaces,
        native=RANDOM_TYPES,
        samples=()
        if tile
        else (
            Sample((), "INT32", scalars=(1, 2, 3, 4, 5, 6), attrs={"shape": (8, 24), "dtype": INT32}),
            Sample(
                (),
                "INT32",
                scalars=(-1, 0, -1, -1, -1, 7),
                attrs={"shape": (3, 40), "dtype": INT32, "rounds": 7},
            ),
        ),
        rejects=(
            Reject((), "rounds", scalars=(0,) * 6, attrs={"shape": (8, 8), "dtype": UINT32, "rounds": 8}),
            Reject((), "element type", scalars=(0,) * 6, attrs={"shape": (8, 8), "dtype": FP32, "rounds": 7}),
            Reject((), "two axes", scalars=(0,) * 6, attrs={"shape": (8,), "dtype": UINT32, "rounds": 7}),
            Reject(
                (),
                "32 bits",
                scalars=(0, 2**32, 0, 0, 0, 0),
                attrs={"shape": (8, 8), "dtype": UINT32, "rounds": 7},
            ),
        ),
    )


RANDOM = _random("random", _tensor, ("pl", "tensor"), False)
TILE_RANDOM = _random("tile.random", _tile, ("tile",), True)
