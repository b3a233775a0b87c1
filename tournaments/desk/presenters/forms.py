"""The forms of events and of their divisions, empty, as they stand, or as they were typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person, people_seen
from games.ledger.money import written
from games.models import Club, Player, Season, games_named
from games.permissions import NOBODY, Reader
from games.rules.online import BACKGAMMON
from games.sessions.services.sessions import today
from games.web.input import Input
from tournaments.desk.presenters.filled import Choice, Filled
from tournaments.desk.presenters.format_choices import (
    FormatChoice,
    format_choices,
    tie_break_choices,
)
from tournaments.events.services.events import (
    DEFAULT_LENGTH,
    DEFAULT_TIE_BREAKS,
    DIVISION_FIELDS,
    DIVISION_MONEY,
    EVENT_FIELDS,
    Typed,
    of_division,
)
from tournaments.formats import FORMATS
from tournaments.models import Division, Event
from tournaments.standings.tiebreaks import TIE_BREAKS

PLACES_OF_TIE_BREAKS: Final = 5
NO_FAULTS: Final[Mapping[str, str]] = {}
UNFOLDED: Final = ("title", "starts_on", "names", "game", "format", "match_length")
"""What stands before "More settings", besides the parameters of formats."""
OF_AN_EVENING: Final = ("tables", "round_minutes", "late_first", "late_every", "reentry_fee")
"""What nobody asks of an event whose matches have dates of their own; what is set stays."""
OF_ITS_TABLES: Final = ("rules", "first_table", "last_table", "division_reentry_fee")
"""Likewise, of its divisions."""
MOST_CHIPS: Final = 60
"""In a larger club names are typed, not chosen from chips."""


@dataclass(frozen=True, slots=True)
class DivisionForm:
    """The fields of a division; `fields` are those that `DIVISION_FIELDS` says how to type."""

    matches: tuple[FormatChoice, ...]
    chouettes: tuple[FormatChoice, ...]
    name: str
    match_length: str
    seeding: tuple[Choice, ...]
    tie_breaks: tuple[tuple[Choice, ...], ...]
    tie_helps: tuple[tuple[str, str], ...]
    fields: Mapping[str, str]
    apart: tuple[Choice, ...] = ()
    unasked: Mapping[str, str] | None = None
    money: tuple[MoneyField, ...] | None = None
    is_fixed: bool = False
    has_length: bool = True
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def all_formats(self) -> tuple[FormatChoice, ...]:
        """Both kinds."""
        return (*self.matches, *self.chouettes)


@dataclass(frozen=True, slots=True)
class MoneyField:
    """A fee or the prizes of a division; `pale` is what it has of the event while it is blank."""

    name: str
    title: str
    value: str
    pale: str


@dataclass(frozen=True, slots=True)
class EventForm:
    """The fields of an event; `fields` are those that `EVENT_FIELDS` says how to type."""

    title: str
    games: tuple[Choice, ...]
    starts_on: str
    prizes: str
    fields: Mapping[str, str | bool]
    seasons: tuple[Choice, ...]
    unasked: Mapping[str, str | bool] | None = None
    """What is sent as it is where matches have dates of their own."""
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form for a new event. `source` is the event it is copied from, if any."""

    club: Club
    event: EventForm
    division: DivisionForm
    source: Event | None
    sources: tuple[Event, ...]
    players: tuple[tuple[Person, bool], ...]
    known: tuple[str, ...]
    names: str
    seed: str
    is_template: bool
    problem: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def opens_more(self) -> bool:
        """Whether a fault lies in what "More settings" folds away."""
        form = next((one for one in self.division.all_formats if one.is_chosen), None)
        params = [one.name for one in form.fields] if form else []
        return any(name not in (*UNFOLDED, *params) for name in self.faults)


@dataclass(frozen=True, slots=True)
class DivisionSettings:
    """A division in the settings of an event."""

    division: Division
    form: DivisionForm
    can_go: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of an event."""

    event: Event
    club: Club
    form: EventForm
    divisions: tuple[DivisionSettings, ...]
    extra: DivisionForm
    names: str = ""
    problem: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    about: str = ""


def new_page(
    club: Club,
    ask: Input,
    *,
    was_sent: bool,
    players: Sequence[Player],
    source: Event | None,
    sources: Sequence[Event],
    problem: str = "",
    faults: Mapping[str, str] = NO_FAULTS,
    reader: Reader = NOBODY,
) -> NewPage:
    """Gather the form for a new event, with the input so far."""
    filled = Filled(ask, {} if source is None else _before(source), was_sent, faults)
    ticked = set(ask.all("player"))
    people = [one for one in people_seen(players, reader).values() if not one.is_nameless]
    return NewPage(
        club=club,
        event=event_form(club, filled, starts_on=today(club).isoformat()),
        division=division_form(Filled(ask, {}, was_sent, faults)),
        source=source,
        sources=tuple(sources),
        players=tuple((one, one.public_id in ticked) for one in people)
        if len(people) <= MOST_CHIPS
        else (),
        known=tuple(one.name for one in people),
        names=ask.one("names"),
        seed=ask.one("seed"),
        is_template=ask.has("is_template"),
        problem=problem,
        faults=faults,
    )


def settings_page(
    event: Event,
    ask: Input,
    *,
    sent: str,
    is_sent: bool,
    drawn: Mapping[int, bool],
    problem: str = "",
    faults: Mapping[str, str] = NO_FAULTS,
) -> SettingsPage:
    """Gather the settings.

    `sent` names a form: `event`, a division, `new`. It was posted, or is only to stand open.
    """
    divisions = list(event.divisions.order_by("position"))

    def filled(before: Mapping[str, Any], about: str) -> Filled:
        is_this = is_sent and sent == about
        return Filled(ask, before, is_this, faults if is_this else NO_FAULTS)

    form = event_form(
        event.club, filled(_before(event), "event"), starts_on="", at_dates=event.own_dates
    )
    # A season's divisions are of one shape, that of its league.
    is_season = getattr(event, "league_season", None) is not None
    like = _division_before(divisions[0]) if is_season and divisions else {}
    for own in ("division_name", *map(of_division, DIVISION_MONEY)):
        like.pop(own, None)
    return SettingsPage(
        event=event,
        club=event.club,
        form=form,
        divisions=tuple(
            DivisionSettings(
                division,
                division_form(
                    filled(_division_before(division), division.public_id),
                    is_fixed=drawn[division.pk],
                    game=event.game,
                    event=event,
                ),
                can_go=len(divisions) > 1 and not drawn[division.pk],
                is_open=sent == division.public_id,
            )
            for division in divisions
        ),
        extra=division_form(filled(like, "new"), game=event.game, event=event),
        names=ask.one("names") if sent == "new" else "",
        problem=problem,
        faults=faults,
        about=sent,
    )


def event_form(club: Club, filled: Filled, *, starts_on: str, at_dates: bool = False) -> EventForm:
    new = Event(currency=club.currency)
    fields = {
        name: _shown(new, filled, name, typed)
        for name, typed in EVENT_FIELDS.items()
        if typed is not Typed.OTHERWISE
    }
    return EventForm(
        title=filled.text("title"),
        games=tuple(
            Choice(value, str(label), value == filled.text("game", BACKGAMMON.name))
            for value, label in games_named()
        ),
        starts_on=filled.text("starts_on", starts_on),
        prizes=filled.text("prizes"),
        fields=fields,
        seasons=_seasons(club, filled.text("season", "auto")),
        unasked={name: fields[name] for name in OF_AN_EVENING} if at_dates else None,
        faults=filled.faults,
    )


def _shown(new: Event, filled: Filled, name: str, typed: Typed) -> str | bool:
    """Return what a field shows: what was typed, what the event has, or what a new one has."""
    default = getattr(new, name)
    if typed is Typed.SWITCH:
        return filled.is_on(name, default)
    return filled.text(name, str(default) if typed in (Typed.COUNT, Typed.TEXT) else "")


def division_form(
    filled: Filled,
    *,
    is_fixed: bool = False,
    game: str = BACKGAMMON.name,
    event: Event | None = None,
) -> DivisionForm:
    """Return the fields of a division; if it `is_fixed` only some can be changed.

    In the settings of an `event` it may have fees and prizes of its own.

    A `game` with draws has no length, and is offered the formats that count them.
    """
    at_dates = event is not None and event.own_dates
    is_settled = getattr(event, "league_season", None) is not None
    formats = format_choices(filled, game, is_settled=is_settled)
    ties = filled.before.get("tie_breaks") or list(DEFAULT_TIE_BREAKS)
    return DivisionForm(
        matches=tuple(shown for one, shown in formats.items() if not one.is_chouette),
        chouettes=tuple(shown for one, shown in formats.items() if one.is_chouette),
        name=filled.text("division_name"),
        match_length=filled.text("match_length", str(DEFAULT_LENGTH)),
        seeding=tuple(
            Choice(str(value), str(label), value == filled.text("seeding", "draw"))
            for value, label in Division.Seeding.choices
        ),
        tie_breaks=tuple(
            tie_break_choices(filled, place, ties) for place in range(1, PLACES_OF_TIE_BREAKS + 1)
        ),
        tie_helps=tuple(
            (_(tie_break.title), _(tie_break.help))
            for tie_break in TIE_BREAKS.values()
            if tie_break.name in ties or not tie_break.is_of_league
        ),
        fields={
            name: filled.text(of_division(name))
            for name, typed in DIVISION_FIELDS.items()
            if typed is not Typed.OTHERWISE
        },
        apart=tuple(
            Choice(
                value,
                str(label) if value else _("only pairs that are named"),
                value == filled.text("apart"),
            )
            for value, label in Division.Apart.choices
        ),
        unasked={name: filled.text(name) for name in OF_ITS_TABLES} if at_dates else None,
        money=None if event is None else _money_fields(event, filled),
        is_fixed=is_fixed,
        has_length=game == BACKGAMMON.name,
        faults=filled.faults,
    )


def default_title(club: Club, form: str) -> str:
    """Return a title for an event without one: its format and its day."""
    day = date_format(today(club), "SHORT_DATE_FORMAT")
    label = _(FORMATS[form].title) if form in FORMATS else _("Event")
    return f"{label} {day}"


def _seasons(club: Club, chosen: str) -> tuple[Choice, ...]:
    seasons: Sequence[Season] = list(club.seasons.order_by("-starts_on"))
    return (
        Choice("auto", _("by its date"), chosen == "auto"),
        Choice("", _("no season"), not chosen),
        *(Choice(one.public_id, one.name, one.public_id == chosen) for one in seasons),
    )


def _before(event: Event) -> dict[str, Any]:
    before: dict[str, Any] = {
        name: _typed_as(typed, getattr(event, name), event.currency)
        for name, typed in EVENT_FIELDS.items()
    }
    before["starts_on"] = event.starts_on.isoformat()
    before["prizes"] = shares_text(event.prizes)
    before["season"] = event.season.public_id if event.season else ""
    return before


def _typed_as(typed: Typed, value: Any, currency: str) -> Any:
    """Return what an event or a division has as it is typed; None where it is blank."""
    if typed is Typed.AMOUNT:
        return _typed(value, currency)
    if typed is Typed.SUM:
        return _typed(value or None, currency)
    if typed is Typed.OWN_SHARES:
        return None if value is None else shares_text(value) or "0"
    return value or None if typed is Typed.PERCENT else value


def _division_before(division: Division) -> dict[str, Any]:
    return {
        of_division(name): _typed_as(typed, getattr(division, name), division.currency)
        for name, typed in DIVISION_FIELDS.items()
    }


def shares_text(shares: Sequence[int | float]) -> str:
    """Return shares of a pool as they are typed."""
    return ", ".join(f"{share:g}" for share in shares)


def _typed(amount: Decimal | None, currency: str) -> str | None:
    """Return an amount as it is typed."""
    return None if amount is None else written(amount, currency)


def _money_fields(event: Event, filled: Filled) -> tuple[MoneyField, ...]:
    """Return the fields of a division's own money; what the event has stands in them, pale."""
    named = (
        ("fee", _("Fee"), _typed(event.fee, event.currency)),
        ("reentry_fee", _("Fee to buy in again"), _typed(event.reentry_fee, event.currency)),
        ("added", _("Added money"), _typed(event.added or None, event.currency)),
        ("costs", _("Percent of the fees for costs"), event.costs or None),
        ("prizes", _("Prizes: shares of the pool in percent"), shares_text(event.prizes)),
    )
    return tuple(
        MoneyField(
            name=of_division(name),
            title=title,
            value=filled.text(of_division(name)),
            pale=str(value or "–"),
        )
        for name, title, value in named
        if not event.own_dates or of_division(name) not in OF_ITS_TABLES
    )
