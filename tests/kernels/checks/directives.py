# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl
@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    return y


# check: optimizations that are a name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=x):  # E:57 SE [optimizations] optimizations= takes a list literal
        y[0:16, :] = x[0:16, :]
    return y


# check: optimizations that are a list of the module
SPLIT = [pl.SplitMode.NONE]


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=SPLIT):  # E:57 SE [optimizations] optimizations= takes a list literal
        y[0:16, :] = x[0:16, :]
    return y


# check: optimizations that are a tuple
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=(pl.split(pl.SplitMode.NONE),)):  # E:57 SE [optimizations] optimizations= takes a list literal
        y[0:16, :] = x[0:16, :]
    return y


# check: an entry of optimizations that is no call
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split]):  # E:58 SE [optimizations] unknown entry `pl.split`
        y[0:16, :] = x[0:16, :]
    return y


# check: an entry of optimizations that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=["split"]):  # E:58 SE [optimizations] unknown entry `"split"`
        y[0:16, :] = x[0:16, :]
    return y


# check: an unknown entry of optimizations
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.fuse()]):  # E:58 SE [optimizations] unknown entry `pl.fuse()`
        y[0:16, :] = x[0:16, :]
    return y


# check: another construct as an entry of optimizations
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.range(4)]):  # E:58 SE [optimizations] unknown entry `pl.range(4)`
        y[0:16, :] = x[0:16, :]
    return y


# check: the entry auto_chunk of old sources
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.auto_chunk]):  # E:58 SE [optimizations] unknown entry `pl.auto_chunk`
        y[0:16, :] = x[0:16, :]
    return y


# check: a call of auto_chunk of old sources
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.auto_chunk()]):  # E:58 SE [optimizations] unknown entry `pl.auto_chunk()`
        y[0:16, :] = x[0:16, :]
    return y


# check: two entries pl.split
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE), pl.split(pl.SplitMode.NONE)]):  # E:87 SE [optimizations] at most one pl.split is allowed
        y[0:16, :] = x[0:16, :]
    return y


# check: two entries pl.cross_core_slot
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=2), pl.cross_core_slot(slot_num=2)]):  # E:90 SE [optimizations] at most one pl.cross_core_slot is allowed
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.split without a mode
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split()]):  # E:58 SE [optimizations] pl.split takes a mode
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.split with two positional arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, 2)]):  # E:58 SE [optimizations] pl.split takes a mode
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.split with a mode that is a text
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split("UP_DOWN")]):  # E:58 SE [optimizations] pl.split takes a mode
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.split with a mode that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(1)]):  # E:58 SE [optimizations] pl.split takes a mode
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.split with a mode that does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.DIAGONAL)]):  # E:67 IO [unknown-member] pl.SplitMode has no `DIAGONAL`
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.split with a mode by keyword
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(mode=pl.SplitMode.NONE)]):  # E:58 SE [optimizations] pl.split takes a mode
        y[0:16, :] = x[0:16, :]
    return y


# check: an unknown keyword of pl.split
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, colour=1)]):  # E:58 SE [optimizations] pl.split takes a mode
        y[0:16, :] = x[0:16, :]
    return y


# check: the deprecated slot_num of pl.split
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, slot_num=2)]):  # W:95 [1005] slot_num= of pl.split is deprecated
        y[0:16, :] = x[0:16, :]
    return y


# check: slot_num of pl.split beside pl.cross_core_slot
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, slot_num=2), pl.cross_core_slot(slot_num=2)]):  # E:127 SE [optimizations] slot_num= is given twice
        y[0:16, :] = x[0:16, :]
    return y


# check: slot_num of pl.split that is not positive
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, slot_num=0)]):  # E:95 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.cross_core_slot by position
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(2)]):  # E:58 SE [optimizations] pl.cross_core_slot takes slot_num=
        y[0:16, :] = x[0:16, :]
    return y


# check: pl.cross_core_slot without slot_num
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot()]):  # E:58 SE [optimizations] pl.cross_core_slot takes slot_num=
        y[0:16, :] = x[0:16, :]
    return y


# check: an unknown keyword of pl.cross_core_slot
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slots=2)]):  # E:58 SE [optimizations] pl.cross_core_slot takes slot_num=
        y[0:16, :] = x[0:16, :]
    return y


# check: a slot_num of 0
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=0)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: a negative slot_num
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=-2)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: a slot_num that is a fraction
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=2.0)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: a slot_num that is a bool
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=True)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: a slot_num that is a constant of the module
SLOTS = 2


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=SLOTS)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: a slot_num that is known at run time only
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(slot_num=n)]):  # E:86 SE [optimizations] slot_num is a positive number, written as a literal
        y[0:16, :] = x[0:16, :]
    return y


# check: `**` arguments of an entry of optimizations
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.cross_core_slot(**{"slot_num": 2})]):  # E:58 SE [optimizations] pl.cross_core_slot takes slot_num=
        y[0:16, :] = x[0:16, :]
    return y


# check: a starred entry of optimizations
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[*[pl.split(pl.SplitMode.NONE)]]):  # E:58 SE [optimizations] unknown entry `*[pl.split(pl.SplitMode.NONE)]`
        y[0:16, :] = x[0:16, :]
    return y


# check: a wrong entry of optimizations of a launch
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for b in pl.spmd(4, optimizations=[pl.split()]):  # E:40 SE [optimizations] pl.split takes a mode
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    return y


# check: a transpose that exchanges the axis that a split divides
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.matmul(x[:, :], x[:, :])
        y[:, :] = pl.transpose(pl.exp(c), 0, 1)  # E:19 UF [split] pl.split(pl.SplitMode.UP_DOWN) gives each vector core half of the rows of `pl.exp(c)`, and pl.transpose needs all of them
    return y


# check: a reduction over the axis that a split divides
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
        c = pl.matmul(x[:, :], x[:, :])
        y[0:1, :] = pl.col_sum(pl.exp(c))  # E:21 UF [split] pl.split(pl.SplitMode.UP_DOWN) gives each vector core half of the rows of `pl.exp(c)`, and pl.col_sum needs all of them
    return y


# check: pl.split outside of optimizations
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.split(pl.SplitMode.NONE)  # E:5 SE [misplaced-construct] pl.split cannot stand here
    return y


# check: pl.static_print without arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print()  # E:5 SE [static-print] pl.static_print takes one or more values
    return y


# check: a keyword of pl.static_print
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print("a", sep="-")  # E:5 SE [static-print] pl.static_print takes one or more values
    return y


# check: an unknown name in pl.static_print
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print(zz)  # E:21 UV [undefined-name] undefined name `zz`
    return y


# check: a format in a text of pl.static_print
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print(f"{n:4d}")  # E:21 SE [static-print] an f-string of pl.static_print has plain {name} parts
    return y


# check: a conversion in a text of pl.static_print
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print(f"{n!r}")  # E:21 SE [static-print] an f-string of pl.static_print has plain {name} parts
    return y


# check: `=` in a text of pl.static_print
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_print(f"{n:{4}}")  # E:21 SE [static-print] an f-string of pl.static_print has plain {name} parts
    return y


# check: pl.static_print as a value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.static_print("a")  # E:9 SE [misplaced-construct] pl.static_print cannot stand here
    return y


# check: a static assertion that does not hold
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1 + 1 == 3)  # E:5 SE [static-assert] static assertion failed: 1 + 1 == 3
    return y


# check: a static assertion that does not hold, with a message
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1 + 1 == 3, "one and one")  # E:5 SE [static-assert] static assertion failed: one and one
    return y


# check: a static assertion on a shape that does not hold
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(x.shape[0] == 32, "32 rows are wanted")  # E:5 SE [static-assert] static assertion failed: 32 rows are wanted
    return y


# check: a static assertion that cannot be decided
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(n > 0)  # E:5 SE [static-assert-form] `n > 0` is not compile-time evaluable
    return y


# check: a static assertion on a dynamic extent
T = pl.dynamic("T")


@pl.jit
def kernel(x: pl.Tensor[[T, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(pl.tensor.dim(x, 0) == 64)  # E:5 SE [static-assert-form] `pl.tensor.dim(x, 0) == 64` is not compile-time evaluable
    return y


# check: a static assertion on a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1)  # E:22 TE [condition] a condition must be a BOOL scalar, `1` is the number 1
    return y


# check: a static assertion without a condition
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert()  # E:5 SE [static-assert-form] pl.static_assert takes a condition and a message
    return y


# check: a static assertion with three arguments
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1 == 1, "a", "b")  # E:5 SE [static-assert-form] pl.static_assert takes a condition and a message
    return y


# check: a message of a static assertion that is a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1 == 1, 7)  # E:30 SE [static-assert-form] the message of pl.static_assert is a text literal
    return y


# check: a message of a static assertion that is a formatted text
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1 == 1, f"{n}")  # E:30 SE [static-assert-form] the message of pl.static_assert is a text literal
    return y


# check: a message of a static assertion by keyword
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.static_assert(1 == 1, message="a")  # E:5 SE [static-assert-form] pl.static_assert takes a condition and a message
    return y


# check: a static assertion as a value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.static_assert(1 == 1)  # E:9 SE [misplaced-construct] pl.static_assert cannot stand here
    return y


# check: a static assertion that does not hold, in a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.static_assert(x.shape[1] == 32)  # E:9 SE [static-assert] static assertion failed: x.shape[1] == 32
        y[0:16, :] = x[0:16, :]
    return y


# check: a static assertion that does not hold, in an inline helper
@pl.jit.inline
def check(x: pl.Tensor):
    pl.static_assert(x.shape[1] == 32)  # E:5 SE [static-assert] static assertion failed: x.shape[1] == 32


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    check(x)
    return y


# check: a static assertion that does not hold in one of the copies of pl.unroll
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(3):
        pl.static_assert(i < 2)  # E:9 SE [static-assert] static assertion failed: i < 2
    return y


# check: pl.dump_tag without an argument
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag()  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    return y


# check: pl.dump_tag of two tensors
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(x, y)  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    return y


# check: pl.dump_tag by keyword
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(tensor=x)  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    return y


# check: pl.dump_tag of an unknown name
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(z)  # E:17 UV [undefined-name] undefined name `z`
    return y


# check: pl.dump_tag of a window
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(x[0:16, :])  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    return y


# check: pl.dump_tag of a scalar
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(n)  # E:17 TE [argument-type] pl.dump_tag takes a tensor, `n` is Scalar[INDEX]
    return y


# check: pl.dump_tag of a number
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.dump_tag(4)  # E:5 SE [dump] pl.dump_tag takes one tensor by its name
    return y


# check: pl.dump_tag as a value
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = pl.dump_tag(x)  # E:9 SE [misplaced-construct] pl.dump_tag cannot stand here
    return y


# check: pl.dump_tag in a region
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.dump_tag(x)  # E:9 IO [misplaced] pl.dump_tag belongs outside regions
        y[0:16, :] = x[0:16, :]
    return y


# check: an assertion of Python
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    assert n > 0  # E:5 UF [python-statement] assert (Assert) is not part of the kernel language
    return y


# check: a print of Python
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    print(x)  # E:5 UF [python-name] Python's `print` is not part of the kernel language
    return y


# check: pl.print, which does not exist
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    pl.print(x)  # E:5 IO [unknown-operation] unknown operation pl.print
    return y
