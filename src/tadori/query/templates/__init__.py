"""Vertical templates (§3.1.3): where primary sources of a kind stand, as data files, ja and en."""
