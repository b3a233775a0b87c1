"""A club, its members and their roles, its players, and its seasons."""

import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.ids import public_id
from games.models.names import NameKey


def validate_player_name(name: str) -> None:
    """Refuse names with invisible or misleading characters; quotes, commas and emoji are fine.

    Raises:
        ValidationError: it has control characters, line breaks, or blanks at an end or in a row.
    """
    # Joiners are part of emoji and of some scripts; other invisible characters only deceive.
    visible = name.replace("\u200c", "").replace("\u200d", "")
    if not visible.isprintable():
        raise ValidationError(
            _("A name has no line breaks and no invisible characters."), code="player_name"
        )
    if not visible.strip() or name != " ".join(name.split()):
        raise ValidationError(
            _("A name has no blanks around it, and single blanks inside."), code="player_name"
        )


@cache
def time_zones() -> frozenset[str]:
    """The names of the time zones, looked up once: that opens some 600 files."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    """Refuse a time zone that this computer does not know.

    Raises:
        ValidationError: the time zone is unknown.
    """
    if name not in time_zones():
        raise ValidationError(
            _("Unknown time zone; expected one like Europe/Berlin."), code="time_zone"
        )


class Club(models.Model):
    """A club: its players, its evenings, its house rules."""

    class Visibility(models.TextChoices):
        """Who may see the club's pages."""

        MEMBERS = "members", _("members only")
        PUBLIC = "public", _("everybody")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    visibility = models.CharField(
        _("visible to"), max_length=10, choices=Visibility.choices, default=Visibility.MEMBERS
    )
    default_rules = models.CharField(_("house rules"), max_length=1000, default="canberra")
    stake_amount = models.DecimalField(
        _("one point is worth"),
        max_digits=10,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
    )
    currency = models.CharField(_("currency"), max_length=12, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=settings.LANGUAGES
    )
    minimum_games = models.PositiveSmallIntegerField(
        _("games for the list"),
        default=10,
        validators=[MaxValueValidator(1000)],
        help_text=_("Players with fewer games stand below the line: an average says little yet."),
    )
    replies_hidden = models.BooleanField(
        _("replies stay hidden until all are in"),
        default=False,
        help_text=_("When the box doubles, nobody sees what others answer before all have."),
    )
    pot_first = models.BooleanField(
        _("evenings are settled through a pot"),
        default=False,
        help_text=_("What each pays in or takes out stands first, payments between two behind it."),
    )
    boards_rated = models.BooleanField(
        _("matches on the board are rated"),
        default=False,
        help_text=_("Between two players of the club; games against the assistant never are."),
    )
    boards_chat = models.BooleanField(
        _("people may write at the board"),
        default=False,
        help_text=_("Without it they choose from fixed texts."),
    )
    board_seconds = models.PositiveSmallIntegerField(
        _("seconds to double at a chouette on the board"),
        default=20,
        validators=[MinValueValidator(5), MaxValueValidator(120)],
        help_text=_("Who has said nothing by then does not double."),
    )
    accent = models.CharField(
        _("colour"),
        max_length=7,
        blank=True,
        validators=[RegexValidator("^#[0-9a-f]{6}$", _("A colour is written like #0c6350."))],
    )
    logo = models.CharField(
        max_length=16,
        blank=True,
        editable=False,
        help_text="The digest of the picture in the data folder, and part of its name.",
    )
    groups = models.JSONField(
        default=list,
        editable=False,
        help_text="Players who are seated together by one tap: a list of names and identifiers.",
    )
    is_demo = models.BooleanField(_("demo club"), default=False)
    is_rehearsal = models.BooleanField(
        _("club of a rehearsal"),
        default=False,
        editable=False,
        help_text=_("Its players are invented, so that it may be deleted as a whole."),
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(visibility__in=["members", "public"]), name="club_visibility"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def today(self) -> datetime.date:
        """Today's date in the club's time zone."""
        return timezone.localdate(timezone=ZoneInfo(self.time_zone))


class Membership(models.Model):
    """What a user may do in a club."""

    class Role(models.TextChoices):
        """From the most powerful role to the least."""

        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        PLAYER = "player", _("player")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.PLAYER)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["club", "user"]
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=["owner", "organizer", "director", "scorer", "player"]),
                name="membership_role",
            ),
        ]
        indexes = [models.Index(fields=["club", "role"])]

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.get_role_display()}"


class Player(models.Model):
    """A person who plays in one club; they need no account, and one may be linked later."""

    class Shown(models.TextChoices):
        """How a player appears to people outside the club and the player's tables."""

        FULL = "full", _("by name")
        INITIALS = "initials", _("by initials")
        HIDDEN = "hidden", _("not at all")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=60, validators=[validate_player_name])
    name_key = NameKey()
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="merged",
        verbose_name=_("merged into"),
        help_text=_("The same person under another name: the log says this one, pages that one."),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )
    is_active = models.BooleanField(_("active"), default=True)
    federation_number = models.CharField(
        _("federation number"),
        max_length=24,
        blank=True,
        default="",
        help_text=_("Under which a federation or a ratings office knows them."),
    )
    country = models.CharField(_("country"), max_length=40, blank=True, default="")
    shown = models.CharField(
        _("shown to everybody"),
        max_length=8,
        choices=Shown.choices,
        default=Shown.FULL,
        help_text=_("To readers who neither belong to the club nor sit at their table."),
    )
    figures_shared = models.BooleanField(
        _("members see how well they play"),
        default=False,
        editable=False,
        help_text=_("What analyses of their games on the board found, summed up."),
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                name="player_name_in_club",
                violation_error_message=_("This club already has a player of this name."),
            ),
            models.UniqueConstraint(fields=["club", "user"], name="player_user_in_club"),
            models.CheckConstraint(
                condition=models.Q(shown__in=["full", "initials", "hidden"]), name="player_shown"
            ),
            # Chains of merges are not allowed: merging a player also moves those merged into them.
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True)
                | models.Q(is_active=False, user__isnull=True),
                name="player_merged_is_retired",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "is_active", "name_key"]),
            models.Index(fields=["club", "name_key", "id"], name="player_name_key_in_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def current(self) -> "Player":
        """The player this one counts as: themselves, or the one they were merged into."""
        return self.merged_into or self

    def own_keys(self) -> list[int]:
        """Return the keys of this player and of those who were merged into them."""
        return [self.pk, *self.merged.values_list("pk", flat=True)]


class Invitation(models.Model):
    """A one-time link with which its reader claims a player, gets a role, or both."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    role = models.CharField(
        max_length=10, choices=Membership.Role.choices, default=Membership.Role.PLAYER
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="invitations_made",
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(db_index=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations_used",
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.club} · {self.player or self.get_role_display()}"


class Season(models.Model):
    """A period of the club's calendar with its own leaderboard."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="seasons_closed",
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts_on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_in_club"),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_start",
                violation_error_message=_("A season ends on its first day or later."),
            ),
        ]
        indexes = [models.Index(fields=["club", "starts_on", "ends_on"])]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None
