"""A game that was written down at the wrong evening, as it is entered at the right one."""

from __future__ import annotations

from django.db.models import QuerySet

from games.errors import Refused
from games.models import Session
from games.record.log.damage import recorded
from games.record.selectors.sessions import table_of
from games.rules.chouette import Action, EnterPoints, GameResult, Join, Leave, StartGame
from games.sessions.selectors.amendment import game_text
from games.sessions.services.csn import partner_set


def evenings_beside(session: Session) -> QuerySet[Session]:
    """Return the evenings that a session's game can go to: others of its club that count, and whose
    season is open.
    """
    others = Session.objects.filter(club=session.club_id).exclude(pk=session.pk)
    return others.exclude(status=Session.Status.VOID).exclude(season__closed_at__isnull=False)


def steps_of_moved(session: Session, number: int, into: Session) -> list[Action]:
    """Return what enters a finished game at the end of another evening, as one step.

    It keeps its line, its winner and everybody's points. Who sits there and was not in it sits out;
    who does not sit there joins for it.

    Raises:
        Refused: there is no such game, it is void, or the other evening cannot take a game now.
    """
    games = recorded(session).games
    if not 1 <= number <= len(games):
        raise Refused("game_unknown", game=number)
    if games[number - 1].is_void:
        raise Refused("game_void", game=number)
    result = games[number - 1].result
    table = table_of(into)
    if not table.ordered:
        raise Refused("evening_without_line", session=str(into))
    if table.game is not None:
        raise Refused("game_running", game=table.game.number)
    start, entered = _entered(session, result, into)
    line = (start.box, *([start.partner] if start.partner else []), *start.team)
    away = [one for one in table.present if one not in line]
    guests = [one for one in line if one not in table.present]
    before: list[Action] = [*map(Leave, away), *map(Join, guests)]
    for action in before:
        table = table.apply(action)
    share = game_text(session, number).table.seating.share if start.partner else table.seating.share
    partner = partner_set(table, start.partner, share)
    after: list[Action] = [*map(Join, away), *map(Leave, guests)]
    return [*before, *partner, start, *after, entered]


def _entered(session: Session, result: GameResult, into: Session) -> tuple[StartGame, EnterPoints]:
    """Return the game's line and points, by the identifiers of the other evening's log."""
    there = dict(into.seats.values_list("player_id", "logged_as"))
    ids = {
        seat.logged_as: there.get(seat.player_id, seat.player.public_id)
        for seat in session.seats.select_related("player")
    }
    line = result.line
    partner = None if line.partner is None else ids[line.partner]
    start = StartGame(ids[line.box], partner, tuple(ids[one] for one in line.team), by_hand=True)
    points = tuple((ids[member], result.points[member]) for member in line.team)
    return start, EnterPoints(points, result.winner)
