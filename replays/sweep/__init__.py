"""Sweeps: millions of games of a scenario at once, every one of them reproducible.

Needs NumPy (the ``bulk`` extra); files need PyArrow too (the ``sweep`` extra)::

    from replays.sweep import job_of, sweep

    sweep(job_of(load_scenario("bir-el-qaha"), 1_000_000, seed="alamein")).summary
"""

from replays.sweep.job import Job, Jobs, job_of, jobs_of
from replays.sweep.kernel import Plan, count_climates, plan_of, trajectories
from replays.sweep.run import Result, sweep
from replays.workers.engines import here, in_processes

__all__ = [
    "Job",
    "Jobs",
    "Plan",
    "Result",
    "count_climates",
    "here",
    "in_processes",
    "job_of",
    "jobs_of",
    "plan_of",
    "sweep",
    "trajectories",
]
