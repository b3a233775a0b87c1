"""The log of an event in words: who did what, when."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Club, Player
from games.names.identity import sort_key
from games.names.lists import in_a_row
from games.permissions import NOBODY, Reader
from tournaments.desk.presenters.filled import Choice
from tournaments.desk.presenters.matches import row_of, step_said
from tournaments.desk.presenters.paces import pace_choices
from tournaments.desk.selectors import rounds_named
from tournaments.desk.selectors.log import (
    PROGRAM,
    WHOLE,
    Done,
    Step,
    Wish,
    doers_of,
    draws_released,
    entries_in,
    event_done,
    removed_of,
)
from tournaments.events.selectors.events import People
from tournaments.events.verbs import VERBS
from tournaments.models import Division, Event, EventStep, MatchStep
from tournaments.pages.presenters.events_words import clock_time, round_title
from tournaments.pages.presenters.match_words import who_did
from tournaments.pairing.chance import digest_of
from tournaments.results.selectors.brackets import bracket_of

KINDS: Final[Mapping[str, str | Promise]] = {
    **{verb.kind: verb.told for verb in VERBS if verb.told},
    "announce": gettext_lazy("announced the event"),
    "change": gettext_lazy("changed the settings"),
    "division_add": gettext_lazy("added a division"),
    "division_change": gettext_lazy("changed a division"),
    "division_remove": gettext_lazy("removed a division"),
    "enter": gettext_lazy("entered"),
    "all_here": gettext_lazy("checked everyone in"),
    "check_in": gettext_lazy("checked in"),
    "entry_change": gettext_lazy("changed an entry"),
    "entries_change": gettext_lazy("changed entries"),
    "entries_file": gettext_lazy("read entries from a file"),
    "results_file": gettext_lazy("read results from a file"),
    "forbid": gettext_lazy("forbade a pair"),
    "allow": gettext_lazy("allowed a pair again"),
    "draw_swap": gettext_lazy("changed the draw by hand"),
    "lengths": gettext_lazy("changed the length of matches"),
    "match_move": gettext_lazy("moved a match to another table"),
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
    "entering_open": gettext_lazy("opened entering by the code"),
    "entering_close": gettext_lazy("closed entering by the code"),
    "wish": gettext_lazy("asked for an entry by the code"),
    "wish_grant": gettext_lazy("accepted an entry by the code"),
    "wish_refuse": gettext_lazy("turned down an entry by the code"),
    "wish_withdraw": gettext_lazy("took back an entry by the code"),
    "pass_create": gettext_lazy("made a link for a phone"),
    "passes_create": gettext_lazy("made links for the phones of all who had none"),
    "pass_follow": gettext_lazy("went on from the season before with their phone"),
    "pass_grant": gettext_lazy("let a phone in"),
    "pass_refuse": gettext_lazy("turned a phone away"),
    "pass_revoke": gettext_lazy("signed out the phone of a player"),
    "table_finish": gettext_lazy("finished a table"),
    "entry_rename": gettext_lazy("put a name right"),
    "entry_restore": gettext_lazy("brought a removed entry back"),
    "table_move": gettext_lazy("moved a player to another table"),
    "table_split": gettext_lazy("split a table"),
    "table_merge": gettext_lazy("put tables together"),
    "league_enter": gettext_lazy("entered the league"),
    "league_wish": gettext_lazy("said who plays next season"),
    "ladder_challenge": gettext_lazy("challenged on the ladder"),
    "ladder_refuse": gettext_lazy("refused a challenge"),
    "ladder_back": gettext_lazy("took a challenge back"),
    "league_deadline": gettext_lazy("moved the deadline"),
    "league_late": gettext_lazy("changed the day for late entries"),
    "league_close": gettext_lazy("closed the season"),
    "league_reopen": gettext_lazy("opened the season again"),
    "league_playoff": gettext_lazy("had two play a deciding match"),
    "league_playoff_back": gettext_lazy("took a deciding match back"),
    "league_draft": gettext_lazy("drafted the next season"),
    "league_move": gettext_lazy("changed the draft of the next season"),
    "entries_united": gettext_lazy("made one entry of two of the same person"),
    "entries_parted": gettext_lazy("gave each of two people their own again"),
    "league_replace": gettext_lazy("let somebody take over from a player"),
    "league_join": gettext_lazy("joined two divisions"),
    "league_undo": gettext_lazy("took a change of who plays back"),
    "league_split": gettext_lazy("split a division"),
    "cup_make": gettext_lazy("made it a cup, with deadlines"),
    "cup_end": gettext_lazy("removed the deadlines of the cup"),
    "cup_enter": gettext_lazy("entered the cup"),
    "cup_leave": gettext_lazy("left the cup before the draw"),
    "cup_change": gettext_lazy("changed the rules of the cup"),
    "cup_plan": gettext_lazy("planned the deadlines anew"),
    "cup_round": gettext_lazy("moved the deadline of a round"),
    "cup_replace": gettext_lazy("let somebody take over from a player"),
    "fixture_deadline": gettext_lazy("moved the deadline of a match"),
    "fixture_struck": gettext_lazy("gave a strike for not coming, and a new date"),
    "fixture_excused": gettext_lazy("decided on a new date, without a strike"),
    "fixture_undecided": gettext_lazy("took back a decision on who did not come"),
    "table_start": gettext_lazy("started a game at a table"),
}
"""What a step is called, by its kind."""


WHATS: Final[Mapping[str, str | Promise]] = {
    "": gettext_lazy("everything"),
    "results": gettext_lazy("results and confirmations"),
    "corrections": gettext_lazy("corrections and removals"),
    "draws": gettext_lazy("draws"),
    "entries": gettext_lazy("entries"),
    "rest": gettext_lazy("all else"),
}
"""What can be chosen, by its value in the address."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log; `match` is the public id of the match it is about, or blank."""

    day: str
    at: str
    who: str
    what: str
    about: str
    match: str = ""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A part of an event's log, the latest step first, and what else can be looked at."""

    event: Event
    club: Club
    lines: tuple[Entry, ...]
    wish: Wish = WHOLE
    whos: tuple[Choice, ...] = ()
    whats: tuple[Choice, ...] = ()
    people: tuple[Choice, ...] = ()
    since: str = ""
    has_more: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether only some of the log is shown."""
        wish = self.wish
        return bool(wish.who or wish.what or wish.entry or wish.match or wish.since)

    @property
    def asked(self) -> dict[str, str]:
        """The filters as fields of the address."""
        wish = self.wish
        said = {"who": wish.who, "what": wish.what, "player": wish.entry, "match": wish.match}
        return {name: text for name, text in (said | {"since": self.since}).items() if text}

    @property
    def query(self) -> str:
        """The filters as they follow in an address."""
        return urlencode(self.asked)

    @property
    def newer(self) -> int:
        """The page before, 0 on the first."""
        return self.wish.page - 1

    @property
    def older(self) -> int:
        """The next page, 0 on the last."""
        return self.wish.page + 1 if self.has_more else 0


def log_page(event: Event, wish: Wish = WHOLE, reader: Reader = NOBODY) -> LogPage:
    """Return a part of the log in words; all names are read at once."""
    if not reader.sees_names_of(event.club_id):
        return LogPage(event, event.club, ())
    done = event_done(event, wish)
    own = [step for step in done.steps if isinstance(step, EventStep)]
    payloads: list[Mapping[str, Any]] = [step.payload for step in own]
    entries = list(entries_in(event))
    names = {one.public_id: one.name for one in entries}
    keys = {key for payload in payloads for key in _players(payload)}
    found = Player.objects.filter(club=event.club_id, public_id__in=keys)
    names |= dict(found.values_list("public_id", Coalesce("merged_into__name", "name")))
    for one in removed_of(event):
        names |= {one.public_id: one.name, str(one.person.get("public_id", "")): one.name}
    people = People.of(entries, reader)
    divisions = list(event.divisions.order_by("position"))
    sayer = _Sayer(
        event,
        names,
        _places(event, divisions, done.steps),
        people,
        done,
        divisions,
        draws_released(event),
    )
    return LogPage(
        event,
        event.club,
        tuple(map(sayer.line, done.steps)),
        wish,
        _whos(event, wish),
        tuple(Choice(value, str(name), value == wish.what) for value, name in WHATS.items()),
        (
            Choice("", _("everybody"), not wish.entry),
            *(
                Choice(entry.public_id, f"{entry.name}", entry.public_id == wish.entry)
                for entry in sorted(entries, key=lambda one: sort_key(one.name))
            ),
        ),
        "" if wish.since is None else _local(event, wish.since).strftime("%Y-%m-%dT%H:%M"),
        done.has_more,
    )


def _whos(event: Event, wish: Wish) -> tuple[Choice, ...]:
    users, players, has_program = doers_of(event)
    found = [("", _("everybody"))]
    found += [(f"u{one.pk}", one.name) for one in users]
    found += [(f"p{one.pk}", _("%(name)s’s phone") % {"name": one.current.name}) for one in players]
    if has_program:
        found.append((PROGRAM, _("the program")))
    return tuple(Choice(value, name, value == wish.who) for value, name in found)


def _local(event: Event, at: datetime.datetime) -> datetime.datetime:
    return timezone.localtime(at, ZoneInfo(event.club.time_zone))


def _places(event: Event, divisions: Sequence[Division], steps: Sequence[Step]) -> dict[str, str]:
    """Return the names of divisions, where there are several, and the titles of rounds, by key."""
    several = len(divisions) > 1
    places = {one.public_id: one.name for one in divisions} if several else {}
    own = [step.payload for step in steps if isinstance(step, EventStep)]
    keys = {key for payload in own for key in _rounds(payload)}
    keys |= {
        step.match.round.public_id for step in steps
        if isinstance(step, MatchStep) and step.match.round is not None
    }  # fmt: skip
    brackets = {one.pk: bracket_of(one) for one in divisions}
    for key, round in rounds_named(event, keys).items():
        title = round_title(round, brackets.get(round.division_id))
        places[key] = f"{round.division.name}, {title}" if several else title
    return places


@dataclass(frozen=True, slots=True)
class _Sayer:
    """Says steps in words, with all that was read for them."""

    event: Event
    names: Mapping[str, str]
    places: Mapping[str, str]
    people: People
    done: Done
    divisions: Sequence[Division]
    released: frozenset[tuple[int, int, int]]
    """The draws that were released: the division's key, the first round's number, the attempt."""

    def line(self, step: Step) -> Entry:
        """Return a line of the log."""
        what, about = self._own(step) if isinstance(step, EventStep) else self._of_match(step)
        return Entry(
            day=date_format(_local(self.event, step.created_at), "SHORT_DATE_FORMAT"),
            at=clock_time(step.created_at, self.event.club.time_zone),
            who=who_did(step),
            what=what,
            about=about,
            match=step.match.public_id if isinstance(step, MatchStep) else "",
        )

    def _of_match(self, step: MatchStep) -> tuple[str, str]:
        match = copy(step.match)
        if step.pk in self.done.players:
            known = {one.pk: one for one in (match.first, match.second) if one is not None}
            known |= {pk: entry.player for pk, entry in self.people.entries.items()}
            # Who was removed from the event has no entry, and perhaps no row any more.
            match.first, match.second = (known.get(pk or 0) for pk in self.done.players[step.pk])
        row = row_of(match, self.people)
        what, result = step_said(step, row, self.people)
        place = self.places.get(match.round.public_id, "") if match.round else ""
        # What was cleared says itself who had met.
        two = "" if step.kind == "cleared" and result else f"{row.first} – {row.second}"
        return what, ", ".join(part for part in (place, two, result) if part)

    def _own(self, step: EventStep) -> tuple[str, str]:
        payload = step.payload
        keys = [*_entries(payload), *_players(payload)]
        about = in_a_row(self.names[key] for key in keys if key in self.names)
        if not about and step.kind == "draw_confirm" and payload.get("in_spite"):
            about = _("although it breaks rules")
        if not about and step.kind == "entry_remove":
            about = _("number %(number)s") % {"number": payload.get("number")}
        if not about:
            about = str(payload.get("name") or payload.get("title") or "")
        if step.kind == "pace":
            every = payload.get("every")
            about = dict(pace_choices()).get("" if every is None else str(every), "")
        parts = (self._where(payload), about, self._dice(step))
        what = str(KINDS.get(step.kind, step.kind))
        return what, ", ".join(part for part in parts if part)

    def _where(self, payload: Mapping[str, Any]) -> str:
        """Say where something was done: in which rounds, else in which division."""
        rounds = [self.places[key] for key in _rounds(payload) if key in self.places]
        if len(rounds) > 2:
            return _("%(first)s to %(last)s") % {"first": rounds[0], "last": rounds[-1]}
        return " · ".join(rounds) or self.places.get(str(payload.get("division", "")), "")

    def _dice(self, step: EventStep) -> str:
        """Say from which seed a draw was made; before it may be known, the digest of it."""
        drawn, where = step.payload.get("drawn"), str(step.payload.get("division", ""))
        division = next((one for one in self.divisions if one.public_id == where), None)
        if not drawn or division is None:
            return ""
        number, attempt = drawn
        seed = self.event.draw_seed(division.position, number, attempt)
        is_shown = self.event.shown_seed or (division.pk, number, attempt) in self.released
        params = {"number": number, "attempt": attempt}
        if is_shown:
            return _("round %(number)s, draw %(attempt)s, seed %(seed)s") % {**params, "seed": seed}
        said = _("round %(number)s, draw %(attempt)s, digest of the seed %(digest)s")
        return said % {**params, "digest": digest_of(seed)}


def _entries(payload: Mapping[str, Any]) -> list[str]:
    entry = payload.get("entry")
    return [*([entry] if isinstance(entry, str) else []), *payload.get("entries", ())]


def _rounds(payload: Mapping[str, Any]) -> list[str]:
    round = payload.get("round")
    return [*([round] if isinstance(round, str) else []), *payload.get("released", ())]


def _players(payload: Mapping[str, Any]) -> list[str]:
    player = payload.get("player")
    return [*([player] if isinstance(player, str) else []), *payload.get("players", ())]
