# SPDX-License-Identifier: Apache-2.0
"""`pl.Tensor` without a shape takes shape and element type from the argument."""

import pypto.language as pl


@pl.jit
def bare_annotations(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    rows, cols = x.shape
    for r in pl.parallel(0, rows, 8):
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.full([8, cols], x.dtype, 1.0)
            y[r : r + 8, :] = pl.sub(t, x[r : r + 8, :])
    return y


def golden(tensors):
    tensors["y"][:] = 1 - tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [24, 32], torch.float16, init_value=torch.randn),
        TensorSpec("y", [24, 32], torch.float16),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(bare_annotations, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
