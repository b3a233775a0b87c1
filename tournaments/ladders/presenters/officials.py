"""Data for the pages of official lists: frozen figures, present names."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.safestring import SafeString

from games.clubs.selectors.privacy import Person
from games.ledger.charts.dots import Scale, dot
from games.models import Club
from tournaments.ladders.presenters.leaderboards import MIDDLE, skill_words
from tournaments.ladders.selectors.officials import BY_POINTS, OfficialPage, key_of
from tournaments.models import OfficialList, OfficialRow


@dataclass(frozen=True, slots=True)
class ListLine:
    """An official list among others."""

    key: str
    name: str
    official: OfficialList
    lines: int


@dataclass(frozen=True, slots=True)
class ListsPage:
    """All official lists of a club."""

    club: Club
    lists: list[ListLine]


@dataclass(frozen=True, slots=True)
class OfficialLine:
    """A line of a frozen list."""

    player: Person
    place: int | None
    figure: int
    width: int
    low: int
    high: int
    picture: SafeString
    games: int
    points: int
    points_place: int | None
    points_games: int
    is_wide: bool


@dataclass(frozen=True, slots=True)
class FrozenPage:
    """A frozen list; addresses are blank if there is nothing to link to."""

    club: Club
    found: OfficialPage
    key: str
    name: str
    lines: list[OfficialLine]
    by_points: bool
    earlier: str
    later: str
    before: ListLine | None
    after: ListLine | None

    @property
    def has_wide(self) -> bool:
        """Whether an interval on the page is marked as wide."""
        return not self.by_points and any(line.is_wide for line in self.lines)


def lists_page(club: Club, lists: list[OfficialList]) -> ListsPage:
    return ListsPage(club, [_listed(one) for one in lists])


def frozen_page(page: OfficialPage) -> FrozenPage:
    """Prepare one list."""
    scale = Scale.of([row.estimate.interval for row in page.rows], MIDDLE)
    return FrozenPage(
        club=page.official.club,
        found=page,
        key=key_of(page.official),
        name=name_of(page.official),
        lines=[_line(row, page.people[row.player_id], scale) for row in page.rows],
        by_points=page.order == BY_POINTS,
        earlier=_address(page, page.page - 1) if page.page > 1 else "",
        later=_address(page, page.page + 1) if page.has_next else "",
        before=_listed(page.before) if page.before else None,
        after=_listed(page.after) if page.after else None,
    )


def name_of(official: OfficialList) -> str:
    """Return the title of a list: a month, or the name of a season."""
    if official.season:
        return official.season.name
    return date_format(official.day, "F Y")


def _listed(official: OfficialList) -> ListLine:
    lines = getattr(official, "lines", 0)
    return ListLine(key_of(official), name_of(official), official, lines)


def _line(row: OfficialRow, player: Person, scale: Scale) -> OfficialLine:
    skill = row.estimate
    low, high = map(round, skill.interval)
    svg = dot(skill.figure, skill.interval, scale, label=skill_words(skill))
    return OfficialLine(
        player=player,
        place=row.place,
        figure=round(skill.figure),
        width=round(skill.width),
        low=low,
        high=high,
        picture=SafeString(svg),  # nosec B703 - the charts escape all their texts
        games=row.games,
        points=row.points,
        points_place=row.points_place,
        points_games=row.points_games,
        is_wide=row.place is not None and row.is_wide,
    )


def _address(shown_page: OfficialPage, page: int) -> str:
    return "?" + urlencode({"order": shown_page.order, "page": page})
