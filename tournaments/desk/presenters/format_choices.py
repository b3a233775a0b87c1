"""The formats that a form offers, with their parameters and tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rules.online import BACKGAMMON
from tournaments.desk.presenters.filled import Choice, Filled
from tournaments.formats import FORMATS, AnyFormat
from tournaments.formats.parameters import ParameterField
from tournaments.standings.tiebreaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a format as a form field; `pale` says what it means while it is blank."""

    name: str
    kind: str
    title: str
    help: str
    least: int
    most: int
    value: str
    pale: str
    is_on: bool
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format to choose, with its parameters."""

    code: str
    title: str
    help: str
    is_chosen: bool
    fields: tuple[Parameter, ...]
    counts_draws: bool


def format_choices(filled: Filled, game: str, *, is_settled: bool) -> dict[AnyFormat, FormatChoice]:
    """Return the formats to choose from, by what they are, the chosen one among them.

    A league settles it for its seasons: only that one is left, with its parameters.
    """
    chosen = filled.text("format", "swiss")
    # What only leagues have is shown where it is chosen already.
    offered = [
        played_by
        for played_by in sorted(FORMATS.values(), key=lambda one: one.is_of_league)
        if played_by.code == chosen or not (is_settled or played_by.is_of_league)
    ]
    if game != BACKGAMMON.name:
        offered = [one for one in offered if one.counts_draws]
    return {
        played_by: FormatChoice(
            played_by.code,
            _(played_by.title),
            _(played_by.help),
            played_by.code == chosen,
            _parameters(played_by, filled, chosen),
            played_by.counts_draws,
        )
        for played_by in offered
    }


def tie_break_choices(filled: Filled, place: int, ties: Sequence[str]) -> tuple[Choice, ...]:
    """Return the tie-breaks to choose from at a place of their order."""
    before = ties[place - 1] if place <= len(ties) else ""
    chosen = filled.ask.one(f"tie-{place}") if filled.was_sent else before
    return (
        Choice("", "–", not chosen),
        *(
            Choice(name, _(tie_break.title), name == chosen)
            for name, tie_break in TIE_BREAKS.items()
            if name == chosen or not tie_break.is_of_league
        ),
    )


def _parameters(of: AnyFormat, filled: Filled, chosen: str) -> tuple[Parameter, ...]:
    before = filled.before.get("params") if of.code == chosen else None
    values = {**of.parse({}).to_json(), **(before or {})}
    return tuple(_parameter(of.code, one, values[one.name], filled) for one in of.fields)


def _parameter(code: str, parameter: ParameterField, value: Any, filled: Filled) -> Parameter:
    name = f"{code}-{parameter.name}"
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    if parameter.blank and not value:
        text = ""
    if filled.was_sent and filled.ask.one("format") == code and parameter.kind != "switch":
        text = filled.ask.one(name, text)
    is_on = bool(value)
    if filled.was_sent and filled.ask.one("format") == code:
        is_on = filled.ask.has(name)
    return Parameter(
        name=name,
        kind=parameter.kind,
        title=_(parameter.title),
        help=_(parameter.help),
        least=parameter.least,
        most=parameter.most,
        value=text,
        pale=_(parameter.blank) if parameter.blank else "",
        is_on=is_on,
        choices=tuple(
            Choice(key, _(title), key == text) for key, title in parameter.values.items()
        ),
    )
