# SPDX-License-Identifier: Apache-2.0
"""One function as C++: parameters, blocks, scalars and control flow."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pypto.assembler import catalog, scalars
from pypto.assembler.analysis import constant
from pypto.assembler.fuse import Fuser
from pypto.assembler.instructions import Instructions
from pypto.assembler.lines import LineLoop
from pypto.assembler.nodes import Block, Function, Module, Op, Value
from pypto.assembler.pipes import HIDDEN, Pipes
from pypto.assembler.placement import Placement
from pypto.assembler.plan import Group
from pypto.assembler.types import PtrType, ScalarType
from pypto.assembler.views import Views
from pypto.ir.dtypes import INT32

BLOCK_PARAMS = ("block_idx", "block_num", "lane")
_BLOCK_OPS = {"get_block_idx": "block_idx", "get_block_num": "block_num", "get_subblock_idx": "lane"}


class FunctionWriter(Instructions):
    """Writes the text of one function."""

    def __init__(
        self, module: Module, function: Function, placement: Placement, fuse: bool, pipes: Pipes
    ) -> None:
        super().__init__(module, function, placement, fuse, pipes)
        self.block_names: dict[str, str] = {}
        self.fuser = Fuser(placement, self.regions, self.liveness) if fuse else None
        self.params = self._params()
        if any(op.name == "pto.tstore" for op in function.walk()):
            self.line("const pto::StoreFence fence;")
        self._block(function.body)

    # Parameters

    def _params(self) -> list[tuple[str, str, str]]:
        """(C++ type, name, how the entry point obtains it)."""
        params: list[tuple[str, str, str]] = []
        slot = 0
        self.block_names = {name: self.fresh(name) for name in BLOCK_PARAMS}  # before any of the kernel's own
        for value in self.function.params:
            if value.name in BLOCK_PARAMS and value.type == ScalarType(INT32):
                self.names.alias(value, self.block_names[value.name])
                continue
            if value.name == HIDDEN and isinstance(value.type, PtrType):
                memory = f"core->slot_memory(core, {self.pipes.memory_size}, 0)"
                params.append(("char*", self.name(value), memory))
                continue
            if isinstance(value.type, PtrType):
                params.append(("const pto_gm*", self.name(value), f"(const pto_gm*)slots[{slot}]"))
            else:
                cpp = scalars.cpp_type(value)
                params.append((cpp, self.name(value), f"pto::from_slot<{cpp}>(slots[{slot}])"))
            slot += 1
        return params + [("int32_t", self.block_names[name], name) for name in BLOCK_PARAMS]

    # Blocks

    def _block(self, block: Block) -> None:
        items = self.fuser.schedule(block.ops) if self.fuser else block.ops
        for item in items:
            if isinstance(item, Group):
                LineLoop(item, self).emit()
            else:
                self._op(item)

    def _op(self, op: Op) -> None:
        kind = catalog.kind_of(op)
        if kind is not None:
            self._instruction(op, kind)
        elif op.name.startswith("arith."):
            self._scalar(op)
        elif op.short in catalog.SYNC or op.name in ("pto.reserve_buffer", "pto.import_reserved_buffer"):
            return
        elif op.short == "get_subblock_num":
            self.line(f"const int32_t {self.name(op.result)} = pto::subblocks(core);")
        elif op.short in _BLOCK_OPS:
            self.names.alias(op.result, self.block_names[_BLOCK_OPS[op.short]])
        else:
            self._OTHERS[op.name](self, op)

    def _scalar(self, op: Op) -> None:
        text = scalars.expression(op, self.name)
        if op.short == "constant":
            self.names.alias(op.result, f"({text})" if text.startswith("-") else text)
        else:
            self.line(f"const {scalars.cpp_type(op.result)} {self.name(op.result)} = {text};")

    # Control flow

    def _for(self, op: Op) -> None:
        low, high, step = (u.value for u in op.operands[:3])
        body = op.regions[0]
        self._carry(body.args[1:], op)
        index, cpp = self.name(body.args[0]), scalars.cpp_type(body.args[0])
        guard = "" if isinstance(constant(step), int) else f"{self.name(step)} > 0 && "
        test, advance = f"{guard}{index} < {self.name(high)}", f"{index} += {self.name(step)}"
        self.open(f"for ({cpp} {index} = {self.name(low)}; {test}; {advance}) {{", op if op.loc else None)
        self._block(body)
        self.close("}")

    def _carry(self, args: list[Value], op: Op) -> None:
        """Variables for carried values; results are the variables' last content."""
        for arg, init in zip(args, op.operands[-len(args) :] if args else [], strict=True):
            self.line(f"{scalars.cpp_type(arg)} {self.name(arg)} = {self.name(init.value)};")
        if op.name == "scf.for":
            for arg, result in zip(args, op.results, strict=True):
                self.names.alias(result, self.name(arg))

    def _assign(self, targets: list[Value], values: list[Value]) -> None:
        pairs = [(self.name(t), self.name(v)) for t, v in zip(targets, values, strict=True)]
        pairs = [(t, v) for t, v in pairs if t != v]
        if len(pairs) > 1:  # all values are taken before the first is replaced
            copies = [(t, self.fresh("next"), v) for t, v in pairs]
            for _, copy, v in copies:
                self.line(f"const auto {copy} = {v};")
            pairs = [(t, copy) for t, copy, _ in copies]
        for target, value in pairs:
            self.line(f"{target} = {value};")

    def _if(self, op: Op) -> None:
        for result in op.results:
            self.line(f"{scalars.cpp_type(result)} {self.name(result)};")
        self.open(f"if ({self.name(op.operands[0].value)}) {{", op if op.loc else None)
        self._block(op.regions[0])
        if len(op.regions) > 1:
            self.close("} else {")
            self._depth += 1
            self._block(op.regions[1])
        self.close("}")

    def _while(self, op: Op) -> None:
        before, after = op.regions
        self._carry(before.args, op)
        for result in op.results:
            self.line(f"{scalars.cpp_type(result)} {self.name(result)};")
        self.open("for (;;) {", op if op.loc else None)
        self._block(before)
        for arg, result in zip(after.args, op.results, strict=True):
            self.names.alias(arg, self.name(result))
        self._block(after)
        self.close("}")

    def _owner(self, op: Op) -> Op:
        for candidate in self.function.walk():
            if any(op in region.ops for region in candidate.regions):
                return candidate
        raise AssertionError("a yield stands inside an operation")

    def _yield(self, op: Op) -> None:
        owner = self._owner(op)
        values = [u.value for u in op.operands]
        targets = {
            "scf.for": owner.regions[0].args[1:],
            "scf.if": owner.results,
            "scf.while": owner.regions[0].args,
        }[owner.name]
        self._assign(targets if values else [], values)

    def _condition(self, op: Op) -> None:
        self._assign(self._owner(op).results, [u.value for u in op.operands[1:]])
        self.line(f"if (!({self.name(op.operands[0].value)})) break;")

    _OTHERS: ClassVar[dict[str, Callable[[FunctionWriter, Op], None]]] = {
        "scf.for": _for,
        "scf.if": _if,
        "scf.while": _while,
        "scf.yield": _yield,
        "scf.condition": _condition,
        "func.return": lambda self, op: None,
        "pto.make_tensor_view": Views._view,
        "pto.partition_view": Views._partition,
        "pto.get_tensor_view_dim": Views._dim,
        "pto.addptr": Views._addptr,
        "pto.load_scalar": Views._load_scalar,
        "pto.store_scalar": Views._store_scalar,
        "pto.alloc_tile": Views._alloc,
        "pto.subset": Views._subset,
        "pto.subview": Views._subset,
        "pto.treshape": Views._reinterpret,
        "pto.bitcast": Views._reinterpret,
        "pto.set_validshape": Views._set_validshape,
        "pto.trap": Instructions._trap,
        "pto.syncall": Instructions._syncall,
        "pto.sync.set": Instructions._event,
        "pto.sync.wait": Instructions._event,
        "pto.set_ffts": lambda self, op: None,
        "pto.fence.barrier_all": Instructions._fence,
        "pto.cmo.cacheinvalid": Instructions._fence,
        "pto.aic_initialize_pipe": Instructions._open_pipe,
        "pto.aiv_initialize_pipe": Instructions._open_pipe,
    }
