# SPDX-License-Identifier: Apache-2.0
"""Tensors that stay on the device between calls: what they hold, what programs do with them, what is refused."""

import copy
import os
import pickle
import re
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch

import pypto.language as pl
from pypto.artifact import CompiledProgram
from pypto.errors import ArgumentError, KernelFault, UserError
from pypto.runtime import ChipWorker, DeviceTensor, RunConfig, run

ROWS, COLUMNS = 32, 64
T = pl.dynamic("T")


@pl.jit
def accumulate(
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    total: pl.InOut[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
    y: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
):
    for b in pl.spmd(ROWS // 16):
        r = b * 16
        new = pl.add(x[r : r + 16, :], total[r : r + 16, :])
        total[r : r + 16, :] = new
        y[r : r + 16, :] = pl.mul(new, 2.0)
    return y


@pl.jit
def upper_half(x: pl.Tensor[[ROWS, COLUMNS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:16, :] = x[0:16, :]
    return y


@pl.jit
def doubled(x: pl.Tensor[[T, COLUMNS], pl.FP32], y: pl.Out[pl.Tensor[[T, COLUMNS], pl.FP32]]):
    for r in pl.range(0, x.shape[0], 16):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[r : r + 16, :] = pl.mul(x[r : r + 16, :], 2.0)
    return y


@pl.jit
def row_at(
    x: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
    index: pl.Tensor[[16], pl.INT32],
    y: pl.InOut[pl.Tensor[[ROWS, COLUMNS], pl.FP32]],
):
    y[0:16, :] = x[0:16, :]
    r = pl.read(index, [0])
    with pl.at(level=pl.Level.CORE_GROUP):
        y[16:32, :] = x[r : r + 16, :]
    return y


@pytest.fixture(params=["native", "interpret"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["a2a3sim", "a5sim"])
def platform(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def config(engine: str, platform: str) -> dict[str, str]:
    return {"engine": engine, "platform": platform}


@pytest.fixture
def worker(config: dict[str, str]) -> Iterator[ChipWorker]:
    with ChipWorker(config) as opened:
        yield opened


@pytest.fixture
def simple() -> Iterator[ChipWorker]:
    """A worker for what does not depend on engine and platform."""
    with ChipWorker() as opened:
        yield opened


def numbers(rows: int = ROWS) -> torch.Tensor:
    return torch.arange(rows * COLUMNS, dtype=torch.float32).reshape(rows, COLUMNS) / 8


def read(worker: ChipWorker, tensor: DeviceTensor) -> torch.Tensor:
    host = torch.empty(tensor.shape, dtype=tensor.dtype)
    worker.copy_from(host, tensor, tensor.nbytes)
    return host


def raised(kind: type[Exception], call: Callable[[], object]) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, UserError)
    text = str(caught.value)
    assert " = help: " in text or kind is ArgumentError
    return text


# What programs do with them


def test_a_state_on_the_device_goes_on_from_call_to_call(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    x, y = numbers(), torch.empty(ROWS, COLUMNS)
    state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=torch.ones(ROWS, COLUMNS))
    for count in range(1, 4):
        assert worker.run(compiled, x, state, y) is None
        assert torch.equal(y, 2 * (count * x + 1))
    assert torch.equal(read(worker, state), 3 * x + 1)


def test_all_tensors_may_be_on_the_device(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    x = worker.alloc_tensor((ROWS, COLUMNS), torch.float32, init=numbers())
    state = worker.alloc_tensor((ROWS, COLUMNS), torch.float32, init=numbers())
    y = worker.alloc_tensor((ROWS, COLUMNS), torch.float32)
    worker.run(compiled, x, state, y)
    assert torch.equal(read(worker, y), 4 * numbers())
    assert torch.equal(read(worker, x), numbers())


def test_a_program_called_directly_takes_device_tensors(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    y = torch.empty(ROWS, COLUMNS)
    assert compiled(numbers(), state, y) is None
    assert torch.equal(y, 4 * numbers())
    assert torch.equal(compiled(numbers(), state), 6 * numbers()), "outputs are allocated"
    assert torch.equal(read(worker, state), 3 * numbers())


def test_outputs_of_a_return_style_run_are_on_the_host(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = doubled.compile(torch.empty(48, COLUMNS), torch.empty(48, COLUMNS), config=config)
    x = worker.alloc_tensor([48, COLUMNS], pl.FP32, init=numbers(48))
    y = worker.run(compiled, x)
    assert isinstance(y, torch.Tensor) and torch.equal(y, 2 * numbers(48))


def test_what_is_not_written_of_a_returned_output_is_poison(
    worker: ChipWorker, config: dict[str, str]
) -> None:
    x = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    y = worker.run(upper_half.compile(config=config), x)
    assert torch.equal(y[:16], numbers()[:16]) and (y[16:].view(torch.int32) == 0x7FA5A5A5).all()


def test_an_output_on_the_device_keeps_what_is_not_written(
    worker: ChipWorker, config: dict[str, str]
) -> None:
    y = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=torch.full((ROWS, COLUMNS), 7.0))
    worker.run(upper_half.compile(config=config), numbers(), y)
    assert torch.equal(read(worker, y), torch.cat([numbers()[:16], torch.full((16, COLUMNS), 7.0)]))


def test_a_device_tensor_may_be_read_as_two_parameters(worker: ChipWorker, config: dict[str, str]) -> None:
    @pl.jit
    def add(
        a: pl.Tensor[[16, COLUMNS], pl.FP32],
        b: pl.Tensor[[16, COLUMNS], pl.FP32],
        y: pl.Out[pl.Tensor[[16, COLUMNS], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = pl.add(a[:, :], b[:, :])
        return y

    x = worker.alloc_tensor([16, COLUMNS], pl.FP32, init=numbers(16))
    compiled = add.compile(config=config)
    assert torch.equal(worker.run(compiled, x, x), 2 * numbers(16))
    text = raised(ValueError, lambda: worker.run(compiled, numbers(16), x, x))
    assert "arguments `b` and `y` are the same device tensor, and the program writes `y`" in text


def test_a_fault_leaves_outputs_on_the_host_alone(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = row_at.compile(config=config)
    index = torch.zeros(16, dtype=torch.int32)
    index[0] = 40
    state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=torch.zeros(ROWS, COLUMNS))
    with pytest.raises(KernelFault, match="of `x`"):
        worker.run(compiled, numbers(), index, state)
    index[0] = 0
    worker.run(compiled, numbers(), index, state)
    assert torch.equal(read(worker, state), torch.cat([numbers()[:16], numbers()[:16]])), "the next run works"


def test_a_program_object_runs_on_device_tensors(simple: ChipWorker) -> None:
    program = accumulate.lower()
    state = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    y = torch.empty(ROWS, COLUMNS)
    result = run(program, numbers(), state, y)
    assert result.passed, result.error
    assert torch.equal(y, 4 * numbers())


def test_many_tasks_and_workers_order_accesses_of_device_tensors(simple: ChipWorker) -> None:
    compiled = accumulate.compile()
    state = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=torch.zeros(ROWS, COLUMNS))
    for count in range(1, 6):
        options = RunConfig(workers=4, schedule=f"random:{count}")
        assert torch.equal(simple.run(compiled, numbers(), state, config=options), 2 * count * numbers())


def test_threads_that_run_on_one_tensor_take_turns(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=torch.zeros(ROWS, COLUMNS))

    def many() -> None:
        for _ in range(20):
            worker.run(compiled, numbers(), state)

    threads = [threading.Thread(target=many) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert torch.equal(read(worker, state), 60 * numbers())


def test_a_child_process_has_a_copy_of_its_own(simple: ChipWorker) -> None:
    compiled = accumulate.compile()
    state = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    simple.run(compiled, numbers(), state)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            simple.run(compiled, numbers(), state)
            code = 0 if torch.equal(read(simple, state), 3 * numbers()) else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert torch.equal(read(simple, state), 2 * numbers())


@pytest.mark.parametrize(
    "options",
    [
        {"enable_dump_args": 2},
        {"enable_dep_gen": True},
        {"enable_scope_stats": True},
        {"enable_pmu": 4},
        {"enable_chip_swimlane": 4},
    ],
    ids=lambda options: next(iter(options)),
)
def test_diagnostics_of_runs_with_device_tensors(simple: ChipWorker, options: dict[str, int]) -> None:
    compiled = accumulate.compile()
    state = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    assert torch.equal(simple.run(compiled, numbers(), state, config=options), 4 * numbers())
    assert list((compiled.output_dir / "dfx_outputs").iterdir())


def test_sanitize_reports_a_read_of_a_tensor_without_a_content(simple: ChipWorker) -> None:
    compiled = accumulate.compile()
    x = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    state = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    with pytest.raises(KernelFault, match=r"of `x`, which nothing has written"):
        simple.run(compiled, x, state, config={"sanitize": True})
    simple.copy_to(x, numbers(), x.nbytes)
    simple.run(compiled, x, state, config={"sanitize": True})
    y = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    simple.run(compiled, x, state, y)
    simple.run(compiled, y, state, config={"sanitize": True})  # a program wrote it


def test_records_know_who_wrote_a_device_tensor(worker: ChipWorker, config: dict[str, str]) -> None:
    y = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    record = upper_half.compile(config=config).dispatch([numbers(), y])
    assert record.unwritten("y")[16:].all() and not record.unwritten("y")[:16].any()
    assert record.writer("y", (3, 4)) is not None and record.writer("y", (20, 4)) is None


# Element types

DTYPES = [
    "FP32", "FP16", "BF16", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64", "BOOL",
    "FP8E4M3FN", "FP8E5M2", "FP8E8M0", "FP4",
]  # fmt: skip


@pytest.mark.parametrize("name", DTYPES)
def test_every_element_type_is_held_bit_for_bit(simple: ChipWorker, name: str) -> None:
    dtype = getattr(pl, name)
    tensor = simple.alloc_tensor([4, 32], dtype)
    bits = torch.arange(tensor.nbytes, dtype=torch.uint8) % (2 if name == "BOOL" else 251)
    simple.copy_to(tensor, bits, tensor.nbytes)
    again = torch.empty(tensor.nbytes, dtype=torch.uint8)
    simple.copy_from(again, tensor.data_ptr, tensor.nbytes)
    assert torch.equal(again, bits)
    init = bits.view(tensor.dtype).reshape(tensor.shape)
    assert torch.equal(
        read(simple, simple.alloc_tensor(tensor.shape, tensor.dtype, init=init)).view(torch.uint8).flatten(),
        bits,
    )


POISON = {
    "FP32": "a5a5a57f", "BF16": "a57f", "FP16": "a57d", "FP8E4M3FN": "7f", "FP8E5M2": "7d", "FP4": "55", "INT32": "a5",
}  # fmt: skip


@pytest.mark.parametrize("name", POISON)
def test_a_fresh_tensor_is_poison(simple: ChipWorker, name: str) -> None:
    tensor = simple.alloc_tensor([3, 32], getattr(pl, name))
    held = read(simple, tensor).view(torch.uint8).flatten().tolist()
    pattern = bytes.fromhex(POISON[name])
    assert bytes(held) == pattern * (tensor.nbytes // len(pattern))


@pytest.mark.parametrize("kind", ["BF16", "INT32"])
def test_programs_read_and_write_other_element_types(
    worker: ChipWorker, config: dict[str, str], kind: str
) -> None:
    dtype = getattr(pl, kind)

    @pl.jit
    def copy(x: pl.Tensor, y: pl.Out[pl.Tensor]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = x[:, :]
        return y

    host = torch.arange(16 * 64).reshape(16, 64).to(torch.bfloat16 if kind == "BF16" else torch.int32)
    compiled = copy.compile(host, torch.empty_like(host), config=config)
    x, y = (worker.alloc_tensor([16, 64], dtype, init=host), worker.alloc_tensor([16, 64], dtype))
    worker.run(compiled, x, y)
    assert torch.equal(read(worker, y), host)


@pl.jit
def from_fp8(x: pl.Tensor[[16, 64], pl.FP8E4M3FN], y: pl.Out[pl.Tensor[[16, 64], pl.FP8E4M3FN]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = x[:, :]
    return y


@pl.jit
def from_fp4(x: pl.Tensor[[16, 64], pl.FP4], y: pl.Out[pl.Tensor[[16, 64], pl.FP4]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[0:8, :] = x[0:8, :]
    return y


def test_fp8_on_the_device(engine: str) -> None:
    config = {"engine": engine, "platform": "a5sim"}
    bits = (torch.arange(16 * 64) % 120).to(torch.uint8).reshape(16, 64)
    with ChipWorker(config) as worker:
        compiled = from_fp8.compile(config=config)
        x = worker.alloc_tensor([16, 64], pl.FP8E4M3FN, init=bits.view(torch.float8_e4m3fn))
        y = worker.alloc_tensor([16, 64], torch.float8_e4m3fn)
        worker.run(compiled, x, y)
        assert torch.equal(read(worker, y).view(torch.uint8), bits)
        assert torch.equal(worker.run(compiled, x).view(torch.uint8), bits)


def test_fp4_on_the_device_packs_two_elements_to_a_byte(engine: str) -> None:
    config = {"engine": engine, "platform": "a5sim"}
    bits = (torch.arange(16 * 32) % 251).to(torch.uint8).reshape(16, 32)
    with ChipWorker(config) as worker:
        compiled = from_fp4.compile(config=config)
        x = worker.alloc_tensor([16, 64], pl.FP4, init=bits.view(torch.float4_e2m1fn_x2))
        assert (x.shape, x.nbytes) == ((16, 32), 512)
        y = worker.alloc_tensor([16, 32], torch.float4_e2m1fn_x2)
        worker.copy_to(y, torch.full((16, 32), 0x31, dtype=torch.uint8), y.nbytes)
        worker.run(compiled, x, y)
        held = read(worker, y).view(torch.uint8)
        assert torch.equal(held[:8], bits[:8]) and (held[8:] == 0x31).all(), "what is not written stays"
        returned = worker.run(compiled, x).view(torch.uint8)
        assert returned.shape == (16, 32) and torch.equal(returned[:8], bits[:8])
        text = raised(ValueError, lambda: worker.alloc_tensor([4, 3], pl.FP4))
        assert "FP4 packs pairs of elements" in text


def test_a_returned_output_may_be_unsigned() -> None:
    @pl.jit
    def copy(x: pl.Tensor[[16, 64], pl.UINT16], y: pl.Out[pl.Tensor[[16, 64], pl.UINT16]]):
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:, :] = x[:, :]
        return y

    x = torch.arange(16 * 64, dtype=torch.int32).reshape(16, 64).to(torch.uint16)
    assert torch.equal(copy.compile()(x).view(torch.int16), x.view(torch.int16))


# Arguments that do not fit


@pytest.mark.parametrize(
    ("shape", "dtype", "text"),
    [
        ([ROWS, 32], pl.FP32, "expected [32, 64] FP32, got [32, 32] float32 on the device"),
        ([ROWS * COLUMNS], pl.FP32, "expected [32, 64] FP32, got [2048] float32 on the device"),
        ([ROWS, COLUMNS], pl.INT32, "expected [32, 64] FP32, got [32, 64] int32 on the device"),
    ],
)
def test_shape_and_element_type_are_held_to_the_parameter(
    worker: ChipWorker, config: dict[str, str], shape: list[int], dtype: object, text: str
) -> None:
    compiled = accumulate.compile(config=config)
    wrong = worker.alloc_tensor(shape, dtype)
    for call in (
        lambda: worker.run(compiled, numbers(), wrong, numbers()),
        lambda: compiled(numbers(), wrong),
    ):
        assert f"argument `total` does not fit: {text}" in raised(ArgumentError, call)


def test_dynamic_extents_are_one_for_tensors_of_both_kinds(
    worker: ChipWorker, config: dict[str, str]
) -> None:
    compiled = doubled.compile(torch.empty(16, COLUMNS), torch.empty(16, COLUMNS), config=config)
    x = worker.alloc_tensor([48, COLUMNS], pl.FP32)
    text = raised(ArgumentError, lambda: worker.run(compiled, x, torch.empty(32, COLUMNS)))
    assert "`y` has T = 32 (axis 0), but `x` has T = 48" in text


def test_a_kernel_is_not_compiled_for_device_tensors(simple: ChipWorker) -> None:
    x = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    for call in (
        lambda: accumulate(x, numbers(), numbers()),
        lambda: accumulate.compile(numbers(), numbers(), y=x),
        lambda: accumulate.lower(x, numbers(), numbers()),
    ):
        text = raised(TypeError, call)
        name = "y" if "`y`" in text else "x"
        assert re.search(rf"\.py:\d+:\d+: error: accumulate: `{name}` is a device tensor", text)
        assert "compile with CPU tensors, or from the annotations: program = accumulate.compile()" in text


def test_a_freed_tensor_is_refused(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    worker.free_tensor(state)
    assert state.freed and "freed" in repr(state)
    for call in (lambda: worker.run(compiled, numbers(), state), lambda: compiled(numbers(), state)):
        assert "argument `total` is a device tensor that was freed" in raised(ValueError, call)
    assert "dst_dev is a device tensor that was freed" in raised(
        ValueError, lambda: worker.copy_to(state, numbers(), 4)
    )
    assert "the tensor is a device tensor that was freed" in raised(
        ValueError, lambda: worker.free_tensor(state)
    )


def test_a_tensor_of_another_worker_is_refused(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    mine = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    with ChipWorker(config) as other:
        theirs = other.alloc_tensor([ROWS, COLUMNS], pl.FP32)
        for call in (
            lambda: worker.run(compiled, numbers(), theirs),
            lambda: compiled(mine, theirs),
        ):
            assert "argument `total` is a device tensor of another ChipWorker" in raised(ValueError, call)
        assert "of another ChipWorker" in raised(ValueError, lambda: worker.free_tensor(theirs))
    text = raised(ValueError, lambda: compiled(numbers(), theirs))
    assert "argument `total` is a device tensor of a ChipWorker that is closed" in text
    compiled(numbers(), mine)  # closing one leaves the other


def test_a_tensor_of_another_platform_is_refused(simple: ChipWorker) -> None:
    compiled = accumulate.compile(config={"platform": "a5sim"})
    state = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    text = raised(ValueError, lambda: compiled(numbers(), state))
    assert "argument `total` is a device tensor of a ChipWorker of a2a3sim, and the run is on a5sim" in text


def test_a_device_tensor_has_no_views(simple: ChipWorker) -> None:
    tensor = simple.alloc_tensor([ROWS, COLUMNS], pl.FP32)
    assert "no views" in raised(TypeError, lambda: tensor[0:16])
    assert "no views" in raised(TypeError, lambda: list(tensor))
    assert "no views" in raised(TypeError, lambda: tensor.__setitem__(0, 1.0))
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        assert "is neither copied nor pickled" in raised(TypeError, lambda make=copied: make(tensor))
    for name in ("view", "reshape", "cpu", "numpy", "contiguous", "T"):
        with pytest.raises(AttributeError, match=rf"no '{name}': it is passed whole.*copy_from"):
            getattr(tensor, name)


# Memory


def test_raw_memory_is_poison_and_takes_addresses_inside_of_it(simple: ChipWorker) -> None:
    start = simple.malloc(100)
    host = torch.zeros(100, dtype=torch.uint8)
    simple.copy_from(host, start, 100)
    assert (host == 0xA5).all()
    simple.copy_to(start + 96, torch.tensor([1, 2, 3, 4], dtype=torch.uint8), 4)
    simple.copy_to(start, torch.tensor([7], dtype=torch.uint8), 1)
    simple.copy_from(host.data_ptr(), start, 100)
    assert host[96:].tolist() == [1, 2, 3, 4] and host[0] == 7 and (host[1:96] == 0xA5).all()
    simple.free(start)


@pytest.mark.parametrize(
    ("use", "kind", "text"),
    [
        (
            lambda w, p: w.copy_to(p, torch.zeros(32), 101),
            ValueError,
            "dst_dev: 101 bytes from byte 0 on leave an allocation of 100",
        ),
        (
            lambda w, p: w.copy_from(torch.zeros(32), p + 98, 4),
            ValueError,
            "src_dev: 4 bytes from byte 98 on leave an allocation of 100",
        ),
        (lambda w, p: w.copy_to(p, torch.zeros(2), 9), ValueError, "src_host has 8 bytes, and nbytes is 9"),
        (
            lambda w, p: w.copy_from(torch.zeros(4, 4).T[1:], p, 9),
            ValueError,
            "dst_host is a view with the strides (1, 4)",
        ),
        (
            lambda w, p: w.copy_to(p, torch.zeros(4, device="meta"), 9),
            ValueError,
            "src_host is a tensor on meta",
        ),
        (lambda w, p: w.copy_to(p, torch.zeros(4), -1), ValueError, "nbytes is -1"),
        (lambda w, p: w.copy_to(p, torch.zeros(4), 1.0), TypeError, "nbytes is a float, no number of bytes"),
        (lambda w, p: w.copy_to(p, [1, 2], 2), TypeError, "src_host is a list"),
        (lambda w, p: w.copy_to(p, 0, 2), ValueError, "src_host is 0, no address"),
        (lambda w, p: w.copy_to("p", torch.zeros(4), 2), TypeError, "dst_dev is a str, no address"),
        (lambda w, p: w.copy_to(p, w.alloc_tensor([4], pl.FP32), 2), TypeError, "src_host is a DeviceTensor"),
        (
            lambda w, p: w.copy_to(12345, torch.zeros(4), 2),
            ValueError,
            "0x3039 is no device memory of this worker",
        ),
        (lambda w, p: w.free(12345), ValueError, "0x3039 is no device memory of this worker"),
        (lambda w, p: w.free(p + 3), ValueError, "lies inside of an allocation, 3 bytes from its start"),
        (lambda w, p: (w.free(p), w.free(p)), ValueError, "was freed already"),
        (lambda w, p: (w.free(p), w.copy_to(p, torch.zeros(4), 2)), ValueError, "was freed already"),
        (lambda w, p: w.free(w.alloc_tensor([4], pl.FP32).data_ptr), ValueError, "is the memory of a tensor"),
        (lambda w, p: w.free_tensor(p), TypeError, "free_tensor takes a device tensor, found an int"),
        (lambda w, p: w.malloc(0), ValueError, "nbytes is 0"),
        (lambda w, p: w.malloc(-4), ValueError, "nbytes is -4"),
        (lambda w, p: w.malloc(True), TypeError, "nbytes is a bool"),
        (lambda w, p: w.alloc_tensor([4, -1], pl.FP32), ValueError, "shape is [4, -1], with the extent -1"),
        (lambda w, p: w.alloc_tensor(4, pl.FP32), TypeError, "shape is an int"),
        (lambda w, p: w.alloc_tensor([4.0], pl.FP32), TypeError, "shape has the extent 4.0, a float"),
        (lambda w, p: w.alloc_tensor([1] * 7, pl.FP32), ValueError, "of 7 dimensions"),
        (
            lambda w, p: w.alloc_tensor([4], torch.float64),
            TypeError,
            "dtype is torch.float64, no element type",
        ),
        (lambda w, p: w.alloc_tensor([4], pl.INT4), TypeError, "dtype is INT4, no element type"),
        (
            lambda w, p: w.alloc_tensor([4], pl.FP32, init=torch.zeros(5)),
            ArgumentError,
            "argument `init` does not fit: expected [4] FP32, got [5] float32",
        ),
        (
            lambda w, p: w.alloc_tensor([4], pl.FP32, init=torch.zeros(4, dtype=torch.int32)),
            ArgumentError,
            "expected [4] FP32, got [4] int32",
        ),
        (
            lambda w, p: w.alloc_tensor([4], pl.FP32, init=0.0),
            ArgumentError,
            "argument `init` does not fit: expected [4] FP32, got float 0.0",
        ),
        (
            lambda w, p: w.alloc_tensor([2, 2], pl.FP32, init=torch.zeros(2, 2).T),
            ArgumentError,
            "expected a contiguous tensor",
        ),
        (
            lambda w, p: w.alloc_tensor([4], pl.FP32, init=w.alloc_tensor([4], pl.FP32)),
            TypeError,
            "init is a device tensor",
        ),
        (
            lambda w, p: w.alloc_tensor([4], pl.FP32, worker_id=1),
            ValueError,
            "worker_id is 1, and a ChipWorker is one device",
        ),
        (lambda w, p: w.malloc(4, worker_id=-1), ValueError, "worker_id is -1"),
        (lambda w, p: w.free(p, worker_id=2), ValueError, "worker_id is 2"),
        (lambda w, p: w.copy_to(p, torch.zeros(1), 1, worker_id=False), ValueError, "worker_id is False"),
    ],
)
def test_uses_of_memory_that_do_not_fit(
    simple: ChipWorker, use: Callable[[ChipWorker, int], object], kind: type[Exception], text: str
) -> None:
    start = simple.malloc(100)
    said = raised(kind, lambda: use(simple, start))
    assert text in said
    assert kind is ArgumentError or re.match(r"\S*test_resident_tensors.py:\d+:\d+: error: ", said)


def test_numbers_of_numpy_are_numbers(simple: ChipWorker) -> None:
    tensor = simple.alloc_tensor(np.array([4, 8]), pl.INT32)
    assert tensor.shape == (4, 8) and all(type(n) is int for n in tensor.shape)
    start = np.uint64(simple.malloc(np.int64(16)))
    simple.copy_to(start, torch.tensor([5]), np.int32(8))
    held = torch.zeros(1, dtype=torch.int64)
    simple.copy_from(np.uint64(held.data_ptr()), start, 8)
    assert held.item() == 5
    simple.free(start)


def test_an_allocation_that_finds_no_room_says_how_much_it_needs(simple: ChipWorker) -> None:
    with pytest.raises(MemoryError, match=f"an allocation needs {1 << 60} bytes of device memory"):
        simple.malloc(1 << 60)
    with pytest.raises(MemoryError, match=f"an allocation needs {1 << 90} bytes"):
        simple.alloc_tensor([1 << 44, 1 << 44], pl.FP32)


def test_an_empty_tensor_has_an_address_of_its_own(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = doubled.compile(torch.empty(16, COLUMNS), torch.empty(16, COLUMNS), config=config)
    x, y = (worker.alloc_tensor([0, COLUMNS], pl.FP32) for _ in range(2))
    assert (x.nbytes, x.data_ptr != y.data_ptr) == (0, True)
    worker.run(compiled, x, y)


# Workers and handles


def test_after_close_everything_is_refused() -> None:
    worker = ChipWorker()
    compiled = accumulate.compile()
    state, start = worker.alloc_tensor([4], pl.FP32), worker.malloc(4)
    handle = worker.register(compiled)
    worker.close()
    worker.close()
    assert state.freed
    for call in (
        lambda: worker.run(compiled, numbers(), numbers()),
        lambda: worker.register(compiled),
        lambda: handle(numbers(), numbers()),
        lambda: worker.alloc_tensor([4], pl.FP32),
        lambda: worker.free_tensor(state),
        lambda: worker.malloc(4),
        lambda: worker.free(start),
        lambda: worker.copy_to(start, torch.zeros(1), 4),
        lambda: worker.copy_from(torch.zeros(1), start, 4),
        worker.__enter__,
    ):
        assert "this ChipWorker is closed" in raised(RuntimeError, call)


def test_close_gives_the_memory_of_calls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChipWorker({"engine": "native"}) as worker:
        before = _mapped()
        compiled = doubled.compile(numbers(16), numbers(16))
        big = torch.zeros(1 << 18, COLUMNS)  # 64 MiB
        worker.run(compiled, big, torch.empty_like(big))
        held = _mapped() - before
        assert held > 100 << 20
    assert _mapped() - before < held - (100 << 20)


def _mapped() -> int:
    """Bytes of memory that this process has mapped."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * 4096


def test_a_handle_runs_until_it_is_unregistered(worker: ChipWorker, config: dict[str, str]) -> None:
    compiled = accumulate.compile(config=config)
    state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
    with worker.register(compiled) as handle:
        assert torch.equal(handle(numbers(), state), 4 * numbers())
        assert torch.equal(handle(numbers(), state, config=config), 6 * numbers())
    assert "accumulate is not registered any more" in raised(RuntimeError, lambda: handle(numbers(), state))
    assert "accumulate is not registered any more" in raised(RuntimeError, handle.__enter__)
    handle.unregister()
    again = worker.register(compiled)
    again.unregister()
    again.unregister()


def test_a_registered_program_is_not_built_at_its_call(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChipWorker({"engine": "native"}) as worker:
        handle = worker.register(accumulate.compile_fresh(config={"engine": "native"}))

        def build(*args: object, **options: object) -> object:
            raise AssertionError("built again")

        monkeypatch.setattr(CompiledProgram, "build", build)
        assert torch.equal(handle(numbers(), numbers()), 4 * numbers())


def test_a_program_of_another_platform_is_refused(platform: str) -> None:
    other = "a5sim" if platform == "a2a3sim" else "a2a3sim"
    compiled = accumulate.compile(config={"platform": other})
    with ChipWorker({"platform": platform}) as worker:
        for call in (lambda: worker.run(compiled, numbers(), numbers()), lambda: worker.register(compiled)):
            text = raised(ValueError, call)
            assert f"accumulate was compiled for {other}, this worker is one of {platform}" in text
        mine = accumulate.compile(config={"platform": platform})
        text = raised(ValueError, lambda: worker.run(mine, numbers(), numbers(), config={"platform": other}))
        assert f"config says {other}, this worker is one of {platform}" in text


def test_what_is_no_compiled_program_is_refused(simple: ChipWorker) -> None:
    text = raised(TypeError, lambda: simple.run(accumulate, numbers(), numbers(), numbers()))
    assert "found accumulate, a JITFunction" in text and "accumulate.compile(...)" in text
    assert "a ChipWorker runs compiled programs, found an int" in raised(
        TypeError, lambda: simple.register(3)
    )


def test_a_card_platform_without_a_card_is_refused() -> None:
    with pytest.raises(UserError, match=r"no a2a3 card .*\n.*a2a3sim"):
        ChipWorker({"platform": "a2a3"})


def test_the_config_of_a_call_stands_over_the_workers(simple: ChipWorker) -> None:
    compiled = accumulate.compile()
    with ChipWorker({"engine": "interpret"}) as worker:
        state = worker.alloc_tensor([ROWS, COLUMNS], pl.FP32, init=numbers())
        for config in (None, {"engine": "native"}, {"engine": "interpret"}):
            worker.run(compiled, numbers(), state, torch.empty(ROWS, COLUMNS), config=config)
        assert torch.equal(read(worker, state), 4 * numbers())
