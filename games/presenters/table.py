"""Reads what the table page shows: who is who, what may be done, what was done last."""

from __future__ import annotations

from django.db.models import F

from games.models import Session
from games.permissions import Capability, Somebody
from games.presenters.ask import Ask
from games.presenters.page import Sources, Step, TablePage, table_page
from games.presenters.words import pending_in_words
from games.rules.chouette import RollOrder, Table
from games.selectors.log import state_at, undo_steps
from games.selectors.people import seatable_players
from games.selectors.sessions import may, names_of, next_redo, next_undo, table_of
from games.services.history import History, rows_after
from games.services.snapshots import Pending
from games.texts import Names

RECENT = 40


def page_of(session: Session, user: Somebody, ask: Ask, problem: str = "") -> TablePage:
    """The table page for one reader, in a constant number of queries.

    Raises:
        Refused: the session was played by rules that count otherwise.
    """
    table = table_of(session)
    return table_page(session, table, ask, _sources(session, table, user, ask), problem)


def names_in(session: Session) -> Names:
    """The names of the club's players: whoever sat here, or may, or whose joining was undone."""
    names = dict(session.club.players.values_list("public_id", "name"))
    # After a merge, or a move from another club, the log calls somebody by another id.
    return Names({**names, **names_of(session)}.items())


def table_seen(session: Session, version: int) -> Table:
    """The table that the sender of a tap had before his eyes.

    A tap that comes again after its answer was lost must mean what it meant the first time.
    """
    if 0 < version < session.version:
        return state_at(session, version)
    return table_of(session)


def _sources(session: Session, table: Table, user: Somebody, ask: Ask) -> Sources:
    names = names_in(session)
    allowed = may(session, user)
    undoable = next_undo(session)
    return Sources(
        names=names,
        may_score=Capability.SCORE in allowed,
        may_reopen=Capability.REOPEN_SESSION in allowed,
        others=_others(session) if ask.pane == "people" else (),
        steps=[
            Step(back, pending_in_words(step, names))
            for back, step in enumerate(_steps(session, ask), 1)
        ],
        undo=_words(undoable, names),
        redo=_words(next_redo(session), names),
        dice=_dice(undoable),
    )


def _words(step: Pending | None, names: Names) -> str:
    return pending_in_words(step, names) if step else ""


def _dice(step: Pending | None) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The dice for the order, where they were the last thing that happened."""
    if step is None or len(step.actions) != 1:
        return ()
    action = step.actions[0]
    return action.dice if isinstance(action, RollOrder) else ()


def _others(session: Session) -> list[tuple[str, str]]:
    # Who sits here under an id of his own is told apart by the table; others are not.
    alias = session.seats.exclude(logged_as=F("player__public_id")).values("player_id")
    players = seatable_players(session.club).exclude(pk__in=alias)
    return list(players.values_list("public_id", "name"))


def _steps(session: Session, ask: Ask) -> list[Pending]:
    """What can be undone, newest first: of the game in progress, or further back when asked."""
    if ask.pane == "history":
        return undo_steps(session, limit=RECENT)
    since = session.checkpoint["sequence"] if session.checkpoint else 0
    return [
        Pending(step.kind, step.game, tuple(played.action for played in step.actions))
        for step in reversed(History.of(rows_after(session, since)).done)
    ]
