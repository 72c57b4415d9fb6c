"""Vertical search templates (§3.1.3): which sites publish primary sources of a kind; data files, ja and en."""
