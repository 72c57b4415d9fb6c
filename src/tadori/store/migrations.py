"""The schema, as an append-only list of migrations. A migration is never changed once it has been released.

Types are written for both dialects: SQLite gets strict tables, PostgreSQL its own names for reals and blobs.
"""

from collections.abc import Callable

import sqlalchemy as sa

from tadori.errors import ConfigError
from tadori.store.facts_from_log import fill_facts
from tadori.store.lexical import add_lengths, create_lexical
from tadori.store.migrations_researcher import m023_model_choices, m024_researcher, m025_computations, m026_control
from tadori.store.schema_script import run_script

Migration = Callable[[sa.Connection], None]


BACKBONE = """
create table tasks (
    id text primary key, question text not null, lang text not null, question_lang text not null,
    status text not null,
    created_at text not null, finished_at text,
    budget_pages integer not null, budget_seconds integer not null, budget_tokens integer not null,
    effort integer not null, libraries text not null, providers text not null, out text,
    plan text, stop_reason text, stop_words text, answered integer, seconds {real} not null, error text,
    stop_requested integer not null, part integer not null
){strict};
create table queries (
    id text primary key, task_id text not null references tasks, position integer not null,
    text text not null, lang text not null, purpose text not null, section_id text not null,
    round integer not null, max_hits integer not null, cause_id text not null, reason text not null,
    state text not null, hits integer not null, pages_read integer not null, useful integer not null
){strict};
create index queries_by_task on queries (task_id, position);
create table serp_items (
    id text primary key, query_id text not null references queries, engine text not null, rank integer not null,
    title text not null, url text not null, snippet text not null, date text, source_tag text not null
){strict};
create index serp_items_by_query on serp_items (query_id, engine, rank);
create table pages (
    id text primary key, url text not null, content_hash text not null, text_hash text not null,
    media_type text not null, byte_length integer not null, text_length integer not null,
    title text not null, date text, lang text not null, page_type text not null, fetched_at text not null,
    source_tag text not null, author text not null, canonical text not null, text text not null,
    notes text not null
){strict};
create index pages_by_url on pages (url);
create table fragments (
    id text primary key, page_id text not null references pages, position integer not null,
    start_at integer not null, end_at integer not null, text_hash text not null, fragment_type text not null,
    heading_context text not null, heading_hierarchy text not null, element_index integer not null,
    page_number integer
){strict};
create index fragments_by_page on fragments (page_id, position);
create table task_pages (
    task_id text not null references tasks, page_id text not null references pages, query_id text not null,
    position integer not null, found_at text not null,
    relevance {real} not null, best_fragment text, flags text not null, weighed integer not null,
    primary key (task_id, page_id)
){strict};
create table claims (
    id text primary key, text text not null, lang text not null
){strict};
create table task_claims (
    task_id text not null references tasks, claim_id text not null references claims, position integer not null,
    text text not null, date text, fragment_id text not null, page_id text not null,
    start_at integer not null, end_at integer not null,
    query_id text not null, answer_score {real} not null, answer_rank integer,
    refutation_searched integer not null,
    primary key (task_id, claim_id)
){strict};
create table edges (
    task_id text not null references tasks, id text not null, claim_id text not null references claims,
    fragment_id text not null, page_id text not null, start_at integer not null, end_at integer not null,
    relation text not null, confidence {real} not null, shown integer not null, grounds text not null,
    primary key (task_id, id)
){strict};
create table verdicts (
    claim_hash text not null, evidence_hash text not null, judge text not null,
    stance text not null, confidence {real} not null, shown integer not null, abstained integer not null,
    grounds text not null,
    primary key (claim_hash, evidence_hash, judge)
){strict};
create table embeddings (
    key text primary key, vector {blob} not null, made_at text not null
){strict};
create table cache (
    key text primary key, value text not null, made_at text not null
){strict};
create table libraries (
    id text primary key, folder text not null unique, added_at text not null
){strict};
create table documents (
    library_id text not null references libraries, url text not null, path text not null,
    size integer not null, mtime_ns integer not null, page_id text, lost text, indexed_at text not null,
    primary key (library_id, url)
){strict};
create index documents_by_page on documents (page_id);
create table jobs (
    id text primary key, task_id text not null references tasks, kind text not null, priority integer not null,
    slot text not null, state text not null, attempts integer not null, cause_id text not null,
    created_at text not null, started_at text not null, finished_at text
){strict};
create index jobs_by_task on jobs (task_id);
create table events (
    id text primary key, task_id text not null, position integer not null, kind text not null,
    cause_id text not null, payload text not null, at text not null
){strict};
create index events_by_task on events (task_id, position);
create table reports (
    task_id text primary key references tasks, root_hash text not null, answered integer not null,
    folder text not null, made_at text not null
){strict};
"""


def m001_backbone(db: sa.Connection) -> None:
    run_script(db, BACKBONE)
    create_lexical(db)


WEB = """
create table domains (
    domain text primary key, block_score {real} not null, success_short {real} not null, success_long {real} not null,
    failures integer not null, cooldown_until text, headful_ratio {real} not null, headful_failures integer not null,
    last_captcha_at text, captcha_type_last_seen text not null, captcha_rate {real} not null,
    tor_success_rate {real} not null, tor_usage_ratio {real} not null, tor_until text, tor_blocked_until text,
    referer_match_rate {real} not null, not_modified_rate {real} not null, skip_reason text,
    day text not null, requests_today integer not null, tor_today integer not null,
    last_request_at text, updated_at text
){strict};
create table visits (
    url text primary key, page_id text not null, final_url text not null, route text not null,
    etag text, last_modified text, fetched_at text not null
){strict};
create index visits_by_page on visits (page_id);
create table attempts (
    id integer primary key, task_id text not null, url text not null, domain text not null, route text not null,
    ground text not null, outcome text not null, reason text not null, status integer, block text not null,
    seconds {real} not null, wire_bytes integer not null, at text not null
){strict};
create index attempts_by_task on attempts (task_id, route);
create table robots (
    origin text primary key, status integer, body text not null, fetched_at text not null, checked_at text not null,
    note text not null
){strict};
create table auth_queue (
    id text primary key, task_id text not null, url text not null, domain text not null, kind text not null,
    priority text not null, queued_at text not null, state text not null, closed_at text, note text not null
){strict};
create index auth_queue_by_domain on auth_queue (domain, state);
create table interventions (
    id integer primary key, item_id text not null, domain text not null, kind text not null,
    started_at text not null, ended_at text, seconds {real}, result text
){strict};
"""


def m002_web(db: sa.Connection) -> None:
    run_script(db, WEB)


SEARCH = """
create table engine_health (
    engine text primary key, success_1h {real} not null, success_24h {real} not null,
    captcha_1h {real} not null, captcha_24h {real} not null, error_1h {real} not null, error_24h {real} not null,
    garbled_24h {real} not null, latency {real} not null, circuit text not null,
    failures integer not null, successes integer not null, opened integer not null,
    open_until text, changed_at text, requests integer not null, mass_1h {real} not null, mass_24h {real} not null,
    last_request_at text, updated_at text
){strict};
create table engine_weights (
    engine text not null, category text not null, weight {real} not null, precision {real} not null,
    judged integer not null,
    primary key (engine, category)
){strict};
create table serp_cache (
    key text primary key, engine text not null, found text not null, made_at text not null
){strict};
create index serp_cache_by_age on serp_cache (made_at);
create table works (
    id text primary key, url text not null, title text not null, source text not null, doi text,
    authors text not null, venue text not null, date text, abstract text not null, open_access_url text,
    identifiers text not null
){strict};
create index works_by_url on works (url);
create index works_by_doi on works (doi);
create table work_citations (
    work_id text not null references works, cites text not null, position integer not null,
    primary key (work_id, cites)
){strict};
create index work_citations_by_cited on work_citations (cites);
create table entities (
    id text primary key, kind text not null, name text not null, lang text not null, data text not null
){strict};
create table entity_names (
    entity_id text not null references entities, alias text not null,
    primary key (entity_id, alias)
){strict};
create index entity_names_by_alias on entity_names (alias);
create table site_search (
    domain text primary key, tries integer not null, successes integer not null, success {real} not null,
    harvest {real} not null, failures integer not null, paused_until text, last_try_at text,
    form_action text, form_field text not null
){strict};
"""


def m003_search(db: sa.Connection) -> None:
    run_script(db, SEARCH)


def m004_referers(db: sa.Connection) -> None:
    """The page that a hit was followed from, where it was not an engine's."""
    db.execute(sa.text("alter table serp_items add column referer text"))


def m005_site_forms(db: sa.Connection) -> None:
    """The whole form of a site's search in the place of its action and field."""
    run_script(
        db,
        """
        alter table site_search drop column form_action;
        alter table site_search drop column form_field;
        alter table site_search add column form text
        """,
    )


TASK_ENTITIES = """
create table task_entities (
    task_id text not null references tasks, entity_id text not null references entities,
    mentions integer not null, in_question integer not null,
    primary key (task_id, entity_id)
){strict};
create index task_entities_by_entity on task_entities (entity_id);
create table entity_joins (
    entity_id text not null references entities, name text not null, score {real} not null, grounds text not null,
    primary key (entity_id, name)
){strict};
alter table task_claims add column entities_noted integer not null default 0
"""


def m006_task_entities(db: sa.Connection) -> None:
    """Which task speaks of which entity, why entities were joined, and which claims were looked through for them."""
    run_script(db, TASK_ENTITIES)


def m007_engine_walls(db: sa.Connection) -> None:
    """When plain HTTP was last shown a captcha: what sends an engine's requests by the browser."""
    db.execute(sa.text("alter table engine_health add column walled_at text"))


CALIBRATION = """
create table calibration_sources (
    source text primary key, classes integer not null, fitted_to integer not null default 0
){strict};
create table calibration_samples (
    source text not null references calibration_sources, position integer not null, id text not null,
    scores text not null, outcome integer not null, context text not null, added_at text not null,
    primary key (source, position), unique (source, id)
){strict};
create table calibration_versions (
    source text not null references calibration_sources, version integer not null, method text not null,
    slope {real} not null, shifts text not null, samples integer not null,
    brier_before {real} not null, brier_after {real} not null, ece_before {real} not null, ece_after {real} not null,
    made_at text not null, active integer not null, rolled_back_at text, rolled_back_reason text,
    primary key (source, version)
){strict};
create unique index calibration_versions_in_force on calibration_versions (source) where active = 1;
create table calibration_evaluations (
    id text primary key, position integer not null unique, source text not null references calibration_sources,
    brier_score {real} not null, brier_score_calibrated {real}, improvement_ratio {real} not null,
    expected_calibration_error {real} not null, samples_evaluated integer not null, standard_error {real} not null,
    bins_json text not null, calibration_version integer not null, evaluated_at text not null, created_at text not null
){strict};
create index calibration_evaluations_by_source on calibration_evaluations (source, position);
create table calibration_rollbacks (
    position integer primary key, source text not null references calibration_sources,
    previous_version integer not null, rolled_back_to integer not null, reason text not null,
    automatic integer not null, at text not null
){strict};
"""


def m008_calibration(db: sa.Connection) -> None:
    """Scores with their outcomes, what was fitted to them, how well it did, and what was undone (L34)."""
    run_script(db, CALIBRATION)


DOMAIN_TRUST = """
create table trust_lessons (
    task_id text not null references tasks, domain text not null, said text not null, about text not null,
    witness text not null,
    primary key (task_id, domain, said, about)
){strict};
create index trust_lessons_by_domain on trust_lessons (domain);
create table domain_trust (
    domain text primary key, level text not null,
    confirmed integer not null, contradicted integer not null, orders integer not null,
    promoted_at text, demoted_at text, reason_ja text not null, reason_en text not null
){strict}
"""


def m009_domain_trust(db: sa.Connection) -> None:
    """What tasks have learned of publishers, and how far each is trusted for it (L29)."""
    run_script(db, DOMAIN_TRUST)


CHARGES = """
create table charges (
    task_id text not null references tasks, id text not null, job text not null, ask text not null,
    opening integer not null, reserved integer not null, used integer, seconds real not null, at text not null,
    primary key (task_id, id)
){strict}
"""


def m010_charges(db: sa.Connection) -> None:
    """What each call of a language model was allowed and what it took (D7)."""
    run_script(db, CHARGES)


CLIENTS = """
create table client_tasks (
    task_id text primary key references tasks, priority_domains text not null, seen_at text not null,
    paused_at text, pause_reason text, final_status text, end_reason text
){strict};
create table client_searches (
    task_id text not null references tasks, number integer not null, kind text not null, query text not null,
    options text not null, state text not null, started_at text not null, finished_at text,
    pages_before integer not null, query_ids text not null, result text, error text,
    primary key (task_id, number)
){strict}
"""


def m011_clients(db: sa.Connection) -> None:
    """Tasks that a client drives over MCP, when it was last heard, and every search it asked for (L1, L2)."""
    run_script(db, CLIENTS)


def m012_delivered(db: sa.Connection) -> None:
    """Whether a client has been given the result of a search: until then the same call gives it, and asks nothing."""
    db.execute(sa.text("alter table client_searches add column delivered integer not null default 0"))
    db.execute(sa.text("update client_searches set delivered = 1 where finished_at is not null"))


def m013_job_results(db: sa.Connection) -> None:
    """The result of a step, stored with its rows, so that a step whose record was lost is not done twice (X4)."""
    for column in ("place", "result"):
        db.execute(sa.text(f"alter table jobs add column {column} text"))


def m014_versions(db: sa.Connection) -> None:
    """Which extraction read a page and which judge weighed a pair: `verify` does it again with the same ones (X3)."""
    db.execute(sa.text("alter table pages add column extraction text not null default ''"))
    db.execute(sa.text("alter table edges add column judge text not null default ''"))


JOURNAL = """
create table old_jobs as select * from jobs;
drop table jobs;
create table jobs (
    id text primary key, task_id text not null references tasks, stretch integer not null, kind text not null,
    key text not null, occurrence integer not null, priority integer not null, slot text not null,
    cause_id text not null, skipped integer not null, result text not null, finished_at text not null
){strict};
create unique index jobs_by_identity on jobs (task_id, stretch, kind, key, occurrence);
create table job_log (
    job_id text not null, task_id text not null references tasks, attempt integer not null, state text not null,
    at text not null, ground text not null, primary key (job_id, attempt, state)
){strict};
create index job_log_by_task on job_log (task_id);
insert into jobs (id, task_id, stretch, kind, key, occurrence, priority, slot, cause_id, skipped, result, finished_at)
    select id, task_id, 0, kind, id, 0, priority, slot, cause_id, 0, coalesce(result, 'null'), finished_at
    from old_jobs where state = 'done' and finished_at is not null;
insert into job_log (job_id, task_id, attempt, state, at, ground)
    select id, task_id, attempts, 'running', started_at, '' from old_jobs;
drop table old_jobs;
update tasks set part = part + 1 where finished_at is null
    and id in (select task_id from jobs) and id not in (select task_id from client_tasks);
alter table queries add column carried integer not null default 0;
update queries set carried = 1 where task_id in (select id from tasks where finished_at is not null)
"""


def m015_journal(db: sa.Connection) -> None:
    """The journal becomes the only durable record (X4): a step's identity, inserted once, never updated.

    What was done before is kept as history, in stretch 0: its log of DBOS cannot be replayed. A task that was open goes
    on as a new stretch, which asks its queries again and finds what was read already.
    """
    run_script(db, JOURNAL)


FACTS = """
create table engine_answers (
    task_id text not null references tasks, position integer not null, query_id text not null references queries,
    engine text not null, outcome text not null, asked integer not null, reason text not null, route text not null,
    hits integer not null, urls text not null, at text not null,
    primary key (task_id, position)
){strict};
create index engine_answers_by_query on engine_answers (query_id, position);
create table citation_circles (
    task_id text not null references tasks, urls text not null,
    primary key (task_id, urls)
){strict};
create table register_answers (
    task_id text not null references tasks, url text not null,
    primary key (task_id, url)
){strict};
alter table task_pages add column orders text not null default '[]';
alter table tasks add column evidence integer not null default 0;
alter table tasks add column lessons integer not null default 0;
alter table attempts add column cause text not null default '';
update tasks set lessons = 1 where id in (select task_id from trust_lessons)
"""


def m016_facts(db: sa.Connection) -> None:
    """Rows for what code decides by and only the log had: engines' answers, orders in pages, circles, registers."""
    run_script(db, FACTS)
    fill_facts(db)


def m017_pause(db: sa.Connection) -> None:
    """A person may ask the process that runs a task to pause it (L15)."""
    db.execute(sa.text("alter table tasks add column pause_requested integer not null default 0"))


ROUNDS = """
create table rounds (
    task_id text not null references tasks, stretch integer not null, round integer not null,
    max_rounds integer not null, gaps text not null, goes_on integer not null, stop_reason text, reason text not null,
    at text not null,
    primary key (task_id, stretch, round)
){strict};
create table target_evidence (
    task_id text not null references tasks, target_id text not null, polarity text not null, position integer not null,
    claim_id text not null, score {real} not null, stance text not null, confidence {real} not null,
    primary key (task_id, target_id, polarity, position)
){strict}
"""


def m018_rounds(db: sa.Connection) -> None:
    """What was missing after each round and what was decided (F3, F5); which evidence speaks to which target (L26)."""
    run_script(db, ROUNDS)


def m019_claim_context(db: sa.Connection) -> None:
    """What a claim leaves to the text around it, and which tables have a header row; unknown for older rows."""
    db.execute(sa.text("alter table task_claims add column context text not null default ''"))
    db.execute(sa.text("alter table fragments add column has_header integer not null default 0"))


UNREAD = """
create table page_losses (
    page_id text not null references pages, reason text not null, characters integer not null,
    primary key (page_id, reason)
){strict};
alter table pages add column losses_counted integer not null default 0;
alter table libraries add column left_out text
"""


def m020_folder_alone(db: sa.Connection) -> None:
    """What scores of one folder need (L23); what was not read of folders and pages (L22), unknown for older rows."""
    add_lengths(db)
    run_script(db, UNREAD)


def m021_imprint(db: sa.Connection) -> None:
    """What a page says about the work it is a part of; unknown for pages read before."""
    db.execute(sa.text("alter table pages add column imprint text not null default ''"))


def m022_answer_parts(db: sa.Connection) -> None:
    """How long an answer may be, and which part of the question each chosen claim answers."""
    db.execute(sa.text("alter table tasks add column length text not null default 'normal'"))
    db.execute(sa.text("alter table task_claims add column answer_part integer not null default 1"))


MIGRATIONS: tuple[tuple[str, Migration], ...] = (
    ("001_backbone", m001_backbone),
    ("002_web", m002_web),
    ("003_search", m003_search),
    ("004_referers", m004_referers),
    ("005_site_forms", m005_site_forms),
    ("006_task_entities", m006_task_entities),
    ("007_engine_walls", m007_engine_walls),
    ("008_calibration", m008_calibration),
    ("009_domain_trust", m009_domain_trust),
    ("010_charges", m010_charges),
    ("011_clients", m011_clients),
    ("012_delivered", m012_delivered),
    ("013_job_results", m013_job_results),
    ("014_versions", m014_versions),
    ("015_journal", m015_journal),
    ("016_facts", m016_facts),
    ("017_pause", m017_pause),
    ("018_rounds", m018_rounds),
    ("019_claim_context", m019_claim_context),
    ("020_folder_alone", m020_folder_alone),
    ("021_imprint", m021_imprint),
    ("022_answer_parts", m022_answer_parts),
    ("023_model_choices", m023_model_choices),
    ("024_researcher", m024_researcher),
    ("025_computations", m025_computations),
    ("026_control", m026_control),
)


def migrate(engine: sa.Engine) -> None:
    """Apply what is missing, each migration and its record in one transaction.

    Raises:
        ConfigError: the database has migrations this program does not know.
    """
    missing = pending(engine)
    with engine.connect() as db:
        for name, migration in MIGRATIONS:
            if name in missing:
                _apply(db, name, migration)


def pending(engine: sa.Engine) -> list[str]:
    """The migrations that the database lacks.

    Raises:
        ConfigError: the database has migrations this program does not know.
    """
    known = [name for name, _ in MIGRATIONS]
    with engine.connect() as db:
        applied = _applied(db)
    unknown = sorted(applied - set(known))
    if unknown:
        raise ConfigError(
            f"the database was made by a newer Tadori (it has {', '.join(unknown)}): "
            "upgrade Tadori, or set TADORI_HOME to another folder"
        )
    return [name for name in known if name not in applied]


def _applied(db: sa.Connection) -> set[str]:
    tables = sa.inspect(db).get_table_names()
    if "schema_migrations" not in tables:
        return set()
    return {row[0] for row in db.exec_driver_sql("select name from schema_migrations")}


def _apply(db: sa.Connection, name: str, migration: Migration) -> None:
    db.rollback()
    db.exec_driver_sql("begin immediate" if db.dialect.name == "sqlite" else "begin")
    try:
        db.exec_driver_sql("create table if not exists schema_migrations (name text primary key)")
        # Another process may have migrated while we waited for the lock.
        if name not in {row[0] for row in db.exec_driver_sql("select name from schema_migrations")}:
            migration(db)
            db.execute(sa.text("insert into schema_migrations (name) values (:name)"), {"name": name})
        db.commit()
    except BaseException:
        db.rollback()
        raise
