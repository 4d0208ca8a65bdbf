# SPDX-License-Identifier: Apache-2.0
"""One configuration for both halves of a run: what the compiler reads and what the dispatch reads.

    >>> RunConfig(platform="a5sim", workers=1).platform
    'a5sim'

Keys that are known but not built yet are errors at a value other than their default, so that nothing is ignored
silently.
"""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from pypto import environment
from pypto.codes import WARNINGS
from pypto.nearby import nearest
from pypto.platforms import PLANNERS, PLATFORMS, PYPTO, Platform
from pypto.runtime.ranks import DistributedConfig

ENGINES = ("native", "interpret")
DIAGNOSTIC_PHASES = ("NONE", "PRE_PIPELINE", "POST_PIPELINE")
"""When findings are reported: never, those of the source before the passes, those of the passes too."""

OFF_BY_DEFAULT = ("1002",)
"""The warnings that `disabled_diagnostics=None` leaves out."""

PMU_GROUPS = {
    1: "ARITHMETIC", 2: "PIPE", 4: "MEMORY", 5: "MEMORY_L0", 6: "RESOURCE_CONFLICT", 7: "MEMORY_UB", 8: "L2_CACHE",
}  # fmt: skip
PIPE, MEMORY = 2, 4
COUNTED_GROUPS = (PIPE, MEMORY)
"""The event groups with columns of their own; of any other the device of this package tells the time of blocks alone."""

RINGS = 4
MOST_WORKERS = 1024
_NOT_BUILT: Mapping[str, Any] = {
    "cache_config": (None,),
}
"""Accepted values of the keys whose feature does not exist yet."""

_NAMES: Mapping[str, tuple[str, ...]] = {
    "strategy": ("Default",),
    "memory_planner": PLANNERS,
    "diagnostic_phase": DIAGNOSTIC_PHASES,
}
"""The values that keys of texts have; each also takes None, and a member of an enumeration of that name."""

COMPILING = (
    "platform", "strategy", "dump_passes", "dump_ptoas_passes", "save_kernels_dir", "compile_profiling",
    "diagnostic_phase", "disabled_diagnostics", "distributed_config", "analyze_auto_scopes_for_deps",
    "memory_planner", "cache_config", "emit_source_loc",
)  # fmt: skip
"""The keys that a compiled program depends on; the others say how it is run."""


def workers_of_environment() -> int | None:
    """`PYPTO_WORKERS`; None where it is unset."""
    return environment.number("PYPTO_WORKERS", 1, MOST_WORKERS)


@dataclass
class RunConfig:
    """Options of compile and dispatch; see the guide's page on devices and platforms.

    platform: "a2a3sim", "a5sim" (anywhere), "a2a3", "a5" (a real card). engine: "native" or "interpret"; None takes
    `PYPTO_ENGINE`, then "native". workers: threads that stand for cores; None takes `PYPTO_WORKERS`, then the
    usable cores. schedule: "default", or "random" or "random:SEED" for another legal order of tasks. sanitize:
    False: no check of the order of accesses; True: reads of what nobody wrote are reported too.
    enable_chip_swimlane: 0 to 4, True means 4. aicpu_thread_num: threads of the control processor in what it writes; None
    takes what the program was compiled with, 0 the platform's number. distributed_config: the ranks of a program of the
    host, a DistributedConfig or a dict of its fields. ValueError and TypeError name the key.
    """

    platform: str = "a2a3sim"
    device_id: int = 0
    strategy: Any = None
    backend_type: Any = None
    dump_passes: bool | str = False
    dump_ptoas_passes: bool = False
    save_kernels: bool = False
    save_kernels_dir: str | os.PathLike[str] | None = None
    codegen_only: bool = False
    compile_profiling: bool = False
    diagnostic_phase: Any = None
    disabled_diagnostics: Any = None
    distributed_config: Any = None
    analyze_auto_scopes_for_deps: bool = False
    memory_planner: Any = None
    emit_source_loc: bool | None = None
    cache_config: Any = None
    aicpu_thread_num: int | None = None
    ring_task_window: Any = None
    ring_heap: Any = None
    ring_dep_pool: Any = None
    enable_chip_swimlane: int = 0
    enable_dump_args: int = 0
    enable_pmu: int = 0
    enable_dep_gen: bool = False
    enable_scope_stats: bool = False
    rtol: float = 1e-5
    atol: float = 1e-5
    golden_data_dir: str | os.PathLike[str] | None = None
    engine: str | None = None
    workers: int | None = None
    schedule: str | None = None
    sanitize: bool | None = None
    enable_l2_swimlane: Any = None

    def __post_init__(self) -> None:
        platform: Any = self.platform
        if not isinstance(platform, str) or platform not in PLATFORMS:
            raise ValueError(f"Invalid platform {platform!r}; one of {', '.join(PLATFORMS)} is expected")
        self._deprecated()
        self.distributed_config = DistributedConfig.of(self.distributed_config)
        self.engine = self._engine()
        self.workers = self._workers()
        self._levels()
        self._rings()
        self._schedule()
        if isinstance(self.device_id, bool) or not isinstance(self.device_id, int) or self.device_id < 0:
            raise ValueError(f"device_id must be a card number from 0, got {self.device_id!r}")
        environment.reads_back()  # what is unusable shows now, not when it is asked for
        environment.reassembles()
        self._threads()
        self._names()
        self._diagnostics()
        self._numbers()
        for key, accepted in _NOT_BUILT.items():
            value = getattr(self, key)
            if not any(value is a or (value == a and type(value) is type(a)) for a in accepted):
                raise ValueError(f"config key {key!r} is not supported yet; leave it out (got {value!r})")

    def _names(self) -> None:
        """Keys whose values are a few names; members of enumerations count by their name."""
        for key, names in _NAMES.items():
            value = getattr(self, key)
            if value is None:
                continue
            name = getattr(value, "name", value)
            if not isinstance(name, str) or name.upper() not in [n.upper() for n in names]:
                raise ValueError(f"config key {key!r} must be one of {', '.join(names)}, got {value!r}")
            setattr(self, key, next(n for n in names if n.upper() == name.upper()))

    def _threads(self) -> None:
        """Threads of the control processor: one orchestrates, at least one schedules; 0 as many as the chip has."""
        number: Any = self.aicpu_thread_num
        if number is None:
            return
        whole = isinstance(number, int) and not isinstance(number, bool)
        if not whole or not (number == 0 or 2 <= number <= MOST_WORKERS):
            raise ValueError(
                f"config key 'aicpu_thread_num' must be 0 (as many as the platform has, "
                f"{self.chip.control_threads}) or an integer from 2 to {MOST_WORKERS}, got {number!r}"
            )

    def _diagnostics(self) -> None:
        if self.emit_source_loc is None:
            environment.source_loc()  # an unusable one is an error here
        elif not isinstance(self.emit_source_loc, bool):
            raise ValueError(
                f"config key 'emit_source_loc' must be True, False or None, got {self.emit_source_loc!r}"
            )
        if self.diagnostic_phase is None:
            self.diagnostic_phase = _warning_level()
        off = self.disabled_diagnostics
        if off is None:
            return
        if isinstance(off, str) or not isinstance(off, Iterable):
            raise TypeError(f"config key 'disabled_diagnostics' takes a list of codes, got {off!r}")
        codes = tuple(sorted({str(getattr(code, "name", code)) for code in off}))
        for code in codes:
            if code not in WARNINGS:
                raise ValueError(
                    f"config key 'disabled_diagnostics' takes codes of warnings and hints, got {code!r}; "
                    f"they are {', '.join(WARNINGS)}"
                )
        self.disabled_diagnostics = codes

    def _numbers(self) -> None:
        for key in ("rtol", "atol"):
            value = getattr(self, key)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
                raise ValueError(f"config key {key!r} must be a number from 0, got {value!r}")
        for key in (
            "dump_ptoas_passes",
            "analyze_auto_scopes_for_deps",
            "save_kernels",
            "codegen_only",
            "compile_profiling",
            "enable_dep_gen",
            "enable_scope_stats",
        ):
            if not isinstance(getattr(self, key), bool):
                raise TypeError(f"config key {key!r} must be True or False, got {getattr(self, key)!r}")
        for key in ("save_kernels_dir", "golden_data_dir"):
            value = getattr(self, key)
            if value is not None and not isinstance(value, str | os.PathLike):
                raise TypeError(f"config key {key!r} must be a path, got {value!r}")
        if not self.compile_profiling:
            self.compile_profiling = environment.switch("PYPTO_COMPILE_PROFILING", False)
        self._pmu()

    def _pmu(self) -> None:
        group: Any = self.enable_pmu
        where = "config key 'enable_pmu'"
        if group is True:  # the group that the environment chooses
            where = "SIMPLER_PMU_EVENT_TYPE"
            group = environment.whole(environment.given(where) or str(PIPE))
            if group is None:
                raise ValueError(
                    f"{where} must be the number of an event group, got {environment.given(where)!r}"
                )
        if group is None or not isinstance(group, int):
            raise TypeError(f"{where} must be the number of an event group, or 0, got {group!r}")
        self.enable_pmu = group = int(group)
        if group == 0 or group in PMU_GROUPS:
            return
        groups = ", ".join(f"{number} {name}" for number, name in PMU_GROUPS.items())
        raise ValueError(f"{where} must be 0 or an event group ({groups}), got {group}")

    def _schedule(self) -> None:
        if self.sanitize is not None and not isinstance(self.sanitize, bool):
            raise TypeError(f"config key 'sanitize' must be True, False or None, got {self.sanitize!r}")
        value: Any = self.schedule
        if value in (None, "default"):
            self.schedule = None
            return
        kind, _, seed = value.partition(":") if isinstance(value, str) else ("", "", "")
        if kind != "random" or not ((seed.isascii() and seed.isdigit()) or value == "random"):
            raise ValueError(
                f"config key 'schedule' must be 'default', 'random' or 'random:SEED' (a number), got {value!r}"
            )
        if seed and int(seed) >= 2**63:
            raise ValueError(f"the seed in config key 'schedule' must be below 2**63, got {seed}")
        if not seed:
            self.schedule = f"random:{random.randrange(2**32)}"
        if self.engine == "interpret":
            raise ValueError(
                "config key 'schedule': the interpreter runs tasks in the order of submission; "
                "use engine='native' for another order"
            )

    @property
    def seed(self) -> int | None:
        """What a random schedule is drawn from; None for the default order."""
        if self.schedule is None:
            return None
        return int(self.schedule.partition(":")[2])

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RunConfig:
        """A configuration from one dict; TypeError for an unknown key, with the nearest known one."""
        known = [f.name for f in fields(cls)]
        for key in values:
            if key not in known:
                near = "distributed_config" if key in ("device_ids", "devices") else nearest(str(key), known)
                hint = f"; did you mean {near!r}?" if near else f"; known keys: {', '.join(known)}"
                raise TypeError(f"unknown config key {key!r}{hint}")
        return cls(**values)

    @classmethod
    def of(cls, config: RunConfig | Mapping[str, Any] | None) -> RunConfig:
        """The configuration as an object; None is all defaults."""
        if isinstance(config, RunConfig):
            return config
        if config is not None and not isinstance(config, Mapping):
            raise TypeError(
                f"config must be a dict, a RunConfig or None, got {type(config).__name__}; "
                "such as config=dict(platform='a2a3sim')"
            )
        return cls.from_dict(config or {})

    def compile_kwargs(self) -> dict[str, Any]:
        """The half that the compiler reads."""
        return {key: getattr(self, key) for key in COMPILING}

    def compile_key(self) -> tuple[str, ...]:
        """What tells two compiled programs of one specialisation apart: of how they are run only what is recorded."""
        recorded = str(self.engine), repr(self.aicpu_thread_num or 0)
        return (*(repr(self._compiled_with(key)) for key in COMPILING), *recorded)

    def text_key(self) -> tuple[str, ...]:
        """What a text of the build folder depends on."""
        elsewhere = ("save_kernels_dir", "compile_profiling", "cache_config")
        return tuple(repr(self._compiled_with(key)) for key in COMPILING if key not in elsewhere)

    def _compiled_with(self, key: str) -> Any:
        """What a key of compiling comes to, whether it is written out or left to its default."""
        if key == "emit_source_loc":
            return self.source_loc
        return self.planner if key == "memory_planner" else getattr(self, key)

    @property
    def source_loc(self) -> bool:
        """Whether the lines of a `.pto` text say their place in the kernel file."""
        return environment.source_loc() if self.emit_source_loc is None else self.emit_source_loc

    def check_compiled(self, compiled: RunConfig) -> None:
        """ValueError where this configuration of a call asks for what its compiled program was not compiled with."""
        for key in COMPILING:
            default = RunConfig.__dataclass_fields__[key].default
            wanted, got = self._compiled_with(key), compiled._compiled_with(key)
            if key == "platform" or wanted == got or getattr(self, key) == default:
                continue
            if _from_environment(key, wanted):
                continue
            raise ValueError(
                f"config key {key!r} is for compiling: the program was compiled with {got!r}, "
                f"and a call of it cannot have {wanted!r}"
            )

    def run_options(self) -> dict[str, Any]:
        """The half that the dispatch reads."""
        return {
            "device_id": self.device_id,
            "engine": self.engine,
            "workers": self.workers,
            "schedule": self.schedule,
            "sanitize": self.sanitize,
            "aicpu_thread_num": self.aicpu_thread_num,
            "ring_task_window": self.ring_task_window,
            "ring_heap": self.ring_heap,
            "ring_dep_pool": self.ring_dep_pool,
        }

    def dfx_options(self) -> dict[str, Any]:
        """Switches of the diagnostic outputs."""
        return {
            "enable_chip_swimlane": self.enable_chip_swimlane,
            "enable_dump_args": self.enable_dump_args,
            "enable_pmu": self.enable_pmu,
            "enable_dep_gen": self.enable_dep_gen,
            "enable_scope_stats": self.enable_scope_stats,
        }

    @property
    def planner(self) -> str:
        """Who gives tiles their addresses."""
        return self.memory_planner or PYPTO

    @property
    def ring_limits(self) -> tuple[int, ...]:
        """What the rings hold at most, of tasks, bytes and edges, a number for each ring; empty without limits."""
        given = [getattr(self, key) or (0,) * RINGS for key in _RING_RULES]
        return tuple(n for numbers in given for n in numbers) if any(map(any, given)) else ()

    @property
    def world_size(self) -> int:
        """How many ranks there are."""
        return 1 if self.distributed_config is None else len(self.distributed_config.device_ids)

    @property
    def chip(self) -> Platform:
        """The row of the platform table."""
        return PLATFORMS[self.platform]

    def _engine(self) -> str:
        if self.engine is None:
            return environment.choice("PYPTO_ENGINE", ENGINES) or "native"
        if self.engine not in ENGINES:
            raise ValueError(f"config key 'engine' must be one of {', '.join(ENGINES)}, got {self.engine!r}")
        return self.engine

    def _workers(self) -> int | None:
        value: Any = self.workers
        if value is None:
            return workers_of_environment()
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_WORKERS:
            raise ValueError(
                f"config key 'workers' must be an integer from 1 to {MOST_WORKERS}, got {value!r}"
            )
        return value

    def _deprecated(self) -> None:
        if self.enable_l2_swimlane is not None:
            if self.enable_chip_swimlane:
                raise ValueError("give enable_chip_swimlane or its old name enable_l2_swimlane, not both")
            warnings.warn("enable_l2_swimlane is now enable_chip_swimlane", DeprecationWarning, stacklevel=4)
            self.enable_chip_swimlane, self.enable_l2_swimlane = self.enable_l2_swimlane, None
        if self.backend_type is not None and str(self.backend_type) != PLATFORMS[self.platform].backend:
            warnings.warn(
                f"backend_type {self.backend_type!r} has no effect: platform {self.platform} decides",
                UserWarning,
                stacklevel=4,
            )

    def _levels(self) -> None:
        level = self.enable_chip_swimlane
        if isinstance(level, bool):
            level = 4 if level else 0
        if not isinstance(level, int):
            raise TypeError(f"enable_chip_swimlane must be a level from 0 to 4, got {level!r}")
        if not 0 <= level <= 4:
            raise ValueError(f"enable_chip_swimlane must be from 0 to 4, got {level}")
        self.enable_chip_swimlane = level
        dump: Any = self.enable_dump_args
        if isinstance(dump, bool):
            dump = int(dump)
        if not isinstance(dump, int):
            raise TypeError(f"enable_dump_args must be a level from 0 to 3, got {dump!r}")
        if not 0 <= dump <= 3:
            raise ValueError(f"enable_dump_args must be from 0 to 3, got {dump}")
        self.enable_dump_args = dump
        for key in ("enable_dump_args", "enable_dep_gen", "enable_pmu", "enable_scope_stats"):
            if getattr(self, key) and self.engine == "interpret":
                raise ValueError(f"config key {key!r} needs the native engine")
        if self.sanitize is True and self.engine == "interpret":
            raise ValueError(
                "config key 'sanitize': the interpreter runs one task after the other and does not check their "
                "order; use engine='native', or leave the key out"
            )
        if not isinstance(self.dump_passes, bool) and self.dump_passes not in ("NONE", "CONCISE", "EXPLICIT"):
            raise ValueError(
                f"dump_passes must be a bool, 'NONE', 'CONCISE' or 'EXPLICIT', got {self.dump_passes!r}"
            )

    def _rings(self) -> None:
        """Sizes become four numbers each, 0 for a ring without a limit; the environment stands in for absent keys."""
        for key, rule in _RING_RULES.items():
            value: Any = getattr(self, key)
            variable = f"PTO2_{key.upper()}"
            raw = environment.given(variable)
            default = rule.sizes(variable, _ring_numbers(variable, raw)) if raw else None
            sizes = default if value is None else rule.sizes(key, value)
            if sizes is None:
                continue
            if self.engine == "interpret" and sizes != default:
                raise ValueError(f"config key {key!r} needs the native engine")
            setattr(self, key, sizes)


@dataclass(frozen=True)
class _RingRule:
    least: int
    most: int | None
    power: bool

    def allows(self, number: int) -> bool:
        within = number >= self.least and (self.most is None or number <= self.most)
        return within and not (self.power and number & (number - 1))

    def sizes(self, where: str, value: Any) -> tuple[int, ...]:
        """A number for each ring; `where`: what says them."""
        several = isinstance(value, list | tuple)
        if several and len(value) != RINGS:
            raise ValueError(f"{where} takes one integer or exactly {RINGS}, got {value!r}")
        for part in value if several else [value]:
            if isinstance(part, bool) or not isinstance(part, int):
                raise ValueError(f"{where} takes integers, got {part!r}")
            if not (several and part == 0) and not self.allows(part):
                raise ValueError(f"{where} must be {self.text}, got {part}")
        return tuple(value) if several else (value,) * RINGS

    @property
    def text(self) -> str:
        kind = (
            f"a power of two of at least {self.least}"
            if self.power
            else f"an integer of at least {self.least}"
        )
        return kind if self.most is None else f"{kind} and at most {self.most}"


_RING_RULES = {
    "ring_task_window": _RingRule(4, None, True),
    "ring_heap": _RingRule(1024, None, True),
    "ring_dep_pool": _RingRule(4, 2**31 - 1, False),
}


def _from_environment(key: str, value: Any) -> bool:
    """Whether a variable of the environment gives a key of compiling this value."""
    if key == "compile_profiling":
        return environment.switch("PYPTO_COMPILE_PROFILING", False)
    return key == "diagnostic_phase" and _warning_level() == value


def _warning_level() -> str | None:
    return environment.choice("PYPTO_WARNING_LEVEL", DIAGNOSTIC_PHASES)


def _ring_numbers(variable: str, text: str) -> int | tuple[int, ...]:
    """What a variable of the environment says: one number, or four with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    numbers = tuple(n for n in map(environment.whole, parts) if n is not None)
    if len(numbers) != len(parts):
        raise ValueError(f"{variable} takes one integer or {RINGS} with commas between them, got {text!r}")
    return numbers[0] if len(numbers) == 1 else numbers
