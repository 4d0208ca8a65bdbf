# SPDX-License-Identifier: Apache-2.0
"""A fixed few of the kernels that `python tests/random_kernels.py` makes by the thousand."""

import pytest
from generated import check, damage
from generated.quick import quick_builds

INTERPRETED = [range(100, 130), range(130, 160)]
DAMAGED = [
    ("mutants", range(16)),
    ("mistakes", range(16)),
    ("pto", range(2)),
    ("program", range(2)),
    ("manifest", range(1)),
]


def no_findings(findings):
    assert not findings, "\n".join(map(str, findings))


def test_valid_kernels_compute_what_numpy_says(tmp_path):
    found = check.run_seeds(list(range(10)), tmp_path)
    no_findings(found.findings)
    assert found.exact > 0.8 * found.compared > 100_000  # most elements are asked for bit by bit


def test_more_of_them_in_one_file_of_cpp(tmp_path):
    with quick_builds():
        no_findings(check.run_seeds(list(range(16, 40)), tmp_path).findings)


@pytest.mark.parametrize("seeds", INTERPRETED, ids=str)
def test_the_interpreter_alone_computes_what_numpy_says(seeds, tmp_path):
    no_findings(check.run_seeds(list(seeds), tmp_path, engines=("interpret",), runs=1).findings)


@pytest.mark.parametrize(("kind", "seeds"), DAMAGED, ids=str)
def test_damaged_kernels_and_texts_are_refused_or_agree(kind, seeds, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with quick_builds():
        counts, findings, _ = damage.run_seeds(kind, list(seeds), tmp_path)
    no_findings(findings)
    assert sum(count for name, count in counts.items() if name.startswith("refused")) > 0
