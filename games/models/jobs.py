"""Imports, exports and analyses that take longer than a page may, and their results."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.boards import Board
from games.models.clubs import Club
from games.models.ids import public_id


class Job(models.Model):
    """An import or export of a file, or an analysis: of the `board`, or of a match in a file.

    Its files are in the data folder, under its public id.

    While it runs, its progress is there as well: others cannot see what an open transaction writes,
    and on SQLite nobody else could write it.
    """

    class Kind(models.TextChoices):
        """The kinds of job."""

        PLAYERS = "players", _("players from a spreadsheet")
        RESULTS = "results", _("old evenings from a spreadsheet")
        SCORES = "scores", _("sessions from score files")
        SCORES_OUT = "scores_out", _("sessions as score files")
        CLUB = "club", _("a club from its archive")
        CLUB_OUT = "club_out", _("the club as an archive")
        ANALYSIS = "analysis", _("analysis of a match")
        ENTRIES = "entries", _("entries of an event")
        EVENT_RESULTS = "event_res", _("results of an event")

    class State(models.TextChoices):
        """A draft waits for its user, a queued job for the worker."""

        DRAFT = "draft", _("not confirmed yet")
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    board = models.ForeignKey(
        Board, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="jobs")
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.QUEUED)
    language = models.CharField(max_length=10, blank=True)
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    options = models.JSONField(default=dict, help_text="What was chosen on its page.")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(_("outcome"), max_length=1000, blank=True)
    lines = models.JSONField(default=list, help_text="The outcome of each file: name, text, good.")
    created_at = models.DateTimeField(_("created"), default=timezone.now, db_index=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["club", "by", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.get_state_display()}"

    @property
    def is_finished(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)
