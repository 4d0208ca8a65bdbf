# SPDX-License-Identifier: Apache-2.0
"""What a run makes of its outputs: they are compared, and looked at again where they are wrong or have to repeat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import torch

from golden import buffers, folder_lock, provenance, report, scopes
from golden.chunks import first_difference
from golden.comparator import plain
from golden.errors import HarnessError, is_user_error
from golden.pictures import draw
from golden.records import Comparison
from golden.replay import SnapshotWriter
from golden.run_state import Failure, RunState, file_errors, user_errors
from golden.validation import compare_outputs, print_records


def validate(run: RunState, record: Any) -> None:
    changed = list(record.changed_inputs()) if hasattr(record, "changed_inputs") else []
    problems = []
    if changed:
        problems.append(report.render_changed(changed))
    if run.expected is not None:
        with (
            run.stage("validate"),
            scopes.torch_settings_kept(),
            scopes.limited_threads(run.threads),
        ):
            compare(run, record)
        if not all(comparison.passed for comparison in run.comparisons):
            problems.append(report.render_failures(run.comparisons))
            problems += after_failure(run)
    if not problems and run.strict:
        problems = strict_problems(run)
    if problems:
        raise Failure("\n".join(problems))


def compare(run: RunState, record: Any) -> None:
    assert run.expected is not None
    outputs = run.actual_outputs()
    run.comparisons = judged(run, outputs)
    for comparison in run.comparisons:
        if not comparison.passed and record is not None:
            name = comparison.name
            comparison.notes += provenance.lines(
                comparison, outputs[name], run.expected[name], record, run.kernel_names()
            )
        if not comparison.passed:
            draw(comparison, plain(outputs[comparison.name]), plain(run.expected[comparison.name]))
            provenance.with_writers(comparison, record, run.kernel_names())
    print_records(run.comparisons)


def judged(run: RunState, outputs: Mapping[str, torch.Tensor]) -> list[Comparison]:
    """A record for every output."""
    assert run.expected is not None
    inputs = {
        spec.name: run.inputs[spec.name] for spec in buffers.tensor_specs(run.specs) if not spec.is_output
    }
    return compare_outputs(
        outputs,
        run.expected,
        run.rtol,
        run.atol,
        run.compare_fn,
        {**inputs, **run.scalars()},
        equal_nan=run.equal_nan,
    )


def strict_problems(run: RunState) -> list[str]:
    problems = [report.render_no_power(item) for item in run.comparisons if item.no_power is not None]
    problems += [f"'{item.name}': validated 0 elements" for item in run.comparisons if item.compared == 0]
    skipped = run.skipped()
    if skipped:
        problems.append(skipped)
    return [f"strict: {problem}" for problem in problems]


def after_failure(run: RunState) -> list[str]:
    """What is done once the outputs are known to be wrong."""
    lines = []
    if run.cross_check:
        with run.stage("cross check"):
            lines.append(verdict_of_interpreter(run))
    if run.save_on_fail and run.work_dir is not None and run.origin is not None:
        with user_errors(), file_errors("save_on_fail cannot write"):
            data = run.work_dir / "data"
            data.mkdir(parents=True, exist_ok=True)
            with folder_lock.held(data, alone=True):
                writer = SnapshotWriter(data, run.specs, run.origin)
                writer.write_inputs({**run.inputs, **run.initial, **run.scalars()})
                assert run.expected is not None
                writer.write_expected(run.expected)
                writer.write_actual(run.actual_outputs())
        lines.append(f"inputs, golden and outputs are saved in {data}")
    return lines


def verdict_of_interpreter(run: RunState) -> str:
    """Whether the kernel or its native code is at fault."""
    if getattr(run.config, "engine", None) == "interpret":
        return "cross check: this run is the interpreter's; run the native engine to compare"
    try:
        outputs = again(run, replace(run.config, engine="interpret"))
    except Exception as error:
        if not is_user_error(error):
            raise
        return f"cross check: the interpreter cannot run this: {error}"
    wrong = [record.name for record in judged(run, outputs) if not record.passed]
    if not wrong:
        return (
            "cross check: the interpreter agrees with the golden and native code does not: suspect the "
            "compiler, a race between tasks, or edited C++, not the kernel's logic"
        )
    return f"cross check: the interpreter does not agree with the golden either ({wrong}): suspect the kernel"


def check_repeats(run: RunState) -> None:
    """Every further dispatch has to give the bits of the first."""
    if run.repeat is None:
        return
    first = {name: plain(tensor) for name, tensor in run.actual_outputs().items()}
    with run.stage("repeat"), user_errors():
        for number in range(2, run.repeat + 1):
            for name, given in again(run).items():
                tensor = plain(given)
                place = first_difference(first[name], tensor)
                if place is not None:
                    raise HarnessError(
                        f"dispatch {number} of {run.repeat} gives other bits than the first: '{name}' at "
                        f"{report.render_index(place)}: first={first[name][place].item()}, "
                        f"now={tensor[place].item()}; two tasks probably touch the same bytes unordered"
                    )


def again(run: RunState, config: Any = None) -> dict[str, torch.Tensor]:
    """The outputs of one more dispatch from the same initial state, in buffers of their own."""
    tensors = {**run.inputs, **{name: tensor.clone() for name, tensor in run.initial.items()}}
    for spec in buffers.tensor_specs(run.specs):
        if not spec.is_input:
            tensors[spec.name] = buffers.read_back_buffer(spec)
    run.launch(tensors, config)
    return {spec.name: tensors[spec.name] for spec in buffers.tensor_specs(run.specs) if spec.is_output}
