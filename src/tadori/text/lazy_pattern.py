"""Regular expressions that are compiled at their first use.

Compiling every pattern of the text rooms costs a fifth of a CPU second. A run whose work is already done uses few of
them, and a command that reads no text uses none.
"""

import re
from typing import Any, cast


def lazy_pattern(pattern: str, flags: int | re.RegexFlag = 0) -> re.Pattern[str]:
    """As `re.compile`; an error in `pattern` appears at its first use."""
    return cast(re.Pattern[str], _Later(pattern, flags))


class _Later:
    def __init__(self, pattern: str, flags: int | re.RegexFlag) -> None:
        self._given = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        # Kept on the instance, so that this is asked once for each method.
        value = getattr(re.compile(*self._given), name)
        setattr(self, name, value)
        return value
