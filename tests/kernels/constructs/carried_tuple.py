# SPDX-License-Identifier: Apache-2.0
"""`init_values` names several carried values; the targets of the yield hold the results."""

import pypto.language as pl


@pl.jit
def carried_tuple(
    x: pl.Tensor[[64, 64], pl.FP32],
    best: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    total: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        first = x[0:16, :]
        zero = pl.full([16, 64], dtype=pl.FP32, value=0.0)
        for i, (largest, summed) in pl.range(4, init_values=(first, zero)):
            rows = x[i * 16 : i * 16 + 16, :]
            new_largest, new_summed = pl.yield_(pl.maximum(largest, rows), pl.add(summed, rows))
        best[:, :] = new_largest
        total[:, :] = new_summed
    return best, total


def golden(tensors):
    parts = tensors["x"].view(4, 16, 64)
    tensors["best"][:] = parts.amax(0)
    tensors["total"][:] = ((parts[0] + parts[1]) + parts[2]) + parts[3]


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("best", [16, 64], torch.float32),
        TensorSpec("total", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(carried_tuple, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
