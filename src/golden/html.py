# SPDX-License-Identifier: Apache-2.0
"""One self-contained HTML page for a session: no script is loaded, no request leaves the page.

Summary table; what failed comes first, what passed is folded away. Per failing output a heat map of the error over its
first two axes, histograms of the error in units in the last place and relative to the golden, and the worst points;
stage times of every run.
"""

from __future__ import annotations

import base64
import importlib.util
import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from golden.errors import HarnessError

_TEMPLATES = Path(__file__).parent / "templates"
_INK, _FAINT, _BAR = "#1f2933", "#9aa5b1", "#2f6f9f"


def check() -> None:
    """Says what is missing before a long session rather than after it."""
    for name in ("jinja2", "matplotlib"):
        if importlib.util.find_spec(name) is None:
            raise HarnessError(
                f"the HTML report needs {name}; install it with: pip install 'goldtile[report]'"
            )


def render(session: dict[str, Any], title: str = "Kernel report") -> str:
    """The page of a session document."""
    check()
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
    )
    environment.filters["seconds"] = lambda value: "" if value is None else f"{value:.2f} s"
    environment.filters["address"] = lambda path: Path(path).as_uri()
    files = [_with_pictures(file, number) for number, file in enumerate(session["files"])]
    return environment.get_template("report.html").render(title=title, session=session, files=files)


def _with_pictures(file: dict[str, Any], number: int) -> dict[str, Any]:
    runs = [_run(run) for run in file["runs"]]
    return {
        **file,
        "number": number,
        "notes": ", ".join([*_notes(runs), *filter(None, [file.get("note")])]),
        "runs": runs,
    }


def _notes(runs: Sequence[dict[str, Any]]) -> list[str]:
    """What a reader should know of runs although they passed."""
    notes = sorted({run["skipped"] for run in runs if run["skipped"]})
    if any(output["no_power"] for run in runs for output in run["outputs"]):
        notes.append("no power: zeros would pass")
    return notes


def _run(run: dict[str, Any]) -> dict[str, Any]:
    total = sum(run["stages"].values()) or 1.0
    stages = [
        {"name": name, "seconds": seconds, "share": 100 * seconds / total}
        for name, seconds in run["stages"].items()
    ]
    outputs = [{**output, "drawings": _drawings(output)} for output in run["outputs"]]
    return {**run, "stage_list": stages, "outputs": outputs}


def _drawings(output: dict[str, Any]) -> list[dict[str, str]]:
    picture = output["picture"]
    if picture is None:
        return []
    made = [{"title": _heat_title(picture), "data": _heat_map(picture)}]
    for key, title in (
        (
            "ulp",
            "Units in the last place between actual and golden; a bar reaches from its number to the next",
        ),
        ("relative", "|actual - golden| / |golden|; a bar reaches from its number to ten times as much"),
    ):
        if picture[key]:
            made.append({"title": title, "data": _histogram(picture[key])})
    return made


def _heat_title(picture: dict[str, Any]) -> str:
    cell = f"{picture['row_step']} x {picture['column_step']}"
    block = "element" if cell == "1 x 1" else f"block of {cell} elements"
    return (
        f"Largest absolute difference of each {block}, {picture['rows']} rows x {picture['columns']} columns"
    )


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _heat_map(picture: dict[str, Any]) -> str:
    """Equal elements are white, differences go from yellow to dark red on a logarithmic scale, a difference without
    a number is black."""
    from matplotlib.colors import LogNorm

    heat = [[float(value) for value in row] for row in picture["heat"]]
    finite = [value for row in heat for value in row if 0 < value < math.inf]
    shown = [
        [math.nan if value == 0 else value if value < math.inf else math.nan for value in row] for row in heat
    ]
    figure = _figure(7.0, max(1.6, min(5.0, 6.0 * len(heat) / max(1, len(heat[0])))))
    axes = figure.subplots()
    extent = (0, picture["columns"], picture["rows"], 0)
    style: dict[str, Any] = {"extent": extent, "aspect": "auto", "interpolation": "nearest"}
    axes.set_facecolor("white")
    if finite:
        high = max(finite)
        norm = LogNorm(min(min(finite), high / 10), high)
        drawn = axes.imshow(shown, cmap="YlOrRd", norm=norm, **style)
        bar = figure.colorbar(drawn, ax=axes, shrink=0.9)
        bar.set_label("|actual - golden|", color=_INK)
    wild = [[1.0 if value == math.inf else math.nan for value in row] for row in heat]
    if any(value == 1.0 for row in wild for value in row):
        axes.imshow(wild, cmap="gray", vmin=1.0, vmax=2.0, **style)
        axes.set_title("black: NaN or infinity on one side", fontsize=9, color=_INK)
    axes.set_xlabel("column", color=_INK)
    axes.set_ylabel("row", color=_INK)
    return _png(figure)


def _histogram(bins: Sequence[dict[str, Any]]) -> str:
    figure = _figure(4.5, 2.6)
    axes = figure.subplots()
    places = range(len(bins))
    counts = [item["count"] for item in bins]
    drawn = axes.bar(places, counts, color=_BAR, width=0.85)
    axes.set_yscale("symlog", linthresh=1)
    axes.set_ylim(0, max(counts) * 6)
    for bar, count in zip(drawn, counts, strict=True):
        if count:
            axes.annotate(
                f"{count}", (bar.get_x() + bar.get_width() / 2, count), ha="center", va="bottom", fontsize=7
            )
    axes.set_xticks(list(places), [item["label"] for item in bins], rotation=60, ha="right", fontsize=8)
    axes.set_ylabel("elements", color=_INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.spines["left"].set_color(_FAINT)
    axes.spines["bottom"].set_color(_FAINT)
    return _png(figure)


def _png(figure: Any) -> str:
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=110, metadata={"Software": None})
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode("ascii")
