"""The rows: people, clubs, sessions and their logs, and what is derived from the logs."""

from games.models.accounts import FoundingLink, MailRefusal, SignInLink, User, UserManager
from games.models.aftermath import Debt, Note, Payment, Recount
from games.models.append_only import AppendOnly
from games.models.boards import (
    Block,
    Board,
    BoardInvitation,
    BoardLine,
    BoardSeat,
    BoardStep,
    Consultation,
    DiceSeed,
    games_named,
    games_offered,
)
from games.models.clubs import Club, Invitation, Membership, Player, Season
from games.models.decisions import Decision
from games.models.ids import public_id
from games.models.jobs import Job
from games.models.limits import LimitCount
from games.models.live import Declaration, Pass, Presence, Proxy
from games.models.members import RoleChange, SignIn
from games.models.push import PushSubscription
from games.models.results import Game, GameScore, Transfer
from games.models.sessions import Action, Origin, Seat, Session
from games.models.tokens import ApiCreation, ApiToken
from games.models.webhooks import Attempt, Delivery, Webhook

__all__ = [
    "Action",
    "ApiCreation",
    "ApiToken",
    "AppendOnly",
    "Attempt",
    "Block",
    "Board",
    "BoardInvitation",
    "BoardLine",
    "BoardSeat",
    "BoardStep",
    "Club",
    "Consultation",
    "Debt",
    "Decision",
    "Declaration",
    "Delivery",
    "DiceSeed",
    "FoundingLink",
    "Game",
    "GameScore",
    "Invitation",
    "Job",
    "LimitCount",
    "MailRefusal",
    "Membership",
    "Note",
    "Origin",
    "Pass",
    "Payment",
    "Player",
    "Presence",
    "Proxy",
    "PushSubscription",
    "Recount",
    "RoleChange",
    "Season",
    "Seat",
    "Session",
    "SignIn",
    "SignInLink",
    "Transfer",
    "User",
    "UserManager",
    "Webhook",
    "games_named",
    "games_offered",
    "public_id",
]
