# SPDX-License-Identifier: Apache-2.0
"""A group of instructions as one C++ loop over lines.

Within an iteration the instructions run in phases: a phase is one walk along the line, and a new one begins where an
instruction needs the result of a reduction of the present one. Values of a phase stay in vector registers. A value
that a later phase needs is kept in the tile's memory: in its own line if the tile is read after the loop, else in the
first line, so that it stays in the nearest cache. What was loaded from global memory is read there again.
"""

from __future__ import annotations

from pypto.assembler import catalog
from pypto.assembler.catalog import Kind
from pypto.assembler.context import Context
from pypto.assembler.nodes import Op, Use, Value
from pypto.assembler.plan import Group, Part, Plan, Step, Val, chain, is_narrow
from pypto.assembler.types import TileType
from pypto.ir.dtypes import DType


class LineLoop:
    def __init__(self, group: Group, context: Context) -> None:
        self.group = group
        self.cx = context
        self.plan = Plan(group, context.placement, context.liveness)
        self.steps = self.plan.steps
        self.vals = self.plan.vals
        self._head: list[str] = []
        self._row: list[str] = []
        self._pointers: dict[tuple[str, object], str] = {}
        self._ends: dict[Op, str] = {}
        self._cache: dict[object, str] = {}

    # Text

    def emit(self) -> None:
        cx = self.cx
        names = ", ".join(f"{m.op.short.upper()}{self._result(m.op)}" for m in self.group.members)
        cx.comment(f"One loop: {names}")
        cx.open("{")
        self._checks()
        body = self._phases()
        for line in self._head:
            cx.line(line)
        lines = self.group.lines
        count = str(lines) if isinstance(lines, int) else f"{self._main()}.lines()"
        if lines == 1:
            cx.line("const int64_t row = 0;")
        else:
            cx.open(f"for (int64_t row = 0; row < {count}; ++row) {{")
        for line in [*self._row, *body]:
            cx.line(line)
        if lines != 1:
            cx.close("}")
        for op in self.group.stores:
            part, tile = cx.name(op.outs[0].value), cx.name(op.operands[0].value)
            spare = self._spare(op, tile)
            cx.line(f"pto::deliver(core, {part}, {spare}, {self._ends[op]}, {cx.location(op)});")
        cx.close("}")

    def _spare(self, op: Op, tile: str) -> str:
        """Where lines lie that cannot stay in global memory or go straight there."""
        return f"pto::spare(core, {tile}, {self.plan.spare[op]})"

    def _result(self, op: Op) -> str:
        return f" {self.cx.name(op.outs[0].value)}"

    def _main(self) -> str:
        member = self.group.members[0]
        op = member.op
        first = (
            op.operands[0] if member.kind in (Kind.STORE, Kind.ROW_REDUCE, Kind.COL_REDUCE) else op.outs[0]
        )
        return self.cx.name(first.value)

    def _checks(self) -> None:
        cx = self.cx
        for op in self.group.loads:
            tile, part = cx.name(op.outs[0].value), cx.name(op.operands[0].value)
            cx.line(f"if (!pto::can_load(core, {tile}, {part}, {cx.location(op)})) return;", op)
        for op in self.group.stores:
            tile, part = cx.name(op.operands[0].value), cx.name(op.outs[0].value)
            cx.line(f"if (!pto::can_store(core, {part}, {tile}, {cx.location(op)})) return;", op)
        for step in self.steps:
            op = step.member.op
            column = "column_" if step.member.part is Part.ROW_VALUE else ""
            if step.member.kind is Kind.LOAD:
                tile, part = cx.name(op.outs[0].value), cx.name(op.operands[0].value)
                self._ends[op] = cx.fresh(f"in_{tile}")
                direct = " && ".join(self._apart(step, s) for s in self.steps if s.member.kind is Kind.STORE)
                call = f"pto::{column}source({self._spare(op, tile)}, {part}, {direct or 'true'})"
                cx.line(f"const auto {self._ends[op]} = {call};")
            elif step.member.kind is Kind.STORE:
                tile, part = cx.name(op.operands[0].value), cx.name(op.outs[0].value)
                self._ends[op] = cx.fresh(f"out_{tile}")
                cx.line(
                    f"const auto {self._ends[op]} = pto::{column}target({part}, {self._spare(op, tile)});"
                )

    def _apart(self, load: Step, store: Step) -> str:
        """Whether the loop may read in place although the store writes: a cell is read before it is written."""
        assert load.out is not None
        reads = [v.last_use for v in self.vals if v.reread is load.member.op]
        in_order = store.member.part is Part.LINE and load.member.part is Part.LINE and max(reads) <= store.at
        a, b = self.cx.name(load.member.op.operands[0].value), self.cx.name(store.member.op.outs[0].value)
        return f"pto::apart{'_or_same' if in_order else ''}({a}, {b})"

    def _phases(self) -> list[str]:
        body: list[str] = []
        for val in self.vals:
            if not (val.memory and val.per_row):
                continue
            body += self._read_cell(val, f"*{self.cx.name(val.tile)}.cell(row, 0)")
        last = max((s.at for s in self.steps), default=0)
        for at in range(-1, last + 1):
            walk = [s for s in self.steps if s.at == at and s.member.part is not Part.ROW_VALUE]
            if walk:
                body += self._walk(at, walk)
            for step in self.steps:
                if step.at == at and step.member.part is Part.ROW_VALUE:
                    body += self._row_value(step)
        for val in self.plan.env.values():
            if val.per_row and val.live:
                body.append(f"*{self.cx.name(val.tile)}.cell(row, 0) = {self._cell(val)};")
        return body

    def _read_cell(self, val: Val, source: str) -> list[str]:
        """The lanes of a value per row; its bits too, as lanes of floats do not keep those of every NaN."""
        tile = self.cx.name(val.tile)
        val.name = self.cx.fresh(f"v_{tile}")
        if not val.elem.is_float:
            return [f"const auto {val.name} = pto::splat({source});"]
        val.cell = self.cx.fresh(f"b_{tile}")
        return [
            f"const {val.elem.cpp} {val.cell} = {source};",
            f"const auto {val.name} = pto::splat({val.cell});",
        ]

    def _cell(self, val: Val) -> str:
        """A value per row as it is stored."""
        return val.cell or f"pto::stored<{val.elem.cpp}>({val.name}[0])"

    def _row_value(self, step: Step) -> list[str]:
        cx, op = self.cx, step.member.op
        if step.member.kind is Kind.STORE:
            (val,) = step.inputs
            assert isinstance(val, Val)
            return [f"*{self._ends[op]}.line(row) = {self._cell(val)};{cx.remark(op)}"]
        assert step.out is not None
        if step.member.kind is Kind.COPY:
            assert step.out.origin is not None
            step.out.name, step.out.cell = step.out.origin.name, step.out.origin.cell
            return []
        if step.member.kind is Kind.LOAD:
            *first, last = self._read_cell(step.out, f"*{self._ends[op]}.line(row)")
            return [*first, last + cx.remark(op)]
        step.out.name = cx.fresh(f"v_{cx.name(step.out.tile)}")
        operands = [v.name if isinstance(v, Val) else self._scalar(v, step.out.elem) for v in step.inputs]
        return [f"const auto {step.out.name} = {cx.lane_expression(op, operands)};{cx.remark(op)}"]

    def _walk(self, at: int, steps: list[Step]) -> list[str]:
        """One walk along the line."""
        self._cache = {}
        before: list[str] = []
        after: list[str] = []
        inside: list[str] = []
        reduces = any(s.member.part is Part.REDUCTION for s in steps)
        ends = []
        if self.group.stores:
            again = {v: None for s in steps for v in s.inputs if isinstance(v, Val) and not v.per_row}
            for known in again:
                if known.reread is not None and known.at < at:
                    self._fetch(known, at, inside)
        for step in steps:
            op = step.member.op
            if step.member.part is Part.REDUCTION:
                self._reduction(step, before, inside, after)
            elif step.member.part is Part.DOWN:
                self._down(step, inside)
            elif step.member.kind is Kind.STORE:
                (val,) = step.inputs
                assert isinstance(val, Val)
                ends.append(op)
                pointer = self._pointer(
                    f"q_{self.cx.name(val.tile)}", f"{self._ends[op]}.line(row)", op, False, val.elem
                )
                self._write(val, pointer, "send", inside, step)
            else:
                assert step.out is not None
                self._line_value(step, step.out, inside)
        stream = ""
        if ends:
            stream = self.cx.fresh("stream")
            tests = [f"pto::streams({self.cx.name(op.outs[0].value)}.gm(), {self._ends[op]})" for op in ends]
            self._head.append(f"const bool {stream} = {' && '.join(tests)};")
        return [*before, *self._call(inside, 4 if reduces else 1, stream), *after]

    def _call(self, inside: list[str], slots: int, stream: str) -> list[str]:
        length = self.group.length

        def walk(streaming: str) -> str:
            if isinstance(length, int):
                return f"pto::columns_of<{slots}, {length}{streaming}>("
            return f"pto::columns<{slots}{streaming}>({self._main()}.length(), "

        indented = ["    " + line for line in inside]
        head = "[&](auto part, int64_t col) PTO_BODY {"
        if not stream:
            return [f"{walk('')}{head}", *indented, "});"]
        body = self.cx.fresh("body")
        return [
            f"const auto {body} = {head}",
            *indented,
            "};",
            f"if ({stream}) {walk(', true')}{body});",
            f"else {walk('')}{body});",
        ]

    # Values

    def _pointer(self, wish: str, text: str, key: object, constant: bool, elem: DType) -> str:
        """A pointer to the line of this iteration, declared once per iteration."""
        if (text, key) not in self._pointers:
            name = self.cx.fresh(wish)
            self._pointers[text, key] = name
            self._row.append(f"{'const ' if constant else ''}{elem.cpp}* {name} = {text};")
        return self._pointers[text, key]

    def _home(self, val: Val) -> str:
        """Where a value lives in the tile's memory."""
        tile = self.cx.name(val.tile)
        line = "row" if any(v.live or v.memory for v in self.plan.at(val.tile)) else "0"
        return self._pointer(f"p_{tile}", f"{tile}.line({line})", val.tile, False, val.elem)

    def _from_memory(self, val: Val) -> str:
        load = val.reread
        if load is not None:
            return self._pointer(
                f"p_{self.cx.name(val.tile)}",
                f"{self._ends[load]}.line({'0' if val.side else 'row'})",
                load,
                True,
                val.elem,
            )
        return self._home(val)

    def _lanes(self, val: Val, at: int, inside: list[str]) -> str:
        """The value in lanes of its type."""
        if val in self._cache:
            return self._cache[val]
        if val.origin is not None and val.at == at:
            return self._lanes(val.origin, at, inside)
        name = self.cx.fresh(f"v_{self.cx.name(val.tile)}")
        inside.append(f"const auto {name} = part.load({self._from_memory(val)} + col);")
        self._cache[val] = name
        return name

    def _bits(self, val: Val, inside: list[str]) -> str:
        """The value as it lies in memory."""
        key = (val, "bits")
        if key not in self._cache:
            self._cache[key] = self.cx.fresh(f"b_{self.cx.name(val.tile)}")
            inside.append(
                f"const auto {self._cache[key]} = part.load(pto::bits({self._from_memory(val)} + col));"
            )
        return self._cache[key]

    def _fetch(self, val: Val, at: int, inside: list[str]) -> None:
        """Load a value now, because its place in memory may be written before its first use."""
        root = self._root(val, at)
        if root in self._computed(at):
            return
        if not (is_narrow(root) and self._only_moved(root)):
            self._lanes(root, at, inside)
        if is_narrow(root):
            self._bits(root, inside)

    def _only_moved(self, val: Val) -> bool:
        inputs = (v for s in self.steps if s.member.kind not in (Kind.STORE, Kind.COPY) for v in s.inputs)
        return not any(isinstance(v, Val) and val in chain(v) for v in inputs)

    def _root(self, val: Val, at: int) -> Val:
        """What a value is a copy of, as far as copies of this phase go."""
        while val.origin is not None and val.at == at:
            val = val.origin
        return val

    def _write(self, val: Val, pointer: str, verb: str, inside: list[str], step: Step) -> None:
        """Store a value; where it was only moved, bit for bit."""
        root, op = self._root(val, step.at), step.member.op
        if root not in self._computed(step.at) and is_narrow(root):
            text = f"part.{verb}(pto::bits({pointer} + col), {self._bits(root, inside)});"
        else:
            text = f"part.{verb}({pointer} + col, {self._lanes(val, step.at, inside)});"
        inside.append(text + self.cx.remark(op))

    def _computed(self, at: int) -> list[Val]:
        return [v for v in self.vals if v.at == at and not (v.load or v.origin or v.per_row or v.memory)]

    def _line_value(self, step: Step, out: Val, inside: list[str]) -> None:
        cx, op = self.cx, step.member.op
        if step.member.kind in (Kind.LANES, Kind.CONVERT):
            operands = [self._operand(v, out.elem, step.at, inside) for v in step.inputs]
            name = cx.fresh(f"v_{cx.name(out.tile)}")
            inside.append(f"const auto {name} = {cx.lane_expression(op, operands)};{cx.remark(op)}")
            self._cache[out] = name
        elif step.member.kind is Kind.COPY or self.group.stores:
            self._fetch(out, step.at, inside)
        if out.live or out.spilled:
            self._write(out, self._home(out), "store", inside, step)

    def _operand(self, operand: Val | Use, elem: DType, at: int, inside: list[str]) -> str:
        if isinstance(operand, Val):
            return operand.name if operand.per_row else self._lanes(operand, at, inside)
        if isinstance(operand.type, TileType):
            return self._row_operand(operand.value, inside)
        return self._scalar(operand, elem)

    def _row_operand(self, tile: Value, inside: list[str]) -> str:
        if tile not in self._cache:
            name = self.cx.fresh(f"v_{self.cx.name(tile)}")
            inside.append(f"const auto {name} = part.load({self.cx.name(tile)}.data + col);")
            self._cache[tile] = name
        return self._cache[tile]

    def _scalar(self, use: Use, elem: DType) -> str:
        key = (f"scalar {elem.cpp}", use.value)
        if key not in self._pointers:
            name = self.cx.fresh("k_" + use.value.name)
            self._pointers[key] = name
            self._head.append(f"const auto {name} = pto::splat({self.cx.scalar(use.value, elem)});")
        return self._pointers[key]

    def _reduction(self, step: Step, before: list[str], inside: list[str], after: list[str]) -> None:
        cx, op, out = self.cx, step.member.op, step.out
        (val,) = step.inputs
        assert isinstance(val, Val) and out is not None
        total = cx.fresh(f"total_{cx.name(out.tile)}")
        out.name = cx.fresh(f"v_{cx.name(out.tile)}")
        kind = catalog.REDUCTIONS[op.short.removeprefix("trow")]
        before.append(f"pto::{kind}<{val.elem.cpp}> {total};")
        inside.append(f"{total}.add(part, {self._lanes(val, step.at, inside)});{cx.remark(op)}")
        after.append(f"const auto {out.name} = {total}.result();")

    def _down(self, step: Step, inside: list[str]) -> None:
        cx, op = self.cx, step.member.op
        (val,) = step.inputs
        assert isinstance(val, Val)
        name, target = self._lanes(val, step.at, inside), cx.name(op.outs[0].value)
        kind = catalog.REDUCTIONS[op.short.removeprefix("tcol")]
        at = f"{target}.data + col"
        step_text = f"pto::{kind}1<{val.elem.cpp}>::step(part.load({at}), {name})"
        inside.append(f"part.store({at}, row == 0 ? {name} : {step_text});{cx.remark(op)}")
