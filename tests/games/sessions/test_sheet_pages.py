"""The pages that are read: who sees them, who sees money, and what they show."""

import io
import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from openpyxl import load_workbook

from games.clubs.services.clubs import club_change
from games.files.importing.columns import OF_RESULTS, check, guessed
from games.files.importing.results import read_results
from games.files.importing.tables import read_table
from games.models import Club, Debt, GameScore, Payment, Player, User
from games.permissions import Reader
from games.sessions.selectors.sheets import sheet_get
from tests import evenings
from tests.evenings import MONDAY, Evening
from tournaments.ladders.services.evenings import evenings_refresh

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def seat(evening: Evening, name: str) -> Client:
    """A browser of the player of that name, who has claimed their seat without a role."""
    account = evenings.user(name)
    player = evening.player(name)
    player.user = account
    player.save()
    return signed_in(account)


@pytest.fixture
def evening() -> Evening:
    """Two games at 0.85 a point, ended: Ann +1, Bob 0, Cid -1 point."""
    made = Evening(evenings.club(), stake="0.85", currency="EUR", title="Club night")
    return made.game(Bob=-1, Cid=-2).game(winner="team", Cid=1, Bob=1).end()


@pytest.fixture
def organizer(evening: Evening) -> Client:
    return signed_in(evening.organizer)


def addresses(evening: Evening) -> list[str]:
    club, session = f"/clubs/{evening.club.slug}/", f"/sessions/{evening.session.public_id}/"
    player = evening.player("Ann").public_id
    return [
        club,
        club + "sessions/",
        club + "players/",
        club + f"players/{player}/",
        club + "leaderboard/",
        club + "balances/",
        session,
        session + "print/",
        session + "games/1/",
        session + "sheet.csv",
        session + "sheet.json",
        session + "record.csn",
    ]


def test_a_members_only_club_shows_strangers_nothing(evening: Evening, client: Client) -> None:
    stranger = signed_in(evenings.user("Zoe"))
    for address in addresses(evening):
        page(client, address, 404)
        page(stranger, address, 404)


def test_a_members_only_club_is_not_indexed(evening: Evening, organizer: Client) -> None:
    for address in addresses(evening):
        answer = organizer.get(address)
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow", address
        assert "private" in answer.headers["Cache-Control"]
    assert '<meta name="robots" content="noindex' in page(organizer, addresses(evening)[6])


def test_a_public_club_shows_everybody_all_but_money(evening: Evening, client: Client) -> None:
    evening.club.visibility = "public"
    evening.club.save()
    for address in addresses(evening):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "X-Robots-Tag" not in answer.headers
        assert "EUR" not in answer.content.decode(), address
        assert "0.85" not in answer.content.decode(), address


@pytest.mark.parametrize("role", ["director", "scorer", "player"])
def test_members_who_did_not_play_see_the_sheet_but_no_money(evening: Evening, role: str) -> None:
    client = signed_in(evenings.member(evening.club, "Max", role))
    for address in addresses(evening)[6:]:
        assert "EUR" not in page(client, address)


def test_players_of_the_session_and_organizers_see_money(
    evening: Evening, organizer: Client
) -> None:
    sheet = addresses(evening)[6]
    for client in (organizer, seat(evening, "Bob")):
        assert "One point is 0.85\xa0EUR." in page(client, sheet)
        assert "EUR" in page(client, sheet + "record.csn")
        data = json.loads(page(client, sheet + "sheet.json"))
        assert data["stakes"]["point"] == "0.85"
        names = {player["id"]: player["name"] for player in data["players"]}
        [payment] = data["settle_up"]
        assert (names[payment["debtor"]], names[payment["creditor"]]) == ("Cid", "Ann")
        assert (payment["amount"], payment["paid"]) == ("0.85", False)


def test_who_started_the_evening_says_later_what_a_point_is_worth() -> None:
    evening = Evening(evenings.club()).game(Bob=-4).end()
    organizer, sheet = signed_in(evening.organizer), f"/sessions/{evening.session.public_id}/"
    assert "nobody said what a point is worth" in page(organizer, sheet)
    assert f'href="{sheet}worth/"' in page(organizer, sheet)
    assert f'href="{sheet}worth/"' not in page(seat(evening, "Bob"), sheet)

    wrong = organizer.post(f"{sheet}worth/", {"stake_amount": "a lot", "currency": "EUR"})
    assert wrong.status_code == 422
    assert "such as 0.50" in wrong.content.decode()
    assert 'value="a lot"' in wrong.content.decode()
    saved = organizer.post(f"{sheet}worth/", {"stake_amount": "0,25", "currency": "EUR"})
    assert saved["Location"] == f"{sheet}#settle"
    assert "One point is 0.25\xa0EUR." in page(organizer, sheet)
    assert "1.00\xa0EUR" in page(organizer, sheet)
    assert '[Stake "0.25 EUR"]' in page(organizer, sheet + "record.csn")


def test_an_evening_without_a_game_has_the_link_among_its_files() -> None:
    evening = Evening(evenings.club(currency="EUR"))
    organizer = signed_in(evening.organizer)
    address = f"/sessions/{evening.session.public_id}/"
    assert f'href="{address}worth/"' in page(organizer, address)
    assert 'value="EUR"' in page(organizer, f"{address}worth/")


def test_unknown_things_are_calmly_not_found(evening: Evening, organizer: Client) -> None:
    for address in (
        "/clubs/nowhere/",
        "/sessions/nothing/",
        "/clubs/tuesday/players/nobody/",
        f"/sessions/{evening.session.public_id}/games/3/",
        f"/sessions/{evening.session.public_id}/games/0/",
        f"/sessions/{evening.session.public_id}/games/99999999999999999999/",
    ):
        assert "Traceback" not in page(organizer, address, 404)


def test_pages_are_read_only(evening: Evening, organizer: Client) -> None:
    for address in addresses(evening):
        assert organizer.post(address).status_code == 405


def test_nonsense_in_the_address_means_the_default(evening: Evening, organizer: Client) -> None:
    for address in (
        f"/sessions/{evening.session.public_id}/?page=x",
        f"/sessions/{evening.session.public_id}/?page=-1",
        f"/sessions/{evening.session.public_id}/?page=٣",
        "/clubs/tuesday/leaderboard/?page=0&season=x&order=y",
        "/clubs/tuesday/sessions/?before=zzz",
    ):
        page(organizer, address)


def test_the_sheet_shows_points_with_a_real_minus_sign(evening: Evening, organizer: Client) -> None:
    text = page(organizer, addresses(evening)[6])
    assert ">+3</span>" in text
    assert ">−2</span>" in text
    assert ">-2<" not in text


def test_the_sheet_needs_nothing_inline(evening: Evening, organizer: Client) -> None:
    for address in addresses(evening)[:9]:
        text = page(organizer, address)
        assert " style=" not in text
        assert "onclick" not in text
        assert "<style" not in text


def test_a_tap_on_a_cell_tells_the_game_in_the_words_of_the_notation(
    evening: Evening, organizer: Client
) -> None:
    address = f"/sessions/{evening.session.public_id}/games/1/?player="
    answer = organizer.get(
        address + evening.player("Bob").public_id, headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert "<html" not in text
    assert "Game 1 · Bob" in text
    assert '<li class="concerns"><code>points Bob -1, Cid -2</code>' in text
    assert '<li class="concerns">points entered: Bob −1, Cid −2</li>' in text
    german = organizer.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert "Punkte eingetragen: Bob −1, Cid −2" in german
    assert "<li>Ann | Bob Cid</li>" in german


def test_who_is_meant_is_not_mistaken_for_a_longer_name() -> None:
    evening = Evening(evenings.club(), "Ann Anna Cid").game(Anna=-1)
    address = f"/sessions/{evening.session.public_id}/games/1/?player="
    text = page(signed_in(evening.organizer), address + evening.player("Ann").public_id)
    assert "<li><code>points Anna -1, Cid 0</code>" in text


def test_the_csv_has_a_row_per_game_with_plain_numbers(evening: Evening, organizer: Client) -> None:
    text = page(organizer, addresses(evening)[9]).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    players = "Ann,Bob,Cid,Ann total,Bob total,Cid total"
    day = evening.session.played_on.isoformat()
    assert text.splitlines() == [
        f"game,box,partner,captain,winner,level,ending,{players},date,session",
        f"1,Ann,,Bob,box,,points only,3,-1,-2,3,-1,-2,{day},Club night",
        f"2,Ann,,Cid,team,,points only,-2,1,1,1,0,-1,{day},Club night",
    ]


def test_a_name_that_looks_like_a_formula_is_only_a_name() -> None:
    evening = Evening(evenings.club(), "=1+1 @Bob Cid").game(Cid=-1)
    text = page(signed_in(evening.organizer), f"/sessions/{evening.session.public_id}/sheet.csv")
    assert "'=1+1" in text
    assert "'@Bob" in text
    assert ",=1+1" not in text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_table_opens_in_spreadsheets_of_the_language_and_can_be_read_back(
    language: str, kind: str, evening: Evening
) -> None:
    GameScore.objects.filter(points=-200, game__number=2).update(points=-250)
    GameScore.objects.filter(points=100, game__number=2).filter(player__name="Cid").update(
        points=150
    )
    void = evening.session.games.get(number=1)
    void.is_void = True
    void.save()
    client = signed_in(evening.organizer)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(f"/sessions/{evening.session.public_id}/sheet.{kind}")
    assert answer["Content-Disposition"].endswith(f'.{kind}"')
    data = answer.content
    if kind == "csv":
        assert (b"-2,5;" in data, b",-2.5" in data) == (language == "de", language == "en")
    table = read_table(data)
    columns = guessed(table, OF_RESULTS)
    check(columns, OF_RESULTS)
    found = read_results(table, columns, "dmy", [], {}, lambda _name: "", evening.club.today)
    assert found.problems == []
    [again] = found.evenings
    assert (again.date, again.title) == (evening.session.played_on, "Club night")
    named = {person.key: person.name for person in found.people}
    [game] = again.games
    points = {named[key.split(":")[-1]]: size for key, size in game.points.items()}
    assert points == {"Ann": -250, "Bob": 100, "Cid": 150}


def test_a_spreadsheet_has_the_totals_and_who_pays_whom(evening: Evening) -> None:
    address = f"/sessions/{evening.session.public_id}/sheet.xlsx"
    book = load_workbook(io.BytesIO(signed_in(evening.organizer).get(address).content))
    assert book.sheetnames[1:] == ["Totals", "Who pays whom"]
    totals = dict(list(book["Totals"].values)[1:])
    sheet = book.worksheets[0]
    head, *games = sheet.values
    last = dict(zip(head, games[-1], strict=True))
    assert totals == {name: last[f"{name} total"] for name in ("Ann", "Bob", "Cid")}
    assert list(totals.values()) == sorted(totals.values(), reverse=True)
    head, *payments = book["Who pays whom"].values
    assert head == ("pays", "gets", "amount", "currency", "paid")
    assert payments

    public = evening.club
    public.visibility = "public"
    public.save()
    book = load_workbook(io.BytesIO(Client().get(address).content))
    assert book.sheetnames[1:] == ["Totals"]


def test_the_json_has_points_in_hundredths_by_player(evening: Evening, organizer: Client) -> None:
    data = json.loads(page(organizer, addresses(evening)[10]))
    ann, bob, cid = (player["id"] for player in data["players"])
    assert [player["total"] for player in data["players"]] == [100, 0, -100]
    assert data["games"][1] == {
        "number": 2,
        "void": False,
        "in_record": True,
        "box": ann,
        "partner": None,
        "team": [cid, bob],
        "winner": "team",
        "level": None,
        "ending": "points",
        "points": {ann: -200, bob: 100, cid: 100},
        "totals": {ann: 100, bob: 0, cid: -100},
    }


def test_files_are_named_after_their_evening(evening: Evening, organizer: Client) -> None:
    for address in addresses(evening)[9:]:
        name = organizer.get(address).headers["Content-Disposition"]
        assert name.startswith('attachment; filename="chouette-2026-11-17-')


def test_a_debt_is_ticked_off_where_it_is_shown(evening: Evening) -> None:
    bob = seat(evening, "Bob")
    debt = Debt.objects.get()
    answer = bob.post(f"/debts/{debt.public_id}/paid/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'class="debt debt--paid"' in answer.content.decode()
    assert not Debt.objects.exists()
    assert Payment.objects.get().made_by == evenings.user("Bob")
    answer = bob.post(f"/debts/{debt.public_id}/unpaid/")
    assert answer.headers["Location"].endswith("/#settle")
    assert Debt.objects.get().is_outstanding


def test_a_debt_is_nobody_else_s_business(evening: Evening, client: Client) -> None:
    scorer = signed_in(evenings.member(evening.club, "Max", "scorer"))
    for someone in (client, scorer, signed_in(evenings.user("Zoe"))):
        for verb in ("paid", "unpaid"):
            address = f"/debts/{Debt.objects.get().public_id}/{verb}/"
            assert someone.post(address).status_code == 404
            assert someone.get(address).status_code == 405
    assert Debt.objects.get().is_outstanding


def test_the_button_of_the_filters_says_before_which_day_balances_are_shown() -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Cid", day=MONDAY).game(Bob=-3, Cid=-1).end()
    client = signed_in(evenings.user("Olga"))
    asked = page(client, "/clubs/tuesday/balances/?before=2030-12-24")
    assert "before 24 Dec 2030" in asked
    person = Player.objects.get(name="Bob").public_id
    both = page(client, f"/clubs/tuesday/balances/?before=2030-12-24&person={person}")
    assert "Bob · before 24 Dec 2030" in both


def test_what_is_chosen_is_marked_paid_after_it_was_said_what_that_changes() -> None:
    club = evenings.club()
    Evening(club, "Ann Bob Cid", day=MONDAY).game(Bob=-3, Cid=-1).end()
    client = signed_in(evenings.user("Olga"))
    assert "Choose an evening" in page(client, "/clubs/tuesday/balances/")
    bob = Player.objects.get(name="Bob").public_id
    asked = page(client, f"/clubs/tuesday/balances/?person={bob}")
    assert "Bob has paid 3 points." in asked
    assert "Ann has been given 3 points." in asked
    assert "Cid has paid" not in asked
    shown = re.findall('name="debt" value="([^"]+)"', asked)
    done = client.post("/clubs/tuesday/balances/paid/", {"debt": shown}, follow=True)
    assert "1 payment is marked paid." in done.content.decode()
    assert [one.debtor.name for one in Debt.objects.all() if one.is_outstanding] == ["Cid"]
    late = client.post("/clubs/tuesday/balances/paid/", {"debt": shown})
    assert late.status_code == 409
    assert "nothing was written" in late.content.decode()
    assert client.post("/clubs/tuesday/balances/paid/", {"debt": "x y"}).status_code == 404


def test_a_pot_asks_one_amount_of_everybody() -> None:
    # At 0.50: Bob owes Ann 1.50 and Cid 0.50 in payments that make all even.
    evening = Evening(evenings.club(), "Ann Bob Cid Dee", stake="0.50", currency="EUR")
    evening.game(Bob=-4, Cid=1, Dee=-1).end()
    shown = page(signed_in(evenings.user("Olga")), f"/sessions/{evening.session.public_id}/")
    pot = shown.split('id="pot">')[1].split("</ul>")[0]
    assert re.findall("<li>(.*?)</li>", pot.replace("\xa0", " ")) == [
        "Bob pays in 2.00 EUR.",
        "Dee pays in 0.50 EUR.",
        "Cid takes out 0.50 EUR.",
        "Ann takes out 2.00 EUR.",
    ]
    assert f"/clubs/tuesday/balances/?evening={evening.session.public_id}" in shown


def test_a_club_that_settles_through_a_pot_sees_it_first_and_payments_behind_a_fold() -> None:
    club = evenings.club()
    evening = Evening(club, "Ann Bob Cid Dee", stake="0.50", currency="EUR")
    evening.game(Bob=-4, Cid=-2, Dee=-1).end()
    organizer = evenings.user("Olga")
    client, path = signed_in(organizer), f"/sessions/{evening.session.public_id}/"
    usual = page(client, path)
    assert usual.index("Mark paid") < usual.index('id="pot"')
    club_change(club=club, by=organizer, pot_first=True)
    shown = page(client, path)
    assert shown.index('id="pot"') < shown.index("Between two: the fewest payments")
    assert shown.index("Between two: the fewest payments") < shown.index("Mark paid")
    assert shown.count("Mark all paid") == 1
    for left, form in ((2, 'id="fold-payments" open>'), (1, "")):
        paid = next(one for one in Debt.objects.all() if one.is_outstanding)
        answer = client.post(f"/debts/{paid.public_id}/paid/", headers={"HX-Request": "true"})
        said = answer.content.decode()
        assert form in said, "the fold stays open for the next"
        assert ('id="pot"' in said) == (left > 1), "one payment needs no pot"


def test_a_public_club_tells_nobody_else_that_nothing_is_open(client: Client) -> None:
    club = evenings.club()
    club.visibility = Club.Visibility.PUBLIC
    club.save(update_fields=["visibility"])
    Evening(club).game(Bob=-3, Cid=-1).end()
    seen = page(client, "/clubs/tuesday/balances/")
    assert "Nothing is open" not in seen
    assert "Seen by those it concerns" in seen
    assert "Bob" not in seen


def test_empty_pages_say_what_to_do_first() -> None:
    club = evenings.club()
    client = signed_in(evenings.user("Olga"))
    assert "Start a chouette" in page(client, "/clubs/tuesday/")
    assert "Start a chouette" in page(client, "/clubs/tuesday/sessions/")
    assert "type their names" in page(client, "/clubs/tuesday/players/")
    assert "Play a chouette" in page(client, "/clubs/tuesday/leaderboard/")
    assert "Nothing is open" in page(client, "/clubs/tuesday/balances/")
    evening = Evening(club)
    assert "Go to the table" in page(client, f"/sessions/{evening.session.public_id}/")
    ann = evening.player("Ann").public_id
    assert "after the first game" in page(client, f"/clubs/tuesday/players/{ann}/")


def test_who_left_before_their_first_game_has_no_column_until_they_come_back() -> None:
    evening = Evening(evenings.club(), "Ann Bob Cid Dee")
    evening.leave("Dee").game(winner="box").game()
    running = sheet_get(evening.session, Reader.system())
    assert [column.player.name for column in running.columns] == ["Ann", "Bob", "Cid"]
    back = sheet_get(evening.join("Dee").session, Reader.system())
    assert [column.player.name for column in back.columns][-1] == "Dee"
    evening.leave("Dee")
    over = sheet_get(evening.end().session, Reader.system())
    assert [column.player.name for column in over.columns] == ["Ann", "Bob", "Cid"]
    assert all(len(row.cells) == 3 for row in over.rows)


def test_an_evening_that_is_over_is_reopened_from_its_sheet_by_those_who_may() -> None:
    evening = Evening(evenings.club()).game(winner="box").end()
    address = f"/sessions/{evening.session.public_id}/"
    assert "Reopen at the table" in page(signed_in(evening.organizer), address)
    evenings.member(evening.club, "Fay", "player")
    assert "Reopen at the table" not in page(signed_in(evenings.user("Fay")), address)


def test_names_are_text_and_never_markup() -> None:
    evening = Evening(evenings.club(), "<b>Ann</b> 🎲Bob O'Cid").game(winner="box").game().end()
    client = signed_in(evening.organizer)
    for address in (
        "/clubs/tuesday/",
        "/clubs/tuesday/players/",
        f"/sessions/{evening.session.public_id}/",
        f"/sessions/{evening.session.public_id}/print/",
        f"/sessions/{evening.session.public_id}/games/1/",
    ):
        text = page(client, address)
        assert "<b>Ann" not in text
        assert "&lt;b&gt;Ann" in text


def test_pages_take_a_constant_number_of_queries(django_assert_max_num_queries: Any) -> None:
    club = evenings.club()
    last = Evening(club, "Ann Bob Cid Dee Eve Fay", stake="1", currency="EUR").game(Bob=-1)
    client = signed_in(evenings.user("Olga"))
    for _ in range(5):
        last.game().doubled_game()
    for _ in range(6):
        Evening(club, "Ann Bob Cid Dee Eve Fay").game(Bob=-1).end()
    evenings_refresh(club_id=club.pk)
    # Once an hour it is written down that this device was seen.
    page(client, "/clubs/tuesday/")
    for address, most in (
        ("/clubs/tuesday/", 15),  # the last three: what waits for who directs
        ("/clubs/tuesday/results/", 18),
        ("/clubs/tuesday/players/", 8),
        ("/clubs/tuesday/leaderboard/", 10),
        ("/clubs/tuesday/balances/", 9),
        (f"/clubs/tuesday/players/{last.player('Ann').public_id}/", 18),
        (f"/sessions/{last.session.public_id}/", 19),
    ):
        with django_assert_max_num_queries(most):
            shown = page(client, address)
        assert "Ann" in shown
