import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.models.clubs
import games.models.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "email",
                    models.EmailField(max_length=254, unique=True, verbose_name="e-mail address"),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                (
                    "is_demo",
                    models.BooleanField(
                        default=False,
                        help_text="Belongs to the demo club; cannot sign in where demo accounts are off.",
                        verbose_name="demo account",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="joined"),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "ordering": ["name", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("email", django.db.models.functions.text.Lower("email"))
                        ),
                        name="user_email_lower",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Club",
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
                (
                    "slug",
                    models.SlugField(
                        max_length=60, unique=True, verbose_name="short name in addresses"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "visibility",
                    models.CharField(
                        choices=[("members", "members only"), ("public", "everybody")],
                        default="members",
                        max_length=10,
                        verbose_name="visible to",
                    ),
                ),
                (
                    "default_rules",
                    models.CharField(
                        default="canberra", max_length=1000, verbose_name="house rules"
                    ),
                ),
                (
                    "stake_amount",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=10,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="one point is worth",
                    ),
                ),
                ("currency", models.CharField(blank=True, max_length=12, verbose_name="currency")),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[games.models.clubs.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                ("is_demo", models.BooleanField(default=False, verbose_name="demo club")),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["name", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["members", "public"])),
                        name="club_visibility",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("player", "player"),
                        ],
                        default="player",
                        max_length=10,
                        verbose_name="role",
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
                        related_name="memberships",
                        to="games.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "membership",
                "verbose_name_plural": "memberships",
                "ordering": ["club", "user"],
                "indexes": [
                    models.Index(fields=["club", "role"], name="games_membe_club_id_ff7e29_idx")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "club"), name="membership_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("role__in", ["owner", "organizer", "director", "scorer", "player"])
                        ),
                        name="membership_role",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
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
                (
                    "name",
                    models.CharField(
                        max_length=60,
                        validators=[games.models.clubs.validate_player_name],
                        verbose_name="name",
                    ),
                ),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["name", "pk"],
                "indexes": [
                    models.Index(
                        fields=["club", "is_active", "name"], name="games_playe_club_id_8d0708_idx"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "name"),
                        name="player_name_in_club",
                        violation_error_message="This club already has a player of this name.",
                    ),
                    models.UniqueConstraint(fields=("club", "user"), name="player_user_in_club"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organizer", "organizer"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("player", "player"),
                        ],
                        default="player",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations_used",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Season",
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
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="games.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ["-starts_on", "pk"],
                "indexes": [
                    models.Index(
                        fields=["club", "starts_on", "ends_on"],
                        name="games_seaso_club_id_ee66d1_idx",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="season_name_in_club"),
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                        name="season_ends_after_start",
                        violation_error_message="A season ends on its first day or later.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
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
                ("title", models.CharField(blank=True, max_length=120, verbose_name="title")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("played_on", models.DateField(verbose_name="date")),
                ("rules", models.CharField(max_length=1000, verbose_name="house rules")),
                ("rules_json", models.JSONField(editable=False)),
                (
                    "rules_version",
                    models.PositiveIntegerField(
                        editable=False, verbose_name="version of the rules"
                    ),
                ),
                (
                    "stake_amount",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=10,
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                        verbose_name="one point is worth",
                    ),
                ),
                ("currency", models.CharField(blank=True, max_length=12, verbose_name="currency")),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "running"), ("ended", "ended"), ("void", "void")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "length",
                    models.PositiveIntegerField(
                        default=0, editable=False, help_text="How many rows the log has."
                    ),
                ),
                (
                    "snapshot",
                    models.JSONField(
                        default=dict,
                        editable=False,
                        help_text="The position that the log leads to.",
                    ),
                ),
                (
                    "checkpoint",
                    models.JSONField(
                        editable=False,
                        help_text="The position before the game in progress, so that undo reads one game only.",
                        null=True,
                    ),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sessions",
                        to="games.club",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sessions",
                        to="games.season",
                    ),
                ),
                (
                    "started_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sessions_started",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "ordering": ["-played_on", "-pk"],
                "indexes": [
                    models.Index(
                        fields=["club", "-played_on", "-id"], name="games_sessi_club_id_5bf37c_idx"
                    ),
                    models.Index(fields=["club", "status"], name="games_sessi_club_id_6c830c_idx"),
                    models.Index(
                        fields=["season", "status"], name="games_sessi_season__c8b145_idx"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["open", "ended", "void"])),
                        name="session_status",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "line",
                    models.JSONField(help_text="As played: box, partner and team, by public id."),
                ),
                ("by_hand", models.BooleanField(default=False, verbose_name="line set by hand")),
                (
                    "line_differs",
                    models.BooleanField(
                        default=False,
                        help_text="After an amendment the line as played stays and is flagged.",
                        verbose_name="the rules would have seated them otherwise",
                    ),
                ),
                (
                    "winner",
                    models.CharField(
                        choices=[("box", "box"), ("team", "team")],
                        max_length=4,
                        verbose_name="winner",
                    ),
                ),
                (
                    "level",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="level"),
                ),
                (
                    "ending",
                    models.CharField(
                        choices=[
                            ("board", "on the board"),
                            ("cubes", "by the cubes"),
                            ("points", "points only"),
                        ],
                        max_length=6,
                        verbose_name="ending",
                    ),
                ),
                ("first_sequence", models.PositiveIntegerField()),
                ("last_sequence", models.PositiveIntegerField()),
                ("finished_at", models.DateTimeField(verbose_name="finished")),
                ("result", models.JSONField()),
                (
                    "box",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_box",
                        to="games.player",
                    ),
                ),
                (
                    "captain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_captain",
                        to="games.player",
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_partner",
                        to="games.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="games.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "ordering": ["session", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "number"), name="game_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("level__isnull", True), ("level__in", [1, 2, 3]), _connector="OR"
                        ),
                        name="game_level",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Action",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("setup", "set up"),
                            ("play", "play"),
                            ("undo", "undo"),
                            ("redo", "redo"),
                            ("amend", "amend"),
                            ("end", "end"),
                            ("reopen", "reopen"),
                            ("void", "void"),
                            ("note", "note"),
                            ("dispute", "dispute"),
                            ("resolve", "resolve"),
                        ],
                        max_length=10,
                    ),
                ),
                ("payload", models.JSONField()),
                (
                    "step",
                    models.PositiveIntegerField(
                        help_text="The sequence of the first row of this step."
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(help_text="The session's version after this step."),
                ),
                (
                    "key",
                    models.CharField(
                        blank=True, help_text="On the first row of a step only.", max_length=64
                    ),
                ),
                (
                    "digest",
                    models.CharField(
                        blank=True, help_text="Of what came with the key.", max_length=64
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="games.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "action",
                "verbose_name_plural": "action log",
                "ordering": ["session", "sequence"],
                "indexes": [
                    models.Index(fields=["session", "step"], name="games_actio_session_9621fa_idx")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "sequence"), name="action_sequence"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("session", "sender", "key"),
                        name="action_key_of_sender",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("sender__isnull", True), models.Q(("key", ""), _negated=True)
                        ),
                        fields=("session", "key"),
                        name="action_key_without_sender",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Origin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.GenericIPAddressField(blank=True, null=True)),
                ("device", models.CharField(blank=True, max_length=200)),
                (
                    "created_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                (
                    "action",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="origin",
                        to="games.action",
                    ),
                ),
            ],
            options={
                "verbose_name": "origin",
                "verbose_name_plural": "origins",
            },
        ),
        migrations.CreateModel(
            name="GameScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        help_text="Where he stood in the line, from 0."
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("box", "box"),
                            ("partner", "partner"),
                            ("captain", "captain"),
                            ("crew", "crew"),
                        ],
                        max_length=7,
                        verbose_name="role",
                    ),
                ),
                (
                    "points",
                    models.BigIntegerField(
                        help_text="In hundredths of a point.", verbose_name="points"
                    ),
                ),
                (
                    "cube",
                    models.PositiveBigIntegerField(blank=True, null=True, verbose_name="cube"),
                ),
                ("cube_turned", models.BooleanField(default=False, verbose_name="cube turned")),
                (
                    "closing",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("drop", "dropped"),
                            ("refusal", "refused"),
                            ("settlement", "settled"),
                            ("points", "points only"),
                            ("board", "played out"),
                        ],
                        max_length=10,
                        verbose_name="bet closed by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scores",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "score",
                "verbose_name_plural": "scores",
                "ordering": ["game", "place"],
                "indexes": [
                    models.Index(fields=["player", "role"], name="games_games_player__bf5670_idx")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="score_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "stake",
                    models.PositiveIntegerField(
                        default=1, validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="games.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["session", "position"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "player"), name="seat_once"),
                    models.UniqueConstraint(fields=("session", "position"), name="seat_position"),
                    models.CheckConstraint(
                        condition=models.Q(("stake__gte", 1)), name="seat_stake"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
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
                ("game_number", models.PositiveIntegerField(verbose_name="game")),
                ("text", models.CharField(max_length=1000, verbose_name="text")),
                ("is_dispute", models.BooleanField(default=False, verbose_name="dispute")),
                (
                    "resolution",
                    models.CharField(blank=True, max_length=1000, verbose_name="resolution"),
                ),
                ("resolved_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="games.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "note",
                "verbose_name_plural": "notes",
                "ordering": ["session", "game_number", "pk"],
                "indexes": [
                    models.Index(
                        fields=["session", "game_number"], name="games_note_session_7ac960_idx"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Debt",
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
                (
                    "amount",
                    models.DecimalField(decimal_places=3, max_digits=20, verbose_name="amount"),
                ),
                ("currency", models.CharField(blank=True, max_length=12, verbose_name="currency")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("paid_at", models.DateTimeField(blank=True, null=True, verbose_name="paid")),
                (
                    "paid_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="ticked off by",
                    ),
                ),
                (
                    "creditor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="games.player",
                    ),
                ),
                (
                    "debtor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="debts",
                        to="games.player",
                    ),
                ),
                (
                    "carried_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried_in",
                        to="games.session",
                        verbose_name="carried to",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="debts",
                        to="games.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "debt",
                "verbose_name_plural": "debts",
                "ordering": ["session", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("carried_to__isnull", True), ("paid_at__isnull", True)),
                        fields=["debtor", "creditor"],
                        name="debt_outstanding",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="debt_amount"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("debtor", models.F("creditor")), _negated=True),
                        name="debt_two_parties",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("carried_to__isnull", True), ("paid_at__isnull", True)),
                        fields=("session", "debtor", "creditor"),
                        name="debt_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("paid_at__isnull", True), ("carried_to__isnull", True), _connector="OR"
                        ),
                        name="debt_paid_or_carried",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignInLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_in_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "sign-in link",
                "verbose_name_plural": "sign-in links",
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "amount",
                    models.PositiveBigIntegerField(
                        help_text="In hundredths of a point.", verbose_name="amount"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transfers",
                        to="games.game",
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers_received",
                        to="games.player",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers_paid",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "transfer",
                "verbose_name_plural": "transfers",
                "ordering": ["game", "pk"],
                "indexes": [
                    models.Index(fields=["payer", "payee"], name="games_trans_payer_i_f2e836_idx")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="transfer_amount"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("payer", models.F("payee")), _negated=True),
                        name="transfer_two_parties",
                    ),
                    models.UniqueConstraint(
                        fields=("game", "payer", "payee"), name="transfer_once"
                    ),
                ],
            },
        ),
    ]
