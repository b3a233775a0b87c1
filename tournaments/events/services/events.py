"""Events and their divisions: announced, changed, copied from a template, started, finished."""

import datetime
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction

from games.accounts.services.accounts import refusal
from games.models import Club, User
from games.permissions import Capability, require
from games.rules.backgammon.match_score import LONGEST
from games.rules.chouette import HouseRules
from games.rules.online import BACKGAMMON
from games.sessions.services.sessions import season_on, today
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.services.entering import list_moves_up
from tournaments.formats import FORMATS
from tournaments.models import Division, Event, EventTable, Match, Round
from tournaments.models.seeds import new_seed
from tournaments.record.selectors.situations import format_of
from tournaments.record.services.formats import format_params
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services.places import boards_assign
from tournaments.standings.tiebreaks import TIE_BREAKS


class Typed(StrEnum):
    """How a setting of an event or a division is typed into its form, and read from there."""

    TEXT = "text"
    NUMBER = "number"
    """From 1, or blank."""
    COUNT = "count"
    """From 1, never blank."""
    SWITCH = "switch"
    AMOUNT = "amount"
    """From 0, or blank."""
    SUM = "sum"
    """An amount; blank is 0."""
    PERCENT = "percent"
    """Blank is 0."""
    OWN_PERCENT = "own percent"
    """Of a division; blank: what its event has."""
    OWN_SHARES = "own shares"
    """Of a division; blank: what its event has, “0”: none."""
    OTHERWISE = "otherwise"
    """Read in a way of its own, or not at all."""


EVENT_FIELDS: Final[Mapping[str, Typed]] = {
    "title": Typed.OTHERWISE,
    "game": Typed.OTHERWISE,
    "place": Typed.TEXT,
    "starts_on": Typed.OTHERWISE,
    "notice": Typed.TEXT,
    "tables": Typed.NUMBER,
    "round_minutes": Typed.NUMBER,
    "own_dates": Typed.OTHERWISE,
    "late_first": Typed.COUNT,
    "late_every": Typed.COUNT,
    "self_reports": Typed.SWITCH,
    "is_rated": Typed.SWITCH,
    "rates_single_points": Typed.SWITCH,
    "fee": Typed.AMOUNT,
    "reentry_fee": Typed.AMOUNT,
    "added": Typed.SUM,
    "costs": Typed.PERCENT,
    "currency": Typed.TEXT,
    "prizes": Typed.OTHERWISE,
    "season": Typed.OTHERWISE,
}
"""What a director may change about an event at any time."""

DIVISION_MONEY: Final[Mapping[str, Typed]] = {
    "fee": Typed.AMOUNT,
    "reentry_fee": Typed.AMOUNT,
    "added": Typed.AMOUNT,
    "costs": Typed.OWN_PERCENT,
    "prizes": Typed.OWN_SHARES,
}
"""What a division may have of its own; None: what the event has."""

DIVISION_FIELDS: Final[Mapping[str, Typed]] = {
    "name": Typed.OTHERWISE,
    "format": Typed.OTHERWISE,
    "params": Typed.OTHERWISE,
    "match_length": Typed.OTHERWISE,
    "tie_breaks": Typed.OTHERWISE,
    "seeding": Typed.OTHERWISE,
    "rules": Typed.TEXT,
    "apart": Typed.TEXT,
    "places": Typed.NUMBER,
    "first_table": Typed.NUMBER,
    "last_table": Typed.NUMBER,
    **DIVISION_MONEY,
}
"""The fields of a division; some of them may change once something was drawn: see `FREE`."""

FREE: Final = DIVISION_MONEY.keys() | {
    *("name", "tie_breaks", "apart", "places", "first_table", "last_table"),
}

COPIED: Final = EVENT_FIELDS.keys() - {"starts_on", "season"}
DEFAULT_TIE_BREAKS: Final = ("buchholz", "head_to_head", "sonneborn_berger", "lots")
DEFAULT_LENGTH: Final = 7


def of_division(name: str) -> str:
    """Return how a field of a division is called in a form: an event's may stand beside it."""
    return f"division_{name}" if name in EVENT_FIELDS or name == "name" else name


@transaction.atomic
def event_create(
    *,
    club: Club,
    by: User,
    title: str,
    divisions: Sequence[Mapping[str, Any]] = ({"format": "swiss"},),
    is_template: bool = False,
    seed: str = "",
    **fields: Any,
) -> Event:
    """Announce an event. Fields: see `EVENT_FIELDS`; of each division: see `DIVISION_FIELDS`.

    A `seed` may be given if it was agreed upon in public; it is marked as set by hand. Otherwise a
    secret one is generated, which nobody sees before the event is over.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: there is no division, or a field is not valid.
    """
    require(by, Capability.DIRECT, club)
    event = Event(club=club, title=title.strip(), created_by=by)
    if seed:
        event.seed, event.seed_origin = seed, Event.SeedOrigin.HAND
    event.status = Event.Status.TEMPLATE if is_template else Event.Status.PLANNED
    event.starts_on = fields.get("starts_on") or today(club)
    _set_fields(event, fields)
    if "season" not in fields:
        event.season = season_on(club, event.starts_on)
    _check(event)
    event.save(force_insert=True)
    if not divisions:
        raise EventRefused("event_empty")
    for position, wanted in enumerate(divisions, 1):
        _division_new(event, position, wanted)
    return event


def event_change(*, event: Event, by: User, version: int | None = None, **fields: Any) -> Event:
    """Change an event's settings, its name and times included.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a field is not valid.
    """

    def change(locked: Event) -> None:
        was = locked.game
        _set_fields(locked, fields)
        _check(locked)
        locked.save(update_fields=sorted(fields))
        if locked.game != was:
            _game_change(locked)

    payload = {name: str(value) for name, value in fields.items()}
    return event_write(EventRequest(event, by, "change", payload, version), change, is_open=False)


@transaction.atomic
def event_copy(
    *,
    event: Event,
    by: User,
    title: str = "",
    starts_on: datetime.date | None = None,
    is_template: bool = False,
) -> Event:
    """Make an event like another one: its settings and divisions, without entries, with a new seed.

    Raises:
        NotAllowed: the user may not direct events here.
        Refused: a field is not valid.
    """
    fields = {name: getattr(event, name) for name in COPIED - {"title"}}
    divisions = [
        {name: getattr(division, name) for name in DIVISION_FIELDS}
        for division in event.divisions.order_by("position")
    ]
    return event_create(
        club=event.club,
        by=by,
        title=title or event.title,
        divisions=divisions,
        is_template=is_template,
        starts_on=starts_on or today(event.club),
        **fields,
    )


def event_finish(*, event: Event, by: User, version: int | None = None, key: str = "") -> Event:
    """End an event: everything was played, and its standings are final.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Conflict: something is still being played.
    """

    def change(locked: Event) -> None:
        playing = still_playing(locked)
        if playing:
            raise EventConflict("event_playing", count=playing)
        Round.objects.filter(division__event=locked, state=Round.State.DRAFT).delete()
        locked.status = Event.Status.FINISHED
        locked.removed_entries.all().delete()
        locked.code = locked.entry_code = None
        locked.save(update_fields=["status", "code", "entry_code"])

    return event_write(EventRequest(event, by, "finish", {}, version, key), change)


def event_cancel(*, event: Event, by: User, version: int | None = None, key: str = "") -> Event:
    """Cancel an event. What was played stays and counts.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        locked.status = Event.Status.CANCELLED
        locked.removed_entries.all().delete()
        locked.code = locked.entry_code = None
        locked.save(update_fields=["status", "code", "entry_code"])

    return event_write(EventRequest(event, by, "cancel", {}, version, key), change)


def event_reopen(*, event: Event, by: User, version: int | None = None, key: str = "") -> Event:
    """Reopen a finished or cancelled event.

    Its seed was published at the end. If something was drawn from it, it stays and is marked as
    known; otherwise there is a new one.

    Raises:
        NotAllowed, Conflict: see `event_write`.
    """

    def change(locked: Event) -> None:
        drawn = Round.objects.filter(division__event=locked).exists()
        locked.status = Event.Status.RUNNING if drawn else Event.Status.PLANNED
        if locked.has_secret_seed and drawn:
            locked.seed_origin = Event.SeedOrigin.KNOWN
        elif locked.has_secret_seed:
            locked.seed = new_seed()
        locked.save(update_fields=["status", "seed", "seed_origin"])

    return event_write(EventRequest(event, by, "reopen", {}, version, key), change, is_open=False)


def division_add(*, event: Event, by: User, key: str = "", **fields: Any) -> Division:
    """Add a division to an event. Fields: see `DIVISION_FIELDS`.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a field is not valid.
    """

    def change(locked: Event) -> None:
        last = locked.divisions.order_by("-position").values_list("position", flat=True).first()
        _division_new(locked, (last or 0) + 1, fields)

    payload = {name: str(value) for name, value in fields.items()}
    event_write(EventRequest(event, by, "division_add", payload, key=key), change)
    return event.divisions.order_by("-position")[0]


def division_change(
    *, division: Division, by: User, version: int | None = None, **fields: Any
) -> Division:
    """Change a division; how it is played, only before the first draw.

    The number of rounds, the tie-breaks, fees and prizes may be changed at any time; on a ladder
    the length of matches, too: challenges that are made keep theirs.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: a field is not valid, or something was drawn.
    """

    def change(locked: Event) -> None:
        found = locked.divisions.get(pk=division.pk)
        # What an earlier version stored has all parameters of today before it is compared.
        _set_division(found, {})
        before = {name: getattr(found, name) for name in fields}
        _set_division(found, {"params": found.params, **fields})
        changed = {name for name in fields if getattr(found, name) != before[name]}
        free = FREE | ({"params"} if _is_free(found) else set())
        free |= {"match_length"} if format_of(found).has_challenges else set()
        if changed - free and found.rounds.exists():
            raise EventRefused("division_drawn")
        _require_own_name(found)
        _require_own_tables(found, locked)
        found.save(update_fields=sorted(DIVISION_FIELDS))
        list_moves_up(found)
        if changed & {"first_table", "last_table"}:
            boards_assign(locked)
        for name in DIVISION_FIELDS:
            setattr(division, name, getattr(found, name))

    payload = {"division": division.public_id, **{k: str(v) for k, v in fields.items()}}
    event_write(EventRequest(division.event, by, "division_change", payload, version), change)
    return division


def division_remove(*, division: Division, by: User, version: int | None = None) -> None:
    """Remove a division from an event, before its first draw.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: something was drawn, or it is the only one.
    """

    def change(locked: Event) -> None:
        if division.rounds.exists():
            raise EventRefused("division_drawn")
        if locked.divisions.count() == 1:
            raise EventRefused("division_last")
        locked.divisions.filter(pk=division.pk).delete()

    payload = {"division": division.public_id, "name": division.name}
    event_write(EventRequest(division.event, by, "division_remove", payload, version), change)


def still_playing(event: Event) -> int:
    """Count an event's released matches and tables without a result."""
    released = Round.State.RELEASED
    matches = Match.objects.filter(
        round__division__event=event,
        round__state=released,
        state__in=Match.UNDECIDED,
    )
    tables = EventTable.objects.filter(
        round__division__event=event, round__state=released, session__status="open"
    )
    return matches.count() + tables.count()


def _set_fields(event: Event, fields: Mapping[str, Any]) -> None:
    unknown = fields.keys() - EVENT_FIELDS.keys()
    if unknown:
        raise TypeError(f"not fields of an event: {sorted(unknown)}")
    for name, value in fields.items():
        setattr(event, name, value.strip() if isinstance(value, str) else value)


def _game_change(event: Event) -> None:
    """Have every division played at the event's new game.

    Raises:
        Refused: something was drawn, or a format cannot count draws.
    """
    if Round.objects.filter(division__event=event).exists():
        raise EventRefused("game_drawn")
    for division in event.divisions.order_by("position"):
        division.event = event
        _set_division(division, {"match_length": None})
        division.save(update_fields=["match_length"])


def shares_fit(shares: object) -> bool:
    """Tell whether these are percentages from 0 which make at most 100."""
    if not isinstance(shares, list):
        return False
    right = all(
        isinstance(share, int | float) and not isinstance(share, bool) and share >= 0
        for share in shares
    )
    return right and sum(shares) <= 100


def _check(event: Event) -> None:
    if event.season is not None and event.season.club_id != event.club_id:
        raise EventRefused("season_elsewhere")
    if not shares_fit(event.prizes):
        raise EventRefused("prizes_wrong")
    try:
        event.clean_fields(exclude=["club", "created_by", "season"])
    except ValidationError as error:
        raise refusal(error) from error


def _check_figures(division: Division) -> None:
    if division.prizes is not None and not shares_fit(division.prizes):
        raise EventRefused("prizes_wrong")
    checked = DIVISION_MONEY.keys() | {"places", "first_table", "last_table"}
    others = {one.name for one in division._meta.fields if one.name not in checked}
    try:
        division.clean_fields(exclude=others)
    except ValidationError as error:
        raise refusal(error) from error


def _division_new(event: Event, position: int, fields: Mapping[str, Any]) -> Division:
    division = Division(event=event, position=position, format=fields.get("format", "swiss"))
    _set_division(division, fields)
    if not division.name:
        division.name = str(division.get_format_display())
    try:
        division.full_clean(exclude=["event"])
    except ValidationError as error:
        raise refusal(error) from error
    if format_of(division).is_of_league and not event.own_dates:
        raise EventRefused("format_of_league")
    _require_own_name(division)
    _require_own_tables(division, event)
    division.save(force_insert=True)
    return division


def _require_draws(division: Division) -> None:
    """Refuse a format in which somebody has to go on, or a cube is turned."""
    game = division.event.get_game_display()
    if division.is_chouette:
        raise EventRefused("game_chouette", game=game)
    if not format_of(division).counts_draws:
        label = division.get_format_display()
        raise EventRefused("game_bracket", game=game, format=label)


def _is_free(division: Division) -> bool:
    return format_of(division).is_free


def _require_own_name(division: Division) -> None:
    others = division.event.divisions.exclude(pk=division.pk)
    if others.filter(name=division.name).exists():
        raise EventRefused("division_twice", name=division.name)


def _require_own_tables(division: Division, event: Event) -> None:
    """Check the tables that a division has for itself.

    Raises:
        Refused: one number is missing or they are upside down, the event has fewer tables, or
            another division has some of them.
    """
    if division.first_table is None and division.last_table is None:
        return
    own = division.own_tables
    if not own:
        raise EventRefused("tables_wrong")
    if event.tables is not None and own.stop - 1 > event.tables:
        raise EventRefused("tables_few", most=event.tables)
    for other in event.divisions.exclude(pk=division.pk):
        theirs = other.own_tables
        if theirs and own.start < theirs.stop and theirs.start < own.stop:
            params = {"first": theirs.start, "last": theirs.stop - 1}
            raise EventRefused("tables_taken", name=other.name, **params)


def _set_division(division: Division, fields: Mapping[str, Any]) -> None:
    unknown = fields.keys() - DIVISION_FIELDS.keys()
    if unknown:
        raise TypeError(f"not fields of a division: {sorted(unknown)}")
    for name, value in fields.items():
        setattr(division, name, value.strip() if isinstance(value, str) else value)
    _check_figures(division)
    if division.apart not in Division.Apart.values:
        raise EventRefused("field_invalid", field="apart", reason=division.apart)
    if division.format not in FORMATS:
        raise EventRefused("field_invalid", field="format", reason=division.format)
    if division.event.game != BACKGAMMON.name:
        _require_draws(division)
        # Each match is one game, whatever the form or a template says.
        division.match_length = 1
    division.params = format_params(division.format, division.params)
    if division.is_chouette:
        HouseRules.parse(division.rules or division.event.club.default_rules)
        division.match_length = None
        return
    if division.event.game != BACKGAMMON.name:
        division.params = {**division.params, "lengths": []}
    if division.match_length is None:
        division.match_length = DEFAULT_LENGTH
    if not 1 <= division.match_length <= LONGEST:
        raise EventRefused("match_length_missing", most=LONGEST)
    division.tie_breaks = list(division.tie_breaks or DEFAULT_TIE_BREAKS)
    for name in division.tie_breaks:
        if name not in TIE_BREAKS:
            raise EventRefused("tie_break_unknown", name=name)
