"""A reader that obeys every order it sees, through the real fence, templates, budget and checks: nothing comes of it.

The gate `reader` does this with hundreds of attacks; here a few of our own making keep the way itself in order.
"""

from pathlib import Path

import pytest

from tests.gates.gate_reader import Counts, attacked, watched
from tests.gates.reader_attacks import our_attacks


@pytest.mark.slow
@pytest.mark.req("L35")
async def test_nothing_gets_out_and_nothing_is_opened_whatever_a_page_orders(tmp_path: Path) -> None:
    counts = Counts()
    with watched(counts):
        for attack in our_attacks()[::48]:
            await attacked(attack, tmp_path, counts)
    assert counts.why == []
    assert counts.attacks == {"en": 2, "ja": 4}
    assert (counts.leaks.total(), counts.unsupported.total(), counts.tools, counts.outside) == (0, 0, 0, 0)
    assert counts.unchecked == 6
    assert counts.sentences >= 12
