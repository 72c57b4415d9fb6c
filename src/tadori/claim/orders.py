"""Text that speaks to its reader as if it could give orders is never a claim. The rules stand in `text/orders.py`."""

from tadori.text.orders import orders_in

__all__ = ["orders_in"]
