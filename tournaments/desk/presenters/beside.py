"""What a director sees beside the names and the rounds: score, seed, rating, club; how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.online import BACKGAMMON
from tournaments.desk.selectors import Directed, decided_in, round_of
from tournaments.events.services.naming import About
from tournaments.format_texts import match_points
from tournaments.models import Division, Match
from tournaments.pages.presenters.events_words import round_title
from tournaments.pairing.brackets import Bracket


@dataclass(frozen=True, slots=True)
class RoundLength:
    """To how many points the matches of a round are that nobody has begun."""

    public_id: str
    title: str
    length: int


def abouts_of(directed: Directed) -> dict[int, str]:
    """Return what stands beside each name, by the player's key; two queries."""
    if directed.division.is_chouette:
        return {}
    scores = _scores(directed.division)
    seeds = _seeds(directed.division)
    return {
        entry.player_id: " · ".join(
            part
            for part in (
                scores.get(entry.player_id, ""),
                seeds.get(entry.number, ""),
                str(About.of(entry)),
            )
            if part
        )
        for entry in directed.entries
    }


def _scores(division: Division) -> dict[int, str]:
    """Return everybody's match points, where standings count them."""
    if {"field", "knockout"} & (division.order or {}).keys():
        return {}
    halves: Counter[int] = Counter()
    for first, second, winner, outcome in decided_in(division):
        won = (first, second) if winner is None else ((first, second)[winner],) * 2
        halves.update(key for key in won if key and outcome != Match.Outcome.NO_SHOW)
    if not halves:
        return {}
    players = division.entries.values_list("player_id", flat=True)
    return {key: _("score %(score)s") % {"score": match_points(halves[key])} for key in players}


def _seeds(division: Division) -> dict[int, str]:
    """Return the seeds by entry number, where it was not drawn by lot who is which."""
    order: Mapping[str, list[int]] = division.order or {}
    if division.seeding == Division.Seeding.DRAW:
        return {}
    field = order.get("knockout") or order.get("field") or []
    return {number: _("seed %(number)s") % {"number": at} for at, number in enumerate(field, 1)}


def lengths_of(directed: Directed, bracket: Bracket | None) -> tuple[RoundLength, ...]:
    """Return the rounds whose matches can still become longer or shorter."""
    if directed.event.game != BACKGAMMON.name or not directed.event.is_open:
        return ()
    return tuple(_lengths(directed, bracket))


def _lengths(directed: Directed, bracket: Bracket | None) -> Iterator[RoundLength]:
    said: set[int] = set()
    for match in directed.matches:
        round = round_of(match)
        if match.is_unbegun and match.length and round.pk not in said:
            said.add(round.pk)
            yield RoundLength(round.public_id, round_title(round, bracket), match.length)
