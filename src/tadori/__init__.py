"""Tadori: follow every sentence back to the words it stands on.

`from tadori import research, verify, DeepResearchAgent`. Each is loaded when it is asked for, so that importing the
package is free.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tadori.service.agent import DeepResearchAgent
    from tadori.service.verbs import research, verify

__all__ = ["DeepResearchAgent", "research", "verify"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'tadori' has no attribute {name!r}")
    from tadori.service import agent, verbs  # lazy: importing the package is free

    return getattr(agent if name == "DeepResearchAgent" else verbs, name)
