"""All tables at once, for databases that are new.

It replaces the migrations one after another, which stay for databases that have some of them only.
What those do to rows is left out: there are none yet.
"""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.models.boards
import games.models.clubs
import games.models.ids
import games.models.names
import games.models.packed
import games.models.webhooks
from django.conf import settings
from django.db import migrations, models

from games.migrations._tables import CreateModels


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_members_and_settings"),
        ("games", "0003_decisions"),
        ("games", "0004_tokens_and_webhooks"),
        ("games", "0005_jobs"),
        ("games", "0006_live_table"),
        ("games", "0007_player_shown"),
        ("games", "0008_api_creations"),
        ("games", "0009_payments"),
        ("games", "0010_debts_reckoned"),
        ("games", "0011_debts_follow"),
        ("games", "0012_declarations_kept"),
        ("games", "0013_session_is_damaged"),
        ("games", "0014_boards"),
        ("games", "0015_board_challenges"),
        ("games", "0016_cuts"),
        ("games", "0017_push"),
        ("games", "0018_dice_of_copies"),
        ("games", "0019_board_dame"),
        ("games", "0020_analyses"),
        ("games", "0021_chouette_boards"),
        ("games", "0022_figures"),
        ("games", "0023_board_chess"),
        ("games", "0024_wording"),
        ("games", "0025_consultation"),
        ("games", "0026_board_minutes"),
        ("games", "0027_order_by_own_columns"),
        ("games", "0028_mail_refusals"),
        ("games", "0029_jobs_from_tables"),
        ("games", "0030_club_rehearsal"),
        ("games", "0031_game_packed"),
        ("games", "0032_results_packed"),
        ("games", "0033_results_without_repetition"),
        ("games", "0034_seats_waited_for"),
        ("games", "0035_session_meeting"),
        ("games", "0036_game_moved"),
        ("games", "0037_games_offered"),
        ("games", "0038_presence_at_tables"),
        ("games", "0039_seats_away"),
        ("games", "0040_late_seats"),
        ("games", "0041_saved_groups"),
        ("games", "0042_group_ids"),
        ("games", "0043_keys_of_senders"),
        ("games", "0044_seats_handed_over"),
        ("games", "0045_kept_limits"),
        ("games", "0046_guests_mails"),
        ("games", "0047_invitations_mailed"),
        ("games", "0048_founding_link"),
        ("games", "0049_held_until_said_otherwise"),
        ("games", "0050_event_file_jobs"),
        ("games", "0051_federation_numbers"),
        ("games", "0052_one_apostrophe"),
        ("games", "0053_evenings_by_totals"),
        ("games", "0054_pot_first"),
        ("games", "0055_guests_no"),
        ("games", "0056_kept_offline"),
        ("games", "0057_events_of_leagues"),
        ("games", "0058_zone_of_a_user"),
        ("games", "0059_jobs_from_spreadsheets"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        CreateModels(
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
                        models.EmailField(
                            max_length=254, unique=True, verbose_name="e-mail address"
                        ),
                    ),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    (
                        "language",
                        models.CharField(blank=True, max_length=10, verbose_name="language"),
                    ),
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
                        models.DateTimeField(
                            default=django.utils.timezone.now, verbose_name="joined"
                        ),
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
                    (
                        "time_zone",
                        models.CharField(
                            blank=True,
                            help_text="Blank: that of the club.",
                            max_length=64,
                            validators=[games.models.clubs.validate_time_zone],
                            verbose_name="time zone",
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
                    (
                        "currency",
                        models.CharField(blank=True, max_length=12, verbose_name="currency"),
                    ),
                    (
                        "time_zone",
                        models.CharField(
                            default="UTC",
                            max_length=64,
                            validators=[games.models.clubs.validate_time_zone],
                            verbose_name="time zone",
                        ),
                    ),
                    (
                        "language",
                        models.CharField(
                            blank=True,
                            choices=[("en", "English"), ("de", "German")],
                            max_length=10,
                            verbose_name="language",
                        ),
                    ),
                    ("is_demo", models.BooleanField(default=False, verbose_name="demo club")),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "accent",
                        models.CharField(
                            blank=True,
                            max_length=7,
                            validators=[
                                django.core.validators.RegexValidator(
                                    "^#[0-9a-f]{6}$", "A colour is written like #0c6350."
                                )
                            ],
                            verbose_name="colour",
                        ),
                    ),
                    (
                        "logo",
                        models.CharField(
                            blank=True,
                            editable=False,
                            help_text="The digest of the picture in the data folder, and part of its name.",
                            max_length=16,
                        ),
                    ),
                    (
                        "minimum_games",
                        models.PositiveSmallIntegerField(
                            default=10,
                            help_text="Players with fewer games stand below the line: an average says little yet.",
                            validators=[django.core.validators.MaxValueValidator(1000)],
                            verbose_name="games for the list",
                        ),
                    ),
                    (
                        "replies_hidden",
                        models.BooleanField(
                            default=False,
                            help_text="When the box doubles, nobody sees what others answer before all have.",
                            verbose_name="replies stay hidden until all are in",
                        ),
                    ),
                    (
                        "boards_chat",
                        models.BooleanField(
                            default=False,
                            help_text="Without it they choose from fixed texts.",
                            verbose_name="people may write at the board",
                        ),
                    ),
                    (
                        "boards_rated",
                        models.BooleanField(
                            default=False,
                            help_text="Between two players of the club; games against the assistant never are.",
                            verbose_name="matches on the board are rated",
                        ),
                    ),
                    (
                        "board_seconds",
                        models.PositiveSmallIntegerField(
                            default=20,
                            help_text="Who has said nothing by then does not double.",
                            validators=[
                                django.core.validators.MinValueValidator(5),
                                django.core.validators.MaxValueValidator(120),
                            ],
                            verbose_name="seconds to double at a chouette on the board",
                        ),
                    ),
                    (
                        "is_rehearsal",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="Its players are invented, so that it may be deleted as a whole.",
                            verbose_name="club of a rehearsal",
                        ),
                    ),
                    (
                        "groups",
                        models.JSONField(
                            default=list,
                            editable=False,
                            help_text="Players who are seated together by one tap: a list of names and identifiers.",
                        ),
                    ),
                    (
                        "pot_first",
                        models.BooleanField(
                            default=False,
                            help_text="What each pays in or takes out stands first, payments between two behind it.",
                            verbose_name="evenings are settled through a pot",
                        ),
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
                    (
                        "merged_into",
                        models.ForeignKey(
                            blank=True,
                            editable=False,
                            help_text="The same person under another name: the log says this one, pages that one.",
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="merged",
                            to="games.player",
                            verbose_name="merged into",
                        ),
                    ),
                    (
                        "name_key",
                        games.models.names.NameKey(db_index=True, editable=False, max_length=240),
                    ),
                    (
                        "shown",
                        models.CharField(
                            choices=[
                                ("full", "by name"),
                                ("initials", "by initials"),
                                ("hidden", "not at all"),
                            ],
                            default="full",
                            help_text="To readers who neither belong to the club nor sit at their table.",
                            max_length=8,
                            verbose_name="shown to everybody",
                        ),
                    ),
                    (
                        "figures_shared",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="What analyses of their games on the board found, summed up.",
                            verbose_name="members see how well they play",
                        ),
                    ),
                    (
                        "country",
                        models.CharField(
                            blank=True, default="", max_length=40, verbose_name="country"
                        ),
                    ),
                    (
                        "federation_number",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="Under which a federation or a ratings office knows them.",
                            max_length=24,
                            verbose_name="federation number",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "player",
                    "verbose_name_plural": "players",
                    "ordering": ["name", "pk"],
                    "indexes": [
                        models.Index(
                            fields=["club", "is_active", "name"],
                            name="games_playe_club_id_8d0708_idx",
                        ),
                        models.Index(
                            fields=["club", "name_key", "id"], name="player_name_key_in_club"
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("club", "name"),
                            name="player_name_in_club",
                            violation_error_message="This club already has a player of this name.",
                        ),
                        models.UniqueConstraint(
                            fields=("club", "user"), name="player_user_in_club"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("merged_into__isnull", True),
                                models.Q(("is_active", False), ("user__isnull", True)),
                                _connector="OR",
                            ),
                            name="player_merged_is_retired",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("shown__in", ["full", "initials", "hidden"])),
                            name="player_shown",
                        ),
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
                    ("revoked_at", models.DateTimeField(blank=True, null=True)),
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
                    (
                        "closed_at",
                        models.DateTimeField(
                            blank=True, editable=False, null=True, verbose_name="closed"
                        ),
                    ),
                    (
                        "closed_by",
                        models.ForeignKey(
                            blank=True,
                            editable=False,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="seasons_closed",
                            to=settings.AUTH_USER_MODEL,
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
                        models.UniqueConstraint(
                            fields=("club", "name"), name="season_name_in_club"
                        ),
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
                    (
                        "currency",
                        models.CharField(blank=True, max_length=12, verbose_name="currency"),
                    ),
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
                        games.models.packed.PositionField(
                            default=dict,
                            editable=False,
                            help_text="The position that the log leads to.",
                        ),
                    ),
                    (
                        "checkpoint",
                        games.models.packed.PositionField(
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
                    (
                        "entered_afterwards",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="Its results come from paper or a file; nobody tapped while it was played.",
                            verbose_name="entered afterwards",
                        ),
                    ),
                    (
                        "beat",
                        models.PositiveIntegerField(
                            default=0,
                            editable=False,
                            help_text="Raised by whatever changes what is seen at the table, steps included.",
                        ),
                    ),
                    (
                        "join_code",
                        models.CharField(
                            editable=False,
                            help_text="While phones may ask in.",
                            max_length=8,
                            null=True,
                            unique=True,
                        ),
                    ),
                    (
                        "question",
                        models.JSONField(
                            editable=False,
                            help_text="What several people are asked just now: number, kind, and whom it is about.",
                            null=True,
                        ),
                    ),
                    (
                        "questions",
                        models.PositiveIntegerField(
                            default=0,
                            editable=False,
                            help_text="How many questions there have been: the last number.",
                        ),
                    ),
                    (
                        "replies_hidden",
                        models.BooleanField(
                            default=False, verbose_name="replies stay hidden until all are in"
                        ),
                    ),
                    (
                        "is_damaged",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="A check could not follow its log: nothing more is played in it.",
                        ),
                    ),
                    (
                        "cuts",
                        models.JSONField(
                            default=list,
                            editable=False,
                            help_text="What was cut away, as the log says: pairs of the last row that counts, and the row that cuts; plays and the like between them do not count.",
                        ),
                    ),
                    (
                        "on_board",
                        models.BooleanField(
                            default=False,
                            help_text="Each game that begins from now on is played on a board of its own.",
                            verbose_name="played on the board",
                        ),
                    ),
                    (
                        "board_minutes",
                        models.PositiveSmallIntegerField(
                            default=0,
                            help_text="The clock of a game on the board; 0 without one.",
                            verbose_name="minutes for each side",
                        ),
                    ),
                    (
                        "meeting",
                        models.CharField(
                            blank=True,
                            default="",
                            help_text="Where those who play see and hear each other; it is for them alone.",
                            max_length=300,
                            verbose_name="address of a meeting",
                        ),
                    ),
                    (
                        "holding",
                        models.JSONField(
                            default=dict,
                            editable=False,
                            help_text="Who holds until they say otherwise, about which cube; by which keys that was said. Nobody else is told.",
                        ),
                    ),
                    (
                        "by_totals",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="Only everybody's points of the evening are known, and no game.",
                            verbose_name="by totals",
                        ),
                    ),
                    (
                        "is_settled",
                        models.BooleanField(
                            default=False,
                            editable=False,
                            help_text="Everybody has paid: it makes no debts.",
                            verbose_name="settled",
                        ),
                    ),
                    (
                        "handed_over",
                        models.JSONField(
                            default=list,
                            editable=False,
                            help_text="What devices have handed over: versions, the times that their clocks said, and the versions whose dice they rolled.",
                        ),
                    ),
                    (
                        "keeper",
                        models.JSONField(
                            editable=False,
                            help_text="Which device keeps the score without network just now, who holds it, and since which version. Others are told, and nobody is kept from writing.",
                            null=True,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "session",
                    "verbose_name_plural": "sessions",
                    "ordering": ["-played_on", "-pk"],
                    "indexes": [
                        models.Index(
                            fields=["club", "-played_on", "-id"],
                            name="games_sessi_club_id_5bf37c_idx",
                        ),
                        models.Index(
                            fields=["club", "status"], name="games_sessi_club_id_6c830c_idx"
                        ),
                        models.Index(
                            fields=["season", "status"], name="games_sessi_season__c8b145_idx"
                        ),
                        models.Index(
                            fields=["season", "-played_on", "-id"], name="session_in_season"
                        ),
                        models.Index(fields=["-played_on", "-id"], name="session_latest"),
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
                        "by_hand",
                        models.BooleanField(default=False, verbose_name="line set by hand"),
                    ),
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
                        models.PositiveSmallIntegerField(
                            blank=True, null=True, verbose_name="level"
                        ),
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
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="games",
                            to="games.session",
                        ),
                    ),
                    (
                        "is_void",
                        models.BooleanField(
                            default=False,
                            help_text="Counts for nothing: it has no points and no transfers.",
                            verbose_name="void",
                        ),
                    ),
                    (
                        "result",
                        games.models.packed.ResultField(
                            help_text="As the rules count it; names players by public id."
                        ),
                    ),
                ],
                options={
                    "verbose_name": "game",
                    "verbose_name_plural": "games",
                    "ordering": ["session_id", "number"],
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
                            help_text="Where they stood in the line, from 0."
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
                            db_index=False,
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
                    "ordering": ["game_id", "place"],
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
                    (
                        "logged_as",
                        models.CharField(
                            editable=False,
                            help_text="The public id by which the log names who sits here; after a merge, or a move to another club, it is another player's than `player`.",
                            max_length=16,
                        ),
                    ),
                    (
                        "total",
                        models.BigIntegerField(
                            blank=True,
                            editable=False,
                            help_text="Of an evening by totals, in hundredths of a point; none for a played one.",
                            null=True,
                            verbose_name="total",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "seat",
                    "verbose_name_plural": "seats",
                    "ordering": ["session_id", "position"],
                    "constraints": [
                        models.UniqueConstraint(fields=("session", "player"), name="seat_once"),
                        models.UniqueConstraint(
                            fields=("session", "position"), name="seat_position"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("stake__gte", 1)), name="seat_stake"
                        ),
                        models.UniqueConstraint(
                            fields=("session", "logged_as"), name="seat_logged_once"
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
                    "ordering": ["session_id", "game_number", "pk"],
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
                    (
                        "currency",
                        models.CharField(blank=True, max_length=12, verbose_name="currency"),
                    ),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
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
                    "ordering": ["session_id", "pk"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("carried_to__isnull", True)),
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
                            fields=("session", "debtor", "creditor", "currency"), name="debt_once"
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
                            db_index=False,
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
                            db_index=False,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="transfers_paid",
                            to="games.player",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "transfer",
                    "verbose_name_plural": "transfers",
                    "ordering": ["game_id", "pk"],
                    "indexes": [
                        models.Index(
                            fields=["payer", "payee"], name="games_trans_payer_i_f2e836_idx"
                        )
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
            migrations.CreateModel(
                name="SignIn",
                fields=[
                    (
                        "session_key",
                        models.CharField(
                            max_length=40,
                            primary_key=True,
                            serialize=False,
                            verbose_name="session key",
                        ),
                    ),
                    ("session_data", models.TextField(verbose_name="session data")),
                    (
                        "expire_date",
                        models.DateTimeField(db_index=True, verbose_name="expire date"),
                    ),
                    ("device", models.CharField(blank=True, max_length=60, verbose_name="device")),
                    ("seen_at", models.DateTimeField(null=True, verbose_name="last seen")),
                    (
                        "user",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="sign_ins",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "sign-in",
                    "verbose_name_plural": "sign-ins",
                },
            ),
            migrations.CreateModel(
                name="RoleChange",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "role_before",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("owner", "owner"),
                                ("organizer", "organizer"),
                                ("director", "director"),
                                ("scorer", "scorer"),
                                ("player", "player"),
                            ],
                            max_length=10,
                            verbose_name="role before",
                        ),
                    ),
                    (
                        "role_after",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("owner", "owner"),
                                ("organizer", "organizer"),
                                ("director", "director"),
                                ("scorer", "scorer"),
                                ("player", "player"),
                            ],
                            max_length=10,
                            verbose_name="role after",
                        ),
                    ),
                    (
                        "changed_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now,
                            editable=False,
                            verbose_name="changed",
                        ),
                    ),
                    (
                        "changed_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="role_changes_made",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="changed by",
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="role_changes",
                            to="games.club",
                        ),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="role_changes",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="member",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "change of role",
                    "verbose_name_plural": "changes of roles",
                    "ordering": ["-changed_at", "-pk"],
                    "indexes": [
                        models.Index(
                            fields=["club", "-changed_at"], name="games_rolec_club_id_919b20_idx"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Decision",
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
                                ("session_void", "session declared void"),
                                ("session_reinstate", "session reinstated"),
                                ("session_refold", "session checked and repaired"),
                                ("session_cut", "damaged session cut back"),
                                ("session_season", "session moved to another season"),
                                ("session_club", "session moved to another club"),
                                ("game_void", "game declared void"),
                                ("game_reinstate", "game reinstated"),
                                ("game_amend", "game amended"),
                                ("game_move", "game moved to another evening"),
                                ("season_close", "season closed"),
                                ("season_reopen", "season opened again"),
                                ("player_merge", "players merged"),
                                ("player_separate", "merge taken back"),
                                ("player_anonymise", "player made anonymous"),
                            ],
                            max_length=20,
                            verbose_name="decision",
                        ),
                    ),
                    ("reason", models.CharField(max_length=500, verbose_name="reason")),
                    (
                        "game_number",
                        models.PositiveIntegerField(blank=True, null=True, verbose_name="game"),
                    ),
                    (
                        "made_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now,
                            editable=False,
                            verbose_name="decided",
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="decisions",
                            to="games.club",
                        ),
                    ),
                    (
                        "made_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="decisions",
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="decided by",
                        ),
                    ),
                    (
                        "other_player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="decisions_as_other",
                            to="games.player",
                            verbose_name="other player",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="decisions",
                            to="games.player",
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="decisions",
                            to="games.season",
                        ),
                    ),
                    (
                        "session",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="decisions",
                            to="games.session",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "decision",
                    "verbose_name_plural": "decisions",
                    "ordering": ["-pk"],
                    "indexes": [
                        models.Index(fields=["club", "-id"], name="games_decis_club_id_5aad5b_idx"),
                        models.Index(
                            fields=["session", "game_number"], name="games_decis_session_259dbe_idx"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Webhook",
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
                    ("url", models.CharField(max_length=500, verbose_name="address")),
                    (
                        "salt",
                        models.CharField(
                            default=games.models.webhooks.salt_new, editable=False, max_length=32
                        ),
                    ),
                    (
                        "events",
                        models.CharField(
                            help_text="Separated by blanks.", max_length=100, verbose_name="events"
                        ),
                    ),
                    ("is_active", models.BooleanField(default=True, verbose_name="active")),
                    (
                        "failures",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="Attempts since the last that succeeded.",
                            verbose_name="failures in a row",
                        ),
                    ),
                    (
                        "disabled_at",
                        models.DateTimeField(
                            blank=True, null=True, verbose_name="switched off after failures"
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
                            related_name="webhooks",
                            to="games.club",
                        ),
                    ),
                    (
                        "created_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "webhook",
                    "verbose_name_plural": "webhooks",
                    "ordering": ["created_at", "pk"],
                    "indexes": [
                        models.Index(
                            fields=["club", "is_active"], name="games_webho_club_id_536854_idx"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Delivery",
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
                        "event_id",
                        models.CharField(
                            help_text="The same however often it is sent.", max_length=60
                        ),
                    ),
                    ("event", models.CharField(max_length=20)),
                    ("payload", models.JSONField()),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("pending", "on its way"),
                                ("delivered", "delivered"),
                                ("failed", "given up"),
                            ],
                            default="pending",
                            max_length=10,
                        ),
                    ),
                    ("attempts_made", models.PositiveIntegerField(default=0)),
                    (
                        "next_try_at",
                        models.DateTimeField(
                            blank=True, default=django.utils.timezone.now, null=True
                        ),
                    ),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "webhook",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="deliveries",
                            to="games.webhook",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "delivery",
                    "verbose_name_plural": "deliveries",
                    "ordering": ["-created_at", "-pk"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("status", "pending")),
                            fields=["next_try_at"],
                            name="delivery_pending",
                        ),
                        models.Index(
                            fields=["webhook", "-created_at"], name="games_deliv_webhook_0334c5_idx"
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("webhook", "event_id"), name="delivery_event_once"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="ApiToken",
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
                        "prefix",
                        models.CharField(help_text="With what the token begins.", max_length=20),
                    ),
                    ("token_hash", models.CharField(max_length=64, unique=True)),
                    (
                        "scopes",
                        models.CharField(
                            help_text="Separated by blanks.", max_length=40, verbose_name="may"
                        ),
                    ),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    ("expires_at", models.DateTimeField(verbose_name="valid until")),
                    (
                        "last_used_on",
                        models.DateField(blank=True, null=True, verbose_name="last used"),
                    ),
                    (
                        "revoked_at",
                        models.DateTimeField(blank=True, null=True, verbose_name="revoked"),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="api_tokens",
                            to="games.club",
                            verbose_name="only in this club",
                        ),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="api_tokens",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "access token",
                    "verbose_name_plural": "access tokens",
                    "ordering": ["-created_at", "-pk"],
                    "indexes": [
                        models.Index(
                            fields=["user", "-created_at"], name="games_apito_user_id_d89654_idx"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Attempt",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ("milliseconds", models.PositiveIntegerField()),
                    ("http_status", models.PositiveIntegerField(blank=True, null=True)),
                    (
                        "problem",
                        models.CharField(
                            blank=True, help_text="Why there was no answer.", max_length=40
                        ),
                    ),
                    (
                        "excerpt",
                        models.CharField(
                            blank=True, help_text="How the answer began.", max_length=500
                        ),
                    ),
                    (
                        "delivery",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="attempts",
                            to="games.delivery",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "attempt",
                    "verbose_name_plural": "attempts",
                    "ordering": ["delivery_id", "number"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("delivery", "number"), name="attempt_number"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Pass",
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
                        "role",
                        models.CharField(
                            choices=[
                                ("scorer", "scorer"),
                                ("player", "player"),
                                ("onlooker", "onlooker"),
                            ],
                            max_length=10,
                        ),
                    ),
                    (
                        "player",
                        models.CharField(
                            blank=True,
                            help_text="The id by which the log names who plays with it.",
                            max_length=16,
                        ),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("waiting", "waiting"),
                                ("granted", "granted"),
                                ("refused", "refused"),
                                ("revoked", "revoked"),
                            ],
                            default="granted",
                            max_length=10,
                        ),
                    ),
                    (
                        "nonce",
                        models.CharField(
                            default=games.models.ids.public_id, editable=False, max_length=16
                        ),
                    ),
                    ("device", models.CharField(blank=True, max_length=60, verbose_name="device")),
                    (
                        "created_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="passes",
                            to="games.club",
                        ),
                    ),
                    (
                        "created_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "session",
                        models.ForeignKey(
                            blank=True,
                            help_text="None for a screen that shows all tables of the club.",
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="passes",
                            to="games.session",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "pass",
                    "verbose_name_plural": "passes",
                    "indexes": [
                        models.Index(
                            fields=["session", "state"], name="games_pass_session_de4a7a_idx"
                        )
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("role__in", ["scorer", "player", "onlooker"])),
                            name="pass_role",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("state__in", ["waiting", "granted", "refused", "revoked"])
                            ),
                            name="pass_state",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("session__isnull", False), ("role", "onlooker"), _connector="OR"
                            ),
                            name="pass_without_session_reads",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("role", "player"), _negated=True),
                                models.Q(("player", ""), _negated=True),
                                _connector="OR",
                            ),
                            name="pass_of_a_player",
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
                                ("move", "move to another club"),
                                ("cut", "cut back"),
                                ("totals", "totals"),
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
                        models.PositiveIntegerField(
                            help_text="The session's version after this step."
                        ),
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
                            db_index=False,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="log",
                            to="games.session",
                        ),
                    ),
                    (
                        "sent_by",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            help_text="The pass of a phone without an account; then there is no sender.",
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="games.pass",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "action",
                    "verbose_name_plural": "action log",
                    "ordering": ["session_id", "sequence"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("sent_by__isnull", False)),
                            fields=["sent_by"],
                            name="action_by_pass",
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("session", "sequence"), name="action_sequence"
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("session", "sender", "key"),
                            name="action_key_of_sender",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("session", "sent_by", "key"),
                            name="action_key_of_pass",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(
                                ("sender__isnull", True),
                                ("sent_by__isnull", True),
                                models.Q(("key", ""), _negated=True),
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
                name="Declaration",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("question", models.PositiveIntegerField()),
                    ("player", models.CharField(max_length=16)),
                    ("word", models.CharField(max_length=10)),
                    ("key", models.CharField(max_length=64)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ("step", models.PositiveIntegerField(null=True)),
                    (
                        "sender",
                        models.ForeignKey(
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
                            related_name="declarations",
                            to="games.session",
                        ),
                    ),
                    (
                        "sent_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to="games.pass",
                        ),
                    ),
                    ("overridden_by", models.IntegerField(null=True)),
                ],
                options={
                    "verbose_name": "declaration",
                    "verbose_name_plural": "declarations",
                    "indexes": [
                        models.Index(
                            fields=["session", "step"], name="games_decla_session_d770d3_idx"
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("session", "question", "player"), name="declaration_once"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Proxy",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("player", models.CharField(max_length=16)),
                    (
                        "speaker",
                        models.CharField(
                            blank=True,
                            help_text="Blank: they follow the captain of the moment.",
                            max_length=16,
                        ),
                    ),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "session",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="proxies",
                            to="games.session",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "proxy",
                    "verbose_name_plural": "proxies",
                    "constraints": [
                        models.UniqueConstraint(fields=("session", "player"), name="proxy_once"),
                        models.CheckConstraint(
                            condition=models.Q(("player", models.F("speaker")), _negated=True),
                            name="proxy_of_another",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ApiCreation",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("digest", models.CharField(max_length=64)),
                    ("made", models.CharField(max_length=16)),
                    (
                        "created_at",
                        models.DateTimeField(
                            db_index=True, default=django.utils.timezone.now, editable=False
                        ),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="api_creations",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("user", "key"), name="api_creation_once_a_key"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Payment",
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
                    (
                        "currency",
                        models.CharField(blank=True, max_length=12, verbose_name="currency"),
                    ),
                    (
                        "made_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now, verbose_name="paid"
                        ),
                    ),
                    (
                        "made_by",
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
                        "payee",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="payments_received",
                            to="games.player",
                        ),
                    ),
                    (
                        "payer",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="payments_made",
                            to="games.player",
                        ),
                    ),
                    (
                        "session",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="payments",
                            to="games.session",
                        ),
                    ),
                    (
                        "takes_back",
                        models.OneToOneField(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="taken_back",
                            to="games.payment",
                            verbose_name="takes back",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "payment",
                    "verbose_name_plural": "payments",
                    "ordering": ["session_id", "pk"],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("amount__gt", 0)), name="payment_amount"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("payer", models.F("payee")), _negated=True),
                            name="payment_two_parties",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Recount",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("lines", models.JSONField()),
                    ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ("seen_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="recounts",
                            to="games.club",
                        ),
                    ),
                    (
                        "seen_by",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "recount of debts",
                    "verbose_name_plural": "recounts of debts",
                    "ordering": ["club_id", "pk"],
                },
            ),
            migrations.CreateModel(
                name="Board",
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
                        "type",
                        models.CharField(
                            choices=games.models.boards.games_offered,
                            default="backgammon",
                            max_length=12,
                            verbose_name="game",
                        ),
                    ),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("waiting", "waiting"),
                                ("playing", "running"),
                                ("ended", "ended"),
                                ("abandoned", "abandoned"),
                                ("withdrawn", "withdrawn"),
                            ],
                            default="waiting",
                            max_length=10,
                        ),
                    ),
                    (
                        "match_length",
                        models.PositiveSmallIntegerField(
                            blank=True,
                            help_text="None for a single game.",
                            null=True,
                            verbose_name="points",
                        ),
                    ),
                    ("options", models.JSONField(default=dict, editable=False)),
                    (
                        "pace",
                        models.CharField(
                            choices=[
                                ("free", "no clock"),
                                ("bank", "clock with a delay"),
                                ("days", "correspondence"),
                            ],
                            default="free",
                            max_length=5,
                            verbose_name="clock",
                        ),
                    ),
                    (
                        "is_challenge",
                        models.BooleanField(
                            default=False,
                            help_text="Any member of the club may sit down.",
                            verbose_name="open to the club",
                        ),
                    ),
                    (
                        "is_rated",
                        models.BooleanField(default=False, verbose_name="counts for match ratings"),
                    ),
                    ("version", models.PositiveIntegerField(default=0, editable=False)),
                    (
                        "length",
                        models.PositiveIntegerField(
                            default=0, editable=False, help_text="How many rows the log has."
                        ),
                    ),
                    (
                        "beat",
                        models.PositiveIntegerField(
                            default=0,
                            editable=False,
                            help_text="Raised by whatever changes what is seen at the board, chat included.",
                        ),
                    ),
                    ("rules_version", models.PositiveIntegerField(editable=False)),
                    ("snapshot", models.JSONField(default=dict, editable=False)),
                    (
                        "phase",
                        models.CharField(
                            blank=True,
                            editable=False,
                            help_text="What the board waits for.",
                            max_length=12,
                        ),
                    ),
                    (
                        "actor",
                        models.PositiveSmallIntegerField(
                            editable=False, help_text="The seat whose turn it is.", null=True
                        ),
                    ),
                    (
                        "due_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="When the running clock is out if nobody moves.",
                            null=True,
                        ),
                    ),
                    ("winner", models.PositiveSmallIntegerField(editable=False, null=True)),
                    ("score_white", models.PositiveSmallIntegerField(default=0, editable=False)),
                    ("score_black", models.PositiveSmallIntegerField(default=0, editable=False)),
                    ("ended_how", models.CharField(blank=True, editable=False, max_length=10)),
                    ("ended_at", models.DateTimeField(blank=True, editable=False, null=True)),
                    (
                        "reason",
                        models.CharField(
                            blank=True, editable=False, max_length=200, verbose_name="reason"
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
                            related_name="boards",
                            to="games.club",
                        ),
                    ),
                    (
                        "rematch_of",
                        models.OneToOneField(
                            editable=False,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="rematch",
                            to="games.board",
                        ),
                    ),
                    (
                        "started_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    ("game_number", models.PositiveIntegerField(editable=False, null=True)),
                    (
                        "session",
                        models.ForeignKey(
                            editable=False,
                            help_text="The chouette of which one game is played here; its cubes are the session's.",
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="boards",
                            to="games.session",
                        ),
                    ),
                    (
                        "luck",
                        models.JSONField(
                            default=list,
                            editable=False,
                            help_text="What each roll of the dice was worth, once the plays are analysed.",
                        ),
                    ),
                    (
                        "waits_for",
                        models.PositiveSmallIntegerField(
                            editable=False,
                            help_text="The seat that has to do something; 2 for both, none while it is adjourned.",
                            null=True,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "board",
                    "verbose_name_plural": "boards",
                    "ordering": ["-created_at", "-pk"],
                    "indexes": [
                        models.Index(
                            fields=["club", "status", "-changed_at"], name="board_of_club"
                        ),
                        models.Index(fields=["status", "due_at"], name="board_due"),
                        models.Index(fields=["club", "-ended_at", "-id"], name="board_ended"),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "status__in",
                                    ["waiting", "playing", "ended", "abandoned", "withdrawn"],
                                )
                            ),
                            name="board_status",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("status__in", ["waiting", "playing"])),
                            fields=("session",),
                            name="board_of_session_once",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Job",
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
                        "kind",
                        models.CharField(
                            choices=[
                                ("players", "players from a spreadsheet"),
                                ("results", "old evenings from a spreadsheet"),
                                ("scores", "sessions from score files"),
                                ("scores_out", "sessions as score files"),
                                ("club", "a club from its archive"),
                                ("club_out", "the club as an archive"),
                                ("analysis", "analysis of a match"),
                                ("entries", "entries of an event"),
                                ("event_res", "results of an event"),
                            ],
                            max_length=12,
                            verbose_name="kind",
                        ),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("draft", "not confirmed yet"),
                                ("queued", "waiting"),
                                ("running", "running"),
                                ("done", "done"),
                                ("failed", "failed"),
                                ("cancelled", "cancelled"),
                            ],
                            default="queued",
                            max_length=10,
                            verbose_name="state",
                        ),
                    ),
                    ("language", models.CharField(blank=True, max_length=10)),
                    (
                        "file_name",
                        models.CharField(blank=True, max_length=200, verbose_name="file"),
                    ),
                    (
                        "options",
                        models.JSONField(default=dict, help_text="What was chosen on its page."),
                    ),
                    ("done", models.PositiveIntegerField(default=0)),
                    ("total", models.PositiveIntegerField(default=0)),
                    (
                        "message",
                        models.CharField(blank=True, max_length=1000, verbose_name="outcome"),
                    ),
                    (
                        "lines",
                        models.JSONField(
                            default=list, help_text="The outcome of each file: name, text, good."
                        ),
                    ),
                    (
                        "created_at",
                        models.DateTimeField(
                            db_index=True, default=django.utils.timezone.now, verbose_name="created"
                        ),
                    ),
                    ("started_at", models.DateTimeField(blank=True, null=True)),
                    ("finished_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="jobs",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="jobs",
                            to="games.club",
                        ),
                    ),
                    (
                        "board",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="jobs",
                            to="games.board",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "job",
                    "verbose_name_plural": "jobs",
                    "ordering": ["-created_at", "-pk"],
                    "indexes": [
                        models.Index(
                            fields=["club", "by", "-created_at"],
                            name="games_job_club_id_ecb022_idx",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="BoardInvitation",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("seat", models.PositiveSmallIntegerField()),
                    ("token_hash", models.CharField(max_length=64, unique=True)),
                    ("email", models.EmailField(blank=True, max_length=254)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    ("expires_at", models.DateTimeField(db_index=True)),
                    ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                    ("used_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "board",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="invitations",
                            to="games.board",
                        ),
                    ),
                    (
                        "created_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            blank=True,
                            help_text="A player of the club who is challenged by name.",
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="board_invitations",
                            to="games.player",
                        ),
                    ),
                    (
                        "allowed_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="When the guest who sits there agreed that somebody else takes the seat.",
                            null=True,
                        ),
                    ),
                    (
                        "mailed_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="When its mail was given to the mail server.",
                            null=True,
                        ),
                    ),
                    (
                        "declined_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="When the guest who sits there said that they stay, which withdrew it.",
                            null=True,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "invitation to a board",
                    "verbose_name_plural": "invitations to boards",
                    "ordering": ["-created_at", "-pk"],
                    "indexes": [
                        models.Index(
                            fields=["board", "seat"], name="games_board_board_i_ce3f58_idx"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="BoardLine",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "room",
                        models.CharField(
                            choices=[
                                ("seats", "players"),
                                ("crew", "captain and crew"),
                                ("onlookers", "onlookers"),
                            ],
                            default="seats",
                            max_length=10,
                        ),
                    ),
                    ("seat", models.PositiveSmallIntegerField(null=True)),
                    ("code", models.CharField(blank=True, max_length=20)),
                    ("text", models.CharField(blank=True, max_length=300)),
                    ("is_reported", models.BooleanField(default=False, verbose_name="reported")),
                    ("is_hidden", models.BooleanField(default=False, verbose_name="hidden")),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "board",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="lines",
                            to="games.board",
                        ),
                    ),
                    (
                        "sender",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "line at a board",
                    "verbose_name_plural": "lines at boards",
                    "ordering": ["board_id", "pk"],
                    "indexes": [
                        models.Index(
                            fields=["board", "room", "id"], name="games_board_board_i_f2e69e_idx"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="BoardSeat",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "number",
                        models.PositiveSmallIntegerField(
                            help_text="0 plays White, 1 plays Black; at a chouette the place in its line."
                        ),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("player", "player"),
                                ("guest", "guest"),
                                ("assistant", "assistant"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                    (
                        "level",
                        models.CharField(
                            blank=True,
                            choices=[("easy", "easy"), ("medium", "medium"), ("strong", "strong")],
                            max_length=10,
                            verbose_name="level",
                        ),
                    ),
                    (
                        "nonce",
                        models.CharField(
                            default=games.models.ids.public_id, editable=False, max_length=16
                        ),
                    ),
                    (
                        "email",
                        models.EmailField(
                            blank=True,
                            editable=False,
                            help_text="Where a guest is told that it is their turn.",
                            max_length=254,
                        ),
                    ),
                    ("language", models.CharField(blank=True, editable=False, max_length=10)),
                    ("reminded_at", models.DateTimeField(editable=False, null=True)),
                    (
                        "taken_at",
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    ),
                    (
                        "board",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="seats",
                            to="games.board",
                        ),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="board_seats",
                            to="games.player",
                        ),
                    ),
                    (
                        "figures",
                        models.JSONField(
                            editable=False,
                            help_text="What the decisions of this seat cost, once they are analysed.",
                            null=True,
                        ),
                    ),
                    (
                        "away_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="Since when no page of theirs is connected; none before they first had one open.",
                            null=True,
                        ),
                    ),
                    (
                        "moved_at",
                        models.DateTimeField(
                            editable=False,
                            help_text="Since when a guest's seat has been on another phone than at first.",
                            null=True,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "seat at a board",
                    "verbose_name_plural": "seats at boards",
                    "ordering": ["board_id", "number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("board", "number"), name="board_seat_once"),
                        models.UniqueConstraint(
                            fields=("board", "player"), name="board_seat_of_player"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("kind", "player"), ("player__isnull", False)),
                                models.Q(("kind", "guest"), ("player__isnull", True)),
                                models.Q(("kind", "assistant"), ("player__isnull", True)),
                                _connector="OR",
                            ),
                            name="board_seat_holder",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Presence",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("connection", models.CharField(max_length=32, unique=True)),
                    (
                        "seen_at",
                        models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                    ),
                    (
                        "holder",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="presences",
                            to="games.pass",
                        ),
                    ),
                    (
                        "session",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="presences",
                            to="games.session",
                        ),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "board_seat",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="presences",
                            to="games.boardseat",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "presence",
                    "verbose_name_plural": "presences",
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("board_seat__isnull", True), ("session__isnull", False)),
                                models.Q(("board_seat__isnull", False), ("session__isnull", True)),
                                _connector="OR",
                            ),
                            name="presence_at_one_place",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="BoardStep",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("sequence", models.PositiveIntegerField()),
                    ("kind", models.CharField(max_length=12)),
                    ("side", models.PositiveSmallIntegerField(null=True)),
                    ("payload", models.JSONField()),
                    ("at", models.BigIntegerField()),
                    (
                        "version",
                        models.PositiveIntegerField(
                            help_text="The board's version after this step."
                        ),
                    ),
                    ("key", models.CharField(blank=True, max_length=64)),
                    (
                        "digest",
                        models.CharField(
                            blank=True, help_text="Of what came with the key.", max_length=64
                        ),
                    ),
                    (
                        "board",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="log",
                            to="games.board",
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
                        "keyed_by",
                        models.CharField(
                            blank=True,
                            help_text="Whose the key is: an account, a pass, a guest; blank for the server.",
                            max_length=24,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "step at a board",
                    "verbose_name_plural": "log of boards",
                    "ordering": ["board_id", "sequence"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("board", "sequence"), name="board_step_sequence"
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(
                                ("kind", "begin"), models.Q(("key", ""), _negated=True)
                            ),
                            fields=("sender", "key"),
                            name="board_begun_once",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("board", "keyed_by", "key"),
                            name="board_step_key",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="DiceSeed",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("game_id", models.CharField(max_length=32)),
                    ("server_seed", models.CharField(max_length=64)),
                    ("commitment", models.CharField(max_length=64)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "board",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="dice_seeds",
                            to="games.board",
                        ),
                    ),
                    ("failed", models.JSONField(blank=True, default=list)),
                ],
                options={
                    "verbose_name": "server's seed",
                    "verbose_name_plural": "server's seeds",
                    "ordering": ["board_id", "pk"],
                    "constraints": [
                        models.UniqueConstraint(fields=("board", "game_id"), name="dice_of_board")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Block",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                    (
                        "blocked",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="blocked_by",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="blocks",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "block",
                    "verbose_name_plural": "blocks",
                    "constraints": [
                        models.UniqueConstraint(fields=("by", "blocked"), name="block_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="PushSubscription",
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
                    ("endpoint", models.CharField(max_length=500)),
                    (
                        "key",
                        models.CharField(
                            help_text="The browser's public key, base64url.", max_length=90
                        ),
                    ),
                    (
                        "code",
                        models.CharField(
                            help_text="The secret shared with it, base64url.", max_length=30
                        ),
                    ),
                    ("device", models.CharField(blank=True, max_length=60, verbose_name="device")),
                    (
                        "created_at",
                        models.DateTimeField(
                            default=django.utils.timezone.now,
                            editable=False,
                            verbose_name="switched on",
                        ),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="push_subscriptions",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "seat",
                        models.ForeignKey(
                            help_text="Of a guest at a board, instead of a user.",
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="push_subscriptions",
                            to="games.boardseat",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "device with messages",
                    "verbose_name_plural": "devices with messages",
                    "ordering": ["created_at", "pk"],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("seat__isnull", False), ("user__isnull", True)),
                                models.Q(("seat__isnull", True), ("user__isnull", False)),
                                _connector="OR",
                            ),
                            name="push_of_user_or_seat",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("seat__isnull", True)),
                            fields=("endpoint",),
                            name="push_of_one_user",
                        ),
                        models.UniqueConstraint(
                            fields=("seat", "endpoint"), name="push_of_seat_once"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Consultation",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "beat",
                        models.PositiveIntegerField(
                            default=0,
                            help_text="Raised by whatever changes here, what the crew says included.",
                        ),
                    ),
                    (
                        "captain",
                        models.PositiveSmallIntegerField(
                            help_text="The seat of the captain who asks for advice.", null=True
                        ),
                    ),
                    (
                        "asked",
                        models.JSONField(
                            default=list, help_text="The seats that this captain asks."
                        ),
                    ),
                    (
                        "roll",
                        models.PositiveIntegerField(
                            default=0, help_text="How many numbers were rolled when this was tried."
                        ),
                    ),
                    (
                        "trials",
                        models.JSONField(
                            default=list,
                            help_text="Seat, steps so far, and when: in milliseconds since 1970.",
                        ),
                    ),
                    (
                        "plays",
                        models.JSONField(
                            default=list,
                            help_text="Seat and the play it is for, the first to name it first.",
                        ),
                    ),
                    (
                        "board",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="consultation",
                            to="games.board",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "consultation at a board",
                    "verbose_name_plural": "consultations at boards",
                },
            ),
            migrations.CreateModel(
                name="MailRefusal",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "address_hash",
                        models.CharField(
                            help_text="SHA-256 of the address in small letters.",
                            max_length=64,
                            unique=True,
                        ),
                    ),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ],
                options={
                    "verbose_name": "refused mails",
                    "verbose_name_plural": "refused mails",
                },
            ),
            migrations.CreateModel(
                name="LimitCount",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("key", models.CharField(max_length=64, unique=True)),
                    ("count", models.PositiveIntegerField(default=1)),
                    ("ends_at", models.DateTimeField(db_index=True)),
                ],
                options={
                    "verbose_name": "limit",
                    "verbose_name_plural": "limits",
                },
            ),
            migrations.CreateModel(
                name="FoundingLink",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("token_hash", models.CharField(max_length=64, unique=True)),
                    ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ],
                options={
                    "verbose_name": "founding link",
                    "verbose_name_plural": "founding links",
                },
            ),
        )
    ]
