"""The routes to a page of the web, and the decisions that choose among them. Used by `pipeline/web/fetching.py`."""
