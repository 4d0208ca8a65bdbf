# SPDX-License-Identifier: Apache-2.0
"""The Python of the guide runs."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _write(page: str, folder: Path) -> Path:
    """All Python blocks of a page as one file."""
    path = folder / "example.py"
    path.write_text("\n\n".join(BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))), encoding="utf-8")
    return path


def test_the_kernel_file_of_getting_started_passes(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = _write("docs/getting-started.md", tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    assert "[RUN] PASS (" in capsys.readouterr().out


@pytest.mark.parametrize("page", ["language", "operations", "programs", "ranks", "runs"])
def test_the_examples_of_a_page_run_and_hold(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(_write(f"docs/{page}.md", tmp_path)))


@pytest.mark.parametrize("tokens", [16, 64])
def test_the_kernel_of_the_readme_computes_the_norm(tmp_path, tokens):
    import torch

    from golden import TensorSpec, run

    kernel = runpy.run_path(str(_write("README.md", tmp_path)))["rms_norm_test"]

    def golden(tensors):
        x = tensors["x"]
        tensors["y"][:] = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)

    shape = [tokens, 512]
    specs = [
        TensorSpec("x", shape, torch.float32, init_value=torch.randn),
        TensorSpec("y", shape, torch.float32),
    ]
    result = run(fn=kernel, specs=specs, golden_fn=golden, rtol=1e-5, atol=1e-6, seed=tokens)
    assert result.passed, result.error


def test_the_kernel_of_the_page_on_tasks_doubles(tmp_path):
    import torch

    kernel = runpy.run_path(str(_write("docs/tasks.md", tmp_path)))["kernel"]
    x = torch.randn(64, 64, generator=torch.Generator().manual_seed(0))
    for engine in ("native", "interpret"):
        y = torch.zeros(64, 64)
        kernel(x, y, config={"engine": engine})
        assert torch.equal(y, 2 * x)


def test_links_between_pages_lead_somewhere():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert not broken
