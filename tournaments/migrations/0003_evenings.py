import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_player_shown"),
        ("tournaments", "0002_ratings"),
    ]

    operations = [
        migrations.CreateModel(
            name="EveningShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("played_on", models.DateField(verbose_name="date")),
                (
                    "points",
                    models.BigIntegerField(
                        help_text="In hundredths of a point.", verbose_name="points"
                    ),
                ),
                ("games", models.PositiveIntegerField(verbose_name="games")),
                (
                    "bets",
                    models.PositiveBigIntegerField(
                        help_text="In hundredths of a bet.", verbose_name="bets"
                    ),
                ),
                ("box_games", models.PositiveIntegerField(default=0)),
                ("box_points", models.BigIntegerField(default=0)),
                ("partner_games", models.PositiveIntegerField(default=0)),
                ("partner_points", models.BigIntegerField(default=0)),
                ("captain_games", models.PositiveIntegerField(default=0)),
                ("captain_points", models.BigIntegerField(default=0)),
                ("crew_games", models.PositiveIntegerField(default=0)),
                ("crew_points", models.BigIntegerField(default=0)),
                (
                    "box_streak",
                    models.PositiveIntegerField(
                        default=0, help_text="The most games running as box."
                    ),
                ),
                ("best_game", models.BigIntegerField(default=0)),
                ("best_game_number", models.PositiveIntegerField(default=0)),
                ("doubled", models.PositiveIntegerField(default=0)),
                ("doubled_points", models.BigIntegerField(default=0)),
                ("redoubled", models.PositiveIntegerField(default=0)),
                ("redoubled_points", models.BigIntegerField(default=0)),
                ("took", models.PositiveIntegerField(default=0)),
                ("took_points", models.BigIntegerField(default=0)),
                ("dropped", models.PositiveIntegerField(default=0)),
                ("dropped_points", models.BigIntegerField(default=0)),
                ("beavered", models.PositiveIntegerField(default=0)),
                ("beavered_points", models.BigIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="games.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="shares",
                        to="games.season",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="games.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "share of an evening",
                "verbose_name_plural": "shares of evenings",
                "ordering": ["-played_on", "-session_id", "player_id"],
                "indexes": [
                    models.Index(fields=["club", "played_on"], name="share_in_club"),
                    models.Index(fields=["player", "played_on", "session"], name="share_of_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "player"), name="share_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="EveningTally",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="tally",
                        serialize=False,
                        to="games.session",
                    ),
                ),
                ("played_on", models.DateField(verbose_name="date")),
                ("fingerprint", models.CharField(blank=True, max_length=40)),
                ("games", models.PositiveIntegerField(default=0, verbose_name="games")),
                (
                    "decided",
                    models.PositiveIntegerField(
                        default=0, help_text="Games played out on the board."
                    ),
                ),
                ("gammons", models.PositiveIntegerField(default=0)),
                ("backgammons", models.PositiveIntegerField(default=0)),
                ("automatics", models.PositiveIntegerField(default=0)),
                (
                    "cubes",
                    models.PositiveIntegerField(default=0, help_text="Bets whose cube is known."),
                ),
                (
                    "cube_sum",
                    models.PositiveBigIntegerField(
                        default=0, help_text="Of their cubes at the end."
                    ),
                ),
                ("biggest_cube", models.PositiveBigIntegerField(default=0)),
                (
                    "biggest_cube_number",
                    models.PositiveIntegerField(default=0, help_text="Of the game."),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "tally of an evening",
                "verbose_name_plural": "tallies of evenings",
                "indexes": [models.Index(fields=["club", "played_on"], name="tally_in_club")],
            },
        ),
        migrations.DeleteModel(
            name="LeaderboardRow",
        ),
    ]
