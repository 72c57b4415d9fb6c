"""How the stance model that ships was trained: run by hand, never imported by the package. See README.md."""
