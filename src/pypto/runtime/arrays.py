# SPDX-License-Identifier: Apache-2.0
"""Arrays of orchestration and of regions, in the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pypto.ir.dtypes import TASK_ID
from pypto.ir.evaluate import normalise
from pypto.ir.nodes import ArrayType, Call, Var
from pypto.ir.ops import array
from pypto.ir.ops.table import Op
from pypto.runtime import faults
from pypto.runtime.machine import Machine


def create_array(machine: Machine, call: Call) -> list[Any]:
    type_ = call.type
    assert isinstance(type_, ArrayType)
    empty = None if type_.dtype is TASK_ID else normalise(0, machine.widened(type_.dtype))
    return [empty] * type_.extent


def array_place(machine: Machine, call: Call) -> tuple[list[Any], int]:
    """The elements, and the index of one of them; KernelFault where there is none."""
    assert isinstance(call.args[0], Var) and call.args[1] is not None
    elements, index = machine.values[call.args[0]], machine.scalar(call.args[1])
    if not 0 <= index < len(elements):
        name = call.args[0].name
        raise machine.fault(faults.SLICE, name, call.span, -1, begin=index, size=len(elements))
    return elements, index


def get_element(machine: Machine, call: Call) -> Any:
    elements, index = array_place(machine, call)
    return elements[index]


def expect_index(machine: Machine, call: Call) -> None:
    assert call.args[0] is not None
    index, extent = machine.scalar(call.args[0]), call.attrs["extent"]
    if not 0 <= index < extent:
        raise machine.fault(faults.SLICE, "", call.span, -1, begin=index, size=extent)


def update_element(machine: Machine, call: Call) -> None:
    elements, index = array_place(machine, call)
    assert call.args[2] is not None
    elements[index] = machine.scalar(call.args[2])


ARRAYS: Mapping[Op, Callable[[Machine, Call], Any]] = {
    array.CREATE: create_array,
    array.EXPECT_INDEX: expect_index,
    array.GET_ELEMENT: get_element,
    array.UPDATE_ELEMENT: update_element,
}
