# SPDX-License-Identifier: Apache-2.0
"""`while` outside a region: each iteration submits a task."""

import pypto.language as pl


@pl.jit
def while_in_orchestration(n: pl.INDEX, y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    k = n
    while k > 0:
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.add(y[:, :], 1.0)
        k = k - 2
    return y


def golden(tensors):
    tensors["y"] += 4


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        ScalarSpec("n", torch.int64, 7),
        TensorSpec("y", [16, 64], torch.float32, init_value=torch.randn),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(while_in_orchestration, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
