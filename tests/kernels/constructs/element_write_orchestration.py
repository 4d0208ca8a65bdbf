# SPDX-License-Identifier: Apache-2.0
"""Elements are read and written in orchestration as well, ordered with the tasks."""

import pypto.language as pl


@pl.jit
def element_write_orchestration(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], 2.0)
    pl.write(y, [3, 5], y[3, 5] + 100.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] * 2
    tensors["y"][3, 5] += 100


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(element_write_orchestration, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
