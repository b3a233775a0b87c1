from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_division_money"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="eventstep",
            name="event_step_key",
        ),
        migrations.RemoveConstraint(
            model_name="matchstep",
            name="match_step_key",
        ),
        migrations.AddConstraint(
            model_name="eventstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("event", "sender", "key"),
                name="event_step_key_of_sender",
            ),
        ),
        migrations.AddConstraint(
            model_name="eventstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("event", "sent_by", "key"),
                name="event_step_key_of_pass",
            ),
        ),
        migrations.AddConstraint(
            model_name="eventstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("sender__isnull", True),
                    ("sent_by__isnull", True),
                    models.Q(("key", ""), _negated=True),
                ),
                fields=("event", "key"),
                name="event_step_key_of_server",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("match", "sender", "key"),
                name="match_step_key_of_sender",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("match", "sent_by", "key"),
                name="match_step_key_of_pass",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("sender__isnull", True),
                    ("sent_by__isnull", True),
                    models.Q(("key", ""), _negated=True),
                ),
                fields=("match", "key"),
                name="match_step_key_of_server",
            ),
        ),
    ]
