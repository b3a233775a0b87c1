"""Where a club's events are sent, and the log of every attempt."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.clubs import Club
from games.models.ids import public_id


def salt_new() -> str:
    """Return a webhook's salt: 128 bits."""
    return secrets.token_hex(16)


class Webhook(models.Model):
    """An address that is notified when a game, a session or a board ends, or in a league.

    Its secret is not stored: it is derived from the installation's key and `salt`, so that neither
    the database nor a backup is enough to forge a message.
    """

    class Event(models.TextChoices):
        """The events a webhook can receive."""

        GAME_ENDED = "game.ended", _("a game ended")
        SESSION_ENDED = "session.ended", _("a session ended")
        BOARD_ENDED = "board.ended", _("a board ended")
        FIXTURE_REPORTED = "fixture.reported", _("a match of a league was reported")
        SEASON_ENDED = "season.ended", _("a season of a league ended")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    salt = models.CharField(max_length=32, default=salt_new, editable=False)
    events = models.CharField(_("events"), max_length=100, help_text=_("Separated by blanks."))
    is_active = models.BooleanField(_("active"), default=True)
    failures = models.PositiveIntegerField(
        _("failures in a row"), default=0, help_text=_("Attempts since the last that succeeded.")
    )
    disabled_at = models.DateTimeField(_("switched off after failures"), null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created_at", "pk"]
        indexes = [models.Index(fields=["club", "is_active"])]

    def __str__(self) -> str:
        return self.url

    def event_words(self) -> list[str]:
        """The names of the events in the reader's language."""
        return [str(self.Event(event).label) for event in self.events.split()]


class Delivery(models.Model):
    """One event on its way to one webhook."""

    class Status(models.TextChoices):
        """Pending until an attempt succeeds or too many fail."""

        PENDING = "pending", _("on its way")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("given up")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event_id = models.CharField(max_length=60, help_text=_("The same however often it is sent."))
    event = models.CharField(max_length=20)
    payload = models.JSONField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    attempts_made = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event_id"], name="delivery_event_once")
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(status="pending"),
                name="delivery_pending",
            ),
            models.Index(fields=["webhook", "-created_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.event} → {self.webhook_id}"


class Attempt(models.Model):
    """One attempt to send a delivery: the response, or the error."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now)
    milliseconds = models.PositiveIntegerField()
    http_status = models.PositiveIntegerField(null=True, blank=True)
    problem = models.CharField(max_length=40, blank=True, help_text=_("Why there was no answer."))
    excerpt = models.CharField(max_length=500, blank=True, help_text=_("How the answer began."))

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ["delivery_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["delivery", "number"], name="attempt_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.http_status or self.problem}"
