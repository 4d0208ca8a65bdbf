# SPDX-License-Identifier: Apache-2.0
"""`run`: compile a kernel, check its specs, create inputs, compute the golden, dispatch, compare.

    result = run(fn=kernel, specs=specs, golden_fn=golden, rtol=5e-3, atol=5e-3)
    if not result.passed:
        print(result.error)
        raise SystemExit(1)

This is the one module that knows the compiler, and it knows little: a kernel compiles to an artifact,
an artifact has parameters and an output folder and can be dispatched. A mistake in the kernel, the
specs, the folder or the toolchain is a failed result; an unknown configuration key and the golden's own
exceptions are raised.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from golden import arguments, document, files, interrupts, observers, scopes
from golden.abi import Spec
from golden.errors import HarnessError
from golden.keywords import run_keywords
from golden.result import RunResult
from golden.run_state import Backend, Failure
from golden.session import Session

__all__ = ["Backend", "RunResult", "load_backend", "run"]


class _Pypto:
    """The compiler of this distribution, imported when a run needs it."""

    def make_config(self, config: Any) -> Any:
        from pypto.runtime.config import RunConfig

        if config is None:
            return RunConfig()
        if isinstance(config, Mapping):
            return RunConfig.from_dict(dict(config))
        if isinstance(config, RunConfig):
            return config
        raise TypeError(
            f"config must be a dict, a RunConfig or None, got {type(config).__name__}; "
            "such as config=dict(platform='a2a3sim')"
        )

    def compile_program(self, program: Any, config: Any) -> Any:
        from pypto import ir

        return ir.compile(program, **config.compile_kwargs(), engine=config.engine)

    def open_build(self, folder: Path, config: Any) -> Any:
        from pypto.compiler import open_build

        return open_build(folder, config)

    def describe_build(self, folder: Path) -> dict[str, Any]:
        from pypto.buildinfo import describe

        return describe(folder)

    def runtime_marker(self) -> Any:
        import pypto.language as pl

        return pl.RUNTIME


def load_backend() -> Backend:
    """Our compiler, or one line that says which other `pypto` stands in its place."""
    try:
        import pypto
    except ImportError as error:
        raise HarnessError(
            f"pypto cannot be imported ({error}); install goldtile, which brings it"
        ) from error
    if getattr(pypto, "__goldtile__", None) is not True:
        place = getattr(pypto, "__file__", None) or list(getattr(pypto, "__path__", ["?"]))
        raise HarnessError(
            f"found another distribution's pypto at {place}; run `pip uninstall pypto` and then "
            "`pip install --force-reinstall goldtile`"
        )
    return _Pypto()


@run_keywords
def run(
    fn: Any,
    specs: Sequence[Spec],
    golden_fn: Callable[[dict[str, Any]], Any] | None = None,
    golden_data: str | Path | None = None,
    config: Any = None,
    rtol: float = 1e-5,
    atol: float = 1e-5,
    compare_fn: Mapping[str, Callable[..., Any]] | None = None,
    compile_only: bool = False,
    runtime_dir: str | Path | None = None,
    save_data: bool = False,
    return_outputs: bool = False,
    *,
    equal_nan: bool = False,
    seed: int | None = None,
    strict: bool = False,
    golden_only: bool = False,
    save_on_fail: bool = False,
    repeat: int | None = None,
    cross_check: bool = False,
    report: str | Path | None = None,
) -> RunResult:
    """Compile `fn`, run it on inputs made from `specs`, and compare every output with the golden.

    Args:
        fn: The kernel.
        specs: One `TensorSpec` or `ScalarSpec` per parameter, in signature order.
        golden_fn: Fills the outputs of the dict it is given, in place.
        golden_data: A `data` directory to take inputs and reference from; wins over `golden_fn`.
        config: One dict for compiling and dispatching, or a ready `RunConfig`.
        rtol: Relative tolerance of the default gate, and the default of every comparator.
        atol: Absolute tolerance, likewise.
        compare_fn: Comparators by output name; other outputs go through the default gate.
        compile_only: Stop after compiling and checking the specs.
        runtime_dir: Run an existing build folder instead of compiling.
        save_data: Keep inputs and reference under the build folder.
        return_outputs: Put the output tensors on the result.
        equal_nan: Let NaN match NaN in the default gate.
        seed: Seeds Python, NumPy and Torch while inputs and golden are made.
        strict: Make "no power", skipped validation, outputs without elements, a stale snapshot
            and configuration without effect failures.
        golden_only: Stop after the golden, with inputs and reference saved; nothing is dispatched.
        save_on_fail: Save inputs, reference and outputs under the build folder if the comparison fails.
        repeat: Dispatch this many times (at least 2) and require the same bits each time.
        cross_check: If the comparison fails, say whether the interpreter agrees with the golden.
        report: A JSON file to write the whole verdict to, whatever it is.

    Returns:
        The verdict. A mistake in the arguments, the kernel, the specs, the folder or the toolchain is a failed one.

    Raises:
        TypeError: `config` has a key that is none, or a keyword is not one of these.
        Exception: Whatever `golden_fn` or a comparator raises.
    """
    observers.begin()
    began = time.perf_counter()
    path: Path | None = None
    try:
        path = arguments.file("report", report)
        if path is not None:
            files.prepare(path)
    except HarnessError as error:
        return _finished(RunResult(False, str(error), time.perf_counter() - began), None)
    outside = observers.imposed()
    try:
        work = Session(
            fn=fn,
            specs=arguments.spec_list(specs),
            golden_fn=arguments.callback("golden_fn", golden_fn),
            golden_data=arguments.folder("golden_data", golden_data),
            rtol=arguments.tolerance("rtol", rtol),
            atol=arguments.tolerance("atol", atol),
            compare_fn=arguments.comparators(compare_fn),
            compile_only=arguments.flag("compile_only", compile_only),
            runtime_dir=arguments.folder("runtime_dir", runtime_dir),
            save_data=arguments.flag("save_data", save_data),
            return_outputs=arguments.flag("return_outputs", return_outputs),
            equal_nan=arguments.flag("equal_nan", equal_nan),
            seed=arguments.seed(seed if outside.seed is None else outside.seed),
            strict=arguments.flag("strict", strict) or outside.strict,
            began=began,
            golden_only=arguments.flag("golden_only", golden_only),
            save_on_fail=arguments.flag("save_on_fail", save_on_fail) or outside.save_on_fail,
            repeat=arguments.repeats(repeat),
            cross_check=arguments.flag("cross_check", cross_check),
            engine=outside.engine,
        )
    except arguments.RunArgumentError as error:
        return _finished(RunResult(False, str(error), time.perf_counter() - began), path)
    try:
        try:
            arguments.refuse_own_arguments(config, inspect.signature(run).parameters)
            work.configure(config, load_backend)
        except TypeError as error:
            raise error.with_traceback(None) from None
        with scopes.logging_at(work.level):
            result = work.execute()
    except Failure as failure:
        result = work.result(False, str(failure))
    except KeyboardInterrupt as interrupt:
        interrupts.end_in_one_line(interrupt)
        raise
    except Exception as error:
        _finished(work.result(False, f"{type(error).__name__}: {error}"), path)
        raise
    return _finished(result, path)


def _finished(result: RunResult, path: Path | None) -> RunResult:
    """The result, once everybody who waits for it has it."""
    if path is not None:
        try:
            files.write_json(path, document.describe(result))
        except HarnessError as error:
            result.passed, result.error = False, str(error)
    observers.notify(result)
    return result
