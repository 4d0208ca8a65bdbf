# SPDX-License-Identifier: Apache-2.0
"""A kernel of the language in both engines on both platforms, beside its text read back."""

from __future__ import annotations

from typing import Any

import torch

import pypto.language as pl
from pypto import ir
from pypto.frontend.reader import read_program
from pypto.ir.nodes import Program
from pypto.ir.printer import print_program
from pypto.ir.verify import verify
from pypto.passes.fold import fold
from pypto.passes.inline import inline
from pypto.passes.written import written

PLATFORMS = ("a2a3sim", "a5sim")


def reads_back(kernel: pl.JITFunction, *args: Any) -> str:
    """The text of the program that the interpreter runs, which has to read back to the same text."""
    front = kernel.lower(*args)
    verify(front, "front")
    for program in (front, written(fold(inline(front)))):
        text = print_program(program)
        again = read_program(text, "program.py")
        verify(again, "front")
        assert print_program(again) == text
    return text


def run_everywhere(kernel: pl.JITFunction, *args: Any) -> list[Any]:
    """The arguments after a run; every engine and platform has to give the same bytes."""
    return _run(kernel, args, PLATFORMS)


def run_on_newer(kernel: pl.JITFunction, *args: Any) -> list[Any]:
    """The same for what only the newer chip executes."""
    return _run(kernel, args, PLATFORMS[1:])


def _run(kernel: pl.JITFunction, args: tuple[Any, ...], platforms: tuple[str, ...]) -> list[Any]:
    reads_back(kernel, *args)
    results = []
    for platform in platforms:
        for engine in ("interpret", "native"):
            given = [a.clone() if isinstance(a, torch.Tensor) else a for a in args]
            kernel(*given, config={"platform": platform, "engine": engine})
            results.append((f"{engine} on {platform}", given))
    where, first = results[0]
    for name, given in results[1:]:
        for number, (a, b) in enumerate(zip(first, given, strict=True)):
            if isinstance(a, torch.Tensor):
                assert torch.equal(a.view(torch.uint8), b.view(torch.uint8)), f"{number}: {where} and {name}"
    return first


def run_program(program: Any, *args: Any) -> list[Any]:
    """The arguments after a run in both engines, which have to give the same bytes."""
    text = program.as_python()
    again = pl.parse(text)
    assert isinstance(again, Program) and again == program and again.as_python() == text
    results = []
    for engine, platform in (("interpret", "a2a3sim"), ("native", "a2a3sim"), ("interpret", "a5sim")):
        artifact = ir.compile(program, platform=platform, engine=engine, verification_level="ROUNDTRIP")
        artifact.build()
        given = [a.clone() if isinstance(a, torch.Tensor) else a for a in args]
        assert artifact(*given) is None
        results.append(given)
    for other in results[1:]:
        assert all(
            torch.equal(a, b) for a, b in zip(results[0], other, strict=True) if isinstance(a, torch.Tensor)
        )
    return results[0]
