# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

N = 4
HALF = 0.5
ROWS = (16, 32)
TABLE = {"a": 1}
WORDS = {"a"}
T = pl.dynamic("T")
BIG = 1 << 70


class Config:
    rows = 4


# check: a name is bound in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = m + 1  # E:13 UV [undefined-name] undefined name `m`
        y[:, :] = x[:, :]
    return y


# check: a name is bound in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = m + 1  # E:9 UV [undefined-name] undefined name `m`
    return y


# check: a name is bound in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = m + 1  # E:9 UV [undefined-name] undefined name `m`
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a near name is bound in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = nn + 1  # E:13 UV [undefined-name] undefined name `nn`
        y[:, :] = x[:, :]
    return y


# check: a near name is bound in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = nn + 1  # E:9 UV [undefined-name] undefined name `nn`
    return y


# check: a near name is bound in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = nn + 1  # E:9 UV [undefined-name] undefined name `nn`
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a name that is used before it is bound in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = late + 1  # E:13 UV [undefined-name] undefined name `late`
        late = n
        y[:, :] = x[:, :]
    return y


# check: a name that is used before it is bound in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = late + 1  # E:9 UV [undefined-name] undefined name `late`
    late = n
    return y


# check: a name that is used before it is bound in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = late + 1  # E:9 UV [undefined-name] undefined name `late`
    late = n
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a name that binds itself first in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = k + 1  # E:13 UV [undefined-name] undefined name `k`
        y[:, :] = x[:, :]
    return y


# check: a name that binds itself first in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = k + 1  # E:9 UV [undefined-name] undefined name `k`
    return y


# check: a name that binds itself first in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = k + 1  # E:9 UV [undefined-name] undefined name `k`
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the name of a called function is bound in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = helper(n)  # E:13 UV [undefined-name] undefined name `helper`
        y[:, :] = x[:, :]
    return y


# check: the name of a called function is bound in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = helper(n)  # E:9 UV [undefined-name] undefined name `helper`
    return y


# check: the name of a called function is bound in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = helper(n)  # E:9 UV [undefined-name] undefined name `helper`
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a dict is no value in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = TABLE  # E:13 TE [assignment-value] a Python dict cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a dict is no value in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = TABLE  # E:9 TE [assignment-value] a Python dict cannot be bound to a name in a kernel
    return y


# check: a dict is no value in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = TABLE  # E:9 TE [assignment-value] a Python dict cannot be bound to a name in a kernel
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a set is no value in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = WORDS  # E:13 TE [assignment-value] a Python set cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a set is no value in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = WORDS  # E:9 TE [assignment-value] a Python set cannot be bound to a name in a kernel
    return y


# check: a set is no value in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = WORDS  # E:9 TE [assignment-value] a Python set cannot be bound to a name in a kernel
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a class is no value in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = Config  # E:13 TE [assignment-value] a Python type cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a class is no value in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = Config  # E:9 TE [assignment-value] a Python type cannot be bound to a name in a kernel
    return y


# check: a class is no value in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = Config  # E:9 TE [assignment-value] a Python type cannot be bound to a name in a kernel
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an object is no operand in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + Config  # E:17 TE [argument-type] a scalar is expected, `Config` is a Python type
        y[:, :] = x[:, :]
    return y


# check: an object is no operand in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = n + Config  # E:13 TE [argument-type] a scalar is expected, `Config` is a Python type
    return y


# check: an object is no operand in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = n + Config  # E:13 TE [argument-type] a scalar is expected, `Config` is a Python type
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a dict is no operand in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + TABLE  # E:17 TE [argument-type] a scalar is expected, `TABLE` is a Python dict
        y[:, :] = x[:, :]
    return y


# check: a dict is no operand in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = n + TABLE  # E:13 TE [argument-type] a scalar is expected, `TABLE` is a Python dict
    return y


# check: a dict is no operand in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = n + TABLE  # E:13 TE [argument-type] a scalar is expected, `TABLE` is a Python dict
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a captured integer has 64 bits in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + BIG  # E:17 TE [number-range] the integer 1180591620717411303424 does not fit 64 bits
        y[:, :] = x[:, :]
    return y


# check: a captured integer has 64 bits in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = n + BIG  # E:13 TE [number-range] the integer 1180591620717411303424 does not fit 64 bits
    return y


# check: a captured integer has 64 bits in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = n + BIG  # E:13 TE [number-range] the integer 1180591620717411303424 does not fit 64 bits
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an attribute chain is no value in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = Config.rows  # E:13 UF [attribute] `Config.rows` reads an attribute of a Python object
        y[:, :] = x[:, :]
    return y


# check: an attribute chain is no value in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = Config.rows  # E:9 UF [attribute] `Config.rows` reads an attribute of a Python object
    return y


# check: an attribute chain is no value in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = Config.rows  # E:9 UF [attribute] `Config.rows` reads an attribute of a Python object
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an entry of a dict is no value in a region
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = TABLE["a"]  # E:13 TE [subscript-base] `TABLE` is a Python dict and has no elements
        y[:, :] = x[:, :]
    return y


# check: an entry of a dict is no value in orchestration
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = TABLE["a"]  # E:9 TE [subscript-base] `TABLE` is a Python dict and has no elements
    return y


# check: an entry of a dict is no value in a function
@pl.function(type=pl.FunctionType.InCore)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = TABLE["a"]  # E:9 TE [subscript-base] `TABLE` is a Python dict and has no elements
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: bytes of the module is no value
VALUE = b"ab"


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python bytes cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: bytes of the module is no operand
VALUE = b"ab"


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a Python bytes
        y[:, :] = x[:, :]
    return y


# check: a complex number of the module is no value
VALUE = 2j


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python complex cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a complex number of the module is no operand
VALUE = 2j


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a Python complex
        y[:, :] = x[:, :]
    return y


# check: an object of the module is no value
VALUE = object()


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python object cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: an object of the module is no operand
VALUE = object()


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a Python object
        y[:, :] = x[:, :]
    return y


# check: a fraction of the module is no value
from fractions import Fraction

VALUE = Fraction(1, 2)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python Fraction cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a fraction of the module is no operand
from fractions import Fraction

VALUE = Fraction(1, 2)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a Python Fraction
        y[:, :] = x[:, :]
    return y


# check: a range of the module is no value
VALUE = range(4)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python range cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a range of the module is no operand
VALUE = range(4)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a Python range
        y[:, :] = x[:, :]
    return y


# check: a list of dicts of the module is no value
VALUE = [{}]


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python dict of `VALUE` cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a list of dicts of the module is no operand
VALUE = [{}]


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a tuple
        y[:, :] = x[:, :]
    return y


# check: a generator of the module is no value
VALUE = (i for i in ROWS)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = VALUE  # E:13 TE [assignment-value] a Python generator cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a generator of the module is no operand
VALUE = (i for i in ROWS)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + VALUE  # E:17 TE [argument-type] a scalar is expected, `VALUE` is a Python generator
        y[:, :] = x[:, :]
    return y


# check: a torch tensor is no value
import torch

W = torch.zeros(32, 32)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.add(x[:, :], W)  # E:29 TE [argument-type] a tensor is expected, `W` is a Python Tensor
        y[:, :] = x[:, :]
    return y


# check: a torch number is no operand
import torch

W = torch.tensor(4)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + W  # E:17 TE [argument-type] a scalar is expected, `W` is a Python Tensor
        y[:, :] = x[:, :]
    return y


# check: a numpy array is no value
import numpy as np

W = np.zeros((32, 32), dtype=np.float32)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.add(x[:, :], W)  # E:29 TE [argument-type] a tensor is expected, `W` is a Python ndarray
        y[:, :] = x[:, :]
    return y


# check: a numpy number is no operand
import numpy as np

W = np.int64(4)


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + W  # E:17 TE [argument-type] a scalar is expected, `W` is a Python int64
        y[:, :] = x[:, :]
    return y


# check: a function is no value
def helper():
    pass


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = helper  # E:13 TE [assignment-value] a Python function cannot be bound to a name in a kernel
        y[:, :] = x[:, :]
    return y


# check: a function is no operand
def helper():
    pass


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + helper  # E:17 TE [argument-type] a scalar is expected, `helper` is a Python function
        y[:, :] = x[:, :]
    return y


# check: a kernel function is no operand
@pl.jit.inline
def helper(a):
    return a


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + helper  # E:17 TE [argument-type] a scalar is expected, `helper` is <pl.jit.inline helper>
        y[:, :] = x[:, :]
    return y


# check: a helper by another name is not resolved
@pl.jit.inline
def helper(a):
    return a


other = helper


@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = other(n)  # E:13 UF [function-call] `other` is another name of the kernel function helper and is not resolved
        y[:, :] = x[:, :]
    return y


# check: a name of a branch is gone after it
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 2:
            k = n
        m = k + 1  # E:13 UV [not-always-bound] `k` is bound in only one branch of the `if` at line 621
        y[:, :] = x[:, :]
    return y


# check: a name of a loop is gone after it
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(n):
            k = i
        m = k + 1  # E:13 UV [not-always-bound] `k` is first bound inside the loop at line 632, which may run zero times
        y[:, :] = x[:, :]
    return y


# check: the variable of a loop is gone after it
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(4):
            pass
        m = i + 1  # E:13 UV [out-of-scope] `i` is the variable of the loop at line 643
        y[:, :] = x[:, :]
    return y


# check: a name of one arm is gone in the other
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if n > 2:
            k = n
        else:
            m = k  # E:17 UV [undefined-name] undefined name `k`
        y[:, :] = x[:, :]
    return y


# check: a name that is bound in a dead branch
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if False:
            k = n
        m = k  # E:13 UV [not-always-bound] `k` is bound only in a branch of the `if` at line 666 that is never taken
        y[:, :] = x[:, :]
    return y


# check: a scalar of a region is gone after it
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.read(x, [0, 0])
        y[:, :] = x[:, :]
    m = k + 1.0  # E:9 SI [value-leaves-region] the scalar `k` is bound inside the region at line 676 and cannot leave it
    return y


# check: a tile of a region is gone after it
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [32, 32])
    with pl.at(level=pl.Level.CORE_GROUP):
        y = pl.store(t, [0, 0], y)  # E:22 SI [value-leaves-region] the tile `t` is bound inside the region at line 686 and cannot leave it
    return y


# check: pl.const takes two arguments, not one
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(3)  # E:13 SE [const-form] pl.const takes a number and an element type
        y[:, :] = x[:, :]
    return y


# check: pl.const takes two arguments, not three
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(3, pl.INT32, 4)  # E:13 SE [const-form] pl.const takes a number and an element type
        y[:, :] = x[:, :]
    return y


# check: pl.const takes two arguments, not none
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const()  # E:13 SE [const-form] pl.const takes a number and an element type
        y[:, :] = x[:, :]
    return y


# check: pl.const takes no keywords
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(3, dtype=pl.INT32)  # E:13 SE [const-form] pl.const takes a number and an element type
        y[:, :] = x[:, :]
    return y


# check: pl.const takes a literal
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(n, pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `n` is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: pl.const takes no expression of the run
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(n + 1, pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `n + 1` is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: pl.const takes no tensor
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(x, pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `x` is Tensor[[32, 32], FP32]
        y[:, :] = x[:, :]
    return y


# check: pl.const takes no text
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const("3", pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `"3"` is the text '3'
        y[:, :] = x[:, :]
    return y


# check: pl.const takes no tuple
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const((1, 2), pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `(1, 2)` is a tuple
        y[:, :] = x[:, :]
    return y


# check: pl.const takes no None
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(None, pl.INT32)  # E:22 SE [const-form] pl.const takes a number, `None` is None
        y[:, :] = x[:, :]
    return y


# check: pl.const takes an element type
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(3, 32)  # E:25 TE [argument-type] an element type is expected, found the number 32
        y[:, :] = x[:, :]
    return y


# check: pl.const takes an element type, not a name of Python
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(3, int)  # E:25 TE [argument-type] an element type is expected, found a Python type
        y[:, :] = x[:, :]
    return y


# check: pl.const of an INT8 fits
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(128, pl.INT8)  # E:13 TE [number-range] the number 128 does not fit INT8
        y[:, :] = x[:, :]
    return y


# check: pl.const of a negative INT8 fits
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(-129, pl.INT8)  # E:13 TE [number-range] the number -129 does not fit INT8
        y[:, :] = x[:, :]
    return y


# check: pl.const of a UINT8 is not negative
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(-1, pl.UINT8)  # E:13 TE [number-range] the number -1 does not fit UINT8
        y[:, :] = x[:, :]
    return y


# check: pl.const of an integer is no fraction
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(1.5, pl.INT32)  # E:13 TE [number-range] the number 1.5 does not fit INT32
        y[:, :] = x[:, :]
    return y


# check: pl.const of FP16 fits
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(1e6, pl.FP16)  # E:13 TE [number-range] the number 1000000.0 does not fit FP16
        y[:, :] = x[:, :]
    return y


# check: pl.const of a task id does not exist
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(3, pl.TASK_ID)  # E:25 TE [argument-type] an element type is expected, found the element type TASK_ID
        y[:, :] = x[:, :]
    return y


# check: pl.const of BOOL is True or False
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pl.const(2, pl.BOOL)  # E:13 TE [number-range] the number 2 does not fit BOOL
        y[:, :] = x[:, :]
    return y


# check: a text is no operand
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + "a"  # E:17 TE [argument-type] a scalar is expected, `"a"` is the text 'a'
        y[:, :] = x[:, :]
    return y


# check: a text is no condition
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        if "a":  # E:12 TE [condition] a condition must be a BOOL scalar, `"a"` is the text 'a'
            pass
        y[:, :] = x[:, :]
    return y


# check: None is no number
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n + None  # E:17 TE [argument-type] a scalar is expected, `None` is None
        y[:, :] = x[:, :]
    return y


# check: an index that does not exist is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS[5]  # E:13 TE [tuple-index] index 5 is outside a tuple of 2 entries
        y[:, :] = x[:, :]
    return y


# check: an index that does not exist is no extent
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([ROWS[5], 32], dtype=pl.FP32, value=0.0)  # E:22 TE [tuple-index] index 5 is outside a tuple of 2 entries
        y[:, :] = x[:, :]
    return y


# check: an index that does not exist is no extent of a local annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[ROWS[5], 32], pl.FP32] = x  # E:19 TE [tuple-index] index 5 is outside a tuple of 2 entries
    return y


# check: an index that does not exist is no extent of a parameter
@pl.jit
def kernel(x: "pl.Tensor[[ROWS[5], 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: tuple index out of range
    return y


# check: a division by zero is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = N // 0  # E:13 TE [constant-arithmetic] `N // 0` cannot be computed: integer division or modulo by zero
        y[:, :] = x[:, :]
    return y


# check: a division by zero is no extent
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([N // 0, 32], dtype=pl.FP32, value=0.0)  # E:22 TE [constant-arithmetic] `N // 0` cannot be computed: integer division or modulo by zero
        y[:, :] = x[:, :]
    return y


# check: a division by zero is no extent of a local annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[N // 0, 32], pl.FP32] = x  # E:19 TE [constant-arithmetic] `N // 0` cannot be computed: integer division or modulo by zero
    return y


# check: a division by zero is no extent of a parameter
@pl.jit
def kernel(x: "pl.Tensor[[N // 0, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: integer division or modulo by zero
    return y


# check: a modulo by zero is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = N % 0  # E:13 TE [constant-arithmetic] `N % 0` cannot be computed: integer modulo by zero
        y[:, :] = x[:, :]
    return y


# check: a text and a number is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = int("a")  # E:13 TE [constant-arithmetic] `int("a")` cannot be computed: invalid literal for int() with base 10: 'a'
        y[:, :] = x[:, :]
    return y


# check: the length of a number is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = len(N)  # E:13 TE [constant-arithmetic] `len(N)` cannot be computed: object of type 'int' has no len()
        y[:, :] = x[:, :]
    return y


# check: max of nothing is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = max(())  # E:13 TE [constant-arithmetic] `max(())` cannot be computed: max() arg is an empty sequence
        y[:, :] = x[:, :]
    return y


# check: min of text and number is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = min("a", 1)  # E:13 TE [constant-arithmetic] `min("a", 1)` cannot be computed: '<' not supported between instances of 'int' and 'str'
        y[:, :] = x[:, :]
    return y


# check: min of text and number is no extent
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([min("a", 1), 32], dtype=pl.FP32, value=0.0)  # E:22 TE [constant-arithmetic] `min("a", 1)` cannot be computed: '<' not supported between instances of 'int' and 'str'
        y[:, :] = x[:, :]
    return y


# check: min of text and number is no extent of a local annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[min("a", 1), 32], pl.FP32] = x  # E:19 TE [constant-arithmetic] `min("a", 1)` cannot be computed: '<' not supported between instances of 'int' and 'str'
    return y


# check: round of text is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = round("a")  # E:13 TE [constant-arithmetic] `round("a")` cannot be computed: type str doesn't define __round__ method
        y[:, :] = x[:, :]
    return y


# check: a shift by a negative number is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 1 << (0 - N)  # E:13 TE [constant-arithmetic] `1 << (0 - N)` cannot be computed: negative shift count
        y[:, :] = x[:, :]
    return y


# check: a negative power is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = (0.0 - HALF) ** HALF  # E:13 TE [number-range] the result is a complex number
        y[:, :] = x[:, :]
    return y


# check: a power too large is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = 10 ** 100  # E:13 TE [number-range] the integer of 333 bits does not fit 64 bits
        y[:, :] = x[:, :]
    return y


# check: a power too large is no extent
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([10 ** 100, 32], dtype=pl.FP32, value=0.0)  # E:22 TE [number-range] the integer of 333 bits does not fit 64 bits
        y[:, :] = x[:, :]
    return y


# check: a power too large is no extent of a local annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[10 ** 100, 32], pl.FP32] = x  # E:19 TE [number-range] the integer of 333 bits does not fit 64 bits
    return y


# check: a power too large is no extent of a parameter
@pl.jit
def kernel(x: "pl.Tensor[[10 ** 100, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:15 TE [parameter-form] parameter `x`: the extent on axis 0 does not fit 64 bits
    return y


# check: a sum of text is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = sum(("a",))  # E:13 TE [constant-arithmetic] `sum(("a",))` cannot be computed: unsupported operand type(s) for +: 'int' and 'str'
        y[:, :] = x[:, :]
    return y


# check: keywords of a builtin is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = max(ROWS, default=1)  # E:13 UF [argument-list] keywords of `max` are not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a call of a method is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = ROWS.index(16)  # E:13 UF [function-call] unsupported function call: `ROWS.index` is a Python function
        y[:, :] = x[:, :]
    return y


# check: an unknown builtin is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = pow(N, 2)  # E:13 UF [python-name] Python's `pow` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an unknown builtin is no extent
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([pow(N, 2), 32], dtype=pl.FP32, value=0.0)  # E:22 UF [python-name] Python's `pow` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an unknown builtin is no extent of a local annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[pow(N, 2), 32], pl.FP32] = x  # E:19 UF [python-name] Python's `pow` is not part of the kernel language
    return y


# check: divmod is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = divmod(N, 2)  # E:13 UF [python-name] Python's `divmod` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a float as range is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = len(range(2.0))  # E:17 TE [constant-arithmetic] `range(2.0)` cannot be computed: 'float' object cannot be interpreted as an integer
        y[:, :] = x[:, :]
    return y


# check: a range with step 0 is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = len(range(0, 4, 0))  # E:17 TE [constant-arithmetic] `range(0, 4, 0)` cannot be computed: range() arg 3 must not be zero
        y[:, :] = x[:, :]
    return y


# check: an unknown name is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = M + 1  # E:13 UV [undefined-name] undefined name `M`
        y[:, :] = x[:, :]
    return y


# check: an unknown name is no extent
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        u = pl.full([M + 1, 32], dtype=pl.FP32, value=0.0)  # E:22 UV [undefined-name] undefined name `M`
        y[:, :] = x[:, :]
    return y


# check: an unknown name is no extent of a local annotation
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    t: pl.Tensor[[M + 1, 32], pl.FP32] = x  # E:19 UV [undefined-name] undefined name `M`
    return y


# check: an unknown name is no extent of a parameter
@pl.jit
def kernel(x: "pl.Tensor[[M + 1, 32], pl.FP32]", y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):  # E:12 TE [annotation-value] the annotation of `x` cannot be evaluated: name 'M' is not defined
    return y


# check: an object of a class is not evaluated
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = Config().rows  # E:13 UF [function-call] unsupported function call `Config()`: `Config` is a Python function
        y[:, :] = x[:, :]
    return y


# check: a bitwise operator with a run-time operand is not folded
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n & 3  # E:13 UF [operator] `&` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: a power with a run-time operand is not folded
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        k = n ** 2  # E:13 UF [operator] `**` is not part of the kernel language
        y[:, :] = x[:, :]
    return y


# check: an extent that the run decides is not folded
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.load(x, [0, 0], [n, 32])  # E:13 IO [not-static] the shape of a load must be static, found [n, 32] in pl.load
        y[:, :] = x[:, :]
    return y


# check: a static keyword takes no run-time value
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.transpose(x[:, :], n, 1)  # E:35 TE [not-static] `axis1` must be known while the kernel is read, `n` is Scalar[INDEX]
        y[:, :] = x[:, :]
    return y


# check: a static keyword takes no text
@pl.jit
def kernel(n: pl.INDEX, s: pl.FP32, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.transpose(x[:, :], "a", 1)  # E:13 IO [rank] axis a does not exist, the value has 2 axes in pl.transpose
        y[:, :] = x[:, :]
    return y


# check: a symbol that no parameter has is no value
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = T + 1  # E:9 TE [symbol-unbound] the extent T belongs to no parameter of kernel
    return y


# check: a dynamic extent has a name that is an identifier
# raises: ValueError: valid identifier
def call():
    pl.dynamic("2T")


# check: a dynamic extent has a name that is text
# raises: ValueError: valid identifier
def call():
    pl.dynamic(4)


# check: a construct is not called outside of kernels
# raises: RuntimeError: does not run as Python
def call():
    pl.range(4)


# check: a scope is not opened outside of kernels
# raises: RuntimeError: does not run as Python
def call():
    with pl.at(level=pl.Level.CORE_GROUP):
        pass


# check: an operation is not called outside of kernels
# raises: RuntimeError: does not run as Python
def call():
    pl.exp(1.0)


# check: pl has no unknown name outside of kernels
# raises: AttributeError: frobnicate
def call():
    pl.frobnicate(1.0)
