# SPDX-License-Identifier: Apache-2.0
"""FP4, two elements to a byte: read as BF16, scaled, rounded to FP4 again; a part that begins on a byte, a plain copy."""

import pypto.language as pl

M, N = 16, 128


@pl.jit
def four_bit_floats(
    x: pl.Tensor[[M, N], pl.FP4],
    wide: pl.Out[pl.Tensor[[M, N], pl.BF16]],
    doubled: pl.Out[pl.Tensor[[M, N], pl.FP4]],
    part: pl.Out[pl.Tensor[[M, N // 2], pl.FP4]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        values = pl.cast(x[:, :], pl.BF16)
        wide[:, :] = values
        doubled[:, :] = pl.cast(pl.mul(pl.cast(values, pl.FP32), 2.0), pl.FP4, mode="rint")
        part[:, :] = x[:, 6 : 6 + N // 2]
    return wide, doubled, part


def codes(carrier):
    """The 4-bit patterns in the bytes, the lower half of a byte first."""
    import torch

    both = carrier.view(torch.uint8)
    return torch.stack((both & 15, both >> 4), -1).flatten(1).long()


def carried(codes):
    """The other way round."""
    import torch

    pairs = codes.to(torch.uint8).view(codes.shape[0], -1, 2)
    return (pairs[..., 0] | pairs[..., 1] << 4).view(torch.float4_e2m1fn_x2)


def golden(tensors):
    import torch

    values = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])
    twice = torch.tensor([0, 2, 4, 5, 6, 7, 7, 7])  # of 0 to 7: as a pattern again, 6 is the most
    given = codes(tensors["x"])
    sign, size = given >> 3, given & 7
    tensors["wide"][:] = torch.where(sign == 1, -values[size], values[size])
    tensors["doubled"].view(torch.uint8)[:] = carried(sign << 3 | twice[size]).view(torch.uint8)
    tensors["part"].view(torch.uint8)[:] = carried(given[:, 6 : 6 + N // 2]).view(torch.uint8)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    fp4 = torch.float4_e2m1fn_x2  # a byte of it holds two elements
    return [
        TensorSpec("x", [M, N // 2], fp4, init_value=torch.randint(0, 256, (M, N // 2)).byte().view(fp4)),
        TensorSpec("wide", [M, N], torch.bfloat16),
        TensorSpec("doubled", [M, N // 2], fp4),
        TensorSpec("part", [M, N // 4], fp4),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    config.setdefault("platform", "a5sim")
    result = run(four_bit_floats, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
