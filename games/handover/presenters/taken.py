"""What a device takes along: the evening so far, so that it can go on and be taken back there."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db.models import F
from django.utils.formats import date_format

from games.clubs.selectors.clubs import seatable_players
from games.models import Session
from games.offline.position import Base
from games.offline.position import Step as Tap
from games.permissions import Reader
from games.record.log.damage import log_read
from games.record.log.history import History, Kind, Position, Step, beginning, replay, rows_after
from games.record.log.snapshots import checkpoints, position_of
from games.record.selectors.log import told_of_evening
from games.record.selectors.names import names_in
from games.record.selectors.sessions import players_before
from games.rules.chouette import RULES_VERSION

LONGEST = 3000
"""The rows of a log that are taken along whole: more than a night brings."""


def base_of(session: Session, reader: Reader) -> Base:
    """Return the evening for a device that keeps it from here on.

    It can take back what it has steps of: everything since the evening began, or since the last
    correction of an earlier game. Where other rules wrote the evening, it has the table alone.

    Raises:
        Damaged, Refused: the log cannot be read by today's rules.
    """
    now = position_of(session)
    names = names_in(session, reader)
    start, history = _beginning(session)
    amended = [at for at, step in enumerate(history.done, 1) if step.kind == Kind.AMEND]
    if amended:
        line = History(history.done[: amended[-1]]).standing()
        start, history = replay(start, line)[0], _later(history, amended[-1])
    if session.rules_version != RULES_VERSION:
        start, history = now, History()
    told = {one.sequence: one for one in told_of_evening(session, reader).told}
    zone = ZoneInfo(session.club.time_zone)

    def tap(step: Step) -> Tap:
        said = told.get(step.sequence)
        by = "" if said is None else said.by.name or names.get(said.by.player, "")
        at = "" if said is None else said.claimed or said.at.astimezone(zone).strftime("%H:%M")
        rolled = said is not None and said.rolled_by_phone
        return Tap(tuple(played.action for played in step.actions), by, at, rolled)

    seats = dict(session.seats.values_list("logged_as", "player__public_id"))
    logged = {*seats, *now.table.players}
    others = _others(session)
    known = {one: names[one] for one in {*logged, *others, *now.table.players}}
    worth = session.stake_amount
    return Base(
        public_id=session.public_id,
        day=session.title or str(date_format(session.played_on, "l")),
        club=session.club.name,
        date=session.played_on.isoformat(),
        version=session.version,
        start=start.table,
        names=known,
        steps=tuple(map(tap, history.done)),
        undone=()
        if any(step.kind == Kind.AMEND for step in history.undone)
        else tuple(map(tap, history.undone)),
        before=players_before(session) if not history.done else frozenset(),
        others=tuple(others),
        scorer=_scorer(session, reader, names),
        stake=None if worth is None else (f"{worth.normalize():f}", session.currency),
    )


def _beginning(session: Session) -> tuple[Position, History]:
    with log_read(session):
        if session.length > LONGEST:
            for checkpoint in reversed(checkpoints(session.checkpoint)):
                if checkpoint["rules_version"] == RULES_VERSION:
                    rows = rows_after(session, checkpoint["sequence"])
                    return Position.from_json(checkpoint), History.of(rows)
        return beginning(session), History.of(rows_after(session))


def _later(history: History, at: int) -> History:
    return History(history.done[at:], history.undone)


def _others(session: Session) -> list[str]:
    # As the table's page has them: who is in the log by another identifier is not offered twice.
    alias = session.seats.exclude(logged_as=F("player__public_id")).values("player_id")
    players = seatable_players(session.club).exclude(pk__in=alias)
    return list(players.values_list("public_id", flat=True))


def _scorer(session: Session, reader: Reader, names: dict[str, str]) -> str:
    user = reader.user
    if user is None:
        return ""
    player = session.club.players.filter(user=user).order_by("name", "pk").first()
    return names.get(player.public_id, "") if player is not None else user.name
