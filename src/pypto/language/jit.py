# SPDX-License-Identifier: Apache-2.0
"""`@pl.jit` and its variants: what a kernel file's functions become, and how calls bind their arguments.

The variants are attributes of the decorator:

    @pl.jit            an entry: can be compiled, lowered and called
    @pl.jit.inline     a helper, expanded where it is called
    @pl.jit.incore     one region as a named kernel
    @pl.jit.opaque     a helper that holds regions
    @pl.jit.extern     a kernel with a C++ body
    @pl.jit.host       a driver of several ranks
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property, update_wrapper
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from pypto.errors import ArgumentError, AtTheCall, Span
from pypto.frontend.arguments import DECLARED, RUNTIME_SCALAR, ArgumentInfo
from pypto.frontend.constructs import RUNTIME
from pypto.frontend.external import check_extern
from pypto.frontend.source import KernelFunction, KernelSource
from pypto.ir.dtypes import BY_TORCH
from pypto.ir.enums import Level
from pypto.language import driver
from pypto.lazy import LazyModule
from pypto.nearby import nearest

if TYPE_CHECKING:
    from pypto.artifact import CompiledProgram
    from pypto.distributed import DistributedCompiledProgram
    from pypto.frontend import parameters
    from pypto.ir.host import HostProgram
    from pypto.ir.nodes import Program
    from pypto.runtime import config as configuration
    from pypto.runtime import resident
    from pypto.runtime.config import RunConfig
else:  # what binding and compiling need, and importing a kernel file does not
    parameters = LazyModule("pypto.frontend.parameters")
    configuration = LazyModule("pypto.runtime.config")
    resident = LazyModule("pypto.runtime.resident")

Artifact: TypeAlias = "CompiledProgram | DistributedCompiledProgram"
Config: TypeAlias = "RunConfig | Mapping[str, Any] | None"


class JitTypeError(ArgumentError, TypeError):
    """A call that does not fit the signature."""


class NoMetadataError(JitTypeError, ValueError):
    """An argument that says nothing of the parameter's shape, element type or value."""


class SignatureParameter(NamedTuple):
    """A parameter as the signature declares it."""

    name: str
    kind: str  # "tensor" or "scalar"
    direction: str  # "in", "out" or "inout"


class JITFunction(KernelFunction):
    """A decorated kernel function."""

    __name__: str

    def __init__(self, function: FunctionType, kind: str, options: Mapping[str, Any]) -> None:
        if not isinstance(function, FunctionType):
            raise TypeError(f"@pl.jit decorates a function, found {function!r}")
        inner = inspect.unwrap(function)  # a kernel is read: what other decorators wrapped, not the wrapper
        function = inner if isinstance(inner, FunctionType) else function
        if kind == "extern":
            options = check_extern(options, function.__code__.co_filename, function.__name__)
        self.source = KernelSource(function, kind, dict(options))
        self._known: dict[tuple[str, ...], Artifact] = {}
        update_wrapper(self, function)

    def __repr__(self) -> str:
        suffix = "" if self.source.kind == "jit" else f".{self.source.kind}"
        return f"<pl.jit{suffix} {self.__name__}>"

    @cached_property
    def signature(self) -> inspect.Signature:
        return inspect.signature(self.source.function, eval_str=False)

    @cached_property
    def signature_parameters(self) -> list[SignatureParameter]:
        """Name, kind and direction of every parameter, from the annotations alone."""
        return [
            SignatureParameter(d.name, "scalar" if d.kind == "scalar" else "tensor", d.direction)
            for d in parameters.declarations(self.source)
        ]

    def parameter_span(self, name: str) -> Span:
        """Where the kernel declares a parameter."""
        return self.source.argument_span(name)

    def compile(self, *args: Any, config: Config = None, **kwargs: Any) -> Artifact:
        """Specialise for the arguments and compile; the same object for the same specialisation and options."""
        with AtTheCall():
            info = self.describe(self.bind(args, kwargs))
            self._warn_of_samples(info)
            options = _options(config)
            program: Artifact = driver.compiled_before(self.source, info, options, self._known)
            program.config = options  # how it runs, until it is told otherwise
            return program

    def compile_fresh(self, *args: Any, config: Config = None, **kwargs: Any) -> Artifact:
        """As `compile`, into a build folder of its own."""
        with AtTheCall():
            return driver.compile_kernel(
                self.source, self.describe(self.bind(args, kwargs)), _options(config)
            )

    def lower(self, *args: Any, config: Config = None, **kwargs: Any) -> Program | HostProgram:
        """Specialise for the arguments and read the kernel; the typed program, without compiling it."""
        with AtTheCall():
            return driver.lower_kernel(self.source, self.describe(self.bind(args, kwargs)), _options(config))

    def __call__(self, *args: Any, config: Config = None, **kwargs: Any) -> None:
        """Compile, or take from the cache, and run on the arguments; outputs are written in place."""
        with AtTheCall():
            values = self.bind(args, kwargs)
            self._check_runs(values)
            options = _options(config)
            info = self.describe(values)
            program = driver.compiled_before(self.source, info, options, self._known)
            program.dispatch(list(values.values()), options)

    def __getitem__(self, grid: Any) -> NoReturn:
        raise TypeError(
            f"{self.__name__} is called without a grid: {self.__name__}(...); its blocks are a loop in it, "
            "for i in pl.spmd(n):"
        )

    # Arguments

    def _check_runs(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if value is RUNTIME:
                raise JitTypeError(
                    f"{self.__name__}: `{name}` needs a value to run; pl.RUNTIME is for compile() and lower()"
                )
        for name, value in values.items():
            if value is DECLARED:
                raise JitTypeError(
                    f"{self.__name__}: `{name}` needs a tensor to run",
                    help="pass the tensors, outputs too; compile() and lower() go without",
                )

    def bind(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by parameter name, in the order of the signature; absent tensors in signature mode are DECLARED."""
        unknown = [name for name in kwargs if name not in self.signature.parameters]
        if unknown:
            raise JitTypeError(
                f"{self.__name__}: unexpected keyword `{unknown[0]}`",
                help=f"its parameters are {', '.join(self.signature.parameters)}; options belong in config=",
            )
        if not args and not any(_is_tensor(v) for v in kwargs.values()):
            return self._signature_mode(kwargs)
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            names = list(self.signature.parameters)
            raise JitTypeError(
                f"{self.__name__}: {error}",
                help="a kernel is a function of the module: move it out of the class"
                if names[:1] == ["self"]
                else f"its parameters are {', '.join(names)}; options belong in config=",
            ) from None
        bound.apply_defaults()
        return {name: bound.arguments[name] for name in self.signature.parameters}

    def _signature_mode(self, kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Types from the annotations: every tensor is shaped, every scalar has a value or is pl.RUNTIME."""
        values: dict[str, Any] = {}
        for declaration in parameters.declarations(self.source):
            name = declaration.name
            default = self.signature.parameters[name].default
            if name in kwargs or default is not inspect.Parameter.empty:
                values[name] = kwargs.get(name, default)
            elif declaration.kind == "scalar":
                raise JitTypeError(
                    f"{self.__name__}: scalar `{name}` has no value",
                    span=self.source.argument_span(name),
                    help=f"pass {name}=..., or {name}=pl.RUNTIME for a run-time parameter",
                )
            elif declaration.kind == "tensor" and declaration.shape is None:
                raise JitTypeError(
                    f"{self.__name__}: the annotation of `{name}` has no shape",
                    span=self.source.argument_span(name),
                    help="pass the arguments, or annotate pl.Tensor[[16, 64], pl.FP32]",
                )
            else:
                values[name] = DECLARED
        return values

    def describe(self, values: Mapping[str, Any]) -> list[ArgumentInfo]:
        """What the front end needs to know of the arguments."""
        for declaration in parameters.declarations(self.source):
            if declaration.view.is_view:
                raise JitTypeError(
                    f"{self.__name__}: the annotation of `{declaration.name}` has a pl.TensorView, which the "
                    "argument's own shape would replace",
                    span=self.source.argument_span(declaration.name),
                    help="give the shape and element type only, and slice the tensor in the body",
                )
            if declaration.window and self.source.kind == "jit":
                raise JitTypeError(
                    f"{self.__name__}: `{declaration.name}` is a window, which only a driver of ranks can give it",
                    span=self.source.argument_span(declaration.name),
                    help=f"call {self.__name__}(..., device=r) in a function decorated with @pl.jit.host, and run that",
                )
        signature_mode = any(v is DECLARED for v in values.values())
        return [self._describe(name, value, signature_mode) for name, value in values.items()]

    def _warn_of_samples(self, info: Sequence[ArgumentInfo]) -> None:
        """A sample that its annotation contradicts: the annotation stands, and a call with such a tensor is refused."""
        for declaration, given in zip(parameters.declarations(self.source), info, strict=True):
            if given.kind != "tensor" or declaration.kind != "tensor":
                continue
            shape = declaration.shape or ()
            dtype = declaration.dtype or given.dtype
            fixed = [(n, d) for n, d in enumerate(shape) if isinstance(d, int) and n < len(given.shape)]
            if dtype is given.dtype and all(given.shape[n] == d for n, d in fixed):
                continue
            warnings.warn(
                f"{self.__name__}: the sample of `{declaration.name}` is {list(given.shape)} {given.dtype}, its "
                f"annotation says [{', '.join(map(str, shape))}] {dtype}: the program is compiled for the annotation",
                stacklevel=3,
            )

    def _describe(self, name: str, value: Any, signature_mode: bool) -> ArgumentInfo:
        if value is DECLARED:
            return DECLARED
        if value is RUNTIME:
            if not signature_mode:
                raise JitTypeError(
                    f"{self.__name__}: `{name}`=pl.RUNTIME is for signature mode",
                    help="pass no tensors, or a value",
                )
            return RUNTIME_SCALAR
        if getattr(value, "shape", None) == () and not hasattr(value, "data_ptr"):
            value = value.item()  # a number of NumPy
        if isinstance(value, bool | int | float):
            return ArgumentInfo.scalar(value)
        if _is_tensor(value):
            if isinstance(value, resident.DeviceTensor):
                raise JitTypeError(
                    f"{self.__name__}: `{name}` is a device tensor, which a kernel cannot be compiled for",
                    span=self.source.argument_span(name),
                    help=f"compile with CPU tensors, or from the annotations: program = {self.__name__}.compile(); "
                    "then call the program with device tensors",
                )
            dtype = BY_TORCH.get(str(value.dtype).removeprefix("torch."))
            if dtype is None:
                raise JitTypeError(
                    f"{self.__name__}: `{name}` has element type {value.dtype}",
                    help=f"kernels have no {value.dtype}: pass {name}.to(torch.float32)"
                    if str(value.dtype) == "torch.float64"
                    else f"supported are {', '.join(BY_TORCH)}",
                )
            shape = tuple(int(d) for d in value.shape)
            if dtype.packed:  # two elements to a byte of the carrier
                if not shape or shape[-1] < 1:
                    raise JitTypeError(
                        f"{self.__name__}: `{name}` has the shape {list(shape)}: {value.dtype} packs pairs of elements "
                        "along the last dimension, which has at least one",
                        help="give the carrier a last dimension: [..., N] bytes hold [..., 2 * N] elements",
                    )
                shape = (*shape[:-1], 2 * shape[-1])
            return ArgumentInfo.tensor(shape, dtype)
        what = type(value).__name__
        raise NoMetadataError(
            f"{self.__name__}: `{name}` is {'an' if what[0] in 'aeiouAEIOU' else 'a'} {what}",
            help="pass a tensor or a number",
        )


def _options(config: Config) -> RunConfig:
    """The configuration as an object; None is all defaults, a dict has the keys of RunConfig."""
    return configuration.RunConfig.of(config)


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "shape") and hasattr(value, "dtype")


KEYWORDS: dict[str, tuple[str, ...]] = {
    "jit": ("auto_scope",),
    "inline": ("auto_scope",),
    "incore": ("level",),
    "opaque": (),
    "extern": ("core_type", "source", "aic_source", "aiv_source", "dual_aiv_dispatch", "include_dirs"),
    "host": ("auto_scope",),
}


class Decorator:
    """One variant of the decorator; works bare and with parentheses."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __call__(self, function: Any = None, /, **options: Any) -> Any:
        name = "jit" if self._kind == "jit" else f"jit.{self._kind}"
        for option in options:
            if option not in KEYWORDS[self._kind]:
                accepted = ", ".join(KEYWORDS[self._kind]) or "no keywords"
                where = (
                    f"; the configuration belongs to the call: config=dict({option}=...)"
                    if option in ("platform", "device_id", "engine", "dump_passes", "strategy")
                    else ""
                )
                raise TypeError(f"@pl.{name} does not take `{option}=`; it takes {accepted}{where}")
            if option == "level" and not isinstance(options[option], Level):
                raise TypeError(
                    f"@pl.{name}: level is a level such as pl.Level.CORE_GROUP, found {options[option]!r}"
                )
            if option == "auto_scope" and not isinstance(options[option], bool):
                raise TypeError(f"@pl.{name}: auto_scope is True or False, found {options[option]!r}")
        if function is not None:
            return JITFunction(function, self._kind, options)

        def decorate(function: FunctionType) -> JITFunction:
            return JITFunction(function, self._kind, options)

        return decorate

    def __repr__(self) -> str:
        return f"<pl.jit.{self._kind}>"


class Jit(Decorator):
    """`@pl.jit`; the variants are its attributes."""

    inline = Decorator("inline")
    incore = Decorator("incore")
    opaque = Decorator("opaque")
    extern = Decorator("extern")
    host = Decorator("host")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        variants = [kind for kind in KEYWORDS if kind != "jit"]
        near = nearest(name, variants)
        help = f"did you mean @pl.jit.{near}?" if near else f"there are {', '.join(variants)}"
        raise AttributeError(f"there is no pl.jit.{name}; {help}")


jit = Jit("jit")
