"""What a page asks of the Python in its worker, from the names to the file."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games import language
from games.offline import calls
from games.offline.position import Base, folded
from games.offline.reading import own_of
from games.rules.chouette.notation import parse, scores

ROOT = Path(__file__).resolve().parents[3]
AT = "2026-11-27T21:04:05"
NAMES = ["Ann", "Bob", "Cid", "Dee"]


class Device:
    """Keeps a base and entries, as a page does, and asks only through JSON."""

    def __init__(self, **typed: Any) -> None:
        given = {"names": NAMES, "day": "Friday", "date": "2026-11-27", "identifier": "try-1"}
        self.base = plain(calls.begin(**{**given, **typed}))["base"]
        self.entries: list[dict[str, Any]] = []
        self.view = self.reload()

    def reload(self) -> dict[str, Any]:
        return plain(calls.open(self.base, self.entries))

    def tap(self, where: str, version: int | None = None, **fields: Any) -> str:
        """Tap, keep, take; returns the sentence why nothing was written, or nothing."""
        sent = {name: one if isinstance(one, list) else [one] for name, one in fields.items()}
        sent["version"] = [str(self.view["version"] if version is None else version)]
        said = plain(calls.tap(where, sent, AT))
        if "view" in said:
            found = re.search(r'<p class="notice" role="alert">([^<]*)', said["view"]["html"])
            assert found
            return found[1]
        self.entries.append(said["entry"])
        self.view = plain(calls.take(said["entry"]))
        return ""

    def game(self, winner: str = "box") -> None:
        """Play one game of a single point."""
        line = re.findall(r'name="line" value="(\w+)"', self.view["html"])
        assert self.tap("act/", do="start_game", line=line) == ""
        assert self.tap("act/", do="end_game", winner=winner, level="1") == ""


def plain(said: Any) -> Any:
    return json.loads(json.dumps(said))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = language.spoken_now()
    calls.speak("en")
    yield
    language.plug(before)


@pytest.fixture
def device() -> Device:
    device = Device()
    assert device.tap("act/", do="set_order", line=["p1", "p2", "p3", "p4"]) == ""
    return device


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"names": ["Ann", " ", "Bob"]}, "three players or more"),
        ({"names": [f"P{n}" for n in range(12)]}, "At most 11"),
        ({"names": ["Ann", "Bob", "ANN"]}, "ANN is named twice"),
        ({"names": ["Ann", "Bob", "C" * 61]}, "At most 60 characters"),
        ({"worth": "much"}, "an amount, such as 0.50"),
        ({"worth": "-1", "currency": "EUR"}, "an amount"),
        ({"worth": "1", "currency": " "}, "needs a currency"),
        ({"worth": "0.12345", "currency": "EUR"}, "an amount"),
    ],
)
def test_what_cannot_begin_says_why(typed: dict[str, Any], problem: str) -> None:
    given = {"names": NAMES, "day": "Friday", "date": "2026-11-27", "identifier": "x"}
    assert problem in calls.begin(**{**given, **typed})["problem"]


def test_an_evening_is_the_same_after_a_reload(device: Device) -> None:
    device.game()
    device.tap("undo/")
    device.tap("redo/")
    device.tap("newcomer/", name="Élodie")
    view = device.view
    assert "Élodie" in view["html"]
    assert device.reload()["fingerprint"] == view["fingerprint"]
    assert device.view["version"] == 1 + len(device.entries)


def test_undo_goes_back_to_the_beginning_and_no_further(device: Device) -> None:
    device.game()
    assert device.tap("undo/", steps="3") == ""
    assert device.view["fingerprint"] == plain(calls.open(device.base))["fingerprint"]
    device.reload()
    assert device.tap("undo/") == "There is nothing to undo."


@pytest.mark.parametrize(
    ("where", "fields", "why"),
    [
        ("act/", {"do": "end_game", "winner": "box", "level": "1"}, "No game"),
        ("act/", {"do": "start_game"}, "The line is missing"),
        ("act/", {"do": "nothing"}, "not known here"),
        ("declare/", {"word": "take"}, "needs the network"),
        ("newcomer/", {"name": " "}, "type a name"),
        ("newcomer/", {"name": "ann"}, "Ann"),
        ("reopen/", {}, "nothing to undo"),
    ],
)
def test_what_is_refused_writes_nothing(
    device: Device, where: str, fields: dict[str, str], why: str
) -> None:
    assert why in device.tap(where, **fields)
    assert len(device.entries) == 1


def test_a_second_tap_on_the_same_button_writes_nothing(device: Device) -> None:
    device.game()
    assert "changed under your thumb" in device.tap("undo/", version=2)


def test_dice_that_the_device_rolled_are_marked() -> None:
    device = Device()
    assert device.tap("roll/") == ""
    assert device.entries[-1]["rolled"]
    assert 'class="card rolled"' in device.view["html"]


def test_only_an_evening_of_its_own_is_ended_here(device: Device) -> None:
    device.game()
    assert device.tap("end/") == ""
    assert not device.view["is_open"]
    assert "has ended" in device.tap("undo/")
    assert device.tap("reopen/") == ""

    device.base["alone"] = False
    device.entries.clear()
    device.view = device.reload()
    assert device.tap("act/", do="set_order", line=["p1", "p2", "p3", "p4"]) == ""
    device.game()
    assert "when the network is back" in device.tap("end/")
    more = calls.show("between-more", {"pane": ["between-more"]})["html"]
    assert re.search(r'id="b-end" role="button" aria-disabled="true"', more)


def test_the_sheet_says_who_pays_whom() -> None:
    device = Device(worth="0,50", currency="EUR")
    device.tap("act/", do="set_order", line=["p1", "p2", "p3", "p4"])
    device.game()
    html = calls.sheet()["html"].replace("\N{NO-BREAK SPACE}", " ")
    assert "Bob pays Ann 0.50 EUR." in html
    assert "One point is 0.50 EUR." in html
    assert "earlier evenings" not in html, "nothing is open where there is no club"
    assert "1. Ann +3" in calls.text()["text"]


def test_the_file_has_every_game_and_scores_the_same(device: Device) -> None:
    device.game("team")
    device.tap("newcomer/", name="Éva Nagy")
    device.game()
    text = calls.csn()["text"]
    figures = scores(parse(text))
    assert [one["winner"] for one in figures["games"]] == ["team", "box"]
    assert figures["players"] == {"Ann": -4, "Bob": 7, "Cid": 0, "Dee": 0, "Éva Nagy": -1} or (
        sum(figures["players"].values()) == 0 and "Éva Nagy" in figures["players"]
    )
    assert plain(calls.score(text)) == plain(figures)


def test_no_part_of_django_is_imported() -> None:
    """A browser has none: what `calls` imports, and what a first page needs, is there without."""
    script = (
        "import sys; from games.offline import calls; calls.speak('en');"
        "b = calls.begin(names=['A','B','C'], day='', date='2026-11-27', identifier='x')['base'];"
        "calls.open(b); calls.sheet(); calls.csn();"
        "print([name for name in sys.modules if name.split('.')[0] in ('django', 'psycopg')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_who_may_join_is_listed_by_their_letters_not_by_their_accents(device: Device) -> None:
    others = {"o1": "Zoë", "o2": "Ömer", "o3": "oda", "o4": "Élodie", "o5": "Fay"}
    kept = {**device.base, "names": {**device.base["names"], **others}, "others": [*others]}
    listed = own_of(folded(Base.from_json(kept), [])).others
    away = [name for one, name in listed if one in others]
    assert away == ["Élodie", "Fay", "oda", "Ömer", "Zoë"]
