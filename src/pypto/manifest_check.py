# SPDX-License-Identifier: Apache-2.0
"""Is a document of a build folder what this package would have written? It may come from someone else, or an editor.

for problem in problems(document):
    print(problem)          # kernels[0].core is 'foo', one of aic, aiv is expected
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pypto.ir.dtypes import BY_NAME

_NAME = re.compile(r"[^\W\d]\w*\Z")
_C_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_DIRECTIONS = ("in", "out", "inout")
_KINDS = ("tensor", "scalar")

Check = Callable[[Any], bool]


def _is(kind: type) -> Check:
    return lambda v: isinstance(v, kind) and not (kind is int and isinstance(v, bool))


def _one_of(*values: str) -> Check:
    return lambda v: isinstance(v, str) and v in values


def _matches(pattern: re.Pattern[str]) -> Check:
    return lambda v: isinstance(v, str) and pattern.match(v) is not None


def _list_of(check: Check) -> Check:
    return lambda v: isinstance(v, list) and all(check(item) for item in v)


def _dict_of(check: Check) -> Check:
    return lambda v: isinstance(v, dict) and all(check(item) for item in v.values())


_TOP: dict[str, tuple[Check, str]] = {
    "versions": (_is(dict), "an object"),
    "platform": (_one_of("a2a3", "a5"), "one of a2a3, a5"),
    "options": (_is(dict), "an object"),
    "entry": (_matches(_NAME), "a name"),
    "constants": (_is(dict), "an object"),
    "parameters": (_is(list), "a list"),
    "returns": (_list_of(_is(str)), "a list of names"),
    "kernels": (_is(list), "a list"),
    "groups": (_list_of(_list_of(_is(int))), "a list of lists of kernel numbers"),
    "orchestration": (_is(dict), "an object"),
    "files": (_dict_of(lambda v: _list_of(_is(str))(v) and len(v) == 2), "an object of pairs of hashes"),
}
_PARAMETER: dict[str, tuple[Check, str]] = {
    "name": (_matches(_NAME), "a name"),
    "kind": (_one_of(*_KINDS), "one of tensor, scalar"),
    "direction": (_one_of(*_DIRECTIONS), "one of in, out, inout"),
    "dtype": (_one_of(*BY_NAME), "an element type"),
    "dims": (_dict_of(_is(str)), "an object of names"),
}
_ARGUMENT: dict[str, tuple[Check, str]] = {k: v for k, v in _PARAMETER.items() if k != "dims"}
_KERNEL: dict[str, tuple[Check, str]] = {
    "function": (_matches(_C_NAME), "a function name"),
    "unit": (_matches(_C_NAME), "a unit's name"),
    "core": (_one_of("aic", "aiv"), "one of aic, aiv"),
    "pto": (lambda v: v is None or isinstance(v, str), "a path, or null for an external kernel"),
    "cpp": (_is(str), "a path"),
    "arguments": (_is(list), "a list"),
    "dynamic_dims": (_list_of(_is(str)), "a list of names"),
    "uses_block": (_is(bool), "true or false"),
    "source": (_is(dict), "an object"),
}
_HOST: dict[str, tuple[Check, str]] = {
    "versions": (_is(dict), "an object"),
    "platform": (_one_of("a2a3", "a5"), "one of a2a3, a5"),
    "backend_type": (_is(str), "a name"),
    "program": (_matches(_NAME), "a name"),
    "entry": (_matches(_NAME), "a name"),
    "params": (_is(list), "a list"),
    "returns": (_list_of(_is(str)), "a list of names"),
    "num_return_types": (_is(int), "an integer"),
    "distributed_config": (_is(dict), "an object"),
    "world_size": (lambda v: _is(int)(v) and v > 0, "an integer from 1"),
    "entries": (
        lambda v: _dict_of(_is(str))(v) and all(map(_NAME.match, v)),
        "an object of hashes by names of functions",
    ),
    "files": (_dict_of(_is(str)), "an object of hashes"),
}
_ORCHESTRATION: dict[str, tuple[Check, str]] = {
    "cpp": (_is(str), "a path"),
    "function": (_matches(_C_NAME), "a function name"),
}


def problems(document: Any) -> Iterator[str]:
    """What is wrong with the document, outer things first; the schema number is not looked at."""
    if not isinstance(document, dict):
        yield "it is no object"
        return
    top = list(_fields(document, _TOP, ""))
    yield from top
    if top:
        return
    yield from _options(document["options"])
    for i, parameter in enumerate(document["parameters"]):
        yield from _parameter(parameter, f"parameters[{i}]")
    for i, kernel in enumerate(document["kernels"]):
        where = f"kernels[{i}]"
        yield from _fields(kernel, _KERNEL, where)
        if isinstance(kernel, dict):
            if kernel.get("id") != i or isinstance(kernel.get("id"), bool):
                yield f"{where}.id is {kernel.get('id')!r}, {i} is expected"
            copies = kernel.get("copies", {})
            if not isinstance(copies, dict) or not all(isinstance(v, str) for v in copies.values()):
                yield f"{where}.copies is {_short(copies)}, the paths of copied files are expected"
            arguments = kernel.get("arguments")
            for j, argument in enumerate(arguments if isinstance(arguments, list) else ()):
                yield from _fields(argument, _ARGUMENT, f"{where}.arguments[{j}]")
    cores = [k.get("core") if isinstance(k, dict) else None for k in document["kernels"]]
    for i, group in enumerate(document["groups"]):
        yield from _group(group, cores, f"groups[{i}]")
    yield from _fields(document["orchestration"], _ORCHESTRATION, "orchestration")
    for path in _written(document):
        if isinstance(path, str) and path not in document["files"]:
            yield f"files has no entry for {path!r}"
    yield from _returns(document["returns"], document["parameters"])


def host_problems(document: Any) -> Iterator[str]:
    """The same for `distributed_meta.json`."""
    if not isinstance(document, dict):
        yield "it is no object"
        return
    top = list(_fields(document, _HOST, ""))
    yield from top
    if top:
        return
    for i, parameter in enumerate(document["params"]):
        yield from _parameter(parameter, f"params[{i}]")
    yield from _returns(document["returns"], document["params"])
    if document["num_return_types"] != len(document["returns"]):
        yield f"num_return_types is {document['num_return_types']}, {len(document['returns'])} is expected"
    for path in ("program.py", "orchestration/host_orch.py"):
        if path not in document["files"]:
            yield f"files has no entry for {path!r}"


def _returns(returns: list[str], parameters: list[Any]) -> Iterator[str]:
    names = [p.get("name") for p in parameters if isinstance(p, dict)]
    for name in returns:
        if name not in names:
            yield f"returns names {name!r}, which is no parameter"


def _options(options: dict[str, Any]) -> Iterator[str]:
    """Those that a run reads."""
    threads = options.get("aicpu_thread_num", 0)
    if not _is(int)(threads) or not (threads == 0 or threads >= 2):
        yield f"options.aicpu_thread_num is {_short(threads)}, 0 or an integer from 2 is expected"


def _group(group: list[int], cores: list[Any], where: str) -> Iterator[str]:
    """A cube core and one or two vector cores; -1 stands for a core without work."""
    wanted = ("aic", "aiv", "aiv")
    found = [cores[n] if 0 <= n < len(cores) else None for n in group]
    if len(group) != 3 or found[:2] != ["aic", "aiv"] or (found[2] != "aiv" and group[2] != -1):
        yield f"{where} is {_short(group)}, the numbers of kernels for {', '.join(wanted)} are expected"


def _written(document: dict[str, Any]) -> Iterator[Any]:
    """The paths that the rest of the document names."""
    yield "program.py"
    yield document["orchestration"].get("cpp")
    for kernel in document["kernels"]:
        if isinstance(kernel, dict):
            yield kernel.get("pto")
            yield kernel.get("cpp")


def _fields(value: Any, expected: dict[str, tuple[Check, str]], where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is {_short(value)}, an object is expected"
        return
    for key, (check, wanted) in expected.items():
        path = f"{where}.{key}" if where else key
        if key not in value:
            yield f"{path} is missing"
        elif not check(value[key]):
            yield f"{path} is {_short(value[key])}, {wanted} is expected"


def _parameter(parameter: Any, where: str) -> Iterator[str]:
    found = list(_fields(parameter, _PARAMETER, where))
    yield from found
    if found:
        return
    if "shape" not in parameter:
        yield f"{where}.shape is missing"
        return
    shape = parameter["shape"]
    if not _is(int)(parameter.get("folded", 0)):
        yield f"{where}.folded is {_short(parameter['folded'])}, an integer is expected"
    if parameter["kind"] == "scalar":
        if shape is not None:
            yield f"{where}.shape is {_short(shape)}, null is expected for a scalar"
        if parameter["dims"]:
            yield f"{where}.dims is {_short(parameter['dims'])}, an empty object is expected for a scalar"
        return
    if not _list_of(_is(int))(shape) or any(n < -1 for n in shape):
        yield f"{where}.shape is {_short(shape)}, a list of extents (-1 where dynamic) is expected"
        return
    dynamic = {str(axis) for axis, n in enumerate(shape) if n == -1}
    if set(parameter["dims"]) != dynamic:
        yield f"{where}.dims names the axes {sorted(parameter['dims'])}, the dynamic ones are {sorted(dynamic)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
