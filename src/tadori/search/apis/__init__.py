"""Official interfaces of catalogues, statistics, statutes and patents: one small module each, over `api`."""
