"""Reads one template file: bytes of a YAML, JSON or Jinja2 file in, checked fields out.

Nothing is rendered here. Size, encoding and characters are checked before parsing.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tadori.errors import TemplateUnusable

LANGS: Final = ("ja", "en")
ENDINGS: Final = (".yaml", ".yml", ".json", ".j2")
MOST_BYTES: Final = 64 * 1024
FRAGMENT: Final = "fragment"
"""The `schema_ref` of a template that is only included in others (`{% include %}`) and asks for no answer."""
MOST_ITEMS: Final = 100
LONGEST_VALUE: Final = 200
"""Variables are names, numbers and short words of Tadori's own; longer texts are data, not variables."""

_REQUIRED = ("name", "version", "schema_ref", "template", "variables")
_NAME = re.compile(r"[^\W_][\w-]{0,63}")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z._+-]{0,31}")
_VARIABLE = re.compile(r"[a-z][a-z0-9_]{0,31}")
_FRONT = re.compile(r"---\r?\n(.*?\n)---[ \t]*(?:\r?\n|\Z)(.*)", re.DOTALL)
_DEEPEST = 6

TemplateValue = str | int | float | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateFile:
    """The checked fields of one template file."""

    name: str
    version: str
    schema_ref: str
    texts: Mapping[str, str]
    """Language → Jinja2 source; a file with one text has it under every language."""
    variables: Mapping[str, TemplateValue]
    """Name → default. The default's type is the variable's type; staging renders with the defaults."""
    description: str
    where: str
    """`package:claims.yaml`, `user:claims.yaml`, or an address; never a path of this machine."""
    content: bytes
    ending: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def id(self) -> str:
        return f"{self.name}@{self.version}"


def read_template_file(path: Path, folder: Path) -> bytes:
    """The bytes of a file that is really inside `folder`.

    Raises:
        TemplateUnusable: it links out of the folder, is not a regular file, is too large, or cannot be read.
    """
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(folder.resolve(strict=True)):
            raise TemplateUnusable("the file is a link that leads out of the folder; put the file itself there")
        if not real.is_file():
            raise TemplateUnusable("this is not an ordinary file")
        with real.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, RuntimeError) as exc:  # RuntimeError: links that lead to each other
        raise TemplateUnusable(f"the file cannot be read: {getattr(exc, 'strerror', None) or exc}") from exc
    return check_size(content)


def check_size(content: bytes) -> bytes:
    """`content`, if it is not too large for a template.

    Raises:
        TemplateUnusable: it is.
    """
    if len(content) > MOST_BYTES:
        raise TemplateUnusable(f"the file is larger than {MOST_BYTES // 1024} KiB, which no template needs")
    return content


def parse_template(content: bytes, *, ending: str, where: str, stem: str) -> TemplateFile:
    """Parses the template in `content`.

    Raises:
        TemplateUnusable: it is malformed, or a field is missing, unknown or of the wrong type; the message says which.
    """
    fields = _fields(_text(check_size(content)), ending)
    unknown = sorted(set(fields) - {*_REQUIRED, "description"})
    missing = [name for name in _REQUIRED if name not in fields]
    if missing:
        raise TemplateUnusable(f"required fields are missing: {', '.join(missing)}")
    if unknown:
        raise TemplateUnusable(f"unknown fields: {', '.join(unknown)}; there are {', '.join(_REQUIRED)}, description")
    name = unicodedata.normalize("NFC", _string(fields, "name"))
    if not _NAME.fullmatch(name):
        raise TemplateUnusable(f"name {name!r} must be letters, digits, - and _, at most 64, beginning with a letter")
    if name != unicodedata.normalize("NFC", stem):
        raise TemplateUnusable(f"the file is called {stem!r} and says name: {name!r}; they must be the same")
    return TemplateFile(
        name=name,
        version=_version(fields["version"]),
        schema_ref=_string(fields, "schema_ref"),
        texts=_texts(fields["template"]),
        variables=_variables(fields["variables"]),
        description=_string(fields, "description") if "description" in fields else "",
        where=where,
        content=content,
        ending=ending,
    )


def checked_value(name: str, value: object, default: TemplateValue) -> TemplateValue:
    """`value`, if it has the type of `default` and is not too long for a variable.

    Raises:
        TemplateUnusable: it is not.
    """
    if isinstance(value, list | tuple):
        value = tuple(value)
    kinds = (int, float) if type(default) is float else (type(default),)
    if type(value) not in kinds:
        raise TemplateUnusable(f"variable {name!r} must be {_type_name(default)}, not {_type_name(value)}")
    return _bounded(name, value)


def _text(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise TemplateUnusable(f"the file is not UTF-8 (byte {exc.start})") from exc
    for place, char in enumerate(text):
        if char not in "\n\r\t" and unicodedata.category(char) in {"Cc", "Cf", "Cs"}:
            line = text.count("\n", 0, place) + 1
            raise TemplateUnusable(f"line {line} holds the invisible character U+{ord(char):04X}")
    return text


def _fields(text: str, ending: str) -> dict[str, Any]:
    if ending == ".json":
        fields = _json(text)
    elif ending == ".j2":
        fields = _front_matter(text)
    elif ending in {".yaml", ".yml"}:
        fields = _yaml(text)
    else:
        raise TemplateUnusable(f"a template ends in {', '.join(ENDINGS)}, not in {ending!r}")
    if not isinstance(fields, dict) or not all(isinstance(key, str) for key in fields):
        raise TemplateUnusable("a template is a table of fields: " + ", ".join(_REQUIRED))
    return fields


def _front_matter(text: str) -> Any:
    found = _FRONT.fullmatch(text)
    if found is None:
        raise TemplateUnusable("a .j2 template begins with its fields as YAML between two lines of ---")
    fields = _yaml(found[1])
    if isinstance(fields, dict):
        if "template" in fields:
            raise TemplateUnusable("a .j2 template has its text after the second ---, not in a field")
        fields["template"] = found[2]
    return fields


def _json(text: str) -> Any:
    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = sorted(key for key, _ in pairs if [name for name, _ in pairs].count(key) > 1)
        if twice:
            raise TemplateUnusable(f"the field {twice[0]!r} is there twice")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=table)
    except json.JSONDecodeError as exc:
        raise TemplateUnusable(f"malformed JSON: line {exc.lineno}: {exc.msg}") from exc
    except (RecursionError, ValueError) as exc:  # ValueError: a number of thousands of digits
        raise TemplateUnusable("malformed JSON: nested too deeply, or a number too long") from exc


def _yaml(text: str) -> Any:
    import yaml  # lazy: slow, and only a template in YAML needs it

    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _check_yaml_shape(text, loader)
        return yaml.load(text, Loader=loader)
    except yaml.MarkedYAMLError as exc:
        line = "" if exc.problem_mark is None else f"line {exc.problem_mark.line + 1}: "
        raise TemplateUnusable(f"malformed YAML: {line}{exc.problem or exc.context}") from exc
    except (yaml.YAMLError, ValueError) as exc:  # ValueError: 2026-99-99 taken for a date
        raise TemplateUnusable(f"malformed YAML: {' '.join(str(exc).split())}") from exc


def _check_yaml_shape(text: str, loader: Any) -> None:
    """Rejects what a template does not need and what could make the parser explode: aliases, depth, duplicate keys."""
    import yaml  # lazy: as above

    depth = 0
    top_keys: set[str] = set()
    is_key = True
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise TemplateUnusable("YAML anchors and aliases are not used in templates; write it out")
        if depth == 1 and isinstance(event, yaml.NodeEvent):
            if is_key and isinstance(event, yaml.ScalarEvent):
                if event.value in top_keys:
                    raise TemplateUnusable(f"the field {event.value!r} is there twice")
                top_keys.add(event.value)
            is_key = not is_key
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise TemplateUnusable("malformed YAML: nested too deeply")


def _string(fields: Mapping[str, Any], key: str) -> str:
    value = fields[key]
    if not isinstance(value, str) or not value.strip():
        raise TemplateUnusable(f"{key} must be a text, not {_type_name(value)}")
    if len(value) > LONGEST_VALUE or "\n" in value:
        raise TemplateUnusable(f"{key} must be one line of at most {LONGEST_VALUE} characters")
    return value.strip()


def _version(value: object) -> str:
    if isinstance(value, float):
        raise TemplateUnusable(f'version must stand in quotes: "{value}", because 1.10 is not 1.1')
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not _VERSION.fullmatch(value):
        raise TemplateUnusable(
            f"version must be letters, digits, . _ + -, at most 32, beginning with a letter or digit; not {value!r:.80}"
        )
    return value


def _texts(value: object) -> dict[str, str]:
    if isinstance(value, str):
        value = dict.fromkeys(LANGS, value)
    if not isinstance(value, dict) or sorted(map(str, value)) != sorted(LANGS):
        raise TemplateUnusable("template must be one text, or a table with a text for ja and one for en")
    for lang, text in value.items():
        if not isinstance(text, str) or not text.strip():
            raise TemplateUnusable(f"template ({lang}) must be a text that is not empty, not {_type_name(text)}")
    return {lang: value[lang] for lang in LANGS}


def _variables(value: object) -> dict[str, TemplateValue]:
    if not isinstance(value, dict):
        raise TemplateUnusable(
            f"variables must be a table of name: default (or {{}} for none), not {_type_name(value)}"
        )
    found: dict[str, TemplateValue] = {}
    for name, default in value.items():
        if not isinstance(name, str) or not _VARIABLE.fullmatch(name) or name in {"lang", "loop"}:
            raise TemplateUnusable(f"variable {name!r:.80} must be lower-case letters, digits and _, not lang or loop")
        found[name] = _bounded(name, tuple(default) if isinstance(default, list) else default)
    return found


def _bounded(name: str, value: object) -> TemplateValue:
    if isinstance(value, bool | int | float):
        if abs(value) > 1e12 or value != value:
            raise TemplateUnusable(f"variable {name!r} is no number that a prompt needs")
        return value
    items = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(item, str) for item in items):
        raise TemplateUnusable(f"variable {name!r} must be a text, a number, true or false, or a list of texts")
    if len(items) > MOST_ITEMS or any(len(item) > LONGEST_VALUE or not item.isprintable() for item in items):
        raise TemplateUnusable(
            f"variable {name!r} must be one printable line of at most {LONGEST_VALUE} characters, a list at most "
            f"{MOST_ITEMS} of them; longer texts are data, and data is fenced, not rendered"
        )
    return value if isinstance(value, str | tuple) else str(value)


def _type_name(value: object) -> str:
    names = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", tuple: "a list of texts"}
    return {**names, list: "a list", dict: "a table", type(None): "nothing"}.get(type(value), type(value).__name__)
