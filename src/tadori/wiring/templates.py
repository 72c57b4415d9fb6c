"""The prompt templates of a home, made from its settings."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tadori.events import Emit, ignore_event
from tadori.settings import Settings

if TYPE_CHECKING:
    from tadori.minds.prompts import TemplateLibrary


def template_library(
    settings: Settings,
    *,
    emit: Emit = ignore_event,
    addresses: Mapping[str, str] | None = None,
    get: Callable[[str], bytes] | None = None,
    remembers: bool = True,
) -> "TemplateLibrary":
    """The templates of a home: the package's, and the user's in `templates`."""
    from tadori.minds.prompts import TemplateLibrary  # lazy: jinja2 is only needed where a model is asked

    return TemplateLibrary(settings.home / "templates", emit=emit, addresses=addresses, get=get, remembers=remembers)
