# SPDX-License-Identifier: Apache-2.0
"""Ways to damage the file of a driver, and its printed text: a word, a line, or where a line stands."""

from __future__ import annotations

import random
import re

_TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|[-+*/%=<>!]+|[\[\](),:]')
WORDS = """
xs ys zs ns ms long wide grid deep k e c i0 i1 i2 r r1 r2 size memory raw counts RANKS FLAG ROWS NR T copy add grow rows
held
counted chosen planes exchanged wrapped summed plane all_ranks all_held driver pl pld self device pld.world_size() pl.FP32
pl.INT32 pl.BOOL pl.Out pl.InOut pl.Tensor pl.range pl.parallel pld.window pld.alloc_window_buffer pl.create_tensor pl.exp
True None 0.5 1e400 -1 0 1 7 [0] [8,16] [4,16] (1,2) xs[0] ys[0:1] not and return while lambda 'text'
1000000000000000000000
"""


def damaged(text: str, first: str, rng: random.Random) -> tuple[str, str]:
    """A text with one change behind the first line that has `first`, and what was done."""
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if first in line) + 1
    places = [n for n in range(start, len(lines)) if lines[n].strip()]
    at = rng.choice(places)
    line = lines[at]
    kind = rng.choice(
        (
            "word",
            "word",
            "word",
            "word",
            "drop",
            "drop",
            "line",
            "double",
            "swap",
            "in",
            "out",
            "move",
            "part",
        )
    )
    tokens = list(_TOKEN.finditer(line))
    if kind == "word" and tokens:
        token = rng.choice(tokens)
        new = rng.choice(
            [*WORDS.split(), *(m[0] for n in rng.sample(places, 2) for m in _TOKEN.finditer(lines[n]))]
        )
        lines[at] = line[: token.start()] + new + line[token.end() :]
        said = f"line {at + 1}: {token[0]} -> {new}"
    elif kind == "drop" and tokens:
        token = rng.choice(tokens)
        lines[at] = line[: token.start()] + line[token.end() :]
        said = f"line {at + 1}: without {token[0]}"
    elif kind == "part":
        cut = [m for m in re.finditer(r",? ?device=[\w]+|\[[^\[\]]*\]|, \w+|, dtype=[\w.]+", line)]
        if cut:
            found = rng.choice(cut)
            lines[at] = line[: found.start()] + line[found.end() :]
        said = f"line {at + 1}: a part is gone"
    elif kind == "double":
        lines.insert(at, line)
        said = f"line {at + 1}: twice"
    elif kind == "swap":
        other = rng.choice(places)
        lines[at], lines[other] = lines[other], lines[at]
        said = f"lines {at + 1} and {other + 1} swapped"
    elif kind in ("in", "out"):
        lines[at] = "    " + line if kind == "in" else line[4:] if line.startswith("        ") else line
        said = f"line {at + 1}: one {kind}"
    elif kind == "move":
        other = rng.choice(places)
        gone = lines.pop(at)
        indent = re.match(r" *", lines[min(other, len(lines) - 1)])
        lines.insert(other, (indent[0] if indent else "") + gone.strip())
        said = f"line {at + 1}: moved to {other + 1}"
    else:
        del lines[at]
        said = f"line {at + 1}: gone"
    return "\n".join(lines) + "\n", said
