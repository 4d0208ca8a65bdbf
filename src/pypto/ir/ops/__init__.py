# SPDX-License-Identifier: Apache-2.0
"""The table of operations: one row each, by family.

>>> from pypto.ir import ops
>>> ops.by_pto("tadd").name
'add'
"""

from pypto.ir.ops import (
    activation,
    allocation,
    argreduce,
    array,
    bits,
    carry,
    cast,
    compare,
    creation,
    crossing,
    elementwise,
    expand,
    gather,
    generate,
    indexed,
    layout,
    matmul,
    memory,
    mx,
    partial,
    pipe,
    products,
    random,
    reduce,
    remainder,
    rows,
    scalar,
    scatter,
    shaping,
    sort,
    staging,
    system,
    transfer,
)
from pypto.ir.ops.dispatch import resolve
from pypto.ir.ops.table import TABLE, Bound, Op, OpError, Param, Reject, Sample, Trait, by_pto

__all__ = [
    "TABLE", "Bound", "Op", "OpError", "Param", "Reject", "Sample", "Trait", "activation", "allocation",
    "argreduce", "array", "bits", "by_pto", "carry", "cast", "compare", "creation", "crossing", "elementwise",
    "expand", "gather", "generate", "indexed", "layout", "matmul", "memory", "mx", "partial", "pipe", "products",
    "random", "reduce", "remainder", "resolve", "rows", "scalar", "scatter", "shaping", "sort", "staging", "system",
    "transfer",
]  # fmt: skip
