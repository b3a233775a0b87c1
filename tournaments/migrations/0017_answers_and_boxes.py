from django.db import migrations, models


class Migration(migrations.Migration):
    """What boxes won and how long they stayed, and takes and drops beside their alternatives. Nothing
    is known of earlier evenings until the sweep has written them anew, as the formula's number makes
    it.
    """

    dependencies = [
        ("tournaments", "0016_event_game"),
    ]

    operations = [
        migrations.AddField(
            model_name="eveningshare",
            name="answers",
            field=models.JSONField(
                default=dict, help_text="Takes and drops against their alternatives, by choice."
            ),
        ),
        migrations.AddField(
            model_name="eveningshare",
            name="box_stays",
            field=models.PositiveIntegerField(default=0, help_text="How often they became box."),
        ),
        migrations.AddField(
            model_name="eveningshare",
            name="box_won",
            field=models.PositiveIntegerField(
                default=0, help_text="Games that brought the box points."
            ),
        ),
        migrations.AddField(
            model_name="tableshare",
            name="box_points",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tableshare",
            name="box_stays",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tableshare",
            name="box_won",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
