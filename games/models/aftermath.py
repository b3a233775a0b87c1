"""What remains when the dice are put away: notes, disputes, and who still owes whom."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.clubs import Player
from games.models.ids import public_id
from games.models.sessions import Session


class Note(models.Model):
    """A remark on a game, or a dispute about it.

    It names the game by number: the game's row is a projection, and may be written anew.
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
        ordering = ["session", "game_number", "pk"]
        indexes = [models.Index(fields=["session", "game_number"])]

    def __str__(self) -> str:
        return self.text[:60]


class Debt(models.Model):
    """What one player owes another after settling up; a blank currency means points."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="debts")
    debtor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="debts")
    creditor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="claims")
    amount = models.DecimalField(_("amount"), max_digits=20, decimal_places=3)
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    paid_at = models.DateTimeField(_("paid"), null=True, blank=True)
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("ticked off by"),
    )
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
        ordering = ["session", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="debt_amount"),
            models.CheckConstraint(
                condition=~models.Q(debtor=models.F("creditor")), name="debt_two_parties"
            ),
            # Only of what is open: after an amendment more may be owed where a part was paid.
            models.UniqueConstraint(
                fields=["session", "debtor", "creditor"],
                condition=models.Q(paid_at__isnull=True, carried_to__isnull=True),
                name="debt_once",
            ),
            models.CheckConstraint(
                condition=models.Q(paid_at__isnull=True) | models.Q(carried_to__isnull=True),
                name="debt_paid_or_carried",
            ),
        ]
        indexes = [
            models.Index(
                fields=["debtor", "creditor"],
                condition=models.Q(paid_at__isnull=True, carried_to__isnull=True),
                name="debt_outstanding",
            )
        ]

    def __str__(self) -> str:
        return f"{self.debtor} → {self.creditor} {self.amount} {self.currency}".strip()

    @property
    def is_outstanding(self) -> bool:
        """Tell whether it is still owed here: neither paid nor carried to a later evening."""
        return self.paid_at is None and self.carried_to_id is None
