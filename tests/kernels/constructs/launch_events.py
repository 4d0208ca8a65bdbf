# SPDX-License-Identifier: Apache-2.0
"""`ffts_mode=0`: an event that all vector cores of a launch raise together; each then reads what another one stored."""

import pypto.language as pl


@pl.jit
def launch_events(x: pl.Tensor[[144, 64], pl.FP32], y: pl.Out[pl.Tensor[[144, 64], pl.FP32]]):
    t = pl.create_tensor([144, 64], dtype=pl.FP32)
    for b in pl.spmd(pl.system.available_aiv_count(), sync_start=True):
        for r in pl.range(b, 144, pl.get_block_num()):
            t[r : r + 1, :] = pl.add(x[r : r + 1, :], 1.0)
        pl.system.sync_set(3, pipe=pl.PipeType.MTE3, ffts_mode=0, core_type="aiv")
        pl.system.sync_wait(3, pipe=pl.PipeType.MTE3, core_type="aiv")
        for r in pl.range(b, 144, pl.get_block_num()):
            y[r : r + 1, :] = pl.neg(t[143 - r : 144 - r, :])
    return y


def golden(tensors):
    tensors["y"][:] = -(tensors["x"] + 1.0).flip(0)


def build_tensor_specs():
    import torch

    from golden import TensorSpec

    return [
        TensorSpec("x", [144, 64], torch.float32, init_value=torch.randn),
        TensorSpec("y", [144, 64], torch.float32),
    ]


if __name__ == "__main__":
    import sys

    from golden import run

    config = dict(argument.split("=") for argument in sys.argv[1:])
    result = run(launch_events, build_tensor_specs(), golden_fn=golden, config=config)
    print(result.error or "", end="")
    raise SystemExit(not result.passed)
