"""Prompt templates (M4): the instructions that Tadori gives to a model, in files that can be viewed, edited and rolled
back.

Comes in: YAML, JSON and Jinja2 files of the package and of the user's folder. Goes out: rendered instructions with the
template's name and version. Text from outside never passes through here: it is fenced data (`UntrustedText`), never
part of a template and never a variable.
"""

from tadori.minds.prompts.library import PinnedTemplates, ReloadMode, TemplateLibrary
from tadori.minds.prompts.revision import RenderedTemplate, TemplateRevision
from tadori.minds.prompts.template_file import TemplateValue
from tadori.minds.prompts.template_sources import TemplateReload

__all__ = [
    "PinnedTemplates",
    "ReloadMode",
    "RenderedTemplate",
    "TemplateLibrary",
    "TemplateReload",
    "TemplateRevision",
    "TemplateValue",
]
