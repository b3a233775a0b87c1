"""Says who keeps the score without network. Others are told; nobody is kept from writing."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.errors import Conflict
from games.eventlog.keys import require_key
from games.models import Session, User
from games.models.locks import rows_locked
from games.permissions import Actor, Capability, Reader, acting, require
from games.record.log.writing import require_open
from games.signals import table_beat


@transaction.atomic
def keeping_begin(
    *, session: Session, device: str, sender: Actor | Reader, over: bool = False
) -> None:
    """Note that a device keeps the score from this version on; `device` is a key of its own.

    Raises:
        NotAllowed: the sender may not score here.
        Refused: the key is malformed.
        Conflict: the session is not running, it is played on a board, or another device keeps the
            score already and this one does not take `over`.
    """
    require(sender, Capability.SCORE, session.club, session)
    require_key(device)
    locked = rows_locked(Session.objects).get(pk=session.pk)
    require_open(locked)
    if locked.on_board:
        raise Conflict("kept_on_board")
    if locked.keeper is not None and locked.keeper["device"] != device and not over:
        raise Conflict("kept_elsewhere")
    actor = acting(sender)
    who = {"user": actor.pk} if isinstance(actor, User) else {"pass": actor.pk}
    _keeper_set(
        locked,
        {
            "device": device,
            **who,
            "version": locked.version,
            "at": timezone.now().isoformat(timespec="seconds"),
        },
    )
    session.refresh_from_db(fields=["keeper", "version", "length", "snapshot", "beat"])


@transaction.atomic
def keeping_end(*, session: Session, device: str, sender: Actor | Reader) -> None:
    """Note that a device does not keep the score any more, if it still does.

    Raises:
        NotAllowed: the sender may not score here.
    """
    require(sender, Capability.SCORE, session.club, session)
    locked = rows_locked(Session.objects).get(pk=session.pk)
    if locked.keeper is not None and locked.keeper["device"] == device:
        _keeper_set(locked, None)
    session.refresh_from_db(fields=["keeper", "beat"])


def _keeper_set(locked: Session, keeper: dict[str, Any] | None) -> None:
    locked.keeper = keeper
    locked.save(update_fields=["keeper"])
    table_beat(locked)
