"""Rebuilds a session's projections from its log, which is the only truth."""

from django.db import transaction

from games.errors import Refused
from games.models import Action, Session, User
from games.models.locks import rows_locked
from games.permissions import Capability, require
from games.record.log.checking import Report, session_check
from games.record.log.damage import recorded
from games.record.log.history import Finished, History, Position, cuts_of
from games.record.log.open_question import question_settle
from games.record.log.projections import games_write, persons, seats_write
from games.record.services.actions import snapshot_with
from games.rules.chouette import RULES_VERSION
from games.sessions.services.debts import debts_follow, debts_lock
from games.signals import announce

STATUS = {
    Action.Kind.END: Session.Status.ENDED,
    Action.Kind.REOPEN: Session.Status.OPEN,
    Action.Kind.VOID: Session.Status.VOID,
}


@transaction.atomic
def session_refold(*, session: Session, by: User) -> Report:
    """Check a session, and rebuild its projections where they differ from its log.

    Returns the findings. A second check finds nothing.

    Raises:
        NotAllowed: the user may not do this.
        Damaged, Refused: the log itself is damaged; nothing was changed.
    """
    require(by, Capability.VOID_SESSION, session.club, session)
    return rewritten(session, keep_counted=False)


@transaction.atomic
def session_repair(*, session: Session) -> Report:
    """Do the same for the operator of the installation, who decides nothing about results.

    A finished session keeps its points if another version of the rules calculated them.

    Raises:
        Damaged, Refused: the log is damaged, or these rules give other points; nothing was changed.
    """
    return rewritten(session, keep_counted=True)


def rewritten(session: Session, *, keep_counted: bool) -> Report:
    """Do it in the caller's transaction."""
    debts_lock(session.club_id)
    session = rows_locked(Session.objects).get(pk=session.pk)
    report = session_check(session=session)
    if not report.differences:
        return report
    session.cuts = cuts_of(session.log.filter(kind=Action.Kind.CUT).order_by("sequence"))
    found = recorded(session)
    if keep_counted:
        require_same_count(session, found.games)
    _row_write(session, found.position, found.history)
    projections_rewrite(session, found.position, found.games)
    left = session_check(session=session)
    if left.differences:  # gaps in the log cannot be repaired
        raise Refused("log_broken", reason=left.differences[0])
    debts_follow(club_id=session.club_id, since=session)
    announce(session, session.version, results_changed=True)
    return report


def require_same_count(session: Session, games: list[Finished]) -> None:
    """Refuse a finished session whose points another version of the rules calculated
    differently.
    """
    if session.is_open or session.rules_version == RULES_VERSION:
        return
    keys = persons(session, session.seats.values_list("logged_as", flat=True))
    counted = {
        game.number: {score.player_id: score.points for score in game.scores.all()}
        for game in session.games.prefetch_related("scores")
    }
    for finished in games:
        number = finished.result.number
        now = {
            keys.get(player): points
            for player, points in finished.result.points.items()
            if not finished.is_void
        }
        if counted.get(number) != now:
            raise Refused("counted_before", game=number, version=session.rules_version)


def projections_rewrite(session: Session, position: Position, games: list[Finished]) -> None:
    """Write seats, games, points and transfers of a session from scratch; games keep their
    times.
    """
    times = dict(session.games.values_list("number", "finished_at"))
    session.games.all().delete()
    session.seats.all().delete()
    seats_write(session, position.table)
    games_write(session, games)
    kept = []
    for game in session.games.all():
        game.finished_at = times.get(game.number, game.finished_at)
        kept.append(game)
    session.games.bulk_update(kept, ["finished_at"], batch_size=500)


def _row_write(session: Session, position: Position, history: History) -> None:
    rules = position.table.rules
    session.rules, session.rules_json = rules.text(), rules.to_json()
    session.rules_version = RULES_VERSION
    session.snapshot, session.checkpoint = snapshot_with(position, history), None
    session.status = status_logged(session)
    asked = question_settle(session, Action.Kind.UNDO, position.table)
    session.save(
        update_fields=[
            "rules",
            "rules_json",
            "rules_version",
            "snapshot",
            "checkpoint",
            "status",
            "cuts",
            *asked,
        ]
    )


def status_logged(session: Session) -> Session.Status:
    """Return the status that the log says."""
    last = session.log.filter(kind__in=STATUS).order_by("sequence").last()
    return STATUS[Action.Kind(last.kind)] if last else Session.Status.OPEN
