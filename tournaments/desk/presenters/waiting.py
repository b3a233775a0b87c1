"""What a match waits for that cannot be played yet: a table, a player, or how another one ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.desk.selectors import Directed, round_of
from tournaments.events.selectors.events import People
from tournaments.leagues.selectors.fixtures import fixtures_of
from tournaments.leagues.times import said_at
from tournaments.models import Match
from tournaments.pages.presenters.events_words import is_arranged, round_title
from tournaments.pairing.brackets import Bracket, LoserOf, WinnerOf
from tournaments.record.selectors.dated import dated_of


def waits_of(directed: Directed, bracket: Bracket | None) -> dict[int, str]:
    """Return for each released match that cannot be played what it waits for, by its key."""
    at_tables = {
        pk: one
        for one in directed.released
        if one.state == Match.State.OPEN and one.board is not None
        for pk in (one.first_id, one.second_id)
        if pk
    }
    by_node = {one.node: one for one in directed.matches if one.node}
    dates = _dates(directed)
    found = {}
    for match in directed.released:
        if match.state == Match.State.OPEN and match.board is None:
            found[match.pk] = dates.get(match.pk) or _table(match, at_tables, directed)
        elif match.state == Match.State.WAITING and bracket is not None:
            found[match.pk] = "; ".join(_results(match, by_node, bracket, directed.people))
    return found


def _dates(directed: Directed) -> dict[int, str]:
    """Return of open matches the dates on which the two have agreed, or that they play on the board
    of the program, by the key of the match.
    """
    dated = dated_of(directed.event)
    if dated is None:
        return {}
    open_ones = Q(round__division=directed.division, state=Match.State.OPEN)
    begun = Q(fixture__agreed_at__isnull=False) | Q(online__isnull=False)
    said = {}
    for fixture in fixtures_of(dated, where=open_ones & begun):
        if fixture.match.has_open_board:
            said[fixture.match.pk] = _("on the board")
        elif fixture.agreed_at is not None:
            said[fixture.match.pk] = _("agreed: %(at)s") % {
                "at": said_at(directed.event.club, fixture.agreed_at)
            }
    return said


def _table(match: Match, at_tables: Mapping[int, Match], directed: Directed) -> str:
    if is_arranged(directed.division, round_of(match)):
        return _("at a date of its own")
    for player in (match.first, match.second):
        other = None if player is None else at_tables.get(player.pk)
        if player is not None and other is not None:
            said = {"name": directed.people.person(player).name, "number": other.board}
            return _("%(name)s plays at table %(number)s") % said
    return _("waits for a table")


def _results(
    match: Match, by_node: Mapping[str, Match], bracket: Bracket, people: People
) -> Iterable[str]:
    """Yield who is still to come, for each place of a match that nobody has yet."""
    node = next((one for one in bracket.nodes if one.key == match.node), None)
    if node is None:
        return
    for source, pk in zip(node.sources, (match.first_id, match.second_id), strict=True):
        before = by_node.get(source.key) if isinstance(source, WinnerOf | LoserOf) else None
        if pk or before is None:
            continue
        what = {"match": _named(before, bracket, people)}
        if isinstance(source, WinnerOf):
            yield _("waits for the winner of %(match)s") % what
        else:
            yield _("waits for the loser of %(match)s") % what


def _named(match: Match, bracket: Bracket, people: People) -> str:
    """Name a match by who plays it and where; by its round as long as they are unknown."""
    if match.first is None or match.second is None:
        return round_title(round_of(match), bracket)
    two = " – ".join(people.person(one).name for one in (match.first, match.second))
    return f"{two} ({_('Table %(number)s') % {'number': match.board}})" if match.board else two
