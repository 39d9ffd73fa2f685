"""From a run and judgments to scores: order, look-up, measures, curves, ties."""
