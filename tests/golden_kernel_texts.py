# SPDX-License-Identifier: Apache-2.0
"""Kernel files for the tests of the command line: one text, made right or wrong by what is put in."""

from pathlib import Path

TEXT = """
import pypto.language as pl

ROWS, COLS = 16, 64


@pl.jit
def double_test(x: pl.Tensor[[ROWS, COLS], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="double"):
        y[0:ROWS, 0:COLS] = pl.mul(x[0:ROWS, 0:COLS], {factor})
    return y


def golden_double_test(tensors):
    tensors["y"][:] = tensors["x"] * 2.0


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [ROWS, COLS], torch.float32, init_value=torch.randn),
        TensorSpec("y", [ROWS, COLS], torch.float32),
    ]


if __name__ == "__main__":
    import argparse

    from golden import run

    parser = argparse.ArgumentParser()
    parser.add_argument("-p", "--platform", choices=["a2a3", "a2a3sim", "a5", "a5sim"], default="a2a3sim")
    parser.add_argument("--mode", choices=["one", "two", "all"], default="all")
    args = parser.parse_args()
    for mode in ["one", "two"] if args.mode == "all" else [args.mode]:
        print("mode", mode)
        result = run(
            fn=double_test,
            specs=build_tensor_specs(),
            golden_fn=golden_double_test,
            config=dict(platform=args.platform),
        )
        if not result.passed:
            print(result.error)
            raise SystemExit({status})
"""

HANGS = """
if __name__ == "__main__":
    import time

    from golden import run

    print("before the hang", flush=True)
    time.sleep(1000)
"""

CRASHES = """
if __name__ == "__main__":
    import ctypes

    from golden import run

    ctypes.string_at(1)
"""

NO_RUN = """
if __name__ == "__main__":
    from golden import run
"""

RAISES = """
if __name__ == "__main__":
    from golden import run

    raise LookupError("nothing there")
"""


def write(folder: Path, name: str, text: str = TEXT, factor: str = "2.0", status: str = "1") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("{factor}", factor).replace("{status}", status))
    return path
