"""The Jinja environment as Django's backend asks for it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from jinja2 import Environment

from games.fast import jinja


def environment(**options: Any) -> Environment:
    """Make the environment for Django's Jinja backend."""
    return jinja.environment(_url, **options)


def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)
