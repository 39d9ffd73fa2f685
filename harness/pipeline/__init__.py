"""The ways of the data: a task becomes an evaluation or a pool, one statement a stage."""

from harness.pipeline.evaluation import Evaluation, Progress, Refused, run

__all__ = ["Evaluation", "Progress", "Refused", "run"]
