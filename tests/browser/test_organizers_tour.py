"""An organizer's tour, by clicking: a club from its founding to the end of its first season."""

import datetime
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Thumb, judged
from tests.servers import Server

pytestmark = pytest.mark.browser

CLUB = "Hafenclub Süd"
TODAY = datetime.datetime.now(datetime.UTC).date()
SEASON = f"Season {TODAY.year}"

FIRST_NAMES = (
    *("Björn", "Renée", "Søren", "Zoë", "Walburga", "Íñigo", "Šárka", "Ömer", "Giuseppe"),
    *("Kunigunde", "Tabitha", "Ludmilla", "Éloïse", "Hrvoje", "Vlad", "Quentin", "Desmond"),
    *("Philippa", "Yusuf", "Nkechi"),
)
LAST_NAMES = (
    *("Weiß", "Grünewald", "O’Hara", "Castañeda", "Œuvrard"),
    *("Papadakis", "Thibodeaux", "Schmitt", "Fjeldså", "Kvist"),
)
MISHEARD = "Walpurga Grünewald"
"""Somebody wrote Walburga down a second time; the other names resemble nobody's."""

SEATS = ("Björn Weiß", "Zoë Kvist", "Šárka O’Hara", "Íñigo Œuvrard")
GAMES = (
    ("b 6", "c -2", "-2", "-2"),
    ("b -3", "c 1", "1", "1"),
    ("c 4", "b -12", "4", "4"),
)
CUBES = ("", "", "all double; box takes all; team wins gammon")
TOTALS = ("+7", "−13", "+3", "+3")
TOTALS_WITHOUT_THE_FIRST = ("+1", "−11", "+5", "+5")


class Desk(Thumb):
    """A computer with a mouse; Axe looks at every page when it is first opened there."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.visited: set[str] = set()

    def is_accessible(self) -> None:
        """Axe finds nothing to complain about.

        It does not load style sheets that others import: it would write them into the page, which
        the content security policy forbids, and the browser complains.
        """
        self.visited.add(self.page.url)
        found = judged(self.page, preload=False)
        assert found.violations_count == 0, found.generate_report()

    def follows(self, link: str, heading: str, within: str = "body") -> None:
        """Click on a link, and arrive at the page of this heading."""
        before = self.page.url
        place = self.page.locator(within)
        place.get_by_role("link", name=link, exact=True).first.click()
        expect(self.page).not_to_have_url(before)
        expect(self.page.get_by_role("heading", name=heading).first).to_be_visible()
        if self.page.url not in self.visited:
            self.is_accessible()

    def presses(self, button: str, then: str) -> None:
        """Click on a button, after which the page says something that it did not say before."""
        self.page.get_by_role("main").get_by_role("button", name=button, exact=True).click()
        self.sees(then)
        self.is_accessible()

    def fills_in(self, fields: dict[str, str]) -> None:
        """Fill in fields by their labels."""
        for label, value in fields.items():
            self.page.get_by_label(label, exact=True).fill(value)


@pytest.fixture
def desks(browser: Browser) -> Iterator[tuple[Desk, Desk]]:
    """The computers of two people; nobody is signed in there yet."""
    swiss = {"reduced_motion": "reduce", "timezone_id": "Europe/Zurich"}
    contexts = [browser.new_context(**swiss) for _ in range(2)]
    for context in contexts:
        context.set_default_timeout(60_000)
    olga, gwen = (Desk(context.new_page()) for context in contexts)
    yield olga, gwen
    for context in contexts:
        context.close()


def test_a_club_is_run_from_its_founding_to_the_end_of_a_season(
    desks: tuple[Desk, Desk], server: Server
) -> None:
    olga, gwen = desks
    sign_in(olga, server)
    found_a_club(olga)
    begin_a_season(olga)
    accept(gwen, invite_an_organizer(olga))
    olga.follows("Members", "Members")
    olga.sees("Gwen Guest")
    import_players(gwen)
    enter_a_sheet(gwen)
    void_a_game(gwen)
    close_the_season(gwen)
    assert olga.complaints == gwen.complaints == []
    server.run("check_ledger")


def sign_in(desk: Desk, server: Server) -> None:
    """The first account is made on the terminal, and signs in by a link."""
    server.run("createsuperuser", "--noinput", "--email", "olga@example.org", "--name", "Olga")
    link = server.run("sign_in_link", "olga@example.org", "--address", server.url)
    desk.page.goto(link.strip())
    desk.presses("Sign in", "Begin with your club")


def found_a_club(desk: Desk) -> None:
    desk.follows("Found a club", "Found a club")
    expect(desk.page.get_by_label("Time zone")).to_have_value("Europe/Zurich")
    expect(desk.page.get_by_label("Currency")).to_have_value("CHF")
    desk.fills_in(
        {"What is the club called?": CLUB, "One point is worth": "0.50", "Currency": "EUR"}
    )
    desk.presses("Found the club", CLUB)


def begin_a_season(desk: Desk) -> None:
    desk.follows("Club", "Players")
    desk.follows("Settings", "Settings")
    desk.follows("Seasons", "Seasons")
    first, last = f"{TODAY.year}-01-01", f"{TODAY.year + 1}-12-31"
    desk.fills_in({"Name": SEASON, "First day": first, "Last day": last})
    desk.presses("Add the season", f"{SEASON} ")


def invite_an_organizer(desk: Desk) -> str:
    desk.follows("Invitations", "Invitations")
    desk.page.get_by_label("Role", exact=True).select_option(label="organizer")
    desk.presses("Make the link", "The link is shown only now")
    return desk.page.get_by_label("Link", exact=True).input_value()


def accept(guest: Desk, link: str) -> None:
    """Who was invited opens the link, and makes an account."""
    guest.page.goto(link)
    guest.sees(f"Invitation to {CLUB}")
    guest.is_accessible()
    guest.fills_in(
        {
            "Your name": "Gwen Guest",
            "E-mail": "gwen@example.org",
            "Password": "nine dark oars at sea",
        }
    )
    guest.presses("Make the account and accept", "Start a chouette")
    guest.sees(CLUB)


def import_players(desk: Desk) -> None:
    names = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
    rows = ["Rufname;Nachname", *(";".join(name.split()) for name in (*names, MISHEARD))]
    desk.follows("Club", "Players")
    desk.follows("Settings", "Settings")
    desk.follows("Import and export", "Import and export")
    desk.page.locator("#file-players").set_input_files(
        {
            "name": "Spieler.csv",
            "mimeType": "text/csv",
            "buffer": "\r\n".join(rows).encode("cp1252"),
        }
    )
    players = desk.page.locator("form", has_text="Players from a spreadsheet")
    players.get_by_role("button", name="Preview").click()
    desk.sees("201 rows, divided by semicolons, written in Windows-1252")
    desk.is_accessible()
    desk.page.get_by_label("Rufname").select_option(label="first name")
    desk.presses("Preview it this way", MISHEARD)
    desk.page.get_by_label(MISHEARD).select_option(label="the same as Walburga Grünewald")
    desk.presses("Preview it this way", "Add 200 players")
    desk.presses("Add 200 players", "200 players added.")
    desk.follows("To the club", CLUB)
    desk.follows("Club", "Players")
    # With the founder they are one more than a page has.
    desk.follows("Later names", "Players")
    expect(desk.page.get_by_role("link", name="Zoë Weiß")).to_be_visible()


def enter_a_sheet(desk: Desk) -> None:
    page = desk.page
    desk.follows("Club", "Players")
    desk.follows("Settings", "Settings")
    desk.follows("Back office", "Your clubs")
    desk.follows("Sessions", "session")
    desk.follows("Enter a paper sheet", "Enter a paper sheet")
    page.get_by_label("Club:").select_option(label=CLUB)
    desk.fills_in({"Title:": "First night"})
    for number, name in enumerate(SEATS, 1):
        desk.fills_in({f"Player {number}": name})
    for number, (cells, cubes) in enumerate(zip(GAMES, CUBES, strict=True), 1):
        for column, cell in enumerate(cells, 1):
            desk.fills_in({f"Game {number}, Player {column}": cell})
        desk.fills_in({f"Game {number}, cubes": cubes})
    said = page.locator("[data-state]")
    expect(said).to_have_text("Every row adds up to 0.")
    expect(page.locator("[data-total]")).to_have_text([*TOTALS, "0"])

    desk.fills_in({"Game 2, Player 3": "-1"})
    expect(said).to_have_text("Rows that do not add up to 0: 2")
    desk.presses("Enter the sheet", "Nothing was written.")
    desk.sees("Row 2: The points add up to −2, not to 0.")
    expect(said).to_have_text("Rows that do not add up to 0: 2")
    desk.fills_in({f"Game 2, {SEATS[2]}": "1"})
    expect(said).to_have_text("Every row adds up to 0.")
    desk.presses("Enter the sheet", "The sheet has been entered: 3 games.")


def void_a_game(desk: Desk) -> None:
    page = desk.page
    desk.follows("Score sheet", "First night")
    expect(page.locator("table.sheet tfoot td")).to_have_text(TOTALS)
    page.go_back()
    desk.follows("Games", "game", within=".object-tools")
    desk.follows("game 1", "Game 1")
    desk.follows("Declare void", "Declare void")
    change = page.locator("tr.changed", has_text=SEATS[0])
    expect(change.locator("td")).to_have_text(("7", "1"))
    desk.presses("Declare void", "This field is required.")
    desk.fills_in({"Reason:": "The board was set up wrongly."})
    desk.presses("Declare void", "Declare void: done.")
    desk.follows("Session", "session")
    desk.sees("The board was set up wrongly.")
    desk.follows("Score sheet", "First night")
    expect(page.locator("table.sheet tfoot td")).to_have_text(TOTALS_WITHOUT_THE_FIRST)


def close_the_season(desk: Desk) -> None:
    desk.follows(CLUB, CLUB)
    desk.follows("Standings", "Leaderboard")
    desk.follows("Club", "Players")
    desk.follows("Settings", "Settings")
    desk.follows("Seasons", "Seasons")
    desk.sees("1 evening")
    desk.presses("Close the season", "Open again")
