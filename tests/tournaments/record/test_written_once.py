"""One key, one content: what comes again is answered as before, anything else is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from games.errors import KeyReused
from tests.tournaments.directing import Directed, key
from tests.tournaments.results.test_results import account
from tournaments.events.services import announcing, draws, entries, entry_files, events
from tournaments.models import Event, Match
from tournaments.results.services import clocks, results

pytestmark = pytest.mark.django_db

Do = Callable[[Directed, Any], object]


def match_of(event: Directed) -> Match:
    return Match.objects.get(round__division=event.division)


def _forfeit(event: Directed, loser: int) -> object:
    match = match_of(event)
    return results.match_forfeit(
        match=match, by=event.director, loser=loser, reason="ill", version=match.version, key="k"
    )


def _rate(event: Directed, said: tuple[bool, str]) -> object:
    match = match_of(event)
    return results.match_rate(
        match=match,
        by=event.director,
        is_rated=said[0],
        reason=said[1],
        version=match.version,
        key="k",
    )


def _report(event: Directed, points: tuple[int, int]) -> object:
    match = match_of(event)
    return results.match_report(
        match=match, by=event.director, points=points, version=match.version, key="k"
    )


def _press(event: Directed, side: int) -> object:
    match = match_of(event)
    if match.clock is None:
        clocks.match_clock_set(
            match=match,
            by=event.director,
            control=clocks.Control(600, 12),
            version=match.version,
            key=key(),
        )
    return clocks.match_clock_press(match=match, by=event.director, side=side, key="k")


def _enter(event: Directed, said: tuple[str, int]) -> object:
    player = event.player(said[0])
    return entries.entries_add(
        division=event.division, by=event.director, players=[player], levels=[said[1]], key="k"
    )


def _name(event: Directed, names: list[str]) -> object:
    return announcing.names_enter(division=event.division, by=event.director, names=names, key="k")


def _file(event: Directed, text: str) -> object:
    return entry_files.entries_file(
        event=event.event, by=event.director, data=text.encode(), key="k", dry_run=False
    )


def _announce(event: Directed, title: str) -> object:
    return announcing.event_announce(
        club=event.club, by=event.director, division={"format": "swiss"}, title=title, key="k"
    )


def _minutes(event: Directed, minutes: int) -> object:
    round = event.division.rounds.get()
    return draws.clock_start(round=round, by=event.director, minutes=minutes, key="k")


def _add(event: Directed, name: str) -> object:
    return events.division_add(event=event.event, by=event.director, name=name, key="k")


DONE: dict[str, tuple[Do, Any, Any]] = {
    "a report": (_report, (7, 3), (3, 7)),
    "a forfeit": (_forfeit, 0, 1),
    "why it is not rated": (_rate, (False, "friends"), (False, "family")),
    "the clock": (_press, 0, 1),
    "an entry": (_enter, ("Cid", 1), ("Cid", 2)),
    "names": (_name, ["Cid"], ["Dee"]),
    "a file": (_file, "name\nCid\n", "name\nDee\n"),
    "an announcement": (_announce, "One", "Two"),
    "the minutes of a round": (_minutes, 20, 30),
    "a division": (_add, "Side", "Third"),
}


@pytest.mark.parametrize("name", DONE)
def test_the_same_key_does_the_same_once_and_refuses_other_content(name: str) -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    event.next_round()
    do, first, other = DONE[name]
    do(event, first)
    before = log_lengths(event)
    do(event, first)
    assert log_lengths(event) == before
    with pytest.raises(KeyReused):
        do(event, other)
    assert log_lengths(event) == before


def test_a_key_belongs_to_its_kind() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    event.next_round()
    sender = account(event, "Ann")
    said: dict[str, Any] = {"match": match_of(event), "by": sender, "key": "k", "version": 0}
    results.match_report(points=(7, 3), **said)
    with pytest.raises(KeyReused):
        results.match_undo(**said)


def test_an_undo_that_is_sent_again_takes_nothing_more_back() -> None:
    event = Directed(names="Ann Bob", params={"rounds": 1})
    event.next_round()
    match = match_of(event)
    for _ in range(2):
        match = results.match_play(
            match=match,
            by=event.director,
            event={"kind": "win", "side": 0, "level": "single"},
            version=match.version,
            key=key(),
        )
    for _ in range(2):
        results.match_undo(match=match, by=event.director, version=match.version, key="k")
    match.refresh_from_db()
    assert match.first_points == 1


def log_lengths(event: Directed) -> tuple[int, ...]:
    rows = Event.objects.filter(club=event.club)
    matches = Match.objects.filter(club=event.club)
    return (
        rows.count(),
        sum(one.log.count() for one in rows),
        sum(one.log.count() for one in matches),
    )
