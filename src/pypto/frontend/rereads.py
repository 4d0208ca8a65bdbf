# SPDX-License-Identifier: Apache-2.0
"""What the end of a loop body told about its start, for the next time that the body is read.

    for i in pl.range(3):
        for j in pl.range(3):
            t = pl.slice(x, [16, 64], [0, 0], valid_shape=[n - j, 64])

That the valid extent of `t` changes shows at the end of the inner body, which is read again then, and later at the end
of the outer one. The inner loop that is read as part of the outer body begins with what is known of it: without that
each loop around would double how often the innermost body is read.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Learnt:
    """Of one loop: the axes on which valid extents of carried names change, and the same of the loops in its body.

    A loop of a helper or of a `pl.unroll` stands in a body several times; each place is known by its number.
    """

    varying: dict[str, set[int]] = field(default_factory=dict)
    inner: dict[tuple[ast.stmt, int], Learnt] = field(default_factory=dict)
    met: Counter[ast.stmt] = field(default_factory=Counter)

    def start(self) -> None:
        """The body is read from its beginning."""
        self.met.clear()

    def loop(self, stmt: ast.stmt) -> Learnt:
        """What is known of the next loop in the body, made by this statement."""
        number = self.met[stmt]
        self.met[stmt] += 1
        return self.inner.setdefault((stmt, number), Learnt())

    def add(self, found: Mapping[str, set[int]]) -> None:
        for name, axes in found.items():
            self.varying.setdefault(name, set()).update(axes)
