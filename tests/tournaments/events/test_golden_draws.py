"""Draws of every format, frozen: the same seed always gives the same pairs, tables and remarks."""

import hashlib
import json
from typing import Any

import pytest

from tests.tournaments.directing import Directed
from tournaments.events.services import draws
from tournaments.formats import FORMATS
from tournaments.models import Division, Match, Round, TableSeat
from tournaments.record.selectors.rounds import next_digest_of

NAMES = "Ann Bob Cid Dee Eve Fay Gus Hal Ida"
"""An odd number, so that byes, tables of two sizes and places that stay empty come up."""
PARAMS: dict[str, dict[str, Any]] = {
    "swiss": {"rounds": 3, "inside": "random"},
    "free": {"most": 2},
    "groups_knockout": {"groups": 3, "qualifiers": 1},
}
DRAWN_AFTER_RESULTS = {"swiss", "keizer", "free", "groups_knockout"}
"""The others are drawn once, or by what is played at tables: `formats/test_whole_events.py`."""
GOLDEN = {
    "swiss": "a554b8dd367029d2",
    "keizer": "bb76713b2ffe36c5",
    "free": "4d49e2aae22540f6",
    "round_robin": "6df36c4aba8ea72b",
    "all_play_all": "e8e98cd9253a05a7",
    "ladder": "9a82c9a75c42c554",
    "single": "2f8f5c9830d88f1b",
    "progressive": "19cd99c22c5ba091",
    "double": "9e5f219c48db6a54",
    "groups_knockout": "4b167158d33af01e",
    "club_night": "c74c450aa05d918d",
    "fixed": "4e836ba42f22ba19",
    "bank": "36fcf30d310b6b5b",
    "freeze_out": "cec9228964fd9f9e",
    "groups": "9ddd1d7ca63ce0f8",
    "timed": "0db5205354dfa7f5",
}


def written(division: Division) -> Any:
    """All that draws have written of a division, players by the number of their entry."""
    numbers = dict(division.entries.values_list("player_id", "number"))
    division.refresh_from_db()
    return {
        "order": division.order,
        "next": next_digest_of(division),
        "rounds": [_round(one, numbers) for one in division.rounds.order_by("number")],
    }


def _round(round: Round, numbers: dict[int, int]) -> Any:
    matches = round.matches.order_by("position").values_list(
        "node", "first_id", "second_id", "length", "state", "outcome", "winner"
    )
    seats = TableSeat.objects.filter(round=round).order_by("table__number", "position")
    return {
        "round": [
            round.number,
            round.bracket,
            round.bracket_round,
            round.attempt,
            round.seed,
            round.state,
        ],
        "minutes": round.minutes,
        "remarks": round.remarks,
        "matches": [
            [node, numbers.get(first), numbers.get(second), *rest]
            for node, first, second, *rest in matches
        ],
        "seats": list(seats.values_list("table__number", "entry__number", "opening")),
    }


def won(match: Match) -> int:
    assert match.round is not None
    return (match.round.number + match.position) % 2


def drawn(format: str) -> list[Any]:
    """What a division says after two draws: the next one where results lead to it, or another."""
    event = Directed(
        names=NAMES,
        format=format,
        params=PARAMS.get(format),
        event_fields={"own_dates": format == "ladder"},
    )
    draws.draw_make(division=event.division, by=event.director)
    found = [written(event.division)]
    if format in DRAWN_AFTER_RESULTS:
        draws.draw_confirm(division=event.division, by=event.director, in_spite=True)
        while event.division.rounds.filter(state=Round.State.CONFIRMED).exists():
            draws.draw_release(division=event.division, by=event.director)
            event.play_all(won)
        draws.draw_make(division=event.division, by=event.director)
    else:
        draws.draw_again(division=event.division, by=event.director)
    return [*found, written(event.division)]


@pytest.mark.django_db
@pytest.mark.parametrize("format", FORMATS)
def test_a_format_draws_what_it_always_drew(format: str) -> None:
    text = json.dumps(drawn(format), sort_keys=True)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == GOLDEN[format], text[:300]
