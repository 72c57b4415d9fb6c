"""A home that knows the little web: `TADORI_HOME` set to it, the program itself can be used there by hand."""

import json
from pathlib import Path

from tadori.pipeline.engines.site_engine import SITES
from tadori.search.apis.catalogue import APIS
from tadori.search.engines.catalogue import ENGINES
from tests.web.engines_web import PLANS
from tests.web.little_web import LittleWeb


def write_home(web: LittleWeb, folder: Path, *, chrome: bool = True) -> Path:
    """Put `config.toml` and a hosts file into `folder`; the engines of the web are ready to answer."""
    folder.mkdir(parents=True, exist_ok=True)
    hosts = folder / "hosts"
    lines = [f"{address} {name}" for name, address in web.addresses.items()]
    hosts.write_text("\n".join(lines) + "\n", encoding="utf-8")
    settings = {
        "allow": list(web.addresses),
        "hosts_file": str(hosts),
        "ca_file": str(web.ca_file),
        "chrome": "auto" if chrome else "off",
        "chrome_arguments": list(web.chromium_flags),
        "cdp": "",
        "wayback_base": web.wayback_base,
    }
    # A JSON string or list of strings is the same in TOML.
    body = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (folder / "config.toml").write_text(f"embeddings = false\n[web]\n{body}{_engines(web)}", encoding="utf-8")
    return folder


def _engines(web: LittleWeb) -> str:
    """The four engines of this web in the place of those they look like, and no others."""
    web.engines[PLANS[0].letter].warm()
    bases = {plan.style: web.engines[plan.letter].base for plan in PLANS}
    others = [name for name in (*ENGINES, *APIS, SITES) if name not in bases]
    tables = "".join(f"[engines.{name}]\nbase = {json.dumps(base)}\n" for name, base in bases.items())
    return f"[engines]\nuse = {json.dumps(list(bases))}\noff = {json.dumps(others)}\n{tables}"
