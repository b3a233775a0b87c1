"""A question tells of the table what stands in it before and after: shape x order x deed."""

import html
import re

import pytest
from django.utils.translation import override

from games.permissions import Reader
from tests.tournaments.directing import key
from tests.tournaments.leagues.pages import client_of
from tests.tournaments.leagues.seasons import Running
from tournaments.events.selectors.events import board_read
from tournaments.leagues.services.leagues import CHAIN
from tournaments.pages.presenters.events_standings import stand_tables

pytestmark = pytest.mark.django_db
FIGURE = {
    "all_play_all": {"en": "Points", "de": "Punkte"},
    "swiss": {"en": "Score", "de": "Zähler"},
    "ladder": {"en": "", "de": ""},
}
ORDERS = {
    "all_play_all": [[*CHAIN], ["points_difference"], ["walkovers", "wins"], ["lots"], []],
    "swiss": [[*CHAIN], ["buchholz", "wins"], ["points_difference"], ["level"], ["lots"], []],
    "ladder": [[]],
}
DEEDS = {"withdraws": "", "is replaced": "Zoe"}
WORDS = {
    "en": {
        "place": "place",
        "new": "is new in the table",
        "gone": "does not stand in the table any more: was ",
        "both": "Both have a row in the table",
    },
    "de": {
        "place": "Platz",
        "new": "steht neu in der Tabelle",
        "gone": "steht nicht mehr in der Tabelle: war auf ",
        "both": "Beide haben eine Zeile in der Tabelle",
    },
}
Stand = dict[str, tuple[str, str]]
CASES = [
    (shape, order, deed, who, settings)
    for shape, orders in ORDERS.items()
    for order in orders
    for deed in DEEDS
    if (shape, deed) != ("ladder", "is replaced")  # nobody takes over there
    for who in (0, 1)
    for settings in ([{}, {"withdrawn": "removed"}] if shape == "all_play_all" else [{}])
]


def begun(shape: str, order: list[str], params: dict[str, str]) -> Running:
    """A season with some matches played, others open, and in rounds one bye in each."""
    of = Running(
        "Ann Bob Cid Dee Eve",
        shape=shape,
        **({"tie_breaks": order} if order else {}),
        **({"params": params} if params else {}),
    )
    if shape == "swiss":
        of.play()
        of.release()
    for match in of.open()[: 2 if shape == "all_play_all" else 1]:
        of.win(match, 0)
    return of


def stand(of: Running, title: str) -> Stand:
    """Place and figure of everybody in the table of the page."""
    with override("en"):
        [field] = board_read(of.season.event, Reader.system(), None).fields
        [table] = stand_tables(field)
    titles = [one.title for one in table.columns]
    return {
        line.name: (line.place, str(line.figures[titles.index(title)]) if title else "")
        for line in table.lines
    }


def told(page: str) -> set[str]:
    items = re.findall(r"<li>([^<]*)</li>", page.partition('id="question"')[2])
    return {" ".join(html.unescape(one).split()) for one in items}


def expected(before: Stand, after: Stand, title: str, words: dict[str, str]) -> set[str]:
    place, is_new, is_gone = words["place"], words["new"], words["gone"]
    found = set()
    for name in before.keys() | after.keys():
        (was, had), (now, has) = before.get(name, ("", "")), after.get(name, ("", ""))
        if (was, had) == (now, has):
            continue
        if not was:
            figures = f", {title}: {has}" if title else ""
            found.add(f"{name} {is_new}: {place} {now}{figures}")
        elif not now:
            found.add(f"{name} {is_gone}{place} {was}")
        else:
            figures = f", {title} {had} → {has}" if title else ""
            found.add(f"{name}: {place} {was} → {now}{figures}")
    return found


@pytest.mark.parametrize(
    ("shape", "order", "deed", "who", "params", "language"),
    [
        (*case, language)
        for case in CASES
        for language in (("en", "de") if case[1] == ORDERS[case[0]][0] else ("en",))
    ],
)
def test_what_is_told_are_the_numbers_of_the_table(
    shape: str, order: list[str], deed: str, who: int, params: dict[str, str], language: str
) -> None:
    of = begun(shape, order, params)
    match = of.open()[-1]
    gone = (match.first, match.second)[who]
    of.director.language = language
    of.director.save()
    title = FIGURE[shape]["en"]
    before = stand(of, title)
    path = f"/leagues/{of.league.public_id}/direct/"
    sent = {"do": "leave", "entry": of.entry(str(gone)).public_id, "who": DEEDS[deed]}
    client = client_of(of.director)
    page = client.post(
        path, {**sent, "once": key()}, headers={"accept-language": language}
    ).content.decode()
    assert stand(of, title) == before, "nothing stays of the trial"
    of.director.language = "en"
    of.director.save()
    client.post(path, {**sent, "sure": "1", "known": "", "once": key()})
    after = stand(of, title)
    effects, words = told(page), WORDS[language]
    said = {one for one in effects if f"{words['place']} " in one}
    assert said == expected(before, after, FIGURE[shape][language], words)
    assert before != after, "something changes"
    both = any(words["both"] in one for one in effects)
    assert both == (deed == "is replaced" and str(gone) in after)
