# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

# check: a cast to the type that the value has
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [cast-form] the value is FP32 already in pl.cast
    return y


# check: a cast of a tile to the type that it has
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(pl.cast(pl.load(x, [0, 0], [32, 32]), pl.FP32), [0, 0], y)  # E:22 IO [cast-form] the value is FP32 already in pl.cast
    return y


# check: a mode that does not exist
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode='up')  # E:19 IO [rounding-mode] unknown rounding mode 'up' in pl.cast
    return y


# check: a mode beyond the codes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode=7)  # E:19 IO [rounding-mode] rounding mode 7 is not one of 0 to 6 in pl.cast
    return y


# check: a mode below the codes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode=-1)  # E:19 IO [rounding-mode] rounding mode -1 is not one of 0 to 6 in pl.cast
    return y


# check: a mode that is a bool
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode=True)  # E:19 IO [rounding-mode] rounding mode must be a name or a code, found True in pl.cast
    return y


# check: a mode that is no name and no code
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode=1.0)  # E:19 IO [rounding-mode] rounding mode must be a name or a code, found 1.0 in pl.cast
    return y


# check: a mode that is known at run time only
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16, mode=n)  # E:50 TE [not-static] `mode` must be known while the kernel is read, `n` is Scalar[INT32]
    return y


# check: a target that is a number
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], 16)  # E:36 TE [argument-type] `target_type` must be an element type, `16` is the number 16
    return y


# check: a target that is text
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], 'bf16')  # E:36 TE [argument-type] `target_type` must be an element type, `'bf16'` is the text 'bf16'
    return y


# check: a cast without a target
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :])  # E:19 IO [argument-list] pl.cast needs `target_type`
    return y


# check: INT8 to FP32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [cast-chain] a2a3sim has no conversion from INT8 to FP32
    return y


# check: INT8 to INT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.INT32)  # E:19 IO [cast-chain] a2a3sim has no conversion from INT8 to INT32
    return y


# check: INT16 to INT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT16], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.INT32)  # E:19 IO [cast-chain] a2a3sim has no conversion from INT16 to INT32
    return y


# check: UINT8 to FP32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [cast-chain] a2a3sim has no conversion from UINT8 to FP32
    return y


# check: INT8 to INT16 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.INT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.INT16)  # E:19 IO [cast-chain] a2a3sim has no conversion from INT8 to INT16
    return y


# check: UINT32 to FP32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [cast-chain] a2a3sim has no conversion from UINT32 to FP32
    return y


# check: FP32 to UINT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.UINT32)  # E:19 IO [cast-chain] a2a3sim has no conversion from FP32 to UINT32
    return y


# check: FP32 to UINT16 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.UINT16)  # E:19 IO [cast-chain] a2a3sim has no conversion from FP32 to UINT16
    return y


# check: INT8 to BF16 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT8], y: pl.Out[pl.Tensor[[32, 32], pl.BF16]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BF16)  # E:19 IO [cast-chain] a2a3sim has no conversion from INT8 to BF16
    return y


# check: FP32 to FP8E4M3FN on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP8E4M3FN]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP8E4M3FN)  # E:19 IO [cast-chain] a2a3sim has no conversion from FP32 to FP8E4M3FN
    return y


# check: UINT16 to INT32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT16], y: pl.Out[pl.Tensor[[32, 32], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.INT32)  # E:19 IO [cast-chain] a2a3sim has no conversion from UINT16 to INT32
    return y


# check: FP32 to UINT32 on a5
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.UINT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.UINT32)  # E:19 IO [cast-chain] a5sim has no conversion from FP32 to UINT32
    return y


# check: UINT8 to FP32 on a5
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT8], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [cast-chain] a5sim has no conversion from UINT8 to FP32
    return y


# check: INT64 to UINT64 on a5
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.INT64], y: pl.Out[pl.Tensor[[32, 32], pl.UINT64]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.UINT64)  # E:19 IO [cast-chain] a5sim has no conversion from INT64 to UINT64
    return y


# check: UINT64 to FP32 on a5
# platform: a5sim
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.UINT64], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [cast-chain] a5sim has no conversion from UINT64 to FP32
    return y


# check: INT4 to FP32 on a2a3
@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.INT4], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.FP32)  # E:19 IO [dtype-support] casts of INT4 are not supported in pl.cast
    return y


# check: TASK_ID is no target
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.TASK_ID)  # E:19 IO [dtype-support] casts of TASK_ID are not supported in pl.cast
    return y


# check: INDEX is no element type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.INDEX)  # E:19 IO [dtype-support] casts of INDEX are not supported in pl.cast
    return y


# check: BOOL is no element type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.cast(x[:, :], pl.BOOL)  # E:19 IO [dtype-support] casts of BOOL are not supported in pl.cast
    return y


# check: a scalar is cast in one mode
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.cast(s, pl.FP32, mode='rint'))  # E:35 IO [rounding-mode] a scalar is not cast with mode 'rint' in pl.cast: float to integer truncates, the rest rounds to nearest even
    return y


# check: an extent does not become a float directly
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.cast(n, pl.FP32))  # E:35 IO [cast-form] no scalar cast from INDEX to FP32 in pl.cast
    return y


# check: a float does not become an extent directly
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        r = pl.cast(s, pl.INDEX)  # E:13 IO [cast-form] no scalar cast from FP32 to INDEX in pl.cast
        y[r : r + 1, :] = x[0:1, :]
    return y


# check: a scalar's cast has no other target than a type
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], s: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.add(x[:, :], pl.cast(s, 4))  # E:46 TE [argument-type] `target_type` must be an element type, `4` is the number 4
    return y
