# SPDX-License-Identifier: Apache-2.0
"""Operations of `pl` under their names in `pl.tensor`, side by side."""

import pypto.language as pl


@pl.jit
def names_of_tensors(
    x: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[12, 16, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[2, 32, 32], pl.FP32]],
    row: pl.Out[pl.Tensor[[2, 64], pl.INT32]],
    cells: pl.Out[pl.Tensor[[4], pl.FP32]],
    blocks: pl.Out[pl.Tensor[[8], pl.INT32]],
):
    for b in pl.spmd(2):
        at = pl.get_block_idx() * 4
        pl.write(blocks, [at], pl.cast(pl.get_block_idx(), pl.INT32))
        pl.tensor.write(blocks, [at + 1], pl.cast(pl.tensor.get_block_idx(), pl.INT32))
        pl.write(dst=blocks, offset=[b * 4 + 2], value=pl.cast(pl.get_block_num(), pl.INT32))
        pl.tensor.write(
            tensor=blocks, indices=[b * 4 + 3], value=pl.cast(pl.tensor.get_block_num(), pl.INT32)
        )
    n = pl.dim(x, 0) + pl.tensor.dim(tensor=x, axis=-1)
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(cells, [0], pl.read(x, [1, 2]))
        pl.write(cells, [1], pl.read(src=x, offset=[3, 4]))
        pl.write(cells, [2], pl.tensor.read(tensor=x, indices=[5, 6]))
        pl.write(cells, [3], pl.cast(pl.cast(pl.min(n, pl.max(7, 9)), pl.INT32), pl.FP32))
    made = pl.tensor.create([16, 64], pl.FP32)
    other = pl.tensor.create_tensor([16, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.slice(input=x, shape=[16, 64], offset=[2, 0])
        b = pl.tensor.slice(tensor=x, shape=[16, 64], offset=[3, 0], valid_shape=[9, 50])
        made[:, :] = pl.neg(a)
        other = pl.tensor.assemble(other, pl.abs(a), [0, 0])
        y = pl.assemble(target=y, source=pl.reshape(input=a, shape=[1, 16, 64]), offset=[0, 0, 0])
        y = pl.tensor.assemble(
            target=y, source=pl.tensor.reshape(tensor=a, shape=[1, 16, 64]), offset=[1, 0, 0]
        )
        y[2, :, :] = pl.fillpad(value=b, pad_value=pl.PadValue.zero)
        y[3, :, :] = pl.tensor.fillpad(tensor=b, pad_value=0.0)
        c = pl.set_validshape(input=a, valid_rows=5, valid_cols=33)
        y[4, :, :] = pl.fillpad(c, pl.PadValue.zero)
        d = pl.tensor.set_validshape(tensor=a, valid_rows=7, valid_cols=64)
        y[5, :, :] = pl.fillpad(d, 0)
        row[0:1, :] = pl.tensor.ci(start=3, shape=[1, 64])
        row[1:2, :] = pl.arange(start=3, shape=[1, 64], dtype=pl.INT32, descending=True)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[6, :, :] = made[:, :]
        y[7, :, :] = other[:, :]
        y[8, :, :] = pl.maximum(made[:, :], 0.5)
        y[9, :, :] = pl.minimum(made[:, :], other[:, :])
        y[10, :, :] = pl.fmod(other[:, :], 0.75)
        y[11, :, :] = pl.rsqrt(pl.add(other[:, :], 1.0), high_precision=True)
    for which in pl.unroll(2):
        with pl.at(level=pl.Level.CORE_GROUP):
            left, right = x[:, 0:32], x[:, 32:64]
            if which == 0:
                total = pl.matmul(left, right, out_dtype=pl.FP32)
                z[0, :, :] = pl.matmul_acc(acc=total, lhs=left, rhs=right)
            else:
                total = pl.tensor.matmul(left, right, pl.FP32)
                z[1, :, :] = pl.tensor.matmul_acc(total, left, right, False, False)
    return y, z, row, cells, blocks


def golden(tensors):
    import torch

    x, y = tensors["x"], tensors["y"]
    a = x[2:18]
    y[0] = y[1] = a
    y[2] = y[3] = 0
    y[2, :9, :50] = y[3, :9, :50] = x[3:12, :50]
    y[4] = y[5] = 0
    y[4, :5, :33] = a[:5, :33]
    y[5, :7] = a[:7]
    y[6], y[7] = -a, a.abs()
    y[8] = torch.clamp(-a, min=0.5)
    y[9] = torch.minimum(-a, a.abs())
    y[10] = torch.fmod(a.abs(), 0.75)
    y[11] = 1 / torch.sqrt(a.abs() + 1)
    left, right = x[:, :32].double(), x[:, 32:].double()
    tensors["z"][:] = (2 * (left @ right)).float()
    tensors["row"][0] = torch.arange(3, 67)
    tensors["row"][1] = 3 - torch.arange(64)
    tensors["cells"][:] = torch.stack([x[1, 2], x[3, 4], x[5, 6], torch.tensor(9.0)])
    tensors["blocks"][:] = torch.tensor([0, 0, 2, 2, 1, 1, 2, 2])


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [12, 16, 64], torch.float32),
        TensorSpec("z", [2, 32, 32], torch.float32),
        TensorSpec("row", [2, 64], torch.int32),
        TensorSpec("cells", [4], torch.float32),
        TensorSpec("blocks", [8], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(names_of_tensors, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
