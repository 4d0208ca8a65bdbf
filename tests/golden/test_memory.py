# SPDX-License-Identifier: Apache-2.0
"""How many copies of a tensor a run holds: what is dispatched, one clone for the golden, and pieces while comparing."""

import tracemalloc
import weakref

import pytest
import torch
from harness_fakes import FakeKernel, Record, tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from golden import (
    TensorSpec,
    error_distribution,
    mapped_pool_ratio_allclose,
    mapped_pool_ratio_reldiff,
    ratio_allclose,
    ratio_reldiff,
    run,
    topk_pair_compare,
)

SHAPE = (2048, 1024)
WHOLE = 4 * 2048 * 1024  # bytes of one tensor
PIECES = WHOLE // 2  # what may be alive besides whole tensors


class Forgetful(FakeKernel):
    """Keeps no sample that it was compiled from."""

    def compile(self, *args, **kwargs):
        artifact = super().compile(*args, **kwargs)
        self.compiled.clear()
        return artifact


class Alive(TorchDispatchMode):
    """Bytes of the storages that Torch has made under this mode and that somebody still holds."""

    def __init__(self):
        super().__init__()
        self.sizes = {}
        self.watch = []
        self.peak = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        for item in tree_leaves(made):
            if isinstance(item, torch.Tensor):
                self.add(item.untyped_storage())
        return made

    def add(self, storage):
        key = storage._cdata
        if key not in self.sizes:
            self.sizes[key] = storage.nbytes()
            self.watch.append(weakref.ref(storage, lambda _: self.sizes.pop(key, None)))
            self.peak = max(self.peak, self.now())

    def now(self):
        return sum(self.sizes.values())

    def restart(self):
        self.peak = self.now()


@pytest.fixture
def alive():
    with Alive() as counted:
        yield counted


def measured(alive, folder, parameters, body, golden, specs, **arguments):
    """Bytes at most alive up to the end of the golden, and while comparing; the device's own are left out."""
    peaks = []

    class Marked(Record):
        def changed_inputs(self):
            alive.restart()  # the dispatch is over
            return []

    def reference(values):
        golden(values)
        peaks.append(alive.peak)

    kernel = Forgetful(body, *parameters, folder=folder / "build")
    kernel.record = Marked()
    result = run(kernel, specs, reference, **arguments)
    return result, peaks[0], alive.peak


@pytest.fixture
def twice(tmp_path, alive):
    """Measures `y = 2 x` with whatever goes to `run`; `off` makes it fail."""

    def measure(off=0.0, init_value=torch.randn, **arguments):
        def body(values):
            torch.mul(values["x"], 2, out=values["y"])
            values["y"][7, 7] += off

        def golden(values):
            torch.mul(values["x"], 2, out=values["y"])

        specs = [
            TensorSpec("x", list(SHAPE), torch.float32, init_value=init_value),
            TensorSpec("y", list(SHAPE), torch.float32),
        ]
        parameters = tensor("x", "in", SHAPE), tensor("y", "out", SHAPE)
        return measured(alive, tmp_path, parameters, body, golden, specs, **arguments)

    return measure


@pytest.mark.parametrize("init_value", [torch.randn, 1.0, lambda: torch.ones(SHAPE)])
def test_the_golden_works_on_the_only_clone_of_an_input(twice, init_value):
    result, golden, _ = twice(init_value=init_value)
    assert result.passed, result.error
    # The input and its clone, the buffer that the device's output comes back in and the golden's output.
    assert 4 * WHOLE <= golden < 4 * WHOLE + PIECES


def test_an_initial_state_is_cloned_once_and_that_clone_becomes_the_reference(tmp_path, alive):
    specs = [TensorSpec("s", list(SHAPE), torch.float32, init_value=torch.randn)]
    parameters = [tensor("s", "inout", SHAPE)]
    result, golden, comparing = measured(
        alive, tmp_path, parameters, lambda v: v["s"].add_(1), lambda v: v["s"].add_(1), specs
    )
    assert result.passed, result.error
    assert 2 * WHOLE <= golden < 2 * WHOLE + PIECES
    assert 2 * WHOLE <= comparing < 2 * WHOLE + PIECES


@pytest.mark.parametrize("off", [0.0, 1.0], ids=["equal", "different"])
@pytest.mark.parametrize(
    "comparator",
    [
        None,
        ratio_allclose(),
        ratio_reldiff(),
        ratio_allclose(valid_rows=100, zero_tail=True, ignore_nan=True),
    ],
    ids=["gate", "ratio_allclose", "ratio_reldiff", "valid_rows"],
)
def test_comparing_holds_no_clone_of_an_input_and_only_pieces_of_outputs(twice, comparator, off):
    tracemalloc.start()
    try:
        _, _, comparing = twice(off, compare_fn={"y": comparator} if comparator else None)
        _, numpy = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The input, the output and the reference; the golden's clone of the input is gone.
    assert 3 * WHOLE <= comparing < 3 * WHOLE + PIECES
    assert numpy < 2 * WHOLE


@pytest.mark.parametrize("factory", [mapped_pool_ratio_allclose, mapped_pool_ratio_reldiff])
@pytest.mark.parametrize("dtype", [torch.float32, torch.int32])
def test_a_pool_is_compared_in_pieces(tmp_path, alive, factory, dtype):
    shape = (128, 16, 1024)
    specs = [
        TensorSpec("pool", list(shape), dtype, init_value=1),
        TensorSpec("slots", [64], torch.int32, init_value=lambda: torch.arange(0, 2048, 32)),
    ]
    parameters = tensor("pool", "inout", shape, dtype), tensor("slots", "in", (64,), torch.int32)

    def add(values):
        values["pool"].view(2048, 1024)[values["slots"].long()] += 1

    compare_fn = {"pool": factory("slots", mapping_shape=[64], block_size=16)}
    result, _, comparing = measured(alive, tmp_path, parameters, add, add, specs, compare_fn=compare_fn)
    assert result.passed, result.error
    assert comparing < 2 * WHOLE + PIECES


def test_indices_are_compared_in_pieces(tmp_path, alive):
    shape = (2048, 1024)
    specs = [
        TensorSpec("scores", list(shape), torch.float32),
        TensorSpec("places", list(shape), torch.int32),
    ]
    parameters = tensor("scores", "out", shape), tensor("places", "out", shape, torch.int32)

    def ordered(values):
        values["scores"].copy_(torch.arange(1024, 0, -1).expand(shape))
        values["places"].copy_(torch.arange(1024).expand(shape))

    compare_fn = {"places": topk_pair_compare("scores")}
    result, _, comparing = measured(
        alive, tmp_path, parameters, ordered, ordered, specs, compare_fn=compare_fn
    )
    assert result.passed, result.error
    assert comparing < 4 * WHOLE + PIECES


def test_a_measurement_copies_no_input(twice):
    result, _, comparing = twice(1.0, compare_fn={"y": error_distribution()})
    assert result.passed, result.error
    assert comparing < 3 * WHOLE + PIECES
