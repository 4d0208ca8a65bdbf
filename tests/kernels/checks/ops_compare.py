# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: cmp_type 6 does not exist
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=6)  # E:19 IO [comparison-code] cmp_type 6 is no comparison in pl.cmp
    return y


# check: cmp_type -1 does not exist
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=-1)  # E:19 IO [comparison-code] cmp_type -1 is no comparison in pl.cmp
    return y


# check: cmp_type 7 does not exist
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=7)  # E:19 IO [comparison-code] cmp_type 7 is no comparison in pl.cmp
    return y


# check: cmp_type is no text
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type='gt')  # E:19 IO [comparison-code] cmp_type 'gt' is no comparison in pl.cmp
    return y


# check: cmp_type is no bool
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=True)  # E:19 IO [comparison-code] cmp_type True is no comparison in pl.cmp
    return y


# check: cmp_type is no fraction
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=1.0)  # E:19 IO [comparison-code] cmp_type 1.0 is no comparison in pl.cmp
    return y


# check: cmp_type is known while the kernel is read
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=n)  # E:53 TE [not-static] `cmp_type` must be known while the kernel is read, `n` is Scalar[INT32]
    return y


# check: cmp_type of tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=9), [0, 0], y)  # E:22 IO [comparison-code] cmp_type 9 is no comparison in pl.cmps
    return y


# check: pl.cmps takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.cmps(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `rhs` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.cmps
    return y


# check: pl.cmps takes a tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmps(x[:, :], 0.0)  # E:19 IO [level-mix] pl.cmps takes tiles, `lhs` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: tensors that are compared have one shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, 0:16])  # E:19 IO [shape-mismatch] shapes do not match in pl.cmp: [32, 32] and [32, 16]
    return y


# check: tiles that are compared have one shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.sel(pl.cmp(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [16, 32])), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:29 IO [shape-mismatch] shapes do not match in pl.cmp: [32, 32] and [16, 32]
    return y


# check: a comparison takes no bool
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], True)  # E:19 IO [scalar-type] a bool is not an arithmetic operand in pl.cmp
    return y


# check: a comparison takes no extent
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], n)  # E:19 IO [scalar-type] a loop variable or extent cannot be used as data directly in pl.cmp
    return y


# check: a predicate is no operand of arithmetic
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT8]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.add(m, m), [0, 0], y)  # E:22 IO [operand-kind] `lhs` of pl.add is a packed predicate, a bit for each element
    return y


# check: a predicate is not converted
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.cast(m, pl.FP16), [0, 0], y)  # E:22 IO [operand-kind] `input` of pl.cast is a packed predicate, a bit for each element
    return y


# check: pl.sel takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sel(x[:, :], x[:, :], x[:, :], x[:, :])  # E:19 IO [level-mix] pl.sel takes tiles, `mask` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.sel needs tmp
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-list] pl.sel needs `tmp`
    return y


# check: the mask of pl.sel is packed bytes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.sel(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [dtype-mismatch] `mask` holds FP32 in pl.sel
    return y


# check: both sides of pl.sel have one type
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    h: pl.Tensor[[32, 32], pl.FP16],
    y: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), pl.load(h, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [dtype-mismatch] element types differ in pl.sel: FP32 and FP16
    return y


# check: both sides of pl.sel have one shape
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 16]), pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [shape-mismatch] shapes do not match in pl.sel: [32, 32] and [32, 16]
    return y


# check: the mask of pl.sel has a row for each row
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [16, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [shape-mismatch] `mask` has 16 rows, 32 are needed in pl.sel
    return y


# check: the mask of pl.sel has a bit for each column
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    b: pl.Tensor[[32, 32], pl.UINT8],
    y: pl.Out[pl.Tensor[[32, 512], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(b, [0, 0], [32, 32])
        a = pl.create_tile([32, 512], pl.FP32)
        y = pl.store(pl.sel(m, a, a, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [shape-mismatch] a row of `mask` has 32 bytes, 64 are needed in pl.sel
    return y


# check: scratch of pl.sel is bytes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.FP32)), [0, 0], y)  # E:22 IO [scratch] `tmp` holds FP32 in pl.sel
    return y


# check: scratch of pl.sel is large enough
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 0], pl.UINT8)), [0, 0], y)  # E:92 IO [number-range] the shape of a tile has extents of at least 1, found [1, 0] in pl.create_tile
    return y


# check: elements of pl.sel on a2a3 have 2 or 4 bytes
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    b: pl.Tensor[[32, 32], pl.UINT8],
    y: pl.Out[pl.Tensor[[32, 32], pl.UINT8]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(b, [0, 0], [32, 32])
        a = pl.load(b, [0, 0], [32, 32])
        y = pl.store(pl.sel(m, a, a, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [dtype-support] pl.sel does not execute UINT8 on a2a3sim
    return y


# check: no side of pl.sel is a number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sel(m, pl.load(x, [0, 0], [32, 32]), 0.0, pl.create_tile([1, 32], pl.UINT8)), [0, 0], y)  # E:22 IO [operand-kind] `rhs` must be a tensor or a tile, found a scalar (Scalar[FP32]) in pl.sel
    return y


# check: pl.sels takes tiles
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.sels(x[:, :], x[:, :], x[:, :], 0.0)  # E:19 IO [level-mix] pl.sels takes tiles, `mask` is a tensor (Tensor[[32, 32], FP32])
    return y


# check: pl.sels takes a scalar
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sels(m, pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8), pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:22 IO [argument-type] `scalar` must be a scalar, found Tile[[32, 32], FP32, Vec] in pl.sels
    return y


# check: the scalar of pl.sels has the type of the tile
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP16], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.cmps(pl.load(x, [0, 0], [32, 32]), 0.0, cmp_type=4)
        y = pl.store(pl.sels(m, pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8), s), [0, 0], y)  # E:22 IO [dtype-mismatch] scalar is FP16, array is FP32 in pl.sels
    return y


# check: the mask of pl.sels holds integers
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.sels(pl.load(x, [0, 0], [32, 32]), pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8), 0.0), [0, 0], y)  # E:22 IO [dtype-mismatch] `mask` holds FP32 in pl.sels
    return y


# check: the mask of pl.sels has a bit for each column
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.FP32],
    b: pl.Tensor[[32, 32], pl.UINT8],
    y: pl.Out[pl.Tensor[[32, 512], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(b, [0, 0], [32, 32])
        a = pl.create_tile([32, 512], pl.FP32)
        y = pl.store(pl.sels(m, a, pl.create_tile([1, 32], pl.UINT8), 0.0), [0, 0], y)  # E:22 IO [shape-mismatch] a row of `mask` has 32 bytes, 64 are needed in pl.sels
    return y


# check: pl.sels takes no BF16
@pl.jit
def kernel(
    x: pl.Tensor[[32, 32], pl.BF16],
    b: pl.Tensor[[32, 32], pl.UINT8],
    y: pl.Out[pl.Tensor[[32, 32], pl.BF16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pl.load(b, [0, 0], [32, 32])
        y = pl.store(pl.sels(m, pl.load(x, [0, 0], [32, 32]), pl.create_tile([1, 32], pl.UINT8), 0.0), [0, 0], y)  # E:22 IO [dtype-support] element type BF16 is not accepted in pl.sels
    return y


# check: integers of a2a3 that are compared are INT32
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT16], y: pl.Out[pl.Tensor[[32, 32], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cmp(x[:, :], x[:, :], cmp_type=2)  # E:19 IO [dtype-support] pl.cmp does not execute INT16 on a2a3sim
    return y
