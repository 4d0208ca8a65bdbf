# SPDX-License-Identifier: Apache-2.0
"""Random groups: both engines on both chips move every tile as often as the text says."""

import pytest
from random_groups import differences


@pytest.mark.parametrize("seed", range(12))
def test_the_interpreter_moves_every_tile(seed):
    assert not differences(seed, ("a2a3sim",), ("interpret",))


@pytest.mark.parametrize(("seed", "platform"), [(1, "a2a3sim"), (4, "a5sim"), (9, "a2a3sim"), (12, "a5sim")])
def test_native_code_moves_every_tile(seed, platform):
    assert not differences(seed, (platform,), ("native",))
