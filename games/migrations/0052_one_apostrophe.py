"""Players are searched by keys in which all apostrophes and hyphens are one sign."""

from django.db import migrations

from games.models.names import LONGEST_KEY, folded


def fold_again(apps, schema_editor):
    """Write the keys anew that differ; the names stay as they were typed."""
    players = apps.get_model("games", "Player").objects.using(schema_editor.connection.alias)
    batch = []
    for player in players.only("pk", "name", "name_key").order_by("pk").iterator(chunk_size=2000):
        if player.name_key != (key := folded(player.name)[:LONGEST_KEY]):
            player.name_key = key
            batch.append(player)
    players.bulk_update(batch, ["name_key"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("games", "0051_federation_numbers")]

    operations = [migrations.RunPython(fold_again, migrations.RunPython.noop)]
