"""The derivation rules, in the order in which they are tried."""

from typing import Final

from tadori.judge.derive.base import DerivationRule

RULES: Final[tuple[DerivationRule, ...]] = ()
