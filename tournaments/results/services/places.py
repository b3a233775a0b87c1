"""Assigns boards to matches that can be played, as far as they last."""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import count
from typing import Final

from django.urls import reverse
from django.utils import timezone

from games.accounts.services.push import Notice
from games.models import Player, User
from tournaments.errors import EventRefused
from tournaments.models import Event, Match, Round
from tournaments.record.services.telling import calls_tell
from tournaments.record.services.writing import EventRequest, event_write
from tournaments.results.services.reach import Reach

MOST_BOARDS: Final = 999


def boards_assign(event: Event, reach: Reach | None = None) -> None:
    """Give boards to the released matches without one, the lowest free number first.

    With fewer boards than matches the later ones wait until a board is free. A division with tables
    of its own plays at these, and no other does. Nobody gets two boards at once. `reach` notes what
    is touched; what an undo gives back has its former board, if that is free.
    """
    if event.own_dates:
        return
    reach = Reach() if reach is None else reach
    playing = Match.UNDECIDED
    matches = list(
        Match.objects.filter(
            round__division__event=event,
            round__state=Round.State.RELEASED,
            state__in=playing,
            first__isnull=False,
            second__isnull=False,
        )
        .select_related("first__merged_into", "second__merged_into", "round")
        .order_by("round__number", "round__division__position", "position")
    )
    _boards_give_back(matches, reach)
    # A reported match is finished at the board: its board is free.
    seated = [one for one in matches if one.board is not None and one.state == Match.State.OPEN]
    busy = {player for one in seated for player in (one.first_id, one.second_id)}
    taken = {one.board for one in seated}
    free = _Free(event, taken)
    given = []
    for match in matches:
        if match.state != Match.State.OPEN or match.board is not None:
            continue
        if match.first_id in busy or match.second_id in busy:
            continue
        board = free.board_for(match)
        if board is None:
            continue
        reach.touch(match)
        match.board, match.called_at = board, timezone.now()
        busy |= {match.first_id, match.second_id}
        given.append(match)
    Match.objects.bulk_update(given, ["board", "called_at"])
    calls_tell([_call(match) for match in given])


def _boards_give_back(matches: Sequence[Match], reach: Reach) -> None:
    """Let the matches of the step that is being undone have the boards they had before."""
    before = reach.boards_before()
    theirs = [one for one in matches if one.public_id in before and one.state == Match.State.OPEN]
    others = {one.board for one in matches if one not in theirs and one.state == Match.State.OPEN}
    moved = []
    for match in theirs:
        board, called_at = before[match.public_id]
        board = None if board in others else board
        if match.board != board:
            reach.touch(match)
            match.board = board
            moved.append(match)
        match.called_at = called_at
    Match.objects.bulk_update(theirs, ["board", "called_at"])
    calls_tell([_call(match) for match in moved if match.board is not None])


def match_move(
    *, match: Match, by: User, board: int, version: int | None = None, key: str = ""
) -> Match:
    """Move a match that is to be played to another table; who plays there comes to theirs.

    Raises:
        NotAllowed, Conflict: see `event_write`.
        Refused: it is not to be played now, or there is no such table.
    """
    if match.round is None:
        raise EventRefused("match_not_open")
    event = match.round.division.event

    def change(locked: Event) -> None:
        if not 1 <= board <= (locked.tables or MOST_BOARDS):
            raise EventRefused("board_unknown", most=locked.tables or MOST_BOARDS)
        there = Match.objects.select_related("first__merged_into", "second__merged_into").filter(
            round__division__event=locked,
            round__state=Round.State.RELEASED,
            state=Match.State.OPEN,
            first__isnull=False,
            second__isnull=False,
        )
        moved = there.filter(pk=match.pk).first()
        if moved is None:
            raise EventRefused("match_not_open")
        swapped = list(there.filter(board=board).exclude(pk=match.pk))
        for one in swapped:
            one.board = moved.board
        moved.board = match.board = board
        for one in (moved, *swapped):
            one.called_at = timezone.now()
        Match.objects.bulk_update([moved, *swapped], ["board", "called_at"])
        calls_tell([_call(one) for one in (moved, *swapped) if one.board is not None])
        boards_assign(locked)

    payload = {"match": match.public_id, "board": board}
    event_write(EventRequest(event, by, "match_move", payload, version, key), change)
    return match


def _call(match: Match) -> tuple[list[Player], Notice]:
    """Return the two players of a match and what calls them to their table."""
    two = [player.current for player in (match.first, match.second) if player is not None]
    # Who meets at a table knows the other by name.
    names = tuple(player.name for player in two)
    return two, Notice("pairing", reverse("match", args=[match.public_id]), names, match.board)


class _Free:
    """The free boards of an event: for each division its own, for all others the rest."""

    def __init__(self, event: Event, taken: Set[int | None]) -> None:
        own = {one.pk: one.own_tables for one in event.divisions.all()}
        kept = {number for numbers in own.values() for number in numbers or ()}
        everywhere = count(1) if event.tables is None else iter(range(1, event.tables + 1))
        self._own = {pk: _left(numbers, taken) for pk, numbers in own.items() if numbers}
        self._rest = _left(everywhere, taken | kept)

    def board_for(self, match: Match) -> int | None:
        """Return the lowest free board for a match, which is taken then; None if there is none."""
        assert match.round is not None, "it belongs to an event"
        return next(self._own.get(match.round.division_id, self._rest), None)


def _left(numbers: Iterable[int], taken: Set[int | None]) -> Iterator[int]:
    return (number for number in numbers if number not in taken)
