"""Devices that want to be told when it is their owner's turn (web push)."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.ids import public_id


class PushSubscription(models.Model):
    """A browser that its user has switched messages on in; gone as soon as it refuses one.

    The endpoint is an address at the browser's maker; only who knows both keys can write to it.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=500, unique=True)
    key = models.CharField(max_length=90, help_text="The browser's public key, base64url.")
    code = models.CharField(max_length=30, help_text="The secret shared with it, base64url.")
    device = models.CharField(_("device"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("switched on"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("device with messages")
        verbose_name_plural = _("devices with messages")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.user} · {self.device}"
