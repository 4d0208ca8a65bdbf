# SPDX-License-Identifier: Apache-2.0
"""Rows of a table, and single elements, gathered by their index into operands of a product."""

import pypto.language as pl


@pl.jit
def gather_operand(
    table: pl.Tensor[[48, 64], pl.BF16],
    rows: pl.Tensor[[1, 32], pl.INT32],
    places: pl.Tensor[[64, 16], pl.INT32],
    y: pl.Out[pl.Tensor[[32, 16], pl.FP32]],
):
    room = pl.create_tensor([64, 16], dtype=pl.BF16)
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.mgather(table, rows, target_memory=pl.Mem.Mat)
        b = pl.mgather(table, places, "elem", gather_oob="zero", target_memory=pl.Mem.Mat, scratch=room)
        y = pl.store(pl.matmul(a, b), [0, 0], y)
    return y


def golden(tensors):
    import torch

    table, places = tensors["table"].float(), tensors["places"].long()
    inside = (places >= 0) & (places < table.numel())
    b = torch.where(inside, table.flatten()[places.clamp(0, table.numel() - 1)], 0)
    tensors["y"][:] = table[tensors["rows"][0].long()] @ b


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("table", [48, 64], torch.bfloat16, init_value=torch.randn),
        TensorSpec("rows", [1, 32], torch.int32, init_value=torch.randint(0, 48, (1, 32), dtype=torch.int32)),
        TensorSpec(
            "places", [64, 16], torch.int32, init_value=torch.randint(-9, 3200, (64, 16), dtype=torch.int32)
        ),
        TensorSpec("y", [32, 16], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(gather_operand, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
