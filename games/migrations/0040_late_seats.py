from django.db import migrations, models


def seats_of_names(apps, schema_editor):
    """Keep the seats instead of the names that were written down.

    Whose name was changed since is found in the log: the seats that had not opened their seed.
    """
    alias = schema_editor.connection.alias
    seeds = apps.get_model("games", "DiceSeed").objects.using(alias)
    seats = apps.get_model("games", "BoardSeat").objects.using(alias)
    steps = apps.get_model("games", "BoardStep").objects.using(alias)
    for seed in seeds.exclude(failed_names=""):
        names = {
            seat.number: seat.player.name if seat.player else seat.name
            for seat in seats.filter(board=seed.board_id).select_related("player")
            if seat.kind != "assistant"
        }
        seed.failed = late_of(seed.failed_names, names, closed_at_end(seed, steps))
        seed.save(update_fields=["failed"])


def late_of(said, names, closed):
    """Return the seats of names in one text; `closed` helps where not all are found by name."""
    said = said.split(", ")
    late = {number for number, name in names.items() if name in said}
    return sorted(late if len(late) == len(said) else late | (closed & set(names)))


def closed_at_end(seed, steps):
    """Return the seats that had committed to a seed of these dice and had not opened it."""
    closed, current = set(), None
    for step in steps.filter(board=seed.board_id).order_by("sequence"):
        if step.kind in ("begin", "dice"):
            if current == seed.game_id:
                break
            current, closed = (step.payload.get("dice") or {}).get("game_id"), set()
        elif step.kind == "commit":
            closed.add(step.side)
        elif step.kind == "reveal":
            closed.discard(step.side)
    return closed


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0039_seats_away"),
    ]

    operations = [
        migrations.RenameField("diceseed", "failed", "failed_names"),
        migrations.AddField("diceseed", "failed", models.JSONField(default=list, blank=True)),
        migrations.RunPython(seats_of_names, migrations.RunPython.noop),
        migrations.RemoveField("diceseed", "failed_names"),
    ]
