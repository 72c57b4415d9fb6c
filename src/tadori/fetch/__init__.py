"""The ways to a page of the web, and the decisions that choose among them. `run/web.py` carries a page through."""
