"""Signals of this app, sent after commit unless noted otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal

from games.models import Board, Consultation, Session

_held: ContextVar[dict[int, tuple[Session, int, bool]] | None] = ContextVar("held", default=None)


# Arguments: session_id, public_id, club_id, version, results_changed (whether finished games, or
# whether they count, have changed, so that totals and ratings must be recalculated), kind (of the
# step of the log, blank for other changes).
session_changed = Signal()

# Arguments: session_id, public_id, club_id. Something visible at the table has changed: a step of
# the log, or an answer or question beside it.
table_changed = Signal()

# Arguments: session (its locked row, as it was), kind (of the step of its log), change (of
# `games.record.log.writing`), by (the actor). Sent inside the transaction that writes a step of a
# session that is played on the board: a receiver that raises refuses the step.
session_stepped = Signal()

# Argument: session (its locked row). The team is about to be asked for its doubles at a session
# that is played on the board: a receiver that raises refuses it.
offers_due = Signal()

# Arguments: board_id, public_id, club_id, version, status. A board has changed.
board_changed = Signal()

# Arguments: club_id, events (each its name, its identifier, and what is told). Webhooks of a club
# are to be told what another app knows; sent at once, and once more where it was lost.
club_news = Signal()

# No arguments. Somebody looks at the form of a new board: the assistant may be asked soon. Sent at
# once, and nothing has changed.
assistant_expected = Signal()

# Argument: topics (their names in the live stream). What another app streams has changed.
topics_changed = Signal()

# Argument: board_id. What captain and crew lay before each other has changed; the board has not.
crew_changed = Signal()

# Arguments: user_id, notice (of `Notice.as_json` in `games.accounts.services.push`), seat_id (of a
# guest at a board, who has no account). Their devices should show it.
notice_due = Signal()

# Arguments: invitation_id, link, language. Somebody is invited to a board by e-mail.
board_invited = Signal()

# Argument: delivery_id, of a message to a webhook that should be sent at once.
delivery_waiting = Signal()

# Arguments: player, into. They are about to be merged; a receiver that knows they are two people
# raises `Refused`, and nothing is written.
players_merging = Signal()

# Arguments: player, into, by. Before they are merged, and before anything but their club is locked:
# receivers let what is theirs become that of one person, and return in sentences what that changes.
players_uniting = Signal()

# Arguments: player, other, by. Before a merge into the other is taken back, and before anything but
# their club is locked: receivers part what is theirs, and return in sentences what that changes.
players_parting = Signal()

# Arguments: player. It is asked whether they are to be made anonymous: receivers return in
# sentences what goes on under the new name.
player_anonymise_asked = Signal()

# Arguments: player. They are about to be made anonymous, and nothing is locked yet: receivers take
# what says who somebody is from rows that come before players in the order of locks.
player_anonymising = Signal()

# Arguments: player (with the new name), former (names that must disappear everywhere). Sent inside
# the transaction: receivers change or delete their copies of the names.
player_anonymised = Signal()

# Arguments: club_id, fields (names of the club's fields that were set).
club_changed = Signal()

# Argument: club_id. The demo is there, and somebody looks at it at once: receivers work out what is
# counted later elsewhere. Sent inside the transaction.
demo_made = Signal()

# Arguments: email, language, path (see `games.accounts.services.passwords`). It is sent for any
# address, so that it does not reveal which of them have an account.
password_asked = Signal()


def table_beat(session: Session) -> None:
    """Increment the session's beat, and notify the viewers after the commit."""
    Session.objects.filter(pk=session.pk).update(beat=F("beat") + 1)
    table_tell(session)


def table_tell(session: Session) -> None:
    """Notify the viewers of a beat written in this transaction, after the commit."""
    transaction.on_commit(
        partial(
            table_changed.send_robust,
            sender=Session,
            session_id=session.pk,
            public_id=session.public_id,
            club_id=session.club_id,
        )
    )


def announce(session: Session, version: int, results_changed: bool, *, kind: str = "") -> None:
    """Send the signals after the commit.

    `kind` is that of a step of the log, which has already raised the session's beat. What is
    written stays: a failing receiver is logged and does not affect the answer.
    """
    held = _held.get()
    if held is not None:
        before = held.get(session.club_id)
        results_changed = results_changed or (before is not None and before[2])
        held[session.club_id] = session, version, results_changed
        return
    if kind:
        table_tell(session)
    else:
        table_beat(session)
    transaction.on_commit(
        partial(
            session_changed.send_robust,
            sender=Session,
            session_id=session.pk,
            public_id=session.public_id,
            club_id=session.club_id,
            version=version,
            results_changed=results_changed,
            kind=kind,
        )
    )


@contextmanager
def announced_together() -> Iterator[None]:
    """Send the signals of everything written in the block once per club, not once per session.

    For imports of hundreds of sessions that nobody watches yet.
    """
    held: dict[int, tuple[Session, int, bool]] = {}
    token = _held.set(held)
    try:
        yield
    finally:
        _held.reset(token)
    for session, version, results_changed in held.values():
        announce(session, version, results_changed)


def board_beat(board: Board) -> None:
    """Increment the board's beat for a change outside its log, and notify after the commit."""
    Board.objects.filter(pk=board.pk).update(beat=F("beat") + 1)
    board_tell(board)


def board_at_table_beat(session: Session) -> None:
    """Increment the beat of the board that a session is played on.

    For what the board's page shows of its table, where no step is written that the board follows.
    """
    if session.on_board:
        for board in session.boards.filter(status=Board.Status.PLAYING):
            board_beat(board)


def board_tell(board: Board) -> None:
    """Notify viewers, the assistant and webhooks of a board's change, after the commit."""
    transaction.on_commit(
        partial(
            board_changed.send_robust,
            sender=Board,
            board_id=board.pk,
            public_id=board.public_id,
            club_id=board.club_id,
            version=board.version,
            status=board.status,
        )
    )


def crew_beat(board: Board, **written: Any) -> None:
    """Write what a crew lays before each other, raise its beat, and notify it after the commit."""
    rows = Consultation.objects.filter(board=board)
    if not rows.update(beat=F("beat") + 1, **written):
        Consultation.objects.get_or_create(board=board, defaults={"beat": 1, **written})
    transaction.on_commit(partial(crew_changed.send_robust, sender=Consultation, board_id=board.pk))


def notice_tell(user_id: int | None, notice: dict[str, Any], *, seat_id: int | None = None) -> None:
    """Show a notice on the devices of a user, or of a guest's seat, after the commit."""
    said = {"user_id": user_id, "notice": notice, "seat_id": seat_id}
    transaction.on_commit(partial(notice_due.send_robust, sender=None, **said))
