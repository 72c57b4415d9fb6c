"""What the READMEs show is what the program prints today."""

from pathlib import Path

import pytest

from tests.examples.readme import READMES, ROOT, asked, question_of, sample_in, shortened


@pytest.mark.slow
@pytest.mark.parametrize("name", READMES)
def test_the_sample_is_the_shortened_output_of_the_first_command(name: str, tmp_path: Path) -> None:
    readme = (ROOT / name).read_text(encoding="utf-8")
    assert sample_in(readme) == shortened(asked(question_of(readme), tmp_path))
