"""What a task may spend, and the arithmetic of spending it. Pure: run/ keeps the ledger."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of one task (rulings: command line 120 pages, 3 600 s, 4 500 without a GPU)."""

    pages: int = 120
    seconds: int = 4500
    tokens: int = 0
    """Model tokens; 0 means that no model is used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What has been used so far."""

    pages: int = 0
    seconds: float = 0.0
    tokens: int = 0


def after_page(spent: Spent) -> Spent:
    """`spent` with one more page read."""
    return replace(spent, pages=spent.pages + 1)


def exhausted(budget: Budget, spent: Spent) -> str | None:
    """The first limit that is reached (`pages`, `seconds`, `tokens`), or None while all hold."""
    if spent.pages >= budget.pages:
        return "pages"
    if spent.seconds >= budget.seconds:
        return "seconds"
    if budget.tokens and spent.tokens >= budget.tokens:
        return "tokens"
    return None


def remaining_percent(budget: Budget, spent: Spent) -> int:
    """How much of the tightest limit is left, in whole per cent, 0 to 100."""
    shares = [1 - spent.pages / budget.pages, 1 - spent.seconds / budget.seconds]
    if budget.tokens:
        shares.append(1 - spent.tokens / budget.tokens)
    return max(0, min(100, int(min(shares) * 100)))
