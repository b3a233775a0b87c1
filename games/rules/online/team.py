"""What happens at the board of a chouette beside rolls and plays: cubes said, agreed ends.

The cubes are those of the session. A board's log only notes when something was said about them:
that decides who may roll, and when one may double.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from games.rules.online.board import Board, ChouetteBoard, Ending, Gone, Proposal, Team
from games.rules.online.errors import OnlineError

Payload = Mapping[str, Any]
Act = Callable[[ChouetteBoard, int | None, Payload], ChouetteBoard]


def turned(before: Board, after: ChouetteBoard, payload: Payload) -> ChouetteBoard:
    """Return a board after a roll or a play: with the turn, what was doubled in it is over."""
    team = replace(after.team, proposal=None)  # playing on refuses
    after = replace(after, team=team)
    if before.game.turn is None and after.game.turn is None:
        first, second = payload["dice"]
        return replace(after, team=replace(team, tie=(first, second)))
    if before.game.turn == after.game.turn:
        return after
    return replace(after, team=replace(team, offered=None, pleads=None))


def _cubes(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """Something was said about cubes: see `games.rules.online.chouette.cubes_said`."""
    team = board.team
    if board.stage != "playing" or board.phase in ("opening", "automatic"):
        raise OnlineError("opening_first")
    offers, redoubles = payload["offers"], payload["redoubles"]
    for by in {offers, *redoubles} - {None}:
        if board.phase != "roll" or board.game.turn != by:
            raise OnlineError("double_turn")
    if offers is not None and team.offered is not None:
        raise OnlineError("double_once")
    if payload["gives"] and not (board.phase == "roll" and board.game.turn == 0 and team.offered):
        raise OnlineError("extra_turn")
    offered = team.offered if offers is None else payload["step"]
    said = replace(team, offered=offered, waits=payload["waits"], proposal=None)
    return _asked_anew(replace(board, before=None, team=said), payload)


def _opened(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """The session has the opening dice, with what equal ones do to its cubes."""
    return replace(board, team=replace(board.team, tie=None))


def _undone(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """Something about cubes was taken back at the table; the position stays as it is."""
    team = board.team
    offered = team.offered if payload["still"] else None
    after = replace(team, offered=offered, waits=payload["waits"], proposal=None)
    return _asked_anew(replace(board, team=after), payload)


def _asked_anew(board: ChouetteBoard, payload: Payload) -> ChouetteBoard:
    """Ask those about a resignation whose bets are open now; steps from before do not name them.

    Where nobody is left who has not agreed, it is off: the others said yes to something else.
    """
    if "asked" not in payload or board.game.offer is None:
        return board
    team, asked = board.team, tuple(payload["asked"])
    agreed = tuple(one for one in team.agreed if one in asked)
    if set(asked) <= set(agreed):
        return replace(board, game=board.game.refuse(), team=replace(team, asked=(), agreed=()))
    return replace(board, team=replace(team, asked=asked, agreed=agreed))


def _resign(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    team = board.team
    if board.stage != "playing":
        raise OnlineError("dice_closed")
    if side not in (0, 1):
        raise OnlineError("seat_unknown")
    if team.phase:
        raise OnlineError("automatic_due" if team.tie else "cubes_of_session")
    game = board.game.resign(side, payload["level"])
    asked = tuple(payload["asked"])
    return replace(board, game=game, team=replace(team, asked=asked, agreed=()))


def _accept(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """One of those asked agrees to a resignation; with the last of them the game is over."""
    team, seat = _asked(board, payload)
    if seat in team.agreed:
        raise OnlineError("agreed_already")
    agreed = (*team.agreed, seat)
    if set(team.asked) <= set(agreed):
        return replace(board, game=board.game.accept(), team=replace(team, asked=(), agreed=()))
    return replace(board, team=replace(team, agreed=agreed))


def _refuse(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """One of those asked does not agree: they play on."""
    team, _seat = _asked(board, payload)
    return replace(board, game=board.game.refuse(), team=replace(team, asked=(), agreed=()))


def _gone(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """Who should act for a side does not: until a moment they are waited for."""
    team = board.team
    is_answer = board.phase == "resignation"
    if board.stage != "playing" or is_answer or side is None or board.actor != side:
        raise OnlineError("gone_not_due")
    if team.gone_at(side) is not None:
        raise OnlineError("gone_already")
    gone = Gone(side, payload["seat"], payload["until"])
    return replace(board, team=replace(team, gone=(*team.gone, gone)))


def _back(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """They are back: nobody stands in for them, and nothing is proposed any more."""
    team = board.team
    others = tuple(one for one in team.gone if one.side != side)
    proposal = None if side == 0 else team.proposal
    return replace(board, team=replace(team, gone=others, proposal=proposal))


def _stand(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """A seat, or the assistant, rolls and moves for somebody who has vanished."""
    team = board.team
    gone = None if side is None else team.gone_at(side)
    if gone is None:
        raise OnlineError("gone_nobody")
    others = tuple(one for one in team.gone if one is not gone)
    stood = (*others, replace(gone, stand=payload["seat"]))
    return replace(board, team=replace(team, gone=stood, proposal=None))


def _ask(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """A settlement is wanted: the assistant works out what the bets are worth."""
    team = board.team
    if team.gone_at(0) is None:
        raise OnlineError("gone_nobody")
    if team.phase or board.phase not in ("roll", "play"):
        raise OnlineError("cubes_of_session" if team.phase else "gone_not_due")
    if team.proposal is not None:
        raise OnlineError("offer_open")
    return replace(board, team=replace(team, proposal=Proposal(tuple(payload["asked"]))))


def _propose(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    team = board.team
    if team.proposal is None or team.proposal.points is not None:
        raise OnlineError("offer_missing")
    points = tuple((member, value) for member, value in payload["points"])
    return replace(board, team=replace(team, proposal=replace(team.proposal, points=points)))


def _agree(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """One of those asked agrees to a settlement; the session settles when all have."""
    team, proposal, seat = _proposed(board, payload)
    if seat in proposal.agreed:
        raise OnlineError("agreed_already")
    agreed = replace(proposal, agreed=(*proposal.agreed, seat))
    return replace(board, team=replace(team, proposal=agreed))


def _decline(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """One of those asked does not agree: nothing is settled, for nobody."""
    team, _proposal, _seat = _proposed(board, payload)
    return replace(board, team=replace(team, proposal=None))


def _proposed(board: ChouetteBoard, payload: Payload) -> tuple[Team, Proposal, int]:
    team, seat = board.team, int(payload["seat"])
    if team.proposal is None or team.proposal.points is None:
        raise OnlineError("offer_missing")
    if seat not in team.proposal.asked:
        raise OnlineError("offer_own")
    return team, team.proposal, seat


def _plead(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """One of the team asks not to roll yet; once a turn."""
    team = board.team
    if board.stage != "playing" or board.phase != "roll" or board.game.turn != 1:
        raise OnlineError("plead_turn")
    if team.pleads is not None:
        raise OnlineError("plead_once")
    return replace(board, team=replace(team, pleads=(payload["seat"], payload["until"])))


def _settled(board: ChouetteBoard, side: int | None, payload: Payload) -> ChouetteBoard:
    """The session's game is over: by its cubes, or by what was said at the table."""
    ending = Ending(payload["how"], payload["winner"], board.type.score(board.game))
    return replace(board, stage="over", ending=ending, offer=None, before=None)


def _asked(board: ChouetteBoard, payload: Payload) -> tuple[Team, int]:
    team, seat = board.team, int(payload["seat"])
    if board.phase != "resignation":
        raise OnlineError("offer_missing")
    if seat not in team.asked:
        raise OnlineError("offer_own")
    return team, seat


TEAM_ACTS: Final[Mapping[str, Act]] = {
    "cubes": _cubes,
    "opened": _opened,
    "undone": _undone,
    "resign": _resign,
    "accept": _accept,
    "refuse": _refuse,
    "gone": _gone,
    "back": _back,
    "stand": _stand,
    "ask": _ask,
    "propose": _propose,
    "agree": _agree,
    "decline": _decline,
    "plead": _plead,
    "settled": _settled,
}
"""By the kind of a step: what is done at the boards of chouettes only, or otherwise there."""
WHILE_ADJOURNED: Final = frozenset({"undone", "settled", "back"})
"""What may come from the table, or from who is back, during a pause."""
