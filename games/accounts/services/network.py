"""Who lets phones of the local network in: the installation's owner, on its own computer."""

from __future__ import annotations

from ipaddress import ip_address

import structlog
from django.http import HttpRequest

from games.errors import NotAllowed, NotFound
from games.models import User
from games.web.network import Door, door, door_set

logger = structlog.get_logger(__name__)


def network_offer(found: Door | None) -> None:
    """Have pages offer the switch of this door, or of none."""
    door_set(found)


def is_here(request: HttpRequest) -> bool:
    """Tell whether a page is asked for by this computer itself, by its loopback."""
    try:
        return ip_address(request.META.get("REMOTE_ADDR") or "").is_loopback
    except ValueError:
        return False


def may_switch(user: object, *, here: bool) -> bool:
    """Tell whether somebody may; `here`: on this computer. The demo's accounts never may."""
    return door() is not None and here and _owns(user)


def _owns(user: object) -> bool:
    return isinstance(user, User) and user.is_active and user.is_superuser and not user.is_demo


def network_door(user: object, *, here: bool) -> Door:
    """Return the door for who may switch it.

    Raises:
        NotFound: this is a server: who comes in has been arranged otherwise.
        NotAllowed: they do not own the installation, or sit at another device.
    """
    found = door()
    if found is None:
        raise NotFound
    if not may_switch(user, here=here):
        raise NotAllowed("network_elsewhere") if _owns(user) else NotAllowed
    return found


def network_switch(*, by: User, here: bool, is_open: bool) -> Door:
    """Let the local network in, or nobody but this computer, and return the door.

    Raises:
        NotFound: this is a server: who comes in has been arranged otherwise.
        NotAllowed: `by` does not own the installation, or sits at another device.
        Refused: there is no network, or another program has the port.
    """
    found = network_door(by, here=here)
    if is_open:
        found.open()
    else:
        found.close()
    logger.info("network.switched", user=by.pk, is_open=is_open)
    return found
