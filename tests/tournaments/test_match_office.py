"""Matches in the back office: found, entered and put right by the services of the desk."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.backoffice.labels import LABELS
from tests import evenings
from tests.tournaments.desk.desk import Desk, desk
from tests.tournaments.directing import Directed
from tournaments.models import Match

pytestmark = pytest.mark.django_db


class Office:
    """The club's owner in the back office."""

    def __init__(self, of: Directed, role: str = "owner") -> None:
        self.client = Client()
        self.client.force_login(
            of.director if role == "owner" else evenings.member(of.club, "Sven", role),
            backend="games.backends.AccountBackend",
        )

    def decide(self, slug: str, match: Match, **said: str) -> str:
        """Look at what would change, then do it; return what was shown."""
        address = reverse(f"admin:tournaments_match_{slug}") + f"?rows={match.pk}"
        shown = self.client.post(address, {"preview": "1", **said}).content.decode()
        names = dict(re.findall(r'name="(seen|shown)" value="([^"]*)"', shown))
        answer = self.client.post(address, {"do": "1", "reason": "Slip", **names, **said})
        assert answer.status_code == 302, answer.content.decode()
        match.refresh_from_db()
        return shown


def single() -> Directed:
    """A single elimination of four, both semifinals played."""
    of = Directed(names="Ann Bob Cid Dee", format="single")
    of.next_round()
    for match in of.open():
        of.win(match, 0)
    return of


def test_a_result_is_put_right_with_what_follows_shown_before() -> None:
    of = single()
    semi, final = Match.objects.filter(state="settled")[0], of.open()[0]
    before = str(final)
    shown = Office(of).decide("result", semi, first_points="2", second_points="7")

    assert before in shown
    assert "2 : 7" in shown
    assert (semi.winner, semi.first_points) == (1, 2)
    final.refresh_from_db()
    assert semi.second in (final.first, final.second)
    assert "2 : 7 (Slip)" in Desk(of).show(sheet=semi.public_id)


def test_an_open_match_is_entered_and_decided_without_play() -> None:
    olga = desk("Ann Bob Cid Dee")
    olga.directed.next_round()
    first, second = olga.directed.open()
    office = Office(olga.directed)
    office.decide("result", first, first_points="7", second_points="3")
    assert (first.state, first.winner) == ("settled", 0)
    office.decide("walkover", second, loser="0")
    assert (second.outcome, second.winner, second.reason) == ("forfeit", 1, "Slip")
    office.decide("neither", second)
    assert second.outcome == "no_show"


def test_the_list_finds_matches_by_player_and_leads_to_the_desk_and_drafts_stay_out() -> None:
    olga = desk("Ann Bob")
    olga.do("draw")
    office = Office(olga.directed)
    draft = Match.objects.get()
    listed = office.client.get("/admin/tournaments/match/").content.decode()
    assert f"/{draft.pk}/change/" not in listed
    olga.do("discard", sure=1)
    olga.directed.next_round()
    match = olga.directed.open()[0]
    page = f"/admin/tournaments/match/{match.pk}/change/"
    assert page in office.client.get("/admin/tournaments/match/?q=Ann").content.decode()
    assert page not in office.client.get("/admin/tournaments/match/?q=Zoe").content.decode()
    found = office.client.get(page).content.decode()
    assert f"/events/{olga.directed.event.public_id}/direct/" in found
    assert "Enter or correct the result" in found


def test_who_does_not_organize_sees_no_match_there() -> None:
    of = single()
    match = Match.objects.all()[0]
    answer = Office(of, "player").client.get(f"/admin/tournaments/match/{match.pk}/change/")
    assert answer.status_code in (302, 403)


def test_columns_have_labels_in_the_language_of_the_reader() -> None:
    of = single()
    office = Office(of)
    match = Match.objects.all()[0]
    page = office.client.get(
        f"/admin/tournaments/match/{match.pk}/change/", headers={"Accept-Language": "de"}
    ).content.decode()
    assert "Kennung" in page
    assert "Public id" not in page
    with translation.override("de"):
        assert [one for one, label in LABELS.items() if str(label) == one] == []
