"""Sends events to webhooks: each is stored once, and retried until a receiver accepts it.

Nothing is sent inside a transaction. A sender claims a delivery by moving its next attempt into the
future; if that worker dies, the delivery is only delayed until then.
"""

import datetime
import json
import math
from collections.abc import Iterable
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Value
from django.db.models.functions import Concat
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import people_seen, person_seen
from games.fast.queries import Prepared
from games.models import (
    Action,
    Attempt,
    Board,
    Delivery,
    Game,
    GameScore,
    Membership,
    Player,
    Session,
    User,
    Webhook,
)
from games.models.locks import rows_lock, rows_locked
from games.permissions import Reader
from games.record.log.history import Kind
from games.rules.online import Board as State
from games.rules.online import outcome_of
from games.sessions.selectors.settling import points_of_session
from games.web.mail_limits import mail_allowed
from games.web.sending import TIME_LIMIT, Answer, send
from games.web.speech import language_of
from games.webhooks.backoff import MOST_ATTEMPTS, pause
from games.webhooks.services.webhooks import give_up, secret_of
from games.webhooks.signing import HEADER, signature

logger = structlog.get_logger(__name__)

LEASE = datetime.timedelta(seconds=6 * TIME_LIMIT)
MOST_FAILURES = 20
"""After this many failed attempts in a row a webhook is switched off."""
KEPT = datetime.timedelta(days=30)
AT_ONCE = 20
SETTLES = datetime.timedelta(minutes=1)
"""So long the end of a board is left to its own news."""
SWEPT = datetime.timedelta(days=14)
"""How far back lost ends are looked for: shorter than `KEPT`, so that none is told twice."""
LONGEST_EXCERPT = 500


_listening: Final = Prepared(
    lambda club: Webhook.objects.filter(club=club, is_active=True).order_by().values_list("pk")[:1]
)


def is_heard(club_id: int) -> bool:
    """Tell whether any webhook listens to a club, in one query."""
    return _listening.first(club_id) is not None


@transaction.atomic
def deliveries_write(*, session_id: int, version: int) -> list[int]:
    """Store what a version of a session means for its club's webhooks; return the new deliveries.

    Calling it twice stores everything once: each event has its own id.
    """
    session = Session.objects.select_related("club").get(pk=session_id)
    # Locked, so that none is switched off before the last row is written.
    webhooks = list(rows_locked(session.club.webhooks.filter(is_active=True)))
    if not webhooks:
        return []
    return _written(webhooks, _events(session, version))


@transaction.atomic
def board_deliveries_write(*, board_id: int) -> list[int]:
    """Store the end of a board for its club's webhooks; return the new deliveries.

    A board that was withdrawn before anybody came is not told.
    """
    board = Board.objects.select_related("club").get(pk=board_id)
    if board.status not in (Board.Status.ENDED, Board.Status.ABANDONED):
        return []
    webhooks = list(rows_locked(board.club.webhooks.filter(is_active=True)))
    event = Webhook.Event.BOARD_ENDED
    found = (event, f"{event}.{board.public_id}", _board(board))
    return _written(webhooks, [found]) if webhooks else []


@transaction.atomic
def club_deliveries_write(
    *, club_id: int, events: Iterable[tuple[str, str, dict[str, Any]]]
) -> list[int]:
    """Store what happened in a club for its webhooks; return the new deliveries.

    Each event is its name, its own identifier, and what is told. What happened before a webhook was
    there, by the `at` that is told, is not for it.
    """
    webhooks = list(rows_locked(Webhook.objects.filter(club=club_id, is_active=True)))
    written: list[int] = []
    for event in events:
        there = [hook for hook in webhooks if hook.created_at.isoformat() <= event[2]["at"]]
        written += _written(there, [event])
    return written


def boards_untold(*, now: datetime.datetime) -> list[int]:
    """Return boards whose end was written but never told, as when the program was killed between.

    What ended before a webhook was there is not for it.
    """
    event = Webhook.Event.BOARD_ENDED
    told = Delivery.objects.filter(
        webhook=OuterRef("pk"), event_id=Concat(Value(f"{event}."), OuterRef(OuterRef("public_id")))
    )
    waiting = Webhook.objects.filter(
        ~Exists(told),
        club=OuterRef("club"),
        is_active=True,
        events__contains=event,
        created_at__lte=OuterRef("ended_at"),
    )
    ended = Board.objects.filter(
        Exists(waiting),
        status__in=[Board.Status.ENDED, Board.Status.ABANDONED],
        ended_at__gt=now - SWEPT,
        ended_at__lte=now - SETTLES,
    )
    return list(ended.order_by("ended_at", "pk").values_list("pk", flat=True)[:AT_ONCE])


def _written(
    webhooks: list[Webhook], events: Iterable[tuple[str, str, dict[str, Any]]]
) -> list[int]:
    written: list[int] = []
    for event, event_id, payload in events:
        for webhook in webhooks:
            if event not in webhook.events.split():
                continue
            delivery, is_new = Delivery.objects.get_or_create(
                webhook=webhook, event_id=event_id, defaults={"event": event, "payload": payload}
            )
            if is_new:
                written.append(delivery.pk)
    return written


def delivery_send(*, delivery_id: int) -> Answer | None:
    """Attempt a delivery that is due, and store the outcome; None if it is not due."""
    now = timezone.now()
    due = Delivery.objects.filter(
        pk=delivery_id, status=Delivery.Status.PENDING, next_try_at__lte=now
    )
    if not due.update(next_try_at=now + LEASE):
        return None
    delivery = Delivery.objects.select_related("webhook__club").get(pk=delivery_id)
    body = body_of(delivery)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Chouette-Webhook/1",
        "Chouette-Event": delivery.event,
        "Chouette-Delivery": delivery.event_id,
        HEADER: signature(secret_of(delivery.webhook), body, math.floor(now.timestamp())),
    }
    answer = send(delivery.webhook.url, body, headers, local=settings.WEBHOOKS_LOCAL)
    _attempt_write(delivery, answer)
    return answer


def deliveries_due() -> list[int]:
    """Return the deliveries that are due, the longest waiting first."""
    due = Delivery.objects.filter(
        status=Delivery.Status.PENDING, next_try_at__lte=timezone.now()
    ).order_by("next_try_at")
    return list(due.values_list("pk", flat=True)[:AT_ONCE])


@transaction.atomic
def deliveries_delete_old(*, now: datetime.datetime) -> None:
    """Delete the log of messages older than 30 days."""
    old = Delivery.objects.filter(created_at__lt=now - KEPT)
    rows_lock(Webhook.objects.filter(pk__in=old.values("webhook")))
    old.filter(pk__in=rows_lock(old)).delete()


@transaction.atomic
def deliveries_rename(*, player: Player) -> None:
    """Replace a player's former name in stored messages by the present one.

    The excerpts of answers are deleted: they may have repeated the name.
    """
    name = person_seen(player, Reader.system()).name
    kept = Delivery.objects.filter(webhook__club=player.club_id).only("payload")
    naming = [row.pk for row in kept.iterator() if _names(row.payload, player.public_id)]
    for start in range(0, len(naming), AT_ONCE):
        batch = rows_locked(Delivery.objects.filter(pk__in=naming[start : start + AT_ONCE]))
        for row in batch:
            for one in row.payload["players"]:
                if one["id"] == player.public_id:
                    one["name"] = name
            row.save(update_fields=["payload"])
    Attempt.objects.filter(delivery__in=naming).update(excerpt="")


def _names(payload: dict[str, Any], player: str) -> bool:
    return any(one["id"] == player for one in payload.get("players", ()))


def body_of(delivery: Delivery) -> bytes:
    """Return the message, the same bytes for every attempt."""
    message = {"id": delivery.event_id, "event": delivery.event, **delivery.payload}
    return json.dumps(message, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")


def _events(session: Session, version: int) -> Iterable[tuple[str, str, dict[str, Any]]]:
    rows = list(session.log.filter(version=version).order_by("sequence"))
    at = rows[-1].created_at if rows else timezone.now()
    about = _about(session, version, at)
    for game in _games_of(session, rows):
        event = Webhook.Event.GAME_ENDED
        event_id = f"{event}.{session.public_id}.{version}.{game.number}"
        yield event, event_id, about | {"game": _game(game)}
    if any(row.kind == Kind.END for row in rows):
        event = Webhook.Event.SESSION_ENDED
        totals = points_of_session(session)
        points = {
            seat.player.public_id: totals[seat.player_id]
            for seat in session.seats.select_related("player")
        }
        ended = {"points": points, "games": session.games.count()}
        yield event, f"{event}.{session.public_id}.{version}", about | ended


def _board(board: Board) -> dict[str, Any]:
    """Return what is told of a board: players of the club by identifier, guests by seat only."""
    seats = list(board.seats.select_related("player__merged_into").order_by("number"))
    players = [seat.player.current for seat in seats if seat.player is not None]
    people = people_seen(players, Reader.system())
    ended = outcome_of(State.from_json(board.snapshot))
    at = board.ended_at or timezone.now()
    return {
        "at": at.isoformat(),
        "club": board.club.slug,
        "board": {
            "id": board.public_id,
            "type": board.type,
            "length": board.match_length,
            "status": board.status,
            "how": board.ended_how,
            "by": "" if ended is None else ended.by,
            "points": 0 if ended is None else ended.points,
            "reason": board.reason,
            "winner": board.winner,
            "score": [board.score_white, board.score_black],
            "version": board.version,
            "seats": [
                {
                    "number": seat.number,
                    "kind": seat.kind,
                    "player": "" if seat.player is None else seat.player.current.public_id,
                }
                for seat in seats
            ],
        },
        "players": [{"id": one.public_id, "name": one.name} for one in people.values()],
    }


def _games_of(session: Session, rows: list[Action]) -> list[Game]:
    """Return the games that these rows ended or changed."""
    played = [row.sequence for row in rows if row.kind == Kind.PLAY]
    amended = [row.payload["game"] for row in rows if row.kind == Kind.AMEND]
    games = session.games.filter(last_sequence__in=played) | session.games.filter(
        number__in=amended
    )
    return list(games.order_by("number").prefetch_related("scores__player"))


def _about(session: Session, version: int, at: datetime.datetime) -> dict[str, Any]:
    seats = session.seats.select_related("player").order_by("position")
    people = people_seen([seat.player for seat in seats], Reader.system())
    return {
        "at": at.isoformat(),
        "club": session.club.slug,
        "session": {
            "id": session.public_id,
            "title": session.title,
            "played_on": session.played_on.isoformat(),
            "version": version,
        },
        "players": [{"id": one.public_id, "name": one.name} for one in people.values()],
    }


def _game(game: Game) -> dict[str, Any]:
    scores: Iterable[GameScore] = game.scores.all()
    return {
        "number": game.number,
        "line": game.line,
        "winner": game.winner,
        "level": game.level,
        "ending": game.ending,
        "points": {score.player.public_id: score.points for score in scores},
    }


@transaction.atomic
def _attempt_write(delivery: Delivery, answer: Answer) -> None:
    # The rows are locked: a second worker or a button may use the same delivery.
    webhook = rows_locked(Webhook.objects).filter(pk=delivery.webhook_id).first()
    locked = rows_locked(Delivery.objects).filter(pk=delivery.pk).first()
    if webhook is None or locked is None:
        return  # deleted while the message was being sent
    locked.attempts_made += 1
    Attempt.objects.create(
        delivery=locked,
        number=locked.attempts_made,
        milliseconds=answer.milliseconds,
        http_status=answer.status,
        problem=answer.problem,
        excerpt=_shown(answer.excerpt),
    )
    locked.next_try_at = None
    if answer.is_success:
        locked.status = Delivery.Status.DELIVERED
    elif locked.attempts_made >= MOST_ATTEMPTS or not webhook.is_active:
        locked.status = Delivery.Status.FAILED
    else:
        locked.next_try_at = timezone.now() + datetime.timedelta(
            seconds=pause(locked.attempts_made)
        )
    locked.save(update_fields=["attempts_made", "status", "next_try_at"])
    failures = 0 if answer.is_success else F("failures") + 1
    Webhook.objects.filter(pk=webhook.pk).update(failures=failures)
    if not answer.is_success and webhook.is_active and webhook.failures + 1 >= MOST_FAILURES:
        _switch_off(webhook)


def _switch_off(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(is_active=False, disabled_at=timezone.now())
    give_up(webhook)
    logger.warning("webhook_switched_off", webhook=webhook.public_id)
    transaction.on_commit(lambda: _tell_organizers(webhook))


def _tell_organizers(webhook: Webhook) -> None:
    """Write to those who can fix it; the page says it as well."""
    roles = [Membership.Role.OWNER, Membership.Role.ORGANIZER]
    organizers = User.objects.filter(
        is_active=True,
        is_demo=False,
        memberships__club=webhook.club_id,
        memberships__role__in=roles,
    )
    for organizer in organizers:
        if not mail_allowed(kind="webhook", to=organizer.email):
            continue  # the page says it as well
        with translation.override(language_of(organizer.language, webhook.club.language)):
            subject = _("A webhook of %(club)s was switched off") % {"club": webhook.club.name}
            text = _(
                "Nobody answered at %(url)s for %(count)s attempts in a row, so nothing is sent "
                "there any more. Switch it on again on the club's page of webhooks."
            ) % {"url": webhook.url, "count": MOST_FAILURES}
        # A failing mail server must not undo what was written.
        send_mail(" ".join(subject.split()), text, None, [organizer.email], fail_silently=True)


def _shown(text: str) -> str:
    """Return the beginning of an answer on one line."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:LONGEST_EXCERPT]
