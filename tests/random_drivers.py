# SPDX-License-Identifier: Apache-2.0
"""Random drivers of several ranks, whose text is run as plain Python as well.

    python tests/random_drivers.py 0 50              compare native code, interpreter and Python
    python tests/random_drivers.py 0 500 interpret   without native code
    python tests/random_drivers.py 0 500 mutants     damaged at one place: refused there, or Python does the same
    python tests/random_drivers.py 0 500 texts       damaged printed texts
    python tests/random_drivers.py 0 500 manifests   damaged files of build folders
    python tests/random_drivers.py --show 17         the file of a seed

What Python makes of the same lines, with `pl` and `pld` replaced by a few functions on Torch, is what both engines have
to make of them; the text of a driver has to read back, and what is read has to do the same. Prints the seeds of what
went wrong, and counts. Every driver has to be accepted.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from generated.driver_damage import damaged
from generated.drivers import PARAMS, RandomDriver
from generated.text_mutations import VALUES

UNWRITTEN = -1515870811
OUTPUTS = ("ys", "zs", "ms", "wide", "deep")


class _Types:
    def __getitem__(self, key: Any) -> None:
        return None


class _Memory:
    """A window buffer: bytes of each rank."""

    def __init__(self, ranks: int, size: int) -> None:
        self.ranks = [torch.zeros(size, dtype=torch.uint8) for _ in range(ranks)]


class _Window:
    def __init__(self, memory: _Memory, shape: list[int], dtype: torch.dtype) -> None:
        self.memory, self.shape, self.dtype = memory, shape, dtype

    def on(self, rank: int) -> torch.Tensor:
        cells = self.memory.ranks[rank].view(self.dtype)
        count = torch.Size(self.shape).numel()
        return cells[:count].view(self.shape)


def _entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """A program of one rank: windows are memory of that rank, outputs are named by what was passed."""

    def call(*args: Any, device: int = 0, **kwargs: Any) -> Any:
        given = {id(a): a for a in (*args, *kwargs.values())}
        real = {}
        for key, value in given.items():
            real[key] = value.on(device) if isinstance(value, _Window) else value
        found = function(*(real[id(a)] for a in args), **{k: real[id(v)] for k, v in kwargs.items()})
        names = {id(v): given[k] for k, v in real.items() if isinstance(v, torch.Tensor)}
        if isinstance(found, tuple):
            return tuple(names[id(f)] for f in found)
        return None if found is None else names[id(found)]

    return call


class _Element(int):
    """An element type: bytes of one, where it is asked."""

    def get_byte(self) -> int:
        return int(self)


class _Plain:
    """What stands for `pl`."""

    Tensor = Out = InOut = Scalar = _Types()
    FP32, INT32, INT8, UINT8, BOOL = _Element(4), _Element(4), _Element(1), _Element(1), None

    class Level:
        CORE_GROUP = None

    class jit:
        def __new__(cls, function: Any) -> Any:
            return _entry(function)

        @staticmethod
        def inline(function: Any) -> Any:
            return function

        host = inline

    class tensor:
        @staticmethod
        def dim(value: torch.Tensor, axis: int) -> int:
            return value.shape[axis]

    @staticmethod
    @contextlib.contextmanager
    def at(level: None) -> Iterator[None]:
        yield

    range = staticmethod(range)
    dynamic = staticmethod(str)

    @staticmethod
    def cast(value: float, dtype: Any) -> float:
        return float(value)

    @staticmethod
    def create_tensor(shape: list[int], dtype: Any, init_value: float = float("nan")) -> torch.Tensor:
        return torch.full(shape, float(init_value))

    @staticmethod
    def minimum(a: torch.Tensor, b: float) -> torch.Tensor:
        return torch.clamp(a, max=b)

    add, sub = staticmethod(torch.add), staticmethod(torch.sub)


def _distributed(ranks: int) -> Any:
    """What stands for `pld`."""

    class Distributed:
        DistributedTensor = _Types()

        @staticmethod
        def world_size() -> int:
            return ranks

        @staticmethod
        def alloc_window_buffer(size: Any, dtype: int = 1) -> _Memory:
            return _Memory(ranks, size if isinstance(size, int) else torch.Size(size).numel() * dtype)

        @staticmethod
        def window(memory: _Memory, shape: list[int], dtype: Any) -> _Window:
            return _Window(memory, shape, torch.float32 if dtype is _Plain.FP32 else torch.int32)

    return Distributed


class _TowardsZero(ast.NodeTransformer):
    """`//` and `%` of a driver round towards zero."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        word = {ast.FloorDiv: "_quotient", ast.Mod: "_remainder"}.get(type(node.op))
        if word is None:
            return node
        return ast.Call(ast.Name(word, ast.Load()), [node.left, node.right], [])


def _quotient(a: int, b: int) -> int:
    return int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


def as_python(text: str, ranks: int, values: dict[str, Any]) -> dict[str, torch.Tensor]:
    """What the outputs hold after the text ran as Python."""
    tree = ast.fix_missing_locations(_TowardsZero().visit(ast.parse(text)))
    tree.body = [s for s in tree.body if not isinstance(s, ast.Import)]
    names: dict[str, Any] = {
        "pl": _Plain, "pld": _distributed(ranks), "_quotient": _quotient,
        "_remainder": lambda a, b: a - _quotient(a, b) * b,
    }  # fmt: skip
    exec(compile(tree, "driver", "exec"), names)
    names["NR"] = ranks
    given = {name: v.clone() if isinstance(v, torch.Tensor) else v for name, v in values.items()}
    names["driver"](**given)
    return {name: given[name] for name in OUTPUTS}


def values_of(seed: int, ranks: int) -> dict[str, Any]:
    """The arguments of a seed's driver."""
    made = torch.Generator().manual_seed(seed)
    found: dict[str, Any] = {}
    numbers = {"k": seed % 5 - 1, "e": 0.5 * (seed % 3), "c": seed % 2 == 1}
    shapes = {
        "long": (ranks * 8, 16),
        "wide": (ranks * 8, 16),
        "grid": (2, ranks, 8, 16),
        "deep": (2, ranks, 8, 16),
    }
    for name, kind in PARAMS:
        if name in numbers:
            found[name] = numbers[name]
        else:
            value = torch.randint(-9, 10, shapes.get(name, (ranks, 8, 16)), generator=made)
            found[name] = value.to(torch.int32 if "INT32" in kind else torch.float32)
    found["ys"].fill_(float("nan"))  # outputs start as poison
    found["ms"].fill_(UNWRITTEN)
    return found


def loaded(text: str, path: Path) -> ModuleType:
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def equal(found: torch.Tensor, wanted: torch.Tensor) -> bool:
    """The same, NaN included."""
    return found.shape == wanted.shape and torch.equal(
        found.nan_to_num(nan=-77.0), wanted.nan_to_num(nan=-77.0)
    )


def different(program: Any, values: dict[str, Any], wanted: dict[str, torch.Tensor]) -> str:
    """What a run of a compiled driver gives that Python does not; empty for nothing."""
    given = {name: v.clone() if isinstance(v, torch.Tensor) else v for name, v in values.items()}
    program(*given.values())
    wrong = [name for name in OUTPUTS if not equal(given[name], wanted[name])]
    return f"{', '.join(wrong)} differ" if wrong else ""


def unequal_texts(program: Any) -> str:
    """How the texts of a program fail to read back; empty where they do not."""
    import pypto.language as pl
    from pypto.ir.host_printer import print_host

    for printed in (lambda p: p.as_python(), print_host):
        text = printed(program)
        again = pl.parse(text)
        if again != program or printed(again) != text:
            return "a text reads back to another program"
    return ""


def outcome(seed: int, engines: tuple[str, ...], folder: Path) -> tuple[str, str]:
    """ "same", "refused" or "differs", and what to say of it."""
    import pypto.ir
    import pypto.language as pl
    from pypto.errors import UserError
    from pypto.runtime import DistributedConfig

    made = RandomDriver(seed)
    module = loaded(made.text, folder / f"driver_{seed}.py")
    values = values_of(seed, made.ranks)
    wanted = as_python(made.text, made.ranks, values)
    ranks = DistributedConfig(tuple(range(made.ranks)))
    given = dict.fromkeys(("k", "e", "c"), pl.RUNTIME) if seed % 2 else values
    try:
        for engine in engines:
            config = {"engine": engine, "distributed_config": ranks}
            program = module.driver.compile(**given, config=config)
            said = different(program, values, wanted) or unequal_texts(program.program)
            if said:
                return "differs", f"{engine}: {said}"
        lowered = module.driver.lower(**given, config={"distributed_config": ranks})
        said = unequal_texts(lowered)
        read = pypto.ir.compile(pl.parse(lowered.as_python()), engine=engines[-1], distributed_config=ranks)
        said = said or different(read, values, wanted)
    except UserError as error:
        return "refused", str(error)
    return ("differs", f"as read: {said}") if said else ("same", "")


# Damage


def place_of(error: Any, file: Path, found: list[str]) -> None:
    """What an error says of where: every one has a place in the file."""
    for one in getattr(error, "errors", (error,)):
        if one.span is None and one.code == "argument":  # of the call, which no longer fits the signature
            continue
        if one.span is None or Path(one.span.file).name != file.name:
            found.append(f"an error without a place: {one}")
        elif not getattr(one, "code", None):
            found.append(f"an error without a code: {one}")


def mutant(seed: int, folder: Path) -> tuple[str, str]:
    """ "refused", "same" where Python does the same, "no Python" where the text is none; "accepted" where Python cannot
    run what compiles, or "differs"."""
    from pypto.errors import UserError
    from pypto.runtime import DistributedConfig

    made = RandomDriver(seed % 97)
    rng = random.Random(seed)
    text, said = damaged(made.text, "def exchanged(", rng)
    path = folder / f"mutant_{seed}.py"
    try:
        compile(text, str(path), "exec")
        driver = loaded(text, path).driver
        driver.compile  # noqa: B018
    except (SyntaxError, NameError, TypeError, AttributeError, ValueError, RuntimeError):
        return "no Python", ""
    except UserError:
        return "refused", ""
    values = values_of(seed, made.ranks)
    config = {"engine": "interpret", "distributed_config": DistributedConfig(tuple(range(made.ranks)))}
    missing: list[str] = []
    try:
        program = driver.compile(**values, config=config)
        given = {name: v.clone() if isinstance(v, torch.Tensor) else v for name, v in values.items()}
        program(*given.values())
    except UserError as error:
        place_of(error, path, missing)
        return ("differs", f"{said}: {missing[0]}") if missing else ("refused", "")
    except Exception as error:
        return "differs", f"{said}: {type(error).__name__}: {error}"
    told = unequal_texts(program.program)
    if told:
        return "differs", f"{said}: {told}"
    try:
        wanted = as_python(text, made.ranks, values)
    except Exception as error:
        return "accepted", f"{said}: {type(error).__name__}: {error}"
    wrong = [name for name in OUTPUTS if not equal(given[name], wanted[name])]
    return ("differs", f"{said}: {', '.join(wrong)} differ") if wrong else ("same", "")


def damaged_text(seed: int, folder: Path) -> tuple[str, str]:
    """A printed text that is damaged in its driver: refused at a place of it, or it reads and prints back."""
    import pypto.language as pl
    from pypto.errors import UserError
    from pypto.ir.host_printer import print_host
    from pypto.runtime import DistributedConfig

    made = RandomDriver(seed % 97)
    module = loaded(made.text, folder / f"text_{seed}.py")
    config = {"distributed_config": DistributedConfig(tuple(range(made.ranks)))}
    lowered = module.driver.lower(**values_of(seed, made.ranks), config=config)
    text, said = damaged(
        print_host(lowered, marks=bool(seed % 2)), "level=pl.Level.HOST", random.Random(seed)
    )
    path = folder / "damaged.py"
    missing: list[str] = []
    try:
        told = unequal_texts(pl.parse(text, str(path)))
    except UserError as error:
        place_of(error, path, missing)
        return ("differs", f"{said}: {missing[0]}") if missing else ("refused", "")
    except Exception as error:
        return "differs", f"{said}: {type(error).__name__}: {error}"
    return ("differs", f"{said}: {told}") if told else ("same", "")


def damaged_manifest(seed: int, folder: Path) -> tuple[str, str]:
    """A build folder with one value of its manifest changed: refused, or it still runs the same."""
    from pypto.distributed import DistributedCompiledProgram
    from pypto.errors import UserError
    from pypto.folder import HOST_MANIFEST
    from pypto.runtime import DistributedConfig

    made = RandomDriver(seed % 7)
    values = values_of(seed % 7, made.ranks)
    module = loaded(made.text, folder / f"folder_{seed}.py")
    config = {"engine": "interpret", "distributed_config": DistributedConfig(tuple(range(made.ranks)))}
    where = module.driver.compile(**values, config=config).output_dir
    rng, path = random.Random(seed), where / HOST_MANIFEST
    document = json.loads(path.read_text())
    places = list(_places(document))
    holder, key = rng.choice(places)
    change = rng.choice(("value", "value", "drop", "more"))
    if change == "drop":
        del holder[key]
    elif change == "more" and isinstance(holder, dict):
        holder["more"] = rng.choice(VALUES)
    else:
        holder[key] = rng.choice(VALUES)
    said = f"{change} {key}"
    path.write_text(json.dumps(document))
    wanted = as_python(made.text, made.ranks, values)
    try:
        opened = DistributedCompiledProgram.from_dir(where)
        told = different(opened, values, wanted)
    except (UserError, ValueError) as error:
        return (
            ("refused", "")
            if isinstance(error, UserError)
            else ("differs", f"{said}: {type(error).__name__}: {error}")
        )
    except Exception as error:
        return "differs", f"{said}: {type(error).__name__}: {error}"
    return ("differs", f"{said}: {told}") if told else ("same", "")


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every entry of a document, with what holds it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def main(arguments: list[str]) -> int:
    if arguments[0] == "--show":
        print(RandomDriver(int(arguments[1])).text)
        return 0
    first, last = int(arguments[0]), int(arguments[1])
    engines = tuple(arguments[2:]) or ("native", "interpret")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="goldtile-drivers-") as name:
        for seed in range(first, last):
            damage = {"mutants": mutant, "texts": damaged_text, "manifests": damaged_manifest}.get(engines[0])
            with contextlib.redirect_stderr(io.StringIO()):  # warnings of names that nothing reads
                found, said = damage(seed, Path(name)) if damage else outcome(seed, engines, Path(name))
            counts[found] += 1
            if found in ("differs", "accepted") or (found == "refused" and not damage):
                print(f"{seed}: {said}", flush=True)
    print(f"seeds {first}:{last}: {dict(counts)}")
    return 1 if counts["differs"] or counts["accepted"] or (not damage and counts["refused"]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
