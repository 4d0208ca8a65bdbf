# SPDX-License-Identifier: Apache-2.0
"""The build folder: written whole, read with suspicion, brought up to date after an edit.

`program.json` holds, per generated file, two hashes. The first is that of the file as compiled and is never
rewritten. The second is, for a `.pto`, that of the text that was last assembled; for a kernel's `.cpp`, that of the
generated part as the assembler last wrote it, so that an edit by hand inside it is seen.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypto import environment
from pypto.codegen.schema import HOST_SCHEMA, SCHEMA
from pypto.errors import BuildFolderError, NoBuildFolderError, SchemaError, UserError
from pypto.lazy import LazyModule
from pypto.manifest_check import host_problems, problems
from pypto.platforms import PLATFORMS, Platform
from pypto.runtime.cache import Cache
from pypto.runtime.ranks import DistributedConfig

if TYPE_CHECKING:
    from pypto import assembler
else:
    assembler = LazyModule("pypto.assembler")

MANIFEST = "program.json"
"""What a build folder of one chip has, and one of the host has not."""

HOST_MANIFEST = "distributed_meta.json"
"""The other way round."""

PARTS = "next_levels"
"""Where a build folder of the host has those of the programs of its ranks."""

DRIVER = "orchestration/host_orch.py"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def hashes(texts: Mapping[str, str], document: Mapping[str, Any]) -> dict[str, list[str]]:
    """The `files` entry of a fresh folder."""
    out = {"program.py": [digest(texts["program.py"])] * 2}
    orchestration = document["orchestration"]["cpp"]
    out[orchestration] = [digest(texts[orchestration])] * 2
    for kernel in document["kernels"]:
        pto, cpp = kernel["pto"], kernel["cpp"]
        if pto is None:  # a kernel whose C++ is the user's
            out[cpp] = [digest(texts[cpp])] * 2
            continue
        out[pto] = [digest(texts[pto])] * 2
        out[cpp] = [digest(texts[cpp]), digest(assembler.generated_part(texts[cpp]))]
    return out


def is_build(where: Path) -> bool:
    """Whether a directory is a build folder, of either kind."""
    return any((where / name).is_file() for name in (MANIFEST, HOST_MANIFEST))


def is_host_build(where: Path) -> bool:
    return (where / HOST_MANIFEST).is_file()


def create(name: str, texts: Mapping[str, str], chosen: str | os.PathLike[str] | None) -> Path:
    """Write a new folder under a temporary name and rename it; returns where it is.

    `chosen`, else `<base>/<name>_<YYYYMMDD_HHMMSS>` with the base from `PYPTO_PROG_BUILD_DIR`, else `build_output`.
    """
    if chosen is not None:
        final = Path(chosen)
        base = final.parent
    else:
        base = Path(environment.given("PYPTO_PROG_BUILD_DIR") or "build_output")
        final = base / f"{name}_{datetime.now():%Y%m%d_%H%M%S}"
    where = "PYPTO_PROG_BUILD_DIR" if chosen is None else 'config["save_kernels_dir"]'
    made: Path | None = None
    try:
        base.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".making_", dir=base))
        for path, text in texts.items():
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        made.chmod(0o755)
        return _rename(made, final, exact=chosen is not None)
    except OSError as error:
        raise BuildFolderError(
            f"cannot write the build folder {final}: {error.strerror or error}",
            help=f"set {where} to a directory that can be written and has room",
        ) from error
    finally:
        if made is not None and made.exists():
            shutil.rmtree(made, ignore_errors=True)


def _rename(made: Path, final: Path, exact: bool) -> Path:
    if exact:
        with Cache.open().lock(digest(str(final.resolve()))):  # two runs may have chosen the same
            return _take_the_place_of(final, made)
    suffix, target = 0, final
    while True:
        try:
            os.rename(made, target)  # fails when a folder of that name has content
            return target
        except OSError:
            if not target.exists():
                raise
            suffix += 1
            target = final.with_name(f"{final.name}_{suffix}")


def _take_the_place_of(final: Path, made: Path) -> Path:
    """Puts `made` where an older build folder is; there is one at all times but for a moment."""
    if not final.exists():
        os.rename(made, final)
        return final
    if any(final.iterdir()) and not is_build(final):
        raise BuildFolderError(f"{final} exists and is no build folder", help="choose another directory")
    retired = final.with_name(f"{made.name}_old")
    os.rename(final, retired)
    try:
        os.rename(made, final)
    finally:
        shutil.rmtree(retired, ignore_errors=True)
    return final


def inside(where: Path, name: Any) -> Path:
    """A path that `program.json` names; refused when it leaves the folder."""
    path = where / str(name)
    if not path.resolve().is_relative_to(where.resolve()):
        document = HOST_MANIFEST if is_host_build(where) else MANIFEST
        raise BuildFolderError(f"{document} names {name!r}, which lies outside of {where}")
    return path


def generation_of(where: Path) -> str:
    """The chip that a folder was compiled for; whatever is wrong with its document is said when it is read."""
    try:
        name = HOST_MANIFEST if is_host_build(where) else MANIFEST
        found = json.loads((where / name).read_text())["platform"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return "a2a3"
    return found if isinstance(found, str) and f"{found}sim" in PLATFORMS else "a2a3"


def read_manifest(where: Path, platform: Platform) -> dict[str, Any]:
    """`program.json` of a folder, checked; BuildFolderError says what is wrong and what to do."""
    return _read_document(where, MANIFEST, SCHEMA, problems, platform)


def read_host_manifest(where: Path, platform: Platform) -> dict[str, Any]:
    """The same for `distributed_meta.json`."""
    return _read_document(where, HOST_MANIFEST, HOST_SCHEMA, _host_problems, platform)


def _host_problems(document: Any) -> Iterator[str]:
    found = list(host_problems(document))
    yield from found
    if found:
        return
    try:
        config = DistributedConfig(**document["distributed_config"])
    except (ValueError, TypeError) as error:
        yield str(error)
        return
    if config.world_size != document["world_size"]:
        yield f"world_size is {document['world_size']}, and device_ids names {config.world_size} devices"


def _read_document(
    where: Path, name: str, schema: int, check: Callable[[Any], Iterator[str]], platform: Platform
) -> dict[str, Any]:
    path = where / name
    if not where.is_dir():
        raise NoBuildFolderError(
            f"runtime_dir does not exist: {where}", help="give the folder that a run printed"
        )
    if not path.is_file():
        raise NoBuildFolderError(
            f"{where} is no build folder: it has no {name}", help="compile the kernel again"
        )
    try:
        document = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError) as error:
        raise BuildFolderError(f"{path} cannot be read: {error}", help="compile the kernel again") from error
    found = document.get("schema") if isinstance(document, dict) else None
    if found != schema or isinstance(found, bool):
        raise SchemaError(
            f"{path} has schema {found!r}, this version reads {schema}", help="compile the kernel again"
        )
    wrong = list(check(document))
    if wrong:
        raise BuildFolderError(
            f"{path}: {wrong[0]}", notes=wrong[1:6], help="compile the kernel again", code="build-folder"
        )
    if document["platform"] != platform.generation:
        raise BuildFolderError(
            f"{where} was compiled for {document['platform']}, the run asks for {platform.name}",
            help=f"run it with -p {document['platform']}sim, or compile the kernel for {platform.name}",
        )
    return dict(document)


def refresh_driver(where: Path, document: Mapping[str, Any]) -> list[str]:
    """What to say of the texts of a driver: `program.py` is what runs; its copy for readers must not differ."""
    messages = []
    for name, path in (("program.py", where / "program.py"), (DRIVER, where / DRIVER)):
        text = _text(path)
        if digest(text) == document["files"].get(name):
            continue
        if name == DRIVER:
            raise BuildFolderError(
                f"{path} was edited, and the driver that runs is the one in program.py",
                help=f"edit the driver in {where / 'program.py'}, and put this file back",
            )
        messages.append("[RUN]   program.py was edited: its driver runs as it stands there")
    return messages


Assemble = Callable[[str, str, str], str]


def refresh(
    where: Path, document: dict[str, Any], assemble_text: Assemble, edited_engine: str | None
) -> tuple[Path, list[str]]:
    """Bring the `.cpp` files up to date with edited `.pto` files; returns the folder to run and lines to print.

    A folder that cannot be written is replayed from a private copy. `edited_engine` "interpret" runs `program.py`,
    which an edit of a `.pto` or `.cpp` does not reach: that is an error, as is an edited `program.py` run natively.
    """
    texts = _read(where, document)
    edited = [name for name, text in texts.items() if digest(text) != document["files"].get(name, [None])[0]]
    if edited_engine == "interpret":
        changed = [n for n in edited if n != "program.py"]
        if changed:
            raise BuildFolderError(
                f"{where / changed[0]} was edited, and the interpreter runs program.py, not that file",
                help="run it natively, or edit program.py",
            )
        return where, []
    if "program.py" in edited:
        raise BuildFolderError(
            f"{where / 'program.py'} was edited, and native code is not made from it",
            help='run it with engine="interpret", or edit the kernel and compile it again',
        )
    if not environment.reassembles():
        return where, ["[pto->cpp] skipped: PYPTO_REBUILD_FROM_PTO is off"]
    changes, messages = _reassemble(where, document, texts, assemble_text)
    if not changes:
        return where, messages or ["[pto->cpp] nothing changed"]
    if not _writable(where):
        where = _private_copy(where)
        messages.append(f"[pto->cpp] the folder is read-only, using a copy: {where}")
    with Cache.open().lock(digest(str(where.resolve()))):
        for name, text in changes.items():
            _replace(inside(where, name), text)
        _replace(where / MANIFEST, json.dumps(document, indent=1) + "\n")
    return where, messages


def edited_sources(where: Path, document: Mapping[str, Any]) -> list[str]:
    """The C++ files that are no longer as they were compiled."""
    names = [*(k["cpp"] for k in document["kernels"]), document["orchestration"]["cpp"]]
    texts = {name: inside(where, name).read_text(errors="replace") for name in names}
    return [n for n, text in texts.items() if digest(text) != document["files"].get(n, [None])[0]]


def _read(where: Path, document: dict[str, Any]) -> dict[str, str]:
    names = ["program.py", document["orchestration"]["cpp"]]
    for kernel in document["kernels"]:
        names += [name for name in (kernel["pto"], kernel["cpp"]) if name is not None]
    texts = {}
    for name in names:
        texts[name] = _text(inside(where, name))
    return texts


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is no file")
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BuildFolderError(
            f"{path} cannot be read: {reason}", help="put the file back, or compile the kernel again"
        ) from error


def _reassemble(
    where: Path, document: dict[str, Any], texts: Mapping[str, str], assemble_text: Assemble
) -> tuple[dict[str, str], list[str]]:
    changes: dict[str, str] = {}
    messages: list[str] = []
    failures: list[UserError] = []
    files = document["files"]
    kernels = [k for k in document["kernels"] if k["pto"] is not None]
    assembled = {k["pto"]: files.get(k["pto"], [None, None])[1] for k in kernels}
    for kernel in kernels:
        pto, cpp = kernel["pto"], kernel["cpp"]
        now = digest(texts[pto])
        try:
            held = _generated(where / cpp, texts[cpp])
        except BuildFolderError:
            if now == assembled[pto]:  # a .cpp without the marks is the user's own
                continue
            raise
        compiled, written = files.get(cpp, [None, None])[:2]
        by_hand = digest(held) != written and digest(texts[cpp]) != compiled
        if now == assembled[pto] and (by_hand or digest(held) == written):
            if by_hand:
                messages.append(
                    f"[pto->cpp] nothing changed; the generated part of {cpp} was edited and is kept"
                )
            continue
        try:
            made = assemble_text(texts[pto], str(where / pto), kernel["function"])
        except UserError as error:
            if not by_hand:
                failures.append(error)
                continue
            made = None
        generated = None if made is None else assembler.generated_part(made)
        if by_hand and generated != held:
            messages.append(
                f"[pto->cpp] {pto} and the generated part of {cpp} were both edited: keeping the .cpp; "
                f"to run the .pto, put that part back as it was, or compile again"
            )
            continue
        assert generated is not None
        before = assembler.parameters(held)
        if assembler.parameters(generated) != before:
            failures.append(
                BuildFolderError(
                    f"{where / pto}: the parameters of @{kernel['function']} are not those that it was compiled with",
                    help="restore the line of `func.func`: the tasks that start the kernel pass what it took before",
                )
            )
            continue
        new = assembler.splice(texts[cpp], generated)
        files[pto] = [files[pto][0], now]
        files[cpp] = [files[cpp][0], digest(assembler.generated_part(new))]
        changes[cpp] = new
        if new != texts[cpp]:
            messages.append(f"[pto->cpp] {pto} changed: {cpp} assembled again")
        else:
            messages.append(f"[pto->cpp] {cpp} holds what {pto} says")
    if failures:
        raise failures[0]
    return changes, messages


def _generated(path: Path, text: str) -> str:
    try:
        return assembler.generated_part(text)
    except BuildFolderError as error:
        raise BuildFolderError(f"{path}: {error.message}", help=error.help) from error


def _writable(where: Path) -> bool:
    return bool(where.stat().st_mode & 0o222) and os.access(where, os.W_OK)


def _private_copy(where: Path) -> Path:
    copy = Path(tempfile.mkdtemp(prefix="goldtile_")) / where.name
    shutil.copytree(where, copy, ignore=shutil.ignore_patterns("data", "dfx_outputs"))
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return copy


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".making_")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
