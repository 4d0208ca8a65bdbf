# SPDX-License-Identifier: Apache-2.0
"""The long-lived way to run programs: a worker that keeps tensors on the device from call to call.

with ChipWorker({"platform": "a2a3sim"}) as worker:
    weights = worker.alloc_tensor([256, 256], pl.BF16, init=host_weights)
    with worker.register(layer) as step:
        for x, y in batches:
            step(x, weights, y)          # weights are not copied; x and y are tensors of the host
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from pypto.artifact import CompiledProgram
from pypto.compiled import Compiled, check_device
from pypto.errors import AtTheCall
from pypto.ir.dtypes import ALL
from pypto.runtime.arguments import Parameter, check_tensor
from pypto.runtime.config import RunConfig
from pypto.runtime.device import release_device_memory
from pypto.runtime.memory import DeviceMemory, DeviceTypeError, DeviceValueError, WorkerClosedError, kind_of
from pypto.runtime.resident import DeviceTensor, allocate, check_usable, release

Config = RunConfig | Mapping[str, Any] | None


class ChipWorker:
    """One device, held open: programs run on it one after the other, and its memory stays between them.

    config: a RunConfig, or a dict with its keys; says the platform (default "a2a3sim") and, where it is given, how
    programs run when their own call does not say. A context manager: leaving it is `close()`. Errors have a code, a
    help and a class of Python's: ValueError for what does not fit this worker, TypeError for arguments of another
    kind, RuntimeError for use after `close()`, MemoryError where the system has no room.
    """

    def __init__(self, config: Config = None) -> None:
        with AtTheCall():
            self._config = None if config is None else RunConfig.of(config)
            chip = (self._config or RunConfig()).chip
            check_device(chip)
            self.platform = chip.name
            self._memory = DeviceMemory(chip.name)

    def __enter__(self) -> ChipWorker:
        with AtTheCall():
            self._memory.check_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"ChipWorker({self.platform}{', closed' if self._memory.closed else ''})"

    def close(self) -> None:
        """Free all tensors and allocations, and give the device's memory back to the system. May be repeated."""
        if not self._memory.closed:
            self._memory.close()
            release_device_memory()

    # Programs

    def run(self, compiled: CompiledProgram, *args: Any, config: Config = None) -> Any:
        """Run once, as a call of the program itself does; arguments are CPU tensors, DeviceTensors and scalars.

        All parameters: in place, returns None. Only the inputs of a program that returns: outputs are allocated on the
        host and returned; what nothing writes of them is poison. `config` stands over the worker's, that over the
        program's. Raises ValueError for a program of another platform (both are named), and ArgumentError, which names
        the parameter, for an argument that does not fit it: also a tensor that was freed, or of another worker.
        """
        with AtTheCall():
            self._check_program(compiled)
            return self._run(compiled, args, config)

    def register(self, compiled: CompiledProgram) -> RegisteredProgram:
        """Make a program ready once, its native code built and loaded; returns a handle that is called with arguments."""
        with AtTheCall():
            self._check_program(compiled)
            if (self._config or compiled.config).engine == "native":
                compiled.load_native()
        return RegisteredProgram(compiled, self._run_registered)

    def _run_registered(self, compiled: CompiledProgram, args: tuple[Any, ...], config: Config) -> Any:
        with AtTheCall():
            self._memory.check_open()
            return self._run(compiled, args, config)

    def _run(self, compiled: CompiledProgram, args: tuple[Any, ...], config: Config) -> Any:
        options = self._config if config is None else RunConfig.of(config)
        if config is not None and options is not None and options.platform != self.platform:
            raise DeviceValueError(
                f"config says {options.platform}, this worker is one of {self.platform}",
                help="leave the platform out of the config of a call, or open a worker of that platform",
            )
        return compiled.call(args, options, self._memory)

    def _check_program(self, compiled: Any) -> None:
        self._memory.check_open()
        if isinstance(compiled, Compiled) and not isinstance(compiled, CompiledProgram):
            raise DeviceTypeError(
                f"a ChipWorker is one device, and {compiled.entry} is a program of the host, which runs on several ranks",
                help="call the program itself, with tensors of the host",
            )
        if not isinstance(compiled, CompiledProgram):
            name = getattr(compiled, "__name__", None)
            found = kind_of(compiled) if name is None else f"{name}, {kind_of(compiled)}"
            raise DeviceTypeError(
                f"a ChipWorker runs compiled programs, found {found}",
                help=f"compile it first: {name}.compile(...)"
                if name is not None and hasattr(compiled, "compile")
                else "pass what k.compile(...) or pypto.ir.compile(...) gives",
            )
        if compiled.platform != self.platform:
            raise DeviceValueError(
                f"{compiled.entry} was compiled for {compiled.platform}, this worker is one of {self.platform}",
                help=f'compile it with config={{"platform": "{self.platform}"}}, or open '
                f'ChipWorker({{"platform": "{compiled.platform}"}})',
            )

    # Tensors

    def alloc_tensor(self, shape: Any, dtype: Any, *, init: Any = None, worker_id: int = 0) -> DeviceTensor:
        """A tensor in device memory, which lives until `free_tensor` or the end of the worker.

        shape: extents. dtype: an element type of the language or its Torch dtype; `pl.FP4` counts elements in `shape`,
        Torch's carrier bytes. init: a contiguous CPU tensor of that shape and dtype, copied into it; without it the
        memory is poison (NaN, bytes of 0xA5). Raises ValueError, TypeError, and MemoryError.
        """
        with AtTheCall():
            self._memory.check_open()
            _check_worker(worker_id)
            made = allocate(self._memory, shape, dtype)
            if init is not None:
                try:
                    self._fill(made, init)
                except BaseException:
                    release(self._memory, made)
                    raise
            return made

    def _fill(self, tensor: DeviceTensor, init: Any) -> None:
        kind = next(d for d in ALL if d.carrier == str(tensor.dtype).removeprefix("torch."))
        shape = tensor.shape
        if kind.packed and shape:
            shape = (*shape[:-1], 2 * shape[-1])
        check_tensor(Parameter("init", "tensor", "in", shape, kind), init)
        if isinstance(init, DeviceTensor):
            raise DeviceTypeError("init is a device tensor", help="pass a CPU tensor")
        self._memory.copy_to(tensor.data_ptr, init, tensor.nbytes)

    def free_tensor(self, t: DeviceTensor, *, worker_id: int = 0) -> None:
        """Give the memory of a tensor back. ValueError where that was done already, or by another worker's tensor."""
        with AtTheCall():
            self._memory.check_open()
            _check_worker(worker_id)
            release(self._memory, t)

    # Bytes

    def malloc(self, nbytes: int, *, worker_id: int = 0) -> int:
        """The address of fresh device memory, filled with 0xA5.

        nbytes: how many bytes, from 1. ValueError below, MemoryError where the system has no room.
        """
        with AtTheCall():
            self._memory.check_open()
            _check_worker(worker_id)
            return self._memory.malloc(nbytes).address

    def free(self, ptr: int, *, worker_id: int = 0) -> None:
        """Give back what `malloc` gave. ValueError for any other address, and for one that was freed already."""
        with AtTheCall():
            self._memory.check_open()
            _check_worker(worker_id)
            self._memory.free(ptr)

    def copy_to(self, dst_dev: Any, src_host: Any, nbytes: int, *, worker_id: int = 0) -> None:
        """Copy bytes of the host to the device.

        dst_dev: a DeviceTensor, or an address in device memory. src_host: a contiguous CPU tensor, or an address, which
        is taken as it is. nbytes: how many bytes. ValueError where they leave an allocation or the tensor.
        """
        with AtTheCall():
            self._memory.check_open()
            _check_worker(worker_id)
            self._memory.copy_to(self._on_device(dst_dev, "dst_dev"), src_host, nbytes)

    def copy_from(self, dst_host: Any, src_dev: Any, nbytes: int, *, worker_id: int = 0) -> None:
        """Copy bytes of the device to the host; the arguments are those of `copy_to` with the sides exchanged."""
        with AtTheCall():
            self._memory.check_open()
            _check_worker(worker_id)
            self._memory.copy_from(dst_host, self._on_device(src_dev, "src_dev"), nbytes)

    def _on_device(self, value: Any, name: str) -> Any:
        if not isinstance(value, DeviceTensor):
            return value
        check_usable(value, self._memory, name)
        return value.data_ptr


class RegisteredProgram:
    """A program that a worker holds ready; called with its arguments, as `worker.run` is.

    A context manager: leaving it is `unregister()`, after which a call is a RuntimeError.
    """

    def __init__(
        self, compiled: CompiledProgram, run: Callable[[CompiledProgram, tuple[Any, ...], Config], Any]
    ) -> None:
        self.compiled = compiled
        self._run: Callable[[CompiledProgram, tuple[Any, ...], Config], Any] | None = run

    def __call__(self, *args: Any, config: Config = None) -> Any:
        with AtTheCall():
            return self._running()(self.compiled, args, config)

    def unregister(self) -> None:
        """Let the worker forget the program. May be repeated."""
        self._run = None

    def _running(self) -> Callable[[CompiledProgram, tuple[Any, ...], Config], Any]:
        if self._run is None:
            raise WorkerClosedError(
                f"{self.compiled.entry} is not registered any more",
                help="call worker.register(compiled) again",
            )
        return self._run

    def __enter__(self) -> RegisteredProgram:
        with AtTheCall():
            self._running()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unregister()

    def __repr__(self) -> str:
        return f"RegisteredProgram({self.compiled.entry}{'' if self._run else ', unregistered'})"


def _check_worker(worker_id: Any) -> None:
    if isinstance(worker_id, bool) or worker_id != 0:
        raise DeviceValueError(
            f"worker_id is {worker_id!r}, and a ChipWorker is one device",
            help="leave worker_id out, or pass 0",
        )
