# SPDX-License-Identifier: Apache-2.0
"""The way out that an error names is of what its author wrote, and works when it is taken."""

import importlib.util
import linecache

import pytest
import torch

from pypto.errors import ErrorGroup, UserError

KERNEL = """import pypto.language as pl

@pl.jit
def kernel(
    x: pl.Tensor[[16, 64], pl.FP32],
    row: pl.Tensor[[1, 64], pl.FP32],
    column: pl.Tensor[[16, 1], pl.FP32],
    n: pl.Tensor[[16, 64], pl.INT64],
    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
"""


def compiled(folder, body, head=""):
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    name = f"ways_{abs(hash((head, body)))}"
    path = folder / f"{name}.py"
    path.write_text(head + KERNEL + lines + "    return y\n")
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel.compile()


def refused(folder, body, head=""):
    """The first mistake, and what its caret marks."""
    with pytest.raises(UserError) as caught:
        compiled(folder, body, head)
    error = caught.value.errors[0] if isinstance(caught.value, ErrorGroup) else caught.value
    line = linecache.getline(error.span.file, error.span.line)
    return error, line[error.span.column - 1 : error.span.end_column - 1]


NAMES = ("add", "sub", "mul", "div", "max", "min", "expdif")


@pytest.mark.parametrize("form", ["", *(f"_{name}" for name in NAMES)])
@pytest.mark.parametrize(("one", "other", "vector"), [("row", "col", "row"), ("col", "row", "column")])
def test_a_vector_along_the_wrong_axis_gets_the_form_for_it(tmp_path, one, other, vector, form):
    error, _ = refused(tmp_path, f"y[:, :] = pl.{one}_expand{form}(x, {vector})")
    assert error.help.endswith(f"write pl.{other}_expand{form}(x, {vector})")
    compiled(tmp_path, f"y[:, :] = pl.{other}_expand{form}(x, {vector})")


@pytest.mark.parametrize(
    ("call", "way"),
    [
        ("pl.row_expand_sub(column, x)", "pl.row_expand_sub(x, column)"),
        ("pl.row_expand_mul(row, x)", "pl.col_expand_mul(x, row)"),
        ("pl.col_expand_mul(column, x)", "pl.row_expand_mul(x, column)"),
        ("pl.row_expand_max(x, x)", "pl.maximum(x, y)"),
        ("pl.col_expand_add(x, x)", "pl.add(x, y)"),
        ("pl.col_expand_expdif(x, x)", "pl.exp(pl.sub(x, y))"),
    ],
)
def test_a_vector_that_comes_first_or_is_none_gets_the_call_to_write(tmp_path, call, way):
    error, _ = refused(tmp_path, f"y[:, :] = {call}")
    assert way in error.help


@pytest.mark.parametrize(
    ("power", "way"),
    [
        ("x ** 2", "pl.mul(x, x)"),
        ("x ** 3", "pl.mul(x, pl.mul(x, x))"),
        ("x ** 0.5", "pl.sqrt(x)"),
        ("x ** -0.5", "pl.rsqrt(x)"),
        ("x ** -1", "pl.recip(x)"),
        ("x ** 1.5", "pl.exp(pl.mul(pl.log(x), 1.5))"),
        ("x ** x", "pl.exp(pl.mul(pl.log(x), x))"),
    ],
)
def test_a_power_of_a_tensor_gets_its_own_spelling(tmp_path, power, way):
    error, _ = refused(tmp_path, f"y[:, :] = {power}")
    assert error.help.startswith(f"on tensors and tiles use {way}")
    compiled(tmp_path, f"y[:, :] = {way}")


def test_powers_that_no_operation_gives_get_a_way_too(tmp_path):
    assert "pl.mul in a loop" in refused(tmp_path, "y[:, :] = x ** 7")[0].help
    assert "x2 = pl.mul(x, x)" in refused(tmp_path, "y[:, :] = x ** 4")[0].help
    assert "math.log(2)" in refused(tmp_path, "y[:, :] = 2 ** x")[0].help
    assert (
        "write s * s * s" in refused(tmp_path, "s = pl.read(x, [0, 0])\ny[:, :] = pl.mul(x, s ** 3)")[0].help
    )
    assert "write t = pl.mul(t, pl.mul(t, t))" in refused(tmp_path, "t = pl.mul(x, 2.0)\nt **= 3")[0].help


@pytest.mark.parametrize("name", ["shl", "add", "maximum", "fmod", "and_"])
@pytest.mark.parametrize("space", ["pl", "pl.tensor"])
def test_an_operation_beside_a_number_is_named_as_it_was_written(tmp_path, name, space):
    error, _ = refused(tmp_path, f"y[:, :] = pl.cast({space}.{name}(n, 2), pl.FP32)")
    assert error.message == f"{space}.{name} does not execute INT64 on a2a3sim"


def test_an_operation_whose_scalar_form_was_written_keeps_that_name(tmp_path):
    error, _ = refused(tmp_path, "y[:, :] = pl.cast(pl.shls(n, 2), pl.FP32)")
    assert error.message.startswith("pl.shls does not execute INT64")


def test_a_name_that_was_imported_is_an_operation_of_pl(tmp_path):
    head = "from pypto.language import shl as shl\n"
    error, _ = refused(tmp_path, "y[:, :] = pl.cast(shl(n, 2), pl.FP32)", head)
    assert error.message.startswith("pl.shl does not execute INT64")


@pytest.mark.parametrize("name", ["CORE", "BLOCK", "core_group", "KERNEL"])
def test_a_level_that_does_not_exist_gets_the_one_that_works(tmp_path, name):
    text = KERNEL.replace("CORE_GROUP", name)
    path = tmp_path / "level.py"
    path.write_text(text + "        y[:, :] = x\n    return y\n")
    spec = importlib.util.spec_from_file_location("level", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(UserError, match=f"pl.Level has no `{name}`") as caught:
        module.kernel.compile()
    assert caught.value.help.startswith("pl.Level.CORE_GROUP opens a region")


def test_a_member_in_other_capitals_is_found(tmp_path):
    error, _ = refused(tmp_path, "t = pl.create_tile([16, 64], pl.FP32, target_memory=pl.Mem.vec)")
    assert error.help == "did you mean pl.Mem.Vec?"


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("V = pl.TensorView(layout=pl.TensorLayout.ND, strides=[64, 1])", "strides"),
        ("V = pl.TileView(\n    valid_shape=[8, 64],\n    ä=3,\n)", "ä"),
        ("V = (pl.TileView(valid=[8, 64]), 1)", "valid"),
        ('V = ("ä", pl.MemRef(size=4))', "size"),
    ],
)
def test_an_unknown_keyword_of_a_view_is_marked_where_it_stands(tmp_path, line, marked):
    error, text = refused(tmp_path, "y[:, :] = x", f"import pypto.language as pl\n\n{line}\n")
    assert f"has no keyword `{marked}`" in error.message and text == marked


def test_an_unknown_keyword_of_a_view_inside_a_kernel_is_marked_where_it_stands(tmp_path):
    body = "t: pl.Tile[[16, 64], pl.FP32, pl.TileView(valid=[8, 64])] = pl.load(x, [0, 0], [16, 64])"
    error, text = refused(tmp_path, body)
    assert text == "valid" and error.help == "did you mean `valid_shape`?"


@pytest.mark.parametrize("core", ["aic", "aiv"])
def test_the_valid_shape_of_a_popped_tile_stands_in_its_annotation(tmp_path, core):
    error, _ = refused(tmp_path, f"t = pl.tpop_from_{core}(valid_shape=[8, 64])")
    assert f"pl.TileView(valid_shape=[8, 64])] = pl.tpop_from_{core}(" in error.help


def test_a_choice_between_tensors_is_told_what_to_write_whatever_is_missing(tmp_path):
    for rest in ("", ", x"):
        error, _ = refused(tmp_path, f"m = pl.cmp(x, 0.0, cmp_type=4)\ny[:, :] = pl.sel(m, x, x{rest})")
        assert error.message.startswith("pl.sel takes tiles") and "pl.add(b, pl.mul(m" in error.help


@pytest.mark.parametrize(
    "call", ["pl.sel(m, t, t)", "pl.sels(m, t, scalar=0.0)", "pl.rem(t, t)", "pl.tile.xor(i, i)"]
)
def test_scratch_that_is_missing_is_said_how_to_make(tmp_path, call):
    start = "t = pl.load(x, [0, 0], [16, 64])\ni = pl.cast(t, pl.INT32)\nm = pl.cmp(t, t, cmp_type=4)\n"
    error, _ = refused(tmp_path, f"{start}z = {call}")
    assert "`tmp`" in error.message and error.help.startswith("pass a tile of its own")
    assert "pl.create_tile([" in error.help


@pytest.mark.parametrize("view", ["[64, 16]", "layout=pl.TensorLayout.DN"])
def test_the_valid_region_of_a_view_is_not_set_behind_it(tmp_path, view):
    error, _ = refused(tmp_path, f"v = pl.tensor.view(x, {view})\nw = pl.set_validshape(v, 8, 16)")
    assert error.code == "valid-shape" and "pl.reshape(x, shape) or pl.transpose(x, 0, 1)" in error.help
    made = "pl.reshape(x, [64, 16])" if "[" in view else "pl.transpose(x, 0, 1)"
    compiled(tmp_path, f"w = pl.set_validshape({made}, 8, 16)\ny[:, :] = pl.reshape(pl.fillpad(w), [16, 64])")


def test_a_window_that_is_not_aligned_gets_the_slice_to_write(tmp_path):
    error, text = refused(tmp_path, "y[3:10, 1] = x[3:10, 1]")
    assert text == "x[3:10, 1]" and "pl.slice(x, [8, 1], [row, column], valid_shape=[7, 1])" in error.help
    compiled(tmp_path, "y[3:10, 1] = pl.slice(x, [8, 1], [3, 1], valid_shape=[7, 1])")


@pytest.mark.parametrize(
    ("body", "help"),
    [
        ("y[:, :] = pl.add(x, 1.0)\nreturn y", "write it behind the block"),
        ("t = torch.zeros(16, 64)", "write pl.full(shape, dtype, 0)"),
        ("ts = []\nts.append(x)", "give each value a name of its own"),
        ("def f(a):\n    return a", "decorated with @pl.jit.inline"),
        ("global q", "pass it as a parameter"),
        ("y[:, :] = pl.cast(pl.FP16, x)", "the order is input, target_type, mode"),
        ("t = pl.full([16, 64], 0.0, pl.FP32)", "the order is shape, dtype, value"),
        ("t = pl.create_tensor(pl.FP32, [16, 64])", "the order is shape, dtype"),
        ('y[:, :] = pl.cast(x, "float16")', "write pl.FP16"),
        ("y[:, :] = pl.cast(x, torch.bfloat16)", "write pl.BF16"),
        ("t = pl.create_tensor([16, 64])", "such as dtype=pl.FP32"),
        ("t = pl.row_sum(x, dim=1)", "pl.row_... works along each row"),
        ("t = pl.max(x, 1)", "of each row pl.row_max(x)"),
        ("t = pl.reshape(x, [-1, 32])", "write each extent out: [32, 32]"),
        ("t = pl.reshape(x, [32, 31])", "there are 1024 elements, the shape has 992"),
        ("t = pl.load(x, [0, 0], [16, 64])\ny = pl.store(y, [0, 0], t)", "the tile comes first"),
        ("y = pl.store(pl.add(x, 1.0), [0, 0], y)", "y[:, :] = ..."),
        ("y[:, :] = pl.Add(x, 1.0)", "did you mean pl.add?"),
        ("y[:, :] = pl.mul(x, pl.exp(2.0))", "VALUE = math.exp(2.0)"),
        ("t = pl.add(x[0:32, :], 1.0)", "or end it at 16"),
        ("for i in range(0, 16, 8):\n    pass", "for i in pl.range(0, 16, 8):"),
        ("t = pl.matmul(pl.cast(x, pl.BF16), x)", "convert one: pl.cast(x, pl.BF16)"),
    ],
)
def test_what_other_libraries_have_gets_the_words_of_kernels(tmp_path, body, help):
    error, _ = refused(tmp_path, body, "import torch\n")
    assert help in error.help


def test_none_and_elements_are_called_what_was_written(tmp_path):
    assert "found None" in refused(tmp_path, "y[:, :] = pl.add(x, None)")[0].message
    assert refused(tmp_path, "if x[0, 0] > 0:\n    pass")[0].notes == ("x[0, 0] is Scalar[FP32]",)


def module_of(folder, text):
    path = folder / f"module_{abs(hash(text))}.py"
    path.write_text(f"import pypto.language as pl\nimport torch\n\n{text}\n")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("parameter", "help"),
    [
        ("x: pl.Tensor[[16, 64], torch.float16]", "write pl.FP16"),
        ("x: pl.Tensor[[16, 64], 'bf16']", "write pl.BF16"),
        ("x: pl.Tensor[[16, 64], 'int8']", "write pl.INT8"),
        ("x: pl.Tensor[[16, 64], float]", "write pl.FP32"),
        ("x: pl.Tensor[[16, 64], 'colour']", "such as pl.FP32"),
        ("x: int", "pl.Scalar[pl.INT32]"),
        ("x: float", "pl.Scalar[pl.FP32]"),
        ("x: pl.Out(pl.Tensor[[16, 64], pl.FP32])", "pl.Out[...] instead of pl.Out(...)"),
        ("x: pl.Scalar(pl.FP32)", "pl.Scalar[...] instead of pl.Scalar(...)"),
    ],
)
def test_an_annotation_in_other_words_gets_those_of_kernels(tmp_path, parameter, help):
    with pytest.raises(UserError) as caught:
        module_of(tmp_path, f"@pl.jit\ndef kernel({parameter}):\n    return\n").kernel.compile()
    assert help in caught.value.help


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("pl.FP64", AttributeError, "there is no pl.FP64; write pl.FP32"),
        ("pl.kernel", AttributeError, "decorated with @pl.jit"),
        ("pl.jit(platform='a5sim')", TypeError, "config=dict(platform=...)"),
        ("@pl.jit\ndef k():\n    return\nk[1]", TypeError, "without a grid"),
        ("@pl.jit\ndef k():\n    return\nk(config='a5sim')", TypeError, "config=dict(platform='a2a3sim')"),
    ],
)
def test_what_a_module_says_wrongly_of_kernels_is_answered_with_a_way_out(tmp_path, text, kind, said):
    with pytest.raises(kind) as caught:
        module_of(tmp_path, text)
    assert said in str(caught.value)


def test_a_function_of_a_program_says_how_it_is_compiled(tmp_path):
    text = "@pl.function\ndef f(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:\n    return x\n"
    function = module_of(tmp_path, text).f
    assert not hasattr(function, "compile") and not hasattr(function, "colour")
    with pytest.raises(AttributeError, match=r"pypto\.ir\.compile\(f\.program\)"):
        function.compile()


def test_bounds_of_a_loop_by_keyword_get_their_places(tmp_path):
    error, _ = refused(tmp_path, "for i in pl.range(start=0, stop=4):\n    pass")
    assert error.help == "bounds are given by position: pl.range(start, stop, step)"


def test_an_entry_may_return_none(tmp_path):
    text = KERNEL.partition("\n")[2] + "        y[:, :] = pl.add(x, 1.0)\n    return None\n"
    module_of(tmp_path, text).kernel.compile()


def test_a_tensor_whose_rows_are_not_aligned_gets_the_slice_to_write(tmp_path):
    text = (
        KERNEL.partition("\n")[2].replace(", 64]", ", 50]")
        + "        y[:, :] = pl.add({x}, 1.0)\n    return y\n"
    )
    way = "pl.slice(x, [16, 56], [0, 0], valid_shape=[16, 50])"
    with pytest.raises(UserError, match="a row has 200 bytes") as caught:
        module_of(tmp_path, text.replace("{x}", "x")).kernel.compile()
    assert caught.value.help.endswith(way)
    module_of(tmp_path, text.replace("{x}", way)).kernel.compile()


def test_a_tile_in_mat_is_narrowed_where_it_is_loaded(tmp_path):
    load = "t = pl.load(x, [0, 0], [16, 64], target_memory=pl.Mem.Mat)\n"
    error, _ = refused(tmp_path, load + "v = pl.set_validshape(t, 8, 64)")
    assert (
        error.message.startswith("the tile is in Mat") and "valid_shape=[...], target_memory=" in error.help
    )


def test_values_in_brackets_are_given_one_by_one(tmp_path):
    error, text = refused(tmp_path, "t = pl.concat([x, x])")
    assert text == "[x, x]" and error.help == "write the values one by one, without the brackets"


ACCUMULATED = """acc = pl.matmul(x, x, b_trans=True)
for i in pl.range(3):
    a = pl.slice(x, [16, 64], [0, 0], valid_shape=[i + 4, 64])
    acc = {}
y[:, 0:16] = acc"""


def test_what_a_product_adds_to_a_part_of_a_carried_accumulator_is_added_outside_of_it(tmp_path):
    product = "pl.matmul_acc(acc, a, x, b_trans=True)"
    error, _ = refused(tmp_path, ACCUMULATED.format(product))
    way = "add outside of the product what it makes: acc = "
    assert error.code == "type-change" and error.help.startswith(way)
    sum_ = error.help.removeprefix(way).replace("pl.matmul(a, b)", "pl.matmul(a, x, b_trans=True)")
    compiled(tmp_path, ACCUMULATED.format(sum_))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "@pl.jit\ndef k(x: pl.In[pl.Tensor]):\n    pass\n",
            "a parameter without pl.Out[...] or pl.InOut[...] is an input",
        ),
        (
            "@pl.jit\ndef k(x: pl.Tensor[['M', 64], pl.FP32]):\n    pass\n",
            "above the function: M = pl.dynamic('M')",
        ),
        (
            "class A:\n    @pl.jit\n    def k(self, x: pl.Tensor):\n        pass\nk = A().k\n",
            "move it out of the class",
        ),
        ("@pl.program\ndef k(x: pl.Tensor):\n    pass\n", "a function is decorated with @pl.jit"),
    ],
)
def test_a_declaration_of_another_kind_is_told_how_this_one_is_written(tmp_path, source, said):
    path = tmp_path / "kernel.py"
    path.write_text("import pypto.language as pl\n\n\n" + source)
    spec = importlib.util.spec_from_file_location("declared_kernel", path)
    module = importlib.util.module_from_spec(spec)
    with pytest.raises((UserError, TypeError, AttributeError)) as refused:
        spec.loader.exec_module(module)
        module.k.lower(torch.ones(16, 64))
    assert said in str(refused.value)
