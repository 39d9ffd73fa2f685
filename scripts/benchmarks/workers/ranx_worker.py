"""What a user of ranx writes: QRELS RUN… in, per-topic lines out.

Work: the 49 of trec_eval's measures that ranx has: num_rel_ret map Rprec bpref recip_rank rbp ndcg
set_P set_recall set_F, P recall map_cut ndcg_cut at 9 cutoffs, success at 3. Not there: the other
47 of all_trec. ranx compiles itself with numba; the seconds that the runs after the first took are
printed on standard error, for a figure without start-up and compilation. Its ties come in another
order than trec_eval's; without ties its values are the same at four decimals.
"""

import sys
import time

from ranx import Qrels, Run, evaluate

CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
AT_CUTOFFS = {"precision": "P", "recall": "recall", "map": "map_cut", "ndcg": "ndcg_cut"}
MEASURES = {
    "hits": "num_rel_ret",
    "map": "map",
    "r-precision": "Rprec",
    "bpref": "bpref",
    "mrr": "recip_rank",
    "rbp.9": "rbp",
    "ndcg": "ndcg",
    "precision": "set_P",
    "recall": "set_recall",
    "f1": "set_F",
    **{
        f"{ours}@{cutoff}": f"{theirs}_{cutoff}"
        for ours, theirs in AT_CUTOFFS.items()
        for cutoff in CUTOFFS
    },
    **{f"hit_rate@{cutoff}": f"success_{cutoff}" for cutoff in (1, 5, 10)},
}


def main(qrels_path: str, *run_paths: str) -> None:
    qrels = Qrels.from_file(qrels_path, kind="trec")
    write = sys.stdout.write
    after_first = 0.0
    for path in run_paths:
        run = Run.from_file(path, kind="trec")
        evaluate(qrels, run, list(MEASURES), return_mean=False, make_comparable=True)
        for measure, values in run.scores.items():
            for topic, value in values.items():
                write(f"{MEASURES[measure]:22}\t{topic}\t{value:.4f}\n")
        write(f"{'runid':22}\tall\t{path}\n")
        after_first = after_first or time.perf_counter()
    print(f"after first: {time.perf_counter() - after_first:.6f}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
