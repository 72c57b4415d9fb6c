"""Official APIs of catalogues, statistics, statutes and patents: one small module each, built on `api.py`."""
