# SPDX-License-Identifier: Apache-2.0
"""What holds for every object of `@pl.jit` holds for drivers: binding, keys, signature mode, sources, carets."""

import importlib.util
import os
import re

import pytest
import torch

import pypto.language as pl
import pypto.language.distributed as pld
from pypto.errors import UserError
from pypto.ir.host import HostProgram
from pypto.runtime import DistributedConfig

XS = pl.Tensor[[2, 32, 64], pl.FP32]
CONFIG = {"engine": "interpret", "distributed_config": DistributedConfig(device_ids=[0, 1])}
FACTOR = 3


@pl.jit
def scaled(x: pl.Tensor, y: pl.Out[pl.Tensor], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.host
def driver(xs: XS, ys: pl.Out[XS], k: pl.Scalar[pl.INT32] = 2, flag: pl.Scalar[pl.BOOL] = True):
    for r in pl.range(pld.world_size()):
        if flag:
            scaled(xs[r], ys[r], k, device=r)
        else:
            scaled(xs[r], ys[r], FACTOR, device=r)
    return ys


def tensors():
    return torch.ones(2, 32, 64), torch.zeros(2, 32, 64)


@pytest.mark.parametrize(
    ("args", "kwargs", "factor"),
    [((), {}, 2), ((5,), {}, 5), ((), {"k": 4}, 4), ((), {"flag": False}, 3), ((7, False), {}, 3)],
)
def test_arguments_bind_by_place_by_name_and_by_default(args, kwargs, factor):
    xs, ys = tensors()
    driver(xs, ys, *args, **kwargs, config=CONFIG)
    assert torch.equal(ys, factor * xs)
    ys.zero_()
    driver(ys=ys, xs=xs, **dict(zip(("k", "flag"), args, strict=False)), **kwargs, config=CONFIG)
    assert torch.equal(ys, factor * xs)


def test_lower_gives_a_program_that_prints_and_reads_back():
    program = driver.lower(k=pl.RUNTIME, flag=pl.RUNTIME, config=CONFIG)
    assert isinstance(program, HostProgram) and pl.parse(program.as_python()) == program
    assert isinstance(driver.lower(*tensors(), config=CONFIG), HostProgram)


def test_one_specialisation_is_one_object():
    xs, ys = tensors()
    first = driver.compile(xs, ys, 2, config=CONFIG)
    assert driver.compile(xs, ys, k=2, flag=True, config=CONFIG) is first
    assert driver.compile(config=CONFIG) is first  # signature mode takes the defaults
    assert driver.compile(xs, ys, 3, config=CONFIG) is not first
    assert driver.compile(k=pl.RUNTIME, config=CONFIG) is not first
    one = {**CONFIG, "distributed_config": DistributedConfig(device_ids=[0, 1, 2])}
    with pytest.raises(UserError, match="the rank axis has 2 entries, there are 3 ranks"):
        driver.compile(xs, ys, config=one)


def test_scalars_of_the_run_are_checked_against_their_types():
    xs, ys = tensors()
    artifact = driver.compile(k=pl.RUNTIME, flag=pl.RUNTIME, config=CONFIG)
    for k, flag, factor in ((7, True, 7), (7, False, 3), (-1, True, -1)):
        artifact(xs, ys, k, flag)
        assert torch.equal(ys, factor * xs)
    for k in (1 << 31, 0.5, True, "3"):
        with pytest.raises((UserError, TypeError), match="`k`"):
            artifact(xs, ys, k, True)
    for flag in (2, 0.5):
        with pytest.raises((UserError, TypeError), match="`flag`"):
            artifact(xs, ys, 1, flag)


@pytest.mark.parametrize(
    ("args", "kwargs", "said"),
    [
        ((1, 2), {}, "xs"),
        ((), {"zs": 1}, "zs"),
        ((None,), {}, "xs"),
        ((), {"k": 0.5}, "`k`"),
        ((), {"k": 1 << 40}, "`k`"),
        ((), {"flag": 3}, "`flag`"),
    ],
)
def test_arguments_that_do_not_bind_are_refused_by_name(args, kwargs, said):
    with pytest.raises((UserError, TypeError), match=re.escape(said)):
        driver.lower(*args, **kwargs, config=CONFIG)


def test_a_call_asks_for_the_ranks_that_it_was_compiled_for():
    xs, ys = tensors()
    with pytest.raises(UserError, match="rank"):
        driver(xs, ys, config={"engine": "interpret"})


SOURCE = """\
import functools

import pypto.language as pl
import pypto.language.distributed as pld

FACTOR = 3
größe = 2


@pl.jit
def scaled(x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:, :] = pl.mul(x[:, :], pl.cast(n, pl.FP32))
    return y


@pl.jit.inline
def each(x, y, n):
    for r in pl.range(pld.world_size()):
        scaled(x[r], y[r], n, device=r)


@pl.jit.host()
def driver(xs: pl.Tensor[[2, 32, 64], pl.FP32], ys: pl.Out[pl.Tensor[[2, 32, 64], pl.FP32]]):
    größe_2 = größe * FACTOR
    each(xs, ys, größe_2)
    return ys
"""


def module_of(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_driver_is_read_through_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "kernel.py"
    real.write_text(SOURCE, encoding="utf-8")
    link = tmp_path / "link.py"
    os.symlink(real, link)
    module = module_of(link, "linked_driver")
    xs, ys = tensors()
    artifact = module.driver.compile(config=CONFIG)
    artifact(xs, ys)
    assert torch.equal(ys, 6 * xs)
    program = artifact.program
    assert "größe_2" in program.as_python() and pl.parse(program.as_python()) == program
    assert type(artifact).from_dir(artifact.output_dir).program == program


@pytest.mark.parametrize(
    ("old", "new"),
    [("FACTOR = 3", "FACTOR = 4"), ("n, device=r)", "n + 2, device=r)"), ("pl.mul(", "pl.add(")],
    ids=["constant", "helper", "function"],
)
def test_what_a_driver_uses_is_part_of_the_key(tmp_path, old, new):
    assert old in SOURCE
    found = []
    for number, text in enumerate((SOURCE, SOURCE.replace(old, new))):
        path = tmp_path / "kernel.py"
        path.write_text(text, encoding="utf-8")
        module = module_of(path, f"driver_{number}")
        xs, ys = tensors()
        module.driver(xs, ys, config=CONFIG)
        found.append(ys[0, 0, 0].item())
    assert found[0] != found[1]


def test_a_constant_that_changes_makes_another_program(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text(SOURCE, encoding="utf-8")
    module = module_of(path, "changing_driver")
    xs, ys = tensors()
    module.driver(xs, ys, config=CONFIG)
    module.FACTOR = 5
    module.driver(xs, ys, config=CONFIG)
    assert torch.equal(ys, 10 * xs)


def test_carets_stand_under_text_that_is_not_ascii(tmp_path):
    path = tmp_path / "kernel.py"
    path.write_text(
        SOURCE.replace("each(xs, ys, größe_2)", "größe_3 = 'ä'; each(xs, ys, größe_4)"), encoding="utf-8"
    )
    with pytest.raises(UserError) as caught:
        module_of(path, "caret_driver").driver.lower(config=CONFIG)
    shown = str(caught.value).splitlines()
    for n, line in enumerate(shown):
        marks = line.partition("|")[2]
        if re.fullmatch(r" +\^+", marks):
            under = shown[n - 1].partition("|")[2][marks.index("^") : len(marks)]
            assert under in ("'ä'", "größe_4")


def test_a_driver_in_a_decorated_place_is_found(tmp_path):
    path = tmp_path / "kernel.py"
    text = SOURCE.replace("@pl.jit.host()", "@pl.jit.host(\n    auto_scope=False,\n)")
    path.write_text(text, encoding="utf-8")
    module = module_of(path, "decorated_driver")
    xs, ys = tensors()
    module.driver(xs, ys, config=CONFIG)
    assert torch.equal(ys, 6 * xs)
    assert "auto_scope=False" in module.driver.lower(config=CONFIG).as_python()
