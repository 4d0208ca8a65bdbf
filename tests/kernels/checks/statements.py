# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: no += in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k += 1  # E:9 UF [augmented-assignment] `+=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no -= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k -= 1  # E:9 UF [augmented-assignment] `-=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no *= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k *= 1  # E:9 UF [augmented-assignment] `*=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no /= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k /= 1  # E:9 UF [augmented-assignment] `/=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no //= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k //= 1  # E:9 UF [augmented-assignment] `//=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no %= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k %= 1  # E:9 UF [augmented-assignment] `%=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no **= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k **= 1  # E:9 UF [augmented-assignment] `**=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no @= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k @= 1  # E:9 UF [augmented-assignment] `@=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no &= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k &= 1  # E:9 UF [augmented-assignment] `&=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no |= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k |= 1  # E:9 UF [augmented-assignment] `|=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no ^= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k ^= 1  # E:9 UF [augmented-assignment] `^=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no <<= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k <<= 1  # E:9 UF [augmented-assignment] `<<=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no >>= in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n
        k >>= 1  # E:9 UF [augmented-assignment] `>>=` (AugAssign) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: two targets in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = b = n  # E:9 SE [assignment-target] unsupported assignment: one target at a time
        y[:, :] = x[:, :]
    return y


# check: no assert in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        assert n > 0  # E:9 UF [python-statement] assert (Assert) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no try in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        try:  # E:9 UF [python-statement] try (Try) is not part of the kernel language
            k = n
        except ValueError:
            k = n
        y[:, :] = x[:, :]
    return y


# check: no try with finally in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        try:  # E:9 UF [python-statement] try (Try) is not part of the kernel language
            k = n
        finally:
            pass
        y[:, :] = x[:, :]
    return y


# check: no raise in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        raise ValueError(1)  # E:9 UF [python-statement] raise (Raise) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no del in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        del n  # E:9 UF [python-statement] del (Delete) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no global in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        global COUNT  # E:9 UF [python-statement] global (Global) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no import in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        import math  # E:9 UF [python-statement] import (Import) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no import of names in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        from math import pi  # E:9 UF [python-statement] import (ImportFrom) is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no nested function in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        def inner(a):  # E:9 UF [python-statement] a nested function (FunctionDef) is not part of the kernel language
            return a
        y[:, :] = x[:, :]
    return y


# check: no nested class in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        class Inner:  # E:9 UF [python-statement] a class (ClassDef) is not part of the kernel language
            pass
        y[:, :] = x[:, :]
    return y


# check: no match in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        match n:  # E:9 UF [python-statement] match (Match) is not part of the kernel language
            case 1:
                pass
        y[:, :] = x[:, :]
    return y


# check: no loop over range in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in range(4):  # E:18 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
            pass
        y[:, :] = x[:, :]
    return y


# check: no loop over a list in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in [1, 2]:  # E:18 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `[1, 2]`
            pass
        y[:, :] = x[:, :]
    return y


# check: no loop over a tensor in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in x:  # E:18 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `x`
            pass
        y[:, :] = x[:, :]
    return y


# check: no loop over enumerate in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i, a in enumerate(x):  # E:21 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `enumerate(x)`
            pass
        y[:, :] = x[:, :]
    return y


# check: no loop over pl.cluster in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.cluster():  # E:18 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `pl.cluster()`
            pass
        y[:, :] = x[:, :]
    return y


# check: an expression is no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n + 1  # E:9 SE [no-effect] `n + 1` has no effect
        y[:, :] = x[:, :]
    return y


# check: a name is no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n  # E:9 SE [no-effect] `n` has no effect
        y[:, :] = x[:, :]
    return y


# check: a comparison is no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n == 1  # E:9 SE [no-effect] `n == 1` has no effect
        y[:, :] = x[:, :]
    return y


# check: a number is no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        4  # E:9 SE [no-effect] `4` has no effect
        y[:, :] = x[:, :]
    return y


# check: dots are no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        ...  # E:9 SE [no-effect] `...` is no statement of a kernel
        y[:, :] = x[:, :]
    return y


# check: a subscript is no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x[0:16, :]  # E:9 SE [no-effect] `x[0:16, :]` has no effect
        y[:, :] = x[:, :]
    return y


# check: a scalar call is no statement in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.min(n, 4)  # E:9 SE [no-effect] the result of `pl.min(n, 4)` is not used
        y[:, :] = x[:, :]
    return y


# check: one scope in a with of region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with pl.manual_scope(), pl.manual_scope():  # E:9 SE [with-form] one scope per with statement
            pass
        y[:, :] = x[:, :]
    return y


# check: a with needs a scope in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        with open('a'):  # E:14 SE [with-form] `open('a')` is no scope
            pass
        y[:, :] = x[:, :]
    return y


# check: an early return in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 1:
            return y  # E:13 UF [return-place] return stands at the end of the function only
        y[:, :] = x[:, :]
    return y


# check: a declaration without a value in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k: pl.INDEX  # E:9 UF [annotation] `k` is declared without a value
        y[:, :] = x[:, :]
    return y


# check: as many names as values in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b, c = (n, n)  # E:9 TE [unpacking] 3 names for 2 values
        y[:, :] = x[:, :]
    return y


# check: names of an unpacking are plain in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, y[0, 0] = (n, n)  # E:12 SE [unpacking] the targets of an unpacking assignment are plain names
        y[:, :] = x[:, :]
    return y


# check: no star in an unpacking in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, *b = (n, n, n)  # E:12 SE [unpacking] the targets of an unpacking assignment are plain names
        y[:, :] = x[:, :]
    return y


# check: no nested names in an unpacking in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        (a, b), c = ((n, n), n)  # E:9 SE [unpacking] the targets of an unpacking assignment are plain names
        y[:, :] = x[:, :]
    return y


# check: a scalar is not unpacked in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = n  # E:16 TE [unpacking] cannot unpack `n`: it is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: a tensor is not unpacked in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a, b = x  # E:16 TE [unpacking] cannot unpack `x`: it is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: an attribute is no target in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x.shape = n  # E:9 SE [assignment-target] `x.shape` cannot be assigned
        y[:, :] = x[:, :]
    return y


# check: an attribute of a number is no target in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n.k = 2  # E:9 SE [assignment-target] `n.k` cannot be assigned
        y[:, :] = x[:, :]
    return y


# check: a write needs a plain name in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x.t[0, :] = n  # E:9 SE [window-target] the left side of a windowed write is a name with one subscript
        y[:, :] = x[:, :]
    return y


# check: a starred target in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        *a, = (n, n)  # E:9 SE [unpacking] the targets of an unpacking assignment are plain names
        y[:, :] = x[:, :]
    return y


# check: a dict is no value in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a = {}  # E:13 UF [python-expression] a dict is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: no else after a loop in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            pass
        else:
            pass  # E:13 UF [loop-else] `else` of a loop is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: nothing follows break in region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            break
            k = i  # E:13 SE [unreachable] nothing may follow break or continue
        y[:, :] = x[:, :]
    return y


# check: nothing follows a return of region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        return y  # E:9 UF [return-place] return stands at the end of the function only
        k = n
        y[:, :] = x[:, :]
    return y


# check: no += in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = n
    k += 1  # E:5 UF [augmented-assignment] `+=` (AugAssign) is not part of the kernel language
    return y


# check: two targets in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = b = n  # E:5 SE [assignment-target] unsupported assignment: one target at a time
    return y


# check: no assert in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    assert n > 0  # E:5 UF [python-statement] assert (Assert) is not part of the kernel language
    return y


# check: no try in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    try:  # E:5 UF [python-statement] try (Try) is not part of the kernel language
        k = n
    except ValueError:
        k = n
    return y


# check: no try with finally in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    try:  # E:5 UF [python-statement] try (Try) is not part of the kernel language
        k = n
    finally:
        pass
    return y


# check: no raise in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    raise ValueError(1)  # E:5 UF [python-statement] raise (Raise) is not part of the kernel language
    return y


# check: no del in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    del n  # E:5 UF [python-statement] del (Delete) is not part of the kernel language
    return y


# check: no global in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    global COUNT  # E:5 UF [python-statement] global (Global) is not part of the kernel language
    return y


# check: no import in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    import math  # E:5 UF [python-statement] import (Import) is not part of the kernel language
    return y


# check: no import of names in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    from math import pi  # E:5 UF [python-statement] import (ImportFrom) is not part of the kernel language
    return y


# check: no nested function in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    def inner(a):  # E:5 UF [python-statement] a nested function (FunctionDef) is not part of the kernel language
        return a
    return y


# check: no nested class in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    class Inner:  # E:5 UF [python-statement] a class (ClassDef) is not part of the kernel language
        pass
    return y


# check: no match in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    match n:  # E:5 UF [python-statement] match (Match) is not part of the kernel language
        case 1:
            pass
    return y


# check: no loop over range in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in range(4):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
        pass
    return y


# check: no loop over a list in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in [1, 2]:  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `[1, 2]`
        pass
    return y


# check: no loop over a tensor in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in x:  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `x`
        pass
    return y


# check: no loop over enumerate in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i, a in enumerate(x):  # E:17 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `enumerate(x)`
        pass
    return y


# check: no loop over pl.cluster in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in pl.cluster():  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `pl.cluster()`
        pass
    return y


# check: an expression is no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n + 1  # E:5 SE [no-effect] `n + 1` has no effect
    return y


# check: a name is no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n  # E:5 SE [no-effect] `n` has no effect
    return y


# check: a comparison is no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n == 1  # E:5 SE [no-effect] `n == 1` has no effect
    return y


# check: a number is no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    4  # E:5 SE [no-effect] `4` has no effect
    return y


# check: dots are no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    ...  # E:5 SE [no-effect] `...` is no statement of a kernel
    return y


# check: a subscript is no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    x[0:16, :]  # E:5 SE [no-effect] `x[0:16, :]` has no effect
    return y


# check: a scalar call is no statement in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.min(n, 4)  # E:5 SE [no-effect] the result of `pl.min(n, 4)` is not used
    return y


# check: one scope in a with of orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.manual_scope(), pl.manual_scope():  # E:5 SE [with-form] one scope per with statement
        pass
    return y


# check: a with needs a scope in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with open('a'):  # E:10 SE [with-form] `open('a')` is no scope
        pass
    return y


# check: an early return in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    if n > 1:
        return y  # E:9 UF [return-place] return stands at the end of the function only
    return y


# check: a declaration without a value in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k: pl.INDEX  # E:5 UF [annotation] `k` is declared without a value
    return y


# check: as many names as values in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, b, c = (n, n)  # E:5 TE [unpacking] 3 names for 2 values
    return y


# check: names of an unpacking are plain in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, y[0, 0] = (n, n)  # E:8 SE [unpacking] the targets of an unpacking assignment are plain names
    return y


# check: no star in an unpacking in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, *b = (n, n, n)  # E:8 SE [unpacking] the targets of an unpacking assignment are plain names
    return y


# check: no nested names in an unpacking in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    (a, b), c = ((n, n), n)  # E:5 SE [unpacking] the targets of an unpacking assignment are plain names
    return y


# check: a scalar is not unpacked in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, b = n  # E:12 TE [unpacking] cannot unpack `n`: it is Scalar[INDEX]
    return y


# check: a tensor is not unpacked in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a, b = x  # E:12 TE [unpacking] cannot unpack `x`: it is Tensor[[32, 32], FP32]
    return y


# check: an attribute is no target in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    x.shape = n  # E:5 SE [assignment-target] `x.shape` cannot be assigned
    return y


# check: an attribute of a number is no target in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    n.k = 2  # E:5 SE [assignment-target] `n.k` cannot be assigned
    return y


# check: a write needs a plain name in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    x.t[0, :] = n  # E:5 SE [window-target] the left side of a windowed write is a name with one subscript
    return y


# check: a starred target in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    *a, = (n, n)  # E:5 SE [unpacking] the targets of an unpacking assignment are plain names
    return y


# check: a dict is no value in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a = {}  # E:9 UF [python-expression] a dict is not part of the kernel language
    return y


# check: no else after a loop in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in pl.range(4):
        pass
    else:
        pass  # E:9 UF [loop-else] `else` of a loop is not part of the kernel language
    return y


# check: nothing follows break in orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    for i in pl.range(4):
        break
        k = i  # E:9 SE [unreachable] nothing may follow break or continue
    return y


# check: nothing follows a return of orchestration
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    return y  # E:5 UF [return-place] return stands at the end of the function only
    k = n
    return y


# check: no async function
import asyncio


@pl.jit  # E:1 UF [python-statement] kernel is an `async def`; a kernel is a plain `def`
async def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    return y


# check: no generator
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    yield x  # E:5 UF [python-expression] yield is not part of the kernel language
    return y


# check: a lambda is no kernel
kernel = pl.jit(lambda x, y: y)  # E:1 UF [python-statement] this is a lambda; a kernel is a plain `def`


# check: no augmented assignment in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t += 1.0  # E:5 UF [augmented-assignment] `+=` (AugAssign) is not part of the kernel language
    out = pl.store(t, [0, 0], y)
    return out


# check: no augmented assignment of a window in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[0:8, :] *= 2.0  # E:5 UF [augmented-assignment] `*=` (AugAssign) is not part of the kernel language
    out = pl.store(t, [0, 0], y)
    return out


# check: no assert in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    assert n > 0  # E:5 UF [python-statement] assert (Assert) is not part of the kernel language
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no nested function in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    def inner(a):  # E:5 UF [python-statement] a nested function (FunctionDef) is not part of the kernel language
        return a
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no two targets in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    a = b = 4  # E:5 SE [assignment-target] unsupported assignment: one target at a time
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no loop over range in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    for i in range(4):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
        pass
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: no early return in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    if n > 0:
        return y  # E:9 UF [return-place] return stands at the end of the function only
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an expression is no statement in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    n + 1  # E:5 SE [no-effect] `n + 1` has no effect
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a result that nothing takes
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.exp(x[:, :])  # E:9 SE [no-effect] the result of `pl.exp(x[:, :])` is not used
        y[:, :] = x[:, :]
    return y


# check: a helper without a result has no value
@pl.jit.inline
def fill(x: pl.Tensor):
    pass


@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = fill(x)  # E:13 TE [no-value] fill returns nothing
        y[:, :] = x[:, :]
    return y


# check: a task id that nobody names is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.system.task_dummy(deps=[])  # E:5 SE [no-effect] the result of `pl.system.task_dummy(deps=[])` is not used
    return y


# check: a buffer is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.MemRef()  # E:5 SE [no-effect] the result of `pl.MemRef()` is not used
    return y


# check: a view is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.TileView()  # E:5 SE [no-effect] the result of `pl.TileView()` is not used
    return y


# check: a length is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    len((1, 2))  # E:5 SE [no-effect] the result of `len((1, 2))` is not used
    return y


# check: a size of a type is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.FP32.get_byte()  # E:5 SE [no-effect] the result of `pl.FP32.get_byte()` is not used
    return y


# check: a constant is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.const(3, pl.INT32)  # E:5 SE [no-effect] the result of `pl.const(3, pl.INT32)` is not used
    return y


# check: a method is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    x.exp()  # E:5 UF [attribute] `x.exp` is not part of the kernel language
    return y


# check: a Python function is no statement
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    print(x)  # E:5 UF [python-name] Python's `print` is not part of the kernel language
    return y


# check: pl.yield_ belongs to a loop or branch
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.yield_(x)  # E:5 SE [yield-form] pl.yield_ belongs in a loop with init_values, or in both branches of an if, as the whole right side of an assignment
    return y


# check: pl.cond belongs to pl.while_
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.cond(True)  # E:5 SE [cond-form] pl.cond is the first statement of a pl.while_ loop
    return y
