# SPDX-License-Identifier: Apache-2.0
import pypto.language as pl

T = pl.dynamic("T")


# check: type= is a function type
@pl.function(type="InCore")
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] type= of @pl.function is a function type, found 'InCore'
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: type= is no number
@pl.function(type=3)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] type= of @pl.function is a function type, found 3
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: type= is no None
@pl.function(type=None)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] type= of @pl.function is a function type, found None
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: type= is spelled
KIND = pl.FunctionType.InCore


@pl.function(type=KIND)  # E:19 SE [program-form] type= of @pl.function is written pl.FunctionType.InCore, found `KIND`
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: type= is no level
@pl.function(type=pl.Level.CORE_GROUP)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] type= of @pl.function is a function type, found <Level.CORE_GROUP: 'CORE_GROUP'>
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: FunctionType has its members
# raises: AttributeError: Kernel
def call():
    @pl.function(type=pl.FunctionType.Kernel)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32]):
        pass


# check: pl.function has no other keyword
# raises: TypeError: does not take `colour=`
def call():
    @pl.function(colour=1)
    def kernel(x: pl.Tensor[[32, 32], pl.FP32]):
        pass


# check: pl.function decorates a function
# raises: TypeError: decorates a function
def call():
    pl.function(3)


# check: pl.program decorates a class
# raises: TypeError: decorates a class
def call():
    pl.program(3)


# check: pl.program takes no keyword
# raises: TypeError: does not take
def call():
    @pl.program(name='a')
    class P:
        pass


# check: a function of a program does not run as Python
# raises: TypeError: does not run as Python
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


def call():
    kernel(1, 2)


# check: attrs= is an old spelling
# raises: DeprecationWarning: pl.func_attr
def call():
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter('error')

        @pl.function(type=pl.FunctionType.InCore, attrs={'note': 1})
        def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
            out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
            return out


# check: auto_scope= is a bool
@pl.function(type=pl.FunctionType.InCore, auto_scope=1)  # E:54 SE [program-form] auto_scope= of @pl.function is True or False, found 1
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: auto_scope= is no None
@pl.function(type=pl.FunctionType.InCore, auto_scope=None)  # E:54 SE [program-form] auto_scope= of @pl.function is True or False, found None
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: auto_scope= is a literal
FLAG = True


@pl.function(type=pl.FunctionType.InCore, auto_scope=FLAG)  # E:54 SE [program-form] auto_scope= of @pl.function is True or False, found `FLAG`
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: strict_ssa= is a bool
@pl.function(type=pl.FunctionType.InCore, strict_ssa=1)  # E:54 SE [program-form] strict_ssa= of @pl.function is True or False, found 1
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: strict_ssa= is no None
@pl.function(type=pl.FunctionType.InCore, strict_ssa=None)  # E:54 SE [program-form] strict_ssa= of @pl.function is True or False, found None
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: strict_ssa= is a literal
FLAG = True


@pl.function(type=pl.FunctionType.InCore, strict_ssa=FLAG)  # E:54 SE [program-form] strict_ssa= of @pl.function is True or False, found `FLAG`
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an InCore function has no level HOST
@pl.function(type=pl.FunctionType.InCore, level=pl.Level.HOST)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has type=pl.FunctionType.InCore and level=pl.Level.HOST, and a function of this type runs on a core
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an InCore function has no level CHIP
@pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has type=pl.FunctionType.InCore and level=pl.Level.CHIP, and a function of this type runs on a core
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an InCore function has no level GLOBAL
@pl.function(type=pl.FunctionType.InCore, level=pl.Level.GLOBAL)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has type=pl.FunctionType.InCore and level=pl.Level.GLOBAL, and a function of this type runs on a core
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an InCore function has no level CLUSTER_0
@pl.function(type=pl.FunctionType.InCore, level=pl.Level.CLUSTER_0)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has type=pl.FunctionType.InCore and level=pl.Level.CLUSTER_0, and a function of this type runs on a core
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an InCore function orchestrates nothing
@pl.function(type=pl.FunctionType.InCore, role=pl.Role.Orchestrator)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has role=pl.Role.Orchestrator, and a function of type pl.FunctionType.InCore runs on a core
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an AIV function has no level AIC
@pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIC)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has type=pl.FunctionType.AIV and level=pl.Level.AIC, and a function of this type runs on a core
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an InCore function of the level AIC takes no operation of the vector core
@pl.function(type=pl.FunctionType.InCore, level=pl.Level.AIC)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.exp(pl.load(x, [0, 0], [32, 32]))  # E:9 TE [core-kind] kernel is an AIC function and pl.exp runs on the vector core
    out = pl.store(t, [0, 0], y)
    return out


# check: a function of the orchestration has no level AIV
@pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.AIV)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has type=pl.FunctionType.Orchestration and level=pl.Level.AIV, and a function of this type orchestrates a chip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])
    return y


# check: a function of the orchestration is no SubWorker
@pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.SubWorker)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] kernel has role=pl.Role.SubWorker, and a function of type pl.FunctionType.Orchestration orchestrates a chip
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.exp(x[:, :])
    return y


# check: level= is a level
@pl.function(type=pl.FunctionType.InCore, level=3)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] level= of @pl.function is a pl.Level, found 3
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: role= is a role
@pl.function(type=pl.FunctionType.InCore, role=3)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 SE [program-form] role= of @pl.function is a pl.Role, found 3
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: external_source= is for AIC and AIV
@pl.function(type=pl.FunctionType.InCore, external_source="k.cpp")  # E:1 SE [program-form] external_source= belongs to functions of type AIC or AIV; kernel is InCore
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    ...


# check: no parameter of a function is starred
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], *rest) -> pl.Tensor[[32, 32], pl.FP32]:  # E:5 UF [parameter-form] kernel takes * or ** parameters
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: the C++ body of a function is named by text
@pl.function(type=pl.FunctionType.AIV, external_source=4)  # E:2 JT [external] kernel: a path is expected, found 4
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    ...


# check: a function without a C++ body has statements
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    ...  # E:5 SE [no-effect] `...` is no statement of a kernel


# check: an orchestration function has statements
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    ...  # E:5 SE [no-effect] `...` is no statement of a kernel


# check: strict_ssa forbids a second binding
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t = pl.add(t, 1.0)  # E:5 SV [strict-ssa] `t` is bound a second time, which strict_ssa=True forbids
    out = pl.store(t, [0, 0], y)
    return out


# check: strict_ssa forbids a binding of a parameter
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)  # E:5 SV [strict-ssa] `y` is bound a second time, which strict_ssa=True forbids
    return y


# check: strict_ssa forbids a binding in a loop
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = 0
    for i in pl.range(4):
        k = k + 1  # E:9 SV [strict-ssa] `k` is bound a second time, which strict_ssa=True forbids
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: strict_ssa forbids a binding in a branch
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = 0
    if n > 2:
        k = 1  # E:9 SV [strict-ssa] `k` is bound a second time, which strict_ssa=True forbids
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: strict_ssa forbids a loop variable of a bound name
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    i = 0
    for i in pl.range(4):  # E:9 SV [strict-ssa] `i` is bound a second time, which strict_ssa=True forbids
        pass
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: strict_ssa forbids a windowed write
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    t[0:8, :] = t[8:16, :]  # E:5 SE [strict-ssa] a windowed write rebinds its name, which strict_ssa=True forbids
    out = pl.store(t, [0, 0], y)
    return out


# check: strict_ssa forbids a second binding by unpacking
@pl.function(type=pl.FunctionType.InCore, strict_ssa=True)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    a, b = (1, 2)
    b, d = (3, 4)  # E:5 SV [strict-ssa] `b` is bound a second time, which strict_ssa=True forbids
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an AIC function has no vector operation
@pl.function(type=pl.FunctionType.AIC)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.exp(pl.load(x, [0, 0], [32, 32])), [0, 0], y)  # E:20 TE [core-kind] kernel is an AIC function and pl.exp runs on the vector core
    return out


# check: an AIV function has no cube operation
@pl.function(type=pl.FunctionType.AIV)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    a = pl.load(x, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
    b = pl.matmul(pl.move(a, pl.Mem.Left), pl.move(a, pl.Mem.Right))  # E:9 TE [core-kind] kernel is an AIV function and pl.matmul runs on the cube core
    out = pl.store(b, [0, 0], y)
    return out


# check: orchestration does not compute
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    y = pl.exp(x)  # E:9 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    return y


# check: orchestration does not load
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])  # E:9 IO [misplaced] Misplaced tensor op 'load': pl.load computes, and this code only decides what runs
    return y


# check: orchestration does not store
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    y = pl.store(x, [0, 0], y)  # E:9 IO [misplaced] Misplaced tensor op 'store': pl.store computes, and this code only decides what runs
    return y


# check: an opaque function without regions does not compute
@pl.function
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    y = pl.exp(x)  # E:9 IO [misplaced] Misplaced tensor op 'exp': pl.exp computes, and this code only decides what runs
    return y


# check: a core function has no region
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a core function launches no blocks
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    for b in pl.spmd(4):  # E:5 VE [501] a region cannot stand inside another region
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a core function has no runtime scope
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    with pl.scope():  # E:10 IO [scope-place] pl.scope belongs outside regions
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a core function has no dummy task
@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.system.task_dummy(deps=[])  # E:9 IO [task-dummy] pl.system.task_dummy belongs outside regions
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: an AIV function has no region
@pl.function(type=pl.FunctionType.AIV)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    with pl.at(level=pl.Level.CORE_GROUP):  # E:5 VE [501] a region cannot stand inside another region
        y = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return y


# check: a Graph function is not called
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Graph)
    def part(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.part(x, y)  # E:13 UF [not-built] a call of the Graph function part is not built yet
        return y


# check: a Spmd function says how many blocks it has
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Spmd)
    def blocks(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 SE [func-attr] blocks is an Spmd function and does not say how many blocks it launches
        y = self.body(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.blocks(x, y)
        return y


# check: a Spmd function launches one kernel
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Spmd)
    def blocks(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 SE [program-form] blocks is an Spmd function: its body is one kernel call and a return
        pl.func_attr({"core_num": 4})
        y = self.body(x, y)
        y = self.body(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.blocks(x, y)
        return y


# check: a Spmd function launches a kernel
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Spmd)
    def blocks(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 SE [program-form] blocks is an Spmd function: its body is one kernel call and a return
        pl.func_attr({"core_num": 4})
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.blocks(x, y)
        return y


# check: the number of blocks of a Spmd function is positive
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Spmd)
    def blocks(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 TE [func-attr] core_num of blocks is a positive number, found 0
        pl.func_attr({"core_num": 0})
        y = self.body(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.blocks(x, y)
        return y


# check: a Group function calls kernels
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 VE [group] the body of the Group function both is calls of kernels and a return
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.both(x, y)
        return y


# check: a Group function does nothing else
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        k = pl.create_tensor([32, 32], dtype=pl.FP32)  # E:9 VE [group] the body of the Group function both is calls of kernels and a return
        y = self.body(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.both(x, y)
        return y


# check: a class has functions
@pl.program  # E:1 SE [program-form] the program kernel has no function
class kernel:
    pass


# check: a class has decorated functions
@pl.program  # E:1 SE [program-form] the program kernel has no function
class kernel:
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
        return y


# check: a method has self
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 SE [program-form] the method body has no self
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out


# check: a program has one entry
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def a(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def b(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:  # E:9 SE [program-form] the program kernel has several entries: `a` and `b`
        return y


# check: a method exists
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.bdy(x, y)  # E:13 UV [undefined-name] the program has no function `bdy`
        return y


# check: a method far from any exists
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.frobnicate(x, y)  # E:13 UV [undefined-name] the program has no function `frobnicate`
        return y


# check: a method is called with self
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = body(x, y)  # E:13 UV [undefined-name] undefined name `body`
        return y


# check: a method gets all its arguments
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x)  # E:13 TE [argument-list] body expects 2 argument(s), got 1: `y` is missing
        return y


# check: a method gets no more arguments
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, y, x)  # E:13 TE [argument-list] body expects 2 argument(s), got 3
        return y


# check: a method gets no unknown keyword
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, z=y)  # E:26 TE [argument-list] body has no parameter `z`
        return y


# check: a method gets no argument twice
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, y, x=x)  # E:29 TE [argument-list] body got twice `x`
        return y


# check: a method gets a tensor
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(4, y)  # E:23 TE [argument-mismatch] parameter `x` of body is a tensor, the argument is the number 4
        return y


# check: a method gets a tensor of its element type
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        z = pl.create_tensor([32, 32], dtype=pl.BF16)
        y = self.body(z, y)  # E:23 TE [argument-mismatch] parameter `x` of body has element type FP32, the argument has BF16
        return y


# check: a method gets a tensor of its rank
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        z = pl.create_tensor([32], dtype=pl.FP32)
        y = self.body(z, y)  # E:23 TE [argument-mismatch] parameter `x` of body has 2 axes, the argument has 1
        return y


# check: a method gets a tensor of its extents
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x[0:16, :], y)  # E:23 TE [argument-mismatch] parameter `x` of body has extent 32 on axis 0, the argument has 16
        return y


# check: a method is not called inside an expression
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        t = (self.body(x, y), 1)  # E:14 UF [nested-call] `self.body` is called inside an expression
        return y


# check: a method is not called inside a condition
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        if self.body(x, y) > 1:  # E:12 UF [nested-call] `self.body` is called inside an expression
            pass
        return y


# check: a method has no attribute
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        k = self.body  # E:13 UV [undefined-name] undefined name `self`
        return y


# check: self is no value
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        k = self  # E:13 UV [undefined-name] undefined name `self`
        return y


# check: as many names as results of a method
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        a, b = self.body(x, y)  # E:16 TE [unpacking] cannot unpack `self.body(x, y)`: it is Tensor[[32, 32], FP32]
        return y


# check: a call of a method takes no deps
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, y, deps=[])  # E:29 SE [deps-form] deps= on a plain call of body
        return y


# check: an orchestration function is not called
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def other(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.other(x, y)  # E:13 UF [entry-call] other is an Orchestration function and cannot be called from a kernel
        return y


# check: methods do not call each other in a circle
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.a(x, y)
        return y

    @pl.function(type=pl.FunctionType.Opaque)
    def a(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.b(x, y)
        return y

    @pl.function(type=pl.FunctionType.Opaque)
    def b(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.a(x, y)  # E:13 UF [recursion] kernel functions cannot call themselves: a -> b -> a
        return y


# check: a method does not call itself
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.run(x, y)  # E:13 UF [entry-call] run is an Orchestration function and cannot be called from a kernel
        return y


# check: inline methods do not call each other in a circle
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        self.a(x)
        return y

    @pl.function(type=pl.FunctionType.Inline)
    def a(self, x: pl.Tensor[[32, 32], pl.FP32]):
        self.b(x)

    @pl.function(type=pl.FunctionType.Inline)
    def b(self, x: pl.Tensor[[32, 32], pl.FP32]):
        self.a(x)  # E:9 UF [recursion] kernel functions cannot call themselves: a -> b -> a


# check: a core method does not call orchestration
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def other(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.other(x, y)  # E:13 UF [entry-call] other is an Orchestration function and cannot be called from a kernel
        return y


# check: a function of another program is called by its own
@pl.program
class Other:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out


@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = Other.body(x, y)  # E:13 UF [function-call] unsupported function call: `Other.body` is a Python function
        return y


# check: two functions of one name do not go together
@pl.function(type=pl.FunctionType.InCore)
def body(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = body(x, y)  # E:13 SE [program-form] two functions of the program are named body
        return y


# check: a plain function is not called from a program
def helper(x, y):
    return y


@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = helper(x, y)  # E:13 UF [function-call] unsupported function call `helper(x, y)`: `helper` is a Python function
        return y


# check: a mistake of one method hides none of another
@pl.program
class kernel:
    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        y = self.body(x, z)  # E:26 UV [undefined-name] undefined name `z`
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def body(self, x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
        out = pl.store(pl.exp(u), [0, 0], y)  # E:31 UV [undefined-name] undefined name `u`
        return out


# check: a macro gets all its arguments
@pl.inline
def twice(a, b):
    return pl.add(a, b)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = twice(t)  # E:9 SE [argument-list] twice expects 2 positional argument(s), got 1
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro gets no more arguments
@pl.inline
def twice(a, b):
    return pl.add(a, b)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = twice(t, t, t)  # E:9 SE [argument-list] twice expects 2 positional argument(s), got 3
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro gets no arguments by keyword
@pl.inline
def twice(a, b):
    return pl.add(a, b)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = twice(t, b=t)  # E:9 SE [argument-list] twice expects 2 positional argument(s), got 1 and keywords
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro gets no starred arguments
@pl.inline
def twice(a, b):
    return pl.add(a, b)


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = twice(*(t, t))  # E:9 SE [argument-list] twice expects 2 positional argument(s), got 1
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro without return is no expression
@pl.inline
def nothing(a):
    pass


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = nothing(t)  # E:9 SE [no-value] nothing returns no value and is used as one
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro without return is no operand
@pl.inline
def nothing(a):
    pass


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = pl.add(t, nothing(t))  # E:19 SE [no-value] nothing returns no value and is used as one
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro has its return at the end
@pl.inline
def early(a):
    if True:
        return a  # E:9 UF [return-place] return stands at the end of the function only
    return a


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = early(t)
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro does not call itself
@pl.inline
def again(a):
    return again(a)  # E:12 UF [recursion] kernel functions cannot call themselves: again -> again


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = again(t)
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: a macro has its own mistakes
@pl.inline
def wrong(a):
    return pl.exp(missing)  # E:19 UV [undefined-name] undefined name `missing`


@pl.function(type=pl.FunctionType.InCore)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    t = pl.load(x, [0, 0], [32, 32])
    u = wrong(t)
    out = pl.store(pl.load(x, [0, 0], [32, 32]), [0, 0], y)
    return out


# check: pl.inline decorates a function
# raises: TypeError: @pl.inline decorates a function
def call():
    pl.inline(3)


# check: pl.func_attr takes a dict
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr(4)  # E:5 SE [func-attr] pl.func_attr takes one dict literal
    return y


# check: pl.func_attr takes one dict
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": 1}, {"b": 2})  # E:5 SE [func-attr] pl.func_attr takes one dict literal
    return y


# check: pl.func_attr takes an argument
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr()  # E:5 SE [func-attr] pl.func_attr takes one dict literal
    return y


# check: pl.func_attr takes no keyword
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr(a=1)  # E:5 SE [func-attr] pl.func_attr takes one dict literal
    return y


# check: pl.func_attr takes a dict literal
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr(dict(a=1))  # E:5 SE [func-attr] pl.func_attr takes one dict literal
    return y


# check: the keys of pl.func_attr are texts
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({1: 2})  # E:19 SE [func-attr] the keys of pl.func_attr are text literals
    return y


# check: the keys of pl.func_attr are literals
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({KEY: 2})  # E:19 SE [func-attr] the keys of pl.func_attr are text literals
    return y


# check: pl.func_attr takes no double star
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({**{"a": 1}})  # E:21 SE [func-attr] `**` in pl.func_attr is not part of the kernel language
    return y


# check: pl.func_attr stands first
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = 4
    pl.func_attr({"a": 1})  # E:5 SE [func-attr] pl.func_attr stands before every other statement of a function
    return y


# check: pl.func_attr stands outside of branches
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    if True:
        pl.func_attr({"a": 1})  # E:9 SE [func-attr] pl.func_attr stands before every other statement of a function
    return y


# check: a key of pl.func_attr stands once
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": 1, "a": 2})  # E:27 SE [func-attr] the attribute `a` is given twice
    return y


# check: a key of two pl.func_attr stands once
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": 1})
    pl.func_attr({"a": 2})  # E:5 SE [func-attr] the attribute `a` is given twice
    return y


# check: auto_scope belongs to the decorator
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"auto_scope": False})  # E:19 SE [func-attr] `auto_scope` belongs to the decorator
    return y


# check: external_source belongs to the decorator
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"external_source": "k.cpp"})  # E:19 SE [func-attr] `external_source` belongs to the decorator
    return y


# check: a value of pl.func_attr is no list
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": [1, 2]})  # E:24 SE [func-attr] `[1, 2]` cannot be the value of an attribute
    return y


# check: a value of pl.func_attr is no dict
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": {}})  # E:24 UF [python-expression] a dict is not part of the kernel language
    return y


# check: a value of pl.func_attr is no expression
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(n: pl.Scalar[pl.INDEX], x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": 1 + n})  # E:24 SE [func-attr] `1 + n` cannot be the value of an attribute
    return y


# check: a bare name in pl.func_attr is a parameter
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": missing})  # E:24 UV [undefined-name] `missing` is no parameter of kernel, and a name in pl.func_attr is one
    return y


# check: a bare name in pl.func_attr is no name of the module
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    pl.func_attr({"a": T})  # E:24 UV [undefined-name] `T` is no parameter of kernel, and a name in pl.func_attr is one
    return y


# check: pl.func_attr is no value
@pl.function(type=pl.FunctionType.Orchestration)
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]) -> pl.Tensor[[32, 32], pl.FP32]:
    k = pl.func_attr({"a": 1})  # E:9 SE [misplaced-construct] pl.func_attr cannot stand here
    return y


# check: pl.func_attr stands first in an entry
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    k = 4
    pl.func_attr({'a': 1})  # E:5 SE [func-attr] pl.func_attr stands before every other statement of a function
    return y


# check: a key of pl.func_attr of an entry stands once
@pl.jit
def kernel(x: pl.Tensor[[32, 32], pl.FP32], y: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    pl.func_attr({'a': 1, 'a': 2})  # E:27 SE [func-attr] the attribute `a` is given twice
    return y
