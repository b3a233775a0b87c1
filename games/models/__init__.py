"""What happens at one table, and who sits there, as rows."""

from games.models.accounts import SignInLink, User, UserManager
from games.models.aftermath import Debt, Note
from games.models.clubs import Club, Invitation, Membership, Player, Season
from games.models.ids import public_id
from games.models.results import Game, GameScore, Transfer
from games.models.sessions import Action, AppendOnly, Origin, Seat, Session

__all__ = [
    "Action",
    "AppendOnly",
    "Club",
    "Debt",
    "Game",
    "GameScore",
    "Invitation",
    "Membership",
    "Note",
    "Origin",
    "Player",
    "Season",
    "Seat",
    "Session",
    "SignInLink",
    "Transfer",
    "User",
    "UserManager",
    "public_id",
]
