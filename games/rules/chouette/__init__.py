"""The rules of a chouette as a library: house rules, the table, actions, results, notation.

>>> from games.rules.chouette import EndGame, SetOrder, StartGame, Table
>>> table = Table.new(["Ann", "Bob", "Cid"]).apply(SetOrder(("Ann", "Bob", "Cid")))
>>> table = table.apply(StartGame("Ann", None, ("Bob", "Cid")))
>>> table.apply(EndGame("team")).outcome().next_order
('Bob', 'Cid', 'Ann')
"""

from games.rules.chouette.actions import (
    ACTIONS,
    Action,
    Automatic,
    BoxAnimals,
    BoxDoubles,
    BoxReplies,
    EndGame,
    EnterPoints,
    ExtraDoubles,
    ExtraReply,
    GiveExtra,
    Join,
    Leave,
    NamePartner,
    Open,
    ReleasePartner,
    RollOrder,
    SetOrder,
    Settle,
    StartGame,
    TeamAnimals,
    TeamDoubles,
    TeamReplies,
    action_from_json,
    action_to_json,
)
from games.rules.chouette.choices import Coach
from games.rules.chouette.errors import (
    MESSAGES,
    PLAYER_PARAMS,
    ChouetteError,
    NotationError,
    OptionError,
    RuleError,
    StateError,
)
from games.rules.chouette.option_kinds import Option
from games.rules.chouette.options import OPTIONS, PRESETS, HouseRules
from games.rules.chouette.order import order_from_dice, roll_dice, ties
from games.rules.chouette.rotation import REASONS, RETENTIONS, alternatives
from games.rules.chouette.state import (
    Animal,
    Bet,
    Closing,
    Extra,
    Game,
    GameResult,
    Line,
    Round,
    Seating,
    points_text,
)
from games.rules.chouette.table import RULES_VERSION, Table

__all__ = [
    "ACTIONS",
    "MESSAGES",
    "OPTIONS",
    "PLAYER_PARAMS",
    "PRESETS",
    "REASONS",
    "RETENTIONS",
    "RULES_VERSION",
    "Action",
    "Animal",
    "Automatic",
    "Bet",
    "BoxAnimals",
    "BoxDoubles",
    "BoxReplies",
    "ChouetteError",
    "Closing",
    "Coach",
    "EndGame",
    "EnterPoints",
    "Extra",
    "ExtraDoubles",
    "ExtraReply",
    "Game",
    "GameResult",
    "GiveExtra",
    "HouseRules",
    "Join",
    "Leave",
    "Line",
    "NamePartner",
    "NotationError",
    "Open",
    "Option",
    "OptionError",
    "ReleasePartner",
    "RollOrder",
    "Round",
    "RuleError",
    "Seating",
    "SetOrder",
    "Settle",
    "StartGame",
    "StateError",
    "Table",
    "TeamAnimals",
    "TeamDoubles",
    "TeamReplies",
    "action_from_json",
    "action_to_json",
    "alternatives",
    "order_from_dice",
    "points_text",
    "roll_dice",
    "ties",
]
