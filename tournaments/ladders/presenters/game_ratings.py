"""Ratings of Dame and chess in words: the lists of a club, and a player's own games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Club, games_offered
from games.rules.online import BACKGAMMON
from tournaments.ladders.selectors.game_ratings import GameLine, OwnGame
from tournaments.ratings.games import K_NEW, NEW_GAMES, K
from tournaments.ratings.ladder import Record as MatchRecord


@dataclass(frozen=True, slots=True)
class GameList:
    """The list of one game."""

    key: str
    name: str
    lines: Sequence[GameLine]


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The lists of a club; `factors` are K for new players and for all others."""

    club: Club
    lists: Sequence[GameList]
    new_games: int = NEW_GAMES
    factors: str = f"{K_NEW}, {K}"


@dataclass(frozen=True, slots=True)
class GamePart:
    """What a player has played of one game against people; the rating is None without one."""

    name: str
    won: int
    drawn: int
    lost: int
    rating: int | None
    note: str


def games_page(club: Club, lists: Mapping[str, Sequence[GameLine]]) -> GamesPage:
    return GamesPage(club, [GameList(game, _name(game), lines) for game, lines in lists.items()])


def game_part(game: OwnGame, matches: MatchRecord | None = None) -> GamePart:
    """Prepare a player's games of one kind: the boards, and what was rated of all.

    `matches` is their record of rated matches, whose rating is that of backgammon.
    """
    played, rated = game.played, game.rated
    notes = []
    if rated is not None:
        count = rated.games
        notes.append(ngettext("%(count)s rated game", "%(count)s rated games", count))
        notes[-1] %= {"count": count}
        if rated.is_provisional:
            notes.append(_("provisional"))
    if played.of_assistant:
        values = {
            "won": played.won_of_assistant,
            "drawn": played.drawn_with_assistant,
            "lost": played.lost_to_assistant,
        }
        said = _("against the assistant %(won)s won, %(drawn)s drawn, %(lost)s lost")
        notes.append(said % values)
    rating = None if rated is None else rated.rating
    if game.game == BACKGAMMON.name and matches is not None:
        rating = matches.rating.rating
    return GamePart(
        _name(game.game),
        played.won,
        played.drawn,
        played.lost,
        None if rating is None else round(rating),
        " · ".join(notes),
    )


def _name(game: str) -> str:
    return dict(games_offered())[game].capitalize()
