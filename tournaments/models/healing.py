"""Derived figures that differ from their games, and which worker is repairing them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Club


class Difference(models.Model):
    """Figures of a club that differ from its games, from detection until repaired.

    `total` is the number of evenings, matches or tables to recalculate at the start, `left` those
    still to do.
    """

    class Figure(models.TextChoices):
        """Derived figures, each with its own inputs and formula."""

        EVENINGS = "evenings", _("leaderboards and records")
        SKILL = "skill", _("skill")
        MATCHES = "matches", _("match ratings")
        TABLES = "tables", _("tables of events")
        LISTS = "lists", _("official lists")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    figure = models.CharField(_("figures"), max_length=10, choices=Figure.choices)
    found_at = models.DateTimeField(_("found"), default=timezone.now)
    total = models.PositiveIntegerField(_("to be worked out anew"), default=0)
    left = models.PositiveIntegerField(_("left"), default=0)
    tries = models.PositiveIntegerField(_("failed tries"), default=0)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("figures being brought up to date")
        verbose_name_plural = _("figures being brought up to date")
        ordering = ["found_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "figure"], name="difference_once")]
        indexes = [models.Index(fields=["found_at"], name="difference_found")]

    def __str__(self) -> str:
        return f"{self.club}: {self.get_figure_display()}"

    @property
    def done(self) -> int:
        """The number already recalculated."""
        return max(self.total - self.left, 0)


class Sweep(models.Model):
    """A single row: who is comparing all figures with the games, and when that was last done.

    A worker renews its claim while working; after a crash the claim expires.
    """

    claim = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(
        null=True, help_text="When all clubs had last been compared and put right."
    )

    class Meta:
        verbose_name = _("sweep")
        verbose_name_plural = _("sweeps")

    def __str__(self) -> str:
        return f"{self.finished_at:%Y-%m-%d %H:%M}" if self.finished_at else "–"
