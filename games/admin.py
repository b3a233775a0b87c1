"""Lets Django's admin find the pages of the back office."""

from games.backoffice import pages

__all__ = ["pages"]
