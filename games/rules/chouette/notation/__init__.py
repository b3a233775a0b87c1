"""The chouette score notation (``.csn``): reading, writing and scoring it.

>>> from games.rules.chouette.notation import parse, scores
>>> text = '''[Players "Ann, Bob, Cid"]
... order Ann, Bob, Cid
... game
... team wins'''
>>> scores(parse(text))["next"]
['Bob', 'Cid', 'Ann']
"""

from games.rules.chouette.notation.reader import Record, Step, parse, text_of
from games.rules.chouette.notation.report import scores, sheet
from games.rules.chouette.notation.tags import Header, Stake
from games.rules.chouette.notation.writer import statements, write

__all__ = [
    "Header",
    "Record",
    "Stake",
    "Step",
    "parse",
    "scores",
    "sheet",
    "statements",
    "text_of",
    "write",
]
