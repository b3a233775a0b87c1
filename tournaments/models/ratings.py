"""Skill estimates: evidence per session, sums per month, the list, and official lists."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player, Season, Session
from tournaments.ratings.places import Stand
from tournaments.ratings.skill import DEFAULTS, Skill, Spread


class SessionEvidence(models.Model):
    """What one ended session says about skill, and the state from which it was computed.

    `seats` is a checksum of who sits where: a merge changes it without any action in the session.
    `formula` is the version of the calculation.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="evidence"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    played_on = models.DateField(_("date"))
    version = models.PositiveIntegerField(_("version"))
    seats = models.BigIntegerField()
    formula = models.PositiveSmallIntegerField(default=0)
    games = models.PositiveIntegerField(_("games"))
    data = models.BinaryField()

    class Meta:
        verbose_name = _("evidence of a session")
        verbose_name_plural = _("evidence of sessions")
        indexes = [models.Index(fields=["club", "played_on"], name="evidence_in_club")]

    def __str__(self) -> str:
        return f"{self.played_on:%Y-%m-%d}: {self.games}"


class RatingMonth(models.Model):
    """The evidence about a club as of the last evening of a month; the chain continues from here.

    It was judged with the spread found from it; `sigma2`, `rho` and `tau` are one step further,
    where the next month begins to look for its own. Only some months store their sums; the others
    are recalculated from earlier ones.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_months")
    month = models.DateField(_("month"), help_text=_("Its first day."))
    played_on = models.DateField(_("last evening"))
    judged_sigma2 = models.FloatField()
    judged_rho = models.FloatField()
    judged_tau = models.FloatField()
    sigma2 = models.FloatField()
    rho = models.FloatField()
    tau = models.FloatField()
    sums = models.BinaryField(null=True)
    known = models.JSONField(
        null=True,
        help_text="Everybody's last month; skill, standard error, games and evenings by then.",
    )

    class Meta:
        verbose_name = _("month of ratings")
        verbose_name_plural = _("months of ratings")
        ordering = ["club_id", "month"]
        constraints = [models.UniqueConstraint(fields=["club", "month"], name="rating_month_once")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class Estimated(models.Model):
    """An estimate: skill in points per cube, its standard error, the number of games."""

    skill = models.FloatField(_("skill"), help_text=_("In points per cube."))
    se = models.FloatField(_("standard error"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        abstract = True

    @property
    def estimate(self) -> Skill:
        """The estimate with derived values: figure, interval, lower bound."""
        return Skill(self.skill, self.se, self.games)


class RatingPoint(Estimated):
    """A player's estimate on the last evening of a month in which they played."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_points")
    month = models.DateField(_("month"), help_text=_("Its first day."))
    played_on = models.DateField(_("last evening"))

    class Meta:
        verbose_name = _("point of a rating")
        verbose_name_plural = _("points of ratings")
        ordering = ["player_id", "month"]
        constraints = [
            models.UniqueConstraint(fields=["player", "month"], name="rating_point_once")
        ]
        indexes = [models.Index(fields=["club", "month"], name="rating_point_in_club")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}: {self.estimate.figure:.0f}"


class SkillRating(Estimated):
    """A line of a club's skill list.

    `row` numbers the lines 1, 2, 3 ..., so that a page is an index range: first everybody with a
    place, then the settled, who have not played for two years and keep the figure of `month`, their
    last one. How surely somebody stands at their place is `stand`.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="skill_rating"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="skill_ratings")
    row = models.PositiveIntegerField()
    place = models.PositiveIntegerField(_("place"), null=True)
    lower = models.FloatField(_("lower 80 % bound"), help_text=_("As a figure."))
    first = models.PositiveIntegerField(_("first possible place"), null=True)
    last = models.PositiveIntegerField(_("last possible place"), null=True)
    above_next = models.FloatField(_("chance to be above the next"), null=True)
    is_wide = models.BooleanField(_("wide interval"), default=False)
    evenings = models.PositiveIntegerField(_("evenings until twice as certain"), null=True)
    is_settled = models.BooleanField(_("no longer plays"))
    month = models.DateField(_("last month"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["club_id", "row"]
        indexes = [models.Index(fields=["club", "row"], name="skill_rating_by_row")]

    def __str__(self) -> str:
        return f"{self.row}. {self.player}"

    @property
    def stand(self) -> Stand | None:
        """How surely they stand at their place; None for settled players."""
        if self.first is None or self.last is None:
            return None
        return Stand(self.first, self.last, self.above_next, self.is_wide, self.evenings)


class RatingRun(models.Model):
    """A run of rating work, for a club or for all, with its progress and outcome."""

    class Kind(models.TextChoices):
        """The reason for a run."""

        CHANGE = "change", _("after a change")
        REBUILD = "rebuild", _("rebuilt from the log")

    class State(models.TextChoices):
        """The progress of a run."""

        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="rating_runs"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    state = models.CharField(_("state"), max_length=10, choices=State.choices)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    seen_at = models.DateTimeField(
        _("last sign of life"),
        null=True,
        blank=True,
        help_text=_("When a worker last began or finished a club of it."),
    )
    sessions = models.PositiveIntegerField(_("sessions"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    done = models.PositiveIntegerField(_("clubs done"), default=0)
    total = models.PositiveIntegerField(_("clubs"), default=1)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("run of the ratings")
        verbose_name_plural = _("runs of the ratings")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["asked_at"], name="rating_run_asked")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.asked_at:%Y-%m-%d %H:%M}"


class RatingState(models.Model):
    """The state of a club's ratings. Every write of skill increments `generation`, and every write
    of match ratings `match_generation`, so that of two concurrent workers the slower notices;
    `rebuilt_in` is the last run here. If `formula` or `match_formula` differs from the program's,
    all figures are stale.
    """

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="rating_state"
    )
    generation = models.PositiveIntegerField(default=0)
    played_on = models.DateField(_("as of"), null=True)
    sessions = models.PositiveIntegerField(_("sessions"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    sigma2 = models.FloatField(null=True)
    rho = models.FloatField(null=True)
    tau = models.FloatField(null=True)
    written_at = models.DateTimeField(_("written"), default=timezone.now)
    matches = models.PositiveIntegerField(_("rated matches"), default=0)
    match_generation = models.PositiveIntegerField(default=0)
    formula = models.PositiveSmallIntegerField(default=0)
    match_formula = models.PositiveSmallIntegerField(default=0)
    rebuilt_in = models.ForeignKey(
        RatingRun, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("state of the ratings")
        verbose_name_plural = _("states of the ratings")
        ordering = ["club_id"]

    def __str__(self) -> str:
        return str(self.club)

    @property
    def spread(self) -> Spread:
        """The spread with which the list was estimated; the usual one before any game."""
        if self.sigma2 is None or self.rho is None or self.tau is None:
            return DEFAULTS.spread
        return Spread(self.sigma2, self.rho, self.tau)


class OfficialList(models.Model):
    """A frozen list: at the end of a month, or when a season was closed."""

    class Kind(models.TextChoices):
        """What it was frozen for."""

        MONTH = "month", _("end of the month")
        SEASON = "season", _("end of the season")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="official_lists")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, null=True, blank=True, related_name="official_lists"
    )
    day = models.DateField(_("date"))
    frozen_at = models.DateTimeField(_("frozen"), default=timezone.now)

    class Meta:
        verbose_name = _("official list")
        verbose_name_plural = _("official lists")
        ordering = ["-day", "-pk"]
        # NULLs do not collide in a unique index, so lists of months have their own constraint.
        constraints = [
            models.UniqueConstraint(fields=["season"], name="official_list_of_season"),
            models.UniqueConstraint(
                fields=["club", "day"],
                condition=models.Q(season__isnull=True),
                name="official_list_of_month",
            ),
        ]
        indexes = [models.Index(fields=["club", "-day"], name="official_list_in_club")]

    def __str__(self) -> str:
        return f"{self.season or self.club} · {date_format(self.day)}"


class OfficialRow(Estimated):
    """A line of an official list: the player's place by skill, and their points in the period.

    `place` is null for players who had not played for two years, and in early lists for those of
    whom little was known; a monthly list has all-time points, a season's list those of the season.
    """

    official = models.ForeignKey(OfficialList, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="official_rows")
    place = models.PositiveIntegerField(_("place"), null=True)
    is_wide = models.BooleanField(_("wide interval"), default=False)
    points = models.BigIntegerField(_("points"), help_text=_("In hundredths of a point."))
    points_place = models.PositiveIntegerField(_("place by points"), null=True)
    points_games = models.PositiveIntegerField(_("games"), default=0)

    class Meta:
        verbose_name = _("line of an official list")
        verbose_name_plural = _("lines of official lists")
        ordering = ["official_id", "place"]
        constraints = [
            models.UniqueConstraint(fields=["official", "player"], name="official_row_once")
        ]
        indexes = [models.Index(fields=["official", "place"], name="official_row_by_place")]

    def __str__(self) -> str:
        return f"{self.place or '–'} {self.player}"
