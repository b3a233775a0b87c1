import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Presence is noted at tables only: 0034 made room for seats at boards, and nothing is there."""

    dependencies = [
        ("games", "0037_games_offered"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="presence",
            name="presence_at_one_place",
        ),
        migrations.RemoveField(
            model_name="presence",
            name="seat",
        ),
        migrations.AlterField(
            model_name="presence",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="presences",
                to="games.session",
            ),
        ),
    ]
