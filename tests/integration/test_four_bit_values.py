# SPDX-License-Identifier: Apache-2.0
"""FP4 and other narrow values on a core: copies that loops and branches need, views, parts, and valid regions.

Python itself says what is carried: each body is run once more on patterns of four bits.
"""

from types import SimpleNamespace

import pytest
import torch

import pypto.language as pl
from pypto.errors import UserError

FP4 = torch.float4_e2m1fn_x2
SHAPE = (32, 128)


def carried(codes):
    """Patterns two to a byte, the first in the lower half."""
    pairs = codes.reshape(*codes.shape[:-1], -1, 2)
    return (pairs[..., 0] | pairs[..., 1] << 4).view(FP4)


def codes_of(carrier):
    both = carrier.view(torch.uint8)
    return torch.stack((both & 15, both >> 4), -1).flatten(-2)


def kernel_of(tmp_path, body, dtype="FP4"):
    path = tmp_path / "kernel.py"
    lines = "".join(f"        {line}\n" for line in body.strip().split("\n"))
    tensor = f"pl.Tensor[[32, 128], pl.{dtype}]"
    path.write_text(
        "import pypto.language as pl\n"
        "@pl.jit.inline\ndef turned(p, q):\n    return q, p\n"
        "@pl.jit\n"
        f"def kernel(a: {tensor}, b: {tensor}, n: pl.Scalar[pl.INDEX], y: pl.InOut[{tensor}], z: pl.InOut[{tensor}]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"{lines}        y[:, :] = u\n        z[:, :] = v\n    return y, z\n"
    )
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["kernel"]


class Codes:
    """Patterns with a valid region, for which Python runs the body of a kernel."""

    def __init__(self, codes, valid=None):
        self.codes, self.valid = codes, valid or tuple(codes.shape)

    def __getitem__(self, at):
        return Codes(self.codes[at].clone())

    def __setitem__(self, at, part):
        rows, columns = part.valid
        self.codes = self.codes.clone()
        self.codes[at][:rows, :columns] = part.codes[:rows, :columns]


def part(x, shape, offset, valid_shape=None):
    (r, c), (rows, columns) = offset, shape
    return Codes(x.codes[r : r + rows, c : c + columns], valid_shape and tuple(valid_shape))


def assembled(x, y, offset):
    out = Codes(x.codes, x.valid)
    out[offset[0] : offset[0] + y.valid[0], offset[1] : offset[1] + y.valid[1]] = y
    return out


PYTHON = SimpleNamespace(
    range=range,
    pipeline=lambda n, stage: range(n),
    slice=part,
    assemble=assembled,
    set_validshape=lambda x, rows, columns: Codes(x.codes, (rows, columns)),
    reshape=lambda x, shape: Codes(x.codes.reshape(shape)),
    concat=lambda x, y: Codes(torch.cat((x.codes, y.codes), 1)),
    create_tensor=lambda shape, dtype: Codes(torch.zeros(shape, dtype=torch.uint8)),
    FP4=pl.FP4,
)

START = "u = a[:, :]\nv = b[:, :]\n"
NARROW = "u = pl.slice(a, [32, 128], [0, 0], valid_shape=[n + 1, 65])\n"
BODIES = {
    "handed on in a loop": START + "for i in pl.range(n):\n    u = v",
    "handed on in a branch": START + "if n > 2:\n    u = v",
    "swapped in a loop": START + "for i in pl.range(n):\n    u, v = v, u",
    "swapped while": START + "k = 0\nwhile k < n:\n    u, v = v, u\n    k = k + 1",
    "swapped until a break": START + "for i in pl.range(8):\n    if i == n:\n        break\n    u, v = v, u",
    "swapped by a helper": START + "for i in pl.range(n):\n    u, v = turned(u, v)",
    "three in turn": START + "w = a[:, :]\nfor i in pl.range(n):\n    u, v, w = v, w, u",
    "one turn behind": START + "for i in pl.pipeline(n, stage=2):\n    u = v\n    v = a[:, :]",
    "bound to another name": START + "v = u\nu = b[:, :]",
    "joined with another valid region": NARROW + "v = b[:, :]\nif n > 2:\n    u = v",
    "swapped with another valid region": NARROW
    + "v = pl.slice(b, [32, 128], [0, 0], valid_shape=[2, 33])\nfor i in pl.range(n):\n    u, v = v, u",
    "narrowed": START + "u = pl.set_validshape(u, n + 1, 67)",
    "narrowed after a copy": START + "u = v\nfor i in pl.range(2):\n    u = pl.set_validshape(v, n + 1, 67)",
    "in another shape": START + "u = pl.reshape(pl.reshape(u, [64, 64]), [32, 128])",
    "rows of it": START + "w = u[n : n + 16, :]\nu[0:16, :] = w",
    "columns of it": START + "for i in pl.range(2):\n    u[:, 64 * i : 64 * i + 64] = v[:, 64 - 64 * i : 128 - 64 * i]",
    "side by side": "u = pl.concat(a[:, 64:128], b[:, 0:64])\nv = b[:, :]",
    "a narrow part of it": START + "u = pl.assemble(u, pl.slice(b, [16, 64], [0, 0], valid_shape=[n + 1, 33]), [2, 64])",
    "filled by parts": "u = pl.create_tensor([32, 128], dtype=pl.FP4)\nv = b[:, :]\n"
    "for i in pl.range(4):\n    u[8 * i : 8 * i + 8, :] = a[24 - 8 * i : 32 - 8 * i, :]",
}  # fmt: skip


def check(tmp_path, body, dtype, platform, to_tensor, to_codes, codes):
    """Run a body in both engines, and with tiles placed by the assembler, next to Python."""
    generator = torch.Generator().manual_seed(len(body))
    a, b, old = (torch.randint(0, codes, SHAPE, generator=generator, dtype=torch.uint8) for _ in range(3))
    kernel = kernel_of(tmp_path, body, dtype)
    for engine, planner in (("interpret", "PYPTO"), ("native", "PYPTO"), ("native", "PTOAS")):
        config = {"platform": platform, "engine": engine, "memory_planner": planner}
        program = kernel.compile(n=pl.RUNTIME, config=config)
        for n in (0, 1, 2, 5):
            names = {"a": Codes(a), "b": Codes(b), "n": n, "pl": PYTHON, "turned": lambda p, q: (q, p)}
            exec(body, names)
            outs = to_tensor(old.clone()), to_tensor(old.clone())
            program(to_tensor(a), to_tensor(b), n, *outs)
            for name, out in zip("uv", outs, strict=True):
                value, wanted = names[name], old.clone()
                rows, columns = value.valid
                wanted[:rows, :columns] = value.codes[:rows, :columns]
                assert torch.equal(to_codes(out), wanted), (engine, planner, n, name)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_value_is_what_python_says_it_is(body, tmp_path):
    check(tmp_path, body, "FP4", "a5sim", carried, codes_of, 16)


NARROW_TYPES = [
    ("BOOL", "a2a3sim"), ("BOOL", "a5sim"), ("INT8", "a2a3sim"), ("UINT8", "a5sim"), ("FP8E4M3FN", "a5sim"),
    ("FP8E5M2", "a5sim"),
]  # fmt: skip


@pytest.mark.parametrize(("dtype", "platform"), NARROW_TYPES)
@pytest.mark.parametrize("name", ["swapped with another valid region", "columns of it", "side by side"])
def test_a_value_of_a_byte_too(dtype, platform, name, tmp_path):
    torch_type = getattr(
        torch,
        {"BOOL": "bool", "FP8E4M3FN": "float8_e4m3fn", "FP8E5M2": "float8_e5m2"}.get(dtype, dtype.lower()),
    )

    def to_tensor(codes):
        return codes.view(torch_type)

    def to_codes(tensor):
        return tensor.view(torch.uint8)

    check(tmp_path, BODIES[name], dtype, platform, to_tensor, to_codes, 2 if dtype == "BOOL" else 256)


INSIDE = [
    ("v[:, 0:64] = u[:, 1:65]", "pl.slice takes a part of FP4 values on a core that begins at column 1"),
    ("v[:, 0:64] = u[:, n : n + 64]", "pl.slice .* begins at a column known at run time only"),
    ("u[:, 62:126] = v[:, 0:64]", "pl.assemble .* begins at column 62"),
    ("v = pl.fillpad(u)", "pl.fillpad does not take FP4"),
    ("s = u[0, 1]", "there are no scalars of FP4"),
]


@pytest.mark.parametrize(("line", "message"), INSIDE, ids=[line for line, _ in INSIDE])
def test_what_needs_single_elements_is_refused_where_it_is_written(line, message, tmp_path):
    with pytest.raises(UserError, match=message) as error:
        kernel_of(tmp_path, START + line).compile(n=pl.RUNTIME, config={"platform": "a5sim"})
    assert error.value.span.file.endswith("kernel.py")
    assert error.value.span.line == 10
    assert error.value.help


def test_values_stay_themselves_on_both_vector_cores_of_a_divided_region():
    @pl.jit
    def halves(
        a: pl.Tensor[[32, 128], pl.FP4],
        b: pl.Tensor[[128, 64], pl.BF16],
        n: pl.Scalar[pl.INDEX],
        y: pl.Out[pl.Tensor[[32, 128], pl.FP4]],
        z: pl.Out[pl.Tensor[[32, 64], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)]):
            u = a[:, :]
            v = pl.cast(pl.neg(pl.cast(u, pl.BF16)), pl.FP4)
            for _ in pl.range(n):
                u, v = v, u
            z[:, :] = pl.add(pl.matmul(pl.cast(u, pl.BF16), b[:, :], out_dtype=pl.FP32), 0.0)
            y[:, :] = u
        return y, z

    generator = torch.Generator().manual_seed(3)
    a = torch.randint(0, 16, SHAPE, generator=generator, dtype=torch.uint8)
    b = torch.randint(-2, 3, (128, 64), generator=generator).bfloat16()
    sizes = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])
    for engine in ("interpret", "native"):
        program = halves.compile(n=pl.RUNTIME, config={"platform": "a5sim", "engine": engine})
        for n in (0, 1, 3):
            y, z = torch.zeros(32, 64, dtype=torch.uint8).view(FP4), torch.zeros(32, 64)
            program(carried(a), b, n, y, z)
            wanted = a ^ (8 * (n % 2))
            assert torch.equal(codes_of(y), wanted)
            values = torch.cat((sizes, -sizes))[wanted.long()]
            assert torch.equal(z, values @ b.float())
