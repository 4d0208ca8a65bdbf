# SPDX-License-Identifier: Apache-2.0
"""Snapshots: inputs and reference on disk, and running from them again.

    data/in/<name>.pt    every In tensor, every InOut tensor's initial state, every scalar
    data/out/<name>.pt   every Out and InOut tensor's reference; never a device result
    data/manifest.json   names, shapes, dtypes, directions, hashes of the files, seed, versions

Folders appear whole: each is written beside its place and renamed. A snapshot without a manifest is
accepted, its tensors then being checked one by one.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch

from golden import tensor_file
from golden.abi import Spec, kind_of
from golden.errors import HarnessError
from golden.files import is_build_folder
from golden.places import Place
from golden.report import say
from golden.spec import ScalarSpec, TensorSpec

SCHEMA = 1


_OTHER_CASE = (
    "it was saved by another case, or before the specs changed: choose its case with the file's own options, "
    "such as --mode"
)


class ReplayError(HarnessError):
    """A snapshot that is missing, damaged, or of another run."""


@dataclass(frozen=True)
class Origin:
    """Where a snapshot comes from: what a later run compares itself with."""

    seed: int | None
    golden_source: str | None
    kernel_source: str | None
    comparison: dict[str, Any]


def versions() -> dict[str, str]:
    try:
        own = version("goldtile")
    except PackageNotFoundError:
        own = "not installed"
    return {"goldtile": own, "torch": torch.__version__, "python": platform.python_version()}


# --- writing ---------------------------------------------------------------------------------------


class SnapshotWriter:
    """Writes one snapshot: inputs first, the reference when it is known."""

    def __init__(self, root: Path, specs: Sequence[Spec], origin: Origin) -> None:
        self.root = root
        self._specs = list(specs)
        self._origin = origin
        self._files: dict[str, str] = {}

    def write_inputs(self, tensors: Mapping[str, torch.Tensor]) -> None:
        """Replaces a snapshot of an earlier run; its reference goes first, as it belongs to other inputs."""
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / "manifest.json").unlink(missing_ok=True)
        shutil.rmtree(self.root / "out", ignore_errors=True)
        self._write("in", tensors)

    def write_expected(self, tensors: Mapping[str, torch.Tensor]) -> None:
        self._write("out", tensors)

    def write_actual(self, tensors: Mapping[str, torch.Tensor]) -> None:
        """What the device computed; no replay reads it."""
        self._write("actual", tensors)

    def _write(self, folder: str, tensors: Mapping[str, torch.Tensor]) -> None:
        self._files.update(_write_folder(self.root, folder, tensors))
        manifest = {
            "schema": SCHEMA,
            "versions": versions(),
            "seed": self._origin.seed,
            "golden_source": self._origin.golden_source,
            "kernel_source": self._origin.kernel_source,
            "comparison": self._origin.comparison,
            "parameters": [_describe(spec) for spec in self._specs],
            "files": self._files,
        }
        temporary = self.root / f".manifest-{secrets.token_hex(4)}"
        try:
            temporary.write_text(json.dumps(manifest, indent=2) + "\n")
            os.replace(temporary, self.root / "manifest.json")
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _describe(spec: Spec) -> dict[str, Any]:
    described: dict[str, Any] = {"name": spec.name, "kind": kind_of(spec), "dtype": str(spec.dtype)}
    if isinstance(spec, TensorSpec):
        return {**described, "direction": spec.direction, "shape": list(spec.shape)}
    return {**described, "direction": "in", "shape": None, "value": str(spec.to_python())}


def _write_folder(root: Path, folder: str, tensors: Mapping[str, torch.Tensor]) -> dict[str, str]:
    """One folder, complete or not at all; the hash of every file in it."""
    token = secrets.token_hex(4)
    temporary, retired = root / f".{folder}-{token}", root / f".{folder}-{token}-old"
    hashes = {}
    try:
        temporary.mkdir()
        for name, tensor in tensors.items():
            path = temporary / f"{name}.pt"
            _save(_compact(tensor), path, root / folder / path.name)
            hashes[f"{folder}/{name}.pt"] = file_hash(path)
        target = root / folder
        if target.exists():
            os.replace(target, retired)
        os.replace(temporary, target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        shutil.rmtree(retired, ignore_errors=True)
    return hashes


def _save(tensor: torch.Tensor, path: Path, shown: Path) -> None:
    """`torch.save`, which hides what the system said behind a word of its own; `shown`: where the file was to be."""
    try:
        with path.open("wb") as stream:
            torch.save(tensor, stream)
    except (RuntimeError, OSError) as error:
        cause = error if isinstance(error, OSError) else error.__context__
        said = cause.strerror if isinstance(cause, OSError) else None
        number = cause.errno if isinstance(cause, OSError) else None
        free = shutil.disk_usage(path.parent).free
        reason = (
            f"{said or str(error).splitlines()[0]} ({tensor.nbytes} bytes wanted, {free} free on that disk)"
        )
        raise OSError(number, reason, str(shown)) from error


def _compact(tensor: torch.Tensor) -> torch.Tensor:
    """Contiguous and alone in its storage, because saving a view saves all of what it looks at."""
    tensor = tensor.detach().cpu()
    alone = tensor.untyped_storage().nbytes() == tensor.numel() * tensor.itemsize
    return tensor if alone and tensor.is_contiguous() else tensor.clone(memory_format=torch.contiguous_format)


def file_hash(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# --- reading ---------------------------------------------------------------------------------------


class Snapshot:
    """A `data` directory that a run takes its inputs and reference from."""

    def __init__(self, root: Path, *, has_callback: bool) -> None:
        if not root.is_dir():
            raise ReplayError(f"golden_data is not a directory: {root}")
        self.root = root
        self.inputs_only = not has_callback and not (root / "out").exists()
        self.manifest = self._read_manifest()

    def _read_manifest(self) -> dict[str, Any] | None:
        path = self.root / "manifest.json"
        if not path.exists():
            return None
        try:
            manifest = json.loads(path.read_text())
        except (ValueError, OSError) as error:
            raise ReplayError(f"golden_data manifest cannot be read: {path}: {error}") from error
        parameters = manifest.get("parameters") if isinstance(manifest, dict) else None
        if not isinstance(parameters, list) or not isinstance(manifest.get("files"), dict):
            raise ReplayError(f"golden_data manifest is not one of ours: {path}")
        if manifest.get("schema") != SCHEMA:
            raise ReplayError(
                f"golden_data manifest has schema {manifest.get('schema')}, want {SCHEMA}: {path}"
            )
        if not all(isinstance(item, dict) and isinstance(item.get("name"), str) for item in parameters):
            raise ReplayError(f"golden_data manifest is not one of ours: {path}")
        return manifest

    def check_specs(self, specs: Sequence[Spec]) -> None:
        """Names, kinds, shapes and dtypes of the manifest against the specs; needs no compiled program."""
        if self.manifest is None:
            return
        stored = {item["name"]: item for item in self.manifest["parameters"]}
        names = [spec.name for spec in specs]
        if list(stored) != names:
            self._refuse([f"names stored={list(stored)} spec={names}", _OTHER_CASE])
        problems, wrong = [], []
        for spec in specs:
            have, want = stored[spec.name], _describe(spec)
            shown = ", ".join(str(self.root / file) for file in self._stored_files(spec.name))
            for key in ("kind", "shape", "dtype"):
                if have.get(key) != want[key]:
                    problems.append(f"{spec.name}: {key} stored={have.get(key)} spec={want[key]} ({shown})")
                    wrong.append(spec)
        if problems:
            self._refuse([*problems, _OTHER_CASE], wrong[0].place)

    def check_directions(self, specs: Sequence[Spec]) -> None:
        if self.manifest is None:
            return
        stored = {item["name"]: item.get("direction") for item in self.manifest["parameters"]}
        problems = [
            f"{spec.name}: direction stored={stored[spec.name]} artifact={spec.direction}"
            for spec in specs
            if isinstance(spec, TensorSpec)
            and spec.direction is not None
            and stored[spec.name] != spec.direction
        ]
        if problems:
            self._refuse(problems)

    def _stored_files(self, name: str) -> list[str]:
        assert self.manifest is not None
        return [file for file in (f"in/{name}.pt", f"out/{name}.pt") if file in self.manifest["files"]]

    def _refuse(self, problems: Sequence[str], place: Place | None = None) -> None:
        raise ReplayError(
            f"golden_data does not fit this run: {self.root}: {'; '.join(problems)}", place=place
        )

    def differences(self, origin: Origin) -> list[str]:
        """What differs without making the snapshot unusable: seed and sources."""
        if self.manifest is None:
            return []
        found = []
        seed = self.manifest.get("seed")
        if origin.seed is not None and origin.seed != seed:
            found.append(f"golden_data was made with seed {seed}, this run has seed {origin.seed}")
        for key, what in (("golden_source", "golden"), ("kernel_source", "kernel")):
            mine, theirs = getattr(origin, key), self.manifest.get(key)
            if mine is not None and theirs is not None and mine != theirs:
                found.append(f"golden_data was made with another {what} source")
        return found

    def with_scalars(self, specs: Sequence[Spec]) -> list[Spec]:
        """The specs, with every scalar's value replaced by the stored one."""
        missing = [
            str(self._path("in", spec.name))
            for spec in specs
            if isinstance(spec, ScalarSpec) and not self._path("in", spec.name).is_file()
        ]
        self._refuse_missing(missing)
        return [self._with_scalar(spec) if isinstance(spec, ScalarSpec) else spec for spec in specs]

    def _refuse_missing(self, missing: Sequence[str]) -> None:
        """Names the files; the folder given may be that of the build, which holds the snapshot."""
        if not missing:
            return
        hint = ""
        if is_build_folder(self.root):
            data = self.root / "data"
            found = (
                f"give {data}" if data.is_dir() else "no snapshot was saved in it (save_data=True saves one)"
            )
            hint = f"; {self.root} is a build folder: {found}"
        raise ReplayError(f"golden_data is missing files: {missing}{hint}")

    def _with_scalar(self, spec: ScalarSpec) -> ScalarSpec:
        path = self._path("in", spec.name)
        value = self._load(path)
        if value.dim() != 0:
            raise ReplayError(f"{path} must contain a 0-dim torch.Tensor, got shape {list(value.shape)}")
        if value.dtype != spec.dtype:
            raise ReplayError(
                f"{path}: dtype mismatch: spec={spec.dtype} cache={value.dtype}", place=spec.place
            )
        stored = replace(spec, value=value.clone())
        stored.place = spec.place
        if not torch.equal(value, spec.value):
            was, now = spec.to_python(), stored.to_python()
            say(f"[RUN]   '{spec.name}' takes the stored value {now}, not the {was} of its spec")
        return stored

    def check_files(self, specs: Sequence[Spec]) -> None:
        """All files that this run needs are there; all that are not are named."""
        missing = []
        for spec in specs:
            folders = ["in"] if isinstance(spec, ScalarSpec) or spec.is_input else []
            if isinstance(spec, TensorSpec) and spec.is_output and not self.inputs_only:
                folders.append("out")
            missing += [
                str(path) for folder in folders if not (path := self._path(folder, spec.name)).is_file()
            ]
        self._refuse_missing(missing)

    def load_inputs(self, specs: Sequence[Spec]) -> dict[str, torch.Tensor]:
        say(f"[RUN]   cache hit: {self.root / 'in'}")
        if self.inputs_only:
            say("[RUN]   golden_data has no out/: reusing inputs only")
        return {
            spec.name: self._load_tensor("in", spec)
            for spec in specs
            if isinstance(spec, TensorSpec) and spec.is_input
        }

    def load_expected(self, specs: Sequence[Spec]) -> dict[str, torch.Tensor]:
        say(f"[RUN]   cache hit: {self.root / 'out'}")
        return {
            spec.name: self._load_tensor("out", spec)
            for spec in specs
            if isinstance(spec, TensorSpec) and spec.is_output
        }

    def _load_tensor(self, folder: str, spec: TensorSpec) -> torch.Tensor:
        path = self._path(folder, spec.name)
        tensor = self._load(path)
        if list(tensor.shape) != list(spec.shape) or tensor.dtype != spec.dtype:
            raise ReplayError(
                f"{path}: stored shape={list(tensor.shape)} dtype={tensor.dtype}, "
                f"spec '{spec.name}' has shape={list(spec.shape)} dtype={spec.dtype}",
                place=spec.place,
            )
        return tensor.contiguous()

    def _path(self, folder: str, name: str) -> Path:
        return self.root / folder / f"{name}.pt"

    def _load(self, path: Path) -> torch.Tensor:
        self._check_bytes(path)
        return tensor_file.load(path)

    def _check_bytes(self, path: Path) -> None:
        if self.manifest is None:
            return
        relative = f"{path.parent.name}/{path.name}"
        recorded = self.manifest["files"].get(relative)
        if recorded is None:
            raise ReplayError(
                f"golden_data manifest does not know {relative}: {self.root}; save the snapshot again"
            )
        if file_hash(path) != recorded:
            raise ReplayError(
                f"stored bytes do not fit the manifest: {path} was changed after it was saved; "
                "save the snapshot again"
            )
