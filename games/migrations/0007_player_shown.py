from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_live_table")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="shown",
            field=models.CharField(
                choices=[
                    ("full", "by name"),
                    ("initials", "by initials"),
                    ("hidden", "not at all"),
                ],
                default="full",
                help_text="To readers who neither belong to the club nor sit at his table.",
                max_length=8,
                verbose_name="shown to everybody",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown__in", ["full", "initials", "hidden"])),
                name="player_shown",
            ),
        ),
    ]
