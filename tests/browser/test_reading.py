"""Reading in a real browser: tapping a cell, ticking a debt off, printing, accessibility."""

import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from games.models import Debt, Payment
from tests import evenings
from tests.browser.conftest import judged
from tests.evenings import Evening
from tournaments.ladders.services.evenings import evenings_refresh
from tournaments.models import EveningShare, EveningTally, OfficialList

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Labels that lie on the next, and choices of which not every letter is seen.
CUT_WORDS = """() => {
  const ARROW = 20;
  const pen = document.createElement("canvas").getContext("2d");
  const wide = (one, text) => {
    pen.font = getComputedStyle(one).font;
    return pen.measureText(text).width;
  };
  const cut = Array.from(document.querySelectorAll(".filters select"), (one) => {
    const text = one.selectedOptions[0].textContent;
    const beside = 2 * parseFloat(getComputedStyle(one).paddingLeft) + ARROW;
    return wide(one, text) + beside > one.clientWidth ? text : "";
  });
  const labels = Array.from(document.querySelectorAll(".filters .field > label"));
  const under = labels.map((one, at) => {
    const end = one.getBoundingClientRect().left + wide(one, one.textContent);
    const next = labels[at + 1]?.getBoundingClientRect().left ?? Infinity;
    return end > next ? one.textContent : "";
  });
  return [...under, ...cut].filter((text) => text);
}"""
SIX = "Ann Bob Cid Dee Eve Bartholomew"


@pytest.fixture
def games() -> int:
    """How many the evening has; a test that reads a long sheet says so."""
    return 6


@pytest.fixture
def evening(games: int) -> Evening:
    """Games of six players, with cubes, ended."""
    made = Evening(evenings.club(), SIX, stake="0.50", currency="EUR", title="Club night")
    for number in range(games):
        made.doubled_game("box" if number % 3 else "team", 1 + number % 2)
    return made.end()


@pytest.fixture
def phone(browser: Browser, live_server: object, evening: Evening) -> Page:
    """A phone on which the organizer is signed in."""
    context = browser.new_context(
        base_url=str(live_server), viewport={"width": 360, "height": 740}, has_touch=True
    )
    client = Client()
    client.force_login(evening.organizer)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": cookie, "url": str(live_server)}])
    page = context.new_page()
    page.on("console", lambda message: pytest.fail(message.text) if message.type == "error" else 0)
    return page


@pytest.mark.parametrize("games", [30])
def test_thirty_games_of_six_fit_on_one_sheet_of_a4(phone: Page, evening: Evening) -> None:
    phone.goto(f"/sessions/{evening.session.public_id}/print/")
    paper = phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1
    assert re.search(rb"/MediaBox\s*\[0 0 59[456][.\d]* 84[123][.\d]*\]", paper)


def test_a_tap_on_a_cell_tells_the_game(phone: Page, evening: Evening) -> None:
    phone.goto(f"/sessions/{evening.session.public_id}/")
    phone.locator(".sheet tbody tr").nth(1).locator("td").nth(1).tap()
    story = phone.get_by_role("dialog")
    expect(story.get_by_role("heading")).to_have_text("Game 2 · Bob")
    expect(story.locator(".concerns").first).to_be_visible()
    story.get_by_role("link", name="Game 3").tap()
    expect(story.get_by_role("heading")).to_have_text("Game 3")
    story.get_by_role("button", name="Close").tap()
    expect(story).to_be_hidden()


def test_six_players_fit_on_a_phone(phone: Page, evening: Evening) -> None:
    phone.goto(f"/sessions/{evening.session.public_id}/")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    for cell in phone.locator(".sheet tbody tr").first.locator("a").all():
        box = cell.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= 360


def test_a_debt_is_ticked_off_without_leaving_the_page(phone: Page, evening: Evening) -> None:
    phone.goto(f"/sessions/{evening.session.public_id}/")
    before = Debt.objects.count()
    phone.get_by_role("button", name=re.compile("has paid")).first.tap()
    expect(phone.locator(".debt--paid")).to_have_count(1)
    assert (Payment.objects.count(), Debt.objects.count()) == (1, before - 1)
    assert phone.url.endswith(f"/sessions/{evening.session.public_id}/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(phone: Page, evening: Evening, scheme: str) -> None:
    phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    player = evening.player("Ann").public_id
    session = f"/sessions/{evening.session.public_id}/"
    for address in (
        "/clubs/tuesday/",
        "/clubs/tuesday/results/",
        "/clubs/tuesday/players/",
        f"/clubs/tuesday/players/{player}/",
        "/clubs/tuesday/leaderboard/",
        "/clubs/tuesday/records/",
        "/clubs/tuesday/balances/",
        session,
        session + "print/",
        session + "games/1/",
    ):
        phone.goto(address)
        found = judged(phone).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in found] == [], address


def test_a_row_of_the_leaderboard_opens_on_a_phone_and_filters_apply_at_once(
    phone: Page, evening: Evening
) -> None:
    phone.goto("/clubs/tuesday/leaderboard/?over=all&order=points")
    row = phone.locator(".opens tbody tr").first
    expect(row.locator("[data-label=Games]")).to_be_hidden()
    row.get_by_role("checkbox").check()
    expect(row.locator("[data-label=Games]")).to_be_visible()
    phone.locator(".filters__button").tap()
    phone.locator("#order").select_option("average")
    phone.wait_for_url("**order=average**")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_choices_above_a_leaderboard_stand_in_one_line_and_are_read_whole(
    phone: Page, evening: Evening, live_server: object, language: str
) -> None:
    OfficialList.objects.create(club=evening.club, kind="month", day="2026-09-30")
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": str(live_server)}
    phone.context.add_cookies([cookie])  # type: ignore[list-item]
    phone.goto("/clubs/tuesday/leaderboard/?over=all")
    expect(phone.locator("html")).to_have_attribute("lang", language)
    choices = phone.locator(".filters :is(select, .input--number, .choice)")
    expect(choices).to_have_count(6)
    for width in (780, 820, 900, 1280):
        phone.set_viewport_size({"width": width, "height": 740})
        boxes = [box for one in choices.all() if (box := one.bounding_box())]
        assert len({round(box["y"] + box["height"]) for box in boxes}) == 1, width
        apart = [after["x"] - before["x"] - before["width"] for before, after in pairwise(boxes)]
        assert min(apart) >= 0, (width, apart)
        assert boxes[-1]["x"] + boxes[-1]["width"] <= width
        assert phone.evaluate(CUT_WORDS) == [], width


def test_results_are_narrowed_at_once_by_keys_and_the_address_keeps_it(
    phone: Page, evening: Evening
) -> None:
    where = "/clubs/tuesday/results/"
    phone.goto(where)
    phone.locator(".filters__button").tap()
    kinds = phone.get_by_role("group", name="Which results").get_by_role("radio")
    kinds.first.focus()
    phone.keyboard.press("ArrowRight")
    expect(phone).to_have_url(re.compile(r"/results/\?kind=evenings$"))
    expect(phone.get_by_role("status").filter(has_text="Evenings")).to_have_text(
        "Evenings: 1 result on this page"
    )
    expect(phone.get_by_label("Evenings", exact=True)).to_be_focused()
    phone.keyboard.press("ArrowRight")
    expect(phone).to_have_url(re.compile(r"/results/\?kind=matches$"))
    expect(phone.get_by_label("Matches", exact=True)).to_be_focused()
    expect(phone.get_by_text("No match has been played here yet")).to_be_visible()
    expect(phone.locator(".filters__button")).to_contain_text("Matches")
    phone.locator("#player").select_option("Ann")  # the filters have stayed open
    expect(phone).to_have_url(re.compile(r"/results/\?kind=matches&player=\w+$"))
    phone.go_back()
    phone.go_back()
    expect(phone).to_have_url(re.compile(r"/results/\?kind=evenings$"))
    expect(phone.get_by_text("Club night")).to_be_visible()
    expect(phone.locator("input[name=kind]:checked")).to_have_value("evenings")
    phone.reload()
    expect(phone.locator(".filters__button")).to_contain_text("Evenings")


def test_without_scripts_a_button_narrows_the_results(
    browser: Browser, live_server: object, evening: Evening
) -> None:
    evening.club.visibility = "public"
    evening.club.save()
    page = browser.new_context(base_url=str(live_server), java_script_enabled=False).new_page()
    page.goto("/clubs/tuesday/results/")
    page.get_by_role("radio", name="Matches").check()
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"kind=matches"))
    expect(page.get_by_text("No match has been played here yet")).to_be_visible()


def test_an_opened_row_of_the_leaderboard_stays_open_when_figures_come(
    phone: Page, evening: Evening
) -> None:
    EveningTally.objects.update(formula=0)
    phone.goto("/clubs/tuesday/leaderboard/?over=all&order=points")
    rows = phone.locator(".opens tbody tr")
    expect(phone.locator("#waiting")).to_contain_text("1 evening to go")
    rows.last.get_by_role("checkbox").check()
    name = rows.last.get_by_role("checkbox").get_attribute("aria-label")
    evenings_refresh(club_id=evening.club.pk)
    expect(phone.locator("#waiting")).to_have_text("These figures are up to date.")
    opened = phone.locator(".opens__box:checked")
    expect(opened).to_have_count(1)
    expect(opened).to_have_attribute("aria-label", str(name))


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_table_of_a_player_scrolls_sideways_on_a_phone_and_its_rows_open(
    phone: Page, evening: Evening, language: str
) -> None:
    phone.context.set_extra_http_headers({"Accept-Language": language})
    phone.goto(f"/clubs/tuesday/players/{evening.player('Ann').public_id}/")
    expect(phone.locator(f"html[lang={language}]")).to_be_attached()
    tables = phone.locator(".scroll:has(.opens--named)")
    assert {"roles-title", "cubes-title", "boxes-title", "opponents-title", "last-title"} <= {
        one.get_attribute("aria-labelledby") for one in tables.all()
    }
    for table in tables.all():
        row = table.locator("tbody tr").first
        rest = row.locator("[data-label]").last
        expect(rest).to_be_hidden()
        row.get_by_role("checkbox").check()
        expect(rest).to_be_visible()
        assert table.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def test_figures_that_are_late_say_so_and_renew_themselves_in_their_place(
    phone: Page, evening: Evening
) -> None:
    EveningTally.objects.update(formula=0)
    EveningShare.objects.all().delete()
    phone.goto("/clubs/tuesday/players/")
    line, first = phone.locator("#waiting"), phone.locator("#figures li").first
    expect(line).to_have_text("Being worked out: 1 evening to go.")
    expect(first).to_contain_text("0 games")
    before = first.bounding_box()
    evenings_refresh(club_id=evening.club.pk)
    expect(first).to_contain_text("6 games")
    expect(line).to_have_text("These figures are up to date.")
    assert first.bounding_box() == before
    phone.reload()
    expect(line).to_have_count(0)
