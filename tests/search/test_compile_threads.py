"""Threads that want the same kernel at the same time."""

from __future__ import annotations

import importlib
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from engine.core.jit import compile_kernel

THREADS = 8
SOURCE = """
import numpy as np
from numba import types
from engine.core.jit import kernel, leaf

@leaf
def square(x):
    return x * x

@kernel(types.FunctionType(types.int64(types.int64)))
def sum_of_squares(n):
    total = np.int64(0)
    for k in range(n):
        total += square(k)
    return total
"""


def together(work) -> list[BaseException]:
    """Run ``work`` in THREADS threads that start at once; what went wrong in them."""
    gate, problems = threading.Barrier(THREADS), []

    def body() -> None:
        gate.wait()
        try:
            work()
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=body) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return problems


class Dispatcher:
    """Stands in for numba's: compiles slowly and refuses to be compiled twice at once or after it was closed."""

    def __init__(self) -> None:
        self.overloads: dict = {}
        self.qiji_signature = SimpleNamespace(signature="signature")
        self._can_compile = True
        self.busy, self.count = False, 0

    def compile(self, signature: str) -> None:
        assert self._can_compile and not self.busy
        self.busy = True
        self.count += 1
        time.sleep(0.05)
        self.overloads[signature] = object()
        time.sleep(0.05)
        self.busy = False

    def disable_compile(self) -> None:
        self._can_compile = False


def test_one_thread_compiles_and_the_others_wait():
    dispatcher = Dispatcher()

    def work() -> None:
        compile_kernel(dispatcher)
        assert dispatcher.overloads and not dispatcher.busy, "not ready yet"

    assert together(work) == []
    assert dispatcher.count == 1 and not dispatcher._can_compile


def test_a_failed_compilation_can_be_tried_again():
    dispatcher = Dispatcher()
    right, dispatcher.compile = dispatcher.compile, lambda signature: 1 // 0
    with pytest.raises(ZeroDivisionError):
        compile_kernel(dispatcher)
    dispatcher.compile = right
    compile_kernel(dispatcher)
    assert dispatcher.count == 1


def test_a_real_kernel(tmp_path, monkeypatch):
    (tmp_path / "kernels_of_this_test.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("kernels_of_this_test")
    try:
        results = []

        def work() -> None:
            compile_kernel(module.sum_of_squares)
            results.append(module.sum_of_squares(10))

        assert together(work) == []
        assert results == [285] * THREADS
        assert len(module.sum_of_squares.overloads) == 1
    finally:
        del sys.modules["kernels_of_this_test"]
