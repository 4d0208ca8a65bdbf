# SPDX-License-Identifier: Apache-2.0
"""A driver that is made ready once and called again and again, with its windows kept where that is asked for.

with compiled.prepare(callbacks={"report": print}, persistent=True, reset_persistent_windows=False) as worker:
    for xs, ys in batches:
        worker(xs, ys)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from pypto.errors import ArgumentError, AtTheCall, UserError
from pypto.runtime.config import RunConfig
from pypto.runtime.memory import WorkerClosedError
from pypto.runtime.windows import Ranks

if TYPE_CHECKING:
    from pypto.ir.host import HostProgram
    from pypto.runtime.drive import HostRecord

Config = RunConfig | Mapping[str, Any] | None


class Driver(Protocol):
    """What a worker needs of a compiled program of the host."""

    @property
    def entry(self) -> str: ...
    @property
    def platform(self) -> str: ...
    @property
    def world_size(self) -> int: ...
    @property
    def config(self) -> RunConfig: ...
    @property
    def program(self) -> HostProgram: ...
    def load_native(self) -> None: ...
    def workers(self, callbacks: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]: ...
    def completed(self, args: Sequence[Any]) -> list[Any]: ...
    def returned(self, full: Sequence[Any]) -> Any: ...
    def dispatch(
        self,
        args: Sequence[Any],
        config: RunConfig | None = None,
        *,
        callbacks: Mapping[str, Callable[..., Any]] | None = None,
        ranks: Ranks | None = None,
    ) -> HostRecord: ...


NOT_BUILT = (
    *(
        "submit",
        "alloc_tensor",
        "free_tensor",
        "alloc_stacked_tensor",
        "free_stacked_tensor",
        "copy_stacked_from",
    ),
    *(
        "malloc",
        "free",
        "copy_to",
        "copy_from",
        "committed_device_memory",
        "release_inherited_host_tensor_refs",
    ),
)
"""Names of a worker that this package does not have."""


class WorkerValueError(ArgumentError, ValueError):
    """What does not fit a worker of ranks."""


class WorkerTypeError(ArgumentError, TypeError):
    """A call of a worker that does not say what to run."""


class WorkerPartError(UserError, AttributeError):
    """A part of a worker that this package does not have."""

    default_code = "unsupported"


class DistributedWorker:
    """Programs of the host, ready to be called; made by `DistributedCompiledProgram.prepare`. A context manager.

    Errors have a code, a help and a class of Python's: ValueError for what does not fit this worker, TypeError for a call
    that does not say which program, RuntimeError for use after `close()`.
    """

    def __init__(
        self,
        compiled: Driver,
        config: RunConfig | None,
        extra: Iterable[Driver],
        persistent: bool,
        reset: bool | None,
        callbacks: Mapping[str, Callable[..., Any]],
    ) -> None:
        if reset and not persistent:
            raise WorkerValueError(
                "reset_persistent_windows=True needs persistent=True: other windows are new for each call anyway",
                help="prepare(persistent=True), or leave it out",
            )
        self._config = config
        self._persistent = persistent
        self._zero = reset is not False
        self._callbacks = dict(callbacks)
        self._ranks: dict[int, tuple[Driver, Ranks | None]] = {}
        self._closed = False
        self._first = compiled
        programs = [compiled, *extra]
        names = {name for program in programs for name in program.program.workers}
        unknown = next((name for name in callbacks if name not in names), None)
        if unknown is not None:
            raise WorkerValueError(
                f"callbacks names {unknown!r}, and no program of this worker calls a function of the host of that name",
                help=f"their functions of the host: {', '.join(sorted(names)) or 'none'}",
            )
        for program in programs:
            self._add(program)

    def _add(self, compiled: Driver) -> None:
        for what in ("platform", "device_ids"):
            mine, other = _told(self._first, what), _told(compiled, what)
            if mine != other:
                raise WorkerValueError(
                    f"{compiled.entry} has the {what} {other}, and this worker has {mine}",
                    help="the programs of a worker run on the same devices: prepare it by itself",
                )
        options = self._config or compiled.config
        compiled.workers(self._own(compiled))
        if options.engine == "native":
            compiled.load_native()
        ranks = None
        if self._persistent:
            ranks = Ranks(options.platform, compiled.world_size, True, self._zero)
        self._ranks[id(compiled)] = compiled, ranks

    def _own(self, compiled: Driver) -> dict[str, Callable[..., Any]]:
        return {name: f for name, f in self._callbacks.items() if name in compiled.program.workers}

    def __call__(self, *args: Any, config: Config = None) -> Any:
        """Run the one program of this worker, as a call of it does."""
        with AtTheCall():
            self._check_open()
            if len(self._ranks) != 1:
                raise WorkerTypeError(
                    f"this worker has {len(self._ranks)} programs",
                    help="say which: worker.run(compiled, ...)",
                )
            return self._run(self._first, args, config)

    def run(self, compiled: Driver, *args: Any, config: Config = None) -> Any:
        """Run a program of this worker; ValueError for one that it does not know."""
        with AtTheCall():
            self._check_open()
            if id(compiled) not in self._ranks:
                name = getattr(compiled, "entry", repr(compiled))
                raise WorkerValueError(
                    f"{name} is not registered with this worker", help="worker.register(compiled)"
                )
            return self._run(compiled, args, config)

    def register(self, compiled: Driver) -> None:
        """Make a further program known; ValueError where it is for another platform or other devices."""
        with AtTheCall():
            self._check_open()
            if id(compiled) not in self._ranks:
                self._add(compiled)

    def dispatch(self, args: Sequence[Any], config: Config = None) -> HostRecord:
        """Run the program that this worker was prepared for on all of its parameters; what its ranks did."""
        with AtTheCall():
            self._check_open()
            return self._dispatch(self._first, args, config)

    def _dispatch(self, compiled: Driver, args: Sequence[Any], config: Config) -> HostRecord:
        options = self._config if config is None else RunConfig.of(config)
        _, ranks = self._ranks[id(compiled)]
        return compiled.dispatch(args, options, callbacks=self._own(compiled), ranks=ranks)

    def _run(self, compiled: Driver, args: tuple[Any, ...], config: Config) -> Any:
        full = compiled.completed(args)
        self._dispatch(compiled, full, config)
        return compiled.returned(full) if len(args) < len(full) else None

    def close(self) -> None:
        """Give the memory of kept windows back. May be repeated."""
        self._closed = True
        for _, ranks in self._ranks.values():
            if ranks is not None:
                ranks.close()

    def _check_open(self) -> None:
        if self._closed:
            raise WorkerClosedError(
                "this worker is closed", help="use it inside of its `with` block, or prepare another one"
            )

    def __enter__(self) -> DistributedWorker:
        with AtTheCall():
            self._check_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getattr__(self, name: str) -> NoReturn:
        if name in NOT_BUILT:
            raise WorkerPartError(
                f"a worker of ranks has no {name} yet: calls take tensors of the host, one after the other",
                help="worker(xs, ys), or worker.run(compiled, xs, ys)",
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        names = ", ".join(compiled.entry for compiled, _ in self._ranks.values())
        return f"DistributedWorker({names}{', closed' if self._closed else ''})"


def _told(compiled: Driver, what: str) -> Any:
    if what == "platform":
        return compiled.platform
    given = compiled.config.distributed_config
    return list(range(compiled.world_size)) if given is None else list(given.device_ids)
