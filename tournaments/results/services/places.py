"""Assigns boards to matches that can be played, as far as they last."""

from collections.abc import Iterator
from itertools import count

from django.urls import reverse

from games.accounts.services.push import Notice
from games.models import Player
from tournaments.models import Event, Match, Round
from tournaments.record.services.telling import calls_tell


def boards_assign(event: Event) -> None:
    """Give boards to the released matches without one, the lowest free number first.

    With fewer boards than matches the later ones wait until a board is free. Nobody gets two boards
    at once.
    """
    playing = Match.UNDECIDED
    found = list(
        Match.objects.filter(
            round__division__event=event,
            round__state=Round.State.RELEASED,
            state__in=playing,
            first__isnull=False,
            second__isnull=False,
        )
        .select_related("first__merged_into", "second__merged_into")
        .order_by("round__number", "round__division__position", "position")
    )
    # A reported match is finished at the board: its board is free.
    seated = [one for one in found if one.board is not None and one.state == Match.State.OPEN]
    busy = {player for one in seated for player in (one.first_id, one.second_id)}
    taken = {one.board for one in seated}
    free = _free(event.tables, taken)
    given = []
    for match in found:
        if match.state != Match.State.OPEN or match.board is not None:
            continue
        if match.first_id in busy or match.second_id in busy:
            continue
        board = next(free, None)
        if board is None:
            break
        match.board = board
        busy |= {match.first_id, match.second_id}
        given.append(match)
    Match.objects.bulk_update(given, ["board"])
    calls_tell([_call(match) for match in given])


def _call(match: Match) -> tuple[list[Player], Notice]:
    """Return the two players of a match and what calls them to their table."""
    two = [player.current for player in (match.first, match.second) if player is not None]
    # Who meets at a table knows the other by name.
    names = tuple(player.name for player in two)
    return two, Notice("pairing", reverse("match", args=[match.public_id]), names, match.board)


def _free(limit: int | None, taken: set[int | None]) -> Iterator[int]:
    numbers = count(1) if limit is None else iter(range(1, limit + 1))
    return (number for number in numbers if number not in taken)
