# SPDX-License-Identifier: Apache-2.0
"""Barriers, fences and cache operations as text."""

import pytest

from pypto.assembler import assemble, parse_pto
from pypto.assembler.printer import print_pto
from pypto.errors import PtoSyntaxError

TEXT = """\
module attributes {pto.target_arch = "a2a3"} {
  func.func @k(%w: !pto.ptr<i32>, %n: i32)
      attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.barrier <PIPE_ALL>
    %c3 = arith.constant 3 : index
    pto.sync.set <PIPE_MTE3>, %c3 : index {ffts_mode = 2}
    pto.sync.set <PIPE_V>, %c3 : index {ffts_mode = 0}
    pto.sync.wait <PIPE_V>, %c3 : index
    pto.fence.barrier_all #pto.fence_scope<gm>
    pto.cmo.cacheinvalid all #pto.address_space<gm>
    pto.syncall {core_type = "aiv_only", mode = "hard"}
    pto.syncall(%w, %n : !pto.ptr<i32>, i32) {core_type = "mix", mode = "soft"}
    return
  }
}
"""


def test_it_reads_prints_and_becomes_calls():
    module = parse_pto(TEXT, "k.pto")
    printed = print_pto(module)
    assert print_pto(parse_pto(printed, "k.pto")) == printed
    cpp = assemble(module)["k"].cpp_text
    assert "if (!pto::SYNCALL(core, 2, 0, " in cpp
    assert "if (!pto::SYNCALL(core, 0, n, " in cpp
    assert cpp.count("pto::fence();") == 2
    assert "if (!pto::EVENT_SET(core, 3, 1, " in cpp and "if (!pto::LAUNCH_SET(core, 3, " in cpp
    assert "if (!pto::EVENT_WAIT(core, 3, " in cpp


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{ffts_mode = 2}", "{ffts_mode = 3}", "pto.sync.set needs ffts_mode = 0, 1 or 2"),
        ('mode = "hard"', 'mode = "firm"', 'pto.syncall needs mode = "hard" or "soft"'),
        ("aiv_only", "vector", "pto.syncall needs core_type, one of mix, aic_only, aiv_only"),
        ('"mix", mode = "soft"', '"mix", mode = "hard"', "a soft pto.syncall takes its workspace"),
    ],
)
def test_what_it_refuses(old, new, message):
    with pytest.raises(PtoSyntaxError, match=message):
        parse_pto(TEXT.replace(old, new, 1), "k.pto")
