"""Authentication and scopes of tokens; `games.permissions` says what the owner may do."""

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
    # At run time the framework's views import this module.
    from rest_framework.views import APIView

SCHEME = "Bearer"


class ScopeMissing(ServiceError):
    """The token is valid, but lacks the scope."""

    status = 403


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer chouette_...`; without it, the browser's session is used."""

    def authenticate(self, request: Request) -> tuple[User | Limited, ApiToken] | None:
        """Return the token and its owner, restricted to the token's club if it has one."""
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
        return f'{SCHEME} realm="Chouette"'


class ScopePermission(BasePermission):
    """Reading needs the scope `read`, anything else the view's `scope`; guests may only read.

    A view with `signed_in_only` shows nothing to guests.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Tell whether the request may go on to the view, which checks the rest."""
        reads = request.method in SAFE_METHODS
        if not isinstance(request.user, User | Limited):
            return reads and not getattr(view, "signed_in_only", False)
        needed = ApiToken.Scope.READ if reads else getattr(view, "scope", ApiToken.Scope.ORGANIZE)
        if isinstance(request.auth, ApiToken) and needed not in request.auth.scope_set:
            raise ScopeMissing("scope_missing", scope=str(needed))
        return True


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The description of tokens in the schema."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from the page of access tokens, such as `chouette_...`.",
        }
