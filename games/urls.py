"""The URLs of the rooms."""

from games.accounts import urls as accounts
from games.api import token_urls as tokens
from games.backoffice import urls as backoffice
from games.boards import urls as boards
from games.chouetteboards import urls as chouetteboards
from games.clubs import urls as clubs
from games.files import urls as files
from games.handover import urls as handover
from games.sessions import urls as sessions
from games.table import urls as table
from games.web import urls as web
from games.webhooks import urls as webhooks

urlpatterns = [
    *accounts.urlpatterns,
    *clubs.urlpatterns,
    *sessions.urlpatterns,
    *table.urlpatterns,
    *handover.urlpatterns,
    *boards.urlpatterns,
    *chouetteboards.urlpatterns,
    *files.urlpatterns,
    *backoffice.urlpatterns,
    *webhooks.urlpatterns,
    *tokens.urlpatterns,
    *web.urlpatterns,
]
