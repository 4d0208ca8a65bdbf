# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


# check: a value that never reaches the output it is named after
# form: entry
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.add(x[:, :], x[:, :])  # W:9 [1003] `y` is an output parameter; this gives its name to a new value and writes nothing into it
    return y


# check: a value that never reaches the output it is named after, in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.exp(pl.load(x, [0, 0], [64, 64]))  # W:5 [1003] `y` is an output parameter; this gives its name to a new value and writes nothing into it


# check: an output whose name is given to a new tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.create_tensor([64, 64], dtype=pl.FP32)  # E:5 VE [output-shadowed] the output parameter `y` must not be shadowed by a new tensor
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


# check: an output whose name is given to a new tensor of numbers
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.full([64, 64], dtype=pl.FP32, value=0.0)  # E:9 VE [output-shadowed] the output parameter `y` must not be shadowed by a new tensor
    return y


# check: an output whose name is given to a new tensor in a method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = pl.create_tensor([64, 64], dtype=pl.FP32)  # E:9 VE [output-shadowed] the output parameter `y` must not be shadowed by a new tensor
        y = self.body(x, y)
        return y


# check: an output whose name is given to an input
# form: entry
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = x  # W:5 [1003] `y` is an output parameter; this gives its name to a new value and writes nothing into it
    return y


# check: an input that is written
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        x[0:16, :] = pl.exp(x[0:16, :])  # W:9 [1004] `x` is an input parameter; what is written into it here does not reach the caller
        y[:, :] = x[:, :]
    return y


# check: an input that is passed as an output
# form: entry
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
    x = core(y, x)  # W:9 [1004] `x` is an input parameter; what is written into it here does not reach the caller
    return y


# check: an input that is stored into
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store(pl.load(x, [0, 0], [16, 64]), [16, 0], x)  # W:9 [1004] `x` is an input parameter; what is written into it here does not reach the caller
        y[:, :] = x[:, :]
    return y


# check: an input that is written element by element
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(x, [0, 0], 1.0)  # W:9 [1004] `x` is an input parameter; what is written into it here does not reach the caller
        y[:, :] = x[:, :]
    return y


# check: a tensor written by windows and by elements
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
        pl.write(y, [1, 1], 1.0)  # E:9 VE [mixed-writes] `y` is written by windows and by single elements in one region
        y[2:18, :] = x[0:16, :]
    return y


# check: an atomic write in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.assemble(y, x, [0, 0], atomic=pl.AtomicType.Add)  # E:5 IO [misplaced] an atomic write in orchestration needs a region in pl.assemble
    return y


# check: a shape of pl.create_tensor that is no list
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor(64, dtype=pl.FP32)  # E:26 TE [argument-type] `shape` must be a list, `64` is the number 64
    return y


# check: a shape of pl.create_tensor with a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64.0, 64], dtype=pl.FP32)  # E:27 TE [argument-type] an integer is expected, `64.0` is the number 64.0
    return y


# check: a shape of pl.create_tensor with a negative extent
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([-1, 64], dtype=pl.FP32)  # E:9 IO [bounds] extent -1 is negative in pl.create_tensor
    return y


# check: pl.create_tensor without an element type
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64])  # E:9 IO [argument-list] pl.create_tensor needs `dtype`
    return y


# check: an element type of pl.create_tensor that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=32)  # E:42 TE [argument-type] `dtype` must be an element type, `32` is the number 32
    return y


# check: an unknown keyword of pl.create_tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32, colour=1)  # E:51 IO [argument-list] pl.create_tensor has no parameter `colour`
    return y


# check: a layout of pl.create_tensor that tensors do not have
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32, layout=pl.NZ)  # E:9 IO [layout] a tensor is created in the layout ND or DN, not NZ in pl.create_tensor
    return y


# check: an init_value of pl.create_tensor that its type does not hold
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.INT8, init_value=1000)  # E:9 IO [number-range] the number 1000 does not fit INT8 in pl.create_tensor
    return y


# check: an init_value of pl.create_tensor that is a fraction in a tensor of integers
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.INT32, init_value=0.5)  # E:9 IO [number-range] the number 0.5 does not fit INT32 in pl.create_tensor
    return y


# check: an init_value of pl.create_tensor that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32, init_value="a")  # E:9 IO [not-static] `init_value` must be a number known at compile time in pl.create_tensor
    return y


# check: a manual_dep of pl.create_tensor that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32, manual_dep=1)  # E:62 TE [argument-type] `manual_dep` must be True or False, `1` is the number 1
    return y


# check: a run-time extent of a tensor that is created in a region
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([n, 64], dtype=pl.FP32)  # E:13 IO [not-static] the shape of a tensor created in a region must be static, found [n, 64] in pl.create_tensor
        y[0:16, :] = x[0:16, :]
    return y


# check: a tensor created in a region that is read before anything is written into it
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tensor([16, 64], dtype=pl.FP32)
        y[0:16, :] = t  # E:9 IO [never-written] `t` is read here, and nothing is ever written into it before
    return y


# check: pl.create_tile in a space that does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.create_tile([16, 64], dtype=pl.FP32, target_memory=pl.Mem.L3)  # E:67 IO [unknown-member] pl.Mem has no `L3`
        y[0:16, :] = x[0:16, :]
    return y


# check: a return of something else than a parameter
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.create_tensor([64, 64], dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP):
        t[:, :] = x[:, :]
    return t  # E:12 UF [entry-return] an entry returns its parameters; this value is none of them


# check: a name that a kernel wrote, read by its old name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    z = core(x, y)
    y = core(y, x)  # E:14 VE [written-argument] `y` was written by `core(x, y)` at line 232, whose result is `z`
    return y


# check: a write of one tensor into another in a manual scope
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.manual_scope():
        y[:, :] = x[:, :]  # E:9 IO [misplaced] a write of one tensor into another in a manual scope needs a region
    return y


# check: a write of one tensor into another in a cluster
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.cluster():
        y = core(x, y)
        y[16:32, :] = x[16:32, :]  # E:9 IO [misplaced] a write of one tensor into another in pl.cluster needs a region
    return y


# check: a write of one tensor into another of other elements in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.BF16], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y[:, :] = x[:, :]  # E:5 IO [dtype-mismatch] y[...]: a BF16 value cannot be stored into a FP32 tensor
    return y


# check: a write of one tensor into a window of another extent in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y[0:32, :] = x[:, :]  # E:5 TE [window-shape] source axis 0: the window has 32, the source has 64
    return y


# check: a write that leaves its tensor in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = pl.assemble(y, x, [8, 0])  # E:9 IO [bounds] the window leaves the target in pl.assemble: axis 0 asks for 8 to 72, the extent is 64
    return y


# check: an input that is written in orchestration
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    x[0:16, :] = y[0:16, :]  # W:5 [1004] `x` is an input parameter; what is written into it here does not reach the caller
    return y
