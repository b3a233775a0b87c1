"""An answer that a step was written over is kept, for when the step is undone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_debts_follow")]

    operations = [
        migrations.AddField(
            model_name="declaration",
            name="overridden_by",
            field=models.IntegerField(null=True),
        ),
    ]
