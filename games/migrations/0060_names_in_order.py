"""Players are sorted by keys without accents: Ömer stands before Zoë."""

from django.db import migrations, models

from games.models.names import key_of


def keys_again(apps, schema_editor):
    """Write the keys anew that differ; the names stay as they were typed."""
    players = apps.get_model("games", "Player").objects.using(schema_editor.connection.alias)
    batch = []
    for player in players.only("pk", "name", "name_key").order_by("pk").iterator(chunk_size=2000):
        if player.name_key != (key := key_of(player.name)):
            player.name_key = key
            batch.append(player)
    players.bulk_update(batch, ["name_key"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_squashed_0059_jobs_from_spreadsheets")]

    operations = [
        migrations.AlterModelOptions(
            name="player",
            options={
                "ordering": ["name_key", "pk"],
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
        migrations.RemoveIndex(model_name="player", name="games_playe_club_id_8d0708_idx"),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                fields=["club", "is_active", "name_key"], name="games_playe_club_id_671900_idx"
            ),
        ),
        migrations.RunPython(keys_again, migrations.RunPython.noop),
    ]
