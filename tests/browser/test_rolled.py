"""The dice for the first seats, where many tie again and again."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

STYLES = Path(__file__).parents[2] / "static" / "css"


def test_dice_of_four_ties_stay_inside_the_card_on_a_phone(page: Page) -> None:
    styles = "".join(
        (STYLES / f"{name}.css").read_text("utf-8") for name in ("tokens", "base", "table")
    )
    dice = '<svg class="die" width="32" height="32"></svg>' * 5
    one = f'<li><span class="rolled__name">Ann</span><span class="roll__dice">{dice}</span></li>'
    page.set_viewport_size({"width": 360, "height": 740})
    page.set_content(
        f'<style>{styles}</style><section class="card rolled">'
        f'<ul class="rolled__list">{one * 2}</ul></section>'
    )
    edges = page.evaluate(
        "[...document.querySelectorAll('.die')].map(die => die.getBoundingClientRect().right)"
    )
    card = page.evaluate("document.querySelector('.card').getBoundingClientRect().right")
    assert len(edges) == 10
    assert max(edges) <= card
