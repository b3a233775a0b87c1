from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_board_dame"),
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
