"""What bots know about playing each game well, beyond its rules: one file for each game."""

from . import flowers, mandala, patterns
from .evaluator import Evaluator, evaluate, evaluator_of, register

for _name, _evaluator in (
    ("mandala", mandala.EVALUATOR),
    ("patterns", patterns.EVALUATOR),
    ("flowers", flowers.EVALUATOR),
):
    register(_name, _evaluator)

__all__ = ["Evaluator", "evaluate", "evaluator_of"]
