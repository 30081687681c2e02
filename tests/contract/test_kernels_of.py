"""``kernels_of``: the kernels of a game by name and signature."""

from __future__ import annotations

from types import ModuleType

import pytest

from engine.core import contract
from engine.core.jit import kernel
from engine.core.spec import kernels_of


def module(**names):
    made = ModuleType("made")
    vars(made).update(names)
    return made


@kernel(contract.RESULT)
def going_on(memory, ply):
    return 0


@kernel(contract.RESULT)
def over(memory, ply):
    return 1


def test_found_by_name_and_signature():
    found = kernels_of(module(result=going_on, payoff=going_on, see=len), module(result=going_on, other=over))
    assert found == {"result": going_on}, "payoff has another signature, see is no kernel, other no name of the contract"


def test_two_of_one_name():
    with pytest.raises(ValueError, match="holds another result"):
        kernels_of(module(result=going_on), module(result=over))
