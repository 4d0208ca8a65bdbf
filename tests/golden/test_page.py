# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a real browser: pictures are drawn, and no request leaves the page."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import torch
from harness_fakes import FakeKernel, tensor

from golden import TensorSpec, document, html, run
from golden.job import Job
from golden.observers import observing
from golden.session_file import describe
from golden.suite import Outcome, Status

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed (package chromium)")

QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def page(folder: Path, off: float) -> Path:
    """The report of one run whose first 8 columns are `off` too large, and its last element NaN."""

    def body(v):
        v["y"].copy_(v["x"])
        v["y"][:, :8] += off
        if off:
            v["y"][-1, -1] = float("nan")

    shape = (64, 32)
    kernel = FakeKernel(body, tensor("x", "in", shape), tensor("y", "out", shape), folder=folder / "build")
    specs = [TensorSpec(name, list(shape), torch.float32, init_value=1.0) for name in ("x", "y")]
    runs = []

    def golden(values):
        values["y"][:] = values["x"]

    with observing(lambda result: runs.append(document.describe(result))):
        passed = run(kernel, specs, golden).passed
    outcome = Outcome(Job(path="kernel.py"), Status.PASS if passed else Status.FAIL, 0.5, "", runs)
    path = folder / "report.html"
    path.write_text(html.render(describe([outcome], 1.0)))
    return path


def look(path: Path):
    """A picture of the page as RGB triples, and the addresses that the browser asked for."""
    from PIL import Image

    shot, log = path.with_suffix(".png"), path.with_suffix(".log")
    subprocess.run(
        [
            *(BROWSER, *QUIET, f"--user-data-dir={path.parent / 'profile'}", "--window-size=1000,2400"),
            *(f"--log-net-log={log}", f"--screenshot={shot}", path.as_uri()),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    with Image.open(shot) as image:
        colours = image.convert("RGB").getcolors(1 << 20)
    events = json.loads(log.read_text())["events"]
    asked = [event["params"] for event in events if "initiator" in event.get("params", {})]
    # What the browser wants for itself has no origin.
    pages = {item["url"] for item in asked if item["initiator"] != "not an origin"}
    return {colour: count for count, colour in colours}, {url for url in pages if url.startswith("http")}


def close(colours, wanted):
    """How many pixels are within a few steps of a colour."""
    return sum(
        count
        for colour, count in colours.items()
        if all(abs(a - b) < 12 for a, b in zip(colour, wanted, strict=True))
    )


DARK_RED, BAR, GREEN = (128, 0, 38), (47, 111, 159), (11, 110, 79)


def test_a_failing_session_shows_where_and_how_far(tmp_path):
    colours, requests = look(page(tmp_path, off=0.5))
    assert close(colours, DARK_RED) > 5_000  # the 8 columns that are off
    assert close(colours, BAR) > 2_000  # bars of the histograms and the stages
    assert not requests


def test_a_request_of_a_page_would_be_seen(tmp_path):
    path = tmp_path / "report.html"
    path.write_text('<!DOCTYPE html><img src="http://127.0.0.1:9/picture.png">')
    assert look(path)[1] == {"http://127.0.0.1:9/picture.png"}


def test_a_passing_session_has_no_heat_map(tmp_path):
    colours, requests = look(page(tmp_path, off=0.0))
    assert close(colours, DARK_RED) == 0
    assert close(colours, GREEN) > 50
    assert not requests
