"""Somebody vanishes in the middle of a game: how the others go on, and nothing is lost.

Who should act is waited for. Then the next of the team rolls and moves for the captain, and
nothing else changes. For a box that has gone the assistant works out what each bet is worth: a
settlement that everybody agrees to, the box by its proxy or by who keeps the score. Otherwise the
assistant, or who stands in for the box, plays on.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Final

from games.boards.errors import BoardNotAllowed, BoardRefused, RulesRefused
from games.boards.services.writing import Writing
from games.chouetteboards.selectors.games import BOX_SIDE, TEAM_SIDE
from games.chouetteboards.services.evenings import EveningHeld
from games.chouetteboards.services.following import cubes_note, seats_present
from games.record.services.speakers import is_spoken_for
from games.rules.chouette import RuleError, Settle
from games.rules.online import Board as State
from games.rules.online.board import BY_ASSISTANT, Gone
from games.rules.online.chouette import chouette_board, mover_of

GONE_FOR: Final = datetime.timedelta(minutes=2)
"""How long somebody is waited for."""


def _gone(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    """Somebody says that who should act has vanished: the countdown begins."""
    _require_part(evening, seat)
    side = _side_that_acts(writing.state)
    team = chouette_board(writing.state).team
    mover = mover_of(evening.table, side)
    away = team.line.index(mover)
    if away == seat:
        raise BoardRefused("gone_self")
    _require_away(evening, team.line, away)
    stale = team.gone_at(side)
    if stale is not None and stale.seat != away:
        writing.do("back", side)  # another acts for this side by now
    until = writing.at + int(GONE_FOR.total_seconds() * 1000)
    writing.do("gone", side, seat=away, until=until)


def _back(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    if not came_back(writing, seat):
        raise BoardRefused("gone_not_you")


def came_back(writing: Writing, seat: int | None) -> bool:
    """Note that somebody who acts is back; tell whether they were said to be gone."""
    found = [one for one in chouette_board(writing.state).team.gone if one.seat == seat]
    for one in found:
        writing.do("back", one.side)
    return bool(found)


def _stand(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    """Play on without who has vanished: the next of the team, or the assistant for the box."""
    _require_part(evening, seat)
    gone = _gone_long(writing, evening, _side_that_acts(writing.state))
    if gone.side == BOX_SIDE:
        writing.do("stand", BOX_SIDE, seat=BY_ASSISTANT)
        return
    team, game = chouette_board(writing.state).team, evening.table.game
    assert game is not None
    away = team.line[gone.seat]
    live = {bet.holder for bet in game.live} - {away}
    others = [one for one in game.team if one != away]
    # Members who still have a cube move before those who only look on.
    others.sort(key=lambda one: one not in live)
    if not others:
        raise BoardRefused("gone_nobody_else")
    writing.do("stand", TEAM_SIDE, seat=team.line.index(others[0]))


def _ask(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    """Have the assistant work out what the bets of a vanished box are worth."""
    _require_part(evening, seat)
    gone = _gone_long(writing, evening, BOX_SIDE)
    table, team = evening.table, chouette_board(writing.state).team
    assert table.game is not None
    if not table.rules.settlements:
        raise RulesRefused(RuleError("settlements_off"))
    if any(extra.live for extra in table.game.extras):
        raise BoardRefused("gone_extras")
    if not is_spoken_for(evening.session, table, team.line[gone.seat]):
        raise BoardRefused("gone_nobody_agrees", name=evening.name(team.line[gone.seat]))
    holders = {bet.holder for bet in table.game.live}
    asked = {gone.seat, *(team.line.index(one) for one in holders)}
    writing.do("ask", None, asked=sorted(asked))


def _agree(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    """Agree to the settlement, for all they speak for; with the last one it is written."""
    for one in _still_asked(writing, evening):
        writing.do("agree", None, seat=one)
    proposal = chouette_board(writing.state).team.proposal
    assert proposal is not None
    assert proposal.points is not None
    if set(proposal.asked) <= set(proposal.agreed):
        before, step = evening.table, evening.session.length + 1
        actions = tuple(_settle(member, points) for member, points in proposal.points)
        evening.say(*actions)
        cubes_note(writing, before, evening.table, actions, step)


def _settle(member: str, points: int) -> Settle:
    """A bet that is worth nothing to either side counts for the box, which keeps its place."""
    return Settle(member, points, None if points else "box")


def _decline(writing: Writing, evening: EveningHeld, seat: int | None) -> None:
    writing.do("decline", None, seat=_still_asked(writing, evening)[0])


GONE_ACTS: Final[Mapping[str, Callable[[Writing, EveningHeld, int | None], None]]] = {
    "gone": _gone,
    "back": _back,
    "stand": _stand,
    "ask": _ask,
    "agree": _agree,
    "decline": _decline,
}


def _still_asked(writing: Writing, evening: EveningHeld) -> list[int]:
    """Return the seats that they may answer a settlement for.

    Raises:
        BoardRefused: nothing is proposed any more; BoardNotAllowed: others are asked.
    """
    team = chouette_board(writing.state).team
    proposal = team.proposal
    if proposal is None or proposal.points is None:
        raise BoardRefused("settlement_over")
    waiting = [one for one in proposal.asked if one not in proposal.agreed]
    return evening.agreeing(waiting, team.line, "settlement_others")


def _require_part(evening: EveningHeld, seat: int | None) -> None:
    if seat is None and not evening.voice.scores:
        raise BoardNotAllowed("no_seat")


def _require_away(evening: EveningHeld, line: tuple[str, ...], seat: int) -> None:
    if seat in seats_present(evening.session, line):
        raise BoardRefused("gone_there", name=evening.name(line[seat]))


def _gone_long(writing: Writing, evening: EveningHeld, side: int) -> Gone:
    """Return who has vanished at a side, once they were waited for.

    Raises:
        BoardRefused: nobody has vanished, they are there, or they are still waited for.
    """
    team = chouette_board(writing.state).team
    gone = team.gone_at(side)
    if gone is None or team.line[gone.seat] != mover_of(evening.table, side):
        raise BoardRefused("gone_nobody")
    _require_away(evening, team.line, gone.seat)
    if writing.at < gone.until:
        left = -(-(gone.until - writing.at) // 1000)
        raise BoardRefused("gone_early", name=evening.name(team.line[gone.seat]), seconds=left)
    return gone


def _side_that_acts(state: State) -> int:
    return state.actor or BOX_SIDE
