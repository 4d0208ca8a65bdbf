# SPDX-License-Identifier: Apache-2.0
"""Names and texts in any script; columns count characters."""

import pypto.language as pl

ДВА = 2.0


@pl.jit
def unicode_names(größe: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="doppelt"):
        π = größe[:, :]  # 円周率
        y[:, :] = pl.mul(π, ДВА)
    return y


def golden(tensors):
    tensors["y"][:] = tensors["größe"] * 2


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("größe", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(unicode_names, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
