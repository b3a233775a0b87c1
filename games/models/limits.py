"""How often something was done of late: limits that no restart forgets, without a cache."""

from django.db import models


class LimitCount(models.Model):
    """How often somebody did something in a period; who it was stands here as a digest only."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=1)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "limit"
        verbose_name_plural = "limits"

    def __str__(self) -> str:
        return f"{self.key[:12]} {self.count}"
