"""Seeds become secret; those that everybody has seen are replaced, or marked where they were used."""

import re
import secrets

from django.db import migrations, models

MADE = re.compile(r"[0-9a-f]{32}")
"""What the program draws; anything else was typed in."""


def judge(apps, schema_editor):
    """Keep what something was drawn from, and what people agreed upon; replace all others.

    Whatever has ended keeps its seed, too: lots in its standings follow from it.
    """
    Event = apps.get_model("tournaments", "Event")
    Round = apps.get_model("tournaments", "Round")
    drawn = set(Round.objects.values_list("division__event", flat=True))
    for event in Event.objects.only("pk", "seed", "status").iterator():
        if not MADE.fullmatch(event.seed):
            event.seed_origin = "hand"
        elif event.pk in drawn or event.status in {"finished", "cancelled"}:
            event.seed_origin = "known"
        else:
            event.seed, event.seed_origin = secrets.token_hex(16), "secret"
        event.save(update_fields=["seed", "seed_origin"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_entry_rating_club"),
    ]

    operations = [
        migrations.AddField(
            model_name="division",
            name="discarded",
            field=models.PositiveSmallIntegerField(
                default=0,
                editable=False,
                help_text="The attempt of the draw that was thrown away last: the next one counts "
                "on.",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="seed_origin",
            field=models.CharField(
                choices=[
                    ("secret", "drawn here and kept secret until the event is over"),
                    ("hand", "set by hand"),
                    ("known", "known before the draw"),
                ],
                default="secret",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="seed",
            field=models.CharField(
                blank=True,
                help_text="Unknown where a draft came in an archive, which does not contain its "
                "seed.",
                max_length=80,
                verbose_name="seed",
            ),
        ),
        migrations.RunPython(judge, migrations.RunPython.noop),
    ]
