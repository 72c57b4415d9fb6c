"""The harvest rate of a query: what it gave for what it cost (§3.1.7, L13)."""


def harvest_rate(useful_fragments: int, pages_fetched: int) -> float:
    """Useful fragments ÷ pages fetched; 0 when no page was fetched. Above 1 when pages hold several."""
    return useful_fragments / pages_fetched if pages_fetched else 0.0
