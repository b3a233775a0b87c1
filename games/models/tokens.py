"""Tokens with which a person's programs use the API; only a hash of each is stored."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.clubs import Club
from games.models.ids import public_id


class ApiToken(models.Model):
    """What a program sends instead of a password: it never allows more than its owner may do."""

    class Scope(models.TextChoices):
        """What a token allows; each scope is granted separately."""

        READ = "read", _("read")
        SCORE = "score", _("score games")
        ORGANIZE = "organize", _("organize: players, seasons, imports, debts")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=80)
    prefix = models.CharField(max_length=20, help_text=_("With what the token begins."))
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(
        pgettext_lazy("what a token allows", "may"),
        max_length=40,
        help_text=_("Separated by blanks."),
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="api_tokens",
        verbose_name=_("only in this club"),
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    last_used_on = models.DateField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["user", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def scope_set(self) -> frozenset[str]:
        return frozenset(self.scopes.split())

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()

    @property
    def is_live(self) -> bool:
        return self.revoked_at is None and not self.is_expired

    def scope_words(self) -> list[str]:
        """The names of the scopes in the reader's language."""
        return [str(self.Scope(scope).label) for scope in self.scopes.split()]


class ApiCreation(models.Model):
    """What a request with an idempotency key made: the same key makes nothing again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_creations"
    )
    key = models.CharField(max_length=64)
    # Of the address and the content, so that the key cannot be reused with other content.
    digest = models.CharField(max_length=64)
    # The identifier of the object made.
    made = models.CharField(max_length=16)
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="api_creation_once_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.key} → {self.made}"
