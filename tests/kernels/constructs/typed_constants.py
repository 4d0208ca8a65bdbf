# SPDX-License-Identifier: Apache-2.0
"""`pl.const` gives a literal a type; otherwise it takes the type that it meets."""

import pypto.language as pl


@pl.jit
def typed_constants(n: pl.INT32, y: pl.Out[pl.Tensor[[16, 64], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        total = pl.const(-3, pl.INT32)
        for i in pl.range(4):
            total = total + n
        t = pl.full([16, 64], pl.FP16, 0.5)
        y[:, :] = pl.add(t, pl.cast(total, pl.FP16))
    return y


def golden(tensors):
    tensors["y"][:] = 17.5


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        ScalarSpec("n", torch.int32, 5),
        TensorSpec("y", [16, 64], torch.float16),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(typed_constants, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
