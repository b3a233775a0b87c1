"""The network of one phone is cut for a minute, for real: its lines break, none comes about."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone, Thumb
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser

MINUTE = 60_000


def test_a_phone_without_a_network_for_a_minute_loses_nothing(
    thumb: Thumb, another: Callable[..., Phone], wire: Wire
) -> None:
    thumb.tap("#b-roll")
    thumb.tap("#b-play")
    phone = another(wire.address(thumb.page.url))
    phone.is_live()
    wire.cut()

    # The phone taps into the void, while the others play on.
    phone.touch("#b-team-doubles")
    phone.page.wait_for_timeout(1_000)
    for game in range(1, 4):
        thumb.tap("#b-box-wins")
        thumb.tap("#b-level-1")
        thumb.sees(f"Game {game}: Box wins")
        thumb.tap("#b-play")
    thumb.page.wait_for_timeout(MINUTE)
    expect(phone.page.locator("#table-title")).to_contain_text("game 1")

    wire.mend()
    expect(phone.page.locator("#table-title")).to_contain_text("game 4", timeout=30_000)
    expect(phone.table).to_have_attribute(
        "data-version", thumb.page.locator("#table").get_attribute("data-version") or ""
    )
    phone.is_live()
    phone.tap("#b-team-wins")
    phone.tap("#b-level-2")
    thumb.sees("Game 4: Team wins, gammon")
    expect(phone.page.locator(".outbox")).to_have_count(0)
