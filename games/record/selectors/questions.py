"""Reads the open question: for everybody how many have answered, for each player only their own
words.
"""

from __future__ import annotations

from dataclasses import replace

from games.models import Pass, Session
from games.record.services.speakers import (
    HELD,
    Speaking,
    by_player,
    held_by,
    is_late,
    is_timed,
    phones_at,
    proxies_of,
    standing_of,
)
from games.record.values import OpenQuestion, QuestionView
from games.rules.chouette import Table
from games.rules.chouette.actions import BOX
from games.rules.chouette.holding import LENGTH
from games.rules.chouette.questions import ANIMALS, REPLIES, Question, question_at, speaker
from games.rules.chouette.voices import Voice


def question_of(session: Session, table: Table) -> OpenQuestion | None:
    return question_view(session, table).question


def question_view(
    session: Session, table: Table, player: str = "", *, scores: bool = False
) -> QuestionView:
    """Return the open question as a player may know it, in a constant number of queries.

    `scores`: they keep the score, too.
    """
    game = table.game
    if game is None or not session.is_open:
        voices = proxies_of(session).speaks_for(table, player) if player else frozenset()
        return QuestionView(player=player, voices=voices)
    now = session.question
    base = QuestionView(
        following=session.questions + 1,
        may_ask=question_at(table),
        held=now is not None and now["kind"] == HELD,
        player=player,
        on_board=session.on_board,
    )
    if not player and (now is None or base.held):
        return base
    proxies = proxies_of(session)
    voices = proxies.speaks_for(table, player)
    voice = Speaking(player, scores).voice(session, table, proxies)
    standing = standing_of(session, table, proxies)
    said: dict[str, str] = {}
    due: tuple[str, ...] = ()
    if standing is None:
        question = _of_the_box(session, table)
        turn = question is not None and game.box in voices
    else:
        about = standing.asked
        question = OpenQuestion(
            standing.number,
            about.kind,
            about.members,
            standing.spoken,
            by_phone=_with_phones(session, about),
            silent=standing.silent,
        )
        mine = {one for one in about.words if speaker(table, one) in voices}
        due = tuple(one for one in standing.waiting if one in mine)
        said = _own_words(session, standing.number, player, mine) if mine else {}
        turn = bool(due)
    return replace(
        base,
        question=question,
        voices=voices,
        said=said,
        due=due,
        turn=turn,
        short_time=session.club.board_seconds
        if question is not None and base.may_ask is not None and is_timed(session, table)
        else 0,
        is_late=is_late(session, table),
        voice=voice if voice.is_bound else Voice(),
        by_phone=phones_at(session) if scores and standing is not None else frozenset(),
        holding=_own_holds(session, table, player),
    )


def _own_holds(session: Session, table: Table, player: str) -> frozenset[str]:
    """Return the holds that stand of this player's own cube, and those that they have said."""
    if not player:
        return frozenset()
    said = session.holding.get("cubes", {})
    return frozenset(
        cube for cube in held_by(session, table) if player in (cube, said[cube][LENGTH])
    )


def _with_phones(session: Session, about: Question) -> bool:
    passes = session.passes.filter(state=Pass.State.GRANTED, role=Pass.Role.PLAYER)
    return passes.filter(player__in=about.words).exists()


def _of_the_box(session: Session, table: Table) -> OpenQuestion | None:
    """Return the question that a complete round of the team puts to the box."""
    now, game = session.question, table.game
    if now is None or game is None or game.round is None or now["kind"] not in (REPLIES, ANIMALS):
        return None
    animals = game.round.animals
    answerer = animals[0].answerer if animals else game.round.answerer
    return OpenQuestion(now["number"], now["kind"], (game.box,), 0) if answerer == BOX else None


def _own_words(session: Session, number: int, player: str, mine: set[str]) -> dict[str, str]:
    """Return this player's answers; for cubes they only speak for, those they sent themselves."""
    rows = session.declarations.filter(question=number, step=None, overridden_by=None)
    rows = rows.filter(player__in=mine)
    own = set(rows.filter(by_player(session, player)).values_list("player", flat=True))
    return {
        cube: word
        for cube, word in rows.values_list("player", "word")
        if cube == player or cube in own
    }
