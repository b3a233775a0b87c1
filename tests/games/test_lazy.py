"""Modules that are loaded when something is first asked of them."""

import subprocess
import sys

import pytest

from games.lazy import Lazy


def test_a_lazy_module_gives_what_the_module_has() -> None:
    import string

    lazy = Lazy("string")
    assert lazy.digits is string.digits
    assert lazy.digits is string.digits  # the second time from what was kept


def test_what_the_module_lacks_is_missing() -> None:
    with pytest.raises(AttributeError):
        _ = Lazy("string").nothing_of_the_kind


LOADED = """
import sys, django
django.setup()
import chouette.urls
print(*sorted({"bgsage", "icalendar", "numpy", "openpyxl", "PIL", "psycopg"} & set(sys.modules)))
"""


@pytest.mark.thorough
def test_loading_every_page_loads_no_large_library() -> None:
    """Each of them would take up to a twentieth of a start."""
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
