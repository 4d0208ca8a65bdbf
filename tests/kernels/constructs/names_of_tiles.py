# SPDX-License-Identifier: Apache-2.0
"""Operations on tiles under their names in `pl` and in `pl.tile`, with the scratch that they need."""

import pypto.language as pl


@pl.jit
def names_of_tiles(
    x: pl.Tensor[[32, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 16, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[2, 32, 32], pl.FP32]],
    row: pl.Out[pl.Tensor[[1, 64], pl.INT32]],
    cells: pl.Out[pl.Tensor[[4], pl.FP32]],
    blocks: pl.Out[pl.Tensor[[4], pl.INT32]],
):
    for b in pl.spmd(2):
        pl.write(blocks, [b * 2], pl.cast(pl.tile.get_block_idx(), pl.INT32))
        pl.write(blocks, [b * 2 + 1], pl.cast(pl.tile.get_block_num(), pl.INT32))
    with pl.at(level=pl.Level.CORE_GROUP):
        a = pl.load(tensor=x, offsets=[2, 0], shapes=[16, 64])
        b = pl.tile.load(tensor=x, offsets=[3, 0], shapes=[16, 64], valid_shape=[9, 50])
        c = pl.tile.load(x, [20, 0], [16, 64], clamp=True)
        room = pl.tile.full([1, 32], pl.UINT8, 0)
        y = pl.store(tile=a, offsets=[0, 0, 0], output_tensor=y)
        y = pl.tile.store(tile=pl.fillpad(b), offsets=[1, 0, 0], output_tensor=y)
        y = pl.store(pl.tile.fillpad(tile=b, pad_value=0.0), [2, 0, 0], y)
        y = pl.store(pl.tile.fillpad_inplace(tile=c), [3, 0, 0], y)
        d = pl.set_validshape(a, 5, 33)
        y = pl.store(pl.fillpad(d), [4, 0, 0], y)
        e = pl.tile.set_validshape(tile=a, valid_rows=7, valid_cols=64)
        y = pl.store(pl.fillpad(e), [5, 0, 0], y)
        corner = pl.tile.slice(tile=a, shape=[8, 32], offset=[8, 32])
        y = pl.store(pl.fillpad_expand(corner, [16, 64]), [6, 0, 0], y)
        y = pl.store(
            pl.tile.reshape(tile=pl.tile.reshape(tile=a, shape=[32, 32]), shape=[16, 64]), [7, 0, 0], y
        )
        part = pl.tile.slice(a, [8, 64], [0, 0])
        base = pl.tile.full(shape=[16, 64], dtype=pl.FP32, value=2.5)
        y = pl.store(pl.tile.assemble(target=base, source=part, offset=[4, 0]), [8, 0, 0], y)
        y = pl.store(pl.move(tile=a, target_memory=pl.Mem.Vec), [9, 0, 0], y)
        y = pl.store(pl.tile.move(tile=a, target_memory=pl.Mem.Vec), [10, 0, 0], y)
        positive = pl.tile.cmps(lhs=a, rhs=0.0, cmp_type=4)
        y = pl.store(pl.sel(mask=positive, lhs=a, rhs=pl.neg(a), tmp=room), [11, 0, 0], y)
        y = pl.store(pl.tile.sel(mask=positive, lhs=pl.neg(a), rhs=a, tmp=room), [12, 0, 0], y)
        y = pl.store(pl.sels(mask=positive, src=a, tmp=room, scalar=-1.0), [13, 0, 0], y)
        y = pl.store(pl.tile.sels(mask=positive, src=a, tmp=room, scalar=3.0), [14, 0, 0], y)
        exact = pl.tile.full([16, 64], pl.FP32, 0.0)
        y = pl.store(pl.tile.rsqrt(tile=pl.add(pl.abs(a), 1.0), tmp=exact), [15, 0, 0], y)
        row = pl.store(pl.tile.ci(start=3, shape=[1, 64], descending=True), [0, 0], row)
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.tile.load(x, [0, 0], [16, 64])
        pl.tile.write(tile=t, indices=[0, 1], value=pl.tile.read(tile=t, indices=[3, 4]))
        pl.write(t, [0, 2], pl.tile.max(pl.read(t, [0, 0]), pl.tile.min(pl.read(t, [0, 3]), 0.25)))
        pl.write(cells, [0], pl.read(t, [0, 1]))
        pl.write(cells, [1], pl.read(t, [0, 2]))
        pl.write(cells, [2], pl.tile.read(t, [15, 63]))
        pl.write(cells, [3], pl.min(pl.read(t, [2, 2]), pl.max(pl.read(t, [2, 3]), 0.0)))
    for which in pl.unroll(2):
        with pl.at(level=pl.Level.CORE_GROUP):
            left = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
            right = pl.load(x, [0, 32], [32, 32], target_memory=pl.Mem.Mat)
            if which == 0:
                total = pl.matmul(left, right)
                total = pl.matmul_acc(acc=total, lhs=left, rhs=right)
            else:
                total = pl.tile.matmul(left, right)
                total = pl.tile.matmul_acc(acc=total, lhs=left, rhs=right, init_cond=False)
            z = pl.store(total, [which, 0, 0], z)
    return y, z, row, cells, blocks


def golden(tensors):
    import torch

    x, y = tensors["x"], tensors["y"]
    a = x[2:18]
    y[:] = 0
    y[0] = y[7] = y[9] = y[10] = a
    y[1, :9, :50] = y[2, :9, :50] = x[3:12, :50]
    y[3, :12] = x[20:32]
    y[4, :5, :33] = a[:5, :33]
    y[5, :7] = a[:7]
    y[6, :8, :32] = a[8:, 32:]
    y[8] = 2.5
    y[8, 4:12] = a[:8]
    y[11], y[12] = a.abs(), -a.abs()
    y[13] = torch.where(a > 0, a, -1.0)
    y[14] = torch.where(a > 0, a, 3.0)
    y[15] = 1 / torch.sqrt(a.abs() + 1)
    left, right = x[:, :32].double(), x[:, 32:].double()
    tensors["z"][:] = (2 * (left @ right)).float()
    tensors["row"][0] = 3 - torch.arange(64)
    quarter, zero = torch.tensor(0.25), torch.tensor(0.0)
    tensors["cells"][:] = torch.stack(
        [
            x[3, 4],
            torch.maximum(x[0, 0], torch.minimum(x[0, 3], quarter)),
            x[15, 63],
            torch.minimum(x[2, 2], torch.maximum(x[2, 3], zero)),
        ]
    )
    tensors["blocks"][:] = torch.tensor([0, 2, 1, 2])


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [32, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [16, 16, 64], torch.float32),
        TensorSpec("z", [2, 32, 32], torch.float32),
        TensorSpec("row", [1, 64], torch.int32),
        TensorSpec("cells", [4], torch.float32),
        TensorSpec("blocks", [4], torch.int32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(names_of_tiles, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
