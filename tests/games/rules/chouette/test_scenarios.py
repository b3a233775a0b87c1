"""Every worked example gives the figures that were worked out for it by hand."""

import json
from pathlib import Path

import pytest

from games.rules.chouette import NotationError, Table
from games.rules.chouette.notation import parse, scores, write
from tests.games.rules.chouette.building import fold, text_of_all_tests

DATA = Path(__file__).parents[3] / "data"


def examples():
    for folder in ("scenarios", "csn"):
        expected = json.loads((DATA / folder / "expected.json").read_text(encoding="utf-8"))
        for name, outcome in expected.items():
            yield pytest.param(DATA / folder / f"{name}.csn", outcome, id=f"{folder}-{name}")


LEGAL = [example for example in examples() if "error_line" not in example.values[1]]
ILLEGAL = [example for example in examples() if "error_line" in example.values[1]]


def start_of(record):
    return Table.new(record.header.players, record.header.rules, record.header.stakes)


@pytest.mark.parametrize(("path", "expected"), LEGAL)
def test_a_legal_example_scores_as_worked_out(path, expected):
    assert scores(parse(path.read_bytes())) == expected


@pytest.mark.parametrize(("path", "expected"), ILLEGAL)
def test_an_illegal_example_is_refused_at_its_line(path, expected):
    with pytest.raises(NotationError) as caught:
        parse(path.read_bytes())
    assert caught.value.line == expected["error_line"]
    assert "{" not in str(caught.value)


@pytest.mark.parametrize(("path", "expected"), LEGAL)
def test_what_is_written_reads_back_to_the_same_session(path, expected):
    record = parse(path.read_bytes())
    text = write(
        start_of(record), record.actions, tags=record.header.tags, stake=record.header.stake
    )
    again = parse(text)
    assert again.table == record.table
    assert again.results == record.results
    assert scores(again) == expected
    assert text == write(
        start_of(again), again.actions, tags=again.header.tags, stake=again.header.stake
    )


@pytest.mark.parametrize(("path", "expected"), LEGAL)
def test_the_table_is_saved_and_loaded_without_loss_after_every_action(path, expected):
    record = parse(path.read_bytes())
    table = start_of(record)
    for action in record.actions:
        table = Table.from_json(json.loads(json.dumps(table.apply(action).to_json())))
    assert table == record.table == fold(start_of(record), record.actions)


def test_every_option_value_and_preset_has_an_example():
    from games.rules.chouette import OPTIONS, PRESETS

    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for folder in ("scenarios", "csn")
        for path in (DATA / folder).glob("*.csn")
    ]
    rules = []
    for text in texts:
        try:
            rules.append(parse(text, unfinished=True).table.rules)
        except NotationError:
            continue
    assert all(preset in rules or f'"{name}"' in "".join(texts) for name, preset in PRESETS.items())
    for option in OPTIONS:
        seen = {option.write(getattr(rule, option.name)) for rule in rules}
        if option.kind in {"choice", "switch"}:
            unseen = set(option.values) - seen
            named = text_of_all_tests()
            assert [one for one in unseen if f"{option.name}={one}" not in named] == []
        else:
            assert len(seen) >= 2, option.name
