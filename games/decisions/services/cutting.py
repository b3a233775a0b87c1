"""Cuts a damaged log back to its last sound step, so that the evening can be followed again."""

from django.db import transaction

from games.decisions.services.refolding import require_same_count, rewritten, status_logged
from games.errors import Refused
from games.models import Action, Session, User
from games.permissions import Capability, require
from games.record.log.cutting import last_sound
from games.record.log.damage import damage_of, recorded, rows_readable
from games.record.log.history import cuts_of
from games.record.log.origins import Sender
from games.record.log.projections import games_rewrite, seats_write
from games.record.log.writing import Change, Recorded, Request, append
from games.record.services.actions import snapshot_with
from games.sessions.services.debts import debts_follow, debts_lock


@transaction.atomic
def session_cut(
    *, session: Session, by: User, version: int, key: str, origin: Sender | None = None
) -> Recorded:
    """Append a row which says that no play after the last sound step counts any more.

    The rows stay, and notes, endings and the like among them still hold. An evening that has ended
    is cut back to the end of its last sound game. It cannot be undone.

    Raises:
        NotAllowed, StaleVersion, KeyReused: see `record_action`.
        Refused: the log is sound, or not even its beginning is; or another version of the rules
            counted what is left.
    """
    require(by, Capability.VOID_SESSION, session.club, session)
    debts_lock(session.club_id)
    # What was answered to the open question goes, like all that came after the last sound step.
    over = session.question["number"] if session.question else None
    request = Request(session, by, Action.Kind.CUT, None, version, key, origin, over)
    done = append(request, _cut)
    rewritten(session, keep_counted=True)
    debts_follow(club_id=session.club_id, since=session)
    return done


def _cut(locked: Session) -> Change:
    if damage_of(locked) is None:
        raise Refused("log_sound")
    locked.status = status_logged(locked)
    after = last_sound(locked, between_games=locked.status == Session.Status.ENDED)
    if not after:
        raise Refused("nothing_sound")
    cuts = cuts_of(row for _number, row in sorted(rows_readable(locked).items()))
    locked.cuts = [*cuts, [after, locked.length + 1]]
    record = recorded(locked)
    require_same_count(locked, record.games)
    results_changed = games_rewrite(locked, record.games, after=0)
    seats_write(locked, record.position.table)
    return Change(
        [{"after": after}],
        record.position,
        columns={
            "snapshot": snapshot_with(record.position, record.history),
            "checkpoint": None,
            "cuts": locked.cuts,
            "is_damaged": False,
            "status": locked.status,
        },
        results_changed=results_changed,
    )
