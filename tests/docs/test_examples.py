"""The examples of the documentation are true: notation, Python, and the commands it names."""

import doctest
import json
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from games.rules.chouette import NotationError
from games.rules.chouette.notation import parse, scores, sheet
from tests.docs.pages import (
    NOT_OURS,
    ROOT,
    Block,
    blocks,
    blocks_of,
    followed_by,
    pages,
    prose_of,
    text_of,
    words_of,
)

# Django's own entry points, which are no commands of an app.
BUILT_IN = {"help", "version"}
BREACH = re.compile(r"\S+\.csn:\d+: .*")


def python_of(source: Path) -> list[str]:
    """The Python blocks of a page."""
    return [block.text for block in blocks_of(source) if block.word == "python"]


def lines_of(text: str) -> list[str]:
    """The lines without what nobody sees at their ends."""
    return [line.rstrip() for line in text.strip("\n").splitlines()]


@pytest.mark.parametrize("block", blocks("csn"), ids=str)
def test_notation_gives_the_sheet_that_stands_below_it(block: Block) -> None:
    expected = followed_by(block, "text")
    if expected is not None and BREACH.fullmatch(expected.text.strip()):
        with pytest.raises(NotationError) as caught:
            parse(block.text)
        assert expected.text.strip() == f"evening.csn:{caught.value.line}: {caught.value}"
        return
    shown = sheet(parse(block.text))
    if expected is not None:
        assert lines_of(shown) == lines_of(expected.text)


@pytest.mark.parametrize(
    "block", [one for one in blocks("csn") if followed_by(one, "json")], ids=str
)
def test_notation_gives_the_figures_that_stand_below_it(block: Block) -> None:
    expected = followed_by(block, "json")
    assert expected is not None
    assert scores(parse(block.text)) == json.loads(expected.text)


@pytest.mark.parametrize("source", [one for one in pages() if python_of(one)], ids=str)
def test_python_examples_print_what_they_say(source: Path) -> None:
    """The blocks of a page are one conversation: names of one are known in the next."""
    text = "\n".join(python_of(source))
    test = doctest.DocTestParser().get_doctest(text, {}, source.name, str(source), 0)
    report: list[str] = []
    results = doctest.DocTestRunner().run(test, out=report.append)
    assert results.attempted > 0, "an example begins with >>>"
    assert results.failed == 0, "".join(report)


def test_every_command_that_is_named_exists() -> None:
    named = {
        command
        for page in pages()
        for command in re.findall(r"manage\.py ([a-z_]+)", text_of(page))
    }
    assert {"up", "verify", "score"} <= named
    assert named - set(get_commands()) - BUILT_IN == set()


def test_every_file_that_is_named_exists() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()} - NOT_OURS
    named = {
        word
        for page in pages()
        for word in words_of(prose_of(page))
        if re.fullmatch(r"[\w.]+(/[\w.]+)*/?", word)
        and word.split("/")[0] in folders
        and "/" in word
    }
    assert "games/record/services/actions.py" in named
    assert {word for word in named if not (ROOT / word).exists()} == set()
