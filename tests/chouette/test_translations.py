"""Translations are compiled when they are needed, and only then."""

import gettext
import os
from pathlib import Path

import pytest

from chouette.translations import compile_messages

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Box"
msgstr "Kasten"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(PO, encoding="utf-8")
    return path


def test_it_compiles_what_was_never_compiled(source: Path, tmp_path: Path) -> None:
    assert compile_messages(tmp_path) == [source.with_suffix(".mo")]
    with source.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Box") == "Kasten"
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_whoever_may_read_the_source_may_read_what_was_compiled(
    source: Path, tmp_path: Path
) -> None:
    source.chmod(0o644)
    compile_messages(tmp_path)
    assert source.with_suffix(".mo").stat().st_mode == source.stat().st_mode


def test_it_leaves_alone_what_is_current(source: Path, tmp_path: Path) -> None:
    compile_messages(tmp_path)
    assert compile_messages(tmp_path) == []


def test_it_compiles_again_what_has_changed(source: Path, tmp_path: Path) -> None:
    compile_messages(tmp_path)
    compiled = source.with_suffix(".mo").stat().st_mtime
    os.utime(source, (compiled + 5, compiled + 5))
    assert compile_messages(tmp_path) == [source.with_suffix(".mo")]


def test_a_folder_that_cannot_be_written_to_is_left_alone(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chouette.translations.os.access", lambda path, mode: False)
    assert compile_messages(tmp_path) == []
