"""Only the packed result stays, and no index that repeats the beginning of another.

Indexes are dropped by name: changing a column on SQLite would copy the tables with the log and all
points.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.packed

REPEATED = (
    "games_action_session_id_05eb765a",
    "games_action_sent_by_id_238e3be5",
    "games_game_session_id_e3ae3ea4",
    "games_gamescore_game_id_788b41ca",
    "games_transfer_game_id_1657b3e9",
    "games_transfer_payer_id_f24a98b4",
)
"""Indexes that Django gives foreign keys; it names them alike on every database."""


def key(to, related_name, on_delete=django.db.models.deletion.CASCADE, **options):
    """Return a foreign key without an index of its own."""
    return models.ForeignKey(
        db_index=False, on_delete=on_delete, related_name=related_name, to=to, **options
    )


PROTECT = django.db.models.deletion.PROTECT


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0032_results_packed"),
    ]

    operations = [
        migrations.RemoveField(model_name="game", name="line"),
        migrations.RemoveField(model_name="game", name="result"),
        migrations.RenameField(model_name="game", old_name="packed", new_name="result"),
        migrations.AlterField(
            model_name="game",
            name="result",
            field=games.models.packed.ResultField(
                help_text="As the rules count it; names players by public id."
            ),
        ),
        migrations.RemoveIndex(model_name="action", name="games_actio_session_9621fa_idx"),
        migrations.RemoveIndex(model_name="gamescore", name="games_games_player__bf5670_idx"),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(f"DROP INDEX IF EXISTS {name}") for name in REPEATED
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="action", name="session", field=key("games.session", "log", PROTECT)
                ),
                migrations.AlterField(
                    model_name="action",
                    name="sent_by",
                    field=key(
                        "games.pass",
                        "+",
                        PROTECT,
                        blank=True,
                        null=True,
                        help_text="The pass of a phone without an account; then there is no sender.",
                    ),
                ),
                migrations.AlterField(
                    model_name="game", name="session", field=key("games.session", "games")
                ),
                migrations.AlterField(
                    model_name="gamescore", name="game", field=key("games.game", "scores")
                ),
                migrations.AlterField(
                    model_name="transfer", name="game", field=key("games.game", "transfers")
                ),
                migrations.AlterField(
                    model_name="transfer",
                    name="payer",
                    field=key("games.player", "transfers_paid", PROTECT),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="action",
            index=models.Index(
                condition=models.Q(("sent_by__isnull", False)),
                fields=["sent_by"],
                name="action_by_pass",
            ),
        ),
    ]
