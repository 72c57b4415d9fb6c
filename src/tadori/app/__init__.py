"""The composition root: Settings become live objects, and the verbs of the program are here.

Faces (command line, MCP, web page) call these and nothing deeper.
"""

from tadori.app.checking import check_archive, diagnose
from tadori.app.chrome import chrome_diagnose, chrome_start
from tadori.app.engines import engine_rows, search_hits
from tadori.app.entities import entity_rows
from tadori.app.filters import extract_files, extract_pages, judge_filter, ranker
from tadori.app.home import App, open_app
from tadori.app.publishers import trust_rows
from tadori.app.request import Outcome, Request
from tadori.app.serp import result_page_reader
from tadori.app.verbs import (
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
from tadori.app.web import fetch_pages

__all__ = [
    "App",
    "Outcome",
    "Request",
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
    "ranker",
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
