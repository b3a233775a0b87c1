"""Say of each word about a match who met when it was said, as its log has it."""

from django.db import migrations

SIDES = ("first_id", "second_id")


def fill(apps, schema_editor):
    notes = apps.get_model("tournaments", "FixtureNote").objects
    steps = apps.get_model("tournaments", "MatchStep").objects
    players = apps.get_model("games", "Player").objects
    matches = apps.get_model("tournaments", "Match").objects
    replaced = {}
    for step in steps.filter(kind="replaced", match__fixture__notes__isnull=False).distinct():
        replaced.setdefault(step.match_id, []).append(step)
    for match in matches.filter(fixture__notes__isnull=False).distinct().iterator():
        said = notes.filter(fixture__match=match)
        if match.known_at is not None:
            # Who met in a bracket before it was corrected, nobody knows any more.
            said = said.filter(created_at__gte=match.known_at)
        two = {name: getattr(match, name) for name in SIDES}
        if None in two.values():
            continue
        said.update(**two)
        # From the latest on: what was said before somebody took over was said with another.
        for step in sorted(replaced.get(match.pk, ()), key=lambda one: -one.sequence):
            keys = [step.payload.get("was"), step.payload.get("now")]
            found = {one.public_id: one for one in players.filter(public_id__in=keys)}
            was, now = (found.get(key) for key in keys)
            # Of two entries of the same person one remained.
            if was is None or (now is not None and was.merged_into_id == now.pk):
                continue
            two[SIDES[step.payload["side"]]] = was.pk
            said.filter(created_at__lt=step.created_at).update(**two)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0050_words_of_two"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
