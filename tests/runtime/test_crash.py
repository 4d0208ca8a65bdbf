# SPDX-License-Identifier: Apache-2.0
"""A crash in C++ of a build folder ends the process by its signal, after one line that names the file."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from integration_kernels import SCALE

PROGRAM = """
import faulthandler, sys, threading
from pathlib import Path
import torch
from runtime_programs import Kernel, load, scalar, tensor, write_program

KERNEL = Kernel("silu", [("y", "out", "FP32"), ("zero", "", "INT64")], '''
    volatile int64_t zero = (int64_t)slots[1];
    if (block_idx == 3) { BODY }
    put(core, gm(slots, 0), at<float>(slots, 0) + block_idx, 1.0f);
''', helpers='''
static int64_t deeper(volatile int64_t* turn) {
    volatile char frame[4096];
    frame[0] = (char)*turn;
    *turn = *turn + 1;
    return deeper(turn) + frame[0];
}
''')
ORCHESTRATION = '''
    pto_view y = o->param(run, 0);
    int64_t zero = (int64_t)o->scalar(run, 1);
    START
    o->task(run, 0, 64, 1); o->tensor(run, &y, PTO_OUT); o->value(run, zero); o->submit(run);
'''
program = load(*write_program(Path(sys.argv[1]), [tensor("y", "out", [64]), scalar("zero", "INT64")], [KERNEL],
                              ORCHESTRATION))
"""
CALL = "program.dispatch([torch.zeros(64), 0], workers=WORKERS)\n"

NULL_WRITE = "*(volatile int*)zero = 1;"


def ended(
    tmp_path: Path, calls: str, body: str = "", start: str = "", workers: int = 2
) -> subprocess.CompletedProcess[str]:
    text = PROGRAM.replace("BODY", body).replace("START", start) + calls.replace("WORKERS", str(workers))
    return python(tmp_path, text, str(tmp_path / "folder"))


def python(tmp_path: Path, text: str, *args: str) -> subprocess.CompletedProcess[str]:
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(text))
    return subprocess.run(
        [sys.executable, str(script), *args],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    ("body", "number", "name"),
    [
        (NULL_WRITE, signal.SIGSEGV, "SIGSEGV"),
        ("volatile int64_t turn = zero; zero = deeper(&turn);", signal.SIGSEGV, "SIGSEGV"),
    ],
    ids=["null write", "stack overflow"],
)
def test_a_crash_in_a_kernel_names_kernel_block_signal_and_file(
    tmp_path: Path, workers: int, body: str, number: int, name: str
) -> None:
    done = ended(tmp_path, CALL, body, workers=workers)
    assert done.returncode == -number
    assert done.stderr == (
        f"goldtile: kernel silu (block 3) crashed with {name}; its C++ is kernels/aiv/silu.cpp\n"
    )


@pytest.mark.skipif(
    os.uname().machine != "x86_64", reason="what traps, and with which signal, is the processor's"
)
@pytest.mark.parametrize(
    ("body", "number", "name"),
    [
        ("__builtin_trap();", signal.SIGILL, "SIGILL"),
        ("volatile int64_t one = 1; zero = one / zero;", signal.SIGFPE, "SIGFPE"),
    ],
    ids=["trap", "division"],
)
def test_a_trap_and_a_division_by_zero(tmp_path: Path, body: str, number: int, name: str) -> None:
    done = ended(tmp_path, CALL, body)
    assert done.returncode == -number
    assert done.stderr == (
        f"goldtile: kernel silu (block 3) crashed with {name}; its C++ is kernels/aiv/silu.cpp\n"
    )


def test_many_blocks_that_crash_at_once_print_one_line(tmp_path: Path) -> None:
    done = ended(tmp_path, CALL, "} usleep(2000); { " + NULL_WRITE, workers=8)
    assert done.returncode == -signal.SIGSEGV
    [line] = done.stderr.splitlines()
    assert line.startswith("goldtile: kernel silu (block ")
    assert line.endswith(") crashed with SIGSEGV; its C++ is kernels/aiv/silu.cpp")


def test_a_crash_in_the_orchestration(tmp_path: Path) -> None:
    done = ended(tmp_path, CALL, start=NULL_WRITE)
    assert done.returncode == -signal.SIGSEGV
    assert done.stderr == (
        "goldtile: the orchestration crashed with SIGSEGV; its C++ is orchestration/entry.cpp\n"
    )


@pytest.mark.parametrize("where", ["body", "start"])
def test_the_fault_handler_of_python_still_speaks(tmp_path: Path, where: str) -> None:
    done = ended(tmp_path, "faulthandler.enable()\n" + CALL, **{where: NULL_WRITE})
    assert done.returncode == -signal.SIGSEGV
    ours, theirs = done.stderr.split("\n", 1)
    assert ours.startswith("goldtile: ") and "crashed with SIGSEGV" in ours
    assert theirs.startswith("Fatal Python error: Segmentation fault")
    assert "in dispatch" in theirs


def test_a_crash_between_calls_and_one_of_another_thread_are_not_ours(tmp_path: Path) -> None:
    crash = "import ctypes; program.dispatch([torch.zeros(64), 0]); ctypes.string_at(0)\n"
    done = ended(tmp_path, crash)
    assert (done.returncode, done.stderr) == (-signal.SIGSEGV, "")
    other = """
import ctypes, time
threading.Thread(target=lambda: (time.sleep(0.3), ctypes.string_at(0))).start()
"""
    done = ended(tmp_path, other + CALL, "for (;;) usleep(1000);")
    assert (done.returncode, done.stderr) == (-signal.SIGSEGV, "")


def test_a_signal_that_somebody_sends_ends_the_process(tmp_path: Path) -> None:
    sent = """
import os, signal, time
threading.Thread(target=lambda: (time.sleep(0.3), os.kill(os.getpid(), signal.SIGSEGV))).start()
"""
    assert ended(tmp_path, sent + CALL, "for (;;) usleep(1000);").returncode == -signal.SIGSEGV


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the system does not show handlers")
def test_handlers_of_before_come_back(tmp_path: Path) -> None:
    """As the system shows them, so that a handler of nobody's making would be seen."""
    calls = """
def caught():
    [line] = [t for t in open("/proc/self/status") if t.startswith("SigCgt")]
    return line
before = caught()
for _ in range(3):
    program.dispatch([torch.zeros(64), 0])
    assert caught() == before, (before, caught())
faulthandler.enable()
with_faulthandler = caught()
program.dispatch([torch.zeros(64), 0])
assert caught() == with_faulthandler != before
print("done")
"""
    done = ended(tmp_path, calls)
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_an_edited_kernel_that_crashes_in_a_run_of_the_harness(tmp_path: Path) -> None:
    done = python(
        tmp_path,
        SCALE
        + """
if __name__ == "__main__":
    import sys
    import torch
    from golden import TensorSpec, run

    def golden(values):
        values["y"][:] = values["x"] * 2

    specs = [
        TensorSpec("x", [64, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [64, 64], torch.float32),
    ]
    first = run(scale, specs, golden_fn=golden)
    assert first.passed, first.error
    cpp = first.work_dir / "kernels" / "aiv" / "double.cpp"
    head, sign, entry = cpp.read_text().partition("// --- Kernel entry point ---")
    assert sign
    at = entry.index("{", entry.index("double_entry")) + 1
    trap = "if (block_idx == 5) *(volatile int*)(slots[0] & 0) = 1;"
    cpp.write_text(head + sign + entry[:at] + trap + entry[at:])
    run(scale, specs, golden_fn=golden, runtime_dir=first.work_dir)
""",
    )
    assert done.returncode == -signal.SIGSEGV, done.stdout + done.stderr
    assert done.stderr == (
        "goldtile: kernel double (block 5) crashed with SIGSEGV; its C++ is kernels/aiv/double.cpp\n"
    )
