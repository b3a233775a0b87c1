"""Nothing is restored beside a program that is running or starting."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from games.errors import Refused
from games.files.services import in_use


@pytest.mark.parametrize("options", [[], ["--replace"]])
def test_a_backup_is_refused_while_a_program_serves_from_the_folder(
    settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    settings.DATA = tmp_path
    monkeypatch.setattr(in_use, "_held", [])
    in_use.serving_from(tmp_path)
    in_use.serving_from(tmp_path)  # two may serve from one folder
    with pytest.raises(CommandError, match="running with this data folder"):
        call_command("restore", str(tmp_path / "backup.zip"), *options)


def test_the_folder_is_free_again_when_the_program_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_use, "_held", [])
    in_use.serving_from(tmp_path)
    with pytest.raises(Refused), in_use.alone_in(tmp_path):
        pass
    in_use._held.pop().close()
    with in_use.alone_in(tmp_path):
        pass
