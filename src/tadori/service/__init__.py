"""The composition root: Settings become live objects, and the verbs of the program are here.

Faces (command line, MCP, web page) call these and nothing deeper.
"""

from tadori.service.checking import check_archive, diagnose
from tadori.service.chrome import chrome_diagnose, chrome_start
from tadori.service.engines import engine_rows, search_hits
from tadori.service.entities import entity_rows
from tadori.service.fetching import fetch_pages
from tadori.service.filters import extract_files, extract_pages, judge_filter, rank_filter
from tadori.service.publishers import trust_rows
from tadori.service.request import ResearchOutcome, ResearchRequest
from tadori.service.serp import result_page_reader
from tadori.service.verbs import (
    forget_task,
    library_add,
    library_list,
    library_search,
    pause_task,
    research,
    run_research,
    run_resume,
    stop_task,
    task_list,
    task_status,
    verify,
    verify_report,
)
from tadori.wiring.home import App, open_app

__all__ = [
    "App",
    "ResearchOutcome",
    "ResearchRequest",
    "check_archive",
    "chrome_diagnose",
    "chrome_start",
    "diagnose",
    "engine_rows",
    "entity_rows",
    "extract_files",
    "extract_pages",
    "fetch_pages",
    "forget_task",
    "judge_filter",
    "library_add",
    "library_list",
    "library_search",
    "open_app",
    "pause_task",
    "rank_filter",
    "research",
    "result_page_reader",
    "run_research",
    "run_resume",
    "search_hits",
    "stop_task",
    "task_list",
    "task_status",
    "trust_rows",
    "verify",
    "verify_report",
]
