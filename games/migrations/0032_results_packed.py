"""Packs results and positions, a thousand rows to a transaction.

Each batch empties the columns it has read, so that a table on PostgreSQL does not grow by both.
What has been packed is not looked at again: interrupted, it goes on where it was.
"""

import json

from django.db import connection, migrations, transaction

BATCH = 1000


def results_pack(apps, _editor):
    """Write each result into the new column, and empty the old ones."""
    from games.models.packed import COMPACT
    from games.rules.chouette.packing import packed

    rows = apps.get_model("games", "Game").objects.filter(packed=None).order_by("pk")
    while found := list(rows.values_list("result", "pk")[:BATCH]):
        values = [
            (json.dumps(packed(result), separators=COMPACT, ensure_ascii=False), pk)
            for result, pk in found
        ]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE games_game SET packed = %s, result = 'null', line = 'null' "
                "WHERE id = %s AND packed IS NULL",
                values,
            )


def positions_pack(apps, _editor):
    """Write positions anew: what is written is packed."""
    from games.models.locks import rows_locked

    sessions = apps.get_model("games", "Session").objects.order_by("pk")
    last = 0
    while True:
        with transaction.atomic():
            rows = sessions.filter(pk__gt=last).only("snapshot", "checkpoint")
            found = list(rows_locked(rows)[:BATCH])
            for session in found:
                session.save(update_fields=["snapshot", "checkpoint"])
        if not found:
            return
        last = found[-1].pk


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("games", "0031_game_packed"),
    ]

    operations = [
        migrations.RunPython(results_pack),
        migrations.RunPython(positions_pack),
    ]
