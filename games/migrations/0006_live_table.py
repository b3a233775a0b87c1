import django.db.models.deletion
import django.utils.timezone
import games.models.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_jobs"),
    ]

    operations = [
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
                    models.Index(fields=["session", "state"], name="games_pass_session_de4a7a_idx")
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
            ],
            options={
                "verbose_name": "declaration",
                "verbose_name_plural": "declarations",
                "indexes": [
                    models.Index(fields=["session", "step"], name="games_decla_session_d770d3_idx")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "question", "player"), name="declaration_once"
                    )
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
                ("seen_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
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
            ],
            options={
                "verbose_name": "presence",
                "verbose_name_plural": "presences",
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
                        help_text="Blank: he follows the captain, whoever that is.",
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
        migrations.RemoveConstraint(
            model_name="action",
            name="action_key_without_sender",
        ),
        migrations.AddField(
            model_name="club",
            name="replies_hidden",
            field=models.BooleanField(
                default=False,
                help_text="When the box doubles, nobody sees what others answer before all have.",
                verbose_name="replies stay hidden until all are in",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="beat",
            field=models.PositiveIntegerField(
                default=0,
                editable=False,
                help_text="Raised by whatever changes what is seen at the table, steps included.",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="join_code",
            field=models.CharField(
                editable=False,
                help_text="While phones may ask in.",
                max_length=8,
                null=True,
                unique=True,
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="question",
            field=models.JSONField(
                editable=False,
                help_text="What several people are asked just now: number, kind, and whom it is about.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="questions",
            field=models.PositiveIntegerField(
                default=0,
                editable=False,
                help_text="How many questions there have been: the last number.",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="replies_hidden",
            field=models.BooleanField(
                default=False, verbose_name="replies stay hidden until all are in"
            ),
        ),
        migrations.AddField(
            model_name="action",
            name="sent_by",
            field=models.ForeignKey(
                blank=True,
                help_text="The pass of a phone without an account; then there is no sender.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.pass",
            ),
        ),
        migrations.AddConstraint(
            model_name="action",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("session", "sent_by", "key"),
                name="action_key_of_pass",
            ),
        ),
        migrations.AddConstraint(
            model_name="action",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("sender__isnull", True),
                    ("sent_by__isnull", True),
                    models.Q(("key", ""), _negated=True),
                ),
                fields=("session", "key"),
                name="action_key_without_sender",
            ),
        ),
    ]
