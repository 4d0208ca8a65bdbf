# SPDX-License-Identifier: Apache-2.0
"""Kernels with a C++ body: run on the CPU device, rebuilt when a file changes, refused in words."""

import importlib.util
import itertools
import shutil
import subprocess
import sys

import pytest
import torch

import pypto.language as pl
from golden import TensorSpec, run
from pypto import errors, ir
from pypto.errors import ErrorGroup, UserError
from pypto.runtime import RunConfig

COPY = """\
#include "factor.h"
extern "C" void kernel_entry(__gm__ int64_t* args) {
    Tensor* x = (Tensor*)args[0];
    Tensor* y = (Tensor*)args[1];
    int32_t k = (int32_t)args[2];
    __gm__ float* from = (__gm__ float*)x->buffer.addr + x->start_offset;
    __gm__ float* to = (__gm__ float*)y->buffer.addr + y->start_offset;
    for (uint64_t r = get_block_idx(); r < x->shapes[0]; r += get_block_num())
        for (uint64_t c = 0; c < x->shapes[1]; ++c) to[r * y->strides[0] + c] = factor(k) * from[r * x->strides[0] + c];
}
"""
KERNELS = """\
import pypto.language as pl

R = pl.dynamic("R")


@pl.jit.extern(core_type="aiv", source="cpp/scale.cpp", include_dirs=["cpp/include"])
def scale(k: pl.Scalar[pl.INT32], x: pl.Tensor, y: pl.Out[pl.Tensor]) -> pl.Tensor: ...


@pl.jit
def main(x: pl.Tensor[[R, 32], pl.FP32], y: pl.Out[pl.Tensor[[R, 32], pl.FP32]], z: pl.Out[pl.Tensor[[R, 32], pl.FP32]]):
    n = pl.tensor.dim(x, 0)
    t = pl.create_tensor([n, 32], dtype=pl.FP32)
    t = scale(3, x, t)
    for b in pl.spmd(n // 16):
        y[b * 16 : b * 16 + 16, :] = pl.add(t[b * 16 : b * 16 + 16, :], 1.0)
    with pl.spmd(4):
        z = scale(2, y, z)
    return y, z


@pl.jit.extern(core_type="aiv", source="cpp/scale.cpp", include_dirs=["cpp/include"])
def bare(k: pl.Scalar[pl.INT32], x: pl.Tensor, y: pl.Out[pl.Tensor]): ...


@pl.jit
def without_declared_result(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    t = pl.create_tensor([16, 32], dtype=pl.FP32)
    t = bare(3, x, t)
    bare(2, t, y)
    return y


@pl.jit
def submitted(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    y, task = pl.submit(scale, 5, x, y)
    return y


@pl.jit
def inside(x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
        scale(5, x, y)
    return y


@pl.jit
def with_gaps(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    y = scale(5, x[:, 0:32], y)
    return y


@pl.jit
def in_columns(x: pl.Tensor[[32, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
    y = scale(5, pl.tensor.view(x, layout=pl.TensorLayout.DN), y)
    return y
"""
number = itertools.count()


@pytest.fixture
def place(tmp_path):
    (tmp_path / "cpp" / "include").mkdir(parents=True)
    (tmp_path / "cpp" / "scale.cpp").write_text(COPY)
    (tmp_path / "cpp" / "include" / "factor.h").write_text("static float factor(int32_t k) { return k; }\n")
    return tmp_path


def load(place, text=KERNELS):
    path = place / f"kernels_{next(number)}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_runs_as_a_task_and_by_blocks_and_is_made_again_when_a_file_changes(place):
    kernels = load(place)
    x = torch.randn(48, 32)
    y, z = torch.empty(48, 32), torch.empty(48, 32)
    kernels.main(x, y, z)
    assert torch.equal(y, 3 * x + 1) and torch.equal(z, 2 * y)
    program = kernels.main.lower(x, y, z)
    assert pl.parse(program.as_python()) == program and "external_source" in program.as_python()
    (place / "cpp" / "include" / "factor.h").write_text("static float factor(int32_t k) { return 10 * k; }\n")
    artifact = kernels.main.compile(x, y, z)
    shutil.rmtree(place / "cpp")  # the folder has copies
    artifact(x, y, z)
    assert torch.equal(y, 30 * x + 1) and torch.equal(z, 20 * y)
    copies = [
        p.relative_to(artifact.output_dir).as_posix() for p in artifact.output_dir.glob("external/**/*.*")
    ]
    assert sorted(copies) == ["external/scale/include/factor.h", "external/scale/scale.cpp"]
    with pytest.raises(errors.KernelFault, match="scale is an external kernel: its body is C"):
        artifact.dispatch([x, y, z], RunConfig(engine="interpret"))


def test_the_first_output_is_the_result_where_none_is_declared(place):
    x, y = torch.randn(16, 32), torch.empty(16, 32)
    load(place).without_declared_result(x, y)
    assert torch.equal(y, 6 * x)


def test_a_submission_and_a_replay(place):
    kernels = load(place)

    def reference(tensors):
        tensors["y"][:] = 5 * tensors["x"]

    specs = [TensorSpec(name, [16, 32], torch.float32, init_value=torch.randn) for name in "xy"]
    first = run(fn=kernels.submitted, specs=specs, golden_fn=reference)
    assert first.passed, first.error
    again = run(fn=kernels.submitted, specs=specs, golden_fn=reference, runtime_dir=first.work_dir)
    assert again.passed, again.error
    copy = first.work_dir / "external" / "scale" / "include" / "factor.h"
    copy.write_text("static float factor(int32_t k) { return k + 1; }\n")
    edited = run(fn=kernels.submitted, specs=specs, golden_fn=reference, runtime_dir=first.work_dir)
    assert not edited.passed and "512/512" in edited.error


def test_a_function_of_a_program(place):
    text = """
import pypto.language as pl


@pl.program
class Scaled:
    @pl.function(type=pl.FunctionType.AIV, external_source="cpp/scale.cpp")
    def scale(
        self,
        x: pl.Tensor[[16, 32], pl.FP32],
        y: pl.Out[pl.Tensor[[16, 32], pl.FP32]],
        k: pl.Scalar[pl.INT32],
    ) -> pl.Tensor[[16, 32], pl.FP32]: ...

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[16, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
        y = self.scale(x, y, 7)
        return y
"""
    (place / "cpp" / "factor.h").write_text("static float factor(int32_t k) { return k; }\n")
    program = load(place, text).Scaled
    x = torch.randn(16, 32)
    artifact = ir.compile(program)
    artifact.build()
    assert torch.equal(artifact(x), 7 * x)
    with pytest.raises(UserError, match="external_source= belongs to functions of type AIC or AIV"):
        load(place, text.replace("type=pl.FunctionType.AIV", "type=pl.FunctionType.InCore"))
    (place / "scaled.py").write_text(text)
    assert pl.loads(place / "scaled.py") == program
    for old, new, message in (
        (
            "type=pl.FunctionType.AIV",
            "type=pl.FunctionType.InCore",
            "belongs to functions of type AIC or AIV",
        ),
        ("scale.cpp", "other.cpp", "there is no file"),
        ('"cpp/scale.cpp"', "3", "a path is expected, found 3"),
    ):
        with pytest.raises(errors.ParserSyntaxError, match=message) as caught:
            pl.parse(text.replace(old, new), str(place / "scaled.py"))
        assert caught.value.span.line == 7


def test_a_text_with_a_kernel_of_several_results_reads_back(place):
    tensor = "pl.Tensor[[16, 32], pl.FP32]"
    text = f"""import pypto.language as pl

@pl.program
class Pair:
    @pl.function(type=pl.FunctionType.AIV, external_source="cpp/scale.cpp")
    def two(self, x: {tensor}, y: pl.Out[{tensor}], z: pl.Out[{tensor}]) -> tuple[{tensor}, {tensor}]: ...

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: {tensor}, y: pl.Out[{tensor}], z: pl.Out[{tensor}]):
        y, z = self.two(x, y, z)
        return y, z
"""
    program = pl.parse(text, str(place / "pair.py"))
    assert program.functions["two"].attrs["external_source"] == str(place / "cpp" / "scale.cpp")
    assert pl.parse(program.as_python()) == program


def test_calls_that_are_refused(place):
    kernels = load(place)
    with pytest.raises(errors.VerifierError, match="cannot be called inside a region"):
        kernels.inside.lower()
    with pytest.raises(errors.UnsupportedFeatureError, match="a view with gaps"):
        kernels.with_gaps.lower()
    with pytest.raises(errors.UnsupportedFeatureError, match="a tensor in columns"):
        kernels.in_columns.lower()
    for body in ("y = x", "pass"):
        wrong = KERNELS.replace("-> pl.Tensor: ...", f"-> pl.Tensor:\n    {body}")
        with pytest.raises(
            errors.ParserSyntaxError, match=r"the body of scale is in C\+\+; here it is `...`"
        ):
            load(place, wrong).submitted.lower()


HALF = """\
extern "C" void kernel_entry(__gm__ int64_t* args) {
    Tensor* x = (Tensor*)args[0];
    Tensor* y = (Tensor*)args[1];
    __gm__ float* from = (__gm__ float*)x->buffer.addr;
    __gm__ float* to = (__gm__ float*)y->buffer.addr;
    for (int r = FIRST; r < FIRST + COUNT; ++r)
        for (int c = 0; c < 32; ++c) to[r * 32 + c] = FACTOR * from[r * 32 + c];
}
"""
MIXED = """
import pypto.language as pl

X = pl.Tensor[[16, 32], pl.FP32]


@pl.jit.extern(core_type="mixed", aic_source="cube.cpp", aiv_source="vector.cpp", dual_aiv_dispatch=True)
def both(x: X, y: pl.Out[X]) -> X: ...


@pl.jit.extern(core_type="aiv", source="other.cpp")
def other(x: X, y: pl.Out[X]): ...


@pl.jit.incore
def ours(x: X):
    t = pl.matmul(x[:, :], x[:, :], b_trans=True)


@pl.jit
def main(x: X, y: pl.Out[X]):
    y = both(x, y)
    return y


@pl.jit
def mingled(x: X, y: pl.Out[X]):
    with pl.cluster():
        ours(x)
        other(x, y)
    return y


@pl.program
class Together:
    @pl.function(type=pl.FunctionType.AIC, external_source="cube.cpp")
    def cube(self, x: X, y: pl.Out[X]): ...

    @pl.function(type=pl.FunctionType.AIV, external_source="other.cpp")
    def vector(self, x: X, y: pl.Out[X]): ...

    @pl.function(type=pl.FunctionType.Group)
    def group(self, x: X, y: pl.Out[X]):
        self.vector(x, y)
        self.cube(x, y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: X, y: pl.Out[X]) -> X:
        self.group(x, y)
        return y
"""


def test_kernels_of_two_cores_run_together(tmp_path):
    """The cube core does half of the rows, the vector cores a quarter each; in the program one vector core does half."""
    rows = {
        "cube": ("0", "8", "2"),
        "vector": ("8 + 4 * get_subblockid()", "4", "3"),
        "other": ("8", "8", "3"),
    }
    for name, (first, count, factor) in rows.items():
        text = HALF.replace("FIRST", f"({first})").replace("COUNT", count).replace("FACTOR", factor)
        (tmp_path / f"{name}.cpp").write_text(text)
    kernels = load(tmp_path, MIXED)
    x = torch.randn(16, 32)
    expected = torch.cat([2 * x[:8], 3 * x[8:]])
    y = torch.zeros(16, 32)
    kernels.main(x, y)
    assert torch.equal(y, expected)
    artifact = ir.compile(kernels.Together, verification_level="ROUNDTRIP")
    artifact.build()
    assert torch.equal(artifact(x), expected)
    assert pl.parse(kernels.Together.as_python()) == kernels.Together
    with pytest.raises(errors.KernelFault, match=r"cube is an external kernel|vector is an external kernel"):
        ir.compile(kernels.Together, engine="interpret")(x)
    with pytest.raises(
        UserError, match=r"the kernels of a group are all in C\+\+, or all written in the language"
    ):
        kernels.mingled.compile()
    (tmp_path / "vector.cpp").write_text((tmp_path / "vector.cpp").read_text().replace("3 *", "5 *"))
    kernels.main(x, y)
    assert torch.equal(y, torch.cat([2 * x[:8], 5 * x[8:]]))


DECORATORS = {
    "another core": ('core_type="cube", source="cpp/scale.cpp"', ValueError,
                     "core_type is one of aiv, aic, mixed, found 'cube'"),
    "no source": ('core_type="aiv"', ValueError, 'core_type="aiv" needs source='),
    "one source for two cores": ('core_type="mixed", source="cpp/scale.cpp"', ValueError, "takes no source="),
    "two lanes": ('core_type="aiv", source="cpp/scale.cpp", dual_aiv_dispatch=True', ValueError, "belongs to core_type"),
    "not two lanes": (
        'core_type="aiv", source="cpp/scale.cpp", dual_aiv_dispatch=False',
        ValueError,
        "belongs to core_type",
    ),
    "one directory": ('core_type="aiv", source="cpp/scale.cpp", include_dirs="cpp"', TypeError,
                     "is a list of directories, found 'cpp'"),
    "no such directory": ('core_type="aiv", source="cpp/scale.cpp", include_dirs=["no"]', ValueError,
                     "there is no directory /.*/no"),
    "no such file": ('core_type="aiv", source="no.cpp"', ValueError, "there is no file /.*/no.cpp"),
    "no path": ('core_type="aiv", source=3', TypeError, "a path is expected, found 3"),
    "another keyword": ('core="aiv"', TypeError, "does not take `core=`"),
}  # fmt: skip


@pytest.mark.parametrize("case", DECORATORS)
def test_a_decorator_that_is_refused(case, place):
    written, kind, message = DECORATORS[case]
    given = 'core_type="aiv", source="cpp/scale.cpp", include_dirs=["cpp/include"]'
    with pytest.raises(kind, match=message):
        load(place, KERNELS.replace(given, written))


def test_sources_that_do_not_fit_the_device(place):
    source = place / "cpp" / "scale.cpp"
    x = torch.randn(16, 32)
    for text, words in (
        ('#include "kernel_operator.h"\nextern "C" void kernel_entry(int64_t*) {}', "kernel_operator.h"),
        ('extern "C" void kernel_entry(int64_t*) { return 3 }', "return"),
        ("void entry() {}", "defines no kernel_entry"),
    ):
        source.write_text(text)
        with pytest.raises(UserError) as caught:
            load(place).submitted(x, x.clone())
        assert not isinstance(caught.value, ErrorGroup)
        assert words in caught.value.message and str(caught.value.span).startswith(f"{source}:1")
        assert caught.value.help is not None
        assert "/external/" not in str(caught.value)  # where the copies are


def test_a_crash_names_the_kernel(place):
    crash = 'extern "C" void kernel_entry(__gm__ int64_t* args) { *(volatile int*)args[2] = 1; }'
    (place / "cpp" / "scale.cpp").write_text(crash)
    call = "\nimport torch\nsubmitted(torch.ones(16, 32), torch.ones(16, 32))\n"
    (place / "crashing.py").write_text(KERNELS + call)
    done = subprocess.run([sys.executable, "crashing.py"], cwd=place, capture_output=True, text=True)
    assert done.returncode != 0 and "scale" in done.stderr and "kernels/aiv/scale.cpp" in done.stderr
