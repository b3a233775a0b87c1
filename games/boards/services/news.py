"""Mails about boards that wait: reminders before time runs out, and one digest a day at most.

Never a mail for each move. Each seat remembers when its holder was told, so that a task that runs
twice tells nobody twice.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

import structlog
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.accounts.services.mail_wishes import mails_refused, stop_link
from games.boards.selectors.boards import names_at, seats_of
from games.boards.selectors.news import Waiting, last_told, seats_waiting
from games.boards.selectors.terms import seat_label
from games.models import Board, BoardSeat
from games.web.address import site_address
from games.web.mail import is_final, mail_send, name_in_mail
from games.web.mail_limits import mail_allowed, mail_not_sent
from games.web.speech import language_of

logger = structlog.get_logger(__name__)

A_DAY: Final = datetime.timedelta(hours=24)
SOON: Final = datetime.timedelta(hours=1)
"""So long a turn waits before a digest mentions it: who plays just now needs no mail."""
LAST_CALL: Final = datetime.timedelta(hours=6)
"""The second reminder, before the end; of a shorter time its last tenth."""


def news_send(*, now: datetime.datetime | None = None) -> int:
    """Send the reminders and digests that are due, and return how many mails that were."""
    at = now or timezone.now()
    found = list(seats_waiting())
    refused = mails_refused({one.to for one in found})
    waiting = [one for one in found if one.to not in refused]
    sent = 0
    told: set[int] = set()
    for due in waiting:
        if _is_reminded(due, at):
            told.add(due.seat.pk)
            sent += _told(due.to, due.language, [due], at, is_reminder=True)
    rest: dict[str, list[Waiting]] = defaultdict(list)
    for due in waiting:
        if due.seat.pk not in told and at - due.since >= SOON:
            rest[due.to].append(due)
    last = last_told()
    for to, ones in rest.items():
        before = last.get(to)
        if before is not None and (
            at - before < A_DAY or not any(one.since > before for one in ones)
        ):
            continue
        sent += _told(to, ones[0].language, ones, at, is_reminder=False)
    return sent


def reminders_of(waiting: Waiting) -> Iterator[datetime.datetime]:
    """Return when the holder of a seat is reminded: at three quarters of the time, and at last."""
    if waiting.due is None:
        return
    whole = waiting.due - waiting.since
    yield waiting.since + whole * 3 / 4
    yield waiting.due - min(LAST_CALL, whole / 10)


def _is_reminded(waiting: Waiting, now: datetime.datetime) -> bool:
    """Tell whether a reminder is due that has not been sent; none comes after the end."""
    if waiting.due is None or now >= waiting.due:
        return False
    before = waiting.seat.reminded_at
    return any(at <= now and (before is None or before < at) for at in reminders_of(waiting))


def _told(
    to: str, language: str, ones: Sequence[Waiting], now: datetime.datetime, *, is_reminder: bool
) -> bool:
    """Claim these seats, and mail; a seat that another task has claimed is left out.

    Whoever has got enough mails for today is told later, as far as it is still worth it.
    """
    kind = "reminder" if is_reminder else "digest"
    if not mail_allowed(kind=kind, to=to):
        return False
    claimed = [one for one in ones if _claim(one, now)]
    if not claimed:
        mail_not_sent(kind=kind, to=to)
        return False
    try:
        with override(language_of(language)):
            _mail(to, claimed, is_reminder=is_reminder)
    except OSError as error:
        if is_final(error):  # asked again it would say the same
            logger.warning("board_news_refused", error=str(error))
            return False
        logger.warning("board_news_late", error=str(error))
        mail_not_sent(kind=kind, to=to)
        for waiting in claimed:
            BoardSeat.objects.filter(pk=waiting.seat.pk, reminded_at=now).update(
                reminded_at=waiting.seat.reminded_at
            )
        return False
    return True


def _claim(waiting: Waiting, now: datetime.datetime) -> bool:
    seats = BoardSeat.objects.filter(pk=waiting.seat.pk, reminded_at=waiting.seat.reminded_at)
    return bool(seats.update(reminded_at=now))


def _mail(to: str, ones: Sequence[Waiting], *, is_reminder: bool) -> None:
    site = site_address()
    boards: list[dict[str, Any]] = [
        {
            "title": _title(waiting.board),
            "due": waiting.due,
            "link": site + reverse("board", args=[waiting.board.public_id]),
        }
        for waiting in ones
    ]
    if is_reminder:
        subject = _("Your time is running out: %(title)s") % {"title": boards[0]["title"]}
    else:
        subject = ngettext(
            "It is your turn in %(count)s game", "It is your turn in %(count)s games", len(boards)
        ) % {"count": len(boards)}
    stop = stop_link(site, to)
    context = {
        "boards": boards,
        "is_reminder": is_reminder,
        "is_guest": ones[0].seat.player is None,
        "all": site + reverse("boards"),
        "stop": stop,
    }
    text = render_to_string("boards/mail/turns.txt", context)
    mail_send(to=to, subject=subject, text=text, stop=stop)


def _title(board: Board) -> str:
    names = names_at(seats_of(board), sees_names=True)
    return " – ".join(name_in_mail(seat_label(names[side])) for side in (0, 1) if side in names)
