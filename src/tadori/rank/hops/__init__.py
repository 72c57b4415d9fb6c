"""Questions whose answer lies one or two names away, and comparisons of one property of two things."""
