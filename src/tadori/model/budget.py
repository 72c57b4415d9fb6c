"""What a task may spend, and the arithmetic of spending it. Pure: `engine/ledger.py` holds a running task's ledger.

Tokens are reserved before a model is called and settled after, so parallel calls cannot spend the same tokens. A
request is charged once: its charge is the most that any one opening of the ledger (a process, from start to end or
kill) has reserved or used for it. A killed process's reservation stands at its full amount; when the request is made
again after the restart it uses that charge first. So a kill is never forgotten and never paid for twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tadori.errors import BudgetExhausted
from tadori.model.llm_thresholds import KEPT_PERCENT, MODEL_TIME_SHARE, WARN_AT

FINAL_JOBS = frozenset({"choice", "writing", "answer"})
"""Jobs that choose and write the final answer."""
DRIVING_JOBS = frozenset({"step", "rewriting", "criteria", "evaluation", "analysis"})
"""Jobs of a model that drives the task: no rule does the same work, so they are not held to the models' share of the
time."""


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


def exhausted_limit(budget: Budget, spent: Spent) -> str | None:
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


def thresholds_reached(limit: int, spent: float, thresholds: Iterable[int] = WARN_AT) -> list[int]:
    """The thresholds, in per cent of `limit`, that `spent` has reached; none without a limit."""
    return [percent for percent in sorted(thresholds) if limit > 0 and spent * 100 >= percent * limit]


def pages_granted(wanted: int, *, limit: int, spent: int, held: int) -> int:
    """How many of `wanted` pages may be started, when `spent` are read and `held` are promised to others."""
    return max(0, min(wanted, limit - spent - held))


def model_share(model_seconds: float, total_seconds: float) -> float:
    """The share of a task's time that was spent in models, 0 to 1."""
    if total_seconds <= 0:
        return 0.0
    return max(0.0, min(1.0, model_seconds / total_seconds))


def model_time_allowed(
    model_seconds: float, total_seconds: float, expected: float, share: float = MODEL_TIME_SHARE
) -> bool:
    """Whether a call of `expected` seconds leaves the models' share of the time at `share` or below.

    The call adds to both: (model + expected) ÷ (total + expected). A caller that checks before every optional call, and
    estimates `expected` correctly, never exceeds it.
    """
    return model_seconds + expected <= share * (total_seconds + expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLimits:
    """The token budget, in total and per job."""

    total: int
    by_job: Mapping[str, int] = field(default_factory=dict)
    """Lower limits of single jobs."""
    kept_percent: int = KEPT_PERCENT
    final_jobs: frozenset[str] = FINAL_JOBS
    """Jobs that may use the reserve."""

    @property
    def kept(self) -> int:
        """Tokens reserved for the final answer, rounded up."""
        return -(-self.total * self.kept_percent // 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """One reservation, and what was used of it."""

    id: str
    job: str
    ask: str
    """`ModelRequest.id`, or the reservation's id where no request is named."""
    reserved: int
    used: int | None = None
    """None while it is open."""

    @property
    def amount(self) -> int:
        return self.reserved if self.used is None else self.used


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All reserved and used tokens of a task. Immutable: `reserve` and `settle` return the next ledger."""

    limits: TokenLimits
    earlier: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """request → (job, the most that one earlier opening charged for it)."""
    now: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """request → (job, what this opening has reserved and used for it)."""
    open: Mapping[str, Charge] = field(default_factory=dict)
    by_job: Mapping[str, int] = field(default_factory=dict)
    """Tokens charged, open reservations in full."""

    @property
    def charged(self) -> int:
        return sum(self.by_job.values())

    @property
    def settled(self) -> int:
        """Tokens that are gone for good, at least."""
        return max(0, self.charged - sum(one.reserved for one in self.open.values()))

    def room(self, job: str) -> int:
        """Tokens that `job` may still reserve."""
        limits = self.limits
        left = limits.total - self.charged
        if job not in limits.final_jobs:
            others = sum(tokens for name, tokens in self.by_job.items() if name not in limits.final_jobs)
            left = min(left, limits.total - limits.kept - others)
        if job in limits.by_job:
            left = min(left, limits.by_job[job] - self.by_job.get(job, 0))
        return max(0, left)

    def reserve(self, charge: Charge) -> "Ledger":
        """The ledger with `charge` open in it.

        Raises:
            BudgetExhausted: the job has fewer tokens left.
        """
        if charge.reserved < 0:
            raise ValueError(f"{charge.job} cannot reserve {charge.reserved} tokens")
        extra = self._more(charge.ask, charge.reserved)
        if extra > self.room(charge.job):
            raise BudgetExhausted(_why(self, charge, extra))
        return replace(self._charged(charge, charge.reserved), open={**self.open, charge.id: charge})

    def taken(self, reservation: str, used: int) -> int:
        """What an open reservation is charged when a server reports `used` tokens.

        A negative number means unknown: all that was reserved. Tokens above the reservation were spent all the same:
        they are charged as far as the job has room, so that the limits hold whatever a server says.
        """
        charge = self.open[reservation]
        return charge.reserved if used < 0 else min(used, charge.reserved + self.room(charge.job))

    def settle(self, reservation: str, used: int) -> "Ledger":
        """The ledger with the reservation settled; unchanged when it is not open (any more)."""
        charge = self.open.get(reservation)
        if charge is None:
            return self
        rest = {name: one for name, one in self.open.items() if name != reservation}
        return replace(self._charged(charge, self.taken(reservation, used) - charge.reserved), open=rest)

    def _more(self, ask: str, tokens: int) -> int:
        """How much the charge of `ask` grows (or shrinks) when this opening's part of it grows by `tokens`."""
        before = self.earlier.get(ask, ("", 0))[1]
        mine = self.now.get(ask, ("", 0))[1]
        return max(before, mine + tokens) - max(before, mine)

    def _charged(self, charge: Charge, tokens: int) -> "Ledger":
        mine = self.now.get(charge.ask, ("", 0))[1]
        by_job = {**self.by_job, charge.job: self.by_job.get(charge.job, 0) + self._more(charge.ask, tokens)}
        return replace(self, now={**self.now, charge.ask: (charge.job, mine + tokens)}, by_job=by_job)


def reopen_ledger(limits: TokenLimits, openings: Iterable[Iterable[Charge]]) -> Ledger:
    """The ledger of a task from the charges of its earlier openings, open ones in full."""
    earlier: dict[str, tuple[str, int]] = {}
    for charges in openings:
        sums: dict[str, tuple[str, int]] = {}
        for one in charges:
            sums[one.ask] = (one.job, sums.get(one.ask, ("", 0))[1] + one.amount)
        for ask, (job, tokens) in sums.items():
            earlier[ask] = (job, max(tokens, earlier.get(ask, ("", 0))[1]))
    # The maximum over the openings, not their sum: a repeated request is charged once.
    by_job: dict[str, int] = {}
    for job, tokens in earlier.values():
        by_job[job] = by_job.get(job, 0) + tokens
    return Ledger(limits=limits, earlier=earlier, by_job=by_job)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobUse:
    """Tokens of one job."""

    job: str
    calls: int
    tokens: int
    """Charged, open reservations in full."""
    open: int
    """Of these, reserved and not yet settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUse:
    """The tokens and time a task spent on language models."""

    jobs: tuple[JobUse, ...]
    """Most tokens first."""
    repeated: int
    """Tokens spent beyond what is charged, because a killed process's request was made again."""
    model_seconds: float
    """Seconds in which at least one model was working."""

    @property
    def tokens(self) -> int:
        return sum(one.tokens for one in self.jobs)


def token_use(openings: Iterable[Iterable[Charge]], model_seconds: float) -> TokenUse:
    """Token use of all openings, by job."""
    kept = [list(charges) for charges in openings]
    by_job = reopen_ledger(TokenLimits(total=0), kept).by_job
    every = [one for charges in kept for one in charges]
    jobs = [
        JobUse(
            job=job,
            calls=sum(one.job == job for one in every),
            tokens=tokens,
            open=sum(one.reserved for one in every if one.job == job and one.used is None),
        )
        for job, tokens in by_job.items()
    ]
    return TokenUse(
        jobs=tuple(sorted(jobs, key=lambda one: (-one.tokens, one.job))),
        repeated=sum(one.amount for one in every) - sum(by_job.values()),
        model_seconds=model_seconds,
    )


def _why(ledger: Ledger, charge: Charge, extra: int) -> str:
    if ledger.limits.total <= 0:
        return "no tokens were given to this task: --budget-tokens N gives it some"
    return (
        f"{charge.job} needs {extra} tokens and has {ledger.room(charge.job)} left of {ledger.limits.total}"
        f" ({ledger.charged} charged, {ledger.limits.kept} kept for the final answer)"
    )
