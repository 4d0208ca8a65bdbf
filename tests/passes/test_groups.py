# SPDX-License-Identifier: Apache-2.0
"""What kernels of a group may say of their pipes: one wrong word at a time, and the sentence that refuses it."""

# ruff: noqa: E501

import pytest

import pypto.language as pl
from pypto.errors import UserError
from pypto.ir.nodes import Call, Eval, walk
from pypto.ir.ops import pipe
from pypto.passes import pipeline
from pypto.platforms import PLATFORMS

TEXT = """import pypto.language as pl

@pl.program
class Both:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
        down = pl.import_peer_buffer(name="down", peer_func="vector")
        up = pl.reserve_buffer(name="up", size=65536)
        pl.aic_initialize_pipe(down, up, dir_mask=3, slot_size=16384)
        left = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        c = pl.matmul(pl.move(left, pl.Mem.Left), pl.move(left, pl.Mem.Right))
        pl.tpush_to_aiv(c, split=1)
        u: pl.Tile[[64, 64], pl.FP32, pl.Mem.Mat] = pl.tpop_from_aiv(split=1)
        d = pl.matmul(pl.move(u, pl.Mem.Left), pl.move(u, pl.Mem.Right))
        pl.tfree_to_aiv(u)
        y = pl.store(d, [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.AIV)
    def vector(self, x: pl.Tensor[[64, 64], pl.FP32]):
        down = pl.reserve_buffer(name="down", size=65536, base=pl.AUTO)
        up = pl.import_peer_buffer(name="up", peer_func="cube")
        pl.aiv_initialize_pipe(down, up, dir_mask=3, slot_size=16384)
        t: pl.Tile[[32, 64], pl.FP32] = pl.tpop_from_aic(split=1)
        v = pl.mul(t, 2.0)
        pl.tfree_to_aic(t)
        pl.tpush_to_aic(v, split=1)

    @pl.function(type=pl.FunctionType.Group)
    def both(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.cube(x, y)
        self.vector(x)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def run(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
        y = self.both(x, y)
        return y
"""


def compiled(text, platform="a2a3sim"):
    program = pl.parse(text)
    for step in (*pipeline.front_passes(), *pipeline.back_passes(PLATFORMS[platform])[:4]):
        program = step.run(program)
    return program


def changed(*pairs):
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_frees_take_the_terms_of_their_pops():
    for platform in ("a2a3sim", "a5sim"):
        program = compiled(TEXT, platform)
        frees = [
            s.value.attrs
            for name in ("cube", "vector")
            for s in walk(program.functions[name].body)
            if isinstance(s, Eval) and isinstance(s.value, Call) and s.value.op in pipe.FREES
        ]
        assert [(f["split"], f["id"]) for f in frees] == [(1, 0), (1, 0)]
    assert program.functions["both"].attrs == {"lanes": 2}
    assert [p.name for p in program.functions["vector"].params] == ["x", "y"]


AIC_OPEN = "pl.aic_initialize_pipe(down, up, dir_mask=3, slot_size=16384)"
AIV_OPEN = "pl.aiv_initialize_pipe(down, up, dir_mask=3, slot_size=16384)"
POP = "t: pl.Tile[[32, 64], pl.FP32] = pl.tpop_from_aic(split=1)"
FREE = "        pl.tfree_to_aic(t)\n"
WRONG = {
    "slot size": (
        [(AIV_OPEN, AIV_OPEN.replace("16384", "32768")), ('name="down", size=65536', 'name="down", size=131072')],
        "slot_size is 32768 here and 16384 in cube",
    ),
    "slots": ([(AIV_OPEN, AIV_OPEN[:-1] + ", slot_num=5)"), ("65536, base", "81920, base")], "slot_num is 5 here and 4"),
    "direction": (
        [(AIV_OPEN, "pl.aiv_initialize_pipe(down, dir_mask=1, slot_size=16384, slot_num=4)"), ("        pl.tpush_to_aic(v, split=1)\n", "")],
        "dir_mask is 1 here and 3 in cube",
    ),
    "id": (
        [(AIV_OPEN, AIV_OPEN[:-1] + ", id=2)"), ("tpop_from_aic(split=1)", "tpop_from_aic(split=1, id=2)"), ("tpush_to_aic(v, split=1)", "tpush_to_aic(v, split=1, id=2)")],
        "vector does not open pipe 0 in direction c2v",
    ),
    "unopened id": ([("tpop_from_aic(split=1)", "tpop_from_aic(split=1, id=3)")], "vector has not opened pipe 3 from the cube core"),
    "not yet opened": ([("        " + AIV_OPEN + "\n", ""), (FREE, FREE + f"        {AIV_OPEN}\n")], "vector has not opened pipe 0 from the cube core"),
    "mask": ([(AIC_OPEN, AIC_OPEN.replace("=3", "=4"))], "`dir_mask` of pl.aic_initialize_pipe is 1 to 3, found 4"),
    "pipe number": ([(AIC_OPEN, AIC_OPEN[:-1] + ", id=8)")], "`id` of pl.aic_initialize_pipe is 0 to 7, found 8"),
    "odd slot": ([(AIC_OPEN, AIC_OPEN.replace("16384", "16385"))], "`slot_size` of pl.aic_initialize_pipe is a multiple of 32 bytes"),
    "local slots": ([(AIC_OPEN, AIC_OPEN[:-1] + ", local_slot_num=5)")], "`local_slot_num` of pl.aic_initialize_pipe is 1 to 4, found 5"),
    "buffer size": ([('name="up", size=65536', 'name="up", size=65568')], 'the buffer "up" has 65568 bytes, and 4 slots of 16384 take 65536'),
    "base": ([("base=pl.AUTO", "base=16")], "`base` of pl.reserve_buffer is a multiple of 32 bytes, found 16"),
    "no such buffer": ([('import_peer_buffer(name="up"', 'import_peer_buffer(name="back"')], 'cube reserves no buffer "back"'),
    "no such kernel": ([('peer_func="cube"', 'peer_func="product"')], "the group has no kernel `product`"),
    "itself": ([('peer_func="cube"', 'peer_func="vector"')], "`peer_func` of pl.import_peer_buffer is the other kernel of the group, cube"),
    "reserved twice": ([('up = pl.reserve_buffer', 'other = pl.reserve_buffer(name="up", size=64)\n        up = pl.reserve_buffer')], 'the buffer "up" is reserved twice in cube'),
    "reserved in a loop": (
        [(AIV_OPEN, f'for i in pl.range(2):\n            q = pl.reserve_buffer(name="q", size=64)\n        {AIV_OPEN}')],
        "pl.reserve_buffer stands outside of loops and branches",
    ),
    "no buffer": ([(AIC_OPEN, AIC_OPEN.replace("down, up", "0, up"))], "c2v_consumer_buf of pl.aic_initialize_pipe is what pl.import_peer_buffer gives"),
    "wrong side": ([(AIC_OPEN, AIC_OPEN.replace("down, up", "up, down"))], "c2v_consumer_buf of pl.aic_initialize_pipe is what pl.import_peer_buffer gives"),
    "unused buffer": ([(AIC_OPEN, AIC_OPEN.replace("dir_mask=3", "dir_mask=1"))], "dir_mask=1 has no direction v2c, and v2c_consumer_buf is given"),
    "opened twice": ([(AIC_OPEN, f"{AIC_OPEN}\n        {AIC_OPEN}")], "pipe 0 is opened twice in direction c2v"),
    "opened in a loop": ([(AIC_OPEN, f"for i in pl.range(2):\n            {AIC_OPEN}")], "a pipe is opened once, outside of loops and branches"),
    "too large": (
        [(AIC_OPEN, AIC_OPEN.replace("16384", "8192")), (AIV_OPEN, AIV_OPEN.replace("16384", "8192")), ("size=65536", "size=32768")],
        "the tile takes 16384 bytes, and a slot of pipe 0 has 8192",
    ),
    "other split": ([(POP, POP.replace("split=1", "split=2"))], "split=2 here, and split=1 where pl.tpush_to_aiv uses the same pipe"),
    "other shape": ([(POP, POP.replace("[32, 64]", "[32, 32]")), ("tpush_to_aic(v", "tpush_to_aic(pl.concat(v, v)")], "pl.tpush_to_aiv moves tiles that are popped as [32, 64] FP32, and the other side pops none"),
    "never freed": ([(FREE, "")], "the slot of `t` is not freed in the block where it is popped"),
    "freed twice": ([(FREE, FREE * 2)], "the slot of `t` is freed twice"),
    "freed too early": ([("        v = pl.mul(t, 2.0)\n" + FREE, FREE + "        v = pl.mul(t, 2.0)\n")], "`t` is used after its slot was freed"),
    "freed elsewhere": ([(FREE, "        if pl.get_subblock_idx() == 0:\n            pl.tfree_to_aic(t)\n")], "`t` is popped outside of this block and freed here"),
    "freed with another id": ([("tfree_to_aic(t)", "tfree_to_aic(t, id=1)")], "`t` is popped from pipe 0 and freed with id=1"),
    "freed unpopped": ([("tfree_to_aic(t)", "tfree_to_aic(v)")], "pl.tfree_to_aic takes a tile that pl.tpop_from_aic gave, `v` is none"),
    "freed out of order": (
        [("        v = pl.mul(t, 2.0)\n" + FREE, f"        s{POP[1:]}\n        v = pl.add(s, t)\n        pl.tfree_to_aic(s)\n" + FREE), ("pl.tpush_to_aiv(c, split=1)", "pl.tpush_to_aiv(c, split=1)\n        pl.tpush_to_aiv(c, split=1)")],
        "`t` is popped before `s` and has to be freed before it",
    ),
    "held around a loop": (
        [("        v = pl.mul(t, 2.0)\n", f"        v = pl.mul(t, 2.0)\n        for i in pl.range(2):\n            s{POP[1:]}\n            w = pl.add(s, t)\n            pl.tfree_to_aic(s)\n")],
        "`s` is popped while `t` of the same pipe is held outside of this block",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_word_is_refused(name):
    pairs, message = WRONG[name]
    with pytest.raises(UserError) as caught:
        compiled(changed(*pairs))
    assert caught.value.code == "pipe"
    assert message in str(caught.value)
    assert caught.value.span is not None and caught.value.span.line > 4


EARLIER = {
    "not known": ("split=1)\n        u:", "split=5)\n        u:", "split is a number from 0 to 4, found 5"),
    "odd": ("split=1)\n        u:", "split=3)\n        u:", "split=3 divides an odd number of valid rows, this tile has 64"),
    "odd to the cube core": ("pl.tpush_to_aic(v, split=1)", "pl.tpush_to_aic(v, split=3)", "split is a number from 0 to 2, found 3"),
    "other memory": ("pl.tpush_to_aiv(c, split=1)", "pl.tpush_to_aiv(left, split=1)", "takes a tile in Acc, this one is in Mat"),
    "no type": ("t: pl.Tile[[32, 64], pl.FP32] = ", "t = ", "the popped tile needs its shape and element type"),
    "wrong core": ("pl.tpush_to_aic(v, split=1)", "pl.tpush_to_aic(v, split=1)\n        pl.tpush_to_aiv(v, split=1)", "takes a tile in Acc, this one is in Vec"),
    "stride": ("tpop_from_aic(split=1)", "tpop_from_aic(split=0, lane_stride=3)", "lane_stride is a positive number and goes with a split"),
    "initialised on the other core": (AIV_OPEN, AIC_OPEN, "vector is an AIV function and pl.aic_initialize_pipe runs on the cube core"),
    "popped on the other core": ("        y = pl.store(d", "        q: pl.Tile[[32, 64], pl.FP32] = pl.tpop_from_aic()\n        y = pl.store(d", "cube is an AIC function and pl.tpop_from_aic runs on the vector core"),
}  # fmt: skip


@pytest.mark.parametrize("name", EARLIER)
def test_a_wrong_operation_is_refused_where_it_is_read(name):
    old, new, message = EARLIER[name]
    with pytest.raises(UserError, match=r"split|takes|needs|stride|core") as caught:
        compiled(changed((old, new)))
    assert message in str(caught.value)


def test_on_the_newer_chip_the_buffer_is_the_ring():
    small = changed(
        (AIC_OPEN, AIC_OPEN[:-1] + ", local_slot_num=1)"), (AIV_OPEN, AIV_OPEN[:-1] + ", local_slot_num=1)"),
        ("size=65536", "size=16384"),
    )  # fmt: skip
    compiled(small)
    with pytest.raises(UserError, match=r'the buffer "up" has 16384 bytes, and 4 slots of 16384 take 65536'):
        compiled(small, "a5sim")


GROUPS = {
    "no cube core": ([("        y = self.cube(x, y)\n        self.vector(x)", "        self.vector(x)\n        self.vector(x)")], "a group has one kernel for the cube core and one for the vector cores"),
    "one end": ([("        y = self.cube(x, y)\n        self.vector(x)", "        self.vector(x)")], "needs the other end of a pipe, and `both` is launched alone"),
    "other statements": ([("        y = self.both(x, y)", "        y = self.both(x, y)\n        z = pl.create_tensor([4, 4], dtype=pl.FP32)"), ("        self.vector(x)\n        return", "        self.vector(x)\n        z = pl.create_tensor([4, 4], dtype=pl.FP32)\n        return")], "the body of the Group function both is calls of kernels and a return"),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_kernels_that_are_no_group_are_refused(name):
    pairs, message = GROUPS[name]
    with pytest.raises(UserError) as caught:
        compiled(changed(*pairs))
    assert caught.value.code == "group"
    assert message in str(caught.value)
