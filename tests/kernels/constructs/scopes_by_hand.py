# SPDX-License-Identifier: Apache-2.0
"""`pl.scope()` places runtime scopes by hand; names bound inside stay visible."""

import pypto.language as pl


@pl.jit(auto_scope=False)
def scopes_by_hand(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.scope():
        work = pl.create_tensor([16, 64], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP) as filled:
            work[:, :] = pl.mul(x[:, :], 3.0)
        with pl.scope(mode=pl.ScopeMode.MANUAL):
            with pl.at(level=pl.Level.CORE_GROUP, deps=[filled]) as t:
                y[0:8, :] = work[0:8, :]
            with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
                y[8:16, :] = pl.neg(work[8:16, :])
    return y


def golden(tensors):
    tensors["y"][:8] = tensors["x"][:8] * 3
    tensors["y"][8:] = tensors["x"][8:] * -3


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(scopes_by_hand, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
