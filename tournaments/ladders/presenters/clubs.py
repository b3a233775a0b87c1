"""Data for the page of a club's records."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.clubs.selectors.privacy import Person
from games.language import decimal_sign
from games.ledger.figures import points_text, signed_text
from games.models import Club, Session
from tournaments.ladders.presenters.people import MonthLine, month_lines, months_chart
from tournaments.ladders.selectors.clubs import ClubRecord, Feat


@dataclass(frozen=True, slots=True)
class FeatLine:
    """A record in words: its holder (None if shared by all) and where it was set."""

    name: str
    value: str
    player: Person | None
    session: Session
    game: int


@dataclass(frozen=True, slots=True)
class Habit:
    """A figure about all games, and what it is a part of."""

    name: str
    value: str
    of: str


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """The page of a club's records."""

    club: Club
    record: ClubRecord
    feats: list[FeatLine]
    habits: list[Habit]
    chart: SafeString
    months: list[MonthLine]


def records_page(record: ClubRecord) -> RecordsPage:
    """Prepare a club's records in words and a chart."""
    return RecordsPage(
        club=record.club,
        record=record,
        feats=_feats(record),
        habits=_habits(record),
        chart=months_chart(record.months, key="months"),
        months=month_lines(record.months),
    )


def _feats(record: ClubRecord) -> list[FeatLine]:
    point = decimal_sign()
    lines = []
    for name, feat, signed in (
        (_("Most points in a game"), record.best_game, True),
        (_("Most points in an evening"), record.best_evening, True),
        (_("Longest box streak"), record.streak, False),
    ):
        if feat is not None:
            lines.append(_feat(name, feat, signed_text(feat.value, point=point) if signed else ""))
    cube = record.biggest_cube
    if cube is not None:
        lines.append(
            FeatLine(
                _("Biggest cube"),
                str(cube.biggest_cube),
                None,
                cube.session,
                cube.biggest_cube_number,
            )
        )
    return lines


def _feat(name: str, feat: Feat, value: str) -> FeatLine:
    share = feat.share
    return FeatLine(name, value or str(feat.value), feat.player, share.session, feat.game)


def _habits(record: ClubRecord) -> list[Habit]:
    point = decimal_sign()

    def percent(count: int, of: int) -> str:
        whole, tenth = divmod(record.permille(count, of), 10)
        return f"{whole}{point}{tenth} %"

    board = _("of %(games)s games played out on the board") % {"games": record.decided}
    return [
        Habit(_("Gammons"), percent(record.gammons, record.decided), board),
        Habit(_("Backgammons"), percent(record.backgammons, record.decided), board),
        Habit(
            _("Average cube"),
            points_text(record.average_cube, point=point),
            _("at the end of %(bets)s bets") % {"bets": record.cubes},
        ),
        Habit(
            _("Automatics"),
            str(record.automatics),
            _("in %(games)s games") % {"games": record.games},
        ),
    ]
