# SPDX-License-Identifier: Apache-2.0
"""`pl.set_validshape` narrows what of a value is data; a store writes that part only."""

import pypto.language as pl


@pl.jit
def set_validshape(x: pl.Tensor[[16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.neg(x[:, :])
        narrowed = pl.set_validshape(t, 5, 24)
        y = pl.assemble(y, narrowed, [2, 8])
    return y


def golden(tensors):
    tensors["y"][2:7, 8:32] = -tensors["x"][:5, :24]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32, init_value=3.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(set_validshape, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
