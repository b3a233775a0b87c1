"""Clocks that are an hour wrong: nothing depends on them but what is written beside an action."""

import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.loopback import Server
from benchmarks.phones import COOKIE, next_form
from tests.faults.tables import Table, beat_of, see, table_in, wait_for, watch, watching

HOUR = datetime.timedelta(hours=1)
A_LOOK = 1500
"""Milliseconds: a tap on what has only just appeared is taken for a mistake."""
PATIENCE = 60_000
SHIFTED = ("-m", "tests.faults.shifted", "up")


@pytest.mark.slow
def test_a_server_whose_clock_is_an_hour_wrong_loses_nobody_and_nothing(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    keys: list[str] = []

    async def play(server: Server, taps: int) -> str:
        with watching(server) as crowd:
            await watch(crowd, table, table.viewers[0])
            scorer = table.scorer(server)
            await scorer.look()
            for _ in range(taps):
                keys.append(f"tap-{len(keys)}")
                form = await next_form(scorer, len(keys) - 1)
                answer = await scorer.send(form, key=keys[-1])
                assert answer.status == 200, answer.text
                await see(crowd, beat_of(answer))
            assert (await scorer.look("?pane=history")).status == 200
            history = scorer.page
            await scorer.close()
        return history

    # The table was made by a right clock: an hour ahead of it, and then two hours back.
    for wrong_by in (3600, -3600):
        table.environment["CLOCK_WRONG_BY"] = str(wrong_by)
        with table.served(*SHIFTED) as server:
            wait_for(play(server, 3))
            table.is_whole(keys)


@pytest.mark.browser
def test_phones_whose_clocks_are_an_hour_wrong_both_ways_play_along(
    browser: Browser, tmp_path: Path
) -> None:
    table = table_in(tmp_path, scorers=2)
    with table.served() as server:
        ahead, behind = (
            phone(browser, server, table, number, wrong_by)
            for number, wrong_by in enumerate((HOUR, -HOUR))
        )
        tap(ahead, "#b-play", (behind, "#b-team-wins"))
        tap(behind, ".seat__button", (ahead, "#confirm"))
        tap(ahead, "#confirm", (ahead, "#b-team-wins"), (behind, "#b-team-wins"))
        tap(behind, "#b-team-wins", (behind, "#b-level-1"))
        tap(behind, "#b-level-1", (ahead, "#b-play"), (behind, "#b-play"))
        assert table.recorded()["games"] == 1
        ahead.context.close()
        behind.context.close()


def tap(page: Page, selector: str, *then: tuple[Page, str]) -> None:
    """Look, tap, and wait for what comes of it, on whichever phone."""
    page.wait_for_timeout(A_LOOK)
    page.locator(selector).first.tap()
    for other, appears in then:
        expect(other.locator(appears)).to_be_visible(timeout=PATIENCE)


def phone(
    browser: Browser, server: Server, table: Table, number: int, wrong_by: datetime.timedelta
) -> Page:
    """A scorer's phone with the table open and a clock of its own."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale="en"
    )
    context.add_cookies([{"name": COOKIE, "value": table.scorers[number], "url": server.address}])
    page = context.new_page()
    page.clock.set_system_time(datetime.datetime.now(datetime.UTC) + wrong_by)
    page.goto(f"{server.address}/sessions/{table.id}/table/")
    return page
