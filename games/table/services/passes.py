"""Admits phones without an account to a table: by a scorer's link, or an approved claim.

A pass with a blank `device` is a link, which may be opened on several phones; a claim belongs to
the phone that made it. Revoking a pass invalidates all its links and cookies. Claims need the
table's short code, which exists only while the scorer keeps the table open for phones.
"""

import datetime
import secrets
from typing import Final

from django.db import transaction
from django.db.models import Q

from games.errors import Conflict, NotFound, Refused
from games.models import Action, Club, Pass, Presence, Session, User, public_id
from games.models.ids import ALPHABET
from games.models.locks import rows_lock, rows_locked
from games.permissions import Actor, Capability, require
from games.record.log.snapshots import position_of
from games.record.log.writing import require_open
from games.signals import table_beat

CODE_LENGTH: Final = 6
MOST_WAITING: Final = 12
"""Unanswered claims at one table; no table has so many newcomers at a time."""
SOME_PHONE: Final = "?"
"""The device of a claim from an unknown phone."""

IDLE: Final = datetime.timedelta(days=7)
"""A table without any action for this long counts as over."""
PRESENT: Final = datetime.timedelta(days=1)
"""How long a presence is kept if its server has not deleted it."""
KEPT: Final = datetime.timedelta(days=30)
"""How long the device of a pass is kept."""


@transaction.atomic
def pass_create(*, session: Session, by: Actor, role: str, player: str = "") -> Pass:
    """Make a link that admits to a table, or return the existing one.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: the session is not running.
        Refused: the role does not exist, or the player does not sit here.
    """
    require(by, Capability.ADMIT, session.club, session)
    locked = _locked(session)
    if role not in Pass.Role.values:
        raise Refused("pass_role")
    if role != Pass.Role.PLAYER:
        player = ""
    elif player not in position_of(locked).table.players:
        raise Refused("not_at_the_table")
    links = locked.passes.filter(state=Pass.State.GRANTED, device="", role=role, player=player)
    found = links.order_by("pk").first()
    if found is not None:
        return found
    made = Pass.objects.create(
        club_id=locked.club_id,
        session=locked,
        role=role,
        player=player,
        created_by=by if isinstance(by, User) else None,
    )
    table_beat(locked)
    return made


@transaction.atomic
def wall_pass_create(*, club: Club, by: Actor) -> Pass:
    """Make a link for a screen that shows all tables of a club.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.ADMIT, club)
    author = by if isinstance(by, User) else None
    return Pass.objects.create(club=club, role=Pass.Role.ONLOOKER, created_by=author)


@transaction.atomic
def pass_revoke(*, holder: Pass, by: Actor) -> Pass:
    """Revoke a pass: every phone that uses it loses access.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.ADMIT, holder.club, holder.session)
    if holder.session is not None:
        _waited_for(holder.session)
    holder.state = Pass.State.REVOKED
    holder.nonce = public_id()
    holder.save(update_fields=["state", "nonce"])
    holder.presences.all().delete()
    if holder.session is not None:
        table_beat(holder.session)
    return holder


@transaction.atomic
def pass_claim(*, code: str, player: str, device: str, earlier: Pass | None = None) -> Pass:
    """Claim access by a table's short code: as a player, or with a blank id to watch.

    Unanswered claims `earlier` from the same phone are withdrawn.

    Raises:
        NotFound: no table has this code.
        Refused: the player does not sit here, or too many claims are waiting.
    """
    locked = rows_locked(Session.objects).filter(join_code=code).first() if code else None
    if locked is None or not locked.is_open:
        raise NotFound("join_closed")
    if player and player not in position_of(locked).table.players:
        raise Refused("not_at_the_table")
    waiting = locked.passes.filter(state=Pass.State.WAITING)
    if earlier is not None:
        mine = waiting.filter(pk=earlier.pk)
        same = mine.filter(player=player).first()
        if same is not None:
            return same
        mine.delete()
    if waiting.count() >= MOST_WAITING:
        raise Refused("claims_waiting", limit=MOST_WAITING)
    claim = Pass.objects.create(
        club_id=locked.club_id,
        session=locked,
        role=Pass.Role.PLAYER if player else Pass.Role.ONLOOKER,
        player=player,
        state=Pass.State.WAITING,
        device=device[:60] or SOME_PHONE,
    )
    table_beat(locked)
    return claim


@transaction.atomic
def claim_withdraw(*, claim: Pass) -> bool:
    """Withdraw a claim; tell whether it was still open. An answered claim stays as it is.

    The phone itself does this.
    """
    if claim.session is not None:
        _waited_for(claim.session)
    deleted, _rows = Pass.objects.filter(pk=claim.pk, state=Pass.State.WAITING).delete()
    if deleted and claim.session is not None:
        table_beat(claim.session)
    return bool(deleted)


def claim_grant(*, claim: Pass, by: Actor) -> Pass:
    """Grant a phone's claim.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: it has been answered or withdrawn.
    """
    return _claim_answer(claim, by, Pass.State.GRANTED)


def claim_refuse(*, claim: Pass, by: Actor) -> Pass:
    """Refuse a phone's claim.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: it has been answered or withdrawn.
    """
    return _claim_answer(claim, by, Pass.State.REFUSED)


@transaction.atomic
def join_open(*, session: Session, by: Actor) -> str:
    """Open the table for phones and return its short code, which stays the same while it is open.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: the session is not running.
    """
    require(by, Capability.ADMIT, session.club, session)
    locked = _locked(session)
    if locked.join_code is None:
        locked.join_code = _free_code()
        locked.save(update_fields=["join_code"])
        table_beat(locked)
    session.join_code = locked.join_code
    return locked.join_code


@transaction.atomic
def join_close(*, session: Session, by: Actor) -> None:
    """Close the table for phones; admitted ones stay, waiting ones may still be answered.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.ADMIT, session.club, session)
    _waited_for(session)
    Session.objects.filter(pk=session.pk).update(join_code=None)
    session.join_code = None
    table_beat(session)


@transaction.atomic
def passes_delete_old(*, now: datetime.datetime) -> None:
    """Revoke the passes of abandoned tables, and delete data about devices and presences."""
    forgotten = Session.objects.filter(changed_at__lt=now - IDLE, join_code__isnull=False)
    Session.objects.filter(pk__in=rows_lock(forgotten)).update(join_code=None)
    of_tables = Pass.objects.filter(session__isnull=False)
    idle = of_tables.filter(session__changed_at__lt=now - IDLE, created_at__lt=now - IDLE)
    unanswered = Q(state__in=[Pass.State.WAITING, Pass.State.REFUSED])
    unmet = of_tables.filter(unanswered, created_at__lt=now - PRESENT)
    old = Pass.objects.filter(state=Pass.State.REVOKED, created_at__lt=now - KEPT)
    # All at once and by key: a claim answered meanwhile waits, and holds no lock needed here.
    rows_lock(Pass.objects.filter(Q(pk__in=idle) | Q(pk__in=old) | Q(pk__in=unmet)))
    Presence.objects.filter(session__isnull=False, seen_at__lt=now - PRESENT).delete()
    idle.filter(state=Pass.State.GRANTED).update(state=Pass.State.REVOKED)
    unmet.delete()
    # The log refers to those who acted.
    acted = Action.objects.filter(sent_by__isnull=False).values("sent_by")
    old.exclude(pk__in=acted).delete()
    old.exclude(device__in=["", SOME_PHONE]).update(device=SOME_PHONE)


@transaction.atomic
def _claim_answer(claim: Pass, by: Actor, state: Pass.State) -> Pass:
    assert claim.session is not None  # walls have no claims
    require(by, Capability.ADMIT, claim.club, claim.session)
    locked = _locked(claim.session)
    waiting = Pass.objects.filter(pk=claim.pk, state=Pass.State.WAITING)
    if not waiting.update(state=state):
        raise Conflict("claim_over")
    table_beat(locked)
    claim.state = state
    return claim


def _waited_for(session: Session) -> None:
    """Lock a pass's table before the pass, as everywhere."""
    rows_lock(Session.objects.filter(pk=session.pk))


def _locked(session: Session) -> Session:
    locked = rows_locked(Session.objects).get(pk=session.pk)
    require_open(locked)
    return locked


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        # The column is unique too: on a collision at the same moment the scorer retries.
        if not Session.objects.filter(join_code=code).exists():
            return code
