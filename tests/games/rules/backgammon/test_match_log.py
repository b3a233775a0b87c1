"""The record of a match: events as rows, undo, and what is no record."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.backgammon.match_errors import MatchError
from games.rules.backgammon.match_log import FIELDS, Event, MatchLog
from games.rules.backgammon.match_score import MatchScore

EVENTS = [
    Event("double", side=0),
    Event("double", side=1),
    Event("take"),
    Event("drop"),
    Event("win", side=0, level="single"),
    Event("win", side=1, level="gammon"),
    Event("resign", side=0, level="backgammon"),
    Event("points", side=1, points=3),
    Event("penalty", side=0, points=1),
    Event("final", score=(5, 11)),
    Event("forfeit", side=1, reason="did not come"),
    Event("no_show", reason="both were ill"),
    Event("unfinished", reason="power cut"),
    Event("draw"),
    Event("time"),
]


def played(length: int | None, *events: Event) -> MatchLog:
    log = MatchLog(length)
    for event in events:
        log = log.add(event)
    return log


def code(data: object) -> str:
    with pytest.raises(MatchError) as caught:
        MatchLog.from_json(data)
    return caught.value.code


def test_every_kind_of_event_is_among_the_examples() -> None:
    assert {event.kind for event in EVENTS} == set(FIELDS)


def test_a_record_is_a_list_of_small_rows() -> None:
    log = played(5, Event("double", side=0), Event("take"), Event("win", side=0, level="gammon"))
    assert log.to_json() == {
        "length": 5,
        "events": [
            {"kind": "double", "side": 0},
            {"kind": "take"},
            {"kind": "win", "side": 0, "level": "gammon"},
        ],
    }
    assert log.score == MatchScore(5).double(0).take().win(0, "gammon")


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_survives_its_row(event: Event) -> None:
    assert Event.from_json(event.to_json()) == event


def test_undo_drops_the_last_event_even_the_end_of_the_match() -> None:
    log = played(1, Event("win", side=0, level="single"))
    assert log.score.is_over
    assert log.undo() == MatchLog(1)
    with pytest.raises(MatchError, match="nothing to undo"):
        MatchLog(1).undo()


def test_what_the_match_does_not_allow_is_not_recorded() -> None:
    with pytest.raises(MatchError) as caught:
        played(3, Event("points", side=0, points=2), Event("double", side=1))
    assert caught.value.code == "crawford"


@pytest.mark.parametrize(
    "row",
    [
        None,
        [],
        {},
        {"kind": "beaver"},
        {"kind": ["take"]},
        {"kind": "take", "side": 0},
        {"kind": "double"},
        {"kind": "double", "side": "0"},
        {"kind": "double", "side": True},
        {"kind": "win", "side": 0, "level": "triple"},
        {"kind": "win", "side": 0, "level": []},
        {"kind": "final", "score": [7]},
        {"kind": "final", "score": [7, "5"]},
        {"kind": "final", "score": "75"},
        {"kind": "unfinished", "reason": None},
    ],
)
def test_a_row_that_is_no_event_is_refused(row: Any) -> None:
    assert code({"length": 7, "events": [row]}) == "event_malformed"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], "log_malformed"),
        ({"length": 7}, "log_malformed"),
        ({"length": 7, "events": {}}, "log_malformed"),
        ({"length": 7, "events": [], "more": 1}, "log_malformed"),
        ({"length": "7", "events": []}, "length_invalid"),
        ({"length": 7, "events": [{"kind": "take"}]}, "no_double"),
        ({"length": 7, "events": [{"kind": "double", "side": 2}]}, "side_unknown"),
    ],
)
def test_data_that_is_no_record_is_refused(data: Any, expected: str) -> None:
    assert code(data) == expected


def test_an_event_with_a_part_missing_is_refused() -> None:
    with pytest.raises(MatchError) as caught:
        Event("double").apply(MatchScore(7))
    assert caught.value.code == "event_malformed"


@given(
    length=st.one_of(st.none(), st.integers(1, 15)),
    tries=st.lists(st.sampled_from(EVENTS), max_size=40),
)
def test_whatever_was_recorded_reads_back_and_undoes_step_by_step(
    length: int | None, tries: list[Event]
) -> None:
    log = MatchLog(length)
    history = [log]
    for event in tries:
        try:
            log = log.add(event)
        except MatchError:
            continue
        history.append(log)
    assert MatchLog.from_json(log.to_json()) == log
    for before in reversed(history[:-1]):
        log = log.undo()
        assert (log, log.score) == (before, before.score)
