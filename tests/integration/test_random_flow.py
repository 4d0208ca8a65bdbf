# SPDX-License-Identifier: Apache-2.0
"""Random control flow: both engines make of it what Python makes of the same lines."""

import pytest
from random_flow import outcome


@pytest.mark.parametrize("seed", range(16))
def test_the_interpreter_does_what_python_does(seed, tmp_path):
    assert outcome(seed, ("interpret",), tmp_path)[0] in ("same", "refused")


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_native_code_does_what_python_does(seed, tmp_path):
    assert outcome(seed, ("native",), tmp_path) == ("same", "")
