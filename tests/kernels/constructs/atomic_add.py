# SPDX-License-Identifier: Apache-2.0
"""`atomic=`: stores of several blocks add up in one output."""

import pypto.language as pl


@pl.jit
def atomic_add(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    for b in pl.spmd(4):
        y = pl.assemble(y, x[b * 16 : b * 16 + 16, :], [0, 0], atomic=pl.AtomicType.Add)
    return y


def golden(tensors):
    x = tensors["x"].view(4, 16, 64)
    tensors["y"][:] = tensors["y"] + x[0] + x[1] + x[2] + x[3]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32, init_value=3.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(atomic_add, build_tensor_specs(), golden_fn=golden, config=config, rtol=0.0, atol=0.0)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
