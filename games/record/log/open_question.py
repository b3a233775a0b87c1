"""The open question of a table: what several people are asked, each on his own phone.

It has a number that never comes again. Whoever speaks only for himself names that number, not the
session's version, and is heard while the question is open, whatever others did in the meantime.
"""

from typing import Any, Final

from games.models import Action, Session
from games.rules.chouette import Table

OFFERS: Final = "offers"
REPLIES: Final = "replies"
ANIMALS: Final = "animals"


def question_followed(locked: Session, kind: str, table: Table) -> dict[str, Any]:
    """Return the columns that keep the open question in step with a table after a step.

    A remark changes nothing; undo and the like close what was open, so that no late answer finds
    its way into a question that looks the same.
    """
    if kind in {Action.Kind.NOTE, Action.Kind.DISPUTE, Action.Kind.RESOLVE}:
        return {}
    due = question_due(table)
    now = locked.question
    if now is not None and kind == Action.Kind.PLAY:
        if due is not None and (now["kind"], now["mark"]) == (due["kind"], due["mark"]):
            return {}
        if due is None and now["kind"] == OFFERS and now["mark"] == offers_mark(table):
            return {}
    if now is not None:
        locked.declarations.filter(question=now["number"], step=None).delete()
    if due is None:
        return {} if now is None else {"question": None}
    number = locked.questions + 1
    return {"question": {"number": number, **due}, "questions": number}


def question_settle(session: Session, kind: str, table: Table) -> list[str]:
    """Set these columns on a row that the caller saves, and return their names."""
    columns = question_followed(session, kind, table)
    for name, value in columns.items():
        setattr(session, name, value)
    return list(columns)


def question_due(table: Table) -> dict[str, Any] | None:
    """Return the question that a table asks by itself: replies to an offer, or to animals."""
    game = table.game
    if game is None or game.round is None:
        return None
    if game.round.animals:
        first = game.round.animals[0]
        return {"kind": ANIMALS, "mark": [game.number, first.answerer, first.count]}
    return {"kind": REPLIES, "mark": [game.number, game.round.by, *sorted(game.round.members)]}


def offers_mark(table: Table) -> list[Any] | None:
    """Return what a question for the team's offers stands and falls with: the game at play."""
    if table.game is None or table.phase != "play":
        return None
    return [table.game.number]
