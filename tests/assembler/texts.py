# SPDX-License-Identifier: Apache-2.0
"""Short ways to write `.pto` text in tests.

Text("f32").view("x", 64, 256).tile("t", 8, 256).load("t", "x", 0, 0)...
"""

from __future__ import annotations


class Text:
    """A kernel of static shapes, written line by line; tensors become parameters in the order of `view`."""

    def __init__(self, arch: str = "a2a3", kind: str = "vector") -> None:
        self.arch, self.kind = arch, kind
        self.params: list[str] = []
        self.constants: dict[tuple[object, str], str] = {}
        self.lines: list[str] = []
        self.types: dict[str, str] = {}
        self.elements: dict[str, str] = {}
        self.count = 0

    def const(self, value: object, type: str = "index") -> str:
        if isinstance(value, str):
            return value
        key = (value, type)
        if key not in self.constants:
            self.constants[key] = f"%k{len(self.constants)}"
        return self.constants[key]

    def line(self, text: str) -> Text:
        self.lines.append(text)
        return self

    def param(self, name: str, type: str) -> Text:
        self.params.append(f"%{name}: {type}")
        self.types[f"%{name}"] = type
        return self

    def view(self, name: str, elem: str, *shape: object, strides: tuple[object, ...] | None = None) -> Text:
        """Parameter `%name` and its view `%name_v`; strides default to row-major."""
        self.param(name, f"!pto.ptr<{elem}>")
        if strides is None:
            steps: list[int] = [1]
            for extent in reversed(shape[1:]):
                steps.insert(0, steps[0] * int(extent))  # type: ignore[call-overload]
            strides = tuple(steps)
        type = f"!pto.tensor_view<{'?x' * len(shape)}{elem}>"
        self.types[f"%{name}_v"], self.elements[name] = type, elem
        sizes = ", ".join(self.const(s) for s in shape)
        at = ", ".join(self.const(s) for s in strides)
        return self.line(
            f"%{name}_v = pto.make_tensor_view %{name}, shape = [{sizes}], strides = [{at}] : {type}"
        )

    def part(self, view: str, begin: tuple[object, ...], size: tuple[object, ...]) -> str:
        self.count += 1
        name = f"%part{self.count}"
        dims = "".join("?x" if isinstance(s, str) else f"{s}x" for s in size)
        self.types[name] = f"!pto.partition_tensor_view<{dims}{self.elements[view]}>"
        at = ", ".join(self.const(b) for b in begin)
        extents = ", ".join(self.const(s) for s in size)
        self.line(
            f"{name} = pto.partition_view %{view}_v, offsets = [{at}], sizes = [{extents}] : "
            f"{self.types[f'%{view}_v']} -> {self.types[name]}"
        )
        return name

    def tile(
        self,
        name: str,
        elem: str,
        rows: int,
        cols: int,
        *,
        valid: tuple[object, object] | None = None,
        space: str = "vec",
        addr: int | None = None,
        more: str = "",
    ) -> Text:
        v_row, v_col = valid or (rows, cols)
        shown = "x".join("?" if isinstance(v, str) else str(v) for v in (v_row, v_col))
        column = ", blayout=col_major" if cols == 1 else ""
        type = f"!pto.tile_buf<{space}, {rows}x{cols}x{elem}, valid={shown}{column}{more}>"
        self.types[f"%{name}"] = type
        extents = ""
        if addr is not None:
            extents += f" addr = {self.const(addr, 'i64')}"
        for word, v in (("valid_row", v_row), ("valid_col", v_col)):
            if isinstance(v, str):
                extents += f" {word} = {v}"
        return self.line(f"%{name} = pto.alloc_tile{extents} : {type}")

    def window(self, name: str, parent: str, at: tuple[object, object], rows: int, cols: int) -> Text:
        """A part of a fully valid row-major tile."""
        outer = self.types[f"%{parent}"]
        elem = outer.split("x")[2].split(",")[0].rstrip(">")
        row, col = (self.const(v) for v in at)
        shown = "?x?" if "valid=?x?" in outer else f"{rows}x{cols}"
        self.types[f"%{name}"] = f"!pto.tile_buf<vec, {rows}x{cols}x{elem}, valid={shown}>"
        return self.line(f"%{name} = pto.subset %{parent}[{row}, {col}] sizes [{rows}, {cols}] : {outer}")

    def op(self, name: str, ins: str, outs: str, attrs: str = "", more: str = "") -> Text:
        """`ins` and `outs` are names; `attrs` stands inside ins, `more` at the end."""
        names = [n if n.startswith("%") else f"%{n}" for n in ins.split()]
        out = outs if outs.startswith("%") else f"%{outs}"
        types = ", ".join(self.types[n] for n in names)
        return self.line(
            f"pto.{name} ins({', '.join(names)}{attrs} : {types}) outs({out} : {self.types[out]}){more}"
        )

    def load(self, tile: str, view: str, begin: tuple[object, ...], size: tuple[object, ...]) -> Text:
        return self.op("tload", self.part(view, begin, size), tile)

    def store(
        self, tile: str, view: str, begin: tuple[object, ...], size: tuple[object, ...], more: str = ""
    ) -> Text:
        return self.op("tstore", tile, self.part(view, begin, size), more=more)

    def number(self, name: str, value: object, type: str) -> Text:
        self.types[f"%{name}"] = type
        return self.line(f"%{name} = arith.constant {value} : {type}")

    def loop(self, name: str, stop: object, step: object) -> Text:
        self.types[f"%{name}"] = "index"
        return self.line(
            f"scf.for %{name} = {self.const(0)} to {self.const(stop)} step {self.const(step)} {{"
        )

    def end(self) -> Text:
        return self.line("}")

    def __str__(self) -> str:
        constants = [
            f"{name} = arith.constant {value} : {type}" for (value, type), name in self.constants.items()
        ]
        return "\n".join(
            [
                f'module attributes {{pto.target_arch = "{self.arch}"}} {{',
                f"func.func @kernel({', '.join(self.params)})",
                f"    attributes {{pto.kernel_kind = #pto.kernel_kind<{self.kind}>}} {{",
                *constants,
                *self.lines,
                "return",
                "}",
                "}",
                "",
            ]
        )
