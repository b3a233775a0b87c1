"""Writes a whole log at once, for sessions from files."""

import datetime
from collections.abc import Iterable, Sequence

from games.models import Action, Session, User
from games.record.log.history import Finished, Kind, Played, Position, Step, advance
from games.record.log.open_question import question_settle
from games.record.log.projections import games_write, seats_write
from games.record.log.snapshots import checkpoint_of, position_of, snapshot_of
from games.rules.chouette import Action as RulesAction
from games.rules.chouette import StartGame, action_to_json
from games.signals import announce

BATCH = 2000


def steps_write(
    *,
    session: Session,
    steps: Iterable[Sequence[RulesAction]],
    sender: User,
    at: datetime.datetime,
    every: datetime.timedelta = datetime.timedelta(0),
) -> None:
    """Play steps in a session nobody else knows of yet; call it in the caller's transaction.

    The first step happened `at` a time, each further one `every` later.

    Raises:
        RuleError: the rules refuse one of the actions.
        Refused: a number is too large to store.
    """
    position = position_of(session)
    rows: list[Action] = []
    games: list[Finished] = []
    last: Step | None = None
    latest_start: tuple[Position, int] | None = None
    for actions in steps:
        before, first = position, session.length + 1
        line = [Played(sequence, at, action) for sequence, action in enumerate(actions, first)]
        session.version += 1
        session.length += len(line)
        for played in line:
            position, finished = advance(position, played, as_played=False)
            if finished is not None:
                games.append(finished)
            rows.append(_row(session, played, first, sender))
        if any(isinstance(action, StartGame) for action in actions):
            latest_start = before, first - 1
        last = Step(Kind.PLAY, first, tuple(line))
        at += every
    Action.objects.bulk_create(rows, batch_size=BATCH)
    seats_write(session, position.table)
    games_write(session, games)
    session.snapshot = snapshot_of(position, last, None)
    session.checkpoint = checkpoint_of(*latest_start) if latest_start else None
    asked = question_settle(session, Kind.PLAY, position.table)
    session.save(update_fields=["version", "length", "snapshot", "checkpoint", *asked])
    announce(session, session.version, results_changed=bool(games))


def _row(session: Session, played: Played, step: int, sender: User) -> Action:
    return Action(
        session=session,
        sequence=played.sequence,
        kind=Kind.PLAY,
        payload=action_to_json(played.action),
        step=step,
        version=session.version,
        sender=sender,
        created_at=played.at,
    )
