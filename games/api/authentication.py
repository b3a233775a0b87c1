"""Who asks, and what his token is good for; what he himself may do, `games.permissions` says."""

from typing import TYPE_CHECKING

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from games.api.tokens import api_token_use
from games.errors import Refused, ServiceError
from games.models import ApiToken, User
from games.permissions import Limited

if TYPE_CHECKING:
    # At run time the framework's views import this very module.
    from rest_framework.views import APIView

SCHEME = "Bearer"


class ScopeMissing(ServiceError):
    """The token is good, but not for this."""

    status = 403


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer chouette_...`; without it, the browser's session counts."""

    def authenticate(self, request: Request) -> tuple[User | Limited, ApiToken] | None:
        """Return the token's owner, within its club if it is good for one only, and the token."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != SCHEME.lower().encode():
            return None
        secret = words[1].decode("latin-1") if len(words) == 2 else ""
        try:
            token = api_token_use(secret=secret)
        except Refused as error:
            raise AuthenticationFailed(str(error), code=error.code) from error
        owner = token.user
        return owner if token.club_id is None else Limited(owner, token.club_id), token

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 says about how to do better."""
        return f'{SCHEME} realm="Chouette"'


class ScopePermission(BasePermission):
    """Reading takes the scope `read`, anything else the view's `scope`; only reading is for all.

    A view with `signed_in_only` shows nothing to who is not signed in.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Tell whether the request goes on to the view, which asks for the rest."""
        reads = request.method in SAFE_METHODS
        if not isinstance(request.user, User | Limited):
            return reads and not getattr(view, "signed_in_only", False)
        needed = ApiToken.Scope.READ if reads else getattr(view, "scope", ApiToken.Scope.ORGANIZE)
        if isinstance(request.auth, ApiToken) and needed not in request.auth.scope_set:
            raise ScopeMissing("scope_missing", scope=str(needed))
        return True


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """What the schema says about tokens."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Describe the header."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from the page of access tokens, such as `chouette_...`.",
        }
