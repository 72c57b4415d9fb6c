"""A language model as worker: every piece of work has a mechanical twin, and a check before its result counts."""
