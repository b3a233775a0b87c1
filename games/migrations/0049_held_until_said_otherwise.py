from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0048_founding_link"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="holding",
            field=models.JSONField(
                default=dict,
                editable=False,
                help_text="Who holds until they say otherwise, about which cube; by which keys "
                "that was said. Nobody else is told.",
            ),
        ),
    ]
