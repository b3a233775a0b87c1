"""A debt no longer knows of payments: it is made of games and of them, and once for two people."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_debts_reckoned")]

    operations = [
        migrations.RemoveConstraint(model_name="debt", name="debt_once"),
        migrations.RemoveConstraint(model_name="debt", name="debt_paid_or_carried"),
        migrations.RemoveIndex(model_name="debt", name="debt_outstanding"),
        migrations.RemoveField(model_name="debt", name="paid_at"),
        migrations.RemoveField(model_name="debt", name="paid_by"),
        migrations.AddIndex(
            model_name="debt",
            index=models.Index(
                condition=models.Q(("carried_to__isnull", True)),
                fields=["debtor", "creditor"],
                name="debt_outstanding",
            ),
        ),
        migrations.AddConstraint(
            model_name="debt",
            constraint=models.UniqueConstraint(
                fields=("session", "debtor", "creditor", "currency"), name="debt_once"
            ),
        ),
    ]
