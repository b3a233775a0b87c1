import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        ("games", "__first__"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
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
                        choices=[("month", "end of the month"), ("season", "end of the season")],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("day", models.DateField(verbose_name="date")),
                (
                    "frozen_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="frozen"),
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
                "indexes": [models.Index(fields=["club", "-day"], name="official_list_in_club")],
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
                ("skill", models.FloatField(help_text="In points per cube.", verbose_name="skill")),
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
            ],
            options={
                "verbose_name": "line of an official list",
                "verbose_name_plural": "lines of official lists",
                "ordering": ["official", "place"],
                "indexes": [
                    models.Index(fields=["official", "place"], name="official_row_by_place")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("official", "player"), name="official_row_once")
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
                        help_text="Everybody's last month, skill, standard error and games by then.",
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
            ],
            options={
                "verbose_name": "month of ratings",
                "verbose_name_plural": "months of ratings",
                "ordering": ["club", "month"],
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
                ("skill", models.FloatField(help_text="In points per cube.", verbose_name="skill")),
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
                "ordering": ["player", "month"],
                "indexes": [models.Index(fields=["club", "month"], name="rating_point_in_club")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "month"), name="rating_point_once")
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
                        choices=[("change", "after a change"), ("rebuild", "rebuilt from the log")],
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
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
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
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="written"),
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
            ],
            options={
                "verbose_name": "state of the ratings",
                "verbose_name_plural": "states of the ratings",
                "ordering": ["club"],
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
            ],
            options={
                "verbose_name": "evidence of a session",
                "verbose_name_plural": "evidence of sessions",
                "indexes": [models.Index(fields=["club", "played_on"], name="evidence_in_club")],
            },
        ),
        migrations.CreateModel(
            name="SkillRating",
            fields=[
                ("skill", models.FloatField(help_text="In points per cube.", verbose_name="skill")),
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
                    models.FloatField(help_text="As a figure.", verbose_name="lower 80 % bound"),
                ),
                ("is_provisional", models.BooleanField(verbose_name="provisional")),
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
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "ordering": ["club", "row"],
                "indexes": [models.Index(fields=["club", "row"], name="skill_rating_by_row")],
            },
        ),
    ]
