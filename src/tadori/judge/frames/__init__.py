"""Frames: what a sentence states about one value of one thing; they alone decide agreement and contradiction."""
