"""Django's settings; installations configure them with environment variables."""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from chouette import environment
from chouette.logs import logging_config

if TYPE_CHECKING:
    from wsgiref.headers import Headers

# Loading makes two hundred thousand objects that stay, and looking through them takes a seventh of
# a start: see chouette/garbage.py, which switches it on again.
gc.disable()

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = environment.shipped(ROOT)
DATA = environment.data_folder(os.environ, ROOT)

SECRET_KEY = environment.secret_key(os.environ, DATA)
DEBUG = environment.flag(os.environ, "CHOUETTE_DEBUG")
ALLOWED_HOSTS = environment.words(os.environ, "CHOUETTE_ALLOWED_HOSTS", environment.LOOPBACK_HOSTS)
CSRF_TRUSTED_ORIGINS = environment.words(os.environ, "CHOUETTE_TRUSTED_ORIGINS")
# Whether the demo club's accounts may sign in. Only `up` on loopback enables it.
DEMO_ACCOUNTS = environment.flag(os.environ, "CHOUETTE_DEMO_ACCOUNTS")

INSTALLED_APPS = [
    "chouette.apps.ChouetteConfig",
    "games",
    "tournaments",
    "games.backoffice.apps.BackOfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    "chouette.health.HealthMiddleware",
    "chouette.addresses.ClientAddressMiddleware",
    "chouette.updating.UpdatingMiddleware",
    "games.web.kept_pages.KeptPagesMiddleware",
    # Before what gives pages their headers, which files do not need.
    "chouette.static_files.StaticFilesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "games.web.compressed.CompressedMiddleware",
    "games.web.private.PrivateMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.web.unread.UnreadMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.accounts.middleware.DeviceMiddleware",
    "games.clubs.middleware.LastClubMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.refusals.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "chouette.urls"
WSGI_APPLICATION = "chouette.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SHIPPED / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    # Templates rendered at every tap; in a separate folder, so that neither engine finds the
    # other's.
    {
        "NAME": "jinja",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [SHIPPED / "templates" / "jinja"],
        "OPTIONS": {"environment": "games.fast.engine.environment"},
    },
]

DATABASES = {"default": environment.database(os.environ, DATA)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # REST framework knows PostgreSQL's fields where they can be imported, and for them loads the
    # client of a database that is not used: a twentieth of a start.
    sys.modules["django.contrib.postgres.fields"] = None  # type: ignore[assignment]
CACHES = {"default": environment.cache(os.environ)}

# People and passwords

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "games.backends.AccountBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# A link for a new password works once, within two hours.
PASSWORD_RESET_TIMEOUT = 2 * 60 * 60
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Locks are by name and address together: one clumsy guest must not lock out a whole club that
# shares one address. "username" is what `authenticate` calls the account; with another name, axes
# would count nothing.
AXES_USERNAME_FORM_FIELD = "username"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
# Attempts during the lock-out do not prolong it, so that the page can say when it ends.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_CALLABLE = "games.accounts.views.accounts.locked_out"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True

# Proxies that may name the client's address; other clients are identified by their connection.
TRUSTED_PROXIES = environment.networks(os.environ, "CHOUETTE_TRUSTED_PROXIES")

# E-mails, see docs/accounts.md. Without a server they are printed or kept as files.

_mail = environment.mail(os.environ)
EMAIL_BACKEND = _mail["BACKEND"]
DEFAULT_FROM_EMAIL = _mail["FROM"]
EMAIL_HOST = _mail.get("HOST", "localhost")
EMAIL_PORT = _mail.get("PORT", 25)
EMAIL_HOST_USER = _mail.get("USER", "")
EMAIL_HOST_PASSWORD = _mail.get("PASSWORD", "")
EMAIL_USE_TLS = _mail.get("TLS", False)
EMAIL_USE_SSL = _mail.get("SSL", False)
EMAIL_TIMEOUT = 20

# Security headers

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_ENGINE = "games.accounts.sign_ins"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.web.views.errors.csrf_failure"

# There is no TLS in a club's network; behind a proxy with TLS set CHOUETTE_HTTPS=on.
HTTPS = environment.flag(os.environ, "CHOUETTE_HTTPS")
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# HSTS for subdomains and browsers' preload lists are up to the owner of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Beside files a form has texts, the longest of them a score file that somebody pastes. A form
# without files is limited before it is read (chouette/bodies.py), and so is JSON (games/api).
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
FILE_UPLOAD_HANDLERS = [
    "games.web.uploads.LimitedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Languages, times, files

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [SHIPPED / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "chouette.formats"
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [SHIPPED / "static"]
STATIC_ROOT = DATA / "static"


def _file_headers(headers: "Headers", _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


# Each file has only those headers that a file needs; chouette/static_files.py drops more.
WHITENOISE_ADD_HEADERS_FUNCTION = _file_headers
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "chouette.static_files.StaticFilesStorage"},
}
MEDIA_ROOT = DATA / "media"

# A daily backup, in the data folder and in second places.
BACKUPS_BY_THEMSELVES = environment.flag(os.environ, "CHOUETTE_BACKUPS", default=True)
BACKUP_COPY = os.environ.get("CHOUETTE_BACKUP_COPY", "")
BACKUP_S3 = environment.bucket(os.environ)

# The API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.authentication.ScopePermission"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.BoundedJSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "games.api.pagination.LatestFirst",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.throttling.AddressThrottle",
        "games.api.throttling.UserThrottle",
        "games.api.throttling.TokenThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "address": os.environ.get("CHOUETTE_API_RATE_ADDRESS") or "120/min",
        "user": os.environ.get("CHOUETTE_API_RATE_USER") or "600/min",
        "token": os.environ.get("CHOUETTE_API_RATE_TOKEN") or "600/min",
    },
    # The client is the connection's address; middleware has evaluated proxies before.
    "NUM_PROXIES": 0,
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "games.api.problems.handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Chouette",
    "DESCRIPTION": "Sessions, actions, score sheets and leaderboards of backgammon chouettes.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "OAS_VERSION": "3.1.1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "SideEnum": ["box", "team"],
        "EndingEnum": ["board", "cubes", "points"],
        "ChessEndingEnum": "games.rules.chess.ENDINGS",
        "SessionStatusEnum": "games.models.Session.Status",
        "BoardStatusEnum": "games.models.Board.Status",
        "BoardPaceEnum": "games.models.Board.Pace",
        "TypeEnum": "games.models.boards.games_offered",
        "StateEnum": "games.models.Job.State",
        "MatchStateEnum": "tournaments.models.Match.State",
        "WordEnum": "games.api.serializers.WORDS",
        "OthersWordEnum": "games.api.serializers.OTHERS_WORDS",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# By default webhooks go only to public https addresses. Where everything runs on one computer or in
# one network, CHOUETTE_WEBHOOKS_LOCAL=on also allows http and internal addresses.
WEBHOOKS_LOCAL = environment.flag(os.environ, "CHOUETTE_WEBHOOKS_LOCAL")

# Web push: who subscribes to a device's messages gets them from this installation only.
VAPID_KEY = environment.vapid_key(SECRET_KEY)

# The live table: its source, and how processes notify each other (docs/live.md).

LIVE_SOURCE = "tournaments.live"
LIVE_REDIS_URL = os.environ.get("REDIS_URL", "")

# Background work

_broker = environment.broker(os.environ, DATA)
CELERY_BROKER_URL = _broker["url"]
CELERY_BROKER_TRANSPORT_OPTIONS = _broker["options"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
# A worker's unfinished tasks are repeated: at once if its process is killed, after the visibility
# timeout (`environment.broker`) if the whole worker is. So every task may run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
# Somebody waits for the assistant: its queue has a worker of its own (chouette.worker).
CELERY_TASK_ROUTES = {"games.tasks.assistant_plays": {"queue": "assistant"}}
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {
        "task": "chouette.tasks.heartbeat",
        "schedule": 30.0,
        "options": {"expires": 60},
    },
    "old traces": {"task": "games.tasks.old_traces_delete", "schedule": crontab("30", "4")},
    "backup": {"task": "games.tasks.day_backup", "schedule": crontab("50", "3")},
    "webhooks": {"task": "games.tasks.webhooks_send_due", "schedule": 60.0},
    "board news": {
        "task": "games.tasks.board_news",
        "schedule": 600.0,
        "options": {"expires": 590},
    },
    "levels": {"task": "tournaments.tell_levels", "schedule": 30.0},
    "rehearsals": {
        "task": "tournaments.wake_rehearsals",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "assistant": {
        "task": "games.tasks.assistants_wake",
        "schedule": 60.0,
        "options": {"expires": 55},
    },
    "seats": {"task": "games.tasks.seats_left", "schedule": 60.0, "options": {"expires": 55}},
    "figures": {
        "task": "tournaments.heal_figures",
        "schedule": 120.0,
        # After an hour without a worker, one of them is enough.
        "options": {"expires": 115},
    },
    "boards that ended": {
        "task": "tournaments.count_boards",
        "schedule": 300.0,
        "options": {"expires": 295},
    },
    "reports of leagues": {
        "task": "tournaments.confirm_reports",
        "schedule": 600.0,
        "options": {"expires": 590},
    },
    "webhooks of leagues": {
        "task": "tournaments.league_webhooks",
        "schedule": 60.0,
        "options": {"expires": 55},
    },
    "league news": {
        "task": "tournaments.league_news",
        "schedule": 600.0,
        "options": {"expires": 590},
    },
    "official lists": {"task": "tournaments.freeze_lists", "schedule": crontab("10", "4")},
    "old sign-ins": {"task": "chouette.tasks.old_sign_ins_delete", "schedule": crontab("40", "4")},
}

# Additional checks of `/readyz`: a function that returns the seconds since something last worked,
# or None, and the limit.
HEALTH_AGES: dict[str, tuple[str, float]] = {
    "figures": ("tournaments.ladders.selectors.healing.seconds_stale", 15 * 60.0),
}
if BACKUPS_BY_THEMSELVES:
    HEALTH_AGES["backup"] = (
        "games.files.services.kept_backups.seconds_without_backup",
        2 * 24 * 60 * 60.0,
    )

# Metrics for Prometheus: PORT or HOST:PORT; without a host only this computer.
METRICS = environment.metrics(os.environ)

LOGGING = logging_config(json=environment.flag(os.environ, "CHOUETTE_LOG_JSON"))
