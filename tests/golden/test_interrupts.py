# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C: one line and the status of an interrupt where nobody catches it, a KeyboardInterrupt for who does."""

import os
import subprocess
import sys

import pytest

FILE = """
import os, signal, sys

import pypto.language as pl


@pl.jit
def double(x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x, 2.0)
    return y


def golden(values):
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(10**8):
        pass


def specs():
    import torch
    from golden import TensorSpec

    return [TensorSpec(name, [16, 64], torch.float32) for name in "xy"]


if __name__ == "__main__":
    from golden import run

    {main}
"""
DIRECT = "run(double, specs(), golden, save_data=True)"
CAUGHT = """try:
        run(double, specs(), golden)
    except KeyboardInterrupt:
        print("caught")"""
OWN_HOOK = f"""sys.excepthook = lambda kind, error, trace: print("own hook", kind.__name__)
    {DIRECT}"""
LATER = """try:
        run(double, specs(), golden)
    except KeyboardInterrupt:
        raise ValueError("another mistake") from None"""


def started(tmp_path, main):
    path = tmp_path / "kernel.py"
    path.write_text(FILE.format(main=main))
    command = f'{sys.executable} "{path}"; echo "status $?" >&2'
    return subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=os.environ, capture_output=True, text=True
    )


def test_a_file_that_is_interrupted_ends_with_one_line(tmp_path):
    ended = started(tmp_path, DIRECT)
    assert ended.stderr.split("\n") == ["[RUN] interrupted", "status 130", ""]
    assert not list(tmp_path.rglob("*.pt")), "nothing is half written"


@pytest.mark.parametrize(
    ("main", "said", "status"),
    [
        (CAUGHT, ["caught"], "status 0"),
        (OWN_HOOK, ["own hook KeyboardInterrupt"], "status 130"),
        (LATER, ["ValueError: another mistake", "Traceback"], "status 1"),
    ],
)
def test_an_interrupt_belongs_to_the_program_around_the_run(tmp_path, main, said, status):
    ended = started(tmp_path, main)
    assert "[RUN] interrupted" not in ended.stderr and status in ended.stderr
    assert all(words in ended.stdout + ended.stderr for words in said)
