# SPDX-License-Identifier: Apache-2.0
"""Inputs and reference of a run: made, or taken from a snapshot, and saved where that is asked for."""

from __future__ import annotations

from golden import buffers, folder_lock, scopes
from golden.replay import SnapshotWriter
from golden.report import say
from golden.run_state import Failure, RunState, file_errors, user_errors


def generate_inputs(run: RunState) -> SnapshotWriter | None:
    with run.stage("generate inputs"), user_errors():
        if run.snapshot is not None:
            run.inputs = run.snapshot.load_inputs(run.specs)
            writer = None
        else:
            if run.seed is not None:
                say(f"[RUN]   seed {run.seed}")
            run.inputs = buffers.create_inputs(run.specs)
            writer = save_inputs(run)
        for spec in buffers.tensor_specs(run.specs):
            if not spec.is_input:
                run.read_back[spec.name] = buffers.read_back_buffer(spec)
    return writer


def save_inputs(run: RunState) -> SnapshotWriter | None:
    if not (run.save_data or run.golden_only):
        return None
    assert run.work_dir is not None and run.origin is not None
    data = run.work_dir / "data"
    writer = SnapshotWriter(data, run.specs, run.origin)
    with file_errors("save_data cannot write"):
        data.mkdir(parents=True, exist_ok=True)
        run.holding.enter_context(folder_lock.held(data, alone=True))
        writer.write_inputs({**run.inputs, **run.scalars()})
    return writer


def compute_golden(run: RunState, writer: SnapshotWriter | None) -> None:
    if run.snapshot is not None:
        if run.snapshot.inputs_only:
            return
        with run.stage("compute golden"), user_errors():
            run.expected = run.snapshot.load_expected(run.specs)
        return
    if run.golden_fn is None:
        return
    with run.stage("compute golden"):
        with user_errors():
            values = buffers.golden_values(run.specs, run.inputs)
        try:
            with scopes.torch_settings_kept(), scopes.limited_threads(run.threads):
                run.expected = buffers.compute_golden(run.golden_fn, run.specs, values)
        except buffers.GoldenError as error:
            raise Failure(str(error)) from error
        if writer is not None:
            with user_errors(), file_errors("save_data cannot write"):
                writer.write_expected(run.expected)


def keep_initial(run: RunState) -> None:
    """InOut state as it is before the dispatch, where a later step starts from it again."""
    if run.repeat is None and not run.save_on_fail and not run.cross_check:
        return
    with user_errors():
        run.initial = {
            spec.name: run.inputs[spec.name].clone()
            for spec in buffers.tensor_specs(run.specs)
            if spec.is_input and spec.is_output
        }
