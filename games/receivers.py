"""Reacts to this app's own signals."""

from typing import Any

import structlog
from django.dispatch import receiver
from kombu.exceptions import OperationalError

from games.boards.selectors.boards import assistant_waits
from games.boards.services.telling import turn_notices
from games.chouetteboards.services.following import offers_checked, session_followed
from games.files.services.jobs import jobs_forget
from games.models import Board, Player, Session
from games.permissions import Actor
from games.record.log.writing import Change
from games.signals import (
    board_changed,
    board_invited,
    club_news,
    delivery_waiting,
    notice_due,
    notice_tell,
    offers_due,
    password_asked,
    player_anonymised,
    session_changed,
    session_stepped,
)
from games.tasks import (
    assistant_plays,
    board_invitation_mail,
    board_webhooks_tell,
    day_backup,
    old_traces_delete,
    password_mail,
    push_tell,
    webhook_send,
    webhooks_tell,
)
from games.webhooks.services.deliveries import (
    board_deliveries_write,
    club_deliveries_write,
    deliveries_rename,
    deliveries_write,
    is_heard,
)

logger = structlog.get_logger(__name__)


@receiver(session_stepped)
def board_follows_its_session(
    sender: Any, *, session: Session, kind: str, change: Change, by: Actor, **news: Any
) -> None:
    """Take a step to the board of the game, in the same transaction: it may refuse it."""
    session_followed(session=session, kind=kind, change=change, by=by)


@receiver(offers_due)
def board_says_when_one_doubles(sender: Any, *, session: Session, **news: Any) -> None:
    """Let the board refuse the question for doubles at another moment than before a roll."""
    offers_checked(session=session)


@receiver(session_changed)
def sweep_at_the_start_of_an_evening(sender: Any, *, version: int, **news: Any) -> None:
    """Delete old traces when a session is set up: `manage.py up` may run without a scheduler.

    The first evening of a day also makes the daily backup.
    """
    if version == 1:
        old_traces_delete.delay()
        day_backup.delay()


@receiver(session_changed)
def webhooks_are_told(
    sender: Any, *, session_id: int, club_id: int, version: int, **news: Any
) -> None:
    """Queue the messages of this version for a club's webhooks, if it has any.

    The tap is already recorded: without a broker the messages are stored here and sent within a
    minute after it is back.
    """
    if not is_heard(club_id):
        return
    try:
        webhooks_tell.delay(session_id, version)
    except OperationalError as error:
        logger.warning("webhooks_late", session=session_id, error=str(error))
        deliveries_write(session_id=session_id, version=version)


@receiver(board_changed)
def webhooks_are_told_of_a_board(
    sender: Any, *, board_id: int, club_id: int, status: str = "", **news: Any
) -> None:
    """Queue the messages about a board that is over for a club's webhooks, if it has any."""
    if status not in (Board.Status.ENDED, Board.Status.ABANDONED) or not is_heard(club_id):
        return
    try:
        board_webhooks_tell.delay(board_id)
    except OperationalError as error:
        logger.warning("webhooks_late", board=board_id, error=str(error))
        board_deliveries_write(board_id=board_id)


@receiver(club_news)
def club_news_are_stored(
    sender: Any, *, club_id: int, events: list[tuple[str, str, dict[str, Any]]], **news: Any
) -> None:
    """Store what another app tells webhooks; what is due is sent every minute."""
    club_deliveries_write(club_id=club_id, events=events)


@receiver(player_anonymised)
def copies_lose_the_name(sender: Any, *, player: Player, former: str, **news: Any) -> None:
    """Remove a name from stored webhook messages, and delete the files of jobs that contain it."""
    deliveries_rename(player=player)
    jobs_forget(club=player.club)


@receiver(password_asked)
def password_is_mailed(sender: Any, *, email: str, language: str, path: str, **news: Any) -> None:
    """Leave the account look-up and the mail to the worker, so that the response time reveals
    nothing.
    """
    try:
        password_mail.delay(email, language, path)
    except OperationalError as error:
        logger.warning("password_mail_lost", error=str(error))


@receiver(delivery_waiting)
def delivery_is_sent(sender: Any, *, delivery_id: int, **news: Any) -> None:
    """Queue a message; without a broker it is sent within a minute after it is back."""
    try:
        webhook_send.delay(delivery_id)
    except OperationalError as error:
        logger.warning("webhooks_late", delivery=delivery_id, error=str(error))


@receiver(board_changed)
def assistant_is_asked(sender: Any, *, board_id: int, **news: Any) -> None:
    """Queue the assistant's turn; without a broker it is asked again within a minute."""
    if not assistant_waits(board_id):
        return
    try:
        assistant_plays.delay(board_id)
    except OperationalError as error:
        logger.warning("assistant_late", board=board_id, error=str(error))


@receiver(board_changed)
def turn_is_told(sender: Any, *, board_id: int, version: int, **news: Any) -> None:
    """Tell the devices of whose turn it is."""
    for one in turn_notices(board_id=board_id, version=version):
        notice_tell(one.user_id, one.notice.as_json(), seat_id=one.seat_id)


@receiver(notice_due)
def notice_is_sent(
    sender: Any,
    *,
    user_id: int | None,
    notice: dict[str, Any],
    seat_id: int | None = None,
    **news: Any,
) -> None:
    """Queue messages to somebody's devices; without a broker they are left out."""
    try:
        push_tell.delay(user_id, notice, seat_id)
    except OperationalError as error:
        logger.warning("push_lost", user=user_id, seat=seat_id, error=str(error))


@receiver(board_invited)
def board_invitation_is_mailed(
    sender: Any, *, invitation_id: int, link: str, language: str, **news: Any
) -> None:
    """Leave the mail to the worker; without a broker the link is still on the page."""
    try:
        board_invitation_mail.delay(invitation_id, link, language)
    except OperationalError as error:
        logger.warning("board_mail_lost", invitation=invitation_id, error=str(error))
