"""The standings in the API: lines with every value, places in brackets, winners.

Each function stands below the serializers that describe what it returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.table_shapes import RemarkSerializer, remarks_shown
from tournaments.events.selectors.events import DivisionShown
from tournaments.formats.errors import BASES, FIGURES
from tournaments.formats.played import Standings
from tournaments.pages.presenters.events_words import part_name, wins_basis
from tournaments.pairing.brackets import placing
from tournaments.record.selectors.results import standings_of
from tournaments.standings.results import WIN
from tournaments.standings.table import StandingLine, Value
from tournaments.standings.tiebreaks import COLUMNS
from tournaments.tables.selectors import finish_of, table_standings

Json = dict[str, Any]
BY_WINS = "wins"


class TieBreakValueSerializer(serializers.Serializer[Json]):
    """A tie-break's value for an entry."""

    name = serializers.CharField()
    value = serializers.FloatField(
        allow_null=True, help_text="In the unit, as the score is; null where it did not apply."
    )
    unit = serializers.CharField(help_text="wins, points, lot, matches, walkovers, place")
    text = serializers.CharField(help_text="As it is printed.")


def _value(shown: Value) -> Json:
    column = COLUMNS[shown.name]
    value = None if shown.value is None else column.figure(shown.value)
    return {"name": shown.name, "value": value, "unit": column.unit, "text": shown.text}


class FigureSerializer(serializers.Serializer[Json]):
    """A value of the standings of chouettes."""

    code = serializers.CharField()
    title = serializers.CharField()
    value = serializers.IntegerField(help_text="Points and percents in hundredths.")
    unit = serializers.CharField(help_text="points, percent, count")


class StandLineSerializer(serializers.Serializer[Json]):
    """An entry's line; equals share a place."""

    place = serializers.IntegerField()
    shares_place = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField(help_text="Of the entry.")
    table = serializers.IntegerField(allow_null=True, help_text="Of chouettes.")
    score = serializers.FloatField(allow_null=True, help_text="In wins; null for chouettes.")
    wins = serializers.IntegerField(allow_null=True)
    losses = serializers.IntegerField(allow_null=True)
    halves = serializers.IntegerField(
        allow_null=True, help_text="Draws, and matches that were broken off."
    )
    byes = serializers.IntegerField(allow_null=True)
    tie_breaks = TieBreakValueSerializer(many=True)
    figures = FigureSerializer(many=True)


class StandTableSerializer(serializers.Serializer[Json]):
    """Standings of a division, or of one of its groups."""

    group = serializers.CharField(allow_blank=True)
    basis = serializers.CharField(help_text="What places rest on, as a code.")
    basis_text = serializers.CharField()
    is_comparable = serializers.BooleanField(
        help_text="Whether places of players at different tables compare."
    )
    lines = StandLineSerializer(many=True)


def _who(field: DivisionShown, number: int) -> Json:
    entry = field.by_number.get(number)
    name = field.people.name(entry)
    return {"number": number, "name": name, "state": "" if entry is None else entry.state}


def _matches(field: DivisionShown, group: str, lines: Sequence[StandingLine]) -> Json:
    return {
        "group": group,
        "basis": BY_WINS,
        "basis_text": wins_basis(field.division),
        "is_comparable": True,
        "lines": [
            {
                **_who(field, int(line.key)),
                "place": line.place,
                "shares_place": line.shares_place,
                "table": None,
                "score": line.score / WIN,
                "wins": line.wins,
                "losses": line.losses,
                "halves": line.halves,
                "byes": line.byes,
                "tie_breaks": [_value(one) for one in line.values],
                "figures": [],
            }
            for line in lines
        ],
    }


def _chouettes(field: DivisionShown, standings: Standings) -> Json:
    places = [line.place for line in standings.lines]
    return {
        "group": "",
        "basis": standings.basis,
        "basis_text": _(BASES[standings.basis]),
        "is_comparable": standings.is_comparable,
        "lines": [
            {
                **_who(field, int(line.player) if line.player.isdecimal() else 0),
                "place": line.place,
                "shares_place": places.count(line.place) > 1,
                "table": line.table,
                **dict.fromkeys(("score", "wins", "losses", "halves", "byes")),
                "tie_breaks": [],
                "figures": [
                    {
                        "code": figure.code,
                        "title": _(FIGURES[figure.code]),
                        "value": figure.value,
                        "unit": figure.kind,
                    }
                    for figure in line.figures
                ],
            }
            for line in standings.lines
        ],
    }


class PlaceSerializer(serializers.Serializer[Json]):
    """One place in a bracket, or several shared ones."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class PlacesSerializer(serializers.Serializer[Json]):
    """The places that are certain in a part of a bracket."""

    bracket = serializers.CharField()
    title = serializers.CharField()
    places = PlaceSerializer(many=True)


def _places(field: DivisionShown) -> list[Json]:
    if field.bracket is None:
        return []
    bracket, filled = field.bracket
    return [
        {
            "bracket": part,
            "title": part_name(part),
            "places": [
                {
                    "first": place.first,
                    "last": place.last,
                    "number": int(place.player),
                    "name": field.names.get(place.player, ""),
                }
                for place in placing(bracket, filled, part)
            ],
        }
        for part, _levels in bracket.levels
    ]


class PrizeSerializer(serializers.Serializer[Json]):
    """A share of the prizes."""

    number = serializers.CharField()
    percent = serializers.IntegerField()


class FinishSerializer(serializers.Serializer[Json]):
    """What follows from the finished rounds of chouettes; players by number."""

    is_over = serializers.BooleanField()
    stage = serializers.CharField(allow_blank=True)
    qualified = serializers.ListField(child=serializers.CharField())
    winners = serializers.ListField(child=serializers.CharField())
    prizes = PrizeSerializer(many=True)
    remarks = RemarkSerializer(many=True)


def _finish(field: DivisionShown) -> Json:
    found = finish_of(field.division)
    return {
        "is_over": found.is_over,
        "stage": found.stage,
        "qualified": list(found.qualified),
        "winners": list(found.winners),
        "prizes": [{"number": number, "percent": one} for number, one in found.prizes.items()],
        "remarks": remarks_shown([one.to_json() for one in found.remarks], field.names),
    }


class DivisionStandingsSerializer(serializers.Serializer[Json]):
    """The standings of a division."""

    division = serializers.CharField()
    tables = StandTableSerializer(many=True)
    places = PlacesSerializer(many=True)
    finish = FinishSerializer(allow_null=True)


def standings_state(field: DivisionShown) -> Json:
    division = field.division
    return {
        "division": division.public_id,
        "tables": _tables(field) if field.rounds else [],
        "places": _places(field),
        "finish": _finish(field) if division.is_chouette and field.rounds else None,
    }


def _tables(field: DivisionShown) -> list[Json]:
    division = field.division
    if division.is_chouette:
        return [_chouettes(field, table_standings(division))]
    tables = standings_of(division, field.matches, field.numbers, field.entries)
    return [_matches(field, one.group, one.lines) for one in tables]
