from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_figures"),
    ]

    operations = [
        migrations.AlterField(
            model_name="board",
            name="type",
            field=models.CharField(
                choices=[("backgammon", "backgammon"), ("dame", "Dame"), ("chess", "chess")],
                default="backgammon",
                max_length=12,
                verbose_name="game",
            ),
        ),
    ]
