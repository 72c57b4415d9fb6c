"""The ways to a page of the web, and the decisions that choose among them. What carries a page through is `run/web.py`."""
