"""Converts the standings of a division for the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.api.states import Json, table_remarks
from tournaments.events.selectors.events import DivisionShown
from tournaments.formats.base import Standings
from tournaments.formats.errors import BASES, FIGURES
from tournaments.pages.presenters.events_words import part_name
from tournaments.pairing.brackets import placing
from tournaments.record.selectors.results import standings_of
from tournaments.standings.results import WIN
from tournaments.standings.table import StandingLine
from tournaments.tables.selectors import finish_of, table_standings

BY_WINS = "wins"


def standings_state(field: DivisionShown) -> Json:
    """Return the standings of a division as `DivisionStandingsSerializer` describes them."""
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
    tables = standings_of(division, field.matches, field.numbers)
    return [_matches(field, one.group, one.lines) for one in tables]


def _matches(field: DivisionShown, group: str, lines: Sequence[StandingLine]) -> Json:
    return {
        "group": group,
        "basis": BY_WINS,
        "basis_text": _("By wins; a bye is one, a match that was broken off a half for each."),
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
                "byes": line.byes,
                "tie_breaks": [_value(one) for one in line.values],
                "figures": [],
            }
            for line in lines
        ],
    }


def _value(found: Any) -> Json:
    value = None if found.value is None else float(found.value)
    return {"name": found.name, "value": value, "text": found.text}


def _who(field: DivisionShown, number: int) -> Json:
    entry = field.by_number.get(number)
    name = field.people.name(entry)
    return {"number": number, "name": name, "state": "" if entry is None else entry.state}


def _chouettes(field: DivisionShown, found: Standings) -> Json:
    places = [line.place for line in found.lines]
    return {
        "group": "",
        "basis": found.basis,
        "basis_text": _(BASES[found.basis]),
        "is_comparable": found.is_comparable,
        "lines": [
            {
                **_who(field, int(line.player) if line.player.isdecimal() else 0),
                "place": line.place,
                "shares_place": places.count(line.place) > 1,
                "table": line.table,
                **dict.fromkeys(("score", "wins", "losses", "byes")),
                "tie_breaks": [],
                "figures": [
                    {
                        "code": one.code,
                        "title": _(FIGURES[one.code]),
                        "value": one.value,
                        "unit": one.kind,
                    }
                    for one in line.figures
                ],
            }
            for line in found.lines
        ],
    }


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
                    "first": one.first,
                    "last": one.last,
                    "number": int(one.player),
                    "name": field.names.get(one.player, ""),
                }
                for one in placing(bracket, filled, part)
            ],
        }
        for part, _levels in bracket.levels
    ]


def _finish(field: DivisionShown) -> Json:
    found = finish_of(field.division)
    return {
        "is_over": found.is_over,
        "stage": found.stage,
        "qualified": list(found.qualified),
        "winners": list(found.winners),
        "prizes": [{"number": number, "percent": one} for number, one in found.prizes.items()],
        "remarks": table_remarks(found.remarks, field.names),
    }
