"""Who plays in an event: entries, wishes to play, and the passes of phones."""

from typing import Final

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.models.ids import public_id
from tournaments.models.events import Division, Event


class Entry(models.Model):
    """A player in a division. Their number never changes: results refer to it.

    `from_round` is the first round they take part in, `reentries` how often they bought in again.
    Fees and prizes are only recorded.
    """

    class State(models.TextChoices):
        """Whether the next draw includes the player."""

        ENTERED = "entered", _("entered")
        PRESENT = "present", _("here")
        PAUSED = "paused", _("pauses")
        WITHDRAWN = "withdrawn", _("withdrawn")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"))
    level = models.PositiveSmallIntegerField(
        _("level"), default=0, help_text=_("1 is the strongest; 0 where nothing is known.")
    )
    rating = models.DecimalField(
        _("rating"),
        max_digits=6,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text=_("From elsewhere; by it the field is put in order before the club's own."),
    )
    home_club = models.CharField(_("club"), max_length=80, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.ENTERED
    )
    from_round = models.PositiveSmallIntegerField(default=1)
    reentries = models.PositiveSmallIntegerField(default=0)
    fees_paid = models.PositiveSmallIntegerField(default=0)
    prize = models.DecimalField(max_digits=11, decimal_places=3, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["division_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "player"], name="entry_once"),
            models.UniqueConstraint(fields=["division", "number"], name="entry_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    @staticmethod
    def of(player: Player) -> models.Q:
        """Return which entries are a player's, those from before a merge included."""
        now = player.current
        return models.Q(player=now) | models.Q(player__merged_into=now)

    @property
    def name(self) -> str:
        """The name of their player by now: after a merge, of whom they count as."""
        return self.player.current.name

    @property
    def currency(self) -> str:
        """The currency of its prize."""
        return self.division.currency

    @property
    def is_active(self) -> bool:
        return self.state in {self.State.ENTERED, self.State.PRESENT}


class RemovedEntry(models.Model):
    """A wrong entry that was removed, as long as that can be taken back: until the event is over.

    `player` is null where the person went with it: then `person` has what the club knew of them.
    `kept` are the entry's columns, `byes` the matches in which its opponents got a bye: their
    public ids, versions, and the side that was theirs. The log has numbers only.
    """

    public_id = models.CharField(max_length=16, unique=True)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="removed_entries")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="removed_entries")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="removed_entries"
    )
    person = models.JSONField(default=dict)
    kept = models.JSONField(default=dict)
    byes = models.JSONField(default=list)
    removed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("removed entry")
        verbose_name_plural = _("removed entries")
        ordering = ["event_id", "removed_at"]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    @property
    def name(self) -> str:
        """Who it was."""
        return str(self.person.get("name", "")) if self.player is None else self.player.current.name


class EntryWish(models.Model):
    """Somebody who enters by an event's code, from the form on their phone to an answer.

    `name` is as they typed it, `who` the same for all spellings. Who holds the link with the token
    sees what became of it; this row has its digest. A director's log has numbers only.
    """

    class State(models.TextChoices):
        """Asked, on the waiting list, entered, or refused."""

        ASKED = "asked", _("waits for a yes")
        LISTED = "listed", _("on the waiting list")
        ENTERED = "entered", _("entered")
        REFUSED = "refused", _("refused")

    OPEN = frozenset({State.ASKED, State.LISTED})

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="wishes")
    name = models.CharField(_("name"), max_length=60)
    who = models.CharField(max_length=120)
    home_club = models.CharField(_("club"), max_length=80, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="entry_wishes"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="wishes"
    )
    state = models.CharField(max_length=10, choices=State.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("wish to play")
        verbose_name_plural = _("wishes to play")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "who"],
                condition=models.Q(state__in=["asked", "listed"]),
                name="entry_wish_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.get_state_display()}"


class ForbiddenPair(models.Model):
    """Two players who should not meet if avoidable: a couple, or a teacher and a pupil."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("forbidden pair")
        verbose_name_plural = _("forbidden pairs")
        constraints = [
            models.UniqueConstraint(
                fields=["division", "first", "second"], name="forbidden_pair_once"
            ),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="forbidden_pair_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} – {self.second_id}"


class EntryPass(models.Model):
    """Access to an event for a phone without an account: it acts for one player.

    Only the phone's cookie has the token; this row has its digest. Players who come by the event's
    code wait for the director's approval, those with their own link do not.
    """

    class State(models.TextChoices):
        """From request to end."""

        ASKED = "asked", _("waits for a yes")
        GRANTED = "granted", _("let in")
        REFUSED = "refused", _("refused")
        REVOKED = "revoked", _("revoked")
        PARTED = "parted", _("not entered any more")

    LET_IN: Final = (State.GRANTED, State.PARTED)

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="passes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="event_passes")
    token_hash = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=10, choices=State.choices)
    device = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("pass for an event")
        verbose_name_plural = _("passes for events")
        indexes = [models.Index(fields=["event", "state"], name="entry_pass_state")]

    def __str__(self) -> str:
        return f"{self.player} · {self.get_state_display()}"
