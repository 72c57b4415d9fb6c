"""The derivation rules, in the order in which they are tried."""

from typing import Final

from tadori.judge.derive.base import DerivationRule
from tadori.judge.derive.list_item import list_item
from tadori.judge.derive.table_row import table_row
from tadori.judge.derive.units import converted_units

RULES: Final[tuple[DerivationRule, ...]] = (table_row, list_item, converted_units)
