"""Saved groups get identifiers, by which programs and pages name them."""

from django.db import migrations

from games.models.ids import public_id


def ids_given(apps, schema_editor):
    """Give each group of each club an identifier, unless it has one."""
    clubs = apps.get_model("games", "Club").objects.exclude(groups=[])
    for club in clubs.only("groups").iterator():
        club.groups = [{"id": public_id(), **group} for group in club.groups]
        club.save(update_fields=["groups"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0041_saved_groups"),
    ]

    operations = [
        migrations.RunPython(ids_given, migrations.RunPython.noop),
    ]
