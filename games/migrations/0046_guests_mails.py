"""Guests are reminded by mail only after the owner of the address has said yes.

Addresses came from whoever invited; nobody knows whether who sat down was their owner.
"""

from django.db import migrations


def addresses_forgotten(apps, schema_editor):
    """Forget the addresses of guests to which nobody has said yes."""
    seats = apps.get_model("games", "BoardSeat").objects.using(schema_editor.connection.alias)
    seats.exclude(email="").update(email="")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0045_kept_limits"),
    ]

    operations = [
        migrations.RunPython(addresses_forgotten, migrations.RunPython.noop),
    ]
