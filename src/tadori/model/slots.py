"""The scarce things of a machine, and who goes first (L15, §3.2.2). `engine/slots.py` hands them out."""

from enum import IntEnum, StrEnum


class Slot(StrEnum):
    """What is scarce. `gpu` and `browser_headful` are one place: they exclude each other."""

    CPU_NLP = "cpu_nlp"
    GPU = "gpu"
    BROWSER_HEADFUL = "browser_headful"
    BROWSER_HEADLESS = "browser_headless"
    NETWORK_CLIENT = "network_client"


class SlotPriority(IntEnum):
    """§3.2.2: of those that wait in this process, the larger number goes first; equals go in order of arrival."""

    SERP = 100
    PREFETCH = 90
    EXTRACT = 80
    EMBED = 70
    RERANK = 60
    LLM_FAST = 50
    LLM_SLOW = 40
