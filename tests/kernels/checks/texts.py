# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: a text with nothing in it
# raises: ParserError: one program or function, found none
def call():
    pl.parse("")


# check: a text with two functions
TEXT = """\
import pypto.language as pl


@pl.function
def f(x: pl.Tensor[[64, 64], pl.FP32]):
    return x


@pl.function
def g(x: pl.Tensor[[64, 64], pl.FP32]):
    return x
"""


# raises: ParserError: g
def call():
    pl.parse(TEXT)


# check: a text with a program and a function
TEXT = """\
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32]):
        return x


@pl.function
def g(x: pl.Tensor[[64, 64], pl.FP32]):
    return x
"""


# raises: ParserError: g
def call():
    pl.parse(TEXT)


# check: a text that Python cannot read
# raises: ParserSyntaxError: <string>:2
def call():
    pl.parse("import pypto.language as pl\ndef f(:\n")


# check: a text whose function has no decorator
TEXT = """\
import pypto.language as pl


def f(x: pl.Tensor[[64, 64], pl.FP32]):
    return x
"""


# raises: ParserError: decorate
def call():
    pl.parse(TEXT)


# check: a text that is no text
# raises: TypeError: takes a text, found int
def call():
    pl.parse(7)


# check: a text with other statements
TEXT = """\
import pypto.language as pl

print("hello")


@pl.function
def f(x: pl.Tensor[[64, 64], pl.FP32]):
    return x
"""


# raises: ParserError: print
def call():
    pl.parse(TEXT)


# check: a mistake in the body of a text, at its place
TEXT = """\
import pypto.language as pl


@pl.function(type=pl.FunctionType.InCore)
def f(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
    t = pl.load(x, [0, 0], [16, 64])
    u = pl.exq(t)
    out = pl.store(u, [0, 0], y)
    return out
"""


# raises: InvalidOperationError: <string>:7:9
def call():
    pl.parse(TEXT)


# check: a file that is not there
# raises: UserError: missing.py
def call():
    pl.loads("missing.py")


# check: a deprecated name of pl.parse
import warnings

TEXT = """\
import pypto.language as pl


@pl.function
def f(x: pl.Tensor[[64, 64], pl.FP32]):
    return x
"""


# raises: DeprecationWarning: pl.parse
def call():
    warnings.simplefilter("error")
    pl.parse_program(TEXT)


# check: a deprecated name of pl.loads
import warnings


# raises: DeprecationWarning: pl.loads
def call():
    warnings.simplefilter("error")
    pl.loads_program("missing.py")


# check: a comment after the last statement of a block
import warnings

TEXT = """\
import pypto.language as pl


@pl.function
def f(x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
    for i in pl.range(n):
        pass
        # the last word
    return x
"""


# raises: UserWarning: comment
def call():
    warnings.simplefilter("error")
    pl.parse(TEXT)


# check: pl.func_attr after another statement
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        n = 4
        pl.func_attr({"a": n})  # E:9 SE [func-attr] pl.func_attr stands before every other statement of a function
        return y


# check: pl.func_attr of something that is no dict
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        pl.func_attr(7)  # E:9 SE [func-attr] pl.func_attr takes one dict literal
        return y


# check: a typed constant without a type
@pl.jit
def kernel(n: pl.INDEX, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = pl.const(7)  # E:9 SE [const-form] pl.const takes a number and an element type
    return y


# check: a typed constant of a tensor
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = pl.const(x, pl.INT32)  # E:18 SE [const-form] pl.const takes a number, `x` is Tensor[[64, 64], FP32]
    return y


# check: a typed constant of a type that is none
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = pl.const(7, 32)  # E:21 TE [argument-type] an element type is expected, found the number 32
    return y


# check: a typed constant that its type does not hold
@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    m = pl.const(300, pl.INT8)  # E:9 TE [number-range] the number 300 does not fit INT8
    return y


# check: a kernel that is read back from text, compiled with a mistake
TEXT = """\
import pypto.language as pl


@pl.program
class P:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = pl.add(x, x)
        return y
"""


# raises: InvalidOperationError: Misplaced tensor op 'add'
def call():
    pl.parse(TEXT).compile()
