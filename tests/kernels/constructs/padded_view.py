# SPDX-License-Identifier: Apache-2.0
"""An element outside of what a view holds reads as its `pad_value`; a value on the core is padded by its annotation."""

import pypto.language as pl

PADDED = pl.TensorView(valid_shape=[5, 40], layout=pl.TensorLayout.ND, pad=pl.PadValue.min)


@pl.jit
def padded_view(
    x: pl.Tensor[[16, 64], pl.FP32],
    at: pl.Scalar[pl.INDEX],
    y: pl.Out[pl.Tensor[[16, 2], pl.FP32]],
    z: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    v: pl.Tensor[[16, 64], pl.FP32, PADDED] = pl.slice(
        x, [16, 64], [0, 0], valid_shape=[5, 40], pad_value=pl.PadValue.min
    )
    past = v[3, at]
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(16):
            pl.write(y, [i, 0], v[i, 3])
            pl.write(y, [i, 1], past)
    with pl.at(level=pl.Level.CORE_GROUP):
        t: pl.Tile[[16, 32], pl.FP32, pl.TileView(pad=pl.PadValue.zero)] = pl.load(
            v, [0, 0], [16, 32], valid_shape=[5, 20]
        )
        z = pl.store(pl.concat(t, t), [0, 0], z)
    return y, z


def golden(tensors):
    x, y, z = tensors["x"], tensors["y"], tensors["z"]
    y[:5, 0], y[5:, 0], y[:, 1] = x[:5, 3], float("-inf"), float("-inf")
    for column in (0, 32):
        z[:5, column : column + 20] = x[:5, :20]


def build_tensor_specs():
    import torch

    from golden import ScalarSpec, TensorSpec

    return [
        TensorSpec("x", [16, 64], torch.float32, init_value=torch.randn),
        ScalarSpec("at", torch.int64, 50),
        TensorSpec("y", [16, 2], torch.float32),
        TensorSpec("z", [16, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(padded_view, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
