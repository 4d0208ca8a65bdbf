# SPDX-License-Identifier: Apache-2.0
"""Random drivers of several ranks: both engines make of them what Python makes of the same lines; damage is refused."""

import pytest
from random_drivers import damaged_manifest, damaged_text, mutant, outcome


@pytest.mark.parametrize("seed", range(12))
def test_the_interpreter_does_what_python_does(seed, tmp_path):
    assert outcome(seed, ("interpret",), tmp_path) == ("same", "")


@pytest.mark.parametrize("seed", [6])
def test_native_code_does_what_python_does(seed, tmp_path):
    assert outcome(seed, ("native",), tmp_path) == ("same", "")


@pytest.mark.parametrize("seed", range(2000, 2020))
def test_a_damaged_driver_is_refused_where_the_damage_is_or_does_what_python_does(seed, tmp_path):
    assert mutant(seed, tmp_path)[0] in ("refused", "same", "no Python")


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_text_is_refused_at_a_place_of_it_or_reads_back(seed, tmp_path):
    assert damaged_text(seed, tmp_path)[0] in ("refused", "same")


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_build_folder_is_refused_or_does_the_same(seed, tmp_path):
    assert damaged_manifest(seed, tmp_path)[0] in ("refused", "same")
