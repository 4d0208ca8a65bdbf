# SPDX-License-Identifier: Apache-2.0
"""Texts with a word left out, doubled, replaced or cut off: read as another kernel, or refused at a place in the text."""

import random
import re

import pytest
from assembler.test_every_form import CUBE_FORMS, VECTOR_FORMS, module

from pypto.assembler import assemble, parse_pto, print_pto, verify
from pypto.errors import ErrorGroup, UserError

WORD = re.compile(r'%\w+|![\w.]+|#[\w.]+|@\w+|"[^"\n]*"|-?\d+x\d+x\w+|[\w.]+|[^\s\w]')
NUMBERS = ["0", "-1", "1", "3", "17", "00", "1e5", "0x10", "4294967296", "9223372036854775807", "9" * 30]
SIGNS = ["\0", "\x80", "é", "\n", " inf ", " nan ", *'{}()<>"/;\\,?:%!#@']


def change(text: str, rng: random.Random) -> str:
    words = list(WORD.finditer(text))
    body = [word for word in words if word.start() > text.find("func.func")]
    word = rng.choice(body[-60:] if rng.random() < 0.5 else body if rng.random() < 0.7 else words)
    kind = rng.choice(["drop", "double", "cut", "number", "sign", "any", "%", "!", "."])
    if kind == "cut":
        return text[: rng.randrange(len(text))]
    if kind == "sign":
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(SIGNS) + text[at:]
    if kind == "number":
        word = rng.choice(list(re.finditer(r"\d+", text)))
        return text[: word.start()] + rng.choice(NUMBERS) + text[word.end() :]
    if kind in "%!.":
        alike = [other for other in words if kind in other.group()]
        word = rng.choice([other for other in body if kind in other.group()])
        return text[: word.start()] + rng.choice(alike).group() + text[word.end() :]
    new = {"drop": "", "double": f"{word.group()} {word.group()}", "any": rng.choice(words).group()}[kind]
    return text[: word.start()] + new + text[word.end() :]


@pytest.mark.parametrize("arch", ["a2a3", "a5"])
@pytest.mark.parametrize("core, forms", [("vector", VECTOR_FORMS), ("cube", CUBE_FORMS)])
def test_changed_text_is_another_kernel_or_refused_at_a_place(
    core: str, forms: dict[str, str], arch: str
) -> None:
    rng = random.Random(7)
    refused = 0
    for body in [body for body in forms.values() for _ in range(3 if core == "vector" else 12)]:
        text = change(module(f"    {body}", core, arch), rng)
        try:
            read = parse_pto(text, "k.pto")
            verify(read)
        except UserError as error:
            refused += 1
            found = list(error.errors) if isinstance(error, ErrorGroup) else [error]
            assert all(e.span is not None and 1 <= e.span.line <= text.count("\n") + 1 for e in found), text
            continue
        printed = print_pto(read)
        again = parse_pto(printed, "k.pto")
        assert print_pto(again) == printed
        assert [k.cpp_text for k in assemble(again).values()]
    assert refused > len(forms)
