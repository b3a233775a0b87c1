"""Leagues of a club: seasons, each an event, and what two players agree on about their match."""

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player
from games.models.ids import public_id
from tournaments.models.entries import EntryPass
from tournaments.models.events import Event
from tournaments.models.rounds import Match


class League(models.Model):
    """What goes on for years in a club: a shape, what matches are worth, who goes up and down."""

    class Shape(models.TextChoices):
        """Who meets whom: everybody of a division, by a draw for each round, or by challenges."""

        ALL_PLAY_ALL = "all_play_all", _("everybody meets everybody of the division")
        ROUNDS = "swiss", _("rounds with a draw for each")
        LADDER = "ladder", _("a ladder: players challenge who stands above them")

    class Rule(models.TextChoices):
        """By what players change divisions."""

        PLACES = "places", _("so many places")
        HALF = "half", _("the upper half goes up")
        WINS = "wins", _("by wins")

    class Few(models.TextChoices):
        """What becomes of who has played too little."""

        DOWN = "down", _("goes down")
        OUT = "out", _("is out")

    class Unplayed(models.TextChoices):
        """What a match counts that was not played by the deadline."""

        NOTHING = "nothing", _("nothing for either")
        HALF = "half", _("a half for each")
        WAITS = "waits", _("the director decides each")

    class Boards(models.TextChoices):
        """Whether matches are played on the program's board."""

        ALLOWED = "allowed", _("as the two like")
        REQUIRED = "required", _("always")
        NEVER = "never", _("never")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=80)
    shape = models.CharField(
        _("who meets whom"), max_length=20, choices=Shape.choices, default=Shape.ALL_PLAY_ALL
    )
    match_length = models.PositiveSmallIntegerField(
        _("points of a match"), default=11, validators=[MinValueValidator(1), MaxValueValidator(64)]
    )
    params = models.JSONField(default=dict, blank=True, help_text="Those of the format.")
    tie_breaks = models.JSONField(default=list, blank=True)
    rule = models.CharField(
        _("up and down"), max_length=10, choices=Rule.choices, default=Rule.PLACES
    )
    up = models.PositiveSmallIntegerField(_("up"), default=1, validators=[MaxValueValidator(99)])
    down = models.PositiveSmallIntegerField(
        _("down"), default=1, validators=[MaxValueValidator(99)]
    )
    share = models.PositiveSmallIntegerField(
        _("percent of the matches to be played"), default=0, validators=[MaxValueValidator(100)]
    )
    few = models.CharField(
        _("who has played less"), max_length=10, choices=Few.choices, default=Few.DOWN
    )
    unplayed = models.CharField(
        _("not played by the deadline"),
        max_length=10,
        choices=Unplayed.choices,
        default=Unplayed.NOTHING,
    )
    round_days = models.PositiveSmallIntegerField(
        _("days for a round or a challenge"), default=14, validators=[MinValueValidator(1)]
    )
    confirm_days = models.PositiveSmallIntegerField(
        _("days until a report confirms itself"),
        default=3,
        validators=[MaxValueValidator(60)],
        help_text="0: it never does.",
    )
    boards = models.CharField(
        _("on the board"), max_length=10, choices=Boards.choices, default=Boards.ALLOWED
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["club_id", "name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="league_name_in_club")]

    def __str__(self) -> str:
        return self.name


class LeagueSeason(models.Model):
    """A season of a league: an event whose matches are played at dates of their own.

    `wishes` has who wants to play the next season, or to leave, by public id. `draft` is who plays
    where next, once it was made: the moves as computed, and as the director has them; with the
    wishes of then, and as results and wishes had them when it was confirmed.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="league_season")
    number = models.PositiveSmallIntegerField(_("number"))
    deadline = models.DateTimeField(
        _("deadline"), null=True, blank=True, help_text="None: a ladder that goes on."
    )
    deadline_reason = models.CharField(_("reason"), max_length=200, blank=True)
    late_until = models.DateField(_("late entries until"), null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    wishes = models.JSONField(default=dict, blank=True)
    draft = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("season of a league")
        verbose_name_plural = _("seasons of leagues")
        ordering = ["league_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="league_season_number")
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.number}"

    @property
    def goes_on(self) -> bool:
        """Whether it is a ladder without an end."""
        return self.deadline is None

    @property
    def boards(self) -> str:
        """Whether its matches are played on the program's board."""
        return self.league.boards

    @property
    def confirm_days(self) -> int:
        """How many days a report waits before it confirms itself; 0: it never does."""
        return self.league.confirm_days


class Fixture(models.Model):
    """What two have agreed on about their match at a date of its own, in a season or a cup.

    It is made with the first word of it.

    `deadline` is its own where the director has moved it. `read_to` is the key of the last word
    that a director has read.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="fixture")
    deadline = models.DateTimeField(null=True, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=80, blank=True)
    read_to = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")

    def __str__(self) -> str:
        return str(self.match)


class FixtureNote(models.Model):
    """A row of a fixture's log: dates proposed and accepted, messages, who did not come.

    `side` is the player's whom it is about; null where it is the director's word to both. `first`
    and `second` are the two who met when it was said: if others meet now, for one of them was
    replaced or a bracket was corrected, it is not about those. Unknown of some old words.
    """

    class Kind(models.TextChoices):
        """What was said."""

        CHALLENGED = "challenged", _("challenged")
        PROPOSED = "proposed", _("proposed dates")
        ACCEPTED = "accepted", _("accepted a date")
        WITHDRAWN = "withdrawn", _("took the dates back")
        DECLINED = "declined", _("can on none of these dates")
        SAID = "said", _("wrote")
        ABSENT = "absent", _("says that the other did not come")
        RECANTED = "recanted", _("takes back that the other did not come")
        STRUCK = "struck", _("did not come: a strike, and a new date is to be found")
        WALKOVER = "walkover", _("did not come: a walkover")
        EXCUSED = "excused", _("has no strike: a new date is to be found")
        UNDECIDED = "undecided", _("took back what was decided on who did not come")
        NUDGED = "nudged", _("reminded both")
        EXTENDED = "extended", _("moved the deadline")
        DECIDES = "decides", _("has the two play a deciding match")

    ABOUT_DATES: ClassVar = (Kind.PROPOSED, Kind.ACCEPTED, Kind.WITHDRAWN, Kind.DECLINED)
    """What players say about dates: of these the last says whether a proposal waits."""
    DECISIONS: ClassVar = (Kind.STRUCK, Kind.WALKOVER, Kind.EXCUSED)
    """What a director decides on who did not come; its side is whom it is about."""
    HEARD_BY: ClassVar = ("first", "second")
    """Columns of those who only were there: what the row says is not said by them."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    first = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    second = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    text = models.CharField(max_length=500, blank=True)
    times = models.JSONField(default=list, blank=True)
    place = models.CharField(max_length=80, blank=True)
    key = models.CharField(max_length=64)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    sent_by = models.ForeignKey(
        EntryPass, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("word about a fixture")
        verbose_name_plural = _("words about fixtures")
        ordering = ["fixture_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["fixture", "key"], name="fixture_note_once")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save it as said by the two who meet now, unless it says by whom."""
        if self._state.adding and self.first_id is None:
            self.between(self.fixture.match)
        super().save(*args, **kwargs)

    def between(self, match: Match) -> None:
        """Let it be about the two who meet now."""
        self.first_id, self.second_id = match.first_id, match.second_id

    @property
    def two(self) -> tuple[Player | None, Player | None]:
        """The two who met when it was said."""
        return self.first, self.second


class PartedFixture(models.Model):
    """What two have said who do not meet any more, since their division was split: if they meet
    again, by an undo or a later change, it is theirs again.

    `notes` are the rows of the fixture's log, the oldest first, as `FixtureNote` has them.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="parted_fixtures")
    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    deadline = models.DateTimeField(null=True, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=80, blank=True)
    notes = models.JSONField(default=list)

    class Meta:
        verbose_name = _("fixture of two who do not meet now")
        verbose_name_plural = _("fixtures of two who do not meet now")

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"


class FormerMatch(models.Model):
    """The address of a match that is gone, since its division was drawn anew: whoever has it is led
    to the match of the two as it is now, if they still meet.
    """

    public_id = models.CharField(max_length=16, unique=True)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="former_matches")
    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("address of a match that is gone")
        verbose_name_plural = _("addresses of matches that are gone")

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"


class CalendarFeed(models.Model):
    """A player's private calendar of agreed dates; its address is signed.

    A new address is a new version: who has the old one reads nothing any more.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="calendar_feed")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("calendar of a player")
        verbose_name_plural = _("calendars of players")

    def __str__(self) -> str:
        return str(self.player)


class LeagueTold(models.Model):
    """What an account was told about its leagues, so that no second worker tells it again.

    `what` names it: a word about a fixture, a date of tomorrow, half of a season, or the day of a
    mail, of which there is one at most. `claimed_until` is until when a worker is at it; once it is
    told, or where it was told before there were claims, null.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_told"
    )
    what = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("told about a league")
        verbose_name_plural = _("told about leagues")
        constraints = [models.UniqueConstraint(fields=["user", "what"], name="league_told_once")]

    def __str__(self) -> str:
        return self.what
