"""What may be done to a match is declared once: forms, the interface and services agree on it."""

import inspect
from typing import Any

import pytest

from tournaments.api.views import matches
from tournaments.pages.verb_forms import READERS
from tournaments.results import verbs
from tournaments.results.verbs import OTHER, Verb

VERBS = {name: one for name, one in vars(verbs).items() if isinstance(one, Verb)}
VIEWS: dict[str, Any] = {
    name: one
    for name, one in vars(matches).items()
    if isinstance(one, type) and issubclass(one, matches.Step) and one is not matches.Step
}


@pytest.mark.parametrize("name", VERBS)
def test_a_service_takes_what_is_typed_for_its_verb(name: str) -> None:
    verb = VERBS[name]
    given = dict.fromkeys({"match", "by", "version", "key", *verb.content})
    inspect.signature(verb.deed).bind(**given)
    assert set(verb.said) <= set(verb.content)


@pytest.mark.parametrize("name", VERBS)
def test_each_way_of_typing_is_read_from_a_form(name: str) -> None:
    assert set(VERBS[name].content.values()) <= {*READERS, OTHER}


@pytest.mark.parametrize("name", VIEWS)
def test_a_program_sends_what_is_typed_for_a_verb(name: str) -> None:
    view = VIEWS[name]
    sent = set(view.shape().fields) - {"version", "key", "dry_run"}
    assert sent == set(view.verb.content)


def test_each_verb_has_one_view() -> None:
    assert sorted(id(one.verb) for one in VIEWS.values()) == sorted(map(id, VERBS.values()))
