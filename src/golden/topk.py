# SPDX-License-Identifier: Apache-2.0
"""`topk_pair_compare`: an index output that may swap candidates whose scores leave the order intact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from golden.chunks import coordinate, integers, wide
from golden.comparator import Comparator, Context, failed, plain
from golden.dtypes import is_integer
from golden.keywords import named
from golden.records import Comparison, Index, Mismatch
from golden.report import render_index


@dataclass(frozen=True)
class TopkPairCompare(Comparator):
    """Judges the positions whose index differs by the device's own scores.

    With `candidate_scores`, an input that holds the scores of all candidates along `dim`, every index
    must also be in range, unique in its row and carry the score reported for it, and a candidate taken
    for another must score the same within tolerance.
    """

    vals_name: str
    dim: int = -1
    descending: bool = True
    max_show: int = 10
    candidate_scores: str | None = None

    @property
    def factory(self) -> str:
        return "topk_pair_compare"

    def tolerance(self, context: Context) -> str:
        return f"top-k order of '{self.vals_name}'"

    def judge(
        self, actual: torch.Tensor, expected: torch.Tensor, context: Context, *, verdict_only: bool = False
    ) -> Comparison:
        record = Comparison(
            passed=True,
            shape=tuple(actual.shape),
            dtype=actual.dtype,
            comparator=self.label,
            total=actual.numel(),
        )
        record.compared = 0
        scores = context.actual_outputs.get(self.vals_name)
        if scores is None:
            return failed(
                record,
                f"compare_fn misconfigured: no output '{self.vals_name}'; "
                f"outputs are {list(context.actual_outputs)}",
            )
        problem = self._shape_problem(actual, expected, scores)
        if problem:
            return failed(record, problem)
        record.compared = actual.numel()
        if actual.numel() == 0 or np.array_equal(actual.numpy(), expected.numpy()):
            return record
        return self._judge_rows(record, actual, expected, plain(scores), context)

    def _shape_problem(self, actual: torch.Tensor, expected: torch.Tensor, scores: torch.Tensor) -> str:
        if actual.shape != expected.shape:
            return f"top-k index shape mismatch: actual {list(actual.shape)}, expected {list(expected.shape)}"
        if actual.shape != scores.shape:
            pair = f"indices {list(actual.shape)}, scores '{self.vals_name}' {list(scores.shape)}"
            return f"top-k shape mismatch: {pair}"
        if not -actual.dim() <= self.dim < actual.dim():
            return f"dim={self.dim} out of range: indices {list(actual.shape)}, scores {list(scores.shape)}"
        if not (is_integer(actual.dtype) and is_integer(expected.dtype)):
            return f"top-k indices must be integers: actual {actual.dtype}, expected {expected.dtype}"
        return ""

    def _judge_rows(
        self,
        record: Comparison,
        actual: torch.Tensor,
        expected: torch.Tensor,
        scores: torch.Tensor,
        context: Context,
    ) -> Comparison:
        mine, theirs, values = (self._rows(tensor) for tensor in (actual, expected, scores))
        differs = mine != theirs
        reasons: dict[str, np.ndarray] = {
            "out of order": differs & ~self._ordered(values),
            "negative index": differs & (mine < 0),
            "repeated index": differs & _repeated(mine),
        }
        if self.candidate_scores is not None:
            problem = self._add_candidate_checks(reasons, mine, theirs, values, scores.dtype, record, context)
            if problem:
                return failed(record, problem)
        bad = np.logical_or.reduce(list(reasons.values()))
        record.mismatched = int(np.count_nonzero(bad))
        if record.mismatched == 0:
            return record
        order = "descending" if self.descending else "ascending"
        failed(
            record,
            f"top-k idx mismatch via '{self.vals_name}' (dim={self.dim}, {order}): {record.mismatched} bad",
        )
        for row, position in np.argwhere(bad)[: self.max_show]:
            index = self._original(int(row), int(position), record.shape)
            window = ", ".join(f"{value:.8g}" for value in values[row, max(0, position - 1) : position + 2])
            why = ", ".join(reason for reason, mask in reasons.items() if mask[row, position])
            record.notes.append(
                f"{render_index(index)} actual_idx={mine[row, position]}, "
                f"expected_idx={theirs[row, position]}, actual_score={values[row, position]:.8g}, "
                f"neighbours [{window}]: {why}"
            )
            if not record.first:
                record.first = [Mismatch(index, int(mine[row, position]), int(theirs[row, position]))]
        if record.mismatched > self.max_show:
            record.notes.append(f"... and {record.mismatched - self.max_show} more")
        return record

    def _rows(self, tensor: torch.Tensor) -> np.ndarray:
        """The tensor as [rows, length along dim]; floats as float32."""
        moved = tensor.movedim(self.dim, -1)
        flat = moved.reshape(-1, moved.shape[-1])
        return integers(flat) if is_integer(flat.dtype) else wide(flat).numpy()

    def _original(self, row: int, position: int, shape: Index) -> Index:
        axis = self.dim % len(shape)
        others = shape[:axis] + shape[axis + 1 :]
        index = coordinate(row, others)
        return (*index[:axis], position, *index[axis:])

    def _ordered(self, values: np.ndarray) -> np.ndarray:
        """Whether each value stands in order to both neighbours; a missing neighbour is fine."""
        left, right = values[:, :-1], values[:, 1:]
        pairs = left >= right if self.descending else left <= right
        ordered = np.ones(values.shape, dtype=bool)
        ordered[:, 1:] &= pairs
        ordered[:, :-1] &= pairs
        return ordered

    def _add_candidate_checks(
        self,
        reasons: dict[str, np.ndarray],
        mine: np.ndarray,
        theirs: np.ndarray,
        values: np.ndarray,
        dtype: torch.dtype,
        record: Comparison,
        context: Context,
    ) -> str:
        source = context.inputs.get(str(self.candidate_scores))
        if source is None:
            return (
                f"compare_fn misconfigured: missing input '{self.candidate_scores}'; "
                f"inputs are {list(context.inputs)}"
            )
        axis = self.dim % len(record.shape)
        shape = list(source.shape)
        if len(shape) != len(record.shape) or shape[:axis] + shape[axis + 1 :] != [
            *record.shape[:axis],
            *record.shape[axis + 1 :],
        ]:
            return (
                f"candidate scores '{self.candidate_scores}' have shape {shape}, indices {list(record.shape)}"
            )
        candidates = self._rows(plain(source).to(dtype))
        # A negative index on both sides is the golden's own sentinel for "no candidate".
        sentinel = (mine < 0) & (mine == theirs)
        inside = (mine >= 0) & (mine < candidates.shape[1])
        reasons["index out of range"] = ~inside & ~sentinel
        reasons["repeated index"] = _repeated(mine) & ~sentinel
        rows = np.arange(mine.shape[0])[:, None]
        carried = candidates[rows, np.where(inside, mine, 0)]
        reasons["score is not that of the index"] = inside & ~_near(values, carried, context)
        known = inside & (theirs >= 0) & (theirs < candidates.shape[1]) & (mine != theirs)
        wanted = candidates[rows, np.where(known, theirs, 0)]
        reasons["another candidate's place"] = known & ~_near(carried, wanted, context)
        return ""


def _near(actual: np.ndarray, expected: np.ndarray, context: Context) -> np.ndarray:
    a, e = actual.astype(np.float64), expected.astype(np.float64)
    with np.errstate(invalid="ignore"):
        return (a == e) | (np.abs(a - e) <= context.atol + context.rtol * np.abs(e))


def _repeated(rows: np.ndarray) -> np.ndarray:
    """Where a value occurs more than once in its row."""
    order = np.argsort(rows, axis=1, kind="stable")
    ordered = np.take_along_axis(rows, order, axis=1)
    equal = ordered[:, 1:] == ordered[:, :-1]
    twice = np.zeros(rows.shape, dtype=bool)
    twice[:, 1:] |= equal
    twice[:, :-1] |= equal
    repeated = np.zeros(rows.shape, dtype=bool)
    np.put_along_axis(repeated, order, twice, axis=1)
    return repeated


@named()
def topk_pair_compare(
    vals_name: str,
    *,
    dim: int = -1,
    descending: bool = True,
    max_show: int = 10,
    candidate_scores: str | None = None,
) -> TopkPairCompare:
    """Compare an index output that belongs to the score output `vals_name`.

    Equal indices pass. Where an index differs, the device's scores must be ordered against their
    neighbours along `dim`, so ties may swap. The score output keeps a comparison of its own; name the
    input of all candidate scores in `candidate_scores` to check the indices against it too.

    Args:
        vals_name: The output of the scores, of the shape of the indices.
        dim: The axis along which candidates are ranked.
        descending: Whether the largest score comes first.
        max_show: How many bad positions are shown.
        candidate_scores: An input of the shape of the indices but for `dim`, which has all candidates.

    Raises:
        TypeError: A keyword is not one of these.
    """
    return TopkPairCompare(vals_name, dim, descending, max_show, candidate_scores)
