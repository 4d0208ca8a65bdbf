# SPDX-License-Identifier: Apache-2.0
"""`break` leaves the innermost loop; what was carried until then stays."""

import pypto.language as pl


@pl.jit
def break_loop(
    n: pl.Tensor[[1], pl.INT32], x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[:, :]
        for i in pl.range(10):
            if i == n[0]:
                break
            t = pl.add(t, 1.0)
        y[:, :] = t
    return y


def golden(tensors):
    tensors["y"][:] = tensors["x"] + 3


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("n", [1], torch.int32, init_value=3),
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(break_loop, build_tensor_specs(), golden_fn=golden, config=config, atol=1e-6)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
