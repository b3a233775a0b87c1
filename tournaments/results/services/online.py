"""Matches that are played on a board online: the board's result stands in the match by itself."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games.boards.services.boards import Terms, board_for_two
from games.models import Board, BoardSeat, Player, User
from games.rules.online import game_type
from tournaments.errors import EventConflict, EventNotAllowed, EventRefused
from tournaments.models import EntryPass, League, Match, Round
from tournaments.record.selectors.dated import dated_of_match
from tournaments.record.services.access import directs, side_of
from tournaments.record.services.writing import Doer, event_lock
from tournaments.results.selectors.boards import was_counted
from tournaments.results.services.match_scores import require_open
from tournaments.results.services.match_writing import match_get
from tournaments.results.services.results import match_correct

FINISHED: Final = (Board.Status.ENDED, Board.Status.WAITING, Board.Status.PLAYING)


@transaction.atomic
def match_board_open(*, match: Match, by: Doer, by_days: bool = False) -> Board:
    """Give the two players of a match a board, or return the one that they have.

    With `by_days` it is played by correspondence. The first player has White. In a bracket there
    are no draws; what else they agree on is usual in their game. After an abandoned board there can
    be another one. In an event, a player without an account sits down with the phone that has their
    pass: see `match_seat`.

    Raises:
        NotAllowed: they neither direct nor play this match.
        Conflict: the match is decided, or the event is over.
        Refused: somebody is unknown or has no account, or it is not to a number of points.
    """
    if not directs(by, match.club) and side_of(by, match) is None:
        raise EventNotAllowed("not_your_match")
    if match.round is not None and not event_lock(match.round.division.event_id).is_open:
        raise EventConflict("event_over")
    found = match_get(match.pk, is_locked=True)
    if found.online is not None and found.online.status in FINISHED and not _is_void(found):
        return found.online
    require_open(found)
    dated = dated_of_match(found)
    if dated is not None and dated.boards == League.Boards.NEVER:
        raise EventRefused("league_board_never")
    if found.round is not None and found.round.state != Round.State.RELEASED:
        raise EventRefused("round_not_released")
    if found.length is None:
        raise EventRefused("online_length")
    needs_account = found.round is None
    players = _player(found.first, needs_account), _player(found.second, needs_account)
    terms = _terms(found, by_days=by_days)
    user = by if isinstance(by, User) else None
    board = board_for_two(club=found.club, by=user, terms=terms, players=players)
    Match.objects.filter(pk=found.pk).update(online=board)
    return board


def _is_void(match: Match) -> bool:
    """Tell whether the result of its board was taken back: then it can be played anew."""
    return not match.is_settled and match.board_waits and was_counted(match)


def _terms(match: Match, *, by_days: bool) -> Terms:
    pace = Board.Pace.DAYS if by_days else Board.Pace.FREE
    if match.has_draws:
        return Terms(type=match.game, options=game_type(match.game).options({}), pace=pace)
    return Terms(length=match.length, with_draws=not match.is_of_bracket, pace=pace)


def match_seat(*, match: Match, by: Doer) -> BoardSeat | None:
    """Return the seat that a pass of the event opens at a match's board; None for all others."""
    side = side_of(by, match)
    if side is None or not isinstance(by, EntryPass) or match.online is None:
        return None
    return match.online.seats.filter(number=side, kind=BoardSeat.Kind.PLAYER).first()


def _player(player: Player | None, needs_account: bool) -> Player:
    assert player is not None  # the match is open
    if needs_account and player.current.user_id is None:
        raise EventRefused("online_accounts")
    return player.current


def match_take_board(*, match: Match, by: User, version: int, key: str, seen: str = "") -> Match:
    """Let a board count that has ended where its match was decided otherwise or its result was
    taken back, as a director.

    Raises:
        NotAllowed, CorrectionReaches: see `match_correct`.
        Conflict: the version is outdated, or the board has no result.
    """
    points = match.board_points
    if points is None or not match.board_waits:
        raise EventConflict("board_not_over")
    return match_correct(match=match, by=by, points=points, version=version, key=key, seen=seen)
