"""The open question of a table: put to several people, each on their own phone.

It has a unique number. An answer names that number, not the session's version, and is accepted
while the question is open, whatever others did meanwhile.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet

from games.errors import AnswersGiven
from games.models import Action, Declaration, Pass, Session
from games.permissions import Actor
from games.rules.chouette import Table
from games.rules.chouette.questions import ANIMALS, OFFERS, REPLIES

TO_MEMBERS: Final = frozenset({OFFERS, REPLIES, ANIMALS})
"""Questions that members answer on their phones; a round of offers in which all held asks
nothing.
"""

Kind = Action.Kind
BESIDE: Final = frozenset(
    {Kind.NOTE, Kind.DISPUTE, Kind.RESOLVE, Kind.END, Kind.REOPEN, Kind.VOID, Kind.MOVE}
    | {Kind.TOTALS}
)
"""Rows beside the game: they leave the question open."""
BACK_AND_FORTH: Final = frozenset({Kind.UNDO, Kind.REDO, Kind.CUT})


@dataclass(frozen=True, slots=True)
class Over:
    """A step that may close a question with answers.

    ``by`` records it, and ``agreed`` is the number of the question whose answers ``by`` agrees to
    lose. ``aside`` is the value its overridden answers store, and ``back`` that of the answers it
    restores (see `Declaration`).
    """

    by: Actor
    agreed: int | None
    aside: int
    back: int | None = None


def question_followed(
    locked: Session, kind: str, table: Table, over: Over | None = None
) -> dict[str, Any]:
    """Return the columns that keep the open question in step with a table after a step.

    A remark changes nothing; undo and the like close the question, so that a late answer cannot
    reach another question that looks the same. Answers overridden by a step are set aside, and
    restored with the question when it is undone; without a step they are lost.

    Raises:
        AnswersGiven: others have answered, and the sender has not agreed to lose that.
    """
    if kind in BESIDE:
        return {}
    due = question_due(table)
    now = locked.question
    same = now is not None and _is_same(now, due, table)
    if now is not None and now["kind"] in TO_MEMBERS:
        _overridden(locked, now, kind, table, over, same=same)
    if same and kind not in BACK_AND_FORTH:
        return {}
    number = locked.questions + 1
    if over is not None and over.back is not None and locked.questions:
        again = locked.declarations.filter(step=None, overridden_by=over.back)
        given_back = again.update(question=number, overridden_by=None)
        if given_back and due is None:
            due = {"kind": OFFERS, "mark": offers_mark(table)}
    if due is None:
        return {} if now is None else {"question": None}
    if same and now is not None:
        _open(locked, now).update(question=number)
    return {"question": {"number": number, **due}, "questions": number}


def _is_same(now: dict[str, Any], due: dict[str, Any] | None, table: Table) -> bool:
    """Tell whether a table asks the same after a step as before."""
    asked = due or {"kind": OFFERS, "mark": offers_mark(table)}
    return all(now[part] == asked[part] for part in ("kind", "mark"))


def _open(locked: Session, now: dict[str, Any]) -> QuerySet[Declaration]:
    return locked.declarations.filter(question=now["number"], step=None, overridden_by=None)


def _overridden(
    locked: Session,
    now: dict[str, Any],
    kind: str,
    table: Table,
    over: Over | None,
    *,
    same: bool,
) -> None:
    """Set aside the answers that a step overrides."""
    declarations = _open(locked, now)
    if same and not (now["kind"] == OFFERS and kind in BACK_AND_FORTH):
        if now["kind"] == OFFERS or not (locked.replies_hidden or now["kind"] == ANIMALS):
            return
        declarations = declarations.exclude(player__in=_still_asked(table))
    if over is None:
        declarations.delete()
        return
    sender = "sent_by_id" if isinstance(over.by, Pass) else "sender_id"
    said = declarations.order_by("pk").values_list("player", sender)
    others = [player for player, by in said if by != over.by.pk]
    if others and over.agreed != now["number"]:
        raise AnswersGiven(now["number"], others)
    if said:
        declarations.update(overridden_by=over.aside)


def _still_asked(table: Table) -> list[str]:
    assert table.game is not None  # a question implies a game in progress
    assert table.game.round is not None
    round = table.game.round
    if round.animals:
        side = round.animals[0].answerer
        return [animal.member for animal in round.animals if animal.answerer == side]
    return list(round.waiting)


def question_settle(session: Session, kind: str, table: Table) -> list[str]:
    """Set these columns on a row that the caller saves, and return their names."""
    columns = question_followed(session, kind, table)
    for name, value in columns.items():
        setattr(session, name, value)
    return list(columns)


def question_due(table: Table) -> dict[str, Any] | None:
    """Return the question that the rules put: replies to an offer, or to animals."""
    game = table.game
    if game is None or game.round is None:
        return None
    if game.round.animals:
        first = game.round.animals[0]
        return {"kind": ANIMALS, "mark": [game.number, first.answerer, first.count]}
    return {"kind": REPLIES, "mark": [game.number, game.round.by, *sorted(game.round.members)]}


def offers_mark(table: Table) -> list[Any] | None:
    """Return what a question for the team's offers depends on: the game in progress."""
    if table.game is None or table.phase != "play":
        return None
    return [table.game.number]
