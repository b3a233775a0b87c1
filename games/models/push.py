"""Devices that want to be told when it is their owner's turn (web push)."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.boards import BoardSeat
from games.models.ids import public_id


class PushSubscription(models.Model):
    """A browser in which its user, or a guest at a board, has switched messages on.

    Gone as soon as it refuses one; a guest's with the seat.

    The endpoint is an address at the browser's maker; only who knows both keys can write to it.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="push_subscriptions",
    )
    seat = models.ForeignKey(
        BoardSeat,
        on_delete=models.CASCADE,
        null=True,
        related_name="push_subscriptions",
        help_text="Of a guest at a board, instead of a user.",
    )
    endpoint = models.CharField(max_length=500)
    key = models.CharField(max_length=90, help_text="The browser's public key, base64url.")
    code = models.CharField(max_length=30, help_text="The secret shared with it, base64url.")
    device = models.CharField(_("device"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("switched on"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("device with messages")
        verbose_name_plural = _("devices with messages")
        ordering = ["created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user__isnull=True, seat__isnull=False)
                | models.Q(user__isnull=False, seat__isnull=True),
                name="push_of_user_or_seat",
            ),
            models.UniqueConstraint(
                fields=["endpoint"],
                condition=models.Q(seat__isnull=True),
                name="push_of_one_user",
            ),
            # A guest who plays at two boards has one browser for both.
            models.UniqueConstraint(fields=["seat", "endpoint"], name="push_of_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.seat} · {self.device}"
