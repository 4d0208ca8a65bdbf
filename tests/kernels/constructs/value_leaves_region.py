# SPDX-License-Identifier: Apache-2.0
"""A tensor computed in a region and read after it goes through global memory by itself."""

import pypto.language as pl


@pl.jit
def value_leaves_region(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="shift"):
        shifted = pl.add(x[:, :], 1.0)
        largest = pl.row_max(shifted)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
        y[:, :] = pl.row_expand_div(shifted, largest)
    return y


def golden(tensors):
    shifted = tensors["x"] + 1
    tensors["y"][:] = shifted / shifted.amax(1, keepdim=True)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.rand),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(value_leaves_region, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
