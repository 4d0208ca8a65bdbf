# SPDX-License-Identifier: Apache-2.0
"""One configuration for both halves of a run: what the compiler reads and what the dispatch reads.

    >>> RunConfig(platform="a5sim", workers=1).platform
    'a5sim'

Keys that are known but not built yet are errors at a value other than their default, so that nothing is ignored
silently.
"""

from __future__ import annotations

import difflib
import os
import random
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from pypto.platforms import PLATFORMS, Platform

ENGINES = ("native", "interpret")
MOST_WORKERS = 1024
_NOT_BUILT: Mapping[str, Any] = {
    "strategy": (None, "Default"),
    "dump_ptoas_passes": (False,),
    "codegen_only": (False,),
    "compile_profiling": (False,),
    "diagnostic_phase": (None,),
    "disabled_diagnostics": (None,),
    "distributed_config": (None,),
    "analyze_auto_scopes_for_deps": (False,),
    "memory_planner": (None, "PYPTO"),
    "cache_config": (None,),
    "aicpu_thread_num": (None,),
    "ring_task_window": (None,),
    "ring_heap": (None,),
    "ring_dep_pool": (None,),
    "enable_pmu": (0,),
    "enable_scope_stats": (False,),
}
"""Accepted values of the keys whose feature does not exist yet."""


def workers_of(text: str) -> int:
    """The number that `PYPTO_WORKERS` holds."""
    short = text.isascii() and text.isdigit() and len(text) < 10
    if not short or not 1 <= int(text) <= MOST_WORKERS:
        raise ValueError(f"PYPTO_WORKERS must be an integer from 1 to {MOST_WORKERS}, got {text!r}")
    return int(text)


@dataclass
class RunConfig:
    """Options of compile and dispatch; see the guide's page on devices and platforms.

    platform: "a2a3sim", "a5sim" (anywhere), "a2a3", "a5" (a real card). engine: "native" or "interpret"; None takes
    `PYPTO_ENGINE`, then "native". workers: threads that stand for cores; None takes `PYPTO_WORKERS`, then the
    usable cores. schedule: "default", or "random" or "random:SEED" for another legal order of tasks. sanitize:
    False: no check of the order of accesses; True: reads of what nobody wrote are reported too.
    enable_chip_swimlane: 0 to 4, True means 4. ValueError and TypeError name the key.
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
        if self.platform not in PLATFORMS:
            raise ValueError(f"Invalid platform {self.platform!r}; one of {', '.join(PLATFORMS)} is expected")
        self._deprecated()
        self.engine = self._engine()
        self.workers = self._workers()
        self._levels()
        self._rings()
        self._schedule()
        if isinstance(self.device_id, bool) or not isinstance(self.device_id, int) or self.device_id < 0:
            raise ValueError(f"device_id must be a card number from 0, got {self.device_id!r}")
        for key, accepted in _NOT_BUILT.items():
            value = getattr(self, key)
            if not any(value is a or (value == a and type(value) is type(a)) for a in accepted):
                raise ValueError(f"config key {key!r} is not supported yet; leave it out (got {value!r})")

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
                near = difflib.get_close_matches(str(key), known, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known keys: {', '.join(known)}"
                raise TypeError(f"unknown config key {key!r}{hint}")
        return cls(**values)

    def compile_kwargs(self) -> dict[str, Any]:
        """The half that the compiler reads."""
        return {
            "platform": self.platform,
            "dump_passes": self.dump_passes,
            "save_kernels_dir": self.save_kernels_dir,
        }

    def run_options(self) -> dict[str, Any]:
        """The half that the dispatch reads."""
        return {
            "device_id": self.device_id,
            "engine": self.engine,
            "workers": self.workers,
            "schedule": self.schedule,
            "sanitize": self.sanitize,
        }

    def dfx_options(self) -> dict[str, Any]:
        """Switches of the diagnostic outputs."""
        return {
            "enable_chip_swimlane": self.enable_chip_swimlane,
            "enable_dump_args": self.enable_dump_args,
            "enable_dep_gen": self.enable_dep_gen,
        }

    @property
    def chip(self) -> Platform:
        """The row of the platform table."""
        return PLATFORMS[self.platform]

    def _engine(self) -> str:
        where, value = "config key 'engine'", self.engine
        if value is None:
            where, value = "PYPTO_ENGINE", os.environ.get("PYPTO_ENGINE") or "native"
        if value not in ENGINES:
            raise ValueError(f"{where} must be one of {', '.join(ENGINES)}, got {value!r}")
        return value

    def _workers(self) -> int | None:
        value: Any = self.workers
        if value is None:
            raw = os.environ.get("PYPTO_WORKERS")
            if not raw:
                return None
            return workers_of(raw)
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
        if not isinstance(self.enable_dep_gen, bool):
            raise TypeError(f"enable_dep_gen must be True or False, got {self.enable_dep_gen!r}")
        for key in ("enable_dump_args", "enable_dep_gen"):
            if getattr(self, key) and self.engine == "interpret":
                raise ValueError(f"config key {key!r} needs the native engine")
        if not isinstance(self.dump_passes, bool) and self.dump_passes not in ("NONE", "CONCISE", "EXPLICIT"):
            raise ValueError(
                f"dump_passes must be a bool, 'NONE', 'CONCISE' or 'EXPLICIT', got {self.dump_passes!r}"
            )

    def _rings(self) -> None:
        """Ring sizes have rules of their own, which hold whether or not rings are modelled."""
        rules = {
            "ring_task_window": (4, None, True),
            "ring_heap": (1024, None, True),
            "ring_dep_pool": (4, 2**31 - 1, False),
        }
        for key, (least, most, power) in rules.items():
            value = getattr(self, key)
            if value is None:
                continue
            parts = value if isinstance(value, list | tuple) else [value]
            if isinstance(value, list | tuple) and len(parts) != 4:
                raise ValueError(f"{key} takes one integer or exactly four, got {value!r}")
            for part in parts:
                if isinstance(part, bool) or not isinstance(part, int):
                    raise ValueError(f"{key} takes integers, got {part!r}")
                if part == 0 and isinstance(value, list | tuple):
                    continue
                if part < least or (most is not None and part > most) or (power and part & (part - 1)):
                    kind = "a power of two" if power else "an integer"
                    raise ValueError(f"{key} must be {kind} of at least {least}, got {part}")
            # The CPU device has no rings: the sizes are checked, and cannot be exceeded.
            setattr(self, key, None)
