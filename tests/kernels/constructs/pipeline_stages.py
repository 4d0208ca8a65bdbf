# SPDX-License-Identifier: Apache-2.0
"""`pl.pipeline`: the buffers of two iterations are kept apart, the result is that of `pl.range`."""

import pypto.language as pl


@pl.jit
def pipeline_stages(x: pl.Tensor[[80, 64], pl.FP32], y: pl.Out[pl.Tensor[[80, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.pipeline(0, 80, 16, stage=2):
            y[r : r + 16, :] = pl.exp(x[r : r + 16, :])
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].exp()


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [80, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [80, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(pipeline_stages, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
