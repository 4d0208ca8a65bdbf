# SPDX-License-Identifier: Apache-2.0
"""A task id among the init_values of `pl.parallel` in a manual scope: its result stands for every iteration."""

import pypto.language as pl


@pl.jit
def manual_scope_parallel_results(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    work = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.manual_scope():
        t = pl.system.task_dummy(deps=[])
        for p, (u, n) in pl.parallel(4, init_values=(t, 1)):
            with pl.at(level=pl.Level.CORE_GROUP, deps=[u]) as v:
                work[p * 16 : p * 16 + 16, :] = pl.neg(x[p * 16 : p * 16 + 16, :])
            last, count = pl.yield_(v, n + p)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[last]):
            y[:, :] = pl.mul(work[:, :], pl.cast(pl.cast(count, pl.INT32), pl.FP32))
    return y


def golden(tensors):
    tensors["y"][:] = -7 * tensors["x"]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(manual_scope_parallel_results, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
