# SPDX-License-Identifier: Apache-2.0
"""`pl.system.task_dummy`: an id that is done when all of its dependencies are."""

import pypto.language as pl


@pl.jit
def task_dummy_join(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    work = pl.create_tensor([32, 64], dtype=pl.FP32, manual_dep=True)
    start = pl.system.task_dummy(deps=[])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[start]) as a:
        work[0:16, :] = pl.neg(x[0:16, :])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[start, None]) as b:
        work[16:32, :] = pl.abs(x[16:32, :])
    both = pl.system.task_dummy(deps=[a, b])
    with pl.at(level=pl.Level.CORE_GROUP, deps=[both]):
        y[:, :] = work[:, :]
    return y


def golden(tensors):
    tensors["y"][:16] = -tensors["x"][:16]
    tensors["y"][16:] = tensors["x"][16:].abs()


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
    result = run(task_dummy_join, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
