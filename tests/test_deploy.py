"""The fence around models (L1), and the settings that its guide shows: read as written; nothing starts it here."""

import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from tadori.minds.llm.providers import models_for
from tadori.minds.local.remote import checked_address
from tadori.minds.requests import ModelRole
from tadori.settings import REMOTE_CONSENTS, Settings, load_settings

ROOT = Path(__file__).resolve().parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
FENCED = ("embed", "nli", "ollama", "rerank")
GUIDES = ("docs/language-models.md", "docs/language-models.ja.md")


def networks(service: str) -> list[str]:
    return sorted(SERVICES[service]["networks"])


@pytest.mark.req("L35")
def test_models_stand_on_a_network_without_a_way_out_and_on_no_other() -> None:
    assert COMPOSE["networks"]["models"]["internal"] is True
    assert {name: networks(name) for name in FENCED} == {name: ["models"] for name in FENCED}


@pytest.mark.req("L35")
def test_tadori_alone_stands_in_both_networks() -> None:
    assert {name for name in SERVICES if networks(name) != ["models"]} == {"tadori"}
    assert networks("tadori") == ["models", "outside"]


@pytest.mark.req("L35")
@pytest.mark.parametrize("service", sorted(SERVICES))
def test_no_port_of_this_machine_is_opened_and_nothing_of_it_is_shared(service: str) -> None:
    forbidden = {"ports", "network_mode", "privileged", "pid", "ipc", "cap_add", "extra_hosts", "links", "userns_mode"}
    assert forbidden & set(SERVICES[service]) == set()
    assert SERVICES[service]["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in SERVICES[service]["security_opt"]


@pytest.mark.parametrize("service", FENCED)
def test_models_share_the_graphics_card_by_cdi_and_write_nothing_but_their_own(service: str) -> None:
    assert SERVICES[service]["devices"] == ["nvidia.com/gpu=all"]
    assert SERVICES[service]["read_only"] is True
    bound = [volume for volume in SERVICES[service]["volumes"] if volume.partition(":")[0] not in COMPOSE["volumes"]]
    assert [volume for volume in bound if not volume.endswith(":ro")] == []


def test_every_server_has_an_address_of_its_own_in_the_fence() -> None:
    fence = ip_network(COMPOSE["networks"]["models"]["ipam"]["config"][0]["subnet"])
    found = {name: SERVICES[name]["networks"]["models"]["ipv4_address"] for name in FENCED}
    assert found == {"ollama": "10.89.5.2", "embed": "10.89.5.3", "rerank": "10.89.5.4", "nli": "10.89.5.5"}
    assert {ip_address(address) in fence for address in found.values()} == {True}


def shown(guide: str, home: Path) -> list[Settings]:
    """The settings of a guide, each read as a home of its own."""
    found = []
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / guide).read_text(encoding="utf-8"), re.DOTALL)
    for number, block in enumerate(blocks):
        folder = home / str(number)
        folder.mkdir()
        (folder / "config.toml").write_text(block, encoding="utf-8")
        found.append(load_settings({"TADORI_HOME": str(folder)}))
    return found


@pytest.mark.parametrize("guide", GUIDES)
def test_the_settings_of_the_guide_do_what_it_says(tmp_path: Path, guide: str) -> None:
    plain, elsewhere, fenced, contained = shown(guide, tmp_path)
    remote = [
        [named.remote for named in models_for(one.llm, ModelRole.FAST)] for one in (plain, elsewhere, fenced, contained)
    ]
    assert remote == [[False], [True], [False], [False]]
    assert elsewhere.llm.allow_remote == REMOTE_CONSENTS[GUIDES.index(guide)]
    asked = [fenced.models.embedder, fenced.models.reranker, fenced.models.nli]
    hosts = [checked_address(address, fenced.models.allow).host for address in asked]
    assert hosts == [SERVICES[name]["networks"]["models"]["ipv4_address"] for name in ("embed", "rerank", "nli")]
    assert fenced.llm.ollama_url == f"http://{SERVICES['ollama']['networks']['models']['ipv4_address']}:11434"


@pytest.mark.parametrize("guide", GUIDES)
def test_the_guide_names_every_setting_of_the_table(guide: str) -> None:
    text = (ROOT / guide).read_text(encoding="utf-8")
    named = (
        "fast",
        "slow",
        "base_url",
        "ollama_url",
        "allow",
        "allow_remote",
        "timeout",
        "retries",
        "threads",
        "context",
    )
    assert [name for name in named if not re.search(rf"\b{name} = |`{name}`", text)] == []
