"""Rate limits: counted by token, by user, or by address."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from games.models import ApiToken, User
from games.permissions import Limited

if TYPE_CHECKING:
    # At run time the framework's views import this module.
    from rest_framework.views import APIView


class AddressThrottle(SimpleRateThrottle):
    """Limits guests, by address."""

    scope = "address"
    num_requests: int | None
    duration: int | None

    def headers(self) -> dict[str, str]:
        """Return the remaining requests in the draft standard's RateLimit fields.

        Empty if this throttle does not count the request.
        """
        if getattr(self, "key", None) is None or not (self.num_requests and self.duration):
            return {}
        left = max(0, self.num_requests - len(self.history))
        oldest = self.history[-1] if self.history else self.now
        seconds = max(0, math.ceil(oldest + self.duration - self.now))
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.num_requests};w={self.duration}',
            "RateLimit": f'"{self.scope}";r={left};t={seconds}',
        }

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key that counts a request; None if another throttle counts it."""
        return (
            None if isinstance(request.user, User | Limited) else self._key(self.get_ident(request))
        )

    def _key(self, ident: object) -> str:
        return self.cache_format % {"scope": self.scope, "ident": ident}


class UserThrottle(AddressThrottle):
    """Limits users signed in with a browser."""

    scope = "user"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key that counts a request; None if another throttle counts it."""
        if isinstance(request.auth, ApiToken) or not isinstance(request.user, User):
            return None
        return self._key(request.user.pk)


class TokenThrottle(AddressThrottle):
    """Limits each token separately, so that one runaway program does not affect the others."""

    scope = "token"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the key that counts a request; None if another throttle counts it."""
        return self._key(request.auth.pk) if isinstance(request.auth, ApiToken) else None
