from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_board_challenges"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="cuts",
            field=models.JSONField(
                default=list,
                editable=False,
                help_text="What was cut away, as the log says: pairs of the last row that counts, and the row that cuts; plays and the like between them do not count.",
            ),
        ),
        migrations.AlterField(
            model_name="action",
            name="kind",
            field=models.CharField(
                choices=[
                    ("setup", "set up"),
                    ("play", "play"),
                    ("undo", "undo"),
                    ("redo", "redo"),
                    ("amend", "amend"),
                    ("end", "end"),
                    ("reopen", "reopen"),
                    ("void", "void"),
                    ("note", "note"),
                    ("dispute", "dispute"),
                    ("resolve", "resolve"),
                    ("move", "move to another club"),
                    ("cut", "cut back"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("session_void", "session declared void"),
                    ("session_reinstate", "session reinstated"),
                    ("session_refold", "session checked and repaired"),
                    ("session_cut", "damaged session cut back"),
                    ("session_season", "session moved to another season"),
                    ("session_club", "session moved to another club"),
                    ("game_void", "game declared void"),
                    ("game_reinstate", "game reinstated"),
                    ("game_amend", "game amended"),
                    ("season_close", "season closed"),
                    ("season_reopen", "season opened again"),
                    ("player_merge", "players merged"),
                    ("player_separate", "merge taken back"),
                    ("player_anonymise", "player made anonymous"),
                ],
                max_length=20,
                verbose_name="decision",
            ),
        ),
    ]
