"""Each player's part of each evening, and each evening's totals; all statistics sum these."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Club, Player, Season, Session


class EveningShare(models.Model):
    """One player's part of one session: points, games, roles, cubes, without void games.

    Of an evening by totals it has the points alone, and no game: averages leave it out.

    Points and bets are in hundredths. A bet is one member's game against the box: a box at a table
    of six has five of them, one for a stake of two counts as two, a partner has half of the box's.
    A bet is for the lower of the two players' stakes. Cubes are counted per bet: doubling four
    members counts as four doubles; beside each count is what those bets won or lost.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="shares")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="shares")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="shares"
    )
    played_on = models.DateField(_("date"))
    points = models.BigIntegerField(_("points"), help_text=_("In hundredths of a point."))
    games = models.PositiveIntegerField(_("games"))
    bets = models.PositiveBigIntegerField(_("bets"), help_text=_("In hundredths of a bet."))
    box_games = models.PositiveIntegerField(default=0)
    box_points = models.BigIntegerField(default=0)
    partner_games = models.PositiveIntegerField(default=0)
    partner_points = models.BigIntegerField(default=0)
    captain_games = models.PositiveIntegerField(default=0)
    captain_points = models.BigIntegerField(default=0)
    crew_games = models.PositiveIntegerField(default=0)
    crew_points = models.BigIntegerField(default=0)
    box_won = models.PositiveIntegerField(default=0, help_text="Games that brought the box points.")
    box_stays = models.PositiveIntegerField(default=0, help_text="How often they became box.")
    box_streak = models.PositiveIntegerField(default=0, help_text="The most games running as box.")
    best_game = models.BigIntegerField(default=0)
    best_game_number = models.PositiveIntegerField(default=0)
    doubled = models.PositiveIntegerField(default=0)
    doubled_points = models.BigIntegerField(default=0)
    redoubled = models.PositiveIntegerField(default=0)
    redoubled_points = models.BigIntegerField(default=0)
    took = models.PositiveIntegerField(default=0)
    took_points = models.BigIntegerField(default=0)
    dropped = models.PositiveIntegerField(default=0)
    dropped_points = models.BigIntegerField(default=0)
    beavered = models.PositiveIntegerField(default=0)
    beavered_points = models.BigIntegerField(default=0)
    answers = models.JSONField(
        default=dict, help_text="Takes and drops against their alternatives, by choice."
    )

    class Meta:
        verbose_name = _("share of an evening")
        verbose_name_plural = _("shares of evenings")
        ordering = ["-played_on", "-session_id", "player_id"]
        constraints = [models.UniqueConstraint(fields=["session", "player"], name="share_once")]
        indexes = [
            models.Index(fields=["club", "played_on"], name="share_in_club"),
            models.Index(fields=["player", "played_on", "session"], name="share_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points / 100:+g}"


class TableShare(models.Model):
    """A player's part of one session, limited to its games with `size` players.

    The size belongs to the game: people come and go in an evening, and a paused player does not
    count. Over all sizes these rows add up to the player's `EveningShare`.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="table_shares")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    played_on = models.DateField(_("date"))
    size = models.PositiveSmallIntegerField(_("players at the table"))
    points = models.BigIntegerField(_("points"), help_text=_("In hundredths of a point."))
    games = models.PositiveIntegerField(_("games"))
    bets = models.PositiveBigIntegerField(_("bets"), help_text=_("In hundredths of a bet."))
    box_games = models.PositiveIntegerField(default=0)
    partner_games = models.PositiveIntegerField(default=0)
    captain_games = models.PositiveIntegerField(default=0)
    crew_games = models.PositiveIntegerField(default=0)
    box_points = models.BigIntegerField(default=0)
    box_won = models.PositiveIntegerField(default=0)
    box_stays = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("share of the tables of a size")
        verbose_name_plural = _("shares of the tables of a size")
        ordering = ["-played_on", "-session_id", "player_id", "size"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player", "size"], name="table_share_once")
        ]
        indexes = [models.Index(fields=["club", "size", "played_on"], name="table_share_in_club")]

    def __str__(self) -> str:
        return f"{self.player} ({self.size}): {self.points / 100:+g}"


class EveningTally(models.Model):
    """A session's totals, and the state from which its shares were written.

    The columns from `formula` to `seats` are its fingerprint: the formula, and the columns of the
    session's row and seats it was computed from. If the fingerprint differs from the present state,
    the shares are recomputed. `seats` is a checksum of players and stakes.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="tally"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    played_on = models.DateField(_("date"))
    formula = models.PositiveSmallIntegerField(default=0)
    beat = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, blank=True)
    season = models.BigIntegerField(default=0, help_text="Its key, 0 for none.")
    seats = models.BigIntegerField(default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    decided = models.PositiveIntegerField(default=0, help_text="Games played out on the board.")
    gammons = models.PositiveIntegerField(default=0)
    backgammons = models.PositiveIntegerField(default=0)
    automatics = models.PositiveIntegerField(default=0)
    cubes = models.PositiveIntegerField(default=0, help_text="Bets whose cube is known.")
    cube_sum = models.PositiveBigIntegerField(default=0, help_text="Of their cubes at the end.")
    biggest_cube = models.PositiveBigIntegerField(default=0)
    biggest_cube_number = models.PositiveIntegerField(default=0, help_text="Of the game.")

    class Meta:
        verbose_name = _("tally of an evening")
        verbose_name_plural = _("tallies of evenings")
        indexes = [models.Index(fields=["club", "played_on"], name="tally_in_club")]

    def __str__(self) -> str:
        return f"{self.played_on:%Y-%m-%d}: {self.games}"
