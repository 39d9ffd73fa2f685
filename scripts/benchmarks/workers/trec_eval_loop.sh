#!/bin/sh
# What a user of trec_eval writes: QRELS RUN… in, one trec_eval a run.
qrels=$1
shift
for run; do
    trec_eval -q -m all_trec "$qrels" "$run" || exit
done
