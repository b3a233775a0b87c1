"""A key belongs to who sent it: on every log it counts for one account, pass, seat, or the server.

Every log is asked by every pair of senders, with a new key and with the same, with the same
content and other content, for the version they saw and another, one after the other and at once.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import product
from typing import Any

import pytest
from django.db import transaction

from games.boards.services.boards import Terms, board_create
from games.errors import Conflict, KeyReused, NotAllowed
from games.models import Club, Membership, User
from games.record.services.notes import note_add
from tests import evenings
from tests.games.eventlog.logs import KEY, LOGS, Log
from tests.games.record.test_concurrency import together
from tests.tournaments.directing import Directed
from tournaments.events.services import announcing
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", LOGS)
def test_a_key_counts_for_its_sender_and_for_nobody_else(name: str) -> None:
    log = LOGS[name]()
    before = log.length()
    for first, then in product(log.senders, repeat=2):
        with transaction.atomic():
            if log.is_keyed_by_sender or first == then:
                written = _sent_by_both(log, first, then)
                # A key that somebody else has sent is like any other.
                assert written == before + len({first, then}), (first, then)
            else:
                log.write(log.senders[first], "this")
                with pytest.raises(KeyReused):
                    log.write(log.senders[then], "this")
                assert log.length() == before + 1
            transaction.set_rollback(True)


def _sent_by_both(log: Log, first: str, then: str) -> int:
    """Send a key as both, again as both, and with other content as both; return the length."""
    answers = [log.write(log.senders[first], "this"), log.write(log.senders[then], "this")]
    assert [log.write(log.senders[one], "this") for one in (first, then)] == answers
    for sender in (first, then):
        with pytest.raises(KeyReused):
            log.write(log.senders[sender], "that")
    return log.length()


@pytest.mark.parametrize("name", LOGS)
def test_a_new_key_writes_once_more(name: str) -> None:
    log = LOGS[name]()
    before = log.length()
    one, other = list(log.senders.values())[:2]
    log.write(one, "this", key="first")
    log.write(other, "this", key="second")
    assert log.length() == before + 2


VERSIONED = [name for name, log in LOGS.items() if log.has_versions]


@pytest.mark.parametrize("name", VERSIONED)
def test_the_first_answer_comes_again_whatever_version_the_sender_saw(name: str) -> None:
    log = LOGS[name]()
    one, other = list(log.senders.values())[:2]
    seen = log.version()
    answer = log.write(one, "this", version=seen)
    log.write(other, "this", key="another")
    before = log.length()
    for version in (seen, log.version() - 1, log.version()):
        assert log.write(one, "this", version=version) == answer
        with pytest.raises(KeyReused):
            log.write(one, "that", version=version)
    assert log.length() == before


@pytest.mark.parametrize("name", VERSIONED)
def test_a_new_key_needs_the_present_version(name: str) -> None:
    log = LOGS[name]()
    one, other = list(log.senders.values())[:2]
    seen = log.version()
    log.write(other, "this", key="another")
    before = log.length()
    with pytest.raises(Conflict) as refused:
        log.write(one, "this", version=seen)
    assert not isinstance(refused.value, KeyReused)
    assert log.length() == before


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.django_db(transaction=True)
def test_what_is_sent_four_times_at_once_is_written_once(name: str) -> None:
    log = LOGS[name]()
    before, seen = log.length(), log.version()
    sender = next(iter(log.senders.values()))
    answers: list[object] = []
    together(lambda _number: answers.append(deepcopy(log).write(sender, "this", version=seen)), 4)
    assert len(answers) == 4
    assert all(answer == answers[0] for answer in answers)
    assert log.length() == before + 1


def test_a_directors_key_keeps_nobody_elses_names_out() -> None:
    directed = Directed()
    other = evenings.member(directed.club, "Otto", "organizer")
    said: dict[str, Any] = {"key": KEY, "names": ["Cid", "Dee"]}

    for by, name in ((directed.director, "Side"), (other, "Third")):
        made = announcing.division_announce(event=directed.event, by=by, name=name, **said)
        assert made.entries.count() == 2


def _noting(club: Club, by: User) -> Callable[[], object]:
    evening = evenings.Evening(club)
    evening.start()
    session = evening.session
    return lambda: note_add(session=session, game=1, text="Ha", by=by, key=KEY)


def _beginning(club: Club, by: User) -> Callable[[], object]:
    return lambda: board_create(club=club, by=by, terms=Terms(), key=KEY)


def _directing(club: Club, by: User) -> Callable[[], object]:
    event = Directed(club).event
    return lambda: event_write(EventRequest(event, by, "rename", {}, key=KEY), lambda _event: None)


def _reporting(club: Club, by: User) -> Callable[[], object]:
    directed = Directed(club, names="Ann Bob", params={"rounds": 1})
    directed.next_round()
    (match,) = directed.open()
    return lambda: results.match_report(match=match, by=by, points=(7, 3), version=0, key=KEY)


def _announcing(club: Club, by: User) -> Callable[[], object]:
    return lambda: announcing.event_announce(
        club=club, by=by, division={"format": "swiss"}, title="Cup", key=KEY
    )


@pytest.mark.parametrize(
    "begun",
    [_noting, _beginning, _directing, _reporting, _announcing],
    ids=lambda one: one.__name__,
)
def test_whoever_may_no_longer_gets_no_first_answer_again(
    begun: Callable[[Club, User], Callable[[], object]],
) -> None:
    club = evenings.club()
    otto = evenings.member(club, "Otto", "organizer")
    write = begun(club, otto)
    write()
    write()
    Membership.objects.filter(user=otto).delete()

    with pytest.raises(NotAllowed):
        write()
