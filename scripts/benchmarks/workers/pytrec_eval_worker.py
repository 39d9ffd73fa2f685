"""What a user of pytrec_eval writes: QRELS RUN… in, per-topic lines out.

Work: every measure in `pytrec_eval.supported_measures` (trec_eval 9's all_trec) for each topic.
Not done: the summary over the topics, which harness prints too. pytrec_eval has no text for
`relstring` and no value for single topics of `gm_map` and `gm_bpref`; these, `runid` and `num_q`
are computed but not printed. Measures that are new in trec_eval 10 are not there.
"""

import sys

import pytrec_eval

NOT_OF_A_TOPIC = {"runid", "num_q", "relstring", "gm_map", "gm_bpref"}


def main(qrels_path: str, *run_paths: str) -> None:
    with open(qrels_path) as file:  # noqa: PTH123 - as in the documentation of pytrec_eval
        qrels = pytrec_eval.parse_qrel(file)
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    write = sys.stdout.write
    for path in run_paths:
        with open(path) as file:  # noqa: PTH123
            run = pytrec_eval.parse_run(file)
        for topic, values in evaluator.evaluate(run).items():
            for measure, value in values.items():
                if measure not in NOT_OF_A_TOPIC:
                    write(f"{measure:22}\t{topic}\t{value:.4f}\n")
        write(f"{'runid':22}\tall\t{path}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
