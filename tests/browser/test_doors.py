"""The five doors in a browser: where they are does not depend on the page."""

import pytest
from playwright.sync_api import Page

from games.models import Club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = ("", "people/add/", "evenings/new/", "sessions/new/", "settings/", "events/")


@pytest.mark.parametrize("size", [(360, 740), (820, 1100), (1280, 800)])
def test_the_doors_are_always_in_the_same_place(
    screen: Page, club: Club, size: tuple[int, int]
) -> None:
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    places = set()
    for page in PAGES:
        screen.goto(f"/clubs/{club.slug}/{page}")
        box = screen.locator(".doors").bounding_box()
        assert box is not None
        places.add(tuple(round(one) for one in box.values()))
    assert len(places) == 1
