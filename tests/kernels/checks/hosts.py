# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
import pypto.language.distributed as pld

N = 4


@pl.jit
def step(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit
def scaled(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit
def held(
    x: pl.Tensor[[64, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    w: pl.InOut[pld.DistributedTensor[[64, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        w[:, :] = pl.exp(x[:, :])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(w[:, :])
    return y


@pl.jit.incore
def core(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y[:, :] = pl.exp(x[:, :])
    return y


@pl.jit.inline
def helper(x: pl.Tensor, y: pl.Tensor):
    step(x, y, device=0)


# check: a driver computes nothing
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    ys = pl.exp(xs)  # E:10 SE [host-level] pl.exp computes on a core, and this is a driver, which runs on the host
    return ys



# check: a driver has no operators on tensors
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    z = xs + 1  # E:9 TE [host-form] a number is expected, `xs` is a tensor [1, 64, 64] FP32
    return ys



# check: a driver opens no region
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):  # E:10 SE [host-level] pl.at belongs to a program of one chip, and this is a driver, which runs on the host
        pass
    return ys



# check: a driver launches no blocks
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for b in pl.spmd(4):  # E:14 UF [host-form] pl.spmd is not part of a driver
        step(xs[0], ys[0], device=0)
    return ys



# check: a driver submits no task
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    t = pl.submit(step, xs[0], ys[0])  # E:9 SE [host-level] pl.submit belongs to a program of one chip, and this is a driver, which runs on the host
    return ys



# check: a loop of a driver is a pl.range
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.parallel(1):  # E:14 UF [host-form] pl.parallel is not part of a driver
        step(xs[r], ys[r], device=r)
    return ys



# check: a loop of a driver goes over a range of the language
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in range(1):  # E:14 UF [host-form] a loop of a driver goes over pl.range
        step(xs[r], ys[r], device=r)
    return ys



# check: a driver has no while
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    n = 0
    while n < 1:  # E:5 UF [host-form] `while` is not part of a driver
        n = n + 1
    return ys



# check: a driver writes no elements
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    ys[0] = xs[0]  # E:5 UF [host-form] `ys[0] = ...`: a driver writes no elements
    return ys



# check: a condition of a driver is a comparison
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    if N:  # E:8 TE [condition] a condition must be a BOOL scalar, `N` is the number 4
        step(xs[0], ys[0], device=0)
    return ys



# check: a name of a driver has a value
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], zs[0], device=0)  # E:17 UV [undefined-name] undefined name `zs`
    return ys



# check: a name that a block binds is not read behind it
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(1):
        k = r + 1
    scaled(xs[0], ys[0], k, device=0)  # E:26 UV [undefined-name] `k` has a value inside the loop only
    return ys



# check: a tensor of a driver stays one in all rounds of a loop
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    x = xs[0]
    for r in pl.range(1):
        step(x, ys[r], device=r)
        x = ys[r]  # E:9 TE [host-form] `x` is a tensor [64, 64] FP32 outside of this block, and would become another: a tensor [64, 64] FP32
    return ys



# check: a number of a driver stays a number in a block
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    k = xs[0]
    for r in pl.range(1):
        k = 3  # E:9 TE [host-form] `k` is a tensor [64, 64] FP32 outside of this block, and would become the number 3
        scaled(xs[r], ys[r], k, device=r)
    return ys



# check: a number of a driver keeps its kind in a block
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    k = 1
    for r in pl.range(1):
        scaled(xs[r], ys[r], k, device=r)
        k = 0.5  # E:9 TE [host-form] `k` is an integer, and would become a float
    return ys



# check: the variable of a loop in a block has a name of its own
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    k = 1
    for r in pl.range(1):
        scaled(xs[r], ys[r], k, device=r)
        for k in pl.range(2):  # E:13 TE [host-form] `k` is a number outside of this block, and would become a variable of a loop
            pass
    return ys



# check: truth values of a driver are no numbers
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    k = -(N == 4)  # E:11 TE [operator] `N == 4` is a truth value, no number
    scaled(xs[0], ys[0], 1, device=0)
    return ys



# check: a truth value is no integer parameter's argument
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    scaled(xs[0], ys[0], True, device=0)  # E:26 TE [argument-mismatch] `n` of scaled is Scalar[INT32], the argument is a truth value
    return ys



# check: no parameter is named like device=
@pl.jit
def placed(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], device: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(device, pl.FP32))
    return y


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    placed(xs[0], ys[0], device=0)  # E:5 TE [host-call] placed has a parameter `device`, and device= of a call says which rank runs it
    return ys



# check: a name of an extent belongs to a tensor of the driver
TOKENS = pl.dynamic("TOKENS")


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    scaled(xs[0], ys[0], TOKENS, device=0)  # E:26 TE [host-form] `TOKENS` is no extent of a tensor of this driver
    return ys



# check: what a created tensor is filled with fits its elements
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.INT8, init_value=300)  # E:62 TE [argument-type] `init_value` is Scalar[INT8], the value 300 is outside -128..127
    return ys



# check: a created tensor of narrow floats starts as zeros
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP4, init_value=1000.0)  # E:61 TE [fill-value] a FP4 tensor can only be pre-filled with 0
    return ys



# check: a call takes a name for each value of a helper
@pl.jit.inline
def nothing(x: pl.Tensor):
    k = 1


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    k = nothing(xs)  # E:9 TE [host-call] nothing returns nothing, 1 name stands on the left
    return ys



# check: a driver returns its outputs
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=0)
    return xs  # E:12 UF [entry-return] a driver returns its outputs; this value is none of them



# check: a driver returns whole outputs
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=0)
    return ys[0]  # E:12 UF [entry-return] a driver returns its outputs; this value is none of them



# check: the return of a driver stands at its end
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    if N > 2:
        return ys  # E:9 UF [return-place] `return` inside a block
    step(xs[0], ys[0], device=0)
    return ys



# check: a driver calls no kernel of a core
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    core(xs[0], ys[0])  # E:5 SE [host-level] core runs on a core: the driver kernel cannot call it
    return ys



# check: a driver calls no kernel of a core with a device
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    core(xs[0], ys[0], device=0)  # E:5 SE [host-level] core runs on a core: the driver kernel cannot call it
    return ys



# check: a call in a driver stands alone
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    z = N + step(xs[0], ys[0])  # E:13 UF [nested-call] `step` is called inside an expression
    return ys



# check: a driver calls no Python function
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    z = abs(xs.shape[0])  # E:9 UF [function-call] `abs(xs.shape[0])` is not part of a driver
    return ys



# check: device= belongs to calls of programs of ranks
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    helper(xs[0], ys[0], device=0)  # E:26 SE [host-call] device= belongs to calls of programs of ranks; helper is a helper
    return ys



# check: device= is no arithmetic
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        step(xs[r], ys[r], device=r + 0)  # E:35 JV [host-call] device= of a call is a rank, `r + 0` is none of the three forms
    return ys



# check: device= is no scalar parameter
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    step(xs[0], ys[0], device=n)  # E:31 JV [host-call] device= of a call is a rank, `n` is none of the three forms
    return ys



# check: device= is the variable of a loop from 0
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(0, 2, 2):
        step(xs[0], ys[0], device=r)  # E:35 JV [host-call] device= of a call is a rank, `r` is none of the three forms
    return ys



# check: a device exists
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=1)  # E:31 JV [host-call] device 1 does not exist: there is one rank, 0
    return ys



# check: the devices of a loop exist
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(2):
        step(xs[0], ys[0], device=r)  # E:35 JV [host-call] device 1 does not exist: there is one rank, 0
    return ys



# check: a driver gives every argument
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], device=0)  # E:5 TE [argument-list] step takes 2 arguments, 1 given
    return ys



# check: a driver names parameters that there are
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], y=ys[0], z=3, device=0)  # E:26 IO [argument-list] step has no parameter `z`
    return ys



# check: an argument of a driver has the parameter's type
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs, ys[0], device=0)  # E:10 TE [argument-mismatch] `x` of step has 2 axes, the argument has 3
    return ys



# check: an argument of a driver for a scalar is a number
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    scaled(xs[0], ys[0], xs[0], device=0)  # E:26 TE [argument-mismatch] `n` of scaled is a scalar, the argument is a tensor [64, 64] FP32
    return ys



# check: an argument of a driver for a tensor is a tensor
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], 3, device=0)  # E:17 TE [argument-mismatch] `y` of step is a tensor, the argument is the number 3
    return ys



# check: a number fits its parameter
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    scaled(xs[0], ys[0], 3000000000, device=0)  # E:26 TE [argument-mismatch] `n` is Scalar[INT32], the value 3000000000 is outside -2147483648..2147483647
    return ys



# check: a float is no integer parameter's argument
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    scaled(xs[0], ys[0], 0.5, device=0)  # E:26 TE [argument-mismatch] `n` is Scalar[INT32], the value is 0.5
    return ys



# check: an input of a driver is written by no call
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], xs[0], device=0)  # E:17 TE [host-call] step writes its `y`, and `xs` is an input of the driver
    return ys



# check: a call takes as many results as there are
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    a, b = step(xs[0], ys[0], device=0)  # E:12 TE [host-call] step returns 1 value, 2 names stand on the left
    return ys



# check: an index of a driver stays inside
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[1], ys[0], device=0)  # E:13 JV [bounds] index 1 of an axis of 1
    return ys



# check: a slice of a driver stays inside
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0:2], device=0)  # E:20 JV [bounds] the slice 0:2 of an axis of 1
    return ys



# check: the rank axis has one entry for each rank
@pl.jit.host
def kernel(xs: pl.Tensor[[3, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        step(xs[r], ys[0], device=r)  # E:17 JV [host-call] the rank axis has 3 entries, there is 1 rank
    return ys



# check: tensors of a program of ranks come first
@pl.jit
def late(n: pl.Scalar[pl.INT32], x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:34 SE [host-call] `x` of late is a tensor behind the scalar `n`
    step_once(x, y)
    return y


@pl.jit.inline
def step_once(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    late(N, xs[0], ys[0], device=0)
    return ys



# check: a window is allocated on the right of an assignment
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    held(xs[0], ys[0], pld.window(pld.alloc_window_buffer(4096), [16, 64], dtype=pl.FP32), device=0)  # E:24 JV [window] pld.window stands alone on the right of an assignment to one name
    return ys



# check: a window buffer has no name=
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer(16384, name="mem")  # E:47 SE [window] name= of pld.alloc_window_buffer is not written: the buffer takes the name of its variable
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    held(xs[0], ys[0], w, device=0)
    return ys



# check: a window buffer with a shape has a dtype
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64])  # E:11 JV [window] pld.alloc_window_buffer with a shape needs an element type
    return ys



# check: a window buffer of bytes has no dtype
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer(16384, dtype=pl.FP32)  # E:48 JV [window] pld.alloc_window_buffer takes dtype= with a shape, and this is a number of bytes
    return ys



# check: extents of a window buffer are positive
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([0, 64], dtype=pl.FP32)  # E:36 JV [window] an extent is positive, found 0
    return ys



# check: elements of a window have whole bytes
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP4)  # E:51 JV [window] elements of a window have whole bytes, FP4 has 4 bits
    return ys



# check: a window fits its buffer
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer(4096)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)  # E:9 JV [window] a window [64, 64] FP32 has 16384 bytes, the buffer `mem` has 4096
    held(xs[0], ys[0], w, device=0)
    return ys



# check: a window views a buffer
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    w = pld.window(xs, [64, 64], dtype=pl.FP32)  # E:20 TE [window] pld.window views a window buffer, `xs` is a tensor [1, 64, 64] FP32
    return ys



# check: a window has a dtype
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64])  # E:9 JV [window] pld.window needs an element type
    return ys



# check: a window buffer has a name of its own
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)  # E:5 JV [window] `mem` is taken, and a window buffer has a name of its own
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    held(xs[0], ys[0], w, device=0)
    return ys



# check: a window buffer is allocated outside of loops
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(1):
        mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)  # E:15 JV [window] a window buffer is allocated once, outside of loops and branches
    return ys



# check: a window buffer is viewed
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)  # E:5 JV [window] nothing views the window buffer `mem`
    step(xs[0], ys[0], device=0)
    return ys



# check: a window reaches a rank
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)  # E:5 JV [window] no call receives the window buffer `mem`
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    step(xs[0], ys[0], device=0)
    return ys



# check: a call that passes a window says its device
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    held(xs[0], ys[0], w)  # E:5 JV [host-call] this call of held passes a window as `w` and has no device=
    return ys



# check: a window is passed whole
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    held(xs[0], ys[0], w[0:32, :], device=0)  # E:24 TE [window] `w` is a window [64, 64] FP32, which a driver passes whole
    return ys



# check: a tensor of the host is no window
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    held(xs[0], ys[0], xs[0], device=0)  # E:24 TE [argument-mismatch] `w` of held is a window, the argument is a tensor [64, 64] FP32
    return ys



# check: a window is no tensor of the host
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    step(w, ys[0], device=0)  # E:10 TE [argument-mismatch] `x` of step is a tensor of the host, the argument is a window [64, 64] FP32
    return ys



# check: a buffer is no window
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    held(xs[0], ys[0], mem, device=0)  # E:24 TE [window] `w` of held is given a window buffer
    return ys



# check: point-to-point communication belongs to kernels
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    pld.tensor.put(w, 0, xs)  # E:5 SE [host-level] pld.tensor.put belongs to a kernel on a core, and this is a driver, which runs on the host
    return ys



# check: signals belong to kernels
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    pld.system.notify(w, 0, [0], 1, op=pld.NotifyOp.Set)  # E:5 SE [host-level] pld.system.notify belongs to a kernel on a core, and this is a driver, which runs on the host
    return ys



# check: collectives are not built
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    pld.tensor.barrier(w)  # E:5 UF [not-built] pld.tensor.barrier is not built yet
    return ys



# check: pld has the name
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    n = pld.wold_size()  # E:9 IO [unknown-operation] unknown name pld.wold_size
    return ys



# check: a driver makes its windows itself
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], w: pld.DistributedTensor[[64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):  # E:49 SE [host-level] `w` of the driver kernel is a window, which a driver makes itself
    step(xs[0], ys[0], device=0)
    return ys



# check: a scope of a driver that is written by hand needs auto_scope=False
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    with pl.scope():  # E:10 SE [scope-by-hand] a runtime scope written by hand needs auto_scope=False
        step(xs[0], ys[0], device=0)
    return ys



# check: a driver calls no driver
@pl.jit.host
def other(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=0)
    return ys


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    other(xs, ys)  # E:5 SE [host-level] other is a driver itself: the driver kernel cannot call it
    return ys



# check: an axis of a driver's tensor exists
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    n = xs.shape[3]  # E:18 TE [bounds] axis 3 of a tensor with 3 axes
    return ys



# check: a number is not divided by zero
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    n = N // 0  # E:9 TE [operator] `0` is zero, and nothing is divided by zero
    return ys



# check: the step of a loop of a driver is not 0
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(0, 4, 0):  # E:29 TE [loop-step] the step of a loop is not 0
        step(xs[0], ys[0], device=0)
    return ys



# check: the number of ranks is known to drivers
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    n = pld.world_size()  # E:9 SE [host-level] pld.world_size belongs to a driver (@pl.jit.host), and this is a program of one chip
    return y



# check: a window is allocated in drivers
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)  # E:11 SE [host-level] pld.alloc_window_buffer belongs to a driver (@pl.jit.host), and this is a program of one chip
    return y



# check: a window is viewed in drivers
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    w = pld.window(x, [64, 64], dtype=pl.FP32)  # E:9 SE [host-level] pld.window belongs to a driver (@pl.jit.host), and this is a program of one chip
    return y



# check: the number of ranks is known to drivers, and not in a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pld.system.world_size()  # E:13 SE [host-level] pld.system.world_size belongs to a driver (@pl.jit.host), and this is a kernel on a core
    return y



# check: a window is allocated in drivers, and not in a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        m = pld.tensor.alloc_window_buffer(64)  # E:13 SE [host-level] pld.tensor.alloc_window_buffer belongs to a driver (@pl.jit.host), and this is a kernel on a core
    return y



# check: communication belongs to a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pld.tensor.put(x, 0, y)  # E:5 SE [host-level] pld.tensor.put belongs to a kernel on a core, and this is a program of one chip
    return y



# check: communication is not built
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        n = pld.rank(x)  # E:13 UF [not-built] pld.rank is not built yet
    return y



# check: a program of one chip calls no driver
@pl.jit.host
def other(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=0)
    return ys


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    other(x, y)  # E:5 SE [host-level] other is a driver, which runs on the host, and this is a program of one chip
    return y



# check: device= belongs to drivers
@pl.jit.inline
def step_here(x: pl.Tensor, y: pl.Tensor):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    step_here(x, y, device=0)  # E:21 SE [host-level] device= of a call of step_here belongs to a driver (@pl.jit.host), and this is a program of one chip
    return y


# check: Python of the host runs on no device
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    report(ys[0], 0, device=0)  # E:22 SE [host-call] device= belongs to calls of programs of ranks; report runs on the host
    return ys


# check: Python of the host gives nothing back
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    z = report(ys[0], 0)  # E:9 TE [host-call] report runs on the host and gives nothing back
    return ys


# check: Python of the host gets every argument
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    report(ys[0])  # E:5 TE [argument-list] report takes 2 arguments, 1 given
    return ys


# check: Python of the host gets tensors of its types
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    report(ys, 0)  # E:12 TE [argument-mismatch] `y` of report has 2 axes, the argument has 3
    return ys


# check: Python of the host gets numbers of its types
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    report(ys[0], 0.5)  # E:19 TE [argument-mismatch] `r` is Scalar[INT32], the value is 0.5
    return ys


# check: Python of the host gets no window
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    mem = pld.alloc_window_buffer([64, 64], dtype=pl.FP32)
    w = pld.window(mem, [64, 64], dtype=pl.FP32)
    held(xs[0], ys[0], w, device=0)
    report(w, 0)  # E:12 TE [window] `y` of report is given a window [64, 64] FP32, which stays on the ranks
    return ys


# check: Python of the host writes no input
@pl.jit.host
def change(y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    ...


@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    change(xs[0])  # E:12 TE [host-call] `y` of change is written, and `xs` is an input of the driver
    return ys


# check: a program of one chip calls no Python of the host
@pl.jit.host
def report(y: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INT32]):
    ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    report(x, 0)  # E:5 SE [host-level] report is a driver, which runs on the host, and this is a program of one chip
    return y


# check: Python of the host has no self
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.exp(x[:, :])

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def report(self, y: pl.Tensor[[64, 64], pl.FP32]):  # E:16 SE [program-form] report is a SubWorker, which is Python of the host and has no self
        print(y)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        self.chip(x, y, device=0)
        self.report(y)


# check: a program has one driver
@pl.program
class kernel:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def first(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        return y

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def second(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):  # E:9 SE [program-form] the program kernel has several drivers: `first` and `second`
        return y


# check: a driver of a class calls methods of the class
@pl.program
class kernel:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def driver(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        step(x, y, device=0)  # E:9 SE [host-level] step is decorated with @pl.jit, and this driver is a method of a program: the driver driver cannot call it
        self.chip(x, y, device=0)  # E:9 UV [undefined-name] the program has no function `chip`
        return y


# check: the rank of a call is said with device=
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], rank=0)  # E:24 IO [argument-list] step has no parameter `rank`
    return ys


# check: a driver prints nothing
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    step(xs[0], ys[0], device=0)
    print(N)  # E:5 UF [python-name] `print` is not part of a driver
    return ys


# check: the number of ranks is a call
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Out[pl.Tensor[[1, 64, 64], pl.FP32]]):
    for r in pl.range(pld.world_size):  # E:23 TE [host-form] a number or a tensor is expected, found `pld.world_size`
        step(xs[r], ys[r], device=r)
    return ys


# check: an output that is declared as an input is one mistake
@pl.jit.host
def kernel(xs: pl.Tensor[[1, 64, 64], pl.FP32], ys: pl.Tensor[[1, 64, 64], pl.FP32]):
    step(xs[0], ys[0], device=0)  # E:17 TE [host-call] step writes its `y`, and `ys` is an input of the driver
    return ys
