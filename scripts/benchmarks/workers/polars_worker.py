"""The floor: polars reads each run and joins it with the judgments, and that is all.

Work: topic, document and score of each run, joined with the grades; the number of rows is printed.
Not done: order, ties, measures, checks, text. One blank or tab between two fields is taken for
granted, which the other tools do not do.
"""

import sys

import polars as pl


def separator(path: str) -> str:
    with open(path) as file:  # noqa: PTH123 - a floor does no more than it has to
        return "\t" if "\t" in file.readline() else " "


def scan(path: str, fields: dict[str, type[pl.DataType]]) -> pl.LazyFrame:
    return pl.scan_csv(
        path, separator=separator(path), has_header=False, quote_char=None, schema=fields
    )


QRELS = {"topic": pl.String, "iter": pl.String, "doc": pl.String, "grade": pl.Int32}
RUN = {
    "topic": pl.String,
    "iter": pl.String,
    "doc": pl.String,
    "rank": pl.String,
    "score": pl.Float64,
    "tag": pl.String,
}


def main(qrels_path: str, *run_paths: str) -> None:
    qrels = scan(qrels_path, QRELS).select("topic", "doc", "grade").collect().lazy()
    for path in run_paths:
        run = scan(path, RUN).select("topic", "doc", "score")
        joined = run.join(qrels, on=["topic", "doc"], how="left").collect()
        print(f"{joined.height}\t{path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
