# SPDX-License-Identifier: Apache-2.0
"""What the cores of a group do to the same bytes of memory: pipes, events and barriers order them, or nothing does."""

import pytest
import torch
from mixed_runs import randn

import pypto.language as pl
from pypto import ir
from pypto.errors import KernelFault
from pypto.runtime.config import RunConfig

TEXT = """
import pypto.language as pl

@pl.program
class text:
    @pl.function(type=pl.FunctionType.Orchestration)
    def text(self, a: pl.Tensor[[64, 64], pl.BF16], out: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.create_tensor([64, 64], dtype=pl.FP32)
        w = pl.create_tensor([16], dtype=pl.INT32, init_value=0)
        for block in pl.spmd(2):
            r = block * 32
            c = pl.matmul(a[r : r + 32, :], a[:, :], out_dtype=pl.FP32)
            BODY
        return out
"""
LANES = "for n in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):"
BARRIER = '    pl.system.syncall(core_type="aiv_only", mode="soft", gm_workspace=w, used_cores=0)'
BODIES = {
    "a store before the push": (
        [
            "out[r : r + 32, :] = c",
            LANES,
            "    h = pl.aiv_shard(c)",
            "    out[r + n * 16 : r + n * 16 + 16, :] = pl.exp(h)",
        ],
        None,
    ),
    "a store behind the push": (
        [
            LANES,
            "    out[r + n * 16 : r + n * 16 + 16, :] = pl.exp(pl.aiv_shard(c))",
            "out[r : r + 32, :] = c",
        ],
        "the cube core and vector core 0 write the same place, in no order: block 0 of task 0 on rows 0..15, "
        "columns 0..63 of `out`",
    ),
    "rows that overlap": (
        [
            LANES,
            "    h = pl.exp(pl.aiv_shard(c))",
            "    out[r + n * 15 : r + n * 15 + 16, :] = h",
            "    if n == 0:",
            "        out[r + 31 : r + 32, :] = h[0:1, :]",
        ],
        "vector core 0 and vector core 1 write the same place, in no order: block 0 of task 0 on row 15, "
        "columns 0..63 of `out`",
    ),
    "what the other core writes": (
        [
            LANES,
            "    t[r + n * 16 : r + n * 16 + 16, :] = pl.exp(pl.aiv_shard(c))",
            "    m = r + 16 - n * 16",
            "    out[r + n * 16 : r + n * 16 + 16, :] = t[m : m + 16, :]",
        ],
        "vector core 0 reads what vector core 1 writes, in no order: block 0 of task 0 on rows 16..31, "
        "columns 0..63 of `t`",
    ),
    "what the other core wrote before a barrier": (
        [
            LANES,
            "    t[r + n * 16 : r + n * 16 + 16, :] = pl.exp(pl.aiv_shard(c))",
            BARRIER,
            "    m = r + 16 - n * 16",
            "    out[r + n * 16 : r + n * 16 + 16, :] = t[m : m + 16, :]",
        ],
        None,
    ),
    "what the cube core reads behind a join": (
        [
            LANES,
            "    h = pl.exp(pl.aiv_shard(c))",
            "    out[r + n * 16 : r + n * 16 + 16, :] = h",
            '    j = pl.aic_gather(pl.cast(h, pl.BF16, mode="rint"))',
            "d = pl.matmul(j, a[:, :], out_dtype=pl.FP32)",
            "out[r : r + 32, :] = d",
        ],
        None,
    ),
    "the same work of both": (
        [
            "for n in pl.split_aiv(2, mode=pl.SplitMode.NONE):",
            "    out[r : r + 32, :] = pl.exp(pl.aiv_shard(c))",
        ],
        None,
    ),
}


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
def test_the_cores_of_a_group_hand_bytes_over_or_leave_them_alone(platform, tmp_path):
    a = randn(64, 64, dtype=torch.bfloat16) / 8
    for name, (lines, message) in BODIES.items():
        text = TEXT.replace("BODY", "\n            ".join(lines))
        path = tmp_path / f"{name.replace(' ', '_')}.py"
        path.write_text(text)
        config = RunConfig(platform=platform, workers=2)
        artifact = ir.compile(pl.loads(str(path)), platform=platform, workers=2)
        out = torch.zeros(64, 64)
        if message is None:
            for _ in range(3):
                artifact.dispatch([a, out], config)
            continue
        found = set()
        for _ in range(3):
            with pytest.raises(KernelFault) as caught:
                artifact.dispatch([a, out], config)
            error = caught.value
            assert (error.code, error.help) == (
                "unordered-access",
                "give each core its own part, or hand the value over through a pipe",
            ), name
            found.add(error.message)
        assert found == {message}, name
