"""The log of an event: what was done, by whom."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import LogQuerySet, LogRow
from tournaments.models.entries import EntryPass
from tournaments.models.events import Event


def key_constraints(of: str) -> list[models.UniqueConstraint]:
    """Return what keeps a key to one row for each sender; NULLs never collide in a unique index."""
    given = ~models.Q(key="")
    return [
        models.UniqueConstraint(
            fields=[of, "sender", "key"], condition=given, name=f"{of}_step_key_of_sender"
        ),
        models.UniqueConstraint(
            fields=[of, "sent_by", "key"], condition=given, name=f"{of}_step_key_of_pass"
        ),
        models.UniqueConstraint(
            fields=[of, "key"],
            condition=models.Q(sender__isnull=True, sent_by__isnull=True) & given,
            name=f"{of}_step_key_of_server",
        ),
    ]


class EventLogRow(LogRow):
    """What was done, by whom, when; written once.

    `key` comes from the client: a repeated request finds what it did the first time. It counts for
    its sender only.
    """

    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    payload = models.JSONField(default=dict)
    key = models.CharField(max_length=64, blank=True)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sent_by = models.ForeignKey(
        EntryPass, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = LogQuerySet[Any].as_manager()

    class Meta:
        abstract = True


class EventStep(EventLogRow):
    """A row of an event's log: entries, draws, releases, everything but results, which have their
    own.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="log")

    class Meta:
        verbose_name = _("step of an event")
        verbose_name_plural = _("log of an event")
        ordering = ["event_id", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["event", "sequence"], name="event_step_sequence"),
            *key_constraints("event"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"
