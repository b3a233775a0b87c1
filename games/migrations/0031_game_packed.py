"""A column for results without repetition; the next migration fills it."""

from django.db import migrations

import games.models.packed


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_club_rehearsal"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="packed",
            field=games.models.packed.ResultField(null=True),
        ),
        migrations.AlterField(
            model_name="session",
            name="snapshot",
            field=games.models.packed.PositionField(
                default=dict,
                editable=False,
                help_text="The position that the log leads to.",
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="checkpoint",
            field=games.models.packed.PositionField(
                editable=False,
                help_text="The position before the game in progress, so that undo reads one game only.",
                null=True,
            ),
        ),
    ]
