# SPDX-License-Identifier: Apache-2.0
"""`predicate=`: the task runs only where an element of a tensor says so when it becomes ready."""

import pypto.language as pl


@pl.jit
def predicate_of_task(
    flags: pl.Tensor[[2], pl.INT32],
    x: pl.Tensor[[32, 64], pl.FP32],
    y: pl.InOut[pl.Tensor[[32, 64], pl.FP32]],
):
    for b in pl.spmd(2, predicate=flags[0] > 0):
        y[b * 16 : b * 16 + 16, :] = pl.neg(x[b * 16 : b * 16 + 16, :])
    for b in pl.spmd(2, predicate=flags[1] > 0):
        y[b * 16 : b * 16 + 16, :] = pl.full([16, 64], pl.FP32, 9.0)
    return y


def golden(tensors):
    tensors["y"][:] = -tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("flags", [2], torch.int32, init_value=torch.tensor([1, 0])),
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [32, 64], torch.float32, init_value=3.0),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(predicate_of_task, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
