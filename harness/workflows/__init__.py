"""The ways of the data: a task becomes an evaluation or a pool, one statement a stage."""

from harness.workflows.evaluate import Evaluation, run
from harness.workflows.runs import Progress, Refused

__all__ = ["Evaluation", "Progress", "Refused", "run"]
