"""Whatever happens to a template file, in whatever order: there is always a whole template in force."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.minds.prompts import TemplateLibrary
from tests.minds.prompts.written import Ears, override

PACKAGE = TemplateLibrary().render("choice", "en").text


@dataclass
class Home:
    """A home in which things happen to `choice`."""

    folder: Path
    ears: Ears = field(default_factory=Ears)
    written: int = 0

    def __post_init__(self) -> None:
        self.library = self.ears.library(self.folder)

    def good(self) -> None:
        self.written += 1
        override(self.folder, f"v{self.written}", f"text v{self.written}")

    def bad(self) -> None:
        override(self.folder, f"v{self.written + 1}", "{{ ''.__class__ }}")

    def torn(self) -> None:
        (self.folder / "choice.json").write_bytes(b'{"name": "cl')

    def gone(self) -> None:
        (self.folder / "choice.json").unlink(missing_ok=True)

    def back(self) -> None:
        versions = [one.version for one in self.library.versions("choice")]
        try:
            self.library.rollback("choice", versions[0], "a try")
        except WrongCall:
            self.library.reload("choice")  # it was in force already

    def forward(self) -> None:
        versions = [one.version for one in self.library.versions("choice")]
        try:
            self.library.rollback("choice", versions[-1], "a try")
        except WrongCall:
            self.library.reload("choice")

    def later(self) -> None:
        self.ears.wait(300)

    def again(self) -> None:
        self.library = self.ears.library(self.folder)

    def forced(self) -> None:
        self.library.reload()


STEPS: list[Callable[[Home], None]] = [
    Home.good, Home.bad, Home.torn, Home.gone, Home.back, Home.forward, Home.later, Home.again, Home.forced
]  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(STEPS), max_size=10))
def test_version_and_text_belong_together_after_any_history(steps: list[Callable[[Home], None]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        for step in steps:
            step(home)
            rendered = home.library.render("choice", "en")
            version = rendered.template.removeprefix("choice@")
            assert rendered.text == {"1": PACKAGE}.get(version, f"text {version}")
            assert home.ears.library(home.folder, remembers=False).render("stance", "en").template == "stance@1"
