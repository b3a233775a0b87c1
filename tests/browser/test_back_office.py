"""The back office on a phone and a large screen: nothing is cut, ticks stand beside their words."""

from typing import Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser

from games.models import Club, User
from tests import evenings
from tests.evenings import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCHEMES: tuple[tuple[int, Literal["light", "dark"], str], ...] = (
    (1280, "light", "en-GB"),
    (820, "light", "de-DE"),
    (360, "dark", "de-DE"),
)
FAULTS = r"""() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push("the page scrolls sideways");
  const content = document.getElementById("content");
  const all = (what) => content.querySelectorAll(what);
  for (const field of all(":is(input, select, textarea):not([type=hidden])")) {
    const card = field.closest(".module, #toolbar, .results, .actions");
    const [box, around] = [field.getBoundingClientRect(), card?.getBoundingClientRect()];
    if (box.width && around && box.right > around.right) found.push(`${field.name} is cut`);
  }
  const middle = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  for (const tick of all(".checkbox-row input")) {
    const word = tick.parentElement.querySelector("label");
    const off = Math.abs(middle(tick) - middle(word));
    if (off > 2) found.push(`${tick.name} is not beside its word`);
  }
  for (const link of document.querySelectorAll("#nav-sidebar tbody th a")) {
    const word = link.textContent.trim();
    if (!/[\s-]/.test(word) && link.getClientRects().length > 1) found.push(`${word} is broken`);
  }
  const small = new Set();
  for (const one of all("*")) {
    const words = [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
    if (words && one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 12) {
      small.add(`${one.tagName} “${one.textContent.trim().slice(0, 20)}” is tiny`);
    }
  }
  found.push(...small);
  for (const one of all(":is(h1, h2, input[type=submit], th)")) {
    if (getComputedStyle(one).textTransform === "none") continue;
    found.push(`${one.textContent || one.value} is in capitals`);
  }
  return found;
}"""


def test_nothing_is_cut_and_ticks_stand_beside_their_words(
    browser: Browser, live_server: object
) -> None:
    root = User.objects.create_superuser("root@example.org", name="Root")
    evening = Evening(evenings.club()).doubled_game().end()
    club = Club.objects.get()
    player = evening.player("Ann")
    client = Client()
    client.force_login(root, backend="games.backends.AccountBackend")
    name = settings.SESSION_COOKIE_NAME
    cookie = client.cookies[name].value
    told = []
    for width, scheme, locale in SCHEMES:
        context = browser.new_context(
            base_url=str(live_server),
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            locale=locale,
        )
        context.add_cookies([{"name": name, "value": cookie, "url": str(live_server)}])
        page = context.new_page()
        page.set_default_timeout(120_000)
        for path in (
            "",
            "games/player/",
            f"games/player/{player.pk}/change/",
            f"games/club/{club.pk}/change/",
            f"games/session/{evening.session.pk}/change/",
            "games/season/add/",
            f"games/user/{root.pk}/change/",
        ):
            page.goto(f"/admin/{path}")
            told += [f"{path} at {width} px: {one}" for one in page.evaluate(FAULTS)]
        context.close()
    assert not told, "\n".join(told)
