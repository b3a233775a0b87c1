"""All tables at once, for databases that are new.

It replaces the migrations one after another, which stay for databases that have some of them only.
What those do to rows is left out: there are none yet.
"""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.boards
import games.models.ids
import tournaments.models.seeds
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from games.migrations._tables import CreateModels


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_ratings"),
        ("tournaments", "0003_evenings"),
        ("tournaments", "0004_events"),
        ("tournaments", "0005_match_ratings"),
        ("tournaments", "0006_dispute"),
        ("tournaments", "0007_matches_dated"),
        ("tournaments", "0008_healing"),
        ("tournaments", "0009_entry_rating_club"),
        ("tournaments", "0010_secret_seeds"),
        ("tournaments", "0011_played_online"),
        ("tournaments", "0012_estimated_spread"),
        ("tournaments", "0013_wording"),
        ("tournaments", "0014_everybody_listed"),
        ("tournaments", "0015_desk"),
        ("tournaments", "0016_event_game"),
        ("tournaments", "0017_answers_and_boxes"),
        ("tournaments", "0018_order_by_own_columns"),
        ("tournaments", "0019_match_points_with_fewer_indexes"),
        ("tournaments", "0020_games_offered"),
        ("tournaments", "0021_their_chance"),
        ("tournaments", "0022_decided_matches"),
        ("tournaments", "0023_rehearsal_plays"),
        ("tournaments", "0024_division_money"),
        ("tournaments", "0025_keys_of_senders"),
        ("tournaments", "0026_amounts_with_three_decimals"),
        ("tournaments", "0027_goes_on"),
        ("tournaments", "0028_keizer"),
        ("tournaments", "0029_match_called_at"),
        ("tournaments", "0030_removed_entries"),
        ("tournaments", "0031_as_players_are_free"),
        ("tournaments", "0032_all_play_all"),
        ("tournaments", "0033_players_enter_themselves"),
        ("tournaments", "0034_leagues"),
        ("tournaments", "0035_meeting"),
        ("tournaments", "0036_ladders"),
        ("tournaments", "0037_calendars"),
        ("tournaments", "0038_words_about_dates"),
        ("tournaments", "0039_claims_of_news"),
        ("tournaments", "0040_cups"),
        ("tournaments", "0041_deciding_matches"),
        ("tournaments", "0042_parted_fixtures"),
    ]

    initial = True

    dependencies = [
        ("games", "0058_zone_of_a_user"),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="OfficialList",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("month", "end of the month"),
                                ("season", "end of the season"),
                            ],
                            max_length=10,
                            verbose_name="kind",
                        ),
                    ),
                    ("day", models.DateField(verbose_name="date")),
                    (
                        "frozen_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, verbose_name="frozen"
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="official_lists",
                            to="games.club",
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="official_lists",
                            to="games.season",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "official list",
                    "verbose_name_plural": "official lists",
                    "ordering": ["-day", "-pk"],
                    "indexes": [
                        models.Index(fields=["club", "-day"], name="official_list_in_club")
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("season",), name="official_list_of_season"),
                        models.UniqueConstraint(
                            condition=models.Q(("season__isnull", True)),
                            fields=("club", "day"),
                            name="official_list_of_month",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="OfficialRow",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "skill",
                        models.FloatField(help_text="In points per cube.", verbose_name="skill"),
                    ),
                    ("se", models.FloatField(verbose_name="standard error")),
                    ("games", models.PositiveIntegerField(verbose_name="games")),
                    ("place", models.PositiveIntegerField(null=True, verbose_name="place")),
                    (
                        "points",
                        models.BigIntegerField(
                            help_text="In hundredths of a point.", verbose_name="points"
                        ),
                    ),
                    (
                        "points_place",
                        models.PositiveIntegerField(null=True, verbose_name="place by points"),
                    ),
                    ("points_games", models.PositiveIntegerField(default=0, verbose_name="games")),
                    (
                        "official",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="rows",
                            to="tournaments.officiallist",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="official_rows",
                            to="games.player",
                        ),
                    ),
                    ("is_wide", models.BooleanField(default=False, verbose_name="wide interval")),
                ],
                options={
                    "verbose_name": "line of an official list",
                    "verbose_name_plural": "lines of official lists",
                    "ordering": ["official_id", "place"],
                    "indexes": [
                        models.Index(fields=["official", "place"], name="official_row_by_place")
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("official", "player"), name="official_row_once"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="RatingMonth",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("month", models.DateField(help_text="Its first day.", verbose_name="month")),
                    ("played_on", models.DateField(verbose_name="last evening")),
                    ("judged_sigma2", models.FloatField()),
                    ("judged_rho", models.FloatField()),
                    ("sigma2", models.FloatField()),
                    ("rho", models.FloatField()),
                    ("sums", models.BinaryField(null=True)),
                    (
                        "known",
                        models.JSONField(
                            help_text="Everybody's last month; skill, standard error, games and evenings by then.",
                            null=True,
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="rating_months",
                            to="games.club",
                        ),
                    ),
                    ("judged_tau", models.FloatField()),
                    ("tau", models.FloatField()),
                ],
                options={
                    "verbose_name": "month of ratings",
                    "verbose_name_plural": "months of ratings",
                    "ordering": ["club_id", "month"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "month"), name="rating_month_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="RatingPoint",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "skill",
                        models.FloatField(help_text="In points per cube.", verbose_name="skill"),
                    ),
                    ("se", models.FloatField(verbose_name="standard error")),
                    ("games", models.PositiveIntegerField(verbose_name="games")),
                    ("month", models.DateField(help_text="Its first day.", verbose_name="month")),
                    ("played_on", models.DateField(verbose_name="last evening")),
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
                            related_name="rating_points",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "point of a rating",
                    "verbose_name_plural": "points of ratings",
                    "ordering": ["player_id", "month"],
                    "indexes": [
                        models.Index(fields=["club", "month"], name="rating_point_in_club")
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("player", "month"), name="rating_point_once"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="RatingRun",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("change", "after a change"),
                                ("rebuild", "rebuilt from the log"),
                            ],
                            max_length=10,
                            verbose_name="kind",
                        ),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("queued", "waiting"),
                                ("running", "running"),
                                ("done", "done"),
                                ("failed", "failed"),
                            ],
                            max_length=10,
                            verbose_name="state",
                        ),
                    ),
                    (
                        "asked_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, verbose_name="asked for"
                        ),
                    ),
                    (
                        "started_at",
                        models.DateTimeField(blank=True, null=True, verbose_name="started"),
                    ),
                    (
                        "finished_at",
                        models.DateTimeField(blank=True, null=True, verbose_name="finished"),
                    ),
                    ("sessions", models.PositiveIntegerField(default=0, verbose_name="sessions")),
                    ("games", models.PositiveIntegerField(default=0, verbose_name="games")),
                    ("done", models.PositiveIntegerField(default=0, verbose_name="clubs done")),
                    ("total", models.PositiveIntegerField(default=1, verbose_name="clubs")),
                    ("error", models.TextField(blank=True, verbose_name="error")),
                    (
                        "asked_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="rating_runs",
                            to="games.club",
                        ),
                    ),
                    ("matches", models.PositiveIntegerField(default=0, verbose_name="matches")),
                    (
                        "seen_at",
                        models.DateTimeField(
                            blank=True,
                            help_text="When a worker last began or finished a club of it.",
                            null=True,
                            verbose_name="last sign of life",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "run of the ratings",
                    "verbose_name_plural": "runs of the ratings",
                    "ordering": ["-pk"],
                    "indexes": [models.Index(fields=["asked_at"], name="rating_run_asked")],
                },
            ),
            migrations.CreateModel(
                name="RatingState",
                fields=[
                    (
                        "club",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="rating_state",
                            serialize=False,
                            to="games.club",
                        ),
                    ),
                    ("generation", models.PositiveIntegerField(default=0)),
                    ("played_on", models.DateField(null=True, verbose_name="as of")),
                    ("sessions", models.PositiveIntegerField(default=0, verbose_name="sessions")),
                    ("games", models.PositiveIntegerField(default=0, verbose_name="games")),
                    ("sigma2", models.FloatField(null=True)),
                    ("rho", models.FloatField(null=True)),
                    (
                        "written_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, verbose_name="written"
                        ),
                    ),
                    (
                        "rebuilt_in",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to="tournaments.ratingrun",
                        ),
                    ),
                    ("match_generation", models.PositiveIntegerField(default=0)),
                    (
                        "matches",
                        models.PositiveIntegerField(default=0, verbose_name="rated matches"),
                    ),
                    ("formula", models.PositiveSmallIntegerField(default=0)),
                    ("match_formula", models.PositiveSmallIntegerField(default=0)),
                    ("tau", models.FloatField(null=True)),
                ],
                options={
                    "verbose_name": "state of the ratings",
                    "verbose_name_plural": "states of the ratings",
                    "ordering": ["club_id"],
                },
            ),
            migrations.CreateModel(
                name="SessionEvidence",
                fields=[
                    (
                        "session",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="evidence",
                            serialize=False,
                            to="games.session",
                        ),
                    ),
                    ("played_on", models.DateField(verbose_name="date")),
                    ("version", models.PositiveIntegerField(verbose_name="version")),
                    ("seats", models.BigIntegerField()),
                    ("games", models.PositiveIntegerField(verbose_name="games")),
                    ("data", models.BinaryField()),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="games.club",
                        ),
                    ),
                    ("formula", models.PositiveSmallIntegerField(default=0)),
                ],
                options={
                    "verbose_name": "evidence of a session",
                    "verbose_name_plural": "evidence of sessions",
                    "indexes": [
                        models.Index(fields=["club", "played_on"], name="evidence_in_club")
                    ],
                },
            ),
            migrations.CreateModel(
                name="SkillRating",
                fields=[
                    (
                        "skill",
                        models.FloatField(help_text="In points per cube.", verbose_name="skill"),
                    ),
                    ("se", models.FloatField(verbose_name="standard error")),
                    ("games", models.PositiveIntegerField(verbose_name="games")),
                    (
                        "player",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="skill_rating",
                            serialize=False,
                            to="games.player",
                        ),
                    ),
                    ("row", models.PositiveIntegerField()),
                    ("place", models.PositiveIntegerField(null=True, verbose_name="place")),
                    (
                        "lower",
                        models.FloatField(
                            help_text="As a figure.", verbose_name="lower 80 % bound"
                        ),
                    ),
                    ("is_settled", models.BooleanField(verbose_name="no longer plays")),
                    ("month", models.DateField(verbose_name="last month")),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="skill_ratings",
                            to="games.club",
                        ),
                    ),
                    (
                        "above_next",
                        models.FloatField(null=True, verbose_name="chance to be above the next"),
                    ),
                    (
                        "evenings",
                        models.PositiveIntegerField(
                            null=True, verbose_name="evenings until twice as certain"
                        ),
                    ),
                    (
                        "first",
                        models.PositiveIntegerField(null=True, verbose_name="first possible place"),
                    ),
                    ("is_wide", models.BooleanField(default=False, verbose_name="wide interval")),
                    (
                        "last",
                        models.PositiveIntegerField(null=True, verbose_name="last possible place"),
                    ),
                ],
                options={
                    "verbose_name": "rating",
                    "verbose_name_plural": "ratings",
                    "ordering": ["club_id", "row"],
                    "indexes": [models.Index(fields=["club", "row"], name="skill_rating_by_row")],
                },
            ),
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
                    (
                        "answers",
                        models.JSONField(
                            default=dict,
                            help_text="Takes and drops against their alternatives, by choice.",
                        ),
                    ),
                    (
                        "box_stays",
                        models.PositiveIntegerField(
                            default=0, help_text="How often they became box."
                        ),
                    ),
                    (
                        "box_won",
                        models.PositiveIntegerField(
                            default=0, help_text="Games that brought the box points."
                        ),
                    ),
                ],
                options={
                    "verbose_name": "share of an evening",
                    "verbose_name_plural": "shares of evenings",
                    "ordering": ["-played_on", "-session_id", "player_id"],
                    "indexes": [
                        models.Index(fields=["club", "played_on"], name="share_in_club"),
                        models.Index(
                            fields=["player", "played_on", "session"], name="share_of_player"
                        ),
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
                        models.PositiveIntegerField(
                            default=0, help_text="Bets whose cube is known."
                        ),
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
                    ("beat", models.PositiveIntegerField(default=0)),
                    ("formula", models.PositiveSmallIntegerField(default=0)),
                    ("season", models.BigIntegerField(default=0, help_text="Its key, 0 for none.")),
                    ("seats", models.BigIntegerField(default=0)),
                    ("status", models.CharField(blank=True, max_length=10)),
                ],
                options={
                    "verbose_name": "tally of an evening",
                    "verbose_name_plural": "tallies of evenings",
                    "indexes": [models.Index(fields=["club", "played_on"], name="tally_in_club")],
                },
            ),
            migrations.CreateModel(
                name="Event",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("title", models.CharField(max_length=120, verbose_name="title")),
                    ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                    ("starts_on", models.DateField(verbose_name="date")),
                    (
                        "notice",
                        models.TextField(
                            blank=True, max_length=2000, verbose_name="notice for the players"
                        ),
                    ),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("template", "template"),
                                ("planned", "planned"),
                                ("running", "running"),
                                ("finished", "finished"),
                                ("cancelled", "cancelled"),
                            ],
                            default="planned",
                            max_length=10,
                        ),
                    ),
                    (
                        "seed",
                        models.CharField(
                            default=tournaments.models.seeds.new_seed,
                            max_length=64,
                            verbose_name="seed of the draws",
                        ),
                    ),
                    (
                        "tables",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="number of tables",
                        ),
                    ),
                    (
                        "round_minutes",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="minutes for a round",
                        ),
                    ),
                    (
                        "late_first",
                        models.PositiveSmallIntegerField(
                            default=5,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="first penalty point after minutes",
                        ),
                    ),
                    (
                        "late_every",
                        models.PositiveSmallIntegerField(
                            default=5,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="a further one every minutes",
                        ),
                    ),
                    (
                        "self_reports",
                        models.BooleanField(
                            default=True, verbose_name="players report their results"
                        ),
                    ),
                    (
                        "is_rated",
                        models.BooleanField(default=True, verbose_name="counts for ratings"),
                    ),
                    (
                        "rates_single_points",
                        models.BooleanField(
                            default=True, verbose_name="matches to one point count"
                        ),
                    ),
                    (
                        "fee",
                        models.DecimalField(
                            blank=True,
                            decimal_places=3,
                            max_digits=11,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="fee",
                        ),
                    ),
                    (
                        "reentry_fee",
                        models.DecimalField(
                            blank=True,
                            decimal_places=3,
                            max_digits=11,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="fee for coming back",
                        ),
                    ),
                    (
                        "currency",
                        models.CharField(blank=True, max_length=12, verbose_name="currency"),
                    ),
                    (
                        "prizes",
                        models.JSONField(
                            blank=True,
                            default=list,
                            help_text="Shares of the pool in percent, by place.",
                            verbose_name="prizes",
                        ),
                    ),
                    (
                        "code",
                        models.CharField(
                            editable=False,
                            help_text="While phones may check in.",
                            max_length=8,
                            null=True,
                            unique=True,
                        ),
                    ),
                    ("version", models.PositiveIntegerField(default=0, editable=False)),
                    (
                        "length",
                        models.PositiveIntegerField(
                            default=0, editable=False, help_text="How many rows its log has."
                        ),
                    ),
                    ("beat", models.PositiveIntegerField(default=0, editable=False)),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "changed_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="events",
                            to="games.club",
                        ),
                    ),
                    (
                        "created_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="events",
                            to="games.season",
                        ),
                    ),
                    (
                        "seed_origin",
                        models.CharField(
                            choices=[
                                ("secret", "drawn here and kept secret until the event is over"),
                                ("hand", "set by hand"),
                                ("known", "known before the draw"),
                            ],
                            default="secret",
                            editable=False,
                            max_length=10,
                        ),
                    ),
                    (
                        "game",
                        models.CharField(
                            choices=games.models.boards.games_offered,
                            default="backgammon",
                            max_length=12,
                            verbose_name="game",
                        ),
                    ),
                    (
                        "plays_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="When a rehearsal enters its next result.",
                            null=True,
                        ),
                    ),
                    (
                        "plays_every",
                        models.PositiveSmallIntegerField(
                            editable=False,
                            help_text="Seconds between two results that a rehearsal enters.",
                            null=True,
                        ),
                    ),
                    (
                        "added",
                        models.DecimalField(
                            blank=True,
                            decimal_places=3,
                            default=Decimal("0"),
                            max_digits=11,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="added money",
                        ),
                    ),
                    (
                        "costs",
                        models.DecimalField(
                            blank=True,
                            decimal_places=2,
                            default=Decimal("0"),
                            max_digits=5,
                            validators=[
                                django.core.validators.MinValueValidator(0),
                                django.core.validators.MaxValueValidator(100),
                            ],
                            verbose_name="percent of the fees for costs",
                        ),
                    ),
                    (
                        "entry_asks",
                        models.BooleanField(
                            default=True,
                            editable=False,
                            help_text="Who enters by the code waits for a director's yes.",
                            verbose_name="a director says yes to each",
                        ),
                    ),
                    (
                        "entry_code",
                        models.CharField(
                            editable=False,
                            help_text="While players enter themselves.",
                            max_length=8,
                            null=True,
                            unique=True,
                        ),
                    ),
                    (
                        "entry_until",
                        models.DateTimeField(
                            editable=False,
                            help_text="When players can enter no longer.",
                            null=True,
                            verbose_name="until",
                        ),
                    ),
                    (
                        "own_dates",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="Its matches are played at dates of their own: nobody is called to a table.",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "event",
                    "verbose_name_plural": "events",
                    "ordering": ["-starts_on", "-pk"],
                    "indexes": [
                        models.Index(fields=["club", "-starts_on", "-id"], name="event_in_club"),
                        models.Index(
                            condition=models.Q(("plays_at__isnull", False)),
                            fields=["plays_at"],
                            name="event_plays_at",
                        ),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "status__in",
                                    ["template", "planned", "running", "finished", "cancelled"],
                                )
                            ),
                            name="event_status",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Division",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("name", models.CharField(max_length=60, verbose_name="name")),
                    ("position", models.PositiveSmallIntegerField()),
                    (
                        "format",
                        models.CharField(
                            choices=[
                                ("swiss", "Swiss system"),
                                ("keizer", "Keizer"),
                                ("free", "As players are free"),
                                ("round_robin", "Round robin"),
                                ("all_play_all", "League: everybody meets everybody"),
                                ("ladder", "League: a ladder"),
                                ("single", "Single elimination"),
                                ("progressive", "Progressive consolation and last chance"),
                                ("double", "Double elimination"),
                                ("groups_knockout", "Groups into a knockout"),
                                ("club_night", "Club night at several tables"),
                                ("fixed", "Fixed schedule"),
                                ("bank", "Bank"),
                                ("freeze_out", "Freeze-out"),
                                ("groups", "Group stage"),
                                ("timed", "Against the clock"),
                            ],
                            max_length=20,
                            verbose_name="format",
                        ),
                    ),
                    ("params", models.JSONField(blank=True, default=dict)),
                    (
                        "match_length",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="points of a match",
                        ),
                    ),
                    (
                        "tie_breaks",
                        models.JSONField(blank=True, default=list, verbose_name="tie-breaks"),
                    ),
                    (
                        "seeding",
                        models.CharField(
                            choices=[
                                ("draw", "by draw"),
                                ("rating", "by rating"),
                                ("level", "by level"),
                                ("entry", "in the order of entry"),
                            ],
                            default="draw",
                            max_length=10,
                            verbose_name="order of the field",
                        ),
                    ),
                    (
                        "rules",
                        models.CharField(blank=True, max_length=1000, verbose_name="house rules"),
                    ),
                    ("order", models.JSONField(editable=False, null=True)),
                    ("version", models.PositiveIntegerField(default=0, editable=False)),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="divisions",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "discarded",
                        models.PositiveSmallIntegerField(
                            default=0,
                            editable=False,
                            help_text="The attempt of the draw that was thrown away last: the next one counts on.",
                        ),
                    ),
                    (
                        "next_at",
                        models.DateTimeField(
                            blank=True,
                            help_text="Gone with the next release.",
                            null=True,
                            verbose_name="start of the next round",
                        ),
                    ),
                    ("side_pools", models.JSONField(blank=True, default=list, editable=False)),
                    (
                        "added",
                        models.DecimalField(
                            blank=True,
                            decimal_places=3,
                            max_digits=11,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="added money",
                        ),
                    ),
                    (
                        "costs",
                        models.DecimalField(
                            blank=True,
                            decimal_places=2,
                            max_digits=5,
                            null=True,
                            validators=[
                                django.core.validators.MinValueValidator(0),
                                django.core.validators.MaxValueValidator(100),
                            ],
                            verbose_name="percent of the fees for costs",
                        ),
                    ),
                    (
                        "fee",
                        models.DecimalField(
                            blank=True,
                            decimal_places=3,
                            max_digits=11,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="fee",
                        ),
                    ),
                    (
                        "prizes",
                        models.JSONField(
                            blank=True,
                            help_text="Shares of the pool in percent, by place.",
                            null=True,
                            verbose_name="prizes",
                        ),
                    ),
                    (
                        "reentry_fee",
                        models.DecimalField(
                            blank=True,
                            decimal_places=3,
                            max_digits=11,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="fee for coming back",
                        ),
                    ),
                    (
                        "apart",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("", "only the pairs named at the desk"),
                                ("club", "players of one club"),
                                ("country", "players of one country"),
                            ],
                            default="",
                            max_length=10,
                            verbose_name="not against each other",
                        ),
                    ),
                    (
                        "first_table",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="tables from",
                        ),
                    ),
                    (
                        "last_table",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="tables to",
                        ),
                    ),
                    (
                        "places",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="number of places",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "division",
                    "verbose_name_plural": "divisions",
                    "ordering": ["event_id", "position"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("event", "name"), name="division_name_in_event"
                        ),
                        models.UniqueConstraint(
                            fields=("event", "position"), name="division_position"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Entry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                    (
                        "level",
                        models.PositiveSmallIntegerField(
                            default=0,
                            help_text="1 is the strongest; 0 where nothing is known.",
                            verbose_name="level",
                        ),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("entered", "entered"),
                                ("present", "here"),
                                ("paused", "pauses"),
                                ("withdrawn", "withdrawn"),
                            ],
                            default="entered",
                            max_length=10,
                            verbose_name="state",
                        ),
                    ),
                    ("from_round", models.PositiveSmallIntegerField(default=1)),
                    ("reentries", models.PositiveSmallIntegerField(default=0)),
                    ("fees_paid", models.PositiveSmallIntegerField(default=0)),
                    (
                        "prize",
                        models.DecimalField(blank=True, decimal_places=3, max_digits=11, null=True),
                    ),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "division",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="entries",
                            to="tournaments.division",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="entries",
                            to="games.player",
                        ),
                    ),
                    ("home_club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                    (
                        "rating",
                        models.DecimalField(
                            blank=True,
                            decimal_places=2,
                            help_text="From elsewhere; by it the field is put in order before the club's own.",
                            max_digits=6,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(0)],
                            verbose_name="rating",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "entry",
                    "verbose_name_plural": "entries",
                    "ordering": ["division_id", "number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("division", "player"), name="entry_once"),
                        models.UniqueConstraint(fields=("division", "number"), name="entry_number"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="EntryPass",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("token_hash", models.CharField(max_length=64, unique=True)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("asked", "waits for a yes"),
                                ("granted", "let in"),
                                ("refused", "refused"),
                                ("revoked", "revoked"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("device", models.CharField(blank=True, max_length=200)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "answered_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="event_passes",
                            to="games.player",
                        ),
                    ),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="passes",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "pass for an event",
                    "verbose_name_plural": "passes for events",
                    "indexes": [models.Index(fields=["event", "state"], name="entry_pass_state")],
                },
            ),
            migrations.CreateModel(
                name="EventStep",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("sequence", models.PositiveIntegerField()),
                    ("kind", models.CharField(max_length=20)),
                    ("payload", models.JSONField(default=dict)),
                    ("key", models.CharField(blank=True, max_length=64)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="log",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "sender",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "sent_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="tournaments.entrypass",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "step of an event",
                    "verbose_name_plural": "log of an event",
                    "ordering": ["event_id", "sequence"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("event", "sequence"), name="event_step_sequence"
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("event", "sender", "key"),
                            name="event_step_key_of_sender",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("event", "sent_by", "key"),
                            name="event_step_key_of_pass",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(
                                ("sender__isnull", True),
                                ("sent_by__isnull", True),
                                models.Q(("key", ""), _negated=True),
                            ),
                            fields=("event", "key"),
                            name="event_step_key_of_server",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ForbiddenPair",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "division",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="forbidden_pairs",
                            to="tournaments.division",
                        ),
                    ),
                    (
                        "first",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="tournaments.entry",
                        ),
                    ),
                    (
                        "second",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="tournaments.entry",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "forbidden pair",
                    "verbose_name_plural": "forbidden pairs",
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("division", "first", "second"), name="forbidden_pair_once"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("first__lt", models.F("second"))),
                            name="forbidden_pair_in_order",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Round",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                    ("bracket", models.CharField(blank=True, max_length=20)),
                    ("bracket_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("draft", "draft"),
                                ("confirmed", "confirmed"),
                                ("released", "released"),
                            ],
                            default="draft",
                            max_length=10,
                        ),
                    ),
                    (
                        "seed",
                        models.CharField(
                            blank=True,
                            help_text="Unknown where a draft came in an archive, which does not contain its seed.",
                            max_length=80,
                            verbose_name="seed",
                        ),
                    ),
                    ("attempt", models.PositiveSmallIntegerField(default=1)),
                    ("remarks", models.JSONField(default=list)),
                    (
                        "minutes",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="minutes",
                        ),
                    ),
                    ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                    ("clock_stopped_at", models.DateTimeField(blank=True, null=True)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ("released_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "division",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="rounds",
                            to="tournaments.division",
                        ),
                    ),
                    (
                        "length",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            help_text="Where this round is longer or shorter than its division's others.",
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="points of a match",
                        ),
                    ),
                    (
                        "deadline",
                        models.DateTimeField(
                            blank=True,
                            help_text="In a cup, which is played over weeks.",
                            null=True,
                            verbose_name="deadline",
                        ),
                    ),
                    (
                        "deadline_reason",
                        models.CharField(blank=True, max_length=200, verbose_name="reason"),
                    ),
                ],
                options={
                    "verbose_name": "round",
                    "verbose_name_plural": "rounds",
                    "ordering": ["division_id", "number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("division", "number"), name="round_number"),
                        models.UniqueConstraint(
                            condition=models.Q(("bracket_round__isnull", False)),
                            fields=("division", "bracket", "bracket_round"),
                            name="round_in_bracket",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Match",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("node", models.CharField(blank=True, max_length=20)),
                    ("position", models.PositiveSmallIntegerField(default=1)),
                    (
                        "board",
                        models.PositiveSmallIntegerField(
                            blank=True, null=True, verbose_name="table"
                        ),
                    ),
                    (
                        "length",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            null=True,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="points of a match",
                        ),
                    ),
                    ("played_on", models.DateField(verbose_name="date")),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("waiting", "waits for its players"),
                                ("open", "to be played"),
                                ("reported", "reported"),
                                ("disputed", "disputed"),
                                ("settled", "decided"),
                            ],
                            default="open",
                            max_length=10,
                        ),
                    ),
                    (
                        "outcome",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("played", "played"),
                                ("bye", "bye"),
                                ("forfeit", "forfeited"),
                                ("no_show", "neither came"),
                                ("unfinished", "unfinished"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("first_points", models.PositiveSmallIntegerField(default=0)),
                    ("second_points", models.PositiveSmallIntegerField(default=0)),
                    ("first_penalty", models.PositiveSmallIntegerField(default=0)),
                    ("second_penalty", models.PositiveSmallIntegerField(default=0)),
                    ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                    (
                        "reported_by",
                        models.PositiveSmallIntegerField(
                            blank=True, help_text="The side that reported the result.", null=True
                        ),
                    ),
                    ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                    ("is_rated", models.BooleanField(default=True, verbose_name="rated")),
                    ("unrated_reason", models.CharField(blank=True, max_length=40)),
                    (
                        "score",
                        models.JSONField(
                            blank=True,
                            help_text="The score keeper's log, if it was kept game by game.",
                            null=True,
                        ),
                    ),
                    ("clock", models.JSONField(blank=True, null=True)),
                    ("version", models.PositiveIntegerField(default=0, editable=False)),
                    ("settled_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="matches",
                            to="games.club",
                        ),
                    ),
                    (
                        "first",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                    (
                        "second",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="matches",
                            to="tournaments.round",
                        ),
                    ),
                    (
                        "online",
                        models.OneToOneField(
                            blank=True,
                            help_text="The board on which it is played online; its result is this match's.",
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="match",
                            to="games.board",
                        ),
                    ),
                    (
                        "game",
                        models.CharField(
                            choices=games.models.boards.games_offered,
                            default="backgammon",
                            max_length=12,
                            verbose_name="game",
                        ),
                    ),
                    (
                        "goes_on",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            help_text="The side that goes on in a bracket without having won: a director who corrected the result let stand what was played since.",
                            null=True,
                        ),
                    ),
                    (
                        "called_at",
                        models.DateTimeField(
                            blank=True,
                            editable=False,
                            help_text="When it was called to its table.",
                            null=True,
                        ),
                    ),
                    (
                        "known_at",
                        models.DateTimeField(
                            blank=True,
                            editable=False,
                            help_text="Since when the two of a bracket's match are known.",
                            null=True,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "match",
                    "verbose_name_plural": "matches",
                    "ordering": ["-played_on", "-pk"],
                    "indexes": [
                        models.Index(fields=["club", "settled_at", "id"], name="match_by_settling"),
                        models.Index(fields=["club", "-played_on", "-id"], name="match_in_club"),
                        models.Index(fields=["first", "-played_on"], name="match_of_first"),
                        models.Index(fields=["second", "-played_on"], name="match_of_second"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("first__isnull", False)),
                            fields=("round", "first"),
                            name="match_first_once",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("second__isnull", False)),
                            fields=("round", "second"),
                            name="match_second_once",
                        ),
                        models.UniqueConstraint(
                            fields=("round", "position"), name="match_position"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("winner__isnull", True), ("winner__in", [0, 1]), _connector="OR"
                            ),
                            name="match_winner",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("first__isnull", True),
                                ("second__isnull", True),
                                models.Q(("first", models.F("second")), _negated=True),
                                _connector="OR",
                            ),
                            name="match_of_two",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("goes_on__isnull", True), ("goes_on__in", [0, 1]), _connector="OR"
                            ),
                            name="match_goes_on",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MatchStep",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("sequence", models.PositiveIntegerField()),
                    ("kind", models.CharField(max_length=20)),
                    ("payload", models.JSONField(default=dict)),
                    ("key", models.CharField(blank=True, max_length=64)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ("version", models.PositiveIntegerField()),
                    (
                        "match",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="log",
                            to="tournaments.match",
                        ),
                    ),
                    (
                        "sender",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "sent_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="tournaments.entrypass",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "step of a match",
                    "verbose_name_plural": "log of a match",
                    "ordering": ["match_id", "sequence"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("match", "sequence"), name="match_step_sequence"
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("match", "sender", "key"),
                            name="match_step_key_of_sender",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("match", "sent_by", "key"),
                            name="match_step_key_of_pass",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(
                                ("sender__isnull", True),
                                ("sent_by__isnull", True),
                                models.Q(("key", ""), _negated=True),
                            ),
                            fields=("match", "key"),
                            name="match_step_key_of_server",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="EventTable",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("number", models.PositiveSmallIntegerField(verbose_name="table")),
                    ("payments", models.JSONField(default=list)),
                    (
                        "counted_version",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="The version of the session that its seats' columns were read from.",
                        ),
                    ),
                    (
                        "session",
                        models.OneToOneField(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="event_table",
                            to="games.session",
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="tables",
                            to="tournaments.round",
                        ),
                    ),
                    (
                        "formula",
                        models.PositiveSmallIntegerField(
                            default=0,
                            help_text="How they were counted: what was counted otherwise is counted again.",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "table of an event",
                    "verbose_name_plural": "tables of events",
                    "ordering": ["round_id", "number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("round", "number"), name="table_number")
                    ],
                },
            ),
            migrations.CreateModel(
                name="TableSeat",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("position", models.PositiveSmallIntegerField()),
                    (
                        "opening",
                        models.BigIntegerField(
                            default=0, help_text="Their bank when they sat down."
                        ),
                    ),
                    ("points", models.BigIntegerField(default=0)),
                    ("paid", models.BigIntegerField(default=0)),
                    ("games", models.PositiveIntegerField(default=0)),
                    ("bets", models.PositiveIntegerField(default=0)),
                    ("left", models.BooleanField(default=False)),
                    (
                        "entry",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="seats",
                            to="tournaments.entry",
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="tournaments.round",
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="seats",
                            to="tournaments.eventtable",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "seat at a table of an event",
                    "verbose_name_plural": "seats at tables of events",
                    "ordering": ["table_id", "position"],
                    "constraints": [
                        models.UniqueConstraint(fields=("table", "entry"), name="table_seat_once"),
                        models.UniqueConstraint(
                            fields=("table", "position"), name="table_seat_position"
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("left", False)),
                            fields=("round", "entry"),
                            name="one_table_in_a_round",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MatchRating",
                fields=[
                    (
                        "player",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="match_rating",
                            serialize=False,
                            to="games.player",
                        ),
                    ),
                    ("row", models.PositiveIntegerField()),
                    ("place", models.PositiveIntegerField(null=True, verbose_name="place")),
                    ("rating", models.FloatField(verbose_name="rating")),
                    ("deviation", models.FloatField(verbose_name="deviation")),
                    (
                        "experience",
                        models.PositiveIntegerField(
                            help_text="The lengths of all rated matches, added up.",
                            verbose_name="experience",
                        ),
                    ),
                    ("matches", models.PositiveIntegerField(verbose_name="matches")),
                    ("won", models.PositiveIntegerField(verbose_name="won")),
                    ("last_played_on", models.DateField(verbose_name="last match")),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="match_ratings",
                            to="games.club",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "match rating",
                    "verbose_name_plural": "match ratings",
                    "ordering": ["club_id", "row"],
                    "indexes": [models.Index(fields=["club", "row"], name="match_rating_by_row")],
                },
            ),
            migrations.CreateModel(
                name="MatchRatingPoint",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("played_on", models.DateField(verbose_name="date")),
                    ("settled_at", models.DateTimeField()),
                    ("length", models.PositiveSmallIntegerField(verbose_name="points of a match")),
                    ("won", models.BooleanField(verbose_name="won")),
                    ("number", models.PositiveIntegerField()),
                    ("wins", models.PositiveIntegerField()),
                    (
                        "expected",
                        models.FloatField(help_text="Their chance to win, before the match."),
                    ),
                    ("experience", models.PositiveIntegerField(verbose_name="experience")),
                    ("before", models.FloatField()),
                    ("rating", models.FloatField(verbose_name="rating")),
                    ("deviation", models.FloatField(verbose_name="deviation")),
                    (
                        "club",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="games.club",
                        ),
                    ),
                    (
                        "match",
                        models.ForeignKey(
                            db_index=False,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="points",
                            to="tournaments.match",
                        ),
                    ),
                    (
                        "opponent",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="match_points",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "rated match of a player",
                    "verbose_name_plural": "rated matches of players",
                    "ordering": ["-played_on", "-settled_at", "-match_id"],
                    "indexes": [
                        models.Index(
                            fields=["player", "played_on", "settled_at", "match"],
                            name="match_point_of_player",
                        ),
                        models.Index(
                            fields=["club", "played_on", "settled_at", "match"],
                            name="match_point_in_club",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("match", "player"), name="match_point_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="TableShare",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("played_on", models.DateField(verbose_name="date")),
                    ("size", models.PositiveSmallIntegerField(verbose_name="players at the table")),
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
                    ("partner_games", models.PositiveIntegerField(default=0)),
                    ("captain_games", models.PositiveIntegerField(default=0)),
                    ("crew_games", models.PositiveIntegerField(default=0)),
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
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to="games.season",
                        ),
                    ),
                    (
                        "session",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="table_shares",
                            to="games.session",
                        ),
                    ),
                    ("box_points", models.BigIntegerField(default=0)),
                    ("box_stays", models.PositiveIntegerField(default=0)),
                    ("box_won", models.PositiveIntegerField(default=0)),
                ],
                options={
                    "verbose_name": "share of the tables of a size",
                    "verbose_name_plural": "shares of the tables of a size",
                    "ordering": ["-played_on", "-session_id", "player_id", "size"],
                    "indexes": [
                        models.Index(
                            fields=["club", "size", "played_on"], name="table_share_in_club"
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("session", "player", "size"), name="table_share_once"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Sweep",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("claim", models.CharField(blank=True, max_length=32)),
                    ("claimed_until", models.DateTimeField(null=True)),
                    (
                        "finished_at",
                        models.DateTimeField(
                            help_text="When all clubs had last been compared and put right.",
                            null=True,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "sweep",
                    "verbose_name_plural": "sweeps",
                },
            ),
            migrations.CreateModel(
                name="Difference",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "figure",
                        models.CharField(
                            choices=[
                                ("evenings", "leaderboards and records"),
                                ("skill", "skill"),
                                ("matches", "match ratings"),
                                ("tables", "tables of events"),
                                ("lists", "official lists"),
                            ],
                            max_length=10,
                            verbose_name="figures",
                        ),
                    ),
                    (
                        "found_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, verbose_name="found"
                        ),
                    ),
                    (
                        "total",
                        models.PositiveIntegerField(
                            default=0, verbose_name="to be worked out anew"
                        ),
                    ),
                    ("left", models.PositiveIntegerField(default=0, verbose_name="left")),
                    ("tries", models.PositiveIntegerField(default=0, verbose_name="failed tries")),
                    ("error", models.TextField(blank=True, verbose_name="error")),
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
                    "verbose_name": "figures being brought up to date",
                    "verbose_name_plural": "figures being brought up to date",
                    "ordering": ["found_at", "pk"],
                    "indexes": [models.Index(fields=["found_at"], name="difference_found")],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "figure"), name="difference_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="RemovedEntry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("public_id", models.CharField(max_length=16, unique=True)),
                    ("number", models.PositiveSmallIntegerField()),
                    ("person", models.JSONField(default=dict)),
                    ("kept", models.JSONField(default=dict)),
                    ("byes", models.JSONField(default=list)),
                    ("removed_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "division",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="removed_entries",
                            to="tournaments.division",
                        ),
                    ),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="removed_entries",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="removed_entries",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "removed entry",
                    "verbose_name_plural": "removed entries",
                    "ordering": ["event_id", "removed_at"],
                },
            ),
            migrations.CreateModel(
                name="EntryWish",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("name", models.CharField(max_length=60, verbose_name="name")),
                    ("who", models.CharField(max_length=120)),
                    ("home_club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("asked", "waits for a yes"),
                                ("listed", "on the waiting list"),
                                ("entered", "entered"),
                                ("refused", "refused"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("token_hash", models.CharField(max_length=64, unique=True)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "division",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="wishes",
                            to="tournaments.division",
                        ),
                    ),
                    (
                        "entry",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="wishes",
                            to="tournaments.entry",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="entry_wishes",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "wish to play",
                    "verbose_name_plural": "wishes to play",
                    "ordering": ["pk"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("state__in", ["asked", "listed"])),
                            fields=("division", "who"),
                            name="entry_wish_once",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Fixture",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("deadline", models.DateTimeField(blank=True, null=True)),
                    ("agreed_at", models.DateTimeField(blank=True, null=True)),
                    ("place", models.CharField(blank=True, max_length=80)),
                    (
                        "match",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="fixture",
                            to="tournaments.match",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "fixture",
                    "verbose_name_plural": "fixtures",
                },
            ),
            migrations.CreateModel(
                name="League",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.ids.public_id,
                            editable=False,
                            max_length=16,
                            unique=True,
                        ),
                    ),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    (
                        "shape",
                        models.CharField(
                            choices=[
                                ("all_play_all", "everybody meets everybody of the division"),
                                ("swiss", "rounds with a draw for each"),
                                ("ladder", "a ladder: players challenge who stands above them"),
                            ],
                            default="all_play_all",
                            max_length=20,
                            verbose_name="who meets whom",
                        ),
                    ),
                    (
                        "match_length",
                        models.PositiveSmallIntegerField(
                            default=11,
                            validators=[
                                django.core.validators.MinValueValidator(1),
                                django.core.validators.MaxValueValidator(64),
                            ],
                            verbose_name="points of a match",
                        ),
                    ),
                    (
                        "params",
                        models.JSONField(
                            blank=True, default=dict, help_text="Those of the format."
                        ),
                    ),
                    ("tie_breaks", models.JSONField(blank=True, default=list)),
                    (
                        "rule",
                        models.CharField(
                            choices=[
                                ("places", "so many places"),
                                ("half", "the upper half goes up"),
                                ("wins", "by wins"),
                            ],
                            default="places",
                            max_length=10,
                            verbose_name="up and down",
                        ),
                    ),
                    (
                        "up",
                        models.PositiveSmallIntegerField(
                            default=1,
                            validators=[django.core.validators.MaxValueValidator(99)],
                            verbose_name="up",
                        ),
                    ),
                    (
                        "down",
                        models.PositiveSmallIntegerField(
                            default=1,
                            validators=[django.core.validators.MaxValueValidator(99)],
                            verbose_name="down",
                        ),
                    ),
                    (
                        "share",
                        models.PositiveSmallIntegerField(
                            default=0,
                            validators=[django.core.validators.MaxValueValidator(100)],
                            verbose_name="percent of the matches to be played",
                        ),
                    ),
                    (
                        "few",
                        models.CharField(
                            choices=[("down", "goes down"), ("out", "is out")],
                            default="down",
                            max_length=10,
                            verbose_name="who has played less",
                        ),
                    ),
                    (
                        "unplayed",
                        models.CharField(
                            choices=[
                                ("nothing", "nothing for either"),
                                ("half", "a half for each"),
                                ("waits", "the director decides each"),
                            ],
                            default="nothing",
                            max_length=10,
                            verbose_name="not played by the deadline",
                        ),
                    ),
                    (
                        "round_days",
                        models.PositiveSmallIntegerField(
                            default=14,
                            validators=[django.core.validators.MinValueValidator(1)],
                            verbose_name="days for a round or a challenge",
                        ),
                    ),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="leagues",
                            to="games.club",
                        ),
                    ),
                    (
                        "created_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "boards",
                        models.CharField(
                            choices=[
                                ("allowed", "as the two like"),
                                ("required", "always"),
                                ("never", "never"),
                            ],
                            default="allowed",
                            max_length=10,
                            verbose_name="on the board",
                        ),
                    ),
                    (
                        "confirm_days",
                        models.PositiveSmallIntegerField(
                            default=3,
                            help_text="0: it never does.",
                            validators=[django.core.validators.MaxValueValidator(60)],
                            verbose_name="days until a report confirms itself",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "league",
                    "verbose_name_plural": "leagues",
                    "ordering": ["club_id", "name"],
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "name"), name="league_name_in_club")
                    ],
                },
            ),
            migrations.CreateModel(
                name="LeagueSeason",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                    (
                        "deadline",
                        models.DateTimeField(
                            blank=True,
                            help_text="None: a ladder that goes on.",
                            null=True,
                            verbose_name="deadline",
                        ),
                    ),
                    (
                        "deadline_reason",
                        models.CharField(blank=True, max_length=200, verbose_name="reason"),
                    ),
                    (
                        "late_until",
                        models.DateField(blank=True, null=True, verbose_name="late entries until"),
                    ),
                    ("closed_at", models.DateTimeField(blank=True, null=True)),
                    ("wishes", models.JSONField(blank=True, default=dict)),
                    ("draft", models.JSONField(blank=True, null=True)),
                    (
                        "event",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="league_season",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="seasons",
                            to="tournaments.league",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "season of a league",
                    "verbose_name_plural": "seasons of leagues",
                    "ordering": ["league_id", "-number"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("league", "number"), name="league_season_number"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="FixtureNote",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("challenged", "challenged"),
                                ("proposed", "proposed dates"),
                                ("accepted", "accepted a date"),
                                ("withdrawn", "took the dates back"),
                                ("declined", "can on none of these dates"),
                                ("said", "wrote"),
                                ("absent", "says that nobody came"),
                                ("struck", "did not come"),
                                ("excused", "a new date is to be found"),
                                ("nudged", "reminded both"),
                                ("extended", "moved the deadline"),
                                ("decides", "has the two play a deciding match"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("side", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ("text", models.CharField(blank=True, max_length=500)),
                    ("times", models.JSONField(blank=True, default=list)),
                    ("place", models.CharField(blank=True, max_length=80)),
                    ("key", models.CharField(max_length=64)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "fixture",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="notes",
                            to="tournaments.fixture",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                    (
                        "sender",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "sent_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to="tournaments.entrypass",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "word about a fixture",
                    "verbose_name_plural": "words about fixtures",
                    "ordering": ["fixture_id", "pk"],
                    "constraints": [
                        models.UniqueConstraint(fields=("fixture", "key"), name="fixture_note_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="LeagueTold",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("what", models.CharField(max_length=80)),
                    ("at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="league_told",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    ("claimed_until", models.DateTimeField(blank=True, null=True)),
                    ("tries", models.PositiveSmallIntegerField(default=1)),
                ],
                options={
                    "verbose_name": "told about a league",
                    "verbose_name_plural": "told about leagues",
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "what"), name="league_told_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="CalendarFeed",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("version", models.PositiveIntegerField(default=1)),
                    (
                        "player",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="calendar_feed",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "calendar of a player",
                    "verbose_name_plural": "calendars of players",
                },
            ),
            migrations.CreateModel(
                name="Cup",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("first_on", models.DateField(verbose_name="last day of the first round")),
                    (
                        "every_days",
                        models.PositiveSmallIntegerField(
                            default=14,
                            validators=[
                                django.core.validators.MinValueValidator(1),
                                django.core.validators.MaxValueValidator(365),
                            ],
                            verbose_name="days for each further round",
                        ),
                    ),
                    (
                        "least_days",
                        models.PositiveSmallIntegerField(
                            default=7,
                            help_text="0: the day of the round holds, however late they learn whom they play.",
                            validators=[django.core.validators.MaxValueValidator(60)],
                            verbose_name="days at least, once both players are known",
                        ),
                    ),
                    (
                        "late",
                        models.CharField(
                            choices=[
                                ("waits", "the director decides each"),
                                ("out", "neither of the two goes on"),
                            ],
                            default="waits",
                            max_length=10,
                            verbose_name="not played by the deadline",
                        ),
                    ),
                    (
                        "confirm_days",
                        models.PositiveSmallIntegerField(
                            default=3,
                            help_text="0: it never does.",
                            validators=[django.core.validators.MaxValueValidator(60)],
                            verbose_name="days until a report confirms itself",
                        ),
                    ),
                    (
                        "boards",
                        models.CharField(
                            choices=[
                                ("allowed", "as the two like"),
                                ("required", "always"),
                                ("never", "never"),
                            ],
                            default="allowed",
                            max_length=10,
                            verbose_name="on the board",
                        ),
                    ),
                    (
                        "event",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="cup",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "cup",
                    "verbose_name_plural": "cups",
                    "ordering": ["pk"],
                },
            ),
            migrations.CreateModel(
                name="PartedFixture",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("deadline", models.DateTimeField(blank=True, null=True)),
                    ("agreed_at", models.DateTimeField(blank=True, null=True)),
                    ("place", models.CharField(blank=True, max_length=80)),
                    ("notes", models.JSONField(default=list)),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="parted_fixtures",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "first",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                    (
                        "second",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "fixture of two who do not meet now",
                    "verbose_name_plural": "fixtures of two who do not meet now",
                },
            ),
        )
    ]
