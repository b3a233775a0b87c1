"""Messages to a user's devices: switched on by the user, one device at a time, over web push.

They say whose turn it is, a table, a pairing. A `Notice` has no place for a stake or a score: what
lies on a locked screen is read by others.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from email.utils import parseaddr
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.accounts.sealing import LARGEST, SealError, check_keys, packed, sealed, sender
from games.errors import NotFound, Refused
from games.models import Board, BoardSeat, Club, PushSubscription, User
from games.web.addresses import AddressRefused, parse_url
from games.web.sending import Answer, send
from games.web.speech import language_of

logger = structlog.get_logger(__name__)

MOST_DEVICES: Final = 10
"""Of one user; a further one takes the place of the oldest."""
GONE: Final = frozenset({404, 410})
"""The browser has withdrawn its subscription, or is no more (RFC 8030, 7.3)."""
LATER: Final = frozenset({429, 500, 502, 503, 504})
KEPT: Final = 12 * 60 * 60
"""Seconds for which a push service keeps a message for a device that is switched off."""
VALID: Final = 60 * 60
"""Seconds for which the sender's signature is valid."""


class PushLater(OSError):
    """A push service is busy or did not answer: the message is worth another try."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a device may be told, and the page that a tap on it opens.

    `players` are the names of a pairing, `table` is its number.
    """

    kind: Literal["turn", "table", "pairing", "league", "result", "proposal", "agreed", "decided"]
    path: str
    players: tuple[str, ...] = ()
    table: int | None = None

    @classmethod
    def of(cls, data: dict[str, Any]) -> Self:
        """Return the notice that `as_json` wrote for the worker."""
        return cls(**{**data, "players": tuple(data["players"])})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def tag(self) -> str:
        """What it is about: a later notice about the same replaces it on the device."""
        return hashlib.sha256(f"{self.kind} {self.path}".encode()).hexdigest()[:24]

    def message(self) -> dict[str, str]:
        """Return what the device shows, in the language that is active."""
        table = "" if self.table is None else _("Table %(number)s") % {"number": self.table}
        title = {
            "turn": _("Your turn"),
            "table": table or _("Your table"),
            "pairing": _("Your next pairing"),
            "league": _("Your league match"),
            "result": _("Confirm or contradict a result"),
            "proposal": _("Dates are proposed to you"),
            "agreed": _("A date is agreed"),
            "decided": _("The director has decided your match"),
        }[self.kind]
        names = " – ".join(self.players)
        body = " · ".join(word for word in (names, table if table != title else "") if word)
        return {"title": title, "body": body, "url": self.path, "tag": self.tag}


@transaction.atomic
def push_subscribe(
    *, holder: User | BoardSeat, endpoint: str, key: str, code: str, device: str
) -> PushSubscription:
    """Switch messages on in a browser; the user who had it before gets no more there.

    A guest's are for one board, and the same browser may have those of several.

    Raises:
        Refused: the address or the keys are none that a browser gives.
    """
    try:
        parse_url(endpoint, local=settings.WEBHOOKS_LOCAL)
        check_keys(key, code)
    except (AddressRefused, SealError) as error:
        raise Refused("push_malformed") from error
    user, seat = (holder, None) if isinstance(holder, User) else (None, holder)
    row, _made = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        seat=seat,
        defaults={
            "user": user,
            "key": key,
            "code": code,
            "device": device,
            "created_at": timezone.now(),
        },
    )
    newest = holder.push_subscriptions.order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(newest[MOST_DEVICES:])).delete()
    return row


@transaction.atomic
def push_unsubscribe(*, holder: User | BoardSeat, subscription: str) -> None:
    """Switch messages off on one of a user's or a guest's devices.

    Raises:
        NotFound: it is somebody else's, or is off already.
    """
    if not holder.push_subscriptions.filter(public_id=subscription).delete()[0]:
        raise NotFound


def pushes_delete_old() -> None:
    """Forget the devices of guests whose boards are over: nothing is told there any more."""
    open_now = [Board.Status.WAITING, Board.Status.PLAYING]
    of_guests = PushSubscription.objects.filter(seat__isnull=False)
    of_guests.exclude(seat__board__status__in=open_now).delete()


def push_devices(user_id: int | None, seat_id: int | None = None) -> list[int]:
    """Return the subscriptions of a user who may sign in, or of a guest's seat."""
    of_user = Q(user=user_id, user__isnull=False, user__is_active=True)
    rows = PushSubscription.objects.filter(of_user | Q(seat=seat_id, seat__isnull=False))
    return list(rows.values_list("pk", flat=True))


def push_send(*, subscription_id: int, notice: Notice) -> Answer | None:
    """Send a notice to a device; None if it is no longer wanted there.

    A subscription that the push service calls gone is deleted. Sending it twice does no harm: the
    second replaces the first on the device.

    Raises:
        PushLater: the push service is busy or did not answer.
    """
    rows = PushSubscription.objects.select_related("user", "seat")
    row = rows.filter(pk=subscription_id).first()
    holder = None if row is None else row.user or row.seat
    if row is None or holder is None:
        return None
    with override(language_of(holder.language or _language_of_club(holder))):
        message = json.dumps(notice.message(), ensure_ascii=False).encode()
    if len(message) > LARGEST:
        raise ValueError("a notice has two names at most")
    parts = urlsplit(row.endpoint)
    headers = {
        "Authorization": sender(
            settings.VAPID_KEY,
            f"{parts.scheme}://{parts.netloc}",
            f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
            math.floor(timezone.now().timestamp()) + VALID,
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Topic": packed(notice.tag.encode())[:32],
        "Urgency": "normal",
    }
    body = sealed(message, row.key, row.code)
    answer = send(row.endpoint, body, headers, local=settings.WEBHOOKS_LOCAL)
    if answer.status in GONE:
        PushSubscription.objects.filter(pk=row.pk, key=row.key).delete()
    elif answer.status in LATER or answer.problem in ("time_limit", "no_answer"):
        raise PushLater(answer.status or answer.problem)
    elif not answer.is_success:
        logger.warning("push_refused", status=answer.status, problem=answer.problem)
    return answer


def _language_of_club(holder: User | BoardSeat) -> str:
    """Return the language of the club for which somebody plays; of several, of the first that has
    chosen one.
    """
    if isinstance(holder, BoardSeat):
        found = Club.objects.filter(boards=holder.board_id)
    else:
        found = Club.objects.filter(players__user=holder).order_by("players__pk")
    return found.exclude(language="").values_list("language", flat=True).first() or ""
