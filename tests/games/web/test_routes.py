"""Views are loaded when their address is first asked for, and are then the views themselves."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, get_resolver, resolve, reverse
from rest_framework.views import APIView

from games.web.routes import LatePattern, path, re_path, views
from tests.servers import ROOT

LOADED = """
import django
django.setup()
import sys, chouette.urls
from django.urls import reverse
reverse("home")  # Django reads all addresses for the first one
ours = [name for name in sys.modules if name.startswith(("games.", "tournaments."))]
print(*[name for name in ours if ".views" in name])
"""


def late(patterns: list[URLPattern]) -> Iterator[LatePattern]:
    for pattern in patterns:
        if isinstance(pattern, LatePattern):
            yield pattern
        elif not isinstance(pattern, URLPattern):
            yield from late(pattern.url_patterns)


@pytest.mark.thorough
def test_a_start_loads_no_view():
    command = [sys.executable, "-c", LOADED]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_every_address_names_a_view_that_there_is():
    patterns = list(late(get_resolver().url_patterns))
    assert len(patterns) > 200
    for pattern in patterns:
        assert callable(getattr(pattern.callback, "view", pattern.callback)), pattern


def test_what_an_address_resolves_to_is_the_view_itself():
    from games.api.views.clubs import Clubs
    from games.clubs.views.home import home

    assert resolve(reverse("home")).func is home
    assert resolve(reverse("api-clubs")).func.cls is Clubs
    assert issubclass(resolve(reverse("schema")).func.cls, APIView)


@pytest.mark.parametrize("make", [path, re_path])
def test_an_address_that_is_not_asked_for_loads_nothing(make):
    pattern = make("there/", views("nowhere.views").there, name="there")
    assert pattern.resolve("elsewhere/") is None
    with pytest.raises(ModuleNotFoundError):
        pattern.resolve("there/")


def test_an_address_whose_view_is_missing_says_which():
    pattern = path("there/", views("games.web.routes").missing, name="there")
    with pytest.raises(AttributeError, match="missing"):
        pattern.resolve("there/")
