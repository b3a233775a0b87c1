"""Changes of roles in a club, and the devices on which a person is signed in."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.clubs import Club, Membership


class RoleChange(models.Model):
    """One line of a club's log of roles. No role before: they joined; none after: they left."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="role_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="role_changes",
        verbose_name=_("member"),
    )
    role_before = models.CharField(
        _("role before"), max_length=10, blank=True, choices=Membership.Role.choices
    )
    role_after = models.CharField(
        _("role after"), max_length=10, blank=True, choices=Membership.Role.choices
    )
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="role_changes_made",
        verbose_name=_("changed by"),
    )
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("change of role")
        verbose_name_plural = _("changes of roles")
        ordering = ["-changed_at", "-pk"]
        indexes = [models.Index(fields=["club", "-changed_at"])]

    def __str__(self) -> str:
        return f"{self.user} · {self.role_before or '–'} → {self.role_after or '–'}"


class SignIn(AbstractBaseSession):
    """A signed-in device, as a Django session; deleting the row signs it out.

    It stores how the owner recognises the device and the hour it was last seen; no IP address.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="sign_ins"
    )
    device = models.CharField(_("device"), max_length=60, blank=True)
    seen_at = models.DateTimeField(_("last seen"), null=True)

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")

    def __str__(self) -> str:
        return f"{self.user} · {self.device}"

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        # By name, as Django finds it: the engine stands above the tables.
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
