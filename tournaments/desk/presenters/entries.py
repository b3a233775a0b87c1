"""The entries of a division, and what its director can do with each."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.web.money import money_text
from tournaments.desk.presenters.steps import Button
from tournaments.desk.selectors import ROUNDS_READ, Directed
from tournaments.desk.selectors.log import entered_again, removed_of
from tournaments.events.selectors.fees import fees_open
from tournaments.events.services.naming import About
from tournaments.models import Entry, Match, RemovedEntry
from tournaments.record.selectors.dated import is_closed_season
from tournaments.record.selectors.situations import format_of


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry, and what can be done with it."""

    entry: Entry
    name: str
    main: Button | None
    others: tuple[Button, ...]
    owes: int
    from_round: int
    paid: str = ""
    """What they have paid in another division of the season, and where."""

    @property
    def has_paid(self) -> bool:
        """Whether they have paid all that they owe."""
        return self.entry.fees_paid >= 1 + self.entry.reentries or self.is_paid_elsewhere

    @property
    def is_paid_elsewhere(self) -> bool:
        """Whether what they have paid in another division is all: here is nothing to tick."""
        return bool(self.paid) and not self.owes

    @property
    def about(self) -> str:
        """What followed the name: rating, club, country, federation number."""
        return str(About.of(self.entry))


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of entries by state."""

    entered: int
    here: int
    paused: int
    withdrawn: int


def counts_of(entries: Iterable[Entry], unseen: Container[int] | None = None) -> Counts:
    """Count the entries by state; who is entered and not among the `unseen` is here."""
    found = list(entries)
    states = [entry.state for entry in found]
    seen = 0
    if unseen is not None:
        waiting = (one for one in found if one.state == Entry.State.ENTERED)
        seen = sum(one.pk not in unseen for one in waiting)
    return Counts(
        entered=len(states) - states.count(Entry.State.WITHDRAWN),
        here=states.count(Entry.State.PRESENT) + seen,
        paused=states.count(Entry.State.PAUSED),
        withdrawn=states.count(Entry.State.WITHDRAWN),
    )


def entry_rows(directed: Directed) -> tuple[EntryRow, ...]:
    """Return everybody who is entered, with the buttons for their state."""
    division = directed.division
    can_reenter = format_of(division).has_reentries
    has_fee = division.terms.has_fee
    by_round = format_of(division).is_drawn_by_round
    playing = [one for one in directed.tables if one.session is not None and one.session.is_open]
    seated = {seat.entry_id for one in playing for seat in one.seats.all() if not seat.left}
    begun = _begun(directed, by_round)
    return tuple(
        _entry_row(
            entry,
            directed.people.name(entry),
            can_reenter,
            owes=fees_open(entry, directed.paid_before) if has_fee else 0,
            paid=_paid(entry, directed),
            can_sit=bool(playing) and entry.pk not in seated,
            comes_by_round=by_round,
            can_go=entry.player_id not in begun and directed.event.is_open,
            is_unseen=entry.pk in directed.unseen,
            checks_in=not directed.event.own_dates,
        )
        for entry in directed.entries
    )


def _begun(directed: Directed, by_round: bool) -> set[int | None]:
    """Return the keys of the players who have begun a match, or sit at a table."""
    seated = {seat.entry.player_id for one in directed.tables for seat in one.seats.all()}
    played = {
        key
        for match in directed.matches
        if not (match.is_unbegun or match.outcome == Match.Outcome.BYE)
        for key in (match.first_id, match.second_id)
    }
    # Of what is drawn by round, not every match of earlier rounds is read.
    earlier = by_round and len(directed.rounds) > ROUNDS_READ
    before = {one.player_id for one in directed.entries if earlier and one.from_round == 1}
    return seated | played | before


def _entry_row(
    entry: Entry,
    name: str,
    can_reenter: bool,
    *,
    owes: int,
    paid: str,
    can_sit: bool,
    comes_by_round: bool,
    can_go: bool,
    is_unseen: bool,
    checks_in: bool,
) -> EntryRow:
    main: Button | None = None
    others: list[Button] = []
    if is_unseen and checks_in:
        main = Button("check_in", _("Is here"))
    elif entry.state in {Entry.State.PAUSED, Entry.State.WITHDRAWN}:
        main = Button("resume", _("Plays again"))
    if entry.is_active and can_sit:
        main = Button("seat", _("To a table"))
    if entry.is_active:
        others.append(Button("pause", _("Pauses")))
    if entry.state == Entry.State.PRESENT and checks_in:
        others.append(Button("check_out", _("Is not here")))
    if can_reenter:
        others.append(Button("reenter", _("Buys in again")))
    if entry.state != Entry.State.WITHDRAWN:
        others.append(Button("withdraw", _("Withdraw"), is_danger=True))
    if can_go:
        others.append(Button("entry_remove", _("Remove: a wrong entry"), is_danger=True))
    # In a field that is drawn as a whole, who comes late plays from its first round.
    since = entry.from_round if comes_by_round and entry.from_round > 1 else 0
    return EntryRow(entry, name, main, tuple(others), owes, since, paid)


def _paid(entry: Entry, directed: Directed) -> str:
    """Say what somebody who was moved has paid in another division, as long as it counts here."""
    there = directed.paid_before.get(entry.pk)
    if there is None or entry.fees_paid:
        return ""
    currency = directed.event.currency
    said = {"division": there.division, "amount": money_text(there.amount, currency)}
    if not there.rest:
        text = _("has paid %(amount)s in %(division)s, whose pool keeps it: here nothing is open")
        return text % said
    text = _(
        "has paid %(amount)s in %(division)s: %(rest)s are open here; once they are ticked, the "
        "whole fee is in the pool of this division and none in the other"
    )
    return text % {**said, "rest": money_text(there.rest, currency)}


def removed_in(directed: Directed) -> tuple[RemovedEntry, ...]:
    """Return the wrong entries of a division that can be brought back, for who sees names.

    Who is entered again, or turned out to be somebody who is, does not come back besides; nobody
    comes into a season that is closed.
    """
    if not directed.people.reader.sees_names_of(directed.event.club_id):
        return ()
    if is_closed_season(directed.event):
        return ()
    found = [one for one in removed_of(directed.event) if one.division_id == directed.division.pk]
    there = entered_again(directed.event, found, directed.division) if found else set()
    return tuple(one for one in found if one.pk not in there)


def suggestions(directed: Directed) -> tuple[str, ...]:
    """Return the names of the club's players who are not entered yet."""
    entered = {entry.player_id for entry in directed.entries}
    players = directed.event.club.players.filter(is_active=True).order_by("name_key", "pk")
    found = players.values_list("pk", "name")
    if not directed.people.reader.sees_names_of(directed.event.club_id):
        return ()
    return tuple(name for pk, name in found if pk not in entered)
