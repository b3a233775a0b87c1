"""Messages to a device in a real browser: switched on, shown, switched off."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserType, expect

from games.accounts.sealing import public_key, unpacked
from games.accounts.services.push import Notice
from games.boards.actors import cookie_name, seat_sealed
from games.boards.services.boards import Terms, board_create
from games.boards.services.invitations import invitation_accept, invitation_make
from games.boards.services.sitters import Sitter
from games.clubs.services.clubs import club_create
from games.models import PushSubscription, User
from tests.browser.conftest import PHONE, comes_true, judged
from tests.conftest import WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """The whole browser: the light one shows no messages."""
    whole = browser_type.launch(**{**browser_type_launch_args, "executable_path": WHOLE})
    yield whole
    whole.close()


# The browser's maker is not asked: this stands in for their service.
SERVICE = """
const KEY = [KEY];
const own = () => localStorage.getItem("own") && {
  endpoint: localStorage.getItem("own"),
  getKey: (name) => Uint8Array.from(name === "p256dh" ? KEY : Array(16)).buffer,
  unsubscribe: async () => { localStorage.removeItem("own"); return true; },
};
PushManager.prototype.getSubscription = async () => own();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError();
  localStorage.setItem("own", "https://push.example.com/send/1");
  return own();
};
"""


def test_messages_are_switched_on_shown_and_switched_off(
    browser: Browser, live_server: Any
) -> None:
    ann = User.objects.create_user("ann@example.org", name="Ann")
    client = Client()
    client.force_login(ann)
    name = settings.SESSION_COOKIE_NAME
    context = browser.new_context(base_url=str(live_server), viewport=PHONE)
    context.add_cookies(
        [{"name": name, "value": client.cookies[name].value, "url": str(live_server)}]
    )
    context.grant_permissions(["notifications"], origin=str(live_server))
    key = unpacked(public_key("7"))
    context.add_init_script(SERVICE.replace("[KEY]", str(list(key))))
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto("/account/")
    box = page.locator("[data-push]")
    expect(box).to_contain_text("No messages come to this device.")
    box.get_by_role("button", name="Send messages to this device").click()
    expect(box).to_contain_text("Messages come to this device.")
    expect(page.locator("[data-push-here]")).to_be_visible()
    assert PushSubscription.objects.get().user == ann
    assert judged(page).violations_count == 0

    tools = context.new_cdp_session(page)
    ids: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: ids.extend(one["registrationId"] for one in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    comes_true(page, "navigator.serviceWorker.controller !== null")
    while not ids:
        page.wait_for_timeout(20)
    message = {
        "origin": str(live_server),
        "registrationId": ids[0],
        "data": json.dumps(Notice("turn", "/boards/7h2k/", ("Ann", "Bob")).message()),
    }
    for _again in range(2):
        tools.send("ServiceWorker.deliverPushMessage", message)
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
      .map(({ title, body, data }) => [title, body, data])"""
    comes_true(page, f"async () => (await ({shown})()).length > 0")
    assert page.evaluate(shown) == [["Your turn", "Ann – Bob", "/boards/7h2k/"]]

    page.get_by_role("button", name="No more messages").click()
    expect(box).to_contain_text("No messages come to this device.")
    assert not PushSubscription.objects.exists()
    assert said == []
    context.close()


def test_a_guest_at_a_board_switches_messages_on_and_off(
    browser: Browser, live_server: Any
) -> None:
    ann = User.objects.create_user("ann@example.org", name="Ann")
    club = club_create(by=ann, name="Tuesday Club")
    board = board_create(club=club, by=ann, terms=Terms(length=3, pace="days"))
    made, _token = invitation_make(board=board, by=Sitter(0, ann))
    seat = invitation_accept(invitation=made, by=None, name="Zoë")
    context = browser.new_context(base_url=str(live_server), viewport=PHONE)
    context.add_cookies(
        [{"name": cookie_name(board), "value": seat_sealed(seat), "url": str(live_server)}]
    )
    context.grant_permissions(["notifications"], origin=str(live_server))
    key = unpacked(public_key("7"))
    context.add_init_script(SERVICE.replace("[KEY]", str(list(key))))
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"/boards/{board.public_id}/")
    box = page.locator("[data-push]")
    expect(box).to_contain_text("This device can tell you when it is your turn.")
    assert judged(page).violations_count == 0
    box.get_by_role("button", name="Send messages to this device").click()
    expect(box).to_contain_text("Messages come to this device.")
    kept = PushSubscription.objects.get()
    assert (kept.user, kept.seat) == (None, seat)

    box.get_by_role("button", name="No more messages").click()
    expect(box).to_contain_text("This device can tell you when it is your turn.")
    assert not PushSubscription.objects.exists()
    assert said == []
    context.close()
