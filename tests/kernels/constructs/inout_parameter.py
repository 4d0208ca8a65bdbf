# SPDX-License-Identifier: Apache-2.0
"""An InOut parameter is read and written."""

import pypto.language as pl


@pl.jit
def inout_parameter(x: pl.Tensor[[16, 64], pl.FP32], state: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    for i in pl.range(2):
        with pl.at(level=pl.Level.CORE_GROUP):
            state[:, :] = pl.add(pl.mul(state[:, :], 0.5), x[:, :])
    return state


def golden(tensors):
    for _ in range(2):
        tensors["state"][:] = tensors["state"] * 0.5 + tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("state", [16, 64], torch.float32, init_value=torch.randn),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(inout_parameter, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
