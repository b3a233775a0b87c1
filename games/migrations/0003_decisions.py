"""Decisions with their reasons, merged players, void games, and names one can search by."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.names


def fill(apps, schema_editor):
    """Seats are known to the log by their player's id; every player gets his key."""
    players = apps.get_model("games", "Player").objects.all()
    seats = apps.get_model("games", "Seat").objects.all()
    own = players.filter(pk=models.OuterRef("player_id")).values("public_id")
    seats.update(logged_as=models.Subquery(own))
    batch = []
    for player in players.only("pk", "name").iterator(chunk_size=2000):
        player.name_key = games.models.names.folded(player.name)
        batch.append(player)
        if len(batch) == 2000:
            players.bulk_update(batch, ["name_key"], batch_size=200)
            batch.clear()
    players.bulk_update(batch, ["name_key"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_members_and_settings")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_void",
            field=models.BooleanField(
                default=False,
                help_text="Counts for nothing: it has no points and no transfers.",
                verbose_name="void",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="merged_into",
            field=models.ForeignKey(
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
        migrations.AddField(
            model_name="player",
            name="name_key",
            field=games.models.names.NameKey(
                db_index=True, default="", editable=False, max_length=240
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seat",
            name="logged_as",
            field=models.CharField(
                default="",
                editable=False,
                help_text="The public id by which the log names who sits here; after a merge, or a move to another club, it is another player's than `player`.",
                max_length=16,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="action",
            name="kind",
            field=models.CharField(
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
                ],
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["club", "name_key", "id"], name="player_name_key_in_club"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["season", "-played_on", "-id"], name="session_in_season"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["-played_on", "-id"], name="session_latest"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("merged_into__isnull", True),
                    models.Q(("is_active", False), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="player_merged_is_retired",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("session", "logged_as"), name="seat_logged_once"
            ),
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
                            ("session_season", "session moved to another season"),
                            ("session_club", "session moved to another club"),
                            ("game_void", "game declared void"),
                            ("game_reinstate", "game reinstated"),
                            ("game_amend", "game amended"),
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
                        default=django.utils.timezone.now, editable=False, verbose_name="decided"
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
    ]
