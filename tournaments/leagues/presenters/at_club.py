"""Who is at the club, and who of them can play: for the director of a season or cup."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen
from games.names.identity import sort_key
from games.names.lists import in_a_row
from games.permissions import Reader
from tournaments.leagues.selectors.fixtures import FixtureShown
from tournaments.leagues.selectors.present import at_tables, can_play, people_of
from tournaments.models import Dated, Entry, Match


@dataclass(frozen=True, slots=True)
class PresentLine:
    """Somebody of the season, and whether they are here."""

    public_id: str
    name: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two who owe each other a match; `table` is where they play it, 0 before."""

    public_id: str
    first: str
    second: str
    table: int


@dataclass(frozen=True, slots=True)
class AtClub:
    """Who is here, who of them can play now, and who plays at which table."""

    people: tuple[PresentLine, ...]
    pairs: tuple[PairLine, ...]
    tables: tuple[PairLine, ...]
    here: tuple[str, ...]
    idle: str = ""
    """Who is here and owes nobody else who is a match, where others do."""
    is_asked: bool = False
    """Whether the director has said who is here."""
    are_busy: bool = False
    """Whether some of those who are here owe each other a match, be it that they play it now."""

    @property
    def nobody(self) -> str:
        """Why no two can play now."""
        if not self.here:
            return _("Tick who is here: then you see who of them can play each other.")
        if len(self.here) == 1:
            return _("One player alone is ticked. Tick who else is here.")
        if self.are_busy:
            return _(
                "Who of them owe each other a match play at a table, or wait for somebody who does."
            )
        return _("Nobody of those who are here owes another a match.")


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Somebody of the season in the list from which the director chooses."""

    public_id: str
    player: int
    player_id: str
    """The primary key and the public id of their player, as the club knows them now."""
    name: str
    division: str
    is_out: bool


def at_club(
    fixtures: Sequence[FixtureShown],
    people: Sequence[EntryLine],
    here: Collection[int],
    reader: Reader,
) -> AtClub:
    """Return who of a season can play now, if these are here; `fixtures` are matches among them."""
    players = {
        player.current.pk: player.current
        for shown in fixtures
        for player in (shown.match.first, shown.match.second)
        if player is not None
    }
    names = {pk: person.name for pk, person in people_seen(players.values(), reader).items()}
    lines = [
        PresentLine(line.player_id, line.name, line.player in here)
        for line in people
        if not line.is_out
    ]
    return AtClub(
        people=tuple(sorted(lines, key=lambda one: sort_key(one.name))),
        pairs=tuple(_pair(one.match, names) for one in can_play(fixtures, here)),
        tables=tuple(_pair(one.match, names) for one in at_tables(fixtures)),
        here=tuple(one.public_id for one in lines if one.is_here),
        idle=_idle(fixtures, people, here),
        are_busy=any(people_of(one.match) <= set(here) for one in fixtures),
    )


def _idle(
    fixtures: Sequence[FixtureShown], people: Sequence[EntryLine], here: Collection[int]
) -> str:
    open_ones = [one.match for one in fixtures if one.match.state == Match.State.OPEN]
    owing = set[int]().union(*(two for one in open_ones if (two := people_of(one)) <= set(here)))
    found = [one.name for one in people if one.player in here and one.player not in owing]
    if not owing or not found:
        return ""
    text = _("Of those who are here, these owe no other a match: %(names)s.")
    return text % {"names": in_a_row(sorted(found, key=sort_key))}


def entries_listed(dated: Dated) -> tuple[EntryLine, ...]:
    """Return everybody of a season or cup for the director, the withdrawn last."""
    rows = (
        Entry.objects.filter(division__event=dated.event_id)
        .annotate(now=Coalesce("player__merged_into", "player"))
        .order_by("division__position", "number")
        .values_list(
            "public_id",
            "now",
            Coalesce("player__merged_into__public_id", "player__public_id"),
            Coalesce("player__merged_into__name", "player__name"),
            "division__name",
            "state",
        )
    )
    lines = [
        EntryLine(entry, player, player_id, name, division, state == Entry.State.WITHDRAWN)
        for entry, player, player_id, name, division, state in rows
    ]
    return tuple(sorted(lines, key=lambda one: one.is_out))


def _pair(match: Match, names: Mapping[int, str]) -> PairLine:
    two = [names[one.current.pk] for one in (match.first, match.second) if one is not None]
    return PairLine(match.public_id, two[0], two[1], match.board or 0)
