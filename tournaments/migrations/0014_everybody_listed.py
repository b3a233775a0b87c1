from django.db import migrations, models


class Migration(migrations.Migration):
    """Everybody has a place in the list by skill, with how sure it is. Lists get that when the sweep
    works them out anew, as the formula's number makes it; official lists stay as they were frozen.
    """

    dependencies = [
        ("tournaments", "0013_wording"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="skillrating",
            name="is_provisional",
        ),
        migrations.AddField(
            model_name="officialrow",
            name="is_wide",
            field=models.BooleanField(default=False, verbose_name="wide interval"),
        ),
        migrations.AddField(
            model_name="skillrating",
            name="above_next",
            field=models.FloatField(null=True, verbose_name="chance to be above the next"),
        ),
        migrations.AddField(
            model_name="skillrating",
            name="evenings",
            field=models.PositiveIntegerField(
                null=True, verbose_name="evenings until twice as certain"
            ),
        ),
        migrations.AddField(
            model_name="skillrating",
            name="first",
            field=models.PositiveIntegerField(null=True, verbose_name="first possible place"),
        ),
        migrations.AddField(
            model_name="skillrating",
            name="is_wide",
            field=models.BooleanField(default=False, verbose_name="wide interval"),
        ),
        migrations.AddField(
            model_name="skillrating",
            name="last",
            field=models.PositiveIntegerField(null=True, verbose_name="last possible place"),
        ),
        migrations.AlterField(
            model_name="ratingmonth",
            name="known",
            field=models.JSONField(
                help_text="Everybody's last month; skill, standard error, games and evenings by then.",
                null=True,
            ),
        ),
    ]
