import django.db.models.deletion
import django.utils.timezone
import games.models.ids
import games.models.webhooks
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_decisions"),
    ]

    operations = [
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
                        help_text="Separated by blanks.", max_length=60, verbose_name="events"
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
                    models.CharField(help_text="The same however often it is sent.", max_length=60),
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
                    models.DateTimeField(blank=True, default=django.utils.timezone.now, null=True),
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
                ("last_used_on", models.DateField(blank=True, null=True, verbose_name="last used")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
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
                    models.CharField(blank=True, help_text="How the answer began.", max_length=500),
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
                "ordering": ["delivery", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("delivery", "number"), name="attempt_number")
                ],
            },
        ),
    ]
