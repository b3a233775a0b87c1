"""Two players side by side: their figures, what happened between them, their evenings."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Club, Player
from games.permissions import Reader
from tests import evenings
from tests.evenings import MONDAY, TUESDAY, WEDNESDAY, Evening
from tournaments.ladders.presenters.comparing import compare_page
from tournaments.ladders.selectors.comparing import comparison_get, players_to_compare
from tournaments.ladders.services.evenings import evenings_refresh

pytestmark = pytest.mark.django_db
SYSTEM = Reader.system()


@pytest.fixture
def club() -> Club:
    """Ann wins 3 of Bob on Monday and loses 1 to him on Tuesday; on Wednesday he is not there."""
    made = evenings.club(visibility=Club.Visibility.PUBLIC)
    Evening(made, "Ann Bob Cid", day=MONDAY).game(Bob=-3, Cid=1).end()
    Evening(made, "Ann Bob Cid", day=TUESDAY).game(Bob=1, Cid=0).end()
    Evening(made, "Ann Cid Dee", day=WEDNESDAY).game(Cid=-2, Dee=-2).end()
    evenings_refresh(club_id=made.pk)
    return made


def named(club: Club, name: str) -> Player:
    return Player.objects.select_related("club").get(club=club, name=name)


def compared(club: Club, first: str, second: str) -> Any:
    return comparison_get(named(club, first), named(club, second), SYSTEM)


def test_what_happened_between_two_is_told_from_either_side(club: Club) -> None:
    found, other = compared(club, "Ann", "Bob"), compared(club, "Bob", "Ann")
    assert (found.between.balance, other.between.balance) == (200, -200)
    assert (found.evenings, found.ahead, other.ahead) == (2, (1, 1), (1, 1))
    assert [(one.first, one.second) for one in found.together] == [(-100, 100), (200, -300)]
    assert found.totals == ((200, 100, 500), (-300, -200, -200))
    assert [one.name for one in found.people] == ["Ann", "Bob"]


def test_who_has_never_met_is_told_so(club: Club) -> None:
    said = compare_page(club, [], ("", ""), compared(club, "Bob", "Dee")).said
    assert said == ["The two have not met yet."]


def test_the_better_figure_is_marked_and_an_equal_one_is_not(club: Club) -> None:
    lines = {
        one.name: one
        for one in compare_page(club, [], ("", ""), compared(club, "Ann", "Bob")).lines
    }
    assert (lines["Points"].first, lines["Points"].second) == ("+5", "−2")
    assert lines["Points"].better == 0
    assert lines["Games"].better is None
    assert lines["Per game as box"].second == "–"


def test_nobody_is_compared_with_themselves(club: Club) -> None:
    with pytest.raises(ValueError, match="somebody else"):
        compared(club, "Ann", "Ann")


def test_it_takes_as_many_queries_however_much_was_played(
    club: Club, django_assert_max_num_queries: Any
) -> None:
    first, second = named(club, "Ann"), named(club, "Bob")
    with django_assert_max_num_queries(60) as before:
        comparison_get(first, second, SYSTEM)
    for _more in range(3):
        Evening(club, "Ann Bob Cid Dee", day=WEDNESDAY).game(Bob=-1, Cid=-1, Dee=1).end()
    evenings_refresh(club_id=club.pk)
    with django_assert_max_num_queries(len(before)):
        assert comparison_get(first, second, SYSTEM).evenings == 5


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("", "", "Choose two players"),
        ("Ann", "", "Choose two players"),
        ("Ann", "Ann", "Choose two players"),
        ("Ann", "nobody", "Choose two players"),
        ("Ann", "Bob", "Ann has won 2 from Bob, in 2 games together."),
    ],
)
def test_the_page_asks_until_two_are_chosen(club: Club, first: str, second: str, told: str) -> None:
    ids = dict(club.players.values_list("name", "public_id"))
    asked = {"first": ids.get(first, first), "second": ids.get(second, second)}
    answer = Client().get(reverse("tournaments:compare", args=[club.slug]), asked)
    assert answer.status_code == 200
    assert told in answer.content.decode()


def test_who_is_hidden_is_not_offered_to_guests(club: Club) -> None:
    Player.objects.filter(name="Bob").update(shown=Player.Shown.HIDDEN)
    assert [one.name for one in players_to_compare(club)] == ["Ann", "Cid", "Dee"]
    asked = {"first": named(club, "Ann").public_id, "second": named(club, "Bob").public_id}
    page = Client().get(reverse("tournaments:compare", args=[club.slug]), asked).content.decode()
    assert "Bob" not in page
    assert "Choose two players" in page


def test_programs_ask_the_same(club: Club) -> None:
    client = Client()
    client.force_login(evenings.user("Olga"))
    ann, bob = named(club, "Ann").public_id, named(club, "Bob").public_id
    told = client.get(f"/api/v1/players/{ann}/against/{bob}").json()
    assert (told["evenings"], told["ahead"], told["behind"]) == (2, 1, 1)
    assert (told["between"]["taken"], told["between"]["given"]) == (300, 100)
    assert [one["points"] for one in told["together"]] == [-100, 200]
    assert client.get(f"/api/v1/players/{ann}/against/{ann}").status_code == 404
