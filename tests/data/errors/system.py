# SPDX-License-Identifier: Apache-2.0
"""Operations that order cores and pipes: where they stand, and what they take."""

import pypto.language as pl


@pl.jit
def forms(
    x: pl.Tensor[[64, 64], pl.FP32],
    w: pl.Tensor[[8], pl.INT32],
    y: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
):
    pl.system.syncall()  # E:5 cores are ordered inside regions only in pl.system.syncall
    for b in pl.spmd(4):
        pl.system.syncall("mix")  # E:27 pl.system.syncall takes 0 argument(s) by position
        pl.system.syncall(core_type="both")  # E:9 `core_type` is one of mix, aic_only, aiv_only, found 'both' in pl.system.syncall
        pl.system.syncall(mode="firm")  # E:9 `mode` is hard or soft, found 'firm' in pl.system.syncall
        pl.system.syncall(mode="soft")  # E:9 mode="soft" needs gm_workspace= and used_cores= in pl.system.syncall
        pl.system.syncall(gm_workspace=w)  # E:9 `gm_workspace` goes with mode="soft" in pl.system.syncall
        pl.system.syncall(mode="soft", gm_workspace=w, used_cores=4)  # E:9 `gm_workspace` needs at least 16 elements, found 8 in pl.system.syncall
        pl.system.syncall(mode="soft", gm_workspace=x, used_cores=4)  # E:9 `gm_workspace` must be a tensor of INT32 in global memory, found Tensor[[64, 64], FP32] in pl.system.syncall
        pl.system.sync_src(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.M, event_id=14)  # E:9 `event_id` is 0 to 13, found 14 in pl.system.sync_src
        pl.system.sync_src(set_pipe="V", wait_pipe=pl.PipeType.M, event_id=1)  # E:9 `set_pipe` must be a pipe, found 'V' in pl.system.sync_src
        pl.system.sync_dst(set_pipe=pl.PipeType.V, wait_pipe=pl.PipeType.M)  # E:9 pl.system.sync_dst needs `event_id`
        pl.system.cacheinvalid(x)  # E:9 either no arguments are expected, or tensor, shapes and offsets in pl.system.cacheinvalid
        pl.system.cacheinvalid(x, [1], [0, 0])  # E:9 `shapes` needs 2 entries, found 1 in pl.system.cacheinvalid
        pl.system.bar_v(1)  # E:25 pl.system.bar_v takes no arguments
        n = pl.system.available_aiv_count()  # E:13 the number of cores is known outside regions only in pl.system.available_aiv_count
        pl.system.sync_set(3, pipe=pl.PipeType.MTE2)  # E:9 both cores have a pipe MTE2 in pl.system.sync_set
        pl.system.sync_set(14, pipe=pl.PipeType.V, ffts_mode=0)  # E:9 `event_id` is 0 to 13, found 14 in pl.system.sync_set
        pl.system.sync_set(3, pipe=pl.PipeType.V, ffts_mode=2.0)  # E:9 `ffts_mode` is 0, 1 or 2, found 2.0 in pl.system.sync_set
        pl.system.sync_set(3, pipe=pl.PipeType.V, ffts_mode=3)  # E:9 `ffts_mode` is 0, 1 or 2, found 3 in pl.system.sync_set
        pl.system.sync_set(3, pipe=pl.PipeType.M, ffts_mode=1)  # E:9 ffts_mode=1 is between the vector cores of a cluster in pl.system.sync_set
        pl.system.sync_wait(14, pipe=pl.PipeType.V)  # E:9 `event_id` is 0 to 13, found 14 in pl.system.sync_wait
        pl.system.sync_wait(1, pl.PipeType.V)  # E:32 pl.system.sync_wait takes 1 argument(s) by position
        pl.system.sync_wait(1, pipe=pl.PipeType.V, core_type="both")  # E:9 `core_type` is aic or aiv, found 'both' in pl.system.sync_wait
        pl.system.set_ffts(w)  # E:9 `workspace` must be a tensor of INT64 in global memory, found Tensor[[8], INT32] in pl.system.set_ffts
        y[b * 16 : b * 16 + 16, :] = x[b * 16 : b * 16 + 16, :]
    i = pl.get_subblock_idx()  # E:9 the block index exists only inside a region in pl.get_subblock_idx
    return y
