"""People who sign in: by e-mail and password, or by a one-time link."""

from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.clubs import validate_time_zone


class UserManager(BaseUserManager["User"]):
    """Makes users; e-mail addresses are compared without regard to capitals."""

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":
        """Create a user; without a password they can only sign in by a link."""
        user = self.model(email=User.clean_email(email), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "User":
        return self.create_user(email, password, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=User.clean_email(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """An account. The person at the table is a `Player`, who needs no account."""

    email = models.EmailField(_("e-mail address"), max_length=254, unique=True)
    name = models.CharField(_("name"), max_length=80)
    language = models.CharField(_("language"), max_length=10, blank=True)
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        validators=[validate_time_zone],
        help_text=_("Blank: that of the club."),
    )
    is_active = models.BooleanField(_("active"), default=True)
    is_demo = models.BooleanField(
        _("demo account"),
        default=False,
        help_text=_("Belongs to the demo club; cannot sign in where demo accounts are off."),
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        ordering = ["name", "pk"]
        constraints = [
            # With the unique index on the column, this makes "Ann@x" and "ann@x" one address.
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="user_email_lower"
            )
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def clean(self) -> None:
        super().clean()
        self.email = self.clean_email(self.email)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @property
    def is_staff(self) -> bool:
        """Required by Django; the admin site itself decides who sees what."""
        return self.is_active and self.is_superuser

    @staticmethod
    def clean_email(email: str) -> str:
        return email.strip().lower()


class MailRefusal(models.Model):
    """An e-mail address that wants no mails about boards: an account's, a guest's, anybody's."""

    address_hash = models.CharField(
        max_length=64, unique=True, help_text="SHA-256 of the address in small letters."
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("refused mails")
        verbose_name_plural = _("refused mails")

    def __str__(self) -> str:
        return self.address_hash[:12]


class SignInLink(models.Model):
    """A link that signs its user in once; only its hash is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")

    def __str__(self) -> str:
        return f"{self.user} {self.expires_at:%Y-%m-%d %H:%M}"


class FoundingLink(models.Model):
    """A link that lets the first person of an empty installation in; only its hash is stored.

    Each start of the program prints one. All of them end when somebody has founded their club.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("founding link")
        verbose_name_plural = _("founding links")

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M}"
