from django.db import migrations, models


class Migration(migrations.Migration):
    """Every club's spread is estimated. What was written before has the one all clubs had; the
    formula's number makes the sweep work all of it out anew.
    """

    dependencies = [("tournaments", "0011_played_online")]

    operations = [
        migrations.AddField(
            model_name="ratingmonth",
            name="judged_tau",
            field=models.FloatField(default=0.15),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ratingmonth",
            name="tau",
            field=models.FloatField(default=0.15),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ratingstate",
            name="tau",
            field=models.FloatField(null=True),
        ),
    ]
