# SPDX-License-Identifier: Apache-2.0
"""`break` and `continue` in a `while` of orchestration."""

import pypto.language as pl


@pl.jit
def jumps_in_while(y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
    i = 0
    while i < 100:
        i = i + 1
        if i == 2:
            continue
        if i > 4:
            break
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(y[:, :], 2.0)
    return y


def golden(tensors):
    tensors["y"] *= 8


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
    result = run(jumps_in_while, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
