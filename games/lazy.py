"""Modules that are loaded when something is first asked of them.

A start loads every page there is, and with them libraries that few pages need: numpy alone takes a
twentieth of it. `importlib.util.LazyLoader` does the same, but two threads that ask at once may
find half of a module with Python before 3.11.9.
"""

from importlib import import_module
from typing import Any

__all__ = ["Lazy"]


class Lazy:
    """Stands for a module: `np = Lazy("numpy")`, where type checkers see `import numpy as np`."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._module), name)
        setattr(self, name, found)  # the next time it is found at once
        return found
