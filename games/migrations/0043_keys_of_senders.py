from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Cast, Concat


def keys_given(apps, schema_editor):
    """Say whose the keys are that were sent before now.

    Of rows without an account it is not known: their keys are nobody's any more, and a request that
    was under way is answered as an old one, by its version.
    """
    alias = schema_editor.connection.alias
    rows = apps.get_model("games", "BoardStep").objects.using(alias).exclude(key="")
    for column, name, known in (("sender_id", "user", True), ("sequence", "row", False)):
        mark = Concat(Value(f"{name} "), Cast(column, models.CharField(max_length=20)))
        rows.filter(sender__isnull=not known).update(keyed_by=mark)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0042_group_ids"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="boardstep",
            name="board_step_key",
        ),
        migrations.AddField(
            model_name="boardstep",
            name="keyed_by",
            field=models.CharField(
                blank=True,
                help_text="Whose the key is: an account, a pass, a guest; blank for the server.",
                max_length=24,
            ),
        ),
        migrations.RunPython(keys_given, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="boardstep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("board", "keyed_by", "key"),
                name="board_step_key",
            ),
        ),
    ]
