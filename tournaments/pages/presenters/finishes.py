"""Final places of a division: for the podium, for a player's phone, and for who is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.names.lists import in_a_row
from games.web.money import money_text
from tournaments.events.selectors.events import DivisionShown
from tournaments.models import Entry
from tournaments.pages.presenters.events_standings import StandTable, stand_tables
from tournaments.pages.presenters.events_words import part_name
from tournaments.pairing.brackets import placing
from tournaments.record.selectors.situations import format_of
from tournaments.standings.payouts import Finish
from tournaments.standings.table import NO_PLACE

PODIUM: Final = 3
SUFFIXES: Final[Mapping[int, str]] = {1: "st", 2: "nd", 3: "rd"}
"""What an English ordinal ends in, by its last digit; all others in “th”."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player with their final place."""

    finish: Finish
    name: str

    @property
    def place(self) -> str:
        """The place as it is written: “5–8” where it is shared."""
        return place_text(self.finish)

    @property
    def step(self) -> int:
        """Their step of the podium."""
        return self.finish.first


@dataclass(frozen=True, slots=True)
class PartWinners:
    """Who has won a part of a bracket."""

    part: str
    names: str


def place_text(finish: Finish) -> str:
    if finish.first == finish.last:
        return str(finish.first)
    return f"{finish.first}–{finish.last}"


def finishes_of(field: DivisionShown, part: str = "main") -> tuple[Finish, ...]:
    """Return the places of a division, as far as they are certain, the best first.

    In a bracket those of one `part`; behind the knockout stand those who did not get there. None
    where several tables are ranked each by itself.
    """
    if field.bracket is not None:
        bracket, filled = field.bracket
        finishes = [
            Finish(int(place.player), place.first, place.last)
            for place in placing(bracket, filled, part)
        ]
        in_it = {int(one) for seat in filled.values() for one in (seat.first, seat.second) if one}
        behind = [one.number for one in field.entries if one.number not in in_it]
        if part == "main" and format_of(field.division).has_way_in:
            last = len(in_it) + len(behind)
            finishes += [Finish(number, len(in_it) + 1, last) for number in behind]
        return tuple(finishes)
    tables = stand_tables(field) if part == "main" else ()
    return _in_table(tables[0]) if len(tables) == 1 else ()


def _in_table(table: StandTable) -> tuple[Finish, ...]:
    lines = [line for line in table.lines if line.place != NO_PLACE]
    places = [int(line.place.lstrip("=") or 0) for line in lines]
    found = []
    for line, place in zip(lines, places, strict=True):
        if place != 1 + sum(other < place for other in places):
            return ()
        found.append(Finish(line.number, place, place + places.count(place) - 1))
    return tuple(found)


def podium_of(field: DivisionShown) -> tuple[Finisher, ...]:
    """Return the first three places once the event is over, ties included."""
    if field.division.event.status != "finished":
        return ()
    found = [one for one in finishes_of(field) if one.first <= PODIUM]
    if len(found) > 2 * PODIUM:
        return ()
    return tuple(Finisher(one, field.names.get(str(one.number), "")) for one in found)


def _parts_beside(field: DivisionShown) -> tuple[str, ...]:
    """Return the parts of a bracket beside the main one, such as the consolation."""
    levels = () if field.bracket is None else field.bracket[0].levels
    return tuple(part for part, _levels in levels if part != "main")


def winners_beside(field: DivisionShown) -> tuple[PartWinners, ...]:
    """Return who has won the other parts of a bracket, once the event is over."""
    if field.division.event.status != "finished":
        return ()
    found = []
    for part in _parts_beside(field):
        first = [one for one in finishes_of(field, part) if one.first == 1]
        if first:
            names = in_a_row(field.names.get(str(one.number), "") for one in first)
            found.append(PartWinners(part_name(part), names))
    return tuple(found)


def finished_text(field: DivisionShown, entry: Entry) -> str:
    """Say to a player which places they have got, and the prize that was written down for them."""
    said = [_finished_text(field, entry)]
    for part in _parts_beside(field):
        own = next((one for one in finishes_of(field, part) if one.number == entry.number), None)
        if own is not None:
            params = {"part": part_name(part), "place": place_text(own)}
            said.append(_("%(part)s: place %(place)s.") % params)
    if entry.prize:
        prize = money_text(entry.prize, field.division.event.currency)
        said.append(_("Your prize: %(amount)s.") % {"amount": prize})
    return " ".join(part for part in said if part)


def _finished_text(field: DivisionShown, entry: Entry) -> str:
    places = finishes_of(field)
    own = next((one for one in places if one.number == entry.number), None)
    if own is None:
        return ""
    params = {"place": place_text(own), "count": len(places)}
    if own.first == own.last == 1:
        return _("You have won, among %(count)s players. Congratulations!") % params
    if own.first == own.last:
        return _("You finished %(place)s of %(count)s.") % {**params, "place": ordinal(own.first)}
    return _("You share places %(place)s of %(count)s.") % params


def ordinal(number: int) -> str:
    """Return a place as a reader says it: “14th”, in German “14.”."""
    if (get_language() or "en").partition("-")[0] != "en":
        return f"{number}."
    is_teen = 11 <= number % 100 <= 13
    return f"{number}{'th' if is_teen else SUFFIXES.get(number % 10, 'th')}"
