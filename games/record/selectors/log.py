"""Reads the log of a session: its rows, the actions of a game, the table at an earlier version."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.db.models import QuerySet

from games.clubs.selectors.privacy import called
from games.errors import Refused
from games.fast.queries import Prepared
from games.models import Action, Pass, Player, Session, User
from games.permissions import NOBODY, Reader
from games.record.log.damage import fold, log_read, recorded
from games.record.log.history import (
    FOLDED,
    History,
    Kind,
    Position,
    Step,
    as_written,
    replay,
    rows_after,
    rows_standing,
)
from games.record.selectors.sessions import names_of, table_of
from games.record.values import By, LoggedStep, LoggedSteps, Pending
from games.rules.chouette import RULES_VERSION, Table
from games.rules.chouette import Action as RulesAction
from games.rules.chouette.notation import statements

TOLD: Final = (*FOLDED, Kind.END, Kind.REOPEN, Kind.VOID, Kind.CUT)
"""The kinds of rows that change the visible table and its version."""


_rows: Final = Prepared(
    lambda session, after, through: Action.objects.filter(
        session=session, kind__in=TOLD, sequence__gt=after, sequence__lte=through
    ).order_by("sequence")
)
_players: Final = Prepared(
    lambda club, users: (
        Player.objects.filter(club=club, user__in=users)
        .order_by("-name", "-pk")
        .values_list("user_id", "name", "shown")
    )
)
_users: Final = Prepared(
    lambda users: User.objects.filter(pk__in=users).order_by().values_list("pk", "name")
)
_passes: Final = Prepared(
    lambda passes: Pass.objects.filter(pk__in=passes).order_by().values_list("pk", "player")
)


def log_rows(session: Session) -> QuerySet[Action]:
    """Return every row with its sender, the latest first."""
    return session.log.select_related("sender").order_by("-sequence")


def told_of_game(session: Session, reader: Reader = NOBODY) -> LoggedSteps:
    """Tell the game in progress, or everything without a checkpoint; four queries."""
    return _logged(session, session.checkpoint["sequence"] if session.checkpoint else 0, reader)


def told_of_evening(session: Session, reader: Reader = NOBODY) -> LoggedSteps:
    """Tell the whole evening; four queries."""
    return _logged(session, 0, reader)


def told_since(session: Session, version: int, reader: Reader = NOBODY) -> tuple[LoggedStep, ...]:
    """Tell what happened after an earlier version, oldest first."""
    logged = _logged(session, _known(session, version)[0], reader)
    return tuple(told for told in logged.told if told.version > version)


def movable_at(session: Session, version: int, steps: int, *, redo: bool) -> tuple[Pending, ...]:
    """Return what undo or redo of this many steps meant at an earlier version, newest first."""
    with log_read(session):
        history = History.of(rows_after(session, _known(session, version)[0], through=version))
    pile = history.undone if redo else history.done
    return tuple(map(_pending, pile[: -steps - 1 : -1]))


def _logged(session: Session, sequence: int, reader: Reader) -> LoggedSteps:
    # Rows written after the session's row was read belong to a later checkpoint.
    with log_read(session):
        rows = _rows_told(session, sequence)
        senders = _senders(session, rows, reader)
        history = History()
        phones = _Phones.of(session)
        told = {}
        for step, group in groupby(rows, key=lambda row: row.step):
            told[step] = _told(history, list(group), senders, phones)
        standing = tuple(told[step.sequence] for step in history.done)
    return LoggedSteps(tuple(told.values()), standing)


def _rows_told(session: Session, after: int) -> Sequence[Action]:
    if not session.cuts:
        return _rows(session.pk, after, session.length)
    rows = session.log.filter(kind__in=TOLD, sequence__gt=after, sequence__lte=session.length)
    return list(rows_standing(rows, session.cuts).order_by("sequence"))


def _told(
    history: History, rows: Sequence[Action], senders: "_Senders", phones: "_Phones"
) -> LoggedStep:
    first = rows[0]
    about: Sequence[Step] = ()
    if first.kind == Kind.UNDO:
        about = history.done[: -first.payload["steps"] - 1 : -1]
    elif first.kind == Kind.REDO:
        about = history.undone[: -first.payload["steps"] - 1 : -1]
    for row in rows:
        history.take(row)
    if first.kind in (Kind.PLAY, Kind.AMEND):
        about = history.done[-1:]
    return LoggedStep(
        first.kind,
        tuple(map(_pending, about)),
        senders.of(first),
        first.created_at,
        first.version,
        first.sequence,
        first.key in phones.rolled,
        phones.minutes.get(str(first.version), ""),
    )


def _pending(step: Step) -> Pending:
    return Pending(step.kind, step.game, tuple(played.action for played in step.actions))


@dataclass(frozen=True, slots=True)
class _Phones:
    """What devices without network have said of their steps; older ones said no minutes."""

    rolled: Set[str]
    minutes: Mapping[str, str]

    @classmethod
    def of(cls, session: Session) -> "_Phones":
        """Read it from the session's row."""
        handed = session.handed_over
        return cls(
            {key for one in handed for key in one["rolled"]},
            {key: at for one in handed for key, at in one.get("minutes", {}).items()},
        )


@dataclass(frozen=True, slots=True)
class _Senders:
    users: Mapping[int, str]
    passes: dict[int, str]

    def of(self, row: Action) -> By:
        if row.sender_id is not None:
            return By(name=self.users.get(row.sender_id, ""))
        if row.sent_by_id is not None:
            player = self.passes.get(row.sent_by_id, "")
            return By(player=player, is_tablet=not player)
        return By()


def _senders(session: Session, rows: Iterable[Action], reader: Reader) -> _Senders:
    """Look up the senders of rows; members appear under their player's name.

    The name of an account without a player is shown only to those who see all names.
    """
    users = {row.sender_id for row in rows if row.sender_id is not None}
    passes = {row.sent_by_id for row in rows if row.sent_by_id is not None}
    sees_names = reader.sees_names_of(session.club_id)
    # If a user has several players here, the first one counts.
    found = {
        user: name if sees_names else called(name, shown)
        for user, name, shown in _players(session.club_id, sorted(users))
    }
    names = dict(_users(sorted(users - found.keys()))) if sees_names else {}
    return _Senders(names | found, dict(_passes(sorted(passes))))


def game_actions(session: Session, number: int) -> list[RulesAction]:
    """Return the actions of a finished game, its StartGame first.

    Raises:
        Refused: the game does not exist.
    """
    _before, actions = _game(session, number)
    return actions


def game_notation(session: Session, number: int, reader: Reader = NOBODY) -> list[str]:
    """Return a finished game as statements of the notation, with names.

    Raises:
        Refused: the game does not exist.
    """
    before, actions = _game(session, number)
    written = statements(before, map(as_written, actions), names_of(session, reader))
    return [statement.strip() for statement in written]


def state_at(session: Session, version: int) -> Table:
    """Return the table at an earlier version; within the game in progress in O(1)."""
    sequence, base = _known(session, version)
    if base is None:
        position, _ = fold(session, through=version)
    else:
        with log_read(session):
            rows = rows_after(session, sequence, through=version)
            position, _ = replay(base, History.of(rows).standing())
    return position.table


def _known(session: Session, version: int) -> tuple[int, Position | None]:
    """Return a row at or before a version, and the position after it; else the beginning."""
    checkpoint = session.checkpoint
    if checkpoint is None or checkpoint["rules_version"] != RULES_VERSION:
        return 0, None
    rows = session.log.filter(sequence=checkpoint["sequence"])
    then = rows.values_list("version", flat=True).first()
    if then is None or then > version:
        return 0, None
    return checkpoint["sequence"], Position.from_json(checkpoint)


def _game(session: Session, number: int) -> tuple[Table, list[RulesAction]]:
    """Return the table before a finished game, and its actions."""
    found = recorded(session)
    if not 1 <= number <= len(found.games):
        raise Refused("game_unknown", game=number)
    game = found.games[number - 1]
    before, _ = replay(found.base, found.line[: game.start])
    return before.table, [played.action for played in found.line[game.start : game.end]]


def table_seen(session: Session, version: int) -> Table:
    """Return the table that the sender of a tap saw.

    A retried tap must mean the same as the first time.
    """
    if 0 < version < session.version:
        return state_at(session, version)
    return table_of(session)
