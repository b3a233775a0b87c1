import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.ids
import tournaments.models.seeds
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_player_shown"),
        ("games", "__first__"),
        ("tournaments", "0003_evenings"),
    ]

    operations = [
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
                    models.BooleanField(default=True, verbose_name="players report their results"),
                ),
                ("is_rated", models.BooleanField(default=True, verbose_name="counts for ratings")),
                (
                    "rates_single_points",
                    models.BooleanField(default=True, verbose_name="matches to one point count"),
                ),
                (
                    "fee",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=10,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="fee",
                    ),
                ),
                (
                    "reentry_fee",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=10,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="fee for coming back",
                    ),
                ),
                ("currency", models.CharField(blank=True, max_length=12, verbose_name="currency")),
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
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["-starts_on", "-pk"],
                "indexes": [
                    models.Index(fields=["club", "-starts_on", "-id"], name="event_in_club")
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
                            ("round_robin", "Round robin"),
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
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
                "ordering": ["event", "position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "name"), name="division_name_in_event"
                    ),
                    models.UniqueConstraint(fields=("event", "position"), name="division_position"),
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
                    models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True),
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
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["division", "number"],
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
                "ordering": ["event", "sequence"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "sequence"), name="event_step_sequence"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("event", "key"),
                        name="event_step_key",
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
                ("seed", models.CharField(max_length=80, verbose_name="seed")),
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
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ["division", "number"],
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
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="table"),
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
                            ("settled", "settled"),
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
                    models.UniqueConstraint(fields=("round", "position"), name="match_position"),
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
                "ordering": ["match", "sequence"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "sequence"), name="match_step_sequence"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("match", "key"),
                        name="match_step_key",
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
            ],
            options={
                "verbose_name": "table of an event",
                "verbose_name_plural": "tables of events",
                "ordering": ["round", "number"],
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
                    models.BigIntegerField(default=0, help_text="His bank when he sat down."),
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
                "ordering": ["table", "position"],
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
    ]
