"""What may be done is declared once: forms, the interface, the desk and services agree on it."""

import inspect
from typing import Any

import pytest

from tournaments.api.views import base, draws, entries, events, matches, tables
from tournaments.desk.selectors.log import GROUPS
from tournaments.desk.views.acts import ACTS
from tournaments.desk.views.acts.tap import NAMED
from tournaments.events import verbs as of_events
from tournaments.pages.verb_forms import READERS
from tournaments.record.verbs import OTHER, Verb
from tournaments.results import verbs as of_matches

VERBS = {
    name: one
    for module in (of_events, of_matches)
    for name, one in vars(module).items()
    if isinstance(one, Verb)
}
VIEWS: dict[str, Any] = {
    name: one
    for module in (draws, entries, events, matches, tables)
    for name, one in vars(module).items()
    if isinstance(one, type) and issubclass(one, base.OfVerb) and hasattr(one, "verb")
}


@pytest.mark.parametrize("name", VERBS)
def test_a_service_takes_what_is_typed_for_its_verb(name: str) -> None:
    verb = VERBS[name]
    given = dict.fromkeys({verb.about, "by", "key", *verb.content})
    if verb.about != "entry":
        given["version"] = None
    inspect.signature(verb.deed).bind(**given)
    assert set(verb.said) <= set(verb.content)


@pytest.mark.parametrize("name", [name for name, verb in VERBS.items() if verb.told])
def test_a_service_writes_the_kind_of_its_verb(name: str) -> None:
    verb = VERBS[name]
    assert f'"{verb.kind}"' in inspect.getsource(verb.deed)


@pytest.mark.parametrize("name", VERBS)
def test_each_way_of_typing_is_read_from_a_form(name: str) -> None:
    assert set(VERBS[name].content.values()) <= {*READERS, OTHER}


@pytest.mark.parametrize("name", [name for name, verb in VERBS.items() if verb.button])
def test_a_verb_with_a_button_is_read_whole_and_stands_in_the_log(name: str) -> None:
    verb = VERBS[name]
    assert verb.button in ACTS
    assert verb.about in NAMED
    assert OTHER not in verb.content.values()
    assert verb.told
    assert verb.group in {"", *GROUPS}


def test_each_button_is_of_one_verb() -> None:
    buttons = [verb.button for verb in VERBS.values() if verb.button]
    assert len(buttons) == len(set(buttons))


@pytest.mark.parametrize("name", VIEWS)
def test_a_program_sends_what_is_typed_for_a_verb(name: str) -> None:
    view = VIEWS[name]
    sent = set(view.shape().fields) - {"version", "key", "dry_run"}
    assert sent == set(view.verb.content)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_about_the_same_as_its_verb(name: str) -> None:
    view = VIEWS[name]
    assert hasattr(view, view.verb.about)
    sent = set(view.shape().fields) - {"dry_run"}
    inspect.signature(view.verb.deed).bind(**dict.fromkeys({view.verb.about, "by", *sent}))


def test_each_verb_that_is_said_to_programs_has_one_view() -> None:
    said = [verb for verb in VERBS.values() if verb.help]
    assert sorted(id(one.verb) for one in VIEWS.values()) == sorted(map(id, said))
