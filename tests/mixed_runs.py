# SPDX-License-Identifier: Apache-2.0
"""Runs of kernels whose regions use both kinds of core."""

import json

import pytest
import torch

from pypto.runtime.config import RunConfig

BOTH_CHIPS = pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])


def results(kernel, arguments, out_shape, platform, dtype=torch.float32, workers=2):
    """What the native and the interpreted run write into the last argument, and the build folder's manifest."""
    config = RunConfig(platform=platform, workers=workers)
    out = torch.zeros(out_shape, dtype=dtype)
    artifact = kernel.compile(*arguments, out, config=config)
    native = artifact.dispatch([*arguments, out], config)
    assert not native.unwritten("out").any()
    wanted = torch.zeros_like(out)
    artifact.dispatch([*arguments, wanted], RunConfig(platform=platform, engine="interpret"))
    document = json.loads((artifact.output_dir / "program.json").read_text())
    return out, wanted, document


def randn(*shape, seed=0, dtype=torch.float32):
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(*shape, generator=generator).to(dtype)
