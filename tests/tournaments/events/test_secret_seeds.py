"""Seeds are secret until their draw is released; their digests are published first."""

import hashlib
import io
import json
import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import translation

from games.files.archive.form import line
from games.files.services.archive_making import archive_club_create
from games.files.services.archive_reading import archive_read
from games.files.services.archive_writing import archive_write
from games.files.services.job_files import Progress
from games.models import Club, User
from tests import evenings
from tests.games.api.conftest import program_of
from tests.tournaments.directing import Directed
from tests.tournaments.pages.public import FOUR, open_club, page, text_of
from tournaments.events.services import draws, events
from tournaments.models import Event, Round
from tournaments.pairing.chance import Chance, digest_of, draw_seed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

MADE = "0123456789abcdef0123456789abcdef"
FORMATS = ("swiss", "single", "round_robin", "club_night")
READERS = ("nobody", "player", "director", "superuser")
PAGES = (
    "",
    "?show=rounds",
    "?show=entries",
    "live/",
    "live/?show=rounds",
    "wall/",
    "wall/live/",
    "entries.csv",
    "results.csv",
    "standings.csv",
    "direct/",
    "direct/?view=event",
    "direct/?view=standings",
    "settings/",
    "template/",
    "files/",
    "log/",
    "slips/",
)
ASKED = ("events/{event}", "events/{event}/export/json", "divisions/{division}/rounds")


def secret_event(format: str = "swiss", of: Club | None = None, names: str = FOUR) -> Directed:
    """An event with a secret seed, which everybody may look at."""
    return Directed(of or open_club(), names, format=format, seed="")


def reader(name: str, club: Club) -> User | None:
    """Who looks."""
    if name == "nobody":
        return None
    if name == "player":
        return evenings.member(club, "Paul")
    return evenings.user("Olga") if name == "director" else evenings.user("Root")


def answers(directed: Directed, who: str) -> dict[str, str]:
    """All that somebody gets to read of an event, by its address."""
    user = reader(who, directed.club)
    if user is not None and who == "superuser":
        user.is_superuser = True
        user.save()
    client = Client()
    if user is not None:
        client.force_login(user)
    ids = {"event": directed.event.public_id, "division": directed.division.public_id}
    found = {}
    for one in PAGES:
        found[one] = client.get(f"/events/{ids['event']}/{one}").content.decode()
    program = program_of(user)
    for one in ASKED:
        found[one] = program("get", one.format(**ids)).content.decode()
    return found


def archive_of(club: Club) -> bytes:
    """The archive of a club."""
    file = io.BytesIO()
    archive_write(club=club, file=file, progress=Progress())
    return file.getvalue()


def sealed(data: Any) -> bytes:
    """An archive whose events were changed, with the right checksum."""
    text = "".join(line(one) + "\n" for one in data["events"])
    data["manifest"]["events"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    return json.dumps(data).encode()


def read_back(data: bytes, by: User) -> Event:
    """The only event of the club that is made of an archive."""
    archive = archive_read(data=data, progress=Progress())
    return Event.objects.get(club=archive_club_create(archive=archive, by=by, progress=Progress()))


@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize("format", FORMATS)
def test_nobody_reads_a_seed_before_its_draw_is_released(format: str, who: str) -> None:
    directed = secret_event(format)
    draws.draw_make(division=directed.division, by=directed.director)
    draws.draw_again(division=directed.division, by=directed.director)
    secrets = {directed.event.seed, *Round.objects.values_list("seed", flat=True)}

    found = answers(directed, who)

    assert {one for one in found if any(seed in found[one] for seed in secrets)} == set()
    assert directed.event.seed_digest in found[""]
    assert Round.objects.first().seed_digest in found[""]  # type: ignore[union-attr]


def test_no_archive_holds_a_seed_that_is_secret() -> None:
    directed = secret_event()
    draws.draw_make(division=directed.division, by=directed.director)
    data = archive_of(directed.club).decode()
    assert directed.event.seed not in data
    assert Round.objects.get().seed not in data


def test_after_the_release_the_seed_stands_beside_its_digest() -> None:
    directed = secret_event()
    before = program_of(directed.director)("get", f"events/{directed.event.public_id}").json()
    directed.next_round()
    drawn = Round.objects.get()
    path = f"divisions/{directed.division.public_id}/rounds"

    [told] = program_of(directed.director)("get", path).json()["results"]

    assert told["seed"] == drawn.seed
    assert hashlib.sha256(told["seed"].encode()).hexdigest() == told["seed_digest"]
    assert before["divisions"][0]["next_digest"] == told["seed_digest"]
    shown = page(directed, "rounds")
    assert told["seed"] in shown
    assert told["seed_digest"] in shown
    assert directed.event.seed not in shown


def test_the_end_of_an_event_shows_from_what_all_its_draws_follow() -> None:
    directed = secret_event()
    promised = directed.event.seed_digest
    for _ in range(2):
        directed.next_round()
        directed.play_all()
    events.event_finish(event=directed.event, by=directed.director)

    told = program_of(directed.director)("get", f"events/{directed.event.public_id}").json()

    assert digest_of(told["seed"]) == promised == told["seed_digest"]
    seeds = [draw_seed(told["seed"], 1, number, 1, is_secret=True) for number in (1, 2)]
    assert seeds == list(Round.objects.order_by("number").values_list("seed", flat=True))
    assert told["seed"] in page(directed, "rounds")


def test_a_draw_can_be_made_again_from_its_seed() -> None:
    directed = secret_event("single")
    directed.next_round()
    seed = Round.objects.order_by("number")[0].seed
    directed.division.refresh_from_db()
    assert directed.division.order == {"field": Chance(seed).shuffled([1, 2, 3, 4], "field")}


def test_a_seed_that_was_exchanged_is_noticed() -> None:
    directed = secret_event()
    promised = directed.event.seed_digest
    Event.objects.update(seed=MADE)
    assert Event.objects.get().seed_digest != promised
    assert digest_of(MADE) == hashlib.sha256(MADE.encode()).hexdigest()


def test_an_event_has_a_seed_of_its_own_and_its_draws_do_not_tell_it() -> None:
    seeds = {secret_event(of=evenings.club(name)).event.seed for name in ("one", "two", "three")}
    assert len(seeds) == 3
    assert all(re.fullmatch(r"[0-9a-f]{32}", one) for one in seeds)
    drawn = {
        draw_seed(MADE, place, number, attempt, is_secret=True)
        for place in (1, 2)
        for number in (1, 2)
        for attempt in (1, 11)
    }
    assert len(drawn) == 8
    assert not any(MADE in one for one in drawn)


def test_a_released_draw_that_is_thrown_away_gives_no_hint_of_the_next_one() -> None:
    directed = secret_event()
    [first] = directed.next_round()
    draws.draw_discard(division=directed.division, by=directed.director)
    [second] = draws.draw_make(division=directed.division, by=directed.director)
    assert (first.attempt, second.attempt) == (1, 2)
    assert first.seed != second.seed
    kinds = list(directed.event.log.values_list("kind", flat=True))
    assert kinds[-5:] == ["draw", "draw_confirm", "draw_release", "draw_discard", "draw"]


def test_the_next_round_counts_its_draws_from_one() -> None:
    directed = secret_event()
    draws.draw_make(division=directed.division, by=directed.director)
    draws.draw_discard(division=directed.division, by=directed.director)
    directed.next_round()
    directed.play_all()
    directed.next_round()
    assert list(Round.objects.order_by("number").values_list("attempt", flat=True)) == [2, 1]


def test_a_seed_set_by_hand_is_shown_to_all_as_such() -> None:
    directed = Directed(open_club(), FOUR, seed="lotto 3 7 12")
    told = program_of(None)("get", f"events/{directed.event.public_id}").json()
    assert (told["seed"], told["seed_origin"]) == ("lotto 3 7 12", "hand")
    shown = text_of(page(directed))
    assert "lotto 3 7 12" in shown
    assert "The seed was set by hand" in shown


def test_a_reopened_event_says_that_its_seed_is_known() -> None:
    directed = secret_event()
    directed.next_round()
    seed = directed.event.seed
    events.event_cancel(event=directed.event, by=directed.director)
    events.event_reopen(event=directed.event, by=directed.director)
    event = Event.objects.get()
    assert (event.seed, event.seed_origin) == (seed, "known")
    assert "This seed was known before the last draws" in page(directed, "rounds")


def test_a_reopened_event_without_a_draw_has_a_new_secret() -> None:
    directed = secret_event()
    seed = directed.event.seed
    events.event_cancel(event=directed.event, by=directed.director)
    events.event_reopen(event=directed.event, by=directed.director)
    event = Event.objects.get()
    assert event.seed != seed
    assert event.shown_seed == ""


def test_an_event_goes_on_from_an_archive_with_a_new_secret() -> None:
    directed = secret_event()
    directed.next_round()
    directed.play_all()
    draws.draw_make(division=directed.division, by=directed.director)

    event = read_back(archive_of(directed.club), directed.director)

    assert event.has_secret_seed
    assert event.seed not in {"", directed.event.seed}
    ours = list(Round.objects.filter(division__event=event).order_by("number"))
    theirs = list(directed.division.rounds.order_by("number"))
    assert [one.seed for one in ours] == [theirs[0].seed, ""]
    draws.draw_confirm(division=ours[1].division, by=directed.director, in_spite=True)
    draws.draw_release(division=ours[1].division, by=directed.director)
    shown = Client().get(f"/events/{event.public_id}/?show=rounds").content.decode()
    assert "unknown: the draft came in an archive" in shown or event.club.visibility != "public"


@pytest.mark.parametrize(
    ("status", "origin"), [("running", "known"), ("finished", "secret"), ("cancelled", "secret")]
)
def test_a_seed_in_an_archive_is_secret_only_if_nothing_follows(status: str, origin: str) -> None:
    directed = secret_event()
    data = json.loads(archive_of(directed.club))
    data["events"][0] |= {"seed": MADE, "seed_origin": "secret", "status": status}
    event = read_back(sealed(data), directed.director)
    assert (event.seed, event.seed_origin) == (MADE, origin)


@pytest.mark.parametrize(
    ("seed", "is_drawn", "origin"),
    [
        (MADE, True, "known"),
        (MADE, False, "secret"),
        ("lotto 3 7 12", True, "hand"),
        ("lotto 3 7 12", False, "hand"),
    ],
)
def test_an_archive_of_before_is_read_and_what_was_drawn_keeps_its_seed(
    seed: str, is_drawn: bool, origin: str
) -> None:
    directed = Directed(open_club(), FOUR, seed=seed)
    if is_drawn:
        directed.next_round()
    data = json.loads(archive_of(directed.club))
    del data["events"][0]["seed_origin"], data["events"][0]["divisions"][0]["discarded"]
    event = read_back(sealed(data), directed.director)
    assert event.seed_origin == origin
    assert (event.seed == seed) == (origin != "secret")
    drawn = Round.objects.filter(division__event=event).values_list("seed", flat=True)
    assert list(drawn) == [f"{seed}/1/1/1"] * is_drawn


@pytest.mark.parametrize(
    ("seed", "is_drawn", "status", "origin"),
    [
        (MADE, False, "planned", "secret"),
        (MADE, False, "template", "secret"),
        (MADE, True, "running", "known"),
        (MADE, False, "cancelled", "known"),
        ("lotto 3 7 12", False, "planned", "hand"),
        ("lotto 3 7 12", True, "running", "hand"),
    ],
)
def test_the_migration_replaces_seeds_that_were_seen_and_not_used(
    seed: str, is_drawn: bool, status: str, origin: str
) -> None:
    directed = Directed(open_club(), FOUR, seed=seed)
    if is_drawn:
        directed.next_round()
    Event.objects.update(status=status, seed_origin="secret")
    import_module("tournaments.migrations.0010_secret_seeds").judge(apps, None)
    event = Event.objects.get()
    assert event.seed_origin == origin
    assert (event.seed == seed) == (origin != "secret")
    assert re.fullmatch(r"[0-9a-f]{32}", event.seed) or origin == "hand"
    assert list(Round.objects.values_list("seed", flat=True)) == [f"{seed}/1/1/1"] * is_drawn


def test_the_page_says_it_in_german() -> None:
    directed = secret_event()
    with translation.override("de"):
        client = Client(headers={"Accept-Language": "de"})
        shown = text_of(page(directed, client=client))
    assert "So kann jeder die Auslosungen prüfen" in shown
    assert "geheim, bis das Turnier vorbei ist" in shown
