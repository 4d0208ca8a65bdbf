# SPDX-License-Identifier: Apache-2.0
"""Add one whole number to every element of a matrix.

Shape and element type come from the arguments, so one kernel serves FP32, FP16 and INT32. The number is known
when the kernel is compiled and becomes a literal in it.
"""

import pypto.language as pl

MODES = {"fp32": (1024, 512), "fp16": (512, 512), "int32": (256, 512)}

ROWS = 32  # rows per task


@pl.jit
def add_scalar_test(x: pl.Tensor, value: pl.Scalar[pl.INT32], y: pl.Out[pl.Tensor]):
    rows, cols = x.shape
    for r in pl.parallel(0, rows, ROWS):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="add_scalar"):
            y[r : r + ROWS, 0:cols] = pl.add(x[r : r + ROWS, 0:cols], value)
    return y


def golden_add_scalar(x, value):
    # Half precision is summed in FP32 and rounded once.
    return (x.float() + value).to(x.dtype) if x.is_floating_point() else x + value


def golden_add_scalar_test(tensors):
    tensors["y"][:] = golden_add_scalar(tensors["x"], tensors["value"])


def build_tensor_specs(mode):
    import torch

    from golden import ScalarSpec, TensorSpec

    rows, cols = MODES[mode]
    dtype = {"fp32": torch.float32, "fp16": torch.float16, "int32": torch.int32}[mode]

    def init_x():
        if dtype == torch.int32:  # the whole range: sums past the end wrap around
            return torch.randint(-(2**31), 2**31, (rows, cols), dtype=torch.int64).to(torch.int32)
        return torch.randn(rows, cols) * 3.0

    return [
        TensorSpec("x", [rows, cols], dtype, init_value=init_x),
        ScalarSpec("value", torch.int32, 7),
        TensorSpec("y", [rows, cols], dtype),
    ]


if __name__ == "__main__":
    import argparse

    from golden import run

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-p", "--platform", choices=["a2a3", "a2a3sim", "a5", "a5sim"], default="a2a3sim")
    parser.add_argument("-d", "--device", type=int, default=0)
    parser.add_argument("--engine", choices=["native", "interpret"])
    parser.add_argument("--mode", choices=[*MODES, "all"], default="all")
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--enable-chip-swimlane", type=int, nargs="?", const=1, default=0, choices=range(5))
    parser.add_argument("--dump-passes", action="store_true")
    parser.add_argument("--runtime-dir")
    parser.add_argument("--save-data", action="store_true")
    parser.add_argument("--golden-data")
    args = parser.parse_args()

    for mode in MODES if args.mode == "all" else [args.mode]:
        result = run(
            fn=add_scalar_test,
            specs=build_tensor_specs(mode),
            golden_fn=golden_add_scalar_test,
            runtime_dir=args.runtime_dir,
            golden_data=args.golden_data,
            save_data=args.save_data,
            config=dict(
                platform=args.platform,
                device_id=args.device,
                engine=args.engine,
                enable_chip_swimlane=args.enable_chip_swimlane,
                dump_passes=args.dump_passes,
            ),
            # One addition, rounded once: equal in every bit.
            rtol=0.0,
            atol=0.0,
            compile_only=args.compile_only,
        )
        if not result.passed:
            if result.error:
                print(result.error)
            raise SystemExit(1)
