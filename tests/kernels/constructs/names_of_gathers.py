# SPDX-License-Identifier: Apache-2.0
"""Elements of tiles chosen by position and by pattern."""

import pypto.language as pl


@pl.jit
def names_of_gathers(
    x: pl.Tensor[[8, 64], pl.FP32],
    places: pl.Tensor[[8, 64], pl.INT32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    odd: pl.Out[pl.Tensor[[8, 32], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [8, 64])
        index = pl.load(places, [0, 0], [8, 64])
        room = pl.tile.full([8, 64], pl.INT32, 0)
        y = pl.store(pl.tile.gather(src=t, indices=index, tmp=room), [0, 0], y)
        second = pl.tile.gather_mask(src=t, mask_pattern=pl.tile.MaskPattern.P1010, output_dtype=pl.INT32)
        odd = pl.store(second, [0, 0], odd)
    return y, odd


def golden(tensors):
    import torch

    x = tensors["x"]
    tensors["y"][:] = x.reshape(-1)[tensors["places"].long()]
    tensors["odd"][:] = x[:, 1::2].contiguous().view(torch.int32)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [8, 64], torch.float32, init_value=torch.randn),
        TensorSpec("places", [8, 64], torch.int32, init_value=lambda: torch.randint(0, 512, (8, 64)).int()),
        TensorSpec("y", [8, 64], torch.float32),
        TensorSpec("odd", [8, 32], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(names_of_gathers, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
