# SPDX-License-Identifier: Apache-2.0
"""An array of task ids, filled in a parallel loop, waited for as a whole."""

import pypto.language as pl


@pl.jit
def task_ids_array(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    parts = pl.create_tensor([64, 64], dtype=pl.FP32, manual_dep=True)
    tids = pl.array.create(4, pl.TASK_ID)
    for p in pl.parallel(4):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="part") as t:
            parts[p * 16 : p * 16 + 16, :] = pl.mul(x[p * 16 : p * 16 + 16, :], 2.0)
        tids[p] = t
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="join", deps=[tids]):
        y[:, :] = pl.maximum(
            pl.maximum(parts[0:16, :], parts[16:32, :]), pl.maximum(parts[32:48, :], parts[48:64, :])
        )
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"].view(4, 16, 64).amax(0) * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(task_ids_array, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
