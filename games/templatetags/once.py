"""The key by which a form makes what it makes once."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.web.creating import FIELD

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    """Write the hidden field with a key that is new for every form that is shown."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, secrets.token_hex(16))
