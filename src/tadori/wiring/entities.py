"""Builds the name tagger and the addresses of public registers from settings."""

from dataclasses import fields

from tadori.entity.pivots import RegistryAddresses
from tadori.errors import AddressForbidden, ConfigError
from tadori.minds.local.spacy_tagger import SpacyTagger
from tadori.model.ids import EN, JA
from tadori.settings import Settings
from tadori.text.urls import origin_of, split_url


def tagger_of(settings: Settings) -> "SpacyTagger | None":
    """The finder of names that `[models] entities_ja` and `entities_en` name; None where they name none.

    Raises:
        ModelUnusable: what they name cannot be used. It is tried at once, not in the middle of a research.
    """
    named = {JA: settings.models.entities_ja, EN: settings.models.entities_en}
    pipelines = {lang: name for lang, name in named.items() if name}
    if not pipelines:
        return None
    from tadori.minds.local.spacy_tagger import SpacyTagger  # lazy: spaCy is an optional extra

    tagger = SpacyTagger(pipelines)
    for lang in pipelines:
        tagger("", lang)
    return tagger


def registries_of(settings: Settings) -> RegistryAddresses:
    """Where registers are asked: `[engines.rdap] base = "https://…"` puts another host in the place of the usual one.

    Raises:
        ConfigError: such a base is no address.
    """
    usual = RegistryAddresses()
    places: dict[str, str] = {}
    for field in fields(RegistryAddresses):
        base = settings.engines.base(field.name)
        if not base:
            continue
        try:
            host = split_url(base).url.rstrip("/")
        except AddressForbidden as exc:
            raise ConfigError(f"config.toml, [engines.{field.name}]: base {base!r}: {exc.reason}") from exc
        place: str = getattr(usual, field.name)
        places[field.name] = host.replace("{", "%7B").replace("}", "%7D") + place.removeprefix(origin_of(place))
    return RegistryAddresses(**places)
