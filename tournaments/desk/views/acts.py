"""The buttons of the desk: each name of a button calls one service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _

from games.errors import NotFound
from games.ledger.figures import whole_read
from games.models import User
from games.names.lists import read_list
from games.permissions import Reader
from games.web.input import Input, Unreadable
from tournaments.desk.presenters.asking import PROPOSED
from tournaments.desk.presenters.line import Meaning, meaning_of
from tournaments.desk.selectors import division_directed
from tournaments.errors import EventConflict, EventRefused
from tournaments.events.selectors.phones import pass_get
from tournaments.events.services import draws, entries, events, money, removals
from tournaments.events.services.announcing import names_enter
from tournaments.events.services.made_players import made_players_remove
from tournaments.events.services.naming import abouts_of, people_once
from tournaments.events.services.rehearsal_pace import rehearsal_pace
from tournaments.models import Division, Entry, Event, EventTable, ForbiddenPair, Match, Round
from tournaments.pages.forms import (
    amount,
    entry_fields,
    final_score_of,
    minutes_ahead,
    number,
    shares,
    side_of,
    time_at,
    version_of,
)
from tournaments.pages.presenters.match_conflicts import OF_A_MATCH
from tournaments.pages.presenters.purse import amounts_due
from tournaments.pages.selectors import match_of_event
from tournaments.record.services.passes import pass_grant
from tournaments.results.services import places, results
from tournaments.tables.services import moves, play

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class DeskTap:
    """A director's tap: on the desk of a division, with a form."""

    event: Event
    division: Division
    by: User
    ask: Input

    @property
    def key(self) -> str:
        """The key of the form; a new one for each tap."""
        return self.ask.one("key")

    @property
    def version(self) -> int | None:
        """The event's version that the page showed, if the form has it."""
        return version_of(self.ask) if self.ask.has("version") else None

    def round(self) -> Round:
        """Return the round of the form."""
        found = Round.objects.select_related("division__event__club").filter(
            division__event=self.event, public_id=self.ask.one("value") or self.ask.one("round")
        )
        return _there(found.first())

    def match(self) -> Match:
        """Return the match of the form."""
        return _there(match_of_event(self.event, self.ask.one("match")))

    def entry(self, name: str = "entry") -> Entry:
        """Return the entry of the form."""
        found = Entry.objects.select_related("division__event__club", "player").filter(
            division__event=self.event, public_id=self.ask.one(name)
        )
        return _there(found.first())

    def entries(self) -> list[Entry]:
        """Return the selected entries."""
        found = self.division.entries.filter(public_id__in=self.ask.all("entry"))
        return list(found.order_by("number"))

    def table(self, name: str = "table") -> EventTable:
        """Return the table of the form."""
        found = EventTable.objects.select_related("round__division__event__club", "session").filter(
            round__division__event=self.event, public_id=self.ask.one(name)
        )
        return _there(found.first())

    @property
    def agreed(self) -> dict[str, Any]:
        """What the director has seen of the effect on other matches, by its digest."""
        return {"seen": self.ask.one("seen")}

    @property
    def decided(self) -> dict[str, Any]:
        """The same, and whether what was played since stands."""
        return {**self.agreed, "keeps": self.ask.has("keeps")}


def _there(found: Found | None) -> Found:
    if found is None:
        raise NotFound
    return found


Do = Callable[[DeskTap], object]


def act(tap: DeskTap) -> object:
    """Carry out a button's action; return what its service wrote.

    Raises:
        Unreadable: the button is unknown, or the form is incomplete.
        NotFound, NotAllowed, Conflict, Refused: see the services.
    """
    do = ACTS.get(tap.ask.one("do"))
    if do is None:
        raise Unreadable(_("That button is not known here. Load the page again."))
    return do(tap)


# actions that need only their event, division or entry


def _event(service: Callable[..., object]) -> Do:
    def do(tap: DeskTap) -> None:
        service(event=tap.event, by=tap.by, version=tap.version, key=tap.key)

    return do


def _division(service: Callable[..., object]) -> Do:
    def do(tap: DeskTap) -> None:
        service(division=tap.division, by=tap.by, version=tap.version, key=tap.key)

    return do


def _entry(service: Callable[..., object]) -> Do:
    def do(tap: DeskTap) -> None:
        service(entry=tap.entry(), by=tap.by, key=tap.key)

    return do


# the draw


def _confirm_draw(tap: DeskTap) -> None:
    draws.draw_confirm(
        division=tap.division,
        by=tap.by,
        in_spite=tap.ask.has("in_spite"),
        version=tap.version,
        key=tap.key,
    )


def _swap(tap: DeskTap) -> None:
    if not (tap.ask.one("first") and tap.ask.one("second")):
        raise Unreadable(_("Choose the two who swap places."))
    draws.draw_swap(
        division=tap.division,
        by=tap.by,
        first=tap.entry("first"),
        second=tap.entry("second"),
        version=tap.version,
        key=tap.key,
    )


def _lengths(tap: DeskTap) -> None:
    """Change the lengths of the rounds whose figure is not the one that was shown."""
    lengths = {}
    for name in tap.ask.values:
        part, _dash, public_id = name.partition("-")
        if part == "length" and tap.ask.one(name).strip() != tap.ask.one(f"was-{public_id}"):
            lengths[public_id] = number(tap.ask, name) or 0
    if lengths:
        draws.round_lengths_change(
            division=tap.division, by=tap.by, lengths=lengths, version=tap.version, key=tap.key
        )


def _clock_start(tap: DeskTap) -> None:
    minutes = number(tap.ask, "minutes")
    draws.clock_start(round=tap.round(), by=tap.by, minutes=minutes, key=tap.key)


def _next_at(tap: DeskTap) -> None:
    """Announce when the next round starts: a time of day, or minutes from now; blank for none."""
    minutes = number(tap.ask, "value")
    at = time_at(tap.event.club, tap.ask.one("next_at"))
    if minutes is not None:
        at = minutes_ahead(minutes)
    draws.next_round_announce(division=tap.division, by=tap.by, at=at, key=tap.key)


def _clock_stop(tap: DeskTap) -> None:
    draws.clock_stop(round=tap.round(), by=tap.by, key=tap.key)


def _pace(tap: DeskTap) -> None:
    """Let a rehearsal enter its results at a speed; blank for none."""
    rehearsal_pace(event=tap.event, by=tap.by, every=number(tap.ask, "value"), key=tap.key)


# entries


def _add(tap: DeskTap) -> None:
    found = read_list(tap.ask.one("names"))
    if not found.people:
        raise Unreadable(_("Type a name."))
    people = people_once(tap.event.club, found)
    added = names_enter(
        division=tap.division,
        by=tap.by,
        names=[one.name for one in people],
        abouts=abouts_of(people),
        # Of a list those are entered who are not yet; a single one is told that they are.
        but_entered=len(found.people) > 1,
        key=tap.key,
    )
    if added and tap.division.is_chouette and tap.ask.has("seat"):
        for entry in added:
            moves.table_join(entry=entry, by=tap.by)


def _all_here(tap: DeskTap) -> None:
    """Check everybody in but those who are ticked."""
    entries.entries_check_in(division=tap.division, by=tap.by, but=tap.entries(), key=tap.key)


def _claims_grant(tap: DeskTap) -> None:
    """Say yes to the phones that the page showed, but to no two for one player."""
    for public_id in tap.ask.all("claim"):
        pass_grant(holder=pass_get(tap.event, public_id), by=tap.by)


def _entry_restore(tap: DeskTap) -> None:
    public_id = tap.ask.one("value")
    removals.entry_restore(event=tap.event, by=tap.by, public_id=public_id, key=tap.key)


def _check_in(tap: DeskTap) -> None:
    entries.entry_check_in(entry=tap.entry(), by=tap.by)


def _entry_change(tap: DeskTap) -> None:
    """Change the fields of an entry; its name is the player's."""
    entry, name = tap.entry(), " ".join(tap.ask.one("name").split())
    if name and name != entry.player.name:
        entries.entry_rename(entry=entry, by=tap.by, name=name, key=tap.key)
    entries.entry_change(entry=entry, by=tap.by, **entry_fields(tap.ask))


def _entries_change(tap: DeskTap) -> None:
    """Change the selected entries; blank fields stay as they are."""
    chosen = tap.entries()
    if not chosen:
        raise Unreadable(_("Tick who it is about."))
    typed = {name for name in tap.ask.values if tap.ask.one(name).strip()}
    fields = {name: value for name, value in entry_fields(tap.ask).items() if name in typed}
    if not fields:
        raise Unreadable(_("Type a level, fees or a prize."))
    entries.entries_change(division=tap.division, by=tap.by, entries=chosen, key=tap.key, **fields)


def _forbid(tap: DeskTap) -> None:
    if not (tap.ask.one("first") and tap.ask.one("second")):
        raise Unreadable(_("Choose the two who must not meet."))
    entries.pair_forbid(
        division=tap.division, by=tap.by, first=tap.entry("first"), second=tap.entry("second")
    )


def _allow(tap: DeskTap) -> None:
    pairs = ForbiddenPair.objects.select_related("first", "second", "division__event__club")
    key = tap.ask.one("value")
    pair = pairs.filter(division=tap.division, pk=whole_read(key) or 0).first()
    if pair is not None:
        entries.pair_allow(pair=pair, by=tap.by)


# money


def _fees(tap: DeskTap) -> None:
    money.fees_tick(
        division=tap.division, by=tap.by, paid=tap.entries(), version=tap.version, key=tap.key
    )


def _fees_all(tap: DeskTap) -> None:
    money.fees_tick(division=tap.division, by=tap.by, version=tap.version, key=tap.key)


def _prizes_write(tap: DeskTap) -> None:
    """Write down what the payout sheet says, side pools included."""
    directed = division_directed(
        tap.event, Reader.of(tap.by, tap.event.club), tap.division.public_id
    )
    due = amounts_due(directed.field, directed.entries)
    money.prizes_write(division=tap.division, by=tap.by, amounts=due, key=tap.key)


def _pool_add(tap: DeskTap) -> None:
    fee = amount(tap.ask, "pool_fee")
    if not fee:
        raise Unreadable(_("Say what it costs to join the side pool."))
    money.side_pool_add(
        division=tap.division,
        by=tap.by,
        name=tap.ask.one("pool_name"),
        bracket=tap.ask.one("pool_bracket") or "main",
        fee=fee,
        prizes=shares(tap.ask.one("pool_prizes")),
        key=tap.key,
    )


def _pool_join(tap: DeskTap) -> None:
    joined = [one.number for one in tap.entries()]
    number_of = whole_read(tap.ask.one("pool")) or 0
    money.side_pool_join(
        division=tap.division, by=tap.by, number=number_of, joined=joined, key=tap.key
    )


def _pool_all(tap: DeskTap) -> None:
    """Let everybody who plays be in a side pool."""
    playing = tap.division.entries.exclude(state=Entry.State.WITHDRAWN)
    joined = list(playing.order_by("number").values_list("number", flat=True))
    number_of = whole_read(tap.ask.one("pool")) or 0
    money.side_pool_join(
        division=tap.division, by=tap.by, number=number_of, joined=joined, key=tap.key
    )


def _pool_remove(tap: DeskTap) -> None:
    number_of = whole_read(tap.ask.one("pool")) or 0
    money.side_pool_remove(division=tap.division, by=tap.by, number=number_of, key=tap.key)


# matches


def _result(tap: DeskTap) -> Match:
    match = tap.match()
    points = final_score_of(tap.ask, match.length)
    said: dict[str, Any] = {
        "match": match,
        "by": tap.by,
        "version": version_of(tap.ask),
        "key": tap.key,
    }
    if match.is_settled:
        return results.match_correct(points=points, **said, **tap.decided)
    return results.match_report(points=points, **said, **tap.agreed)


def _quick(tap: DeskTap) -> Match:
    """Enter a result from the list; it never overrules another person's."""
    match = tap.match()
    return results.match_report(
        match=match,
        by=tap.by,
        points=final_score_of(tap.ask, match.length),
        version=version_of(tap.ask),
        key=tap.key,
        **tap.agreed,
    )


def _typed(tap: DeskTap) -> Match | Meaning:
    """Enter the result that a line says; what a player reported alike is confirmed by it.

    A line with nothing to enter is given back as it was read. If somebody is faster while it is
    being entered, it is read again: then it is asked about.
    """
    try:
        return _line_enter(tap)
    except EventConflict as error:
        if error.code not in OF_A_MATCH:
            raise
    return _line_enter(tap)


def _line_enter(tap: DeskTap) -> Match | Meaning:
    meaning = meaning_of(tap.division, tap.ask, tap.by)
    if meaning.is_replayed:
        return meaning.match
    if meaning.points is None:
        return meaning
    said: dict[str, Any] = {
        "match": meaning.match,
        "by": tap.by,
        "version": meaning.version,
        "key": tap.key,
        **tap.agreed,
    }
    if meaning.is_confirmed:
        return results.match_confirm(**said)
    return results.match_report(points=meaning.points, **said)


def _match_confirm(tap: DeskTap) -> Match:
    version = version_of(tap.ask)
    return results.match_confirm(
        match=tap.match(), by=tap.by, version=version, key=tap.key, **tap.agreed
    )


def _match_reject(tap: DeskTap) -> Match:
    version = version_of(tap.ask)
    return results.match_reject(
        match=tap.match(), by=tap.by, version=version, key=tap.key, **tap.agreed
    )


def _confirm_all(tap: DeskTap) -> None:
    """Confirm the reported results that the page showed, but no later ones."""
    shown = dict(part.split(":", 1) for part in tap.ask.all("shown") if ":" in part)
    waiting = Match.objects.select_related("club", "round__division__event__club").filter(
        round__division=tap.division, state=Match.State.REPORTED, public_id__in=shown
    )
    for match in waiting:
        if str(match.version) == shown[match.public_id]:
            key = f"{tap.key[:40]}-{match.public_id}"
            results.match_confirm(match=match, by=tap.by, version=match.version, key=key)


def _match_move(tap: DeskTap) -> Match:
    board = number(tap.ask, "board")
    if board is None:
        raise Unreadable(_("Type the number of the table."))
    return places.match_move(match=tap.match(), by=tap.by, board=board, key=tap.key)


def _forfeit(tap: DeskTap) -> Match:
    return results.match_forfeit(
        match=tap.match(),
        by=tap.by,
        loser=side_of(tap.ask),
        reason=_reason(tap.ask),
        version=version_of(tap.ask),
        key=tap.key,
        **tap.decided,
    )


def _no_show(tap: DeskTap) -> Match:
    return results.match_no_show(
        match=tap.match(),
        by=tap.by,
        reason=_reason(tap.ask),
        version=version_of(tap.ask),
        key=tap.key,
        **tap.decided,
    )


def _unfinished(tap: DeskTap) -> Match:
    return results.match_break_off(
        match=tap.match(),
        by=tap.by,
        reason=_reason(tap.ask),
        version=version_of(tap.ask),
        key=tap.key,
        **tap.agreed,
    )


def _reason(ask: Input) -> str:
    reason = ask.one("reason").strip()
    if not reason:
        raise EventRefused("reason_missing")
    return reason


def _penalise(tap: DeskTap) -> Match:
    return results.match_penalise(
        match=tap.match(),
        by=tap.by,
        side=side_of(tap.ask),
        points=number(tap.ask, "points") or 0,
        version=version_of(tap.ask),
        key=tap.key,
    )


def _rate(tap: DeskTap) -> Match:
    return results.match_rate(
        match=tap.match(),
        by=tap.by,
        is_rated=tap.ask.has("is_rated"),
        reason=tap.ask.one("reason"),
        version=version_of(tap.ask),
        key=tap.key,
    )


def _undo(tap: DeskTap) -> Match:
    return results.match_undo(
        match=tap.match(), by=tap.by, version=version_of(tap.ask), key=tap.key, **tap.agreed
    )


# tables


def _seat(tap: DeskTap) -> None:
    moves.table_join(entry=tap.entry(), by=tap.by, key=tap.key)


def _split(tap: DeskTap) -> None:
    moves.tables_split(table=tap.table(), by=tap.by, proposed=tap.ask.one(PROPOSED), key=tap.key)


def _merge(tap: DeskTap) -> None:
    round = tap.table().round
    moves.tables_merge(round=round, by=tap.by, proposed=tap.ask.one(PROPOSED), key=tap.key)


def _move(tap: DeskTap) -> None:
    if not (tap.ask.one("entry") and tap.ask.one("to")):
        raise Unreadable(_("Choose who goes to which table."))
    moves.table_move(entry=tap.entry(), to=tap.table("to"), by=tap.by, key=tap.key)


def _table_finish(tap: DeskTap) -> None:
    version = version_of(tap.ask)
    play.table_finish(table=tap.table(), by=tap.by, version=version, key=tap.key)


def _table_start(tap: DeskTap) -> None:
    version = version_of(tap.ask)
    play.table_start_game(table=tap.table(), by=tap.by, version=version, key=tap.key)


ACTS: Final[Mapping[str, Do]] = {
    "finish": _event(events.event_finish),
    "cancel": _event(events.event_cancel),
    "reopen": _event(events.event_reopen),
    "made_remove": _event(made_players_remove),
    "draw": _division(draws.draw_make),
    "draw_again": _division(draws.draw_again),
    "discard": _division(draws.draw_discard),
    "confirm": _confirm_draw,
    "release": _division(draws.draw_release),
    "swap": _swap,
    "lengths": _lengths,
    "clock_start": _clock_start,
    "clock_stop": _clock_stop,
    "next_at": _next_at,
    "pace": _pace,
    "add": _add,
    "all_here": _all_here,
    "claims_grant": _claims_grant,
    "check_in": _check_in,
    "check_out": _entry(entries.entry_check_out),
    "pause": _entry(entries.entry_pause),
    "resume": _entry(entries.entry_resume),
    "withdraw": _entry(entries.entry_withdraw),
    "entry_remove": _entry(removals.entry_remove),
    "entry_restore": _entry_restore,
    "reenter": _entry(entries.entry_reenter),
    "entry_change": _entry_change,
    "entries_change": _entries_change,
    "fees": _fees,
    "fees_all": _fees_all,
    "prizes_write": _prizes_write,
    "pool_add": _pool_add,
    "pool_join": _pool_join,
    "pool_all": _pool_all,
    "pool_remove": _pool_remove,
    "forbid": _forbid,
    "allow": _allow,
    "seat": _seat,
    "split": _split,
    "merge": _merge,
    "move": _move,
    "table_finish": _table_finish,
    "table_start": _table_start,
    "quick": _quick,
    "typed": _typed,
    "result": _result,
    "match_confirm": _match_confirm,
    "match_reject": _match_reject,
    "confirm_all": _confirm_all,
    "match_move": _match_move,
    "forfeit": _forfeit,
    "no_show": _no_show,
    "unfinished": _unfinished,
    "penalise": _penalise,
    "rate": _rate,
    "undo": _undo,
}
"""The actions of the desk, by the names of the buttons."""
