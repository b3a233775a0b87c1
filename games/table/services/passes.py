"""Lets phones without an account in at a table: links from the scorer, claims that wait for a yes.

A pass whose `device` is blank is a link, which may be opened on several phones; a claim belongs to
the phone that made it. Revoking makes all links and cookies of a pass worthless. Claims are made
with the table's short code, which there is only while the scorer keeps the table open for phones.
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
"""Claims at one table that nobody has answered; no table has so many newcomers at a time."""
SOME_PHONE: Final = "?"
"""The device of a claim whose phone says nothing about itself."""

IDLE: Final = datetime.timedelta(days=7)
"""A table that nobody has touched for so long is over, whether or not somebody has ended it."""
PRESENT: Final = datetime.timedelta(days=1)
"""How long a trace is kept of who was connected, should no server have taken it back."""
KEPT: Final = datetime.timedelta(days=30)
"""How long it is kept which device a pass was on."""


@transaction.atomic
def pass_create(*, session: Session, by: Actor, role: str, player: str = "") -> Pass:
    """Make a link that lets in at a table; where there is such a link already, it is that one.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: the session is not running.
        Refused: no such role, or nobody of that id sits here.
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
    """Part every phone that uses a pass from its table.

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
    """Ask to be let in by a table's short code: as a player, or with a blank id to watch.

    What the same phone asked `earlier` and nobody has answered is asked no longer.

    Raises:
        NotFound: no table has this code.
        Refused: nobody of that id sits here, or too many claims are waiting.
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
    """Ask no longer, and tell whether it was asked; what has been answered stays as it is.

    The phone itself does this.
    """
    if claim.session is not None:
        _waited_for(claim.session)
    deleted, _rows = Pass.objects.filter(pk=claim.pk, state=Pass.State.WAITING).delete()
    if deleted and claim.session is not None:
        table_beat(claim.session)
    return bool(deleted)


def claim_grant(*, claim: Pass, by: Actor) -> Pass:
    """Say yes to a phone that asks to be let in.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: it has been answered, or is asked no longer.
    """
    return _claim_answer(claim, by, Pass.State.GRANTED)


def claim_refuse(*, claim: Pass, by: Actor) -> Pass:
    """Say no to a phone that asks to be let in.

    Raises:
        NotAllowed: the user may not do this.
        Conflict: it has been answered, or is asked no longer.
    """
    return _claim_answer(claim, by, Pass.State.REFUSED)


@transaction.atomic
def join_open(*, session: Session, by: Actor) -> str:
    """Let phones ask in by a short code, and return it; the same as long as the table is open.

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
    """Let no more phones ask in; who is in stays, who waits may still be answered.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.ADMIT, session.club, session)
    _waited_for(session)
    Session.objects.filter(pk=session.pk).update(join_code=None)
    session.join_code = None
    table_beat(session)


def table_leave(session: Session) -> None:
    """Do what belongs to the end of an evening, inside the transaction that ends it.

    Nobody asks in any more and nobody speaks for others; passes show the table some hours longer.
    """
    Session.objects.filter(pk=session.pk).update(join_code=None)
    session.join_code = None
    session.proxies.all().delete()
    session.passes.filter(state=Pass.State.WAITING).update(state=Pass.State.REFUSED)


@transaction.atomic
def passes_delete_old(*, now: datetime.datetime) -> None:
    """Withdraw the passes of forgotten tables, and delete what says which phone was where."""
    forgotten = Session.objects.filter(changed_at__lt=now - IDLE, join_code__isnull=False)
    Session.objects.filter(pk__in=rows_lock(forgotten)).update(join_code=None)
    of_tables = Pass.objects.filter(session__isnull=False)
    idle = of_tables.filter(session__changed_at__lt=now - IDLE, created_at__lt=now - IDLE)
    unanswered = Q(state__in=[Pass.State.WAITING, Pass.State.REFUSED])
    unmet = of_tables.filter(unanswered, created_at__lt=now - PRESENT)
    old = Pass.objects.filter(state=Pass.State.REVOKED, created_at__lt=now - KEPT)
    # All at once and by key: who answers a claim meanwhile waits, and holds nothing needed here.
    rows_lock(Pass.objects.filter(Q(pk__in=idle) | Q(pk__in=old) | Q(pk__in=unmet)))
    Presence.objects.filter(seen_at__lt=now - PRESENT).delete()
    idle.filter(state=Pass.State.GRANTED).update(state=Pass.State.REVOKED)
    unmet.delete()
    # The log goes on naming who acted.
    acted = Action.objects.filter(sent_by__isnull=False).values("sent_by")
    old.exclude(pk__in=acted).delete()
    old.exclude(device__in=["", SOME_PHONE]).update(device=SOME_PHONE)


@transaction.atomic
def _claim_answer(claim: Pass, by: Actor, state: Pass.State) -> Pass:
    assert claim.session is not None  # a wall is not asked in at
    require(by, Capability.ADMIT, claim.club, claim.session)
    locked = _locked(claim.session)
    waiting = Pass.objects.filter(pk=claim.pk, state=Pass.State.WAITING)
    if not waiting.update(state=state):
        raise Conflict("claim_over")
    table_beat(locked)
    claim.state = state
    return claim


def _waited_for(session: Session) -> None:
    """Lock a pass's table before the pass; so does everybody."""
    rows_lock(Session.objects.filter(pk=session.pk))


def _locked(session: Session) -> Session:
    locked = rows_locked(Session.objects).get(pk=session.pk)
    require_open(locked)
    return locked


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        # The column is unique besides: who chooses the same at the same moment taps again.
        if not Session.objects.filter(join_code=code).exists():
            return code
