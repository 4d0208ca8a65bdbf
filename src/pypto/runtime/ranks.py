# SPDX-License-Identifier: Apache-2.0
"""The ranks that a program of the host runs on.

>>> DistributedConfig(device_ids=[0, 1]).world_size
2
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

MOST_THREADS = 1024
RUNTIMES = ("tensormap_and_ringbuffer",)


@dataclass(frozen=True)
class DistributedConfig:
    """Options of a program of several ranks; rank r runs on the device `device_ids[r]`. ValueError names the field.

    device_ids: distinct numbers from 0, at least one; not more than there are ranks. num_sub_workers: processes for
    callbacks of the host. runtime: how an orchestration runs, by name. aicpu_thread_num: threads of the control processor
    of each device, 0 as many as the platform has.
    """

    device_ids: tuple[int, ...] = (0,)
    num_sub_workers: int = 0
    runtime: str = RUNTIMES[0]
    aicpu_thread_num: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "device_ids", _devices(self.device_ids))
        if not _whole(self.num_sub_workers) or self.num_sub_workers < 0:
            raise _wrong("num_sub_workers", "an integer from 0", self.num_sub_workers)
        name = getattr(self.runtime, "name", self.runtime)
        if not isinstance(name, str) or name.lower() not in RUNTIMES:
            raise _wrong("runtime", f"one of {', '.join(RUNTIMES)}", self.runtime)
        object.__setattr__(self, "runtime", name.lower())
        threads = self.aicpu_thread_num
        if not _whole(threads) or not (threads == 0 or 2 <= threads <= MOST_THREADS):
            raise _wrong("aicpu_thread_num", f"0 or an integer from 2 to {MOST_THREADS}", threads)

    @property
    def world_size(self) -> int:
        """How many ranks there are."""
        return len(self.device_ids)

    @classmethod
    def of(cls, value: Any) -> DistributedConfig | None:
        """The configuration from a dict of its fields; None stays None."""
        if value is None or isinstance(value, cls):
            return value
        if not isinstance(value, Mapping):
            raise ValueError(
                f"config key 'distributed_config' takes a DistributedConfig or a dict of its fields, got {value!r:.80}"
            )
        known = [f.name for f in fields(cls)]
        for key in value:
            if key not in known:
                raise ValueError(
                    f"unknown field {key!r} of distributed_config; its fields: {', '.join(known)}"
                )
        return cls(**value)

    def as_dict(self) -> dict[str, Any]:
        """The fields in the types of JSON."""
        return {**asdict(self), "device_ids": list(self.device_ids)}


def _devices(given: Any) -> tuple[int, ...]:
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise _wrong("device_ids", "a list of device numbers", given)
    ids = tuple(given)
    for number in ids:
        if not _whole(number) or number < 0:
            raise _wrong("device_ids", "a list of integers from 0", list(ids))
    if not ids:
        raise _wrong("device_ids", "a list with at least one device", [])
    repeated = sorted({n for n in ids if ids.count(n) > 1})
    if repeated:
        raise ValueError(f"distributed_config: device_ids names device {repeated[0]} twice: {list(ids)}")
    return ids


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(name: str, expected: str, got: Any) -> ValueError:
    return ValueError(f"distributed_config: {name} must be {expected}, got {got!r:.80}")
