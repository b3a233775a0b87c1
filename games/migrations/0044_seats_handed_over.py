from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0043_keys_of_senders"),
    ]

    operations = [
        migrations.AddField(
            model_name="boardinvitation",
            name="allowed_at",
            field=models.DateTimeField(
                editable=False,
                help_text="When the guest who sits there agreed that somebody else takes the seat.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="boardseat",
            name="moved_at",
            field=models.DateTimeField(
                editable=False,
                help_text="Since when a guest's seat has been on another phone than at first.",
                null=True,
            ),
        ),
    ]
