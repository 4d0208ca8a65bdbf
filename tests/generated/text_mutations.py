# SPDX-License-Identifier: Apache-2.0
"""Ways to damage text that is made of words, numbers and signs, and a manifest."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

_LONG = "1" * 60
ODD_NUMBERS = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "8",
    "17",
    "32",
    "1000",
    "65536",
    "99999999",
    "1.5",
    "1e400",
    "0x7FC00000",
    "nan",
]
ODD_NUMBERS += ["9223372036854775807", "9223372036854775808", "-9223372036854775809", _LONG]
WORDS = [
    "f32",
    "f16",
    "bf16",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui8",
    "index",
    "i1",
    "vec",
    "mat",
    "left",
    "acc",
    "row_major",
]
WORDS += [
    "col_major",
    "none_box",
    "aic",
    "vector",
    "cube",
    "pto.tadd",
    "pto.texp",
    "pto.nope",
    "scf.for",
    "arith.addi",
]
VALUES: list[Any] = [
    None, True, 0, 1, -1, 3, 2**40, 1.5, "", "x", "in", "out", "inout", "tensor", "scalar", "FP32", "INT8", "INT64",
    [], {}, [1], [-1, -1], [16, 64], [10**6, 10**6], {"a": 1}, "../../etc/passwd", "a2a3", "a5",
]  # fmt: skip


class TextMutator:
    """Damages `.pto` text, and other text made of words, numbers and signs."""

    TOKEN = re.compile(r'"[^"\n]*"|%?[A-Za-z_#!@][\w.]*|%\w+|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\S')

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def mutate(self, text: str) -> tuple[str, str]:
        kind = self.rng.choice(
            ["drop", "double", "swap", "other", "other", "number", "number", "line", "cut", "bytes", "type"]
        )
        tokens = list(self.TOKEN.finditer(text))
        if len(tokens) < 2:
            return text, "nothing left"
        at = self.rng.choice(tokens)
        if kind == "drop":
            return text[: at.start()] + text[at.end() :], kind
        if kind == "double":
            return text[: at.end()] + " " + at[0] + text[at.end() :], kind
        if kind == "other":
            return text[: at.start()] + self.rng.choice(tokens)[0] + text[at.end() :], kind
        if kind == "swap":
            i = self.rng.randrange(len(tokens) - 1)
            a, b = tokens[i], tokens[i + 1]
            return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :], kind
        if kind == "number":
            numbers = [t for t in tokens if re.fullmatch(r"-?\d+(\.\d+)?", t[0])]
            at = self.rng.choice(numbers or tokens)
            return text[: at.start()] + self.rng.choice(ODD_NUMBERS) + text[at.end() :], kind
        if kind == "type":
            known = [t for t in tokens if t[0] in WORDS]
            at = self.rng.choice(known or tokens)
            return text[: at.start()] + self.rng.choice(WORDS) + text[at.end() :], kind
        if kind == "cut":
            return text[: self.rng.randrange(len(text))], kind
        if kind == "bytes":
            i = self.rng.randrange(len(text))
            return text[:i] + chr(
                self.rng.choice([0, 9, 10, 13, 34, 37, 40, 60, 92, 123, 125, 233, 0x2028, 0x1F600])
            ) + text[i:], kind
        lines = text.splitlines()
        i, j = self.rng.randrange(len(lines)), self.rng.randrange(len(lines))
        change = self.rng.choice(["drop", "double", "swap", "move"])
        if change == "drop":
            del lines[i]
        elif change == "double":
            lines.insert(j, lines[i])
        elif change == "swap":
            lines[i], lines[j] = lines[j], lines[i]
        else:
            lines.insert(j, lines.pop(i))
        return "\n".join(lines) + "\n", "line"


def damaged_json(text: str, rng: random.Random) -> tuple[str, str]:
    """A manifest with one value changed, taken out or put elsewhere."""
    document = json.loads(text)
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, value in list(items):
            places.append((node, key))
            walk(value)

    walk(document)
    node, key = rng.choice(places)
    kind = rng.choice(["value", "value", "drop", "other", "key"])
    if kind == "value":
        node[key] = rng.choice(VALUES)
    elif kind == "drop":
        del node[key]
    elif kind == "other":
        other, place = rng.choice(places)
        node[key] = (
            copy.deepcopy(other[place])
            if place in other or (isinstance(other, list) and place < len(other))
            else None
        )
    elif isinstance(node, dict):
        node[rng.choice(["x", "name", "kind", "shape", "dims"])] = node.pop(key)
    return json.dumps(document), kind
