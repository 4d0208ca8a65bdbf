# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin, in a pytest of its own."""

import os
import re
import subprocess
import sys

from golden_kernel_texts import CRASHES, write


def pytest_run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "golden.pytest_plugin", "-q", "--color=no", *arguments],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_kernel_files_are_collected_one_item_a_mode_and_platform(tmp_path):
    write(tmp_path, "kernels/good.py")
    write(tmp_path, "kernels/wrong.py", factor="2.5")
    write(tmp_path, "kernels/crashes.py", CRASHES)
    done = pytest_run(tmp_path, "--golden", "kernels", "--golden-platform", "a2a3sim")
    assert "4 failed, 2 passed" not in done.stdout  # a crash is one item, a wrong file one a mode
    assert "3 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "ended by SIGSEGV" in done.stdout
    assert re.search(r"Mismatched elements: 10\d\d/1024", done.stdout)  # some are too near zero to differ
    assert "Traceback" not in done.stdout
    shared = pytest_run(tmp_path, "--golden", "kernels", "-p", "xdist", "-n", "2")
    assert "3 failed, 2 passed" in shared.stdout, shared.stdout + shared.stderr
    again = pytest_run(tmp_path, "--golden", "kernels", "--collect-only", "-k", "good and two")
    assert "good.py::two-a2a3sim" in again.stdout


def test_without_flag_or_setting_nothing_is_collected(tmp_path):
    write(tmp_path, "kernels/good.py")
    done = pytest_run(tmp_path, "kernels")
    assert done.returncode == 5 and "no tests ran" in done.stdout


def test_last_failed_runs_the_failures_alone(tmp_path):
    write(tmp_path, "kernels/good.py")
    write(tmp_path, "kernels/wrong.py", factor="2.5")
    (tmp_path / "pytest.ini").write_text("[pytest]\ngolden = true\n")
    assert "2 failed, 2 passed" in pytest_run(tmp_path, "kernels", "-p", "cacheprovider").stdout
    again = pytest_run(tmp_path, "kernels", "-p", "cacheprovider", "--last-failed", "--junitxml", "out.xml")
    assert "2 failed" in again.stdout and "passed" not in again.stdout
    assert 'name="one-a2a3sim"' in (tmp_path / "out.xml").read_text()
