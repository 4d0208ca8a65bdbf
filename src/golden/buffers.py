# SPDX-License-Identifier: Apache-2.0
"""The tensors of a run: dispatch buffers, the golden's own copies, and what the golden made of them.

Nothing is shared between the three parties. A dispatch never writes a tensor of the caller, a golden
never sees a dispatch buffer.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from golden.abi import Spec
from golden.chunks import bits, walk
from golden.errors import HarnessError, SpecError
from golden.places import definition
from golden.spec import ScalarSpec, TensorSpec

Values = dict[str, Any]


class _Values(dict[str, Any]):
    """The dict that a golden is called with; a name that it lacks says which it has."""

    def __missing__(self, name: object) -> Any:
        near = difflib.get_close_matches(str(name), list(self), n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"the parameters are {', '.join(self)}"
        raise KeyError(f"'{name}' is no parameter of the kernel; {hint}")

    def __getattr__(self, name: str) -> Any:
        if name in self:
            raise AttributeError(f"the golden is called with a dict: write values['{name}']")
        raise AttributeError(f"a dict has no attribute '{name}'")


class GoldenError(HarnessError):
    """A golden callback that did not do its part."""


def create(spec: TensorSpec) -> torch.Tensor:
    """The spec's initial content as a fresh, contiguous tensor of exactly its shape and dtype."""
    made = spec.create_tensor()
    if list(made.shape) != list(spec.shape) or made.dtype != spec.dtype:
        raise SpecError(
            f"spec '{spec.name}' has shape={list(spec.shape)} dtype={spec.dtype}, but its init_value made "
            f"shape={list(made.shape)} dtype={made.dtype}",
            place=spec.place,
        )
    if made.is_meta:
        raise spec.error("init_value is a meta tensor, which holds no values")
    if made.layout != torch.strided:
        raise spec.error(f"init_value must make a dense tensor, got {made.layout}")
    # A tensor or the result of a callable may be an object that the caller keeps.
    theirs = isinstance(spec.init_value, torch.Tensor) or callable(spec.init_value)
    return owned(made, copy=theirs)


def owned(tensor: torch.Tensor, *, copy: bool) -> torch.Tensor:
    tensor = tensor.detach().cpu()
    return (
        tensor.clone(memory_format=torch.contiguous_format) if copy or not tensor.is_contiguous() else tensor
    )


def tensor_specs(specs: Sequence[Spec]) -> list[TensorSpec]:
    return [spec for spec in specs if isinstance(spec, TensorSpec)]


def create_inputs(specs: Sequence[Spec]) -> dict[str, torch.Tensor]:
    """Initial content of every In and InOut tensor."""
    return {spec.name: create(spec) for spec in tensor_specs(specs) if spec.is_input}


def read_back_buffer(spec: TensorSpec) -> torch.Tensor:
    """Where a pure output's result arrives; its content is never uploaded."""
    return spec.allocate().zero_()


def golden_values(specs: Sequence[Spec], inputs: Mapping[str, torch.Tensor]) -> Values:
    """What the golden is called with: copies of the inputs, fresh outputs, scalars as Python values."""
    values: Values = _Values()
    with torch.inference_mode(False):  # inference tensors count no versions
        for spec in specs:
            if isinstance(spec, ScalarSpec):
                values[spec.name] = spec.to_python()
            else:
                values[spec.name] = inputs[spec.name].clone() if spec.is_input else create(spec)
    return values


def compute_golden(
    golden_fn: Callable[[Values], Any], specs: Sequence[Spec], values: Values
) -> dict[str, torch.Tensor]:
    """Call the golden and take every output from the dict it filled.

    Exceptions of the callback are its own and pass through.
    """
    given = {
        spec.name: (values[spec.name], values[spec.name]._version)
        for spec in tensor_specs(specs)
        if not spec.is_input
    }
    returned = golden_fn(values)
    try:
        return {
            spec.name: _filled(spec, values, given.get(spec.name))
            for spec in tensor_specs(specs)
            if spec.is_output
        }
    except GoldenError as error:
        error.place = definition(golden_fn)
        names = {spec.name for spec in specs}
        error.notes = (
            *(f"'{name}', which it added, is no parameter" for name in values if name not in names),
            *(["what it returns is not read"] if returned is not None else []),
        )
        raise


def _filled(spec: TensorSpec, values: Values, given: tuple[torch.Tensor, int] | None) -> torch.Tensor:
    made = values.get(spec.name)
    if not isinstance(made, torch.Tensor):
        what = "removed it" if spec.name not in values else f"replaced it by {type(made).__name__}"
        raise GoldenError(
            f"the golden must fill output '{spec.name}' with a tensor, but {what}",
            help=f"values['{spec.name}'][:] = torch.as_tensor(...)" if hasattr(made, "__array__") else None,
        )
    if list(made.shape) != list(spec.shape) or made.dtype != spec.dtype:
        raise GoldenError(
            f"the golden changed output '{spec.name}': spec has shape={list(spec.shape)} dtype={spec.dtype}, "
            f"golden has shape={list(made.shape)} dtype={made.dtype}"
        )
    if made.layout != torch.strided or made.is_meta:
        raise GoldenError(
            f"the golden must fill output '{spec.name}' with a dense tensor, but replaced it by "
            f"{'a meta tensor, which holds no values' if made.is_meta else f'one of layout {made.layout}'}"
        )
    if (
        given is not None
        and made is given[0]
        and made._version == given[1]
        and made.numel()
        and _all_zero_bytes(made)
    ):
        raise GoldenError(
            f"the golden left output '{spec.name}' untouched; write it in place, as in "
            f"values['{spec.name}'][:] = ... (for a reference of zeros: values['{spec.name}'].zero_())"
        )
    return made.detach()


def _all_zero_bytes(tensor: torch.Tensor) -> bool:
    return not any(bool(bits(piece).any()) for _, (piece,) in walk(tensor))
