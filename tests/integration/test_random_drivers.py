# SPDX-License-Identifier: Apache-2.0
"""Random drivers of several ranks: both engines make of them what Python makes of the same lines."""

import pytest
from random_drivers import outcome


@pytest.mark.parametrize("seed", range(12))
def test_the_interpreter_does_what_python_does(seed, tmp_path):
    assert outcome(seed, ("interpret",), tmp_path) == ("same", "")


@pytest.mark.parametrize("seed", [6])
def test_native_code_does_what_python_does(seed, tmp_path):
    assert outcome(seed, ("native",), tmp_path) == ("same", "")
