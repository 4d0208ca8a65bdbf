# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: a loop over Python's range
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in range(4):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `range(4)`
        pass
    return y


# check: a loop over a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in (0, 16):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `(0, 16)`
        pass
    return y


# check: a loop over a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in x:  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `x`
        pass
    return y


# check: a loop over a call that is no iterator
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.tensor.dim(x, 0):  # E:14 SE [loop-iterator] a loop runs over pl.range, pl.parallel, pl.pipeline, pl.unroll, pl.while_, pl.spmd or pl.split_aiv, not `pl.tensor.dim(x, 0)`
        pass
    return y


# check: pl.range without bounds
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range():  # E:14 SE [loop-bounds] pl.range takes (stop), (start, stop) or (start, stop, step)
        pass
    return y


# check: pl.range with four positional arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(0, 4, 1, 2):  # E:14 SE [loop-bounds] pl.range takes (stop), (start, stop) or (start, stop, step)
        pass
    return y


# check: pl.parallel without bounds
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel():  # E:14 SE [loop-bounds] pl.parallel takes (stop), (start, stop) or (start, stop, step)
        pass
    return y


# check: pl.unroll without bounds
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll():  # E:14 SE [loop-bounds] pl.unroll takes (stop), (start, stop) or (start, stop, step)
        pass
    return y


# check: pl.pipeline without bounds
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.pipeline(stage=2):  # E:14 SE [loop-bounds] pl.pipeline takes (stop), (start, stop) or (start, stop, step)
        pass
    return y


# check: an unknown keyword of pl.range
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, colour=2):  # E:26 SE [unknown-keyword] pl.range has no keyword `colour`
        pass
    return y


# check: an unknown keyword of pl.parallel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel(4, colour=2):  # E:29 SE [unknown-keyword] pl.parallel has no keyword `colour`
        pass
    return y


# check: an unknown keyword of pl.unroll
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(4, colour=2):  # E:27 SE [unknown-keyword] pl.unroll has no keyword `colour`
        pass
    return y


# check: an unknown keyword of pl.pipeline
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.pipeline(4, stage=2, colour=2):  # E:38 SE [unknown-keyword] pl.pipeline has no keyword `colour`
        pass
    return y


# check: the keyword chunk of old sources
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, chunk=2):  # E:26 SE [unknown-keyword] pl.range has no keyword `chunk`
        pass
    return y


# check: `**` in the header of a loop
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, **n):  # E:28 UF [argument-list] `**` arguments are not part of the kernel language
        pass
    return y


# check: `*` in the header of a loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(*(0, 4)):  # E:23 UF [argument-list] `*` arguments are not part of the kernel language
        pass
    return y


# check: a keyword of a loop given twice
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, stop=4):  # E:26 SE [unknown-keyword] pl.range has no keyword `stop`
        pass
    return y


# check: attrs that are no dict
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, attrs=[1]):  # E:32 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
        pass
    return y


# check: attrs with a key that is no text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, attrs={1: 2}):  # E:32 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
        pass
    return y


# check: attrs with a value that is no number and no text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, attrs={"a": [1]}):  # E:32 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
        pass
    return y


# check: attrs that unpack another dict
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, attrs={**{"a": 1}}):  # E:32 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
        pass
    return y


# check: attrs of pl.unroll that are no dict
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(4, attrs="fast"):  # E:33 SE [loop-attrs] attrs of a loop is a dict literal of texts with numbers, truth values or texts
        pass
    return y


# check: a loop variable that is a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, j in pl.range(4):  # E:9 SE [loop-target] the loop variable is one plain name
        pass
    return y


# check: a loop variable that is an element
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for x[0] in pl.range(4):  # E:9 SE [loop-target] the loop variable is one plain name
        pass
    return y


# check: a loop variable of pl.unroll that is a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, j in pl.unroll(4):  # E:9 SE [loop-target] the loop variable is one plain name
        pass
    return y


# check: bounds of pl.unroll that are known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(n):  # E:14 SE [unroll-bounds] the bounds of pl.unroll must be known while the kernel is read
        pass
    return y


# check: a bound of pl.unroll that is a dynamic extent
T = pl.dynamic("T")


@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(pl.tensor.dim(x, 0)):  # E:14 SE [unroll-bounds] the bounds of pl.unroll must be known while the kernel is read
        pass
    return y


# check: a step of 0 of pl.range
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(0, 4, 0):  # E:29 SE [loop-step] the step of a loop must not be 0
        pass
    return y


# check: a step of 0 of pl.unroll
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(0, 4, 0):  # E:30 SE [loop-step] the step of a loop must not be 0
        pass
    return y


# check: a step of 0 of pl.parallel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel(0, 4, 0):  # E:32 SE [loop-step] the step of a loop must not be 0
        pass
    return y


# check: a step of 0 of pl.pipeline
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 4, 0, stage=2):  # E:36 SE [loop-step] the step of a loop must not be 0
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a bound that is a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4.0):  # E:23 TE [argument-type] an integer is expected, `4.0` is the number 4.0
        pass
    return y


# check: a bound that is a float scalar
@pl.jit
def kernel(s: pl.FP32, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(s):  # E:23 TE [argument-type] an integer is expected, `s` is Scalar[FP32]
        pass
    return y


# check: a bound that is a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(x):  # E:23 TE [argument-type] an integer is expected, `x` is Tensor[[64, 64], FP32]
        pass
    return y


# check: a bound that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range("4"):  # E:23 TE [argument-type] an integer is expected, `"4"` is the text '4'
        pass
    return y


# check: a bound that is a bool
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(True):  # E:23 TE [argument-type] an integer is expected, `True` is the truth value True
        pass
    return y


# check: typed bounds of two types
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(pl.const(0, pl.INT32), pl.const(4, pl.INT64)):  # E:14 TE [scalar-type] the bounds of the loop are INT32 and INT64
        pass
    return y


# check: an `else` of a for loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        pass
    else:
        pass  # E:9 UF [loop-else] `else` of a loop is not part of the kernel language
    return y


# check: an `else` of a while loop
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    while n > 4:
        n = n - 1
    else:
        pass  # E:9 UF [loop-else] `else` of a loop is not part of the kernel language
    return y


# check: hint: pl.parallel in a region is a plain loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.parallel(4):  # W:18 [loop-placement] pl.parallel inside of a region is a plain loop
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: hint: pl.pipeline in orchestration is a plain loop
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.pipeline(4, stage=2):  # W:14 [loop-placement] pl.pipeline outside of a region is a plain loop
        with pl.at(level=pl.Level.CORE_GROUP):
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: pl.spmd inside a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.spmd(4):  # E:9 VE [501] a region cannot stand inside another region
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: pl.split_aiv in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):  # E:17 SE [split-aiv] pl.split_aiv stands inside a region
        pass
    return y


# check: a carried tensor that changes its shape
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 64], dtype=pl.FP32, value=0.0)
        for i in pl.range(4):
            t = x[0:16, :]  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[32, 64], FP32], got Tensor[[16, 64], FP32]
        y[0:32, :] = t
    return y


# check: a carried value that changes its element type
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 64], dtype=pl.FP32, value=0.0)
        for i in pl.range(4):
            t = pl.cast(t, pl.BF16)  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[32, 64], FP32], got Tensor[[32, 64], BF16]
        y[0:32, :] = pl.cast(t, pl.FP32)
    return y


# check: a carried scalar that changes its type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    s = n * 2
    for i in pl.range(4):
        s = pl.cast(s, pl.INT32)  # E:9 TE [type-change] cannot reassign `s` with a different type: was Scalar[INDEX], got Scalar[INT32]
    return y


# check: a carried value that changes its rank
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 1], dtype=pl.FP32, value=0.0)
        for i in pl.range(4):
            t = pl.full([32], dtype=pl.FP32, value=0.0)  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[32, 1], FP32], got Tensor[[32], FP32]
        y[0:32, 0:1] = t
    return y


# check: a carried value that becomes a scalar
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 64], dtype=pl.FP32, value=0.0)
        for i in pl.range(4):
            t = i  # E:13 TE [type-change] cannot reassign `t` with a different type: was Tensor[[32, 64], FP32], got Scalar[INDEX]
        y[0:32, :] = t
    return y


# check: a carried scalar that becomes a tensor
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        s = n
        for i in pl.range(4):
            s = x[0:16, :]  # E:13 TE [type-change] cannot reassign `s` with a different type: was Scalar[INDEX], got Tensor[[16, 64], FP32]
        y[0:16, :] = s
    return y


# check: a value carried by while that changes its type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    s = n
    while s > 1:
        s = pl.cast(s, pl.INT32)  # E:9 TE [type-change] cannot reassign `s` with a different type: was Scalar[INDEX], got Scalar[INT32]
    return y


# check: init_values that are no tuple or list
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=n):  # E:44 SE [init-values] init_values is a tuple or list literal
        b = pl.yield_(a)
    return y


# check: init_values without names for them
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4, init_values=(n,)):  # E:9 SE [loop-target] a loop with init_values has the target `i, (a, b)`
        pass
    return y


# check: names for init_values without init_values
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4):  # E:9 SE [loop-target] the loop variable is one plain name
        pass
    return y


# check: init_values with one name that is no tuple
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, a in pl.range(4, init_values=(n,)):  # E:9 SE [loop-target] a loop with init_values has the target `i, (a, b)`
        b = pl.yield_(a)
    return y


# check: more names than initial values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a, b) in pl.range(4, init_values=(n,)):  # E:9 SE [init-values] 2 names for 1 initial value
        c, d = pl.yield_(a, b)
    return y


# check: more initial values than names
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n, n)):  # E:9 SE [init-values] 1 name for 2 initial values
        b = pl.yield_(a)
    return y


# check: a yield without a target in a loop
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        pl.yield_(a + 1)  # E:9 SE [yield-form] a yield is assigned: new = pl.yield_(value)
    return y


# check: a yield of more values than the loop carries
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b, c = pl.yield_(a, a)  # E:9 TE [yield-form] pl.yield_ gives 2 values, the loop carries 1
    return y


# check: a yield of fewer values than the loop carries
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a, b) in pl.range(4, init_values=(n, n)):
        c = pl.yield_(a)  # E:9 TE [yield-form] pl.yield_ gives 1 value, the loop carries 2
    return y


# check: a yield whose names do not fit its values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a, b) in pl.range(4, init_values=(n, n)):
        c = pl.yield_(a, b)  # E:9 SE [yield-form] 1 name for 2 yielded values
    return y


# check: a yield of another type than the initial value
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_(pl.cast(a, pl.INT32))  # E:9 TE [yield-form] `b` yields Scalar[INT32], the initial value of `a` is Scalar[INDEX]
    return y


# check: a yield of another shape than the initial value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.full([32, 64], dtype=pl.FP32, value=0.0)
        for i, (a,) in pl.range(4, init_values=(t,)):
            b = pl.yield_(x[0:16, :])  # E:13 TE [yield-form] `b` yields Tensor[[16, 64], FP32], the initial value of `a` is Tensor[[32, 64], FP32]
        y[0:32, :] = b
    return y


# check: init_values of pl.unroll
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.unroll(4, init_values=(n,)):  # E:33 SE [unknown-keyword] pl.unroll has no keyword `init_values`
        b = pl.yield_(a)
    return y


# check: an initial value that is no value of the kernel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(pl.FP32,)):  # E:45 TE [init-values] an initial value is a tensor or a scalar, `pl.FP32` is the element type FP32
        b = pl.yield_(a)
    return y


# check: a header name that is read after a loop with a yield
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_(a + 1)
    for j in pl.range(a):  # E:23 UV [out-of-scope] `a` belongs to the loop at line 551
        pass
    return y


# check: a loop variable that is read after a loop of unknown length
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(n):
        pass
    for j in pl.range(i):  # E:23 UV [out-of-scope] `i` is the variable of the loop at line 561
        pass
    return y


# check: a yield outside of loops and branches
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    b = pl.yield_(n)  # E:9 SE [yield-form] pl.yield_ belongs in a loop with init_values, or in both branches of an if, as the whole right side of an assignment
    return y


# check: a yield inside an expression
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_(a) + 1  # E:13 SE [yield-form] pl.yield_ belongs in a loop with init_values, or in both branches of an if, as the whole right side of an assignment
    return y


# check: a yield that is not the last statement of the body
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_(a + 1)  # E:13 SE [yield-form] pl.yield_ is the last statement of its block
        c = a * 2
    return y


# check: two yields in one body
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_(a + 1)  # E:13 SE [yield-form] pl.yield_ is the last statement of its block
        c = pl.yield_(a + 2)
    return y


# check: a keyword of pl.yield_
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_(a, name="b")  # E:13 SE [yield-form] pl.yield_ takes one or more values
    return y


# check: a yield without values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b = pl.yield_()  # E:13 SE [yield-form] pl.yield_ takes one or more values
    return y


# check: pl.pipeline without stage
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4):  # E:18 SE [pipeline-stage] pl.pipeline needs stage=
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage that is known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=n):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found `n`
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage of 0
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=0):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found 0
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a negative stage
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=-1):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found -1
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage that is a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=2.0):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found 2.0
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage that is a bool
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage=True):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found True
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(4, stage="2"):  # E:39 SE [pipeline-stage] stage is a whole number of at least 1, found `"2"`
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage of pl.range
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4, stage=2):  # E:30 SE [unknown-keyword] pl.range has no keyword `stage`
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a stage of pl.parallel
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel(4, stage=2):  # E:29 SE [unknown-keyword] pl.parallel has no keyword `stage`
        pass
    return y


# check: a stage of pl.unroll
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(4, stage=2):  # E:27 SE [unknown-keyword] pl.unroll has no keyword `stage`
        pass
    return y


# check: a step of pl.pipeline that is known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(0, 64, n, stage=2):  # E:37 UF [pipeline-step] the step of pl.pipeline must be known while the kernel is read
            y[i : i + 1, :] = x[i : i + 1, :]
    return y


# check: a negative step of a pl.pipeline whose bounds are known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.pipeline(n, 0, -1, stage=2):  # E:36 UF [pipeline-step] the step of a pl.pipeline whose bounds are known at run time only must be positive
            y[i : i + 1, :] = x[i : i + 1, :]
    return y


# check: pl.while_ with a positional argument
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(4, init_values=(n,)):  # E:27 SE [while-form] pl.while_ takes no positional argument
        pl.cond(a > 1)
        b = pl.yield_(a // 2)
    return y


# check: pl.while_ without init_values
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_():  # E:17 SE [while-form] pl.while_ needs init_values=
        pl.cond(a > 1)
        b = pl.yield_(a // 2)
    return y


# check: another keyword of pl.while_
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,), stage=2):  # E:45 SE [while-form] pl.while_ has no keyword `stage`
        pl.cond(a > 1)
        b = pl.yield_(a // 2)
    return y


# check: init_values of pl.while_ that are no tuple
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=n):  # E:39 SE [while-form] pl.while_ takes a tuple or list literal as init_values
        pl.cond(a > 1)
        b = pl.yield_(a // 2)
    return y


# check: a pl.while_ whose target is no tuple
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for a in pl.while_(init_values=(n,)):  # E:9 SE [while-form] a pl.while_ loop has a tuple of plain names as its target
        pl.cond(a > 1)
        b = pl.yield_(a // 2)
    return y


# check: a pl.while_ with more names than initial values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a, b) in pl.while_(init_values=(n,)):  # E:9 SE [init-values] 2 names for 1 initial value
        pl.cond(a > 1)
        c, d = pl.yield_(a // 2, b)
    return y


# check: a pl.while_ without pl.cond
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        b = pl.yield_(a // 2)  # E:9 SE [cond-form] the first statement of a pl.while_ loop is pl.cond(...)
    return y


# check: a pl.cond that is not the first statement
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        m = a // 2  # E:9 SE [cond-form] the first statement of a pl.while_ loop is pl.cond(...)
        pl.cond(a > 1)
        b = pl.yield_(m)
    return y


# check: a second pl.cond
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1)
        pl.cond(a > 2)  # E:9 SE [cond-form] pl.cond is the first statement of a pl.while_ loop
        b = pl.yield_(a // 2)
    return y


# check: a pl.cond outside of pl.while_
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.cond(n > 1)  # E:5 SE [cond-form] pl.cond is the first statement of a pl.while_ loop
    return y


# check: a pl.cond in another loop
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        pl.cond(n > 1)  # E:9 SE [cond-form] pl.cond is the first statement of a pl.while_ loop
    return y


# check: a pl.cond without an argument
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond()  # E:9 SE [cond-form] pl.cond takes one condition
        b = pl.yield_(a // 2)
    return y


# check: a pl.cond with two arguments
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1, a > 2)  # E:9 SE [cond-form] pl.cond takes one condition
        b = pl.yield_(a // 2)
    return y


# check: a pl.cond whose condition is no BOOL
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a)  # E:17 TE [condition] a condition must be a BOOL scalar, `a` is Scalar[INDEX]
        b = pl.yield_(a // 2)
    return y


# check: a while whose condition is no BOOL
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    while n:  # E:11 TE [condition] a condition must be a BOOL scalar, `n` is Scalar[INDEX]
        n = n - 1
    return y


# check: a while whose condition is a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    while x:  # E:11 TE [condition] a condition must be a BOOL scalar, `x` is Tensor[[64, 64], FP32]
        pass
    return y


# check: a while whose condition is a comparison of tensors
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    while x > 0:  # E:11 TE [operator-on-array] `>` works on scalars, `x` is Tensor[[64, 64], FP32]
        pass
    return y


# check: a yield of pl.while_ of another type than the initial value
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1)
        b = pl.yield_(pl.cast(a, pl.INT32))  # E:9 TE [yield-form] `b` yields Scalar[INT32], the initial value of `a` is Scalar[INDEX]
    return y


# check: a `break` outside of a loop
TEXT = """\
import pypto.language as pl

@pl.function
def f(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[64, 64], pl.FP32]):
    if n > 4:
        break
    return x
"""


# raises: InvalidOperationError: `break` outside a loop
def call():
    pl.parse(TEXT)


# check: a `continue` outside of a loop
TEXT = """\
import pypto.language as pl

@pl.function
def f(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[64, 64], pl.FP32]):
    if n > 4:
        continue
    return x
"""


# raises: InvalidOperationError: `continue` outside a loop
def call():
    pl.parse(TEXT)


# check: a `break` in pl.parallel
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel(4):
        if n > i:
            break  # E:13 IO [jump] `break` in pl.parallel
    return y


# check: a `continue` in pl.parallel
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.parallel(4):
        if n > i:
            continue  # E:13 IO [jump] `continue` in pl.parallel
    return y


# check: a `break` in pl.unroll
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(4):
        if n > i:
            break  # E:13 IO [jump] `break` in pl.unroll
    return y


# check: a `continue` in pl.unroll
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(4):
        if n > i:
            continue  # E:13 IO [jump] `continue` in pl.unroll
    return y


# check: a `break` in pl.spmd
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.spmd(4):
        if n > i:
            break  # E:13 IO [jump] `break` in pl.spmd
        y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a `break` in pl.split_aiv
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            if n > lane:
                break  # E:17 IO [jump] `break` in pl.split_aiv
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: a `continue` in pl.split_aiv
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            if n > lane:
                continue  # E:17 IO [jump] `continue` in pl.split_aiv
            y[lane * 32 : lane * 32 + 32, :] = x[lane * 32 : lane * 32 + 32, :]
    return y


# check: a `break` out of a region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            if n > i:
                break  # E:17 IO [jump] `break` cannot leave a region, which is a task of its own
            y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: a `break` in a pl.unroll inside a pl.range
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(4):
        for j in pl.unroll(2):
            if n > j:
                break  # E:17 IO [jump] `break` in pl.unroll
    return y


# check: a pl.parallel in a manual scope that carries a task id an unknown number of times
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        t = pl.system.task_dummy(deps=[])
        for i in pl.parallel(n):  # E:18 UF [parallel-trip-count] how often this pl.parallel runs must be known, since it carries the task id `t`
            with pl.at(level=pl.Level.CORE_GROUP, deps=[t]) as t:
                y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
        with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
            y[0:16, :] = x[0:16, :]
    return y


# check: a yield of one name for two values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a, b) in pl.range(4, init_values=(n, n)):
        c = pl.yield_(a, b)  # E:9 SE [yield-form] 1 name for 2 yielded values
    return y


# check: a yield of two names for one value
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.range(4, init_values=(n,)):
        b, c = pl.yield_(a)  # E:16 TE [unpacking] cannot unpack `pl.yield_(a)`: it is Scalar[INDEX]
    return y


# check: a keyword of pl.cond
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(test=a > 1)  # E:9 SE [cond-form] pl.cond takes one condition
        b = pl.yield_(a // 2)
    return y


# check: a pl.while_ without a yield whose body binds nothing
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for (a,) in pl.while_(init_values=(n,)):
        pl.cond(a > 1)
        pl.yield_(a // 2)  # E:9 SE [yield-form] a yield is assigned: new = pl.yield_(value)
    return y


# check: pl.range in an expression
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = pl.range(4)  # E:9 SE [misplaced-construct] pl.range belongs in a for statement
    return y


# check: pl.while_ as a condition
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    while pl.while_(init_values=(n,)):  # E:11 SE [misplaced-construct] pl.while_ belongs in a for statement
        pass
    return y


# check: a value that a loop makes and that is read after it, though it may run zero times
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.range(n):
        m = i * 2
    for j in pl.range(m):  # E:23 UV [not-always-bound] `m` is first bound inside the loop at line 1068, which may run zero times
        pass
    return y


# check: a tuple in the header of pl.spmd
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, j in pl.spmd(4):  # E:9 SE [loop-target] the block index of pl.spmd is one plain name
        y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
    return y


# check: pl.parallel with init_values that are no tuple
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i, (a,) in pl.parallel(4, init_values=n):  # E:47 SE [init-values] init_values is a tuple or list literal
        b = pl.yield_(a)
    return y


# check: pl.pipeline with more names than initial values
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i, (a, b) in pl.pipeline(4, stage=2, init_values=(n,)):  # E:13 SE [init-values] 2 names for 1 initial value
            c, d = pl.yield_(a, b)
    return y


# check: a pl.parallel in a manual scope with a task id among its init_values, an unknown number of times
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        t = pl.system.task_dummy(deps=[])
        for i, (u,) in pl.parallel(n, init_values=(t,)):  # E:24 UF [parallel-trip-count] how often this pl.parallel runs must be known, since it carries the task id `u`
            with pl.at(level=pl.Level.CORE_GROUP, deps=[u]) as v:
                y[i * 16 : i * 16 + 16, :] = x[i * 16 : i * 16 + 16, :]
            w = pl.yield_(v)
        with pl.at(level=pl.Level.CORE_GROUP, deps=[w]):
            y[0:16, :] = x[0:16, :]
    return y


# check: a pl.parallel in a manual scope that yields a number for a task id
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        t = pl.system.task_dummy(deps=[])
        for i, (u,) in pl.parallel(4, init_values=(t,)):
            w = pl.yield_(i)  # E:13 TE [yield-form] `w` yields Scalar[INDEX], the initial value of `u` is TaskId
    return y


# check: a name that a loop may leave before it binds it is not read behind it
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            if pl.read(x, [i, 0]) > 1.0:
                break
            t = x[:, :]
        y[:, :] = t  # E:19 UV [not-always-bound] `t` is first bound inside the loop at line 1128, and what it is behind the loop the run decides
    return y


# check: a tuple that the body of a loop binds anew
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = x[:, :]
        t = (u, u)
        for i in pl.range(3):
            u = pl.add(t[1], t[0])
            t = (t[1], u)  # E:13 TE [type-change] `t` is another tuple at the end of the loop body than at its start, and loops carry no tuples
        y[:, :] = u
    return y
