"""A club's webhooks: creating, switching, testing; their secrets are derived, not stored."""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.errors import NotFound, Refused
from games.models import Club, Delivery, User, Webhook
from games.models.locks import rows_lock, rows_locked
from games.permissions import Capability, permitted, require
from games.signals import delivery_waiting
from games.web.addresses import AddressRefused, parse_url

MOST_WEBHOOKS = 10
TEST_EVENT: Final = "test"
URL_PROBLEMS: Final = {
    "url_malformed": lambda: _("this is not an address"),
    "url_scheme": lambda: _("only https is allowed"),
    "url_user": lambda: _("an address with a name or password in it is not allowed"),
    "url_port": lambda: _("this port is not allowed"),
}


def secret_of(webhook: Webhook) -> str:
    """Return the secret that a webhook's messages are signed with."""
    mac = salted_hmac("games.webhooks", webhook.public_id + webhook.salt, algorithm="sha256")
    return f"whsec_{mac.hexdigest()}"


@transaction.atomic
def webhook_create(*, club: Club, by: User, url: str, events: Sequence[str]) -> Webhook:
    """Add a webhook. Its address is checked again before every message.

    Raises:
        NotAllowed: the user may not do this.
        Refused: the address is not allowed, no event is chosen, or there are too many webhooks.
    """
    require(by, Capability.MANAGE_CLUB, club)
    url = url.strip()
    try:
        parse_url(url, local=settings.WEBHOOKS_LOCAL)
    except AddressRefused as error:
        raise Refused("webhook_url", reason=URL_PROBLEMS[error.code]()) from error
    wanted = [event for event in Webhook.Event.values if event in events]
    if not wanted or set(events) - set(wanted):
        raise Refused("webhook_events")
    # The club's row is locked so that two requests at once cannot both take the last place.
    rows_locked(Club.objects).get(pk=club.pk)
    if club.webhooks.count() >= MOST_WEBHOOKS:
        raise Refused("too_many_webhooks", limit=MOST_WEBHOOKS)
    return Webhook.objects.create(club=club, url=url, events=" ".join(wanted), created_by=by)


@transaction.atomic
def webhook_set_active(*, webhook: Webhook, by: User, is_active: bool) -> Webhook:
    """Switch a webhook on or off; switching it off gives up its pending deliveries.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_CLUB, webhook.club)
    rows_lock(Webhook.objects.filter(pk=webhook.pk))
    webhook.is_active, webhook.failures, webhook.disabled_at = is_active, 0, None
    webhook.save(update_fields=["is_active", "failures", "disabled_at"])
    if not is_active:
        give_up(webhook)
    return webhook


@transaction.atomic
def webhook_delete(*, webhook: Webhook, by: User) -> None:
    """Delete a webhook with its log.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_CLUB, webhook.club)
    rows_lock(Webhook.objects.filter(pk=webhook.pk))
    rows_lock(webhook.deliveries.all())
    webhook.delete()


@transaction.atomic
def delivery_test(*, webhook: Webhook, by: User) -> Delivery:
    """Make a test message, to see whether it arrives.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_CLUB, webhook.club)
    now = timezone.now()
    delivery = Delivery.objects.create(
        webhook=webhook,
        event_id=f"{TEST_EVENT}.{secrets.token_hex(8)}",
        event=TEST_EVENT,
        payload={"club": webhook.club.slug, "at": now.isoformat()},
    )
    _announce(delivery)
    return delivery


@transaction.atomic
def delivery_resend(*, delivery: Delivery, by: User) -> Delivery:
    """Send a message again at once, with the same event id.

    Raises:
        NotAllowed: the user may not do this.
    """
    require(by, Capability.MANAGE_CLUB, delivery.webhook.club)
    delivery.status, delivery.next_try_at = Delivery.Status.PENDING, timezone.now()
    delivery.save(update_fields=["status", "next_try_at"])
    _announce(delivery)
    return delivery


def give_up(webhook: Webhook) -> None:
    """Give up the pending deliveries."""
    waiting = rows_lock(webhook.deliveries.filter(status=Delivery.Status.PENDING))
    Delivery.objects.filter(pk__in=waiting).update(status=Delivery.Status.FAILED, next_try_at=None)


def _announce(delivery: Delivery) -> None:
    send = partial(delivery_waiting.send, sender=Delivery, delivery_id=delivery.pk)
    transaction.on_commit(send)


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Return a club's webhooks with the time of the last attempt for each."""
    return club.webhooks.annotate(last_sent_at=Max("deliveries__attempts__made_at")).order_by("pk")


def webhook_get(public_id: str, user: User) -> Webhook:
    """Return a webhook with its club, for a user who may manage it.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    webhook = Webhook.objects.filter(public_id=public_id).select_related("club").first()
    if webhook is None or not permitted(user, Capability.MANAGE_CLUB, webhook.club):
        raise NotFound
    return webhook


def delivery_get(public_id: str, user: User) -> Delivery:
    """Return a delivery with its webhook and club, for a user who may manage them.

    Raises:
        NotFound: it does not exist, or the user may not see it.
    """
    found = Delivery.objects.filter(public_id=public_id).select_related("webhook__club").first()
    if found is None or not permitted(user, Capability.MANAGE_CLUB, found.webhook.club):
        raise NotFound
    return found
