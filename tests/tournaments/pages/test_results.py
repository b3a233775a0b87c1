"""What a club has played, in one list by day: who sees what under which filter."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django.plugin import DjangoDbBlocker

from games.boards.services.boards import Terms, board_create, board_for_two
from games.models import Board, Club, Job, Membership, Player, User
from tests import evenings
from tests.evenings import Evening
from tests.tournaments.directing import Directed
from tests.worlds import built_once
from tournaments.events.services.draws import draw_make
from tournaments.models import Match
from tournaments.pages.selectors.results import KINDS, PAGE
from tournaments.results.services.results import match_create

pytestmark = pytest.mark.django_db

ROLES: Final = ("guest", "stranger", "member", "organizer")
FILTERS: Final = ("", *KINDS)
VISIBLE: Final = {
    "evening running": {"", "evenings"},
    "evening over": {"", "evenings"},
    "evening void": {"", "evenings"},
    "match live": {"", "matches"},
    "match settled": {"", "matches"},
    "match on the board": {"", "matches"},
    "match of a round": {"", "matches"},
    "match of a draft": set[str](),
    "match still owed": set[str](),
    "board over": {"", "boards"},
    "board of a match": {"boards"},
    "board playing": set[str](),
    "board waiting": set[str](),
    "board withdrawn": set[str](),
    "analysis of the member": {"", "analyses"},
    "analysis of the organizer": {"", "analyses"},
    "import of the member": set[str](),
}
"""Under which filters each kind of entry stands, for those who may see it at all."""
OWNERS: Final = {
    "analysis of the member": "member",
    "analysis of the organizer": "organizer",
}


@dataclass
class Place:
    """A club with one entry of each kind, by name their addresses."""

    club: Club
    users: dict[str, User]
    where: dict[str, str]

    def listed(self, role: str, **asked: Any) -> set[str] | None:
        """The names of what somebody finds in the list; None where there is none for them."""
        answer = client_of(self, role).get(f"/clubs/{self.club.slug}/results/", asked)
        if answer.status_code != 200:
            assert answer.status_code in (302, 404)
            return None
        found = set(hrefs(answer.content.decode()))
        assert found <= set(self.where.values())
        return {name for name, address in self.where.items() if address in found}


def client_of(place: Place, role: str) -> Client:
    client = Client()
    if role in place.users:
        client.force_login(place.users[role])
    return client


def hrefs(page: str) -> list[str]:
    return re.findall(r'class="result" href="([^"]+)"', page)


def place(visibility: str) -> Place:
    club = evenings.club(f"club-{visibility}", visibility=visibility)
    users = {
        "stranger": evenings.user("Zoe"),
        "member": evenings.member(club, "Ann"),
        "organizer": evenings.member(club, "Rex", Membership.Role.ORGANIZER),
    }
    ann, bob = (Player.objects.create(club=club, name=name) for name in ("Ann", "Bob"))
    Player.objects.filter(pk=ann.pk).update(user=users["member"])
    ann.refresh_from_db()
    over = Evening(club, "Ann Bob Cid").game(Bob=-1).end()
    void = Evening(club, "Cid Dee Eve")
    void.session.status = "void"
    void.session.save()
    sessions = {
        "evening running": Evening(club, "Ann Cid Dee"),
        "evening over": over,
        "evening void": void,
    }

    def match(**fields: Any) -> Match:
        made = match_create(club=club, by=users["member"], first=ann, second=bob, length=3)
        Match.objects.filter(pk=made.pk).update(**fields)
        return made

    def board(status: str, **fields: Any) -> Board:
        made = board_for_two(club=club, by=users["member"], terms=Terms(), players=(ann, bob))
        at = timezone.now() if status == "ended" else None
        Board.objects.filter(pk=made.pk).update(status=status, ended_at=at, **fields)
        return made

    def job(by: str, kind: str) -> Job:
        return Job.objects.create(club=club, by=users[by], kind=kind, state=Job.State.DONE)

    won = {"state": "settled", "outcome": "played", "winner": 0, "first_points": 3}
    of_match = board("ended")
    released, owed = (Directed(of=club, names="Ann Bob", match_length=3) for _ in range(2))
    released.next_round()
    Match.objects.filter(round__division=released.division).update(**won)
    owed.next_round()
    draft = Directed(of=club, names="Ann Bob", match_length=3)
    draw_make(division=draft.division, by=draft.director)
    matches = {
        "match live": match(),
        "match settled": match(**won),
        "match on the board": match(**won, online=of_match),
        "match of a round": Match.objects.get(round__division=released.division),
        "match of a draft": Match.objects.get(round__division=draft.division),
        "match still owed": Match.objects.get(round__division=owed.division),
    }
    boards = {
        "board over": board("ended"),
        "board of a match": of_match,
        "board playing": board("playing"),
        "board waiting": board_create(
            club=club, by=users["member"], terms=Terms(), is_challenge=True
        ),
        "board withdrawn": board("withdrawn"),
    }
    jobs = {
        "analysis of the member": job("member", "analysis"),
        "analysis of the organizer": job("organizer", "analysis"),
        "import of the member": job("member", "players"),
    }
    return Place(
        club,
        users,
        {
            **{name: f"/sessions/{one.session.public_id}/" for name, one in sessions.items()},
            **{name: f"/matches/{one.public_id}/" for name, one in matches.items()},
            **{name: f"/boards/{one.public_id}/" for name, one in boards.items()},
            **{name: f"/analyses/{one.public_id}/" for name, one in jobs.items()},
        },
    )


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Place]]:
    with built_once(django_db_blocker):
        yield {one: place(one) for one in ("public", "members")}


@pytest.fixture
def places(built: dict[str, Place], db: None) -> dict[str, Place]:
    return deepcopy(built)


@pytest.mark.parametrize("kind", FILTERS)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("visibility", ["public", "members"])
def test_who_finds_what_under_which_filter(
    places: dict[str, Place], visibility: str, role: str, kind: str
) -> None:
    found = places[visibility].listed(role, kind=kind)
    is_known = role in ("member", "organizer")
    if visibility == "members" and not is_known:
        assert found is None
        return
    # Who has no analyses is not asked about them: the filter is left out.
    shown = kind if kind != "analyses" or is_known else ""
    wanted = {
        name for name, under in VISIBLE.items() if shown in under and OWNERS.get(name, role) == role
    }
    assert found == wanted


@pytest.mark.parametrize("role", ROLES)
def test_chips_are_those_that_lead_somewhere(places: dict[str, Place], role: str) -> None:
    page = client_of(places["public"], role).get("/clubs/club-public/results/").content.decode()
    chips = re.findall(r'type="radio"[^>]* value="(\w*)"', page)
    is_known = role in ("member", "organizer")
    assert chips == ["", "evenings", "matches", "boards", *(["analyses"] if is_known else [])]
    assert ("/matches/new/" in page) == is_known
    assert ("Enter totals" in page) == (role == "organizer")
    evening = re.search(r'href="/sessions/.*?<strong>(.*?)</strong>', page, re.DOTALL)
    assert evening is not None
    assert evening[1] == date_format(evenings.TUESDAY, "l"), "as on Play"


@pytest.mark.parametrize(
    ("player", "found"),
    [
        ("Cid", {"evening running", "evening over", "evening void"}),
        ("Dee", {"evening running", "evening void"}),
        ("Eve", {"evening void"}),
        (
            "Bob",
            {
                "evening over",
                "match live",
                "match settled",
                "match on the board",
                "match of a round",
                "board over",
            },
        ),
    ],
)
def test_a_player_s_results_are_those_they_sat_at(
    places: dict[str, Place], player: str, found: set[str]
) -> None:
    of = places["public"]
    chosen = of.club.players.get(name=player)
    assert of.listed("guest", player=chosen.public_id) == found
    Player.objects.filter(pk=chosen.pk).update(shown="hidden")
    everything = of.listed("guest")
    assert of.listed("guest", player=chosen.public_id) == everything, "as if nobody was asked for"
    assert of.listed("member", player=chosen.public_id) == found


def test_who_was_merged_is_found_by_who_they_are(places: dict[str, Place]) -> None:
    of = places["public"]
    bob, eve = (of.club.players.get(name=name) for name in ("Bob", "Eve"))
    before = of.listed("guest", player=bob.public_id)
    assert before is not None
    Player.objects.filter(pk=eve.pk).update(merged_into=bob, is_active=False)
    assert of.listed("guest", player=bob.public_id) == before | {"evening void"}


def test_a_year_holds_its_days_by_the_club_s_clock(places: dict[str, Place]) -> None:
    of = places["public"]
    Club.objects.filter(pk=of.club.pk).update(time_zone="Pacific/Auckland")
    over = Board.objects.get(public_id=of.where["board over"].split("/")[2])
    eve = datetime.datetime(2024, 12, 31, 12, tzinfo=datetime.UTC)  # there it is New Year's Day
    Board.objects.filter(pk=over.pk).update(ended_at=eve)
    assert of.listed("guest", year="2025") == {"board over"}
    assert of.listed("guest", year="2024") == set()
    page = client_of(of, "guest").get("/clubs/club-public/results/?year=2025").content.decode()
    assert 'Wednesday, <span class="nowrap">1 Jan 2025' in page


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "nonsense"},
        {"player": "nobody"},
        {"year": "20x4"},
        {"year": "0000"},
        {"year": "9999"},
        {"year": "٢٠٢٤"},
        {"before": "matches"},
        {"before": "boards-%00"},
        {"before": "elsewhere-abcdefgh"},
    ],
    ids=str,
)
def test_what_an_address_asks_that_is_unknown_is_left_out(
    places: dict[str, Place], asked: dict[str, str]
) -> None:
    of = places["public"]
    assert of.listed("guest", **asked) == of.listed("guest")


@pytest.mark.parametrize(
    ("path", "kind"),
    [("sessions", "evenings"), ("matches", "matches"), ("boards/finished", "boards")],
)
def test_old_addresses_show_their_kind(places: dict[str, Place], path: str, kind: str) -> None:
    guest = Client()
    old = guest.get(f"/clubs/club-public/{path}/").content.decode()
    new = guest.get(f"/clubs/club-public/results/?kind={kind}").content.decode()
    assert hrefs(old) == hrefs(new) != []
    assert guest.get(f"/clubs/club-members/{path}/").status_code == 404
    asked = guest.get(f"/clubs/club-public/{path}/?kind=").content.decode()
    assert len(hrefs(asked)) > len(hrefs(old)), "a choice made there counts"


@pytest.mark.parametrize("kind", ["", "evenings", "matches", "boards"])
def test_the_list_goes_on_until_each_has_stood_once(kind: str) -> None:
    club = evenings.club("long", visibility="public")
    users = evenings.member(club, "Ann")
    ann, bob = (Player.objects.create(club=club, name=name) for name in ("Ann", "Bob"))
    day = datetime.date(2026, 11, 17)
    made: list[tuple[int, int, int, str]] = []
    for number in range(PAGE):
        at = day - datetime.timedelta(days=number // 7)
        noon = datetime.datetime.combine(at, datetime.time(12), datetime.UTC)
        evening = Evening(club, day=at)
        match = match_create(club=club, by=users, first=ann, second=bob, length=3)
        Match.objects.filter(pk=match.pk).update(played_on=at)
        board = board_for_two(club=club, by=users, terms=Terms(), players=(ann, bob))
        Board.objects.filter(pk=board.pk).update(status="ended", ended_at=noon)
        days = -at.toordinal()
        made += [
            (days, 0, -evening.session.pk, f"/sessions/{evening.session.public_id}/"),
            (days, 1, -match.pk, f"/matches/{match.public_id}/"),
            (days, 2, -board.pk, f"/boards/{board.public_id}/"),
        ]
    seen: list[str] = []
    address = f"/clubs/long/results/?kind={kind}&player="
    pages = 0
    while address:
        page = Client().get(address).content.decode()
        seen += hrefs(page)
        pages += 1
        older = re.findall(r'rel="next" href="([^"]+)"', page)
        assert all(f"kind={kind}" in one for one in older if kind), "the address keeps the filter"
        address = older[0].replace("&amp;", "&") if older else ""
    rank = {"evenings": 0, "matches": 1, "boards": 2}
    wanted = [one[3] for one in sorted(made) if not kind or rank[kind] == one[1]]
    assert seen == wanted
    assert pages == -(-len(wanted) // PAGE)


def test_a_long_list_needs_as_many_queries_as_a_short_one(places: dict[str, Place]) -> None:
    of = places["public"]
    client = client_of(of, "member")

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            client.get("/clubs/club-public/results/")
        return len(caught)

    queries()
    few = queries()
    ann, bob = (of.club.players.get(name=name) for name in ("Ann", "Bob"))
    for _ in range(4):
        Evening(of.club, "Ann Bob Cid").game(Bob=-1).end()
        match_create(club=of.club, by=of.users["member"], first=ann, second=bob, length=3)
        board = board_for_two(
            club=of.club, by=of.users["member"], terms=Terms(), players=(ann, bob)
        )
        Board.objects.filter(pk=board.pk).update(status="ended", ended_at=timezone.now())
    assert queries() == few


@pytest.mark.parametrize(
    ("kind", "role", "sentence", "button"),
    [
        ("", "guest", "Nothing has been played here yet", ""),
        ("", "organizer", "Nothing has been played here yet", "Start a chouette"),
        ("evenings", "organizer", "No chouette has been played here yet", "Start a chouette"),
        ("matches", "guest", "No match has been played here yet", ""),
        ("matches", "member", "No match has been played here yet", "Start a match"),
        ("boards", "member", "No game on the board has ended yet", "New board"),
        ("analyses", "member", "You have had nothing analysed", "Analyse a match"),
    ],
)
def test_an_empty_list_says_what_will_be_there(
    kind: str, role: str, sentence: str, button: str
) -> None:
    club = evenings.club("new", visibility="public")
    users = {
        "member": evenings.member(club, "Ann"),
        "organizer": evenings.member(club, "Rex", Membership.Role.ORGANIZER),
    }
    client = client_of(Place(club, users, {}), role)
    page = client.get(f"/clubs/new/results/?kind={kind}").content.decode()
    empty = page[page.index('class="empty') :]
    assert sentence in empty
    assert re.findall(r'class="button[^>]*>([^<]+)<', empty) == ([button] if button else [])


def test_a_choice_that_nothing_fits_leads_back_to_all(places: dict[str, Place]) -> None:
    page = Client().get("/clubs/club-public/results/?kind=boards&year=1999").content.decode()
    assert "Nothing of this was played" in page
    assert "Show all results" in page
    assert "On the board · 1999" in page
