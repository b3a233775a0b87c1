"""Reads the log of a session: its rows, the actions of a game, the table as it once was."""

from django.db.models import QuerySet

from games.errors import Refused
from games.models import Action, Session
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import Table
from games.rules.chouette.notation import statements
from games.selectors.sessions import names_of
from games.services.history import History, as_written, fold, replay, rows_after
from games.services.record import line_of
from games.services.snapshots import Pending


def log_rows(session: Session) -> QuerySet[Action]:
    """Return every row with its sender, the latest first."""
    return session.log.select_related("sender").order_by("-sequence")


def undo_steps(session: Session, limit: int = 30) -> list[Pending]:
    """Return what undo with 1, 2, 3 ... steps takes back, newest first; one query."""
    done = History.of(rows_after(session)).done
    return [
        Pending(step.kind, step.game, tuple(played.action for played in step.actions))
        for step in reversed(done[-limit:])
    ]


def standing_actions(session: Session) -> list[RulesAction]:
    """Return the actions that stand, amended games as they are now: what an export writes."""
    _, line = line_of(session)
    return [played.action for played in line]


def game_actions(session: Session, number: int) -> list[RulesAction]:
    """Return the actions of a finished game, its StartGame first.

    Raises:
        Refused: there is no such game.
    """
    _before, actions = _game(session, number)
    return actions


def game_notation(session: Session, number: int) -> list[str]:
    """Return what happened in a finished game as statements of the notation, with names.

    Raises:
        Refused: there is no such game.
    """
    before, actions = _game(session, number)
    written = statements(before, map(as_written, actions), names_of(session))
    return [statement.strip() for statement in written]


def state_at(session: Session, version: int) -> Table:
    """Return the table as it was at an earlier version."""
    position, _ = fold(session, through=version)
    return position.table


def _game(session: Session, number: int) -> tuple[Table, list[RulesAction]]:
    """Return the table before a finished game, and its actions."""
    base, line = line_of(session)
    _, games = replay(base, line)
    if not 1 <= number <= len(games):
        raise Refused("game_unknown", game=number)
    game = games[number - 1]
    before, _ = replay(base, line[: game.start])
    return before.table, [played.action for played in line[game.start : game.end]]
