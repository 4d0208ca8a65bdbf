# SPDX-License-Identifier: Apache-2.0
"""The decorators, the objects they return, and how calls bind their arguments."""

import shutil
import traceback

import pytest
import torch

import pypto.language as pl
from pypto.errors import ArgumentError, InternalError, ParserTypeError, UnsupportedFeatureError, UserError
from pypto.language import driver

T = pl.dynamic("T")


@pl.jit
def shaped(
    x: pl.Tensor[[T, 64], pl.FP32],
    n: pl.Scalar[pl.INT32],
    y: pl.Out[pl.Tensor[[T, 64], pl.FP32]],
    z: pl.FP32 = 0.5,
):
    """What it does."""
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = pl.add(x[0:16, :], z)
    return y


@pl.jit
def bare(x, y: pl.Out[...], z: pl.InOut[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit.inline(auto_scope=False)
def helper(x: pl.Tensor):
    return x


def test_a_kernel_keeps_its_name_and_text():
    assert (shaped.__name__, shaped.__doc__) == ("shaped", "What it does.")
    assert shaped.__module__ == __name__
    assert repr(shaped) == "<pl.jit shaped>" and repr(helper) == "<pl.jit.inline helper>"


def test_signature_parameters_come_from_the_annotations():
    assert shaped.signature_parameters == [
        ("x", "tensor", "in"),
        ("n", "scalar", "in"),
        ("y", "tensor", "out"),
        ("z", "scalar", "in"),
    ]
    assert bare.signature_parameters == [
        ("x", "tensor", "in"),
        ("y", "tensor", "out"),
        ("z", "tensor", "inout"),
    ]


def test_lower_with_arguments():
    x = torch.zeros(32, 64)
    program = shaped.lower(x, 3, y=torch.zeros(32, 64))
    assert [str(p.type) for p in program.entry_function.params] == [
        "Tensor[[T, 64], FP32]", "Scalar[INT32]", "Tensor[[T, 64], FP32]", "Scalar[FP32]",
    ]  # fmt: skip
    half = torch.zeros(8, 8, dtype=torch.float16)
    program = bare.lower(half, half, half)
    assert [str(p.type) for p in program.entry_function.params] == ["Tensor[[8, 8], FP16]"] * 3


def test_signature_mode():
    assert shaped.lower(n=pl.RUNTIME, z=pl.RUNTIME).entry == "shaped"
    with pytest.raises(TypeError, match=r"scalar `n` has no value"):
        shaped.lower()
    with pytest.raises(TypeError, match="the annotation of `x` has no shape"):
        bare.lower()


def test_runtime_scalars_belong_to_signature_mode():
    x = torch.zeros(32, 64)
    with pytest.raises(TypeError, match="signature mode"):
        shaped.lower(x, pl.RUNTIME, x)
    with pytest.raises(TypeError, match="needs a value to run"):
        shaped(n=pl.RUNTIME)


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((), {"platform": "a2a3sim"}, "shaped: unexpected keyword `platform`"),
        ((torch.zeros(4, 64),), {}, "shaped: missing a required argument: 'n'"),
        ((torch.zeros(4, 64), "one", torch.zeros(4, 64)), {}, "shaped: `n` is a str"),
        (
            (torch.zeros(4, 64, dtype=torch.complex64), 1, torch.zeros(4, 64)),
            {},
            "`x` has element type torch.complex64",
        ),
    ],
)
def test_arguments_that_do_not_bind(args, kwargs, message):
    with pytest.raises(TypeError) as caught:
        shaped.lower(*args, **kwargs)
    assert isinstance(caught.value, ArgumentError)
    assert caught.value.is_user_error
    assert message in str(caught.value)


def test_kinds_must_agree():
    x = torch.zeros(4, 64)
    with pytest.raises(ArgumentError, match="`n` of shaped is a scalar"):
        shaped.lower(x, x, x)
    with pytest.raises(ArgumentError, match=r"annotate it: x: pl\.Scalar"):
        bare.lower(3, x, x)
    with pytest.raises(ArgumentError, match="outside"):
        shaped.lower(x, 2**40, x)


def test_wrong_annotations():
    def kernel(x: pl.Tensor[[1.5, 64], pl.FP32]):
        pass

    def scalar_output(n: pl.Out[pl.Scalar[pl.INT32]]):
        pass

    def text(x: "pl.Tensor[[T, 64], pl.FP32]", y: int):
        pass

    def stars(*args):
        pass

    for function, message in (
        (kernel, "extent 1.5 on axis 0 is a float"),
        (scalar_output, "is a scalar and passed by value"),
        (text, "int is no annotation of a kernel"),
    ):
        with pytest.raises(ParserTypeError, match=message) as caught:
            pl.jit(function).signature_parameters  # noqa: B018
        assert caught.value.span.file == __file__
    with pytest.raises(UnsupportedFeatureError, match="takes \\* or"):
        pl.jit(stars).signature_parameters  # noqa: B018


def test_decorator_options():
    assert helper.source.kind == "inline" and helper.source.options == {"auto_scope": False}
    with pytest.raises(TypeError, match=r"@pl.jit.incore does not take `auto_scope=`"):
        pl.jit.incore(auto_scope=True)
    with pytest.raises(TypeError, match="decorates a function"):
        pl.jit(3)


def test_the_same_specialisation_is_one_object(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = {"engine": "interpret"}

    def compiled(rows, n, **options):
        x = torch.zeros(rows, 64)
        return shaped.compile(x, n, x.clone(), config={**config, **options})

    first = compiled(4, 1)
    assert compiled(4, 1) is first and compiled(8, 1) is first  # the rows are dynamic
    assert compiled(4, 2) is not first and compiled(4, 1, platform="a5sim") is not first
    x = torch.zeros(4, 64)
    fresh = shaped.compile_fresh(x, 1, x.clone(), config=config)
    assert fresh is not first and fresh.output_dir != first.output_dir
    shutil.rmtree(first.output_dir)
    assert compiled(4, 1) is not first  # its folder is gone


def test_compile_hands_on_source_arguments_and_config(monkeypatch):
    seen = []

    class Compiled:
        def dispatch(self, args, config):
            seen.append((args, config.platform))

    def compiled_before(kernel, arguments, config, known):
        seen.append((kernel.name, [a.kind for a in arguments], config.platform))
        return Compiled()

    monkeypatch.setattr(driver, "compiled_before", compiled_before, raising=False)
    x, y = torch.zeros(4, 64), torch.zeros(4, 64)
    assert isinstance(shaped.compile(x, 1, y, config={"platform": "a5sim"}), Compiled)
    assert shaped(x, 1, y) is None
    assert seen[0] == ("shaped", ["tensor", "scalar", "tensor", "scalar"], "a5sim")
    assert seen[2][1] == "a2a3sim" and seen[2][0][1:] == [1, y, 0.5] and seen[2][0][0] is x
    with pytest.raises(TypeError, match="platfrom"):
        shaped.compile(x, 1, y, config={"platfrom": "a5sim"})


def test_a_kernel_is_a_plain_def():
    with pytest.raises(
        UnsupportedFeatureError, match="this is a lambda; a kernel is a plain `def`"
    ) as caught:
        pl.jit(lambda x: x)
    assert caught.value.span.file == __file__ and caught.value.span.column == 9
    with pytest.raises(UnsupportedFeatureError, match="waits is an `async def`; a kernel is a plain `def`"):

        @pl.jit.incore
        async def waits(x):
            return x

    with pytest.raises(UnsupportedFeatureError, match="waits is an `async def`"):

        @pl.function(type=pl.FunctionType.InCore)
        async def waits(x):
            yield x


@pl.jit
def mistaken(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = absent  # noqa: F821
        y[:, :] = missing  # noqa: F821
    return y


def frames_of(error):
    """The frames of a printed error, below the test."""
    assert error.__cause__ is None and (error.__context__ is None or error.__suppress_context__)
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


@pytest.mark.parametrize("way", ["__call__", "compile", "compile_fresh", "lower"])
def test_a_mistake_shows_the_authors_frame_and_not_the_compilers(way):
    tensors = torch.zeros(16, 64), torch.zeros(16, 64)
    for arguments in (tensors, tensors[:1]):
        with pytest.raises(UserError) as caught:
            getattr(mistaken, way)(*arguments)
        first, *others = frames_of(caught.value)
        assert first == __file__ and len(others) <= 2


def test_an_error_of_the_compiler_keeps_its_frames(monkeypatch):
    def broken(*_):
        raise InternalError("broken")

    monkeypatch.setattr(driver, "lower_kernel", broken, raising=False)
    with pytest.raises(InternalError) as caught:
        mistaken.lower()
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][-1] == "broken"
