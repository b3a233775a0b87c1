"""A device without a server shows, byte for byte, the table that the server shows."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation

from games import language
from games.models import Session
from games.offline.position import UNDO, Base, Entry, Position, apply, begun, fingerprint, folded
from games.offline.reading import panes_now, render_table
from games.offline.texts import Spoken
from games.record.selectors.sessions import table_of
from games.record.services.actions import record_action, undo
from games.rules.chouette import Table
from games.sessions.services.sessions import session_create
from games.table.presenters.html import table_html
from games.table.presenters.parts import SWAP
from games.table.presenters.reading import table_page
from games.table.presenters.values import Audience
from games.web.catalogue import texts_of
from games.web.input import Input
from tests import evenings
from tests.games.offline.walks import NAMES, random_rules, random_tap

ROOT = Path(__file__).resolve().parents[3]
SCORER = Audience(may_score=True, signed_in=True, sees_names=True, may_reopen=True)
STEPS = 12
AT = "2026-11-17T21:04:00+01:00"

ON_THE_SERVER_ALONE = re.compile(
    r'\s*<p hx-boost="false"><a class="textlink" href="[^"]*">[^<]*</a></p>(?=\s*</div>)'
    r'|<a class="textlink" href="[^"]*/games/\d+/[^"]*">[^<]*</a>\s*'
)
"""Links to the house rules, and to the pages that put a game right and remark on it."""
COUNTED = re.compile(
    r'\s+data-(?:beat|version|question)="\d*"|name="(?:key|version)" value="\w*"|\b\d\d:\d\d\b'
)
"""Numbers, keys and times of day are each side's own."""


@pytest.fixture
def spoken() -> Iterator[dict[str, Spoken]]:
    """Languages as a device has them; afterwards the server's speaks again."""
    before = language.spoken_now()
    sources = [path.read_bytes() for path in (ROOT / "games").rglob("*.py")]
    templates = [path.read_text() for path in (ROOT / "templates" / "jinja").rglob("*.html")]
    german = texts_of("de", sources, templates)
    yield {"en": Spoken(), "de": Spoken(german, ",")}
    language.plug(before)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 34))]
)
def test_a_random_evening_looks_as_on_the_server(
    db: None, seed: int, spoken: dict[str, Spoken]
) -> None:
    rng = random.Random(seed)
    club = evenings.club()
    people = [club.players.create(name=name) for name in NAMES]
    players = people[: rng.randint(3, len(people))]
    everybody = tuple(one.public_id for one in people)
    olga = evenings.user("Olga")
    session = session_create(
        club=club,
        by=olga,
        players=players,
        rules=random_rules(rng).text(),
        stakes={one.public_id: rng.randint(1, 3) for one in players if rng.random() < 0.2},
        played_on=evenings.TUESDAY,
        title="Cellar",
    )
    position = begun(base_of(session, everybody, {one.public_id: one.name for one in people}))
    entries = []
    for number in range(STEPS):
        session.refresh_from_db()
        table = table_of(session)
        entry = Entry(f"key-{number}", position.version, "play", AT)
        if number > 2 and rng.random() < 0.15:
            undo(session=session, version=session.version, key=entry.key, sender=olga)
            entry = Entry(entry.key, entry.version, UNDO, AT, steps=1)
        else:
            actions = random_tap(rng, table, everybody)
            if not actions:
                break
            record_action(
                session=session,
                actions=actions,
                version=session.version,
                key=entry.key,
                sender=olga,
            )
            entry = Entry(entry.key, entry.version, "play", AT, actions=tuple(actions))
        entries.append(entry)
        position = apply(position, entry)
        same_page(session, position, spoken, rng)
    assert folded(position.base, entries) == position
    written = [Entry.from_json(entry.to_json()) for entry in entries]
    again = folded(Base.from_json(position.base.to_json()), written)
    assert fingerprint(again.table) == fingerprint(table_of(session)) == fingerprint(position.table)


def same_page(
    session: Session, position: Position, spoken: dict[str, Spoken], rng: random.Random
) -> None:
    session.refresh_from_db()
    server = language.spoken_now()
    pane = rng.choice(["", *panes_now(position)])
    resting = position.table.present[:1] if pane == "people" else ()
    ask = Input(pane, values={"sit_out": resting})
    for code, speech in spoken.items():
        with translation.override(code):
            page = table_page(session, SCORER, ask, broadcast=True)
            theirs = table_html(SWAP, page)
            language.plug(speech)
            ours = render_table(position, f"{code}-kept", ask, addresses=address)
            language.plug(server)
        shown, expected = plain(ours), plain(ON_THE_SERVER_ALONE.sub("", theirs))
        assert shown.split("\n") == expected.split("\n"), (pane, code)


def address(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)


def plain(html: str) -> str:
    """Return a page without what is each side's own, an element to a line."""
    return re.sub(r"\s*(?=<)|(?<=>)\s+", "\n", COUNTED.sub("", html))


def base_of(session: Session, everybody: tuple[str, ...], names: dict[str, str]) -> Base:
    return Base(
        public_id=session.public_id,
        day=session.title,
        club=session.club.name,
        date="2026-11-17",
        version=session.version,
        start=table_of(session),
        names=names,
        others=everybody,
        scorer="Olga",
        alone=True,
    )


def test_a_table_of_another_machine_has_the_same_fingerprint() -> None:
    table = Table.new(["a", "b", "c"])
    assert fingerprint(table) == fingerprint(Table.from_json(table.to_json()))
    assert fingerprint(table) != fingerprint(Table.new(["a", "c", "b"]))
