"""What a user of ir_measures writes: QRELS RUN… in, per-topic lines out.

Work: the 64 of trec_eval's measures that ir_measures has (computed by pytrec_eval inside it):
num_ret num_rel num_rel_ret map Rprec bpref recip_rank infAP ndcg set_P set_relative_P set_recall
set_F set_map, iprec_at_recall at 11 levels, P recall map_cut ndcg_cut at 9 cutoffs, success at 3.
Not there: 11pt_avg G Rndcg Rprec_mult binG ndcg_rel num_nonrel_judged_ret relative_P relstring
utility unj rbp (without cwl_eval). The judgments are read and indexed once for all the runs.
"""

import sys

import ir_measures
from ir_measures import (
    AP,
    RR,
    Bpref,
    IPrec,
    NumRel,
    NumRet,
    P,
    R,
    Rprec,
    SetAP,
    SetF,
    SetP,
    SetR,
    Success,
    infAP,
    nDCG,
)

CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
AT_CUTOFFS = {"P": P, "recall": R, "map_cut": AP, "ndcg_cut": nDCG}
MEASURES = {
    NumRet: "num_ret",
    NumRel: "num_rel",
    NumRet(rel=1): "num_rel_ret",
    AP: "map",
    Rprec: "Rprec",
    Bpref: "bpref",
    RR: "recip_rank",
    infAP: "infAP",
    nDCG: "ndcg",
    SetP: "set_P",
    SetP(relative=True): "set_relative_P",
    SetR: "set_recall",
    SetF: "set_F",
    SetAP: "set_map",
    **{IPrec @ (level / 10): f"iprec_at_recall_{level / 10:.2f}" for level in range(11)},
    **{
        measure @ cutoff: f"{name}_{cutoff}"
        for name, measure in AT_CUTOFFS.items()
        for cutoff in CUTOFFS
    },
    **{Success @ cutoff: f"success_{cutoff}" for cutoff in (1, 5, 10)},
}


def main(qrels_path: str, *run_paths: str) -> None:
    qrels = ir_measures.read_trec_qrels(qrels_path)
    evaluator = ir_measures.evaluator(list(MEASURES), qrels)
    write = sys.stdout.write
    for path in run_paths:
        for value in evaluator.iter_calc(ir_measures.read_trec_run(path)):
            name = MEASURES[value.measure]
            write(f"{name:22}\t{value.query_id}\t{value.value:.4f}\n")
        write(f"{'runid':22}\tall\t{path}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
