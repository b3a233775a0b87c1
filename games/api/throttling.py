"""How often somebody may ask: counted by token, by who is signed in, or by address."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from games.models import ApiToken, User
from games.permissions import Limited

if TYPE_CHECKING:
    # At run time the framework's views import this very module.
    from rest_framework.views import APIView


class AddressThrottle(SimpleRateThrottle):
    """Counts who is not signed in, by address."""

    scope = "address"
    num_requests: int | None
    duration: int | None

    def headers(self) -> dict[str, str]:
        """Return how many requests are left, as the draft standard for RateLimit fields writes it.

        Empty where this throttle does not count the request.
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
        """Return under what a request is counted; None where another counts it."""
        return (
            None if isinstance(request.user, User | Limited) else self._key(self.get_ident(request))
        )

    def _key(self, ident: object) -> str:
        return self.cache_format % {"scope": self.scope, "ident": ident}


class UserThrottle(AddressThrottle):
    """Counts who is signed in with a browser."""

    scope = "user"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return under what a request is counted; None where another counts it."""
        if isinstance(request.auth, ApiToken) or not isinstance(request.user, User):
            return None
        return self._key(request.user.pk)


class TokenThrottle(AddressThrottle):
    """Counts each token by itself: one program gone wild leaves the others alone."""

    scope = "token"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return under what a request is counted; None where another counts it."""
        return self._key(request.auth.pk) if isinstance(request.auth, ApiToken) else None
