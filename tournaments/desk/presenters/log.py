"""The log of an event in words: who did what, when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Club, Player
from games.permissions import NOBODY, Reader
from tournaments.desk.presenters.paces import pace_choices
from tournaments.desk.selectors import entries_named, rounds_named
from tournaments.models import Event, EventStep
from tournaments.pages.presenters.events_words import clock_time, round_title
from tournaments.results.services.propagation import bracket_of

KINDS: Final[Mapping[str, str | Promise]] = {
    "announce": gettext_lazy("announced the event"),
    "change": gettext_lazy("changed the settings"),
    "finish": gettext_lazy("finished the event"),
    "cancel": gettext_lazy("called the event off"),
    "reopen": gettext_lazy("opened the event again"),
    "division_add": gettext_lazy("added a division"),
    "division_change": gettext_lazy("changed a division"),
    "division_remove": gettext_lazy("removed a division"),
    "enter": gettext_lazy("entered"),
    "all_here": gettext_lazy("checked everyone in"),
    "check_in": gettext_lazy("checked in"),
    "check_out": gettext_lazy("took a check-in back"),
    "pause": gettext_lazy("paused"),
    "resume": gettext_lazy("let play again"),
    "withdraw": gettext_lazy("withdrew"),
    "reenter": gettext_lazy("let buy in again"),
    "entry_change": gettext_lazy("changed an entry"),
    "entries_change": gettext_lazy("changed entries"),
    "entries_file": gettext_lazy("read entries from a file"),
    "results_file": gettext_lazy("read results from a file"),
    "forbid": gettext_lazy("forbade a pair"),
    "allow": gettext_lazy("allowed a pair again"),
    "draw": gettext_lazy("drew"),
    "draw_again": gettext_lazy("drew again"),
    "draw_discard": gettext_lazy("discarded a draw"),
    "draw_swap": gettext_lazy("changed the draw by hand"),
    "draw_confirm": gettext_lazy("confirmed the draw"),
    "draw_release": gettext_lazy("released the draw"),
    "lengths": gettext_lazy("changed the length of matches"),
    "match_move": gettext_lazy("moved a match to another table"),
    "clock_start": gettext_lazy("started the clock"),
    "clock_stop": gettext_lazy("stopped the clock"),
    "fees_tick": gettext_lazy("wrote down who has paid"),
    "prizes_write": gettext_lazy("wrote the prizes down"),
    "side_pool_add": gettext_lazy("added a side pool"),
    "side_pool_join": gettext_lazy("wrote down who is in a side pool"),
    "side_pool_remove": gettext_lazy("removed a side pool"),
    "next_at": gettext_lazy("announced when the next round starts"),
    "pace": gettext_lazy("set the speed of the rehearsal"),
    "code": gettext_lazy("changed the code for phones"),
    "check_in_open": gettext_lazy("let phones ask in"),
    "check_in_close": gettext_lazy("closed the check-in by phone"),
    "pass_create": gettext_lazy("made a link for a phone"),
    "pass_grant": gettext_lazy("let a phone in"),
    "pass_refuse": gettext_lazy("turned a phone away"),
    "pass_revoke": gettext_lazy("signed out the phone of a player"),
    "table_finish": gettext_lazy("finished a table"),
    "table_join": gettext_lazy("seated a late arrival"),
    "table_leave": gettext_lazy("let go home from their table"),
    "entry_rename": gettext_lazy("put a name right"),
    "made_players_remove": gettext_lazy("removed players who were made for this event"),
    "table_move": gettext_lazy("moved a player to another table"),
    "table_split": gettext_lazy("split a table"),
    "table_merge": gettext_lazy("put tables together"),
    "table_start": gettext_lazy("started a game at a table"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log."""

    day: str
    at: str
    who: str
    what: str
    about: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """The latest lines of an event's log."""

    event: Event
    club: Club
    lines: tuple[Entry, ...]


def log_page(event: Event, steps: Sequence[EventStep], reader: Reader = NOBODY) -> LogPage:
    """Return the log in words; all names are read at once."""
    payloads: list[Mapping[str, Any]] = [step.payload for step in steps]
    entries = {key for payload in payloads for key in _entries(payload)}
    players = {key for payload in payloads for key in _players(payload)}
    if not reader.sees_names_of(event.club_id):
        return LogPage(event, event.club, ())
    names = entries_named(event, entries)
    found = Player.objects.filter(club=event.club_id, public_id__in=players)
    names |= dict(found.values_list("public_id", "name"))
    places = _places(event, payloads)
    return LogPage(event, event.club, tuple(_line(event, step, names, places) for step in steps))


def _places(event: Event, payloads: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of divisions, where there are several, and the titles of rounds, by key."""
    divisions = list(event.divisions.order_by("position"))
    places = {one.public_id: one.name for one in divisions} if len(divisions) > 1 else {}
    rounds = rounds_named(event, {key for payload in payloads for key in _rounds(payload)})
    brackets = {one.pk: None if one.is_chouette else bracket_of(one) for one in divisions}
    for key, one in rounds.items():
        title = round_title(one, brackets.get(one.division_id))
        several = len(divisions) > 1
        places[key] = f"{one.division.name}, {title}" if several else title
    return places


def _where(payload: Mapping[str, Any], places: Mapping[str, str]) -> str:
    """Say where in an event something was done: in which rounds, else in which division."""
    rounds = [places[key] for key in _rounds(payload) if key in places]
    if len(rounds) > 2:
        return _("%(first)s to %(last)s") % {"first": rounds[0], "last": rounds[-1]}
    return " · ".join(rounds) or places.get(str(payload.get("division", "")), "")


def _line(
    event: Event, step: EventStep, names: Mapping[str, str], places: Mapping[str, str]
) -> Entry:
    payload = step.payload
    keys = [*_entries(payload), *_players(payload)]
    about = ", ".join(names[key] for key in keys if key in names)
    if not about and step.kind == "draw_confirm" and payload.get("in_spite"):
        about = _("although it breaks rules")
    if not about:
        about = str(payload.get("name") or payload.get("title") or "")
    if step.kind == "pace":
        every = payload.get("every")
        about = dict(pace_choices()).get("" if every is None else str(every), "")
    where = _where(payload, places)
    about = ", ".join(part for part in (where, about) if part)
    return Entry(
        day=date_format(
            timezone.localtime(step.created_at, ZoneInfo(event.club.time_zone)), "SHORT_DATE_FORMAT"
        ),
        at=clock_time(step.created_at, event.club.time_zone),
        who=_("the program") if step.sender is None else step.sender.name,
        what=str(KINDS.get(step.kind, step.kind)),
        about=about,
    )


def _entries(payload: Mapping[str, Any]) -> list[str]:
    one = payload.get("entry")
    return [*([one] if isinstance(one, str) else []), *payload.get("entries", ())]


def _rounds(payload: Mapping[str, Any]) -> list[str]:
    one = payload.get("round")
    return [*([one] if isinstance(one, str) else []), *payload.get("released", ())]


def _players(payload: Mapping[str, Any]) -> list[str]:
    one = payload.get("player")
    return [*([one] if isinstance(one, str) else []), *payload.get("players", ())]
