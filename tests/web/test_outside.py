"""The little web in a process of its own, and what it prints for a person."""

from tests.web.__main__ import table
from tests.web.asking import ask
from tests.web.little_web import LittleWeb
from tests.web.outside import OutsideWeb
from tests.web.weather import Weather


def test_a_web_in_another_process_is_known_here_and_tells_its_log() -> None:
    with OutsideWeb(seed=5, hosts=60, scale=0.02) as web:
        page = next(page for page in web.pages if page.weather is Weather.RATE_LIMITED)
        assert [ask(web, page.url).status for _ in range(3)] == [429, 429, 200]
        assert [(line.host, line.path, line.status) for line in web.log] == [
            (page.host, page.path, 429),
            (page.host, page.path, 429),
            (page.host, page.path, 200),
        ]
        assert web.ca_file.read_bytes().startswith(b"-----BEGIN CERTIFICATE-----")
        web.clear()
        assert (web.log, web.canary_knocks) == ([], 0)
        assert ask(web, page.url).status == 429
    assert not web.ca_file.exists()


def test_the_table_names_every_host_and_trap_and_how_to_come(web: LittleWeb) -> None:
    text = table(web)
    assert [host.name for host in web.hosts if host.name not in text] == []
    assert [url for url in [*web.hostile.values(), *web.walls.values()] if url not in text] == []
    assert f"--resolve 'harbour-weekly.test:{web.http_port}:127.0.0.1'" in text
    assert "60 plain, 10 script_only, 8 forbidden_to_plain" in text
