"""What follows an evening: notes, disputes, debts and payments."""

from typing import Any, Final, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly
from games.models.clubs import Club, Player
from games.models.ids import public_id
from games.models.sessions import Session


class Note(models.Model):
    """A remark on a game, or a dispute about it.

    It refers to the game by number: the game's row is a projection and may be rewritten.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="notes")
    game_number = models.PositiveIntegerField(_("game"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    text = models.CharField(_("text"), max_length=1000)
    is_dispute = models.BooleanField(_("dispute"), default=False)
    resolution = models.CharField(_("resolution"), max_length=1000, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["session_id", "game_number", "pk"]
        indexes = [models.Index(fields=["session", "game_number"])]

    def __str__(self) -> str:
        return self.text[:60]


class Debt(models.Model):
    """What one player owes another after an evening; a blank currency means points.

    A projection of the games that count and of the payments made, rebuilt whenever one of these
    changes. `carried_to` is the later evening that took it over.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="debts")
    debtor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="debts")
    creditor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="claims")
    amount = models.DecimalField(_("amount"), max_digits=20, decimal_places=3)
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    carried_to = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="carried_in",
        verbose_name=_("carried to"),
    )

    class Meta:
        verbose_name = _("debt")
        verbose_name_plural = _("debts")
        ordering = ["session_id", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="debt_amount"),
            models.CheckConstraint(
                condition=~models.Q(debtor=models.F("creditor")), name="debt_two_parties"
            ),
            models.UniqueConstraint(
                fields=["session", "debtor", "creditor", "currency"], name="debt_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["debtor", "creditor"],
                condition=models.Q(carried_to__isnull=True),
                name="debt_outstanding",
            )
        ]

    def __str__(self) -> str:
        return (
            f"{self.debtor} → {self.creditor} {self.amount.normalize():f} {self.currency}".strip()
        )

    @property
    def is_outstanding(self) -> bool:
        return self.carried_to_id is None


class PaymentQuerySet(models.QuerySet["Payment"]):
    """Payments can be read and created, never changed or deleted."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly(PAYMENTS_STAY)

    def delete(self) -> NoReturn:
        raise AppendOnly(PAYMENTS_STAY)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly(PAYMENTS_STAY)

    def standing(self) -> "PaymentQuerySet":
        return self.filter(takes_back__isnull=True, taken_back__isnull=True)


PAYMENTS_STAY: Final = "payments are append-only: taking a tick back is a row of its own"


class Payment(models.Model):
    """A payment recorded with an evening, or the withdrawal of such a record.

    It has the identifier of the debt that it pays. Payer and payee are the players whom the log of
    the evening names, as in a seat's `logged_as`; after a merge the row stays the same, but counts
    for the player they were merged into.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="payments_made")
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="payments_received")
    amount = models.DecimalField(_("amount"), max_digits=20, decimal_places=3)
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    made_at = models.DateTimeField(_("paid"), default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("ticked off by"),
    )
    takes_back = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="taken_back",
        verbose_name=_("takes back"),
    )

    objects = PaymentQuerySet.as_manager()

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ["session_id", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="payment_amount"),
            models.CheckConstraint(
                condition=~models.Q(payer=models.F("payee")), name="payment_two_parties"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee} {self.amount.normalize():f} {self.currency}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new row.

        Raises:
            AppendOnly: the row exists already.
        """
        if not self._state.adding:
            raise AppendOnly(PAYMENTS_STAY)
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly(PAYMENTS_STAY)


class Recount(models.Model):
    """The debts that changed when an update, or the import of an archive, recalculated them.

    `lines` are rows of debtor, creditor (by key), currency, amount before and after, as texts.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="recounts")
    lines = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(null=True, blank=True)
    seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("recount of debts")
        verbose_name_plural = _("recounts of debts")
        ordering = ["club_id", "pk"]

    def __str__(self) -> str:
        return f"{self.club} {self.made_at:%Y-%m-%d}"
