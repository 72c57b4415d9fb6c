"""The derivation rules, in the order in which they are tried."""

from typing import Final

from tadori.judge.derive.arithmetic import calculated
from tadori.judge.derive.attribution import attribution
from tadori.judge.derive.base import DerivationRule
from tadori.judge.derive.differing import differing_values
from tadori.judge.derive.heading import under_its_heading
from tadori.judge.derive.list_item import list_item
from tadori.judge.derive.merge import merge
from tadori.judge.derive.subject import subject_filled_in
from tadori.judge.derive.table_row import table_row
from tadori.judge.derive.units import converted_units

RULES: Final[tuple[DerivationRule, ...]] = (
    subject_filled_in,
    attribution,
    under_its_heading,
    table_row,
    list_item,
    converted_units,
    merge,
    calculated,
    differing_values,
)
