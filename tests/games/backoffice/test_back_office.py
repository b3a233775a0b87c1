"""The back office: organizers see their own clubs, and nothing a ledger depends on is edited."""

import pytest
from django.contrib.admin import site
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.services.clubs import club_create, player_create, season_create
from games.models import Club, Payment, Player, Session, User
from games.sessions.services.sessions import session_create
from games.sessions.services.settling import debt_pay
from tests import evenings
from tests.evenings import Evening

PEOPLE = ["club", "membership", "player", "season", "invitation", "rolechange"]
RECORD = [
    "session",
    "game",
    "gamescore",
    "transfer",
    "action",
    "note",
    "debt",
    "payment",
    "decision",
]


def test_strangers_are_sent_to_the_sign_in_page(client, db):
    answer = client.get("/admin/", follow=False)
    assert answer.status_code == 302
    answer = client.get(answer.url)
    assert answer.url.startswith(reverse("sign-in"))


@pytest.mark.parametrize("role", ["player", "scorer", "director"])
def test_members_without_that_role_stay_outside(enter, member, role):
    client = enter(member(role))

    assert client.get("/admin/login/").status_code == 403
    assert client.get("/admin/games/player/").status_code == 302


@pytest.mark.parametrize("role", ["organizer", "owner"])
def test_organizers_enter(enter, member, role):
    assert enter(member(role)).get("/admin/").status_code == 200


@pytest.mark.parametrize(
    "model", [*RECORD, "club", "membership", "player", "season", "invitation", "rolechange"]
)
def test_every_list_opens_for_organizers_and_superusers(
    enter, organizer, superuser, scorer, session, model
):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    for user in (organizer, superuser):
        answer = enter(user).get(reverse(f"admin:games_{model}_changelist"), {"q": "Ann"})
        assert answer.status_code == 200


def test_an_organizer_sees_players_of_his_clubs_only(enter, organizer, players, elsewhere):
    client = enter(organizer)
    zoe = Player.objects.get(name="Zoe")

    page = client.get("/admin/games/player/").content.decode()
    assert "Ann" in page
    assert "Zoe" not in page
    assert client.get(f"/admin/games/player/{zoe.pk}/change/").status_code == 302
    answer = client.get(
        "/admin/autocomplete/",
        {"app_label": "games", "model_name": "player", "field_name": "club", "term": ""},
    )
    assert [one["text"] for one in answer.json()["results"]] == ["Tuesday Club"]


def test_an_organizer_adds_no_player_to_another_club(enter, organizer, club, elsewhere):
    client = enter(organizer)

    client.post("/admin/games/player/add/", {"club": elsewhere.pk, "name": "Mole"})
    assert not Player.objects.filter(name="Mole").exists()
    client.post("/admin/games/player/add/", {"club": club.pk, "name": "Eve", "is_active": "on"})
    assert Player.objects.get(name="Eve").club == club


def test_accounts_are_for_superusers(enter, organizer, club, superuser):
    assert enter(organizer).get("/admin/games/user/").status_code == 403
    client = enter(superuser)
    assert client.get("/admin/games/user/").status_code == 200
    assert client.get("/admin/games/user/add/").status_code == 200
    answer = client.post(
        "/admin/games/user/add/",
        {"email": "New@Example.org", "name": "New", "usable_password": "false"},
    )
    assert answer.status_code == 302, answer.context["errors"]
    assert User.objects.get(email="new@example.org").name == "New"


@pytest.mark.parametrize("model", RECORD)
def test_nothing_of_the_record_is_added_changed_or_deleted(
    enter, superuser, rf, scorer, session, model
):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    from django.apps import apps

    request = rf.get("/")
    request.user = superuser
    page = site._registry[apps.get_model("games", model)]
    row = page.model.objects.first()

    assert page.has_view_permission(request)
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request, row)
    assert not page.has_delete_permission(request, row)


def test_a_session_and_its_games_open_read_only(enter, superuser, scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    client = enter(superuser)

    for model, row in (
        ("session", session),
        ("game", session.games.get()),
        ("action", session.log.first()),
    ):
        url = reverse(f"admin:games_{model}_change", args=[row.pk])
        page = client.get(url)
        assert page.status_code == 200
        assert 'name="_save"' not in page.content.decode()
        assert client.post(url, {"title": "other"}).status_code == 403
        delete = reverse(f"admin:games_{model}_delete", args=[row.pk])
        assert client.post(delete, {"post": "yes"}).status_code == 403
    session.refresh_from_db()
    assert session.title == "Tuesday"


def test_what_a_club_is_changed_to_is_checked_by_the_service(enter, organizer, club):
    client = enter(organizer)
    url = reverse("admin:games_club_change", args=[club.pk])
    data = {"name": "Tuesday Club", "visibility": "public", "time_zone": "UTC"}
    data["minimum_games"] = "10"

    client.post(url, data)
    assert Club.objects.get().visibility == "public"
    answer = client.post(url, {**data, "time_zone": "Nowhere"}, follow=True)
    assert "Nowhere" in answer.content.decode()
    assert Club.objects.get().time_zone == "UTC"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("canberra", "Canberra"),
        ("amsterdam; jacoby=off", "Amsterdam · Jacoby rule: Gammons always count"),
        ("of_next_year; x=1", "of_next_year; x=1"),
    ],
)
def test_house_rules_are_called_what_pages_call_them(enter, superuser, club, session, text, words):
    Club.objects.update(default_rules=text)
    type(session).objects.update(rules=text)
    client = enter(superuser)

    for address in (
        reverse("admin:games_club_changelist"),
        reverse("admin:games_club_change", args=[club.pk]),
        reverse("admin:games_session_change", args=[session.pk]),
    ):
        page = client.get(address).content.decode()
        assert f">{words}<" in page, address
    there = client.get(reverse("admin:games_club_change", args=[club.pk])).content.decode()
    assert reverse("club_rules", args=[club.slug]) in there


def test_the_last_owner_keeps_his_role(enter, organizer, club):
    membership = club.memberships.get()

    answer = enter(organizer).post(
        reverse("admin:games_membership_change", args=[membership.pk]),
        {"role": "player"},
        follow=True,
    )

    assert "needs an owner" in answer.content.decode()
    membership.refresh_from_db()
    assert membership.role == "owner"


def test_pages_hold_no_inline_scripts_or_handlers(enter, superuser, scorer, session):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    client = enter(superuser)

    for path in ("", "games/player/", "games/player/add/", f"games/session/{session.pk}/change/"):
        page = client.get(f"/admin/{path}").content.decode()
        assert "<script>" not in page
        assert " onclick=" not in page


def test_lists_take_the_same_queries_however_long(
    enter, superuser, club, organizer, players, session, django_assert_max_num_queries
):
    from games.sessions.services.sessions import session_create

    for _ in range(5):
        session_create(club=club, by=organizer, players=list(players.values()))
    client = enter(superuser)

    with django_assert_max_num_queries(15):  # one asks whether a season would hide evenings
        client.get("/admin/games/session/")
    assert Session.objects.count() == 6


@pytest.mark.parametrize("model", ["session", "game", "gamescore", "transfer", "action", "player"])
def test_a_list_of_more_rows_takes_no_more_queries(enter, organizer, scorer, session, model):
    scorer.play("order Ann, Bob, Cid, Dee\ngame\nteam wins")
    client, address = enter(organizer), f"/admin/games/{model}/"
    counts = []
    for _ in range(2):
        client.get(address)  # the first writes when the sign-in was seen last
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
        scorer.play("game\nbox wins\ngame\nteam wins\ngame\nbox wins")
    assert counts[0] == counts[1]


@pytest.mark.parametrize("model", sorted(site._registry, key=str), ids=str)
def test_no_filter_of_a_list_looks_through_the_whole_table(enter, superuser, model):
    with CaptureQueriesContext(connection) as queries:
        enter(superuser).get(f"/admin/games/{model._meta.model_name}/")
    # But for the days of the date hierarchy, which are those of a season.
    sql = [one["sql"] for one in queries if "played_on" not in one["sql"]]
    assert not [one for one in sql if "SELECT DISTINCT" in one]
    counts = [one["sql"] for one in queries if "COUNT(*)" in one["sql"]]
    assert all("LIMIT 10001" in sql for sql in counts)


def test_a_search_finds_how_a_name_begins_whatever_its_capitals(enter, organizer, club):
    for name in ("Ünal", "ÜNLÜ", "Benünal", "100%"):
        player_create(club=club, by=organizer, name=name)
    client = enter(organizer)

    def found(term):
        page = client.get("/admin/games/player/", {"q": term}).context["cl"]
        return [player.name for player in page.result_list]

    assert found("ün") == ["Ünal", "ÜNLÜ"]
    assert found("UN") == ["Ünal", "ÜNLÜ"]
    assert found("1") == found("100%") == ["100%"]
    assert found("%") == []


def test_a_long_list_says_more_than_it_counts(monkeypatch, enter, organizer, club):
    monkeypatch.setattr("games.backoffice.lists.COUNTED", 60)
    Player.objects.bulk_create(Player(club=club, name=f"P {number}") for number in range(90))
    page = enter(organizer).get("/admin/games/player/")
    assert "more than 10,000" in page.content.decode()
    assert page.context["cl"].paginator.num_pages == 2
    assert Player.objects.filter(name_key="p 7").exists()


def test_evenings_of_a_club_without_a_season_are_shown_beside_those_of_others(
    enter, organizer, club, players
):
    season = season_create(
        club=club, by=organizer, name="2026", starts_on="2026-01-01", ends_on="2099-12-31"
    )
    session_create(club=club, by=organizer, players=list(players.values()), title="In a season")
    client = enter(organizer)
    assert f"season={season.pk}" in client.get("/admin/games/session/").content.decode()
    other = club_create(by=organizer, name="No seasons here")
    people = [player_create(club=other, by=organizer, name=name) for name in ("Xa", "Xb", "Xc")]
    for title in ("One", "Two", "Three"):
        session_create(club=other, by=organizer, players=people, title=f"Loose {title}")
    for query, number in (({}, 3), ({"season": "none"}, 3), ({"season": str(season.pk)}, 0)):
        text = client.get("/admin/games/session/", query).content.decode()
        assert sum(f"Loose {title}" in text for title in ("One", "Two", "Three")) == number, query
    assert "In a season" in client.get("/admin/games/session/").content.decode()
    assert client.get("/admin/games/game/").status_code == 200


def test_money_is_shown_with_its_currency(enter, organizer):
    evening = Evening(evenings.club(), stake="17.00", currency="EUR").game(Bob=-1).end()
    text = enter(evening.organizer).get("/admin/games/debt/").content.decode()
    assert "17.00\xa0EUR" in text
    assert "17.000" not in text
    debt = evening.session.debts.get()
    assert debt_pay(debt=debt, by=evening.organizer)
    address = f"/admin/games/payment/{Payment.objects.get().pk}/change/"
    for page in ("/admin/games/payment/", address):
        text = enter(evening.organizer).get(page).content.decode()
        assert "17.00\xa0EUR" in text
        assert "17.000" not in text
