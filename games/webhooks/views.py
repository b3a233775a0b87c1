"""A club's webhooks for its organizers: list, creation, log, tests."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.clubs.selectors.clubs import club_get
from games.clubs.views.club_pages import club_page
from games.errors import ServiceError
from games.models import Club, Webhook
from games.permissions import Capability, require
from games.web.creating import made_once
from games.web.sign_in import sign_in_required, user_of
from games.webhooks.forms import WebhookForm
from games.webhooks.services.webhooks import (
    delivery_get,
    delivery_resend,
    delivery_test,
    secret_of,
    webhook_create,
    webhook_delete,
    webhook_get,
    webhook_set_active,
    webhooks_of,
)

SHOWN = 50


@never_cache
@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's webhooks, and make one; its secret is shown only on this page."""
    club = _managed(request, slug)
    form, made = WebhookForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            found, is_new = made_once(
                request,
                lambda: (
                    webhook_create(club=club, by=user_of(request), **form.cleaned_data).public_id
                ),
            )
            made = webhook_get(found, user_of(request)) if is_new else None
            form = WebhookForm()
        except ServiceError as error:
            form.add_error(None, str(error))
    secret = secret_of(made) if made else ""
    context = {"form": form, "webhooks": webhooks_of(club), "secret": secret}
    status = 422 if form.errors else 200
    return club_page(request, club, "webhooks/list.html", context, status)


@never_cache
@sign_in_required
@require_safe
def webhook_log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show recent messages to a webhook, attempt by attempt."""
    webhook = webhook_get(public_id, user_of(request))
    deliveries = webhook.deliveries.prefetch_related("attempts")[:SHOWN]
    context = {"webhook": webhook, "deliveries": deliveries}
    return club_page(request, webhook.club, "webhooks/log.html", context)


@require_POST
@sign_in_required
def webhook_test(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a test message."""
    webhook = webhook_get(public_id, user_of(request))
    delivery_test(webhook=webhook, by=user_of(request))
    return _sent(request, webhook)


@require_POST
@sign_in_required
def webhook_resend(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a message again."""
    delivery = delivery_get(public_id, user_of(request))
    delivery_resend(delivery=delivery, by=user_of(request))
    return _sent(request, delivery.webhook)


@require_POST
@sign_in_required
def webhook_switch(request: HttpRequest, public_id: str) -> HttpResponse:
    webhook = webhook_get(public_id, user_of(request))
    webhook_set_active(webhook=webhook, by=user_of(request), is_active="on" in request.POST)
    return redirect("webhooks", webhook.club.slug)


@require_POST
@sign_in_required
def webhook_remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a webhook."""
    webhook = webhook_get(public_id, user_of(request))
    webhook_delete(webhook=webhook, by=user_of(request))
    return redirect("webhooks", webhook.club.slug)


def _managed(request: HttpRequest, slug: str) -> Club:
    club = club_get(slug, request.user)
    require(request.user, Capability.MANAGE_CLUB, club)
    return club


def _sent(request: HttpRequest, webhook: Webhook) -> HttpResponse:
    messages.success(request, _("Sent. The answer stands here in a moment: load the page again."))
    return redirect("webhook_log", webhook.public_id)
