# SPDX-License-Identifier: Apache-2.0
"""A task id that a loop carries: each iteration waits for the one before it."""

import pypto.language as pl


@pl.jit
def task_id_carried(y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    last = pl.system.task_dummy(deps=[])
    for i in pl.range(3):
        with pl.at(level=pl.Level.CORE_GROUP, deps=[last], no_dep_args=[y]) as last:
            y[:, :] = pl.add(pl.mul(y[:, :], 2.0), 1.0)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["y"] * 8 + 7


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("y", [16, 64], torch.float32, init_value=torch.randn),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(task_id_carried, build_tensor_specs(), golden_fn=golden, config=config, atol=1e-5)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
