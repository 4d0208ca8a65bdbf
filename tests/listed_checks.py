# SPDX-License-Identifier: Apache-2.0
"""Every check that the language owes its users, one small kernel each, under tests/kernels/checks.

    python tests/listed_checks.py            prints the list: subject, rule, and what is said
    python tests/listed_checks.py loops      of one file

A file is one subject. Its lines before the first `# check:` belong to each of its kernels:

    # check: a slice has no step
    @pl.jit
    def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = x[0:32:2, :]  # E:26 UF [slice-step] a step in a slice is not part of the kernel language

The comments beside wrong lines are those of tests/kernels/wrong. What shows at a call of the kernel, or is one of
Python's own errors, is written as a function, with the class and a part of what is said:

    # check: a keyword that is no parameter
    # raises: TypeError: unexpected keyword
    def call():
        kernel(torch.zeros(4, 32), colour=1)

A kernel of annotated tensors and scalars is also tried in the forms of tests/check_forms.py, which must say the same.

The rest of a file is kept as empty lines when one of its kernels is tried, so that places stay what they are.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from wrong_kernels import expected

FOLDER = Path(__file__).resolve().parent / "kernels" / "checks"
FILES = sorted(FOLDER.glob("*.py"))

_RULE = re.compile(r"^# check: (.+)$")
_RAISES = re.compile(r"^# raises: (\w+): (.+)$", re.M)


@dataclass(frozen=True)
class Check:
    """A rule, and a text that breaks it and nothing else."""

    subject: str
    rule: str
    line: int
    text: str

    @property
    def raises(self) -> tuple[str, str] | None:
        """The class and a part of the message of what `call` raises."""
        match = _RAISES.search(self.text)
        return (match[1], match[2]) if match else None

    def says(self, folder: Path) -> list[str]:
        """What is expected, as the text has it."""
        if self.raises is not None:
            return [": ".join(self.raises)]
        return [finding.comment().strip()[2:] for finding in expected(self.write(folder))]

    def write(self, folder: Path) -> Path:
        path = folder / f"{self.subject}.py"
        path.write_text(self.text, encoding="utf-8")
        return path


def checks(path: Path) -> list[Check]:
    lines = path.read_text(encoding="utf-8").splitlines()
    starts = [number for number, line in enumerate(lines) if _RULE.match(line)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        own = lines[: starts[0]] + [""] * (start - starts[0]) + lines[start:end]
        rule = _RULE.match(lines[start])
        assert rule is not None
        found.append(Check(path.stem, rule[1], start + 1, "\n".join(own) + "\n"))
    return found


def all_checks() -> list[Check]:
    return [check for path in FILES for check in checks(path)]


def main(subjects: list[str]) -> None:
    import tempfile

    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for check in all_checks():
            if subjects and check.subject not in subjects:
                continue
            count += 1
            print(f"{check.subject}:{check.line}  {check.rule}")
            for said in check.says(Path(folder)):
                print(f"    {said}")
    print(f"{count} checks")


if __name__ == "__main__":
    main(sys.argv[1:])
