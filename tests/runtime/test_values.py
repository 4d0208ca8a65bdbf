# SPDX-License-Identifier: Apache-2.0
"""Memory of Torch tensors as arrays and back, poison, and views of buffers."""

import ml_dtypes
import numpy as np
import pytest
import torch

from pypto.errors import InternalError
from pypto.ir.dtypes import BF16, BOOL, FP8E4M3FN, FP8E5M2, FP16, FP32, INT8, INT64, UINT8
from pypto.runtime.values import Buffer, Local, View, numpy_to_torch, poisoned, storage, torch_to_numpy

KINDS = {
    torch.float32: np.float32,
    torch.float16: np.float16,
    torch.bfloat16: ml_dtypes.bfloat16,
    torch.float8_e4m3fn: ml_dtypes.float8_e4m3fn,
    torch.float8_e5m2: ml_dtypes.float8_e5m2,
    torch.int8: np.int8,
    torch.int64: np.int64,
    torch.uint8: np.uint8,
    torch.bool: np.bool_,
}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_tensors_and_arrays_share_their_memory(kind):
    tensor = torch.tensor([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0]]).to(kind)
    array = torch_to_numpy(tensor)
    assert array.dtype == KINDS[kind]
    assert array.astype(np.float32).tolist() == tensor.float().tolist()
    array[0, 0] = 1
    assert tensor.float()[0, 0] == 1
    back = numpy_to_torch(array)
    assert back.dtype == kind
    array[0, 1] = 0
    assert back.float()[0, 1] == 0


def test_arrays_that_are_not_contiguous_are_copied():
    array = np.arange(6, dtype=np.float32).reshape(2, 3).T
    assert numpy_to_torch(array).tolist() == array.tolist()


@pytest.mark.parametrize(
    ("dtype", "bits"),
    [(FP32, 0x7FA5A5A5), (BF16, 0x7FA5), (FP16, 0x7DA5), (FP8E4M3FN, 0x7F), (FP8E5M2, 0x7D),
     (INT8, 0xA5), (UINT8, 0xA5), (INT64, 0xA5A5A5A5A5A5A5A5), (BOOL, 0xA5)],
)  # fmt: skip
def test_poison(dtype, bits):
    data = poisoned((2, 3), storage(dtype))
    assert data.shape == (2, 3)
    assert (data.view(f"u{dtype.get_byte()}") == bits).all()
    if dtype.is_float:
        assert np.isnan(data.astype(np.float32)).all()


def test_wide_storage_keeps_floats_in_fp32():
    assert storage(BF16, wide=True) == np.float32
    assert storage(INT8, wide=True) == np.int8
    assert storage(BF16) == ml_dtypes.bfloat16


def test_windows_of_a_buffer():
    buffer = Buffer.of("x", np.arange(24, dtype=np.int32))
    view = View.whole(buffer, (2, 3, 4))
    part = view.window((1, 0, 1), (1, 2, 3))
    assert part.elements().tolist() == [[[13, 14, 15], [17, 18, 19]]]
    assert view.window((1, 2, 0), (1, 1, 4), (2,)).elements().tolist() == [20, 21, 22, 23]
    part.elements()[...] = -1
    part.marks()[...] = 7
    assert buffer.data[13] == -1
    assert buffer.last[[12, 13, 16, 17]].tolist() == [-1, 7, -1, 7]
    beyond = view.window((1, 2, 0), (1, 2, 4))
    assert beyond.outside() == (20, 8, 24)
    with pytest.raises(InternalError, match="leaves its buffer"):
        beyond.elements()
    assert view.window((5, 0, 0), (0, 3, 4)).elements().shape == (0, 3, 4)


def test_the_valid_cells_of_a_local_value():
    local = Local(np.arange(12).reshape(3, 4), (2, 3))
    assert local.held.tolist() == [[0, 1, 2], [4, 5, 6]]
