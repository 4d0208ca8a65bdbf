# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: a condition that is a number
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n:  # E:8 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INDEX]
        pass
    return y


# check: a condition that is a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if x:  # E:8 TE [condition] a condition must be a BOOL scalar, `x` is Tensor[[64, 64], FP32]
        pass
    return y


# check: a condition that is a comparison of a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if x > 0:  # E:8 TE [operator-on-array] `>` works on scalars, `x` is Tensor[[64, 64], FP32]
        pass
    return y


# check: a condition that is a float
@pl.jit
def kernel(s: pl.FP32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if s:  # E:8 TE [condition] a condition must be a BOOL scalar, `s` is Scalar[FP32]
        pass
    return y


# check: a condition that is a known number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if 1:  # E:8 TE [condition] a condition must be a BOOL scalar, `1` is the number 1
        pass
    return y


# check: a condition that is None
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if None:  # E:8 TE [condition] a condition must be a BOOL scalar, `None` is None
        pass
    return y


# check: a condition of `elif` that is a number
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        pass
    elif n:  # E:10 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INDEX]
        pass
    return y


# check: a name bound in the first branch only and read after it
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = n * 2
    for i in pl.range(m):  # E:23 UV [not-always-bound] `m` is bound in only one branch of the `if` at line 66
        pass
    return y


# check: a name bound in the second branch only and read after it
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        pass
    else:
        m = n * 2
    for i in pl.range(m):  # E:23 UV [not-always-bound] `m` is bound in only one branch of the `if` at line 76
        pass
    return y


# check: a name bound in two of three branches
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = n * 2
    elif n > 2:
        m = n * 3
    for i in pl.range(m):  # E:23 UV [not-always-bound] `m` is bound in only one branch of the `if` at line 90
        pass
    return y


# check: a name bound in the branch of a known condition that is not taken
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if False:
        m = n * 2
    for i in pl.range(m):  # E:23 UV [not-always-bound] `m` is bound only in a branch of the `if` at line 100 that is never taken
        pass
    return y


# check: an unknown name in a branch that is never taken
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if False:
        m = nn * 2  # E:13 UV [undefined-name] undefined name `nn`
    return y


# check: a statement of Python in a branch that is never taken
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if False:
        n += 1  # E:9 UF [augmented-assignment] `+=` (AugAssign) is not part of the kernel language
    return y


# check: a loop of Python in a branch that is never taken
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if False:
        for i in range(4):  # E:18 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
            pass
    return y


# check: a name with two types in the two branches
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = pl.cast(n, pl.INT32)
    else:
        m = pl.cast(n, pl.INT64)  # E:9 TE [type-change] `m` has different types in the branches of the `if` at line 135: Scalar[INT32] and Scalar[INT64]
    for i in pl.range(m):
        pass
    return y


# check: a name with two shapes in the two branches
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 4:
            t = x[0:16, :]
        else:
            t = x[0:32, :]  # E:13 TE [type-change] `t` has different types in the branches of the `if` at line 148: Tensor[[16, 64], FP32] and Tensor[[32, 64], FP32]
        y[0:16, :] = t
    return y


# check: a name with two element types in the two branches
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 4:
            t = x[0:16, :]
        else:
            t = pl.cast(x[0:16, :], pl.BF16)  # E:13 TE [type-change] `t` has different types in the branches of the `if` at line 160: Tensor[[16, 64], FP32] and Tensor[[16, 64], BF16]
        y[0:16, :] = t
    return y


# check: a name that is a tensor in one branch and a tile in the other
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 4:
            t = pl.add(x[0:16, :], 1.0)
        else:
            t = pl.load(x, [0, 0], [16, 64])  # E:13 TE [type-change] `t` has different types in the branches of the `if` at line 172: Tensor[[16, 64], FP32] and Tile[[16, 64], FP32, Vec]
        y[0:16, :] = t
    return y


# check: a name that is a scalar in one branch and a tensor in the other
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 4:
            t = x[0:16, :]
        else:
            t = n  # E:13 TE [type-change] `t` has different types in the branches of the `if` at line 184: Tensor[[16, 64], FP32] and Scalar[INDEX]
        y[0:16, :] = t
    return y


# check: a name that denotes different tensors after a branch of orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.create_tensor([64, 64], dtype=pl.FP32)
    b = pl.create_tensor([64, 64], dtype=pl.FP32)
    if n > 4:
        t = a
    else:
        t = b  # E:9 UF [buffer-change] `t` denotes different tensors in the branches of the `if` at line 197
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
        y[:, :] = t[:, :]
    return y


# check: a rebinding inside a branch that changes the shape
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:32, :]
        if n > 4:
            t = x[0:16, :]  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[32, 64], FP32], got Tensor[[16, 64], FP32]
        y[0:32, :] = t
    return y


# check: a rebinding inside a branch that changes the element type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = x[0:32, :]
        if n > 4:
            t = pl.cast(t, pl.BF16)  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[32, 64], FP32], got Tensor[[32, 64], BF16]
        y[0:32, :] = t
    return y


# check: a rebinding inside a region that changes the type of a name of orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = n * 2
    with pl.at(level=pl.Level.CORE_GROUP):
        m = x[0:16, :]  # E:9 TE [type-change] cannot reassign `m` with a different type: was Scalar[INDEX], got Tensor[[16, 64], FP32]
        y[0:16, :] = m
    return y


# check: a carry that starts as a tensor and becomes a tile
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.full([16, 64], dtype=pl.FP32, value=0.0)
        for i in pl.range(4):
            acc = pl.add(acc, pl.load(x, [i * 16, 0], [16, 64]))  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[16, 64], FP32]) and a tile (Tile[[16, 64], FP32, Vec]) in one operation in pl.add
        y[0:16, :] = acc
    return y


# check: a carry that starts as a tile and becomes a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        acc = pl.load(x, [0, 0], [16, 64])
        for i in pl.range(4):
            acc = pl.add(acc, x[i * 16 : i * 16 + 16, :])  # E:19 IO [level-mix] cannot mix a tensor (Tensor[[16, 64], FP32]) and a tile (Tile[[16, 64], FP32, Vec]) in one operation in pl.add
        pl.store(acc, [0, 0], y)
    return y


# check: a name that changes its level inside a branch
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.add(x[0:16, :], 1.0)
        if n > 4:
            t = pl.load(x, [0, 0], [16, 64])  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[16, 64], FP32], got Tile[[16, 64], FP32, Vec]
        y[0:16, :] = t
    return y


# check: a yield in one branch only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = pl.yield_(n * 2)  # E:9 TE [yield-form] the branches of the `if` at line 275 yield different names: m and none
    for i in pl.range(n):
        pass
    return y


# check: branches that yield different names
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = pl.yield_(n * 2)  # E:9 TE [yield-form] the branches of the `if` at line 285 yield different names: m and k
    else:
        k = pl.yield_(n * 3)
    for i in pl.range(m):
        pass
    return y


# check: branches that yield different numbers of values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m, k = pl.yield_(n * 2, n)  # E:9 TE [yield-form] the branches of the `if` at line 297 yield different names: m, k and m
    else:
        m = pl.yield_(n * 3)
    for i in pl.range(m):
        pass
    return y


# check: branches that yield different types
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = pl.yield_(pl.cast(n, pl.INT32))
    else:
        m = pl.yield_(pl.cast(n, pl.INT64))  # E:9 TE [yield-form] `m` has different types in the branches of the `if` at line 309: Scalar[INT32] and Scalar[INT64]
    for i in pl.range(m):
        pass
    return y


# check: branches that yield different shapes
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 4:
            t = pl.yield_(x[0:16, :])
        else:
            t = pl.yield_(x[0:32, :])  # E:13 TE [yield-form] `t` has different types in the branches of the `if` at line 322: Tensor[[16, 64], FP32] and Tensor[[32, 64], FP32]
        y[0:16, :] = t
    return y


# check: a yield of a branch that is not assigned
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        pl.yield_(n * 2)  # E:9 SE [yield-form] a yield is assigned: new = pl.yield_(value)
    else:
        pl.yield_(n * 3)  # E:9 SE [yield-form] a yield is assigned: new = pl.yield_(value)
    return y


# check: a yield of a branch that is not its last statement
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = pl.yield_(n * 2)  # E:13 SE [yield-form] pl.yield_ is the last statement of its block
        k = n
    else:
        m = pl.yield_(n * 3)
    for i in pl.range(m):
        pass
    return y


# check: a name of a branch that is not yielded, read after it
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        k = n * 2
        m = pl.yield_(k)
    else:
        m = pl.yield_(n * 3)
    for i in pl.range(k):  # E:23 UV [out-of-scope] `k` belongs to the branches of the `if` at line 356, which yield m
        pass
    return y


# check: a yield in one branch only, in a branch of three
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m = pl.yield_(n * 2)
    elif n > 2:
        m = pl.yield_(n * 3)  # E:9 TE [yield-form] the branches of the `if` at line 371 yield different names: m and none
    for i in pl.range(m):
        pass
    return y


# check: an annotated yield of another type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        m: pl.Scalar[pl.INT32] = pl.yield_(pl.cast(n, pl.INT64))  # E:12 TE [annotation] `m` is declared INT32, the value is INT64
    else:
        m: pl.Scalar[pl.INT32] = pl.yield_(pl.cast(n, pl.INT64))  # E:12 TE [annotation] `m` is declared INT32, the value is INT64
    for i in pl.range(m):
        pass
    return y


# check: a second binding under strict_ssa in a function
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    t = pl.exp(t)  # E:5 SV [strict-ssa] `t` is bound a second time, which strict_ssa=True forbids
    out = pl.store(t, [0, 0], y)
    return out


# check: a second binding under strict_ssa in a branch
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    if n > 4:
        t = pl.exp(t)  # E:9 SV [strict-ssa] `t` is bound a second time, which strict_ssa=True forbids
    out = pl.store(t, [0, 0], y)
    return out


# check: a second binding under strict_ssa in a program
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
    def core(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 64])
        t = pl.exp(t)  # E:9 SV [strict-ssa] `t` is bound a second time, which strict_ssa=True forbids
        out = pl.store(t, [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.core(x, y)
        return y


# check: a carried name under strict_ssa
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    for i in pl.range(4):
        t = pl.exp(t)  # E:9 SV [strict-ssa] `t` is bound a second time, which strict_ssa=True forbids
    out = pl.store(t, [0, 0], y)
    return out


# check: a name bound in a `with` of one branch and read after it
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.add(x[0:16, :], 1.0)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = t  # E:22 UV [not-always-bound] `t` is bound in only one branch of the `if` at line 438
    return y


# check: a name that both branches bind beside what they yield, read after them
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    if n > 4:
        k = n * 2
        m = pl.yield_(k)
    else:
        k = n * 3
        m = pl.yield_(k)
    for i in pl.range(k):  # E:23 UV [out-of-scope] `k` belongs to the branches of the `if` at line 449, which yield m
        pass
    return y


# check: a name that was bound before, rebound in branches that yield another one, and read after them
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    k = n
    if n > 4:
        k = n * 2
        m = pl.yield_(k)
    else:
        m = pl.yield_(n * 3)
    for i in pl.range(k):  # E:23 UV [out-of-scope] `k` belongs to the branches of the `if` at line 464, which yield m
        pass
    return y
