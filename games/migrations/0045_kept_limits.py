from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0044_seats_handed_over"),
    ]

    operations = [
        migrations.CreateModel(
            name="LimitCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField(default=1)),
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name": "limit",
                "verbose_name_plural": "limits",
            },
        ),
    ]
