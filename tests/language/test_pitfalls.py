# SPDX-License-Identifier: Apache-2.0
"""Where readings of the language differ, and where compilers of it go wrong: what holds here, in both engines."""

import pytest
import torch

import pypto.language as pl
from pypto.errors import ErrorGroup, UserError

ENGINES = ("native", "interpret")
PLATFORMS = ("a2a3sim", "a5sim")
D = 64
T = pl.dynamic("T")


@pl.jit.incore
def doubled(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    t = pl.create_tensor([16, D], dtype=pl.FP32)
    t[:, :] = pl.mul(x[0:16, :], 2.0)
    y[0:16, :] = t
    return y


@pl.jit.incore
def split_up(x: pl.Tensor, low: pl.Out[pl.Tensor], high: pl.Out[pl.Tensor]):
    low[:, :] = pl.minimum(x[0:16, :], 0.0)
    high[:, :] = pl.maximum(x[0:16, :], 0.0)
    return low, high


def run(kernel, *tensors, engine="native", platform="a2a3sim"):
    kernel(*tensors, config={"engine": engine, "platform": platform})
    return tensors[-1]


def both(test):
    return pytest.mark.parametrize("engine", ENGINES)(pytest.mark.parametrize("platform", PLATFORMS)(test))


# Readings that differ


@both
def test_a_submission_names_the_kernel_with_or_without_self(engine, platform):
    @pl.jit
    def bare(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        y, tid = pl.submit(doubled, x, y)  # noqa: RUF059
        return y

    @pl.jit
    def through_self(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        if False:
            doubled(x, y)
        y, tid = pl.submit(self.doubled, x, y)  # noqa: F821, RUF059
        return y

    x = torch.randn(16, D)
    for kernel in (bare, through_self):
        assert torch.equal(run(kernel, x, torch.zeros(16, D), engine=engine, platform=platform), 2 * x)


@both
def test_a_header_without_a_yield_is_the_result_after_the_loop(engine, platform):
    @pl.jit
    def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        for i, (n,) in pl.range(4, init_values=(1,)):
            n = n + i
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.INT32))
        return y

    x = torch.randn(16, D)
    assert torch.equal(run(kernel, x, torch.zeros(16, D), engine=engine, platform=platform), 7 * x)


@both
def test_quotients_and_remainders_of_negative_scalars_are_those_of_python(engine, platform):
    @pl.jit
    def kernel(
        n: pl.Scalar[pl.INT32],
        x: pl.Tensor[[16, D], pl.FP32],
        y: pl.Out[pl.Tensor[[16, D], pl.FP32]],
    ):
        pl.static_assert(-7 // 2 == -4 and -7 % 3 == 2)
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.add(pl.mul(x[:, :], pl.cast(n // 2, pl.INT32)), pl.cast(n % 3, pl.INT32))
        return y

    x, y = torch.randn(16, D), torch.zeros(16, D)
    program = kernel.compile(n=pl.RUNTIME, config={"engine": engine, "platform": platform})
    program(-7, x, y)
    assert torch.equal(y, x * -4 + 2)


OLD = {
    "a chunk": ("    for i in pl.parallel(0, 4, chunk=2):\n        n = i", "pl.parallel has no keyword `chunk`"),
    "automatic chunks": ("    with pl.auto_chunk():\n        n = 1", r"unknown operation pl\.auto_chunk"),
    "a choice": ("    n = 1 if x.shape[0] > 3 else 2", "the conditional expression"),
    "an augmented assignment": ("    n = 1\n    n += 1", r"`\+=` \(AugAssign\) is not part"),
    "an assertion": ("    assert x.shape[0] > 3", r"assert \(Assert\) is not part"),
    "two comparisons": ("    if 0 < x.shape[0] < 3:\n        n = 1", "chained comparisons are not part"),
    "a power": ("    for i in pl.range(3):\n        n = i ** 2", r"`\*\*` is not part"),
    "bits": ("    for i in pl.range(3):\n        n = i & 2", "`&` is not part"),
    "an absolute value": ("    for i in pl.range(3):\n        n = abs(i)", "`abs` works on values that are known"),
    "a least value": ("    for i in pl.range(3):\n        n = min(i, 2)", "`min` works on values that are known"),
    "a sum of tensors": (
        "    with pl.at(level=pl.Level.CORE_GROUP):\n        n = x[:, :] + x[:, :]", r"`\+` works on scalars"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OLD)
def test_spellings_that_other_tools_took_are_refused_with_a_way_out(name, tmp_path):
    body, said = OLD[name]
    path = tmp_path / "kernel.py"
    path.write_text(
        "import pypto.language as pl\n\n\n@pl.jit\n"
        "def kernel(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):\n"
        f"{body}\n    with pl.at(level=pl.Level.CORE_GROUP):\n        y[:, :] = x[:, :]\n    return y\n"
    )
    scope = {"__name__": "kernel", "__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    with pytest.raises(UserError, match=said) as caught:
        scope["kernel"].lower()
    error = caught.value.errors[0] if isinstance(caught.value, ErrorGroup) else caught.value
    assert error.span.file == str(path) and error.span.line in (6, 7)
    assert error.help or name == "automatic chunks"


# Where compilers go wrong


@both
def test_a_region_in_a_loop_carries_the_tensor_that_it_writes(engine, platform):
    @pl.jit
    def kernel(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
        t = pl.create_tensor([64, D], dtype=pl.FP32, init_value=1.0)
        for i in pl.range(4):
            for j in pl.range(2):
                with pl.at(level=pl.Level.CORE_GROUP):
                    r = i * 16 + j * 8
                    t = pl.assemble(t, pl.add(x[r : r + 8, :], t[r : r + 8, :]), [r, 0])
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = t[:, :]
        return y

    x = torch.randn(64, D)
    assert torch.equal(run(kernel, x, torch.zeros(64, D), engine=engine, platform=platform), x + 1)


@both
def test_a_name_that_is_written_into_and_bound_again_is_captured_as_it_was(engine, platform):
    @pl.jit
    def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.InOut[pl.Tensor[[16, D], pl.FP32]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            before = y[0:8, :]
            y = pl.assemble(y, pl.add(x[0:8, :], before), [0, 0])
            y[8:16, :] = pl.add(y[0:8, :], 1.0)
        return y

    x, y = torch.randn(16, D), torch.randn(16, D)
    expected = torch.cat([x[:8] + y[:8], x[:8] + y[:8] + 1])
    assert torch.equal(run(kernel, x, y.clone(), engine=engine, platform=platform), expected)


@both
def test_extents_that_are_one_symbol_compare_equal(engine, platform):
    @pl.jit.inline
    def added(a: pl.Tensor, b: pl.Tensor, out: pl.Tensor):
        n = pl.tensor.dim(b, 0)
        for i in pl.range(0, n, 16):
            with pl.at(level=pl.Level.CORE_GROUP):
                out[i : i + 16, :] = pl.add(a[i : i + 16, :], b[i : i + 16, :])
        return out

    @pl.jit
    def kernel(
        x: pl.Tensor[[T, D], pl.FP32], z: pl.Tensor[[T, D], pl.FP32], y: pl.Out[pl.Tensor[[T, D], pl.FP32]]
    ):
        t = pl.create_tensor([T, D], dtype=pl.FP32)
        t = added(x, z, t)
        y = added(t, x, y)
        return y

    x, z = torch.randn(48, D), torch.randn(48, D)
    assert torch.equal(run(kernel, x, z, torch.zeros(48, D), engine=engine, platform=platform), x + z + x)
    text = kernel.lower().as_python()
    assert "pl.create_tensor([T, 64]" in text and pl.parse(text) == kernel.lower()


@both
def test_the_extent_of_a_slice_is_found_through_arithmetic(engine, platform):
    ROWS = 16

    @pl.jit
    def kernel(x: pl.Tensor[[64, D], pl.FP32], y: pl.Out[pl.Tensor[[64, D], pl.FP32]]):
        for b in pl.spmd(4):
            first = b * ROWS
            last = first + ROWS // 2
            y[first:last, :] = x[b * ROWS + 8 - 8 : (b + 1) * ROWS - 8, :]
            y[last : first + ROWS, :] = pl.neg(x[last : last + 8, :])
        return y

    x = torch.randn(64, D)
    expected = x.clone().reshape(4, 16, D)
    expected[:, 8:] *= -1
    assert torch.equal(
        run(kernel, x, torch.zeros(64, D), engine=engine, platform=platform), expected.reshape(64, D)
    )


@both
def test_the_variable_of_a_comprehension_hides_a_name_just_inside_it(engine, platform):
    @pl.jit
    def kernel(x: pl.Tensor[[32, D], pl.FP32], y: pl.Out[pl.Tensor[[32, D], pl.FP32]]):
        t = pl.create_tensor([32, D], dtype=pl.FP32, manual_dep=True)
        tids = pl.array.create(2, pl.TASK_ID)
        for i in pl.parallel(2):
            with pl.at(level=pl.Level.CORE_GROUP) as tid:
                t[i * 16 : i * 16 + 16, :] = pl.mul(x[i * 16 : i * 16 + 16, :], 2.0)
            tids[i] = tid
        k = 3
        with pl.at(level=pl.Level.CORE_GROUP, deps=[tids[k] for k in range(2)]):
            y[:, :] = pl.add(t[:, :], pl.cast(k, pl.INT32))
        return y

    x = torch.randn(32, D)
    assert torch.equal(run(kernel, x, torch.zeros(32, D), engine=engine, platform=platform), 2 * x + 3)


@both
@pytest.mark.parametrize("trips", [0, 2])
def test_a_loop_that_runs_not_once_leaves_the_output(engine, platform, trips):
    @pl.jit
    def kernel(
        n: pl.Scalar[pl.INDEX],
        x: pl.Tensor[[16, D], pl.FP32],
        y: pl.InOut[pl.Tensor[[16, D], pl.FP32]],
    ):
        for i in pl.range(n):
            with pl.at(level=pl.Level.CORE_GROUP):
                y = pl.assemble(y, pl.add(x[i * 8 : i * 8 + 8, :], 1.0), [i * 8, 0])
        with pl.at(level=pl.Level.CORE_GROUP):
            y[0:16, 0:32] = pl.neg(y[0:16, 0:32])
        return y

    x, y = torch.randn(16, D), torch.randn(16, D)
    expected = x + 1 if trips else y.clone()
    expected[:, :32] *= -1
    program = kernel.compile(n=pl.RUNTIME, config={"engine": engine, "platform": platform})
    program(trips, x, y)
    assert torch.equal(y, expected)


@both
def test_results_of_a_kernel_are_the_parameters_that_it_returns(engine, platform):
    @pl.jit
    def kernel(
        x: pl.Tensor[[16, D], pl.FP32],
        b: pl.Out[pl.Tensor[[16, D], pl.FP32]],
        a: pl.Out[pl.Tensor[[16, D], pl.FP32]],
    ):
        low, high = split_up(x, a, b)
        with pl.at(level=pl.Level.CORE_GROUP):
            high[0:8, :] = pl.add(low[0:8, :], high[0:8, :])
        return high, low

    x, a, b = torch.randn(16, D), torch.zeros(16, D), torch.zeros(16, D)
    run(kernel, x, b, a, engine=engine, platform=platform)
    assert torch.equal(a, x.clamp(max=0)) and torch.equal(b[8:], x[8:].clamp(min=0))
    assert torch.equal(b[:8], x[:8])


@both
def test_the_size_of_the_chip_is_no_argument_of_a_region(engine, platform):
    @pl.jit
    def kernel(x: pl.Tensor[[16, D], pl.FP32], y: pl.Out[pl.Tensor[[16, D], pl.FP32]]):
        n = pl.system.available_aiv_count()
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.INT32))
        return y

    x = torch.ones(16, D)
    y = run(kernel, x, torch.zeros(16, D), engine=engine, platform=platform)
    assert y[0, 0] > 1 and torch.equal(y, x * y[0, 0])
