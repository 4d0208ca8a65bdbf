# SPDX-License-Identifier: Apache-2.0
"""`attrs=` on a loop is a note for tools; it changes nothing."""

import pypto.language as pl


@pl.jit
def loop_attributes(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    for r in pl.range(0, 32, 16, attrs={"label": "rows", "hot": True}):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[r : r + 16, :] = pl.neg(x[r : r + 16, :])
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(loop_attributes, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
