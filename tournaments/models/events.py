"""Events and their divisions: what is played, by which rules, for what."""

from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Club, Season
from games.models.boards import games_offered
from games.models.ids import public_id
from games.rules.online import BACKGAMMON
from tournaments.formats import FORMATS
from tournaments.models.seeds import new_seed
from tournaments.pairing.chance import digest_of, draw_seed


class Event(models.Model):
    """A club evening, a league or a tournament; its divisions are what is played.

    All its randomness is derived from `seed`. A secret seed is shown to nobody, directors included,
    before the event is over; until then its public digest commits to it. `beat` is incremented by
    every change to what its pages show.
    """

    class Status(models.TextChoices):
        """From announcement to prizes; a template is copied and never played."""

        TEMPLATE = "template", _("template")
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class SeedOrigin(models.TextChoices):
        """Who knew the seed before the draws: nobody, the person who typed it in, or everybody."""

        SECRET = "secret", _("drawn here and kept secret until the event is over")
        HAND = "hand", _("set by hand")
        KNOWN = "known", _("known before the draw")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    title = models.CharField(_("title"), max_length=120)
    game = models.CharField(
        _("game"), max_length=12, choices=games_offered, default=BACKGAMMON.name
    )
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts_on = models.DateField(_("date"))
    notice = models.TextField(_("notice for the players"), max_length=2000, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    seed = models.CharField(_("seed of the draws"), max_length=64, default=new_seed)
    seed_origin = models.CharField(
        max_length=10, choices=SeedOrigin.choices, default=SeedOrigin.SECRET, editable=False
    )
    tables = models.PositiveSmallIntegerField(
        _("number of tables"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes for a round"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    late_first = models.PositiveSmallIntegerField(
        _("first penalty point after minutes"), default=5, validators=[MinValueValidator(1)]
    )
    late_every = models.PositiveSmallIntegerField(
        _("a further one every minutes"), default=5, validators=[MinValueValidator(1)]
    )
    own_dates = models.BooleanField(
        default=False,
        editable=False,
        help_text="Its matches are played at dates of their own: nobody is called to a table.",
    )
    self_reports = models.BooleanField(_("players report their results"), default=True)
    is_rated = models.BooleanField(_("counts for ratings"), default=True)
    rates_single_points = models.BooleanField(_("matches to one point count"), default=True)
    fee = models.DecimalField(
        _("fee"),
        max_digits=11,
        decimal_places=3,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    reentry_fee = models.DecimalField(
        _("fee for coming back"),
        max_digits=11,
        decimal_places=3,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    prizes = models.JSONField(
        _("prizes"), default=list, blank=True, help_text="Shares of the pool in percent, by place."
    )
    added = models.DecimalField(
        _("added money"),
        max_digits=11,
        decimal_places=3,
        default=Decimal(0),
        blank=True,
        validators=[MinValueValidator(0)],
    )
    costs = models.DecimalField(
        _("percent of the fees for costs"),
        max_digits=5,
        decimal_places=2,
        default=Decimal(0),
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(100)],
    )
    # Most events have none; unlike empty strings, NULLs do not collide in a unique index.
    code = models.CharField(  # noqa: DJ001
        max_length=8, unique=True, null=True, editable=False, help_text="While phones may check in."
    )
    entry_code = models.CharField(  # noqa: DJ001
        max_length=8,
        unique=True,
        null=True,
        editable=False,
        help_text="While players enter themselves.",
    )
    entry_asks = models.BooleanField(
        _("a director says yes to each"),
        default=True,
        editable=False,
        help_text="Who enters by the code waits for a director's yes.",
    )
    entry_until = models.DateTimeField(
        _("until"), null=True, editable=False, help_text="When players can enter no longer."
    )
    version = models.PositiveIntegerField(default=0, editable=False)
    length = models.PositiveIntegerField(
        default=0, editable=False, help_text="How many rows its log has."
    )
    beat = models.PositiveIntegerField(default=0, editable=False)
    plays_every = models.PositiveSmallIntegerField(
        null=True, editable=False, help_text="Seconds between two results that a rehearsal enters."
    )
    plays_at = models.DateTimeField(
        null=True, editable=False, help_text="When a rehearsal enters its next result."
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["template", "planned", "running", "finished", "cancelled"]
                ),
                name="event_status",
            )
        ]
        indexes = [
            models.Index(fields=["club", "-starts_on", "-id"], name="event_in_club"),
            models.Index(
                fields=["plays_at"],
                condition=models.Q(plays_at__isnull=False),
                name="event_plays_at",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} · {date_format(self.starts_on)}"

    @property
    def is_open(self) -> bool:
        return self.status in {self.Status.PLANNED, self.Status.RUNNING}

    @property
    def has_secret_seed(self) -> bool:
        return self.seed_origin == self.SeedOrigin.SECRET

    @property
    def shown_seed(self) -> str:
        """The seed, once no more draws depend on it, or if it was never secret."""
        is_over = self.status in {self.Status.FINISHED, self.Status.CANCELLED}
        return self.seed if is_over or not self.has_secret_seed else ""

    @property
    def seed_digest(self) -> str:
        """The digest that is public from the beginning and can be checked against the seed."""
        return digest_of(self.seed)

    def draw_seed(self, place: int, number: int, attempt: int) -> str:
        """Return the seed of one draw for the division in a `place`."""
        return draw_seed(self.seed, place, number, attempt, is_secret=self.has_secret_seed)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a division costs, and how its pool is split.

    `costs` is the percentage of the fees that does not go into the pool, `added` is what somebody
    puts into it besides. `prizes` are shares of the pool in percent, by place.
    """

    fee: Decimal | None
    reentry_fee: Decimal | None
    added: Decimal
    costs: Decimal
    prizes: list[int | float]

    @property
    def has_fee(self) -> bool:
        """Whether somebody can owe anything: a fee of 0 is owed by nobody."""
        return bool(self.fee)

    @property
    def has_pool(self) -> bool:
        """Whether there is something to play for."""
        return self.has_fee or bool(self.added)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to announce."""
        return self.fee is None and self.reentry_fee is None and not (self.added or self.prizes)


def format_choices() -> list[tuple[str, str]]:
    """Return the formats, by code, with what they are called.

    Fields take their choices from it, so a new format needs no migration.
    """
    return [(code, gettext(one.title)) for code, one in FORMATS.items()]


class Division(models.Model):
    """A field of an event that plays by one format: open, intermediate, side event.

    `params` are validated by the format. `order` lists the entry numbers in draw order once a
    bracket, a round robin or groups are drawn; then the field is fixed. `side_pools` are the pools
    besides the fees, each for one part of the bracket, with the numbers of who joined. What is
    null of fees, added money, costs and prizes is as the event has it: see `terms`.
    """

    class Seeding(models.TextChoices):
        """What orders the field before the first round."""

        DRAW = "draw", _("by draw")
        RATING = "rating", _("by rating")
        LEVEL = "level", _("by level")
        ENTRY = "entry", _("in the order of entry")

    class Apart(models.TextChoices):
        """Who else should not meet if avoidable, besides the pairs that a director names."""

        NOBODY = "", _("only the pairs named at the desk")
        CLUB = "club", _("players of one club")
        COUNTRY = "country", _("players of one country")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60)
    position = models.PositiveSmallIntegerField()
    format = models.CharField(_("format"), max_length=20, choices=format_choices)
    params = models.JSONField(default=dict, blank=True)
    match_length = models.PositiveSmallIntegerField(
        _("points of a match"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    seeding = models.CharField(
        _("order of the field"), max_length=10, choices=Seeding.choices, default=Seeding.DRAW
    )
    rules = models.CharField(_("house rules"), max_length=1000, blank=True)
    apart = models.CharField(
        _("not against each other"), max_length=10, choices=Apart.choices, default="", blank=True
    )
    places = models.PositiveSmallIntegerField(
        _("number of places"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    first_table = models.PositiveSmallIntegerField(
        _("tables from"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    last_table = models.PositiveSmallIntegerField(
        _("tables to"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    fee = models.DecimalField(
        _("fee"),
        max_digits=11,
        decimal_places=3,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    reentry_fee = models.DecimalField(
        _("fee for coming back"),
        max_digits=11,
        decimal_places=3,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    added = models.DecimalField(
        _("added money"),
        max_digits=11,
        decimal_places=3,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    costs = models.DecimalField(
        _("percent of the fees for costs"),
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(100)],
    )
    prizes = models.JSONField(
        _("prizes"), null=True, blank=True, help_text="Shares of the pool in percent, by place."
    )
    order = models.JSONField(null=True, editable=False)
    discarded = models.PositiveSmallIntegerField(
        default=0,
        editable=False,
        help_text="The attempt of the draw that was thrown away last: the next one counts on.",
    )
    next_at = models.DateTimeField(
        _("start of the next round"), null=True, blank=True, help_text="Gone with the next release."
    )
    side_pools = models.JSONField(default=list, blank=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["event_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="division_name_in_event"),
            models.UniqueConstraint(fields=["event", "position"], name="division_position"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_chouette(self) -> bool:
        return FORMATS[self.format].is_chouette

    @property
    def has_places(self) -> bool:
        """Whether its field was drawn as a whole, so that players have places in it."""
        return bool({"field", "groups", "knockout"} & (self.order or {}).keys())

    @property
    def own_tables(self) -> range | None:
        """The tables at which only this division plays, if there are any."""
        if self.first_table is None or self.last_table is None:
            return None
        return range(self.first_table, self.last_table + 1)

    @property
    def currency(self) -> str:
        """The currency of its fees and prizes."""
        return self.event.currency

    @property
    def terms(self) -> Terms:
        """Its own fees and prizes, and those of the event where it has none of its own."""
        event = self.event
        return Terms(
            fee=event.fee if self.fee is None else self.fee,
            reentry_fee=event.reentry_fee if self.reentry_fee is None else self.reentry_fee,
            added=event.added if self.added is None else self.added,
            costs=event.costs if self.costs is None else self.costs,
            prizes=event.prizes if self.prizes is None else self.prizes,
        )
