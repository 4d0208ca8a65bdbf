# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl


# check: a core type that does not exist
# raises: ValueError: core_type
def call():
    @pl.jit.extern(core_type="cpu", source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a core type that is no text
# raises: ValueError: core_type
def call():
    @pl.jit.extern(core_type=1, source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: an external kernel without a core type
# raises: ValueError: core_type
def call():
    @pl.jit.extern(source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: an external kernel without a source
# raises: ValueError: needs source=
def call():
    @pl.jit.extern(core_type="aiv")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: an external kernel without arguments of its decorator
# raises: ValueError: core_type is one of
def call():
    @pl.jit.extern
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a source that is missing
# raises: ValueError: no file
def call():
    @pl.jit.extern(core_type="aiv", source="missing.cpp")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a source that is a directory
# raises: ValueError: no file
def call():
    @pl.jit.extern(core_type="aiv", source=".")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a source that is no path
# raises: TypeError: a path is expected
def call():
    @pl.jit.extern(core_type="aiv", source=1)
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a mixed kernel without a source for the vector core
# raises: ValueError: needs aiv_source=
def call():
    @pl.jit.extern(core_type="mixed", aic_source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a mixed kernel without a source for the cube core
# raises: ValueError: needs aic_source=
def call():
    @pl.jit.extern(core_type="mixed", aiv_source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a mixed kernel with one source
# raises: ValueError: takes no source=
def call():
    @pl.jit.extern(core_type="mixed", source="external.py", aic_source="external.py", aiv_source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a source for the cube core of a kernel of the vector core
# raises: ValueError: takes no aic_source=
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", aic_source="external.py")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: dual_aiv_dispatch of a kernel of one core
# raises: ValueError: dual_aiv_dispatch
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", dual_aiv_dispatch=True)
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: dual_aiv_dispatch that is no truth value
# raises: TypeError: dual_aiv_dispatch
def call():
    @pl.jit.extern(core_type="mixed", aic_source="external.py", aiv_source="external.py", dual_aiv_dispatch=2)
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: include_dirs that are one text
# raises: TypeError: include_dirs
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", include_dirs="include")
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: include_dirs that are a number
# raises: TypeError: include_dirs
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", include_dirs=1)
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a directory of include_dirs that is missing
# raises: ValueError: no directory
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", include_dirs=["missing"])
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a directory of include_dirs that is a file
# raises: ValueError: no directory
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", include_dirs=["external.py"])
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: an entry of include_dirs that is no path
# raises: TypeError: a path is expected
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", include_dirs=[1])
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: an unknown keyword of @pl.jit.extern
# raises: TypeError: does not take `colour=`
def call():
    @pl.jit.extern(core_type="aiv", source="external.py", colour=1)
    def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


# check: a body of an external kernel
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[:, :] = x[:, :]  # E:5 SE [external] the body of scale is in C++; here it is `...`


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x, y)
    return y


# check: a body of an external kernel that is `pass`
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    pass  # E:5 SE [external] the body of scale is in C++; here it is `...`


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x, y)
    return y


# check: an external kernel called in a region
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
        scale(x, y)  # E:9 VE [external] scale is a kernel of its own and cannot be called inside a region
    return y


# check: an external kernel called in an incore function
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit.incore
def core(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    y[0:16, :] = x[0:16, :]
    scale(x, y)  # E:5 VE [external] scale is a kernel of its own and cannot be called inside a region
    return y


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = core(x, y)
    return y


# check: an external kernel called in an expression
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(scale(x, y))  # E:26 UF [nested-call] `scale` is called inside an expression
    return y


# check: too few arguments of an external kernel
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x)  # E:5 TE [argument-list] scale expects 2 argument(s), got 1: `y` is missing
    return y


# check: too many arguments of an external kernel
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x, y, 1)  # E:5 TE [argument-list] scale expects 2 argument(s), got 3
    return y


# check: a scalar for a tensor of an external kernel
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(1, y)  # E:11 TE [argument-mismatch] parameter `x` of scale is a tensor, the argument is the number 1
    return y


# check: a tensor for a scalar of an external kernel
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor], k: pl.Scalar[pl.INT32]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x, y, x)  # E:17 TE [argument-mismatch] parameter `k` of scale is a scalar, the argument is Tensor[[64, 64], FP32]
    return y


# check: a view with gaps for a tensor of an external kernel
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x[:, 0:32], y)  # E:5 UF [external] parameter `x` of scale: a view with gaps cannot be passed to an external kernel
    return y


# check: a shape of a parameter of an external kernel that the argument does not have
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    scale(x, y)  # E:11 TE [argument-mismatch] parameter `x` of scale has extent 32 on axis 0, the argument has 64
    return y


# check: more declared results of an external kernel than outputs
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]) -> tuple[pl.Tensor, pl.Tensor]: ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a, b = scale(x, y)  # E:12 TE [external] scale declares 2 result(s) and has 1 output parameter(s)
    return y


# check: an external kernel without outputs, used as a value
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = scale(x)  # E:9 TE [no-value] scale returns nothing
    return y


# check: two external kernels in one launch
@pl.jit.extern(core_type="aiv", source="external.py")
def scale(x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.spmd(4):  # E:10 SE [spmd-body] this pl.spmd launches 2 kernels, and it takes one
        scale(x, y)
        scale(x, y)
    return y


# check: an external kernel that is compiled by itself
@pl.jit.extern(core_type="aiv", source="external.py")
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]): ...


# raises: UnsupportedFeatureError: only an entry can be compiled
def call():
    kernel.compile()


# check: an external kernel that is called from Python
import torch

@pl.jit.extern(core_type="aiv", source="external.py")
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]): ...


# raises: UserError: only an entry
def call():
    kernel(torch.zeros(64, 64), torch.zeros(64, 64))


# check: an external method of a kind that has no core
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration, external_source="external.py")  # E:5 SE [program-form] external_source= belongs to functions of type AIC or AIV; run is Orchestration
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]): ...


# check: an external method of type InCore
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore, external_source="external.py")  # E:5 SE [program-form] external_source= belongs to functions of type AIC or AIV; body is InCore
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]: ...

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: an external method whose source is missing
# raises: ValueError: no file
def call():
    @pl.program
    class other:
        @pl.function(type=pl.FunctionType.AIV, external_source="missing.cpp")
        def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]): ...


# check: an external method with a body
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIV, external_source="external.py")
    def body(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        y[0:16, :] = x[0:16, :]  # E:9 SE [external] the body of body is in C++; here it is `...`
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.body(x, y)
        return y


# check: a group with an external member and one of the language
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.AIC, external_source="external.py")
    def one(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]: ...

    @pl.function(type=pl.FunctionType.AIV)
    def other(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
        t = pl.load(x, [0, 0], [16, 64])
        out = pl.store(t, [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        a = self.one(x, y)  # E:13 VE [group] the kernels of a group are all in C++, or all written in the language
        b = self.other(x, z)
        return a, b

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], z: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        y, z = self.both(x, y, z)
        return y, z
