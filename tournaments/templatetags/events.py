"""Template tags about events, for pages that belong to the club."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Club
from tournaments.events.selectors.events import events_now
from tournaments.models import Event
from tournaments.pages.presenters.events_standings import (
    CrossCell,
    CrossResult,
    CrossTable,
    StandLine,
    StandTable,
)
from tournaments.pages.presenters.events_words import status_said

register = template.Library()
NOBODY: Final = format_html('<span class="visually-hidden">{}</span>', "–")
"""What stands where a player would meet themselves."""


@register.inclusion_tag("tournaments/pages/events/cards.html")
def events_of(club: Club) -> dict[str, Any]:
    """Show the club's running and coming events, if any."""
    return {"club": club, "cards": events_now(club)}


@register.simple_tag
def status_tag(event: Event) -> SafeString:
    """Show how far an event has come; what is running is marked."""
    said = status_said(event)
    live = " tag--live" if said == str(Event.Status.RUNNING.label) else ""
    return format_html('<span class="tag{}">{}</span>', live, said)


@register.simple_tag
def wrong(faults: Mapping[str, str], name: str) -> SafeString:
    """Mark an input whose field has a fault, and name the sentence that says which."""
    if name not in faults:
        return SafeString("")
    return format_html(' aria-invalid="true" aria-errormessage="fault-{}"', name)


@register.simple_tag
def fault(faults: Mapping[str, str], name: str) -> SafeString:
    """Say below an input what is wrong with it."""
    if name not in faults:
        return SafeString("")
    return format_html('<p class="field__error" id="fault-{}">{}</p>', name, faults[name])


# A large league prints thousands of cells: `for` and its filters take longer than all else there.


@register.simple_tag
def cross_rows(cross: CrossTable) -> SafeString:
    desk, right = escape(cross.desk), escape(_("Correct:"))
    rows = (
        f'<tr><th scope="row"><span class="cross__place">{place}</span> {escape(line.name)}'
        f"</th>{''.join(_cross_cell(cell, desk, right) for cell in cells)}</tr>\n"
        for place, (line, cells) in enumerate(cross.rows, 1)
    )
    return SafeString("".join(rows))  # nosec B703: all that is not made here is escaped


def _cross_cell(cell: CrossCell, desk: str, right: str) -> str:
    said = NOBODY if cell.kind == "self" else "·"
    if cell.results:
        said = " ".join(_cross_result(one, desk, right) for one in cell.results)
    said = said if cell.counts else f"({said})"
    return f'<td class="cross__cell cross__cell--{cell.kind}">{said}</td>'


def _cross_result(cell: CrossResult, desk: str, right: str) -> str:
    """Show a result, a sign with its words; a director's leads to where it is put right."""
    text = escape(cell.text)
    if cell.said:
        hidden = f'<span class="visually-hidden">{escape(cell.said)}</span>'
        text = f'<span aria-hidden="true">{text}</span>{hidden}'
    if not desk:
        return text
    hidden = f'<span class="visually-hidden">{right} </span>'
    return f'<a class="cross__right" href="{desk}{escape(cell.match)}#sheet">{hidden}{text}</a>'


@register.simple_tag
def standing_rows(table: StandTable, own: int | None, *, opens: bool) -> SafeString:
    """Show the rows of standings, each figure with the heading of its column; the reader's own is
    marked. With `opens` a phone can open each row.
    """
    heads = [f'<td data-label="{escape(column.title)}">' for column in table.columns]
    rows = (_standing_row(table, line, heads, own, opens) for line in table.lines)
    return SafeString("".join(rows))  # nosec B703: all that is not made here is escaped


def _standing_row(
    table: StandTable, line: StandLine, heads: Sequence[str], own: int | None, opens: bool
) -> str:
    name = said = escape(line.name)
    if line.url:
        name = f'<a href="{escape(line.url)}">{name}</a>'
    if line.note:
        name += f' <span class="soft small">{escape(line.note)}</span>'
    figures = "".join(
        f"{head}{escape(figure)}</td>" for head, figure in zip(heads, line.figures, strict=True)
    )
    mark = ' aria-current="true"' if own and line.number == own else ""
    more = ""
    if opens:
        label = escape(_("More of %(name)s")) % {"name": said}
        box = f'<input class="opens__box" type="checkbox" aria-label="{label}">'
        more = f'<td class="opens__more">{box}</td>'
    return (
        f'<tr id="row-{escape(table.key)}-{line.number}"{mark}><td>{escape(line.place)}</td>'
        f'<th scope="row">{name}</th>{figures}{more}</tr>\n'
    )
