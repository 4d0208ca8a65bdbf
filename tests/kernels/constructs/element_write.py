# SPDX-License-Identifier: Apache-2.0
"""`pl.write` stores one element."""

import pypto.language as pl


@pl.jit
def element_write(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 4], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            for j in pl.range(4):
                pl.write(y, [i, j], x[j, i] + x[i, j])
    return y


def golden(tensors):
    part = tensors["x"][:4, :4]
    tensors["y"][:] = part.T + part


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [4, 4], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(element_write, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
