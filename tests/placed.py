# SPDX-License-Identifier: Apache-2.0
"""What sorts, merges, gathers and scatters mean, element by element in plain Python over Torch tensors."""

from __future__ import annotations

import functools
import itertools
import math
from typing import Any

import torch


def before(a: float, b: float) -> int:
    """Negative where a stands before b: descending, NaN first."""
    if math.isnan(a) or math.isnan(b):
        return math.isnan(b) - math.isnan(a)
    return (a < b) - (a > b)


def order_of(values: list[float], places: range) -> list[int]:
    return sorted(places, key=functools.cmp_to_key(lambda i, j: before(values[i], values[j])))


def words(x: torch.Tensor) -> torch.Tensor:
    """The bits of 4-byte elements."""
    return x.contiguous().view(torch.int32)


def sort32(x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    out = torch.empty(*x.shape[:-1], 2 * x.shape[-1])
    rows = zip(x.reshape(-1, x.shape[-1]), index.reshape(-1, x.shape[-1]), strict=True)
    for to, (values, beside) in zip(words(out).view(-1, out.shape[-1]), rows, strict=True):
        for start in range(0, len(values), 32):
            block = range(start, min(start + 32, len(values)))
            for rank, i in enumerate(order_of(values.tolist(), block), start):
                to[2 * rank], to[2 * rank + 1] = words(values)[i], words(beside)[i]
    return out


def pairs_of(x: torch.Tensor) -> list[tuple[float, int, int]]:
    """Value, its bits, and what stands beside it."""
    flat = x.reshape(-1)
    return list(zip(flat[0::2].tolist(), words(flat)[0::2].tolist(), words(flat)[1::2].tolist(), strict=True))


def merge(lists: list[torch.Tensor]) -> torch.Tensor:
    found = sorted(
        itertools.chain(*map(pairs_of, lists)), key=functools.cmp_to_key(lambda p, q: before(p[0], q[0]))
    )
    return torch.tensor([w for _, *both in found for w in both], dtype=torch.int32).view(torch.float32)


def mrgsort(*lists: torch.Tensor, block_len: int | None = None) -> torch.Tensor:
    if block_len is None:
        return merge(list(lists)).reshape(*lists[0].shape[:-1], -1)
    flat = lists[0].reshape(-1)
    out, four = flat.clone(), 4 * block_len
    for start in range(0, len(flat) // four * four, four):
        words(out)[start : start + four] = words(merge([*flat[start : start + four].split(block_len)]))
    return out.reshape(lists[0].shape)


def gather(x: torch.Tensor, index: torch.Tensor | None = None, *, dim: int = -1, **form: Any) -> torch.Tensor:
    pattern = form.get("mask_pattern")
    if pattern is not None:
        digits = pattern.name[1:][::-1]
        kept = x[:, [c for c in range(x.shape[1]) if digits[c % len(digits)] == "1"]]
        target = form.get("output_dtype")
        return kept if target is None else kept.contiguous().view(getattr(torch, target.torch))
    assert index is not None
    out = torch.zeros(index.shape, dtype=x.dtype)
    for at in itertools.product(*map(range, index.shape)):
        place = [*at]
        place[dim] = int(index[at])
        if 0 <= place[dim] < x.shape[dim]:
            out[at] = x[tuple(place)]
    return out


def reinterpret_view(x: torch.Tensor, *, dtype: Any, shape: Any = None) -> torch.Tensor:
    found = x.contiguous().view(getattr(torch, dtype.torch))
    return found if shape is None else found.reshape(shape)


def scatter(x: torch.Tensor, index: torch.Tensor, source: torch.Tensor, *, dim: int) -> torch.Tensor:
    out = x.clone()
    assert dim in (-1, 1)
    for at in itertools.product(*map(range, index.shape)):
        if 0 <= index[at] < x.shape[1]:
            out[at[0], int(index[at])] = source[at]
    return out


def scatter_update(x: torch.Tensor, index: torch.Tensor, source: torch.Tensor, *, dim: int) -> torch.Tensor:
    out = x.clone()
    width = x.shape[-1]
    for row, at in zip(source.reshape(-1, width), index.flatten().tolist(), strict=True):
        out.view(-1, width)[at] = row
    return out


def philox(key: tuple[int, int], counter: int, rounds: int) -> list[int]:
    """Four words; the constants and the rounds are those of the published cipher."""
    c = [counter >> 32 * i & 0xFFFFFFFF for i in range(4)]
    k = list(key)
    for _ in range(rounds):
        high, low = divmod(0xD2511F53 * c[0], 2**32)
        top, bottom = divmod(0xCD9E8D57 * c[2], 2**32)
        c = [top ^ c[1] ^ k[0], bottom, high ^ c[3] ^ k[1], low]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


def random(*words: int, shape: tuple[int, int], dtype: Any, rounds: int = 10) -> torch.Tensor:
    given = [int(w) % 2**32 for w in words]
    start = sum(w << 32 * i for i, w in enumerate(given[2:]))
    count = shape[0] * shape[1]
    blocks = (philox((given[0], given[1]), (start + b) % 2**128, rounds) for b in range(-(-count // 4)))
    found = [w - 2**32 if w >= 2**31 else w for w in itertools.chain(*blocks)][:count]
    return torch.tensor(found, dtype=torch.int32).reshape(shape)


MEANING = {
    "reinterpret_view": reinterpret_view,
    "sort32": sort32,
    "mrgsort": mrgsort,
    "gather": gather,
    "scatter": scatter,
    "scatter_update": scatter_update,
    "random": random,
}
