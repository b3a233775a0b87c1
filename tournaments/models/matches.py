"""Match ratings: each player's Elo, and what every rated match changed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player
from tournaments.models.rounds import Match


class MatchRating(models.Model):
    """A line of a club's list of match ratings.

    `row` numbers the lines 1, 2, 3 ..., so that a page is an index range: first the ranked players,
    then those with too few matches. The deviation is as of the last match; it has grown since.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="match_rating"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="match_ratings")
    row = models.PositiveIntegerField()
    place = models.PositiveIntegerField(_("place"), null=True)
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    experience = models.PositiveIntegerField(
        _("experience"), help_text=_("The lengths of all rated matches, added up.")
    )
    matches = models.PositiveIntegerField(_("matches"))
    won = models.PositiveIntegerField(_("won"))
    last_played_on = models.DateField(_("last match"))

    class Meta:
        verbose_name = _("match rating")
        verbose_name_plural = _("match ratings")
        ordering = ["club_id", "row"]
        indexes = [models.Index(fields=["club", "row"], name="match_rating_by_row")]

    def __str__(self) -> str:
        return f"{self.row}. {self.player}: {self.rating:.0f}"


class MatchRatingPoint(models.Model):
    """What one rated match changed for one of its players.

    `played_on`, `settled_at`, `length`, `won` and the opponent are copied from the match as rated:
    if they differ from the match now, it and all later ones are rated again, as after a match is
    deleted. `number` and `wins` count the player's rated matches and wins, this one included;
    `experience` is the player's before it.
    """

    # No indexes of their own: those below begin with these columns.
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, related_name="points", db_index=False
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="match_points", db_index=False
    )
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    played_on = models.DateField(_("date"))
    settled_at = models.DateTimeField()
    length = models.PositiveSmallIntegerField(_("points of a match"))
    won = models.BooleanField(_("won"))
    number = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    expected = models.FloatField(help_text="Their chance to win, before the match.")
    experience = models.PositiveIntegerField(_("experience"))
    before = models.FloatField()
    rating = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))

    class Meta:
        verbose_name = _("rated match of a player")
        verbose_name_plural = _("rated matches of players")
        ordering = ["-played_on", "-settled_at", "-match_id"]
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="match_point_once")]
        indexes = [
            models.Index(
                fields=["player", "played_on", "settled_at", "match"], name="match_point_of_player"
            ),
            models.Index(
                fields=["club", "played_on", "settled_at", "match"], name="match_point_in_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.played_on:%Y-%m-%d} {self.before:.0f} → {self.rating:.0f}"
