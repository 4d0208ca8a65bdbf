# SPDX-License-Identifier: Apache-2.0
"""Hashes change with the source, with helpers and with constants, and with nothing else."""

import importlib.util

import pytest

from golden.fingerprint import source_hash

TEXT = """
EPS = {eps}
TABLE = {table}

def helper(x):
    return x + {bias}

def unrelated():
    return {unrelated}

def golden(values):
    inner = lambda x: helper(x) * EPS
    values["y"] = inner(values["x"]) + sum(TABLE)

def make(scale):
    def closed(values):
        values["y"] = values["x"] * scale
    return closed
"""


@pytest.fixture
def load(tmp_path):
    count = 0

    def make(**changes):
        nonlocal count
        count += 1
        folder = tmp_path / str(count)
        folder.mkdir()
        path = folder / "kernel_file.py"
        path.write_text(TEXT.format(**{"eps": 1e-6, "table": (1, 2), "bias": 1, "unrelated": 0, **changes}))
        spec = importlib.util.spec_from_file_location("kernel_file", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return make


def test_the_same_text_has_the_same_hash(load):
    assert source_hash(load().golden) == source_hash(load().golden) is not None
    assert source_hash(load().golden) == source_hash(load(unrelated=5).golden)


@pytest.mark.parametrize("change", [{"eps": 1e-5}, {"bias": 2}, {"table": (1, 3)}])
def test_helpers_and_constants_count(load, change):
    assert source_hash(load().golden) != source_hash(load(**change).golden)


def test_closure_values_count(load):
    module = load()
    assert source_hash(module.make(1)) == source_hash(module.make(1)) != source_hash(module.make(2))


def test_a_wrapped_function_is_looked_into(load):
    class Kernel:
        def __init__(self, function):
            self.__wrapped__ = function

    assert source_hash(Kernel(load().golden)) == source_hash(load().golden)


def test_what_has_no_source_has_no_hash():
    assert source_hash(None) is None and source_hash(len) is None
    namespace = {}
    exec("def f(): pass", namespace)
    assert source_hash(namespace["f"]) is None
