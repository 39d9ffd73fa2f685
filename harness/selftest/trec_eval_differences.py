"""The deliberate differences from trec_eval."""

from __future__ import annotations

from harness.selftest import at_work
from harness.selftest.other_differences import Difference

FROM_TREC_EVAL: tuple[Difference, ...] = (
    Difference(
        code="nan",
        theirs=(
            "prints `-nan` for 0 divided by 0: with `-J`, if no retrieved document was "
            "judged, for `11pt_avg` and for levels of `iprec_at_recall` that require no "
            "document (0.00; every level of a topic without relevant documents); for "
            "`Rndcg`, if no document of a topic has a gain; for means over such topics"
        ),
        ours="0",
        why="an empty ranking has precision 0",
        example=(
            "printf '1 Q0 x 1 2 t\\n' > unjudged",
            "harness eval --quiet -J -m iprec_at_recall.0 -m 11pt_avg q unjudged",
            "harness eval --quiet -m Rndcg.1=0 q r",
        ),
        of_line=at_work.is_nan,
    ),
    Difference(
        code="num-rel-level",
        theirs="with `-c` and `-l` above 1, `num_rel` of `all` counts grades of 1 and up",
        ours="counts documents that are relevant at that level",
        why="the measures printed beside it use that level",
        example=("harness eval --quiet -c -l 2 -m num_rel q r",),
        before="trec_eval prints 3, the documents of grade 1 and up, here:",
        of_line=at_work.is_num_rel,
    ),
    Difference(
        code="rbp-range",
        versions=("10",),
        theirs="`rbp` rescales gains by an uninitialised minimum and maximum",
        ours="divides grades by the topic's highest, if that is above 1",
        why="the same input must give the same value",
        example=("printf '2 Q0 c 1 2 t\\n' > graded", "harness eval --quiet -m rbp q graded"),
        of_line=at_work.is_rbp_range,
    ),
    Difference(
        code="fractional-gains",
        theirs=(
            "sorts gains by their difference truncated to a whole number: 3.5 and 3 are in "
            "arbitrary order, and the ideal ranking is not the best one"
        ),
        ours="sorts gains exactly",
        why="the ideal ranking is the best one",
        example=(
            "printf '1 0 a 3\\n1 0 b 1\\n1 0 c 2\\n' > grades",
            "printf '1 Q0 b 1 3 t\\n1 Q0 c 2 2 t\\n1 Q0 a 3 1 t\\n' > bca",
            "harness eval --quiet -m ndcg.1=3.5,2=9.0 grades bca",
        ),
        before="trec_eval 9 and 10 both print 0.8446 here:",
        of_line=at_work.is_fractional,
    ),
    Difference(
        code="unanswered-10",
        versions=("10",),
        theirs=(
            "with `-c`, evaluates an unanswered topic with one made-up document, which "
            "`relstring` and `utility` may see"
        ),
        ours="evaluates an empty ranking",
        why="nothing was retrieved",
        example=("harness eval --quiet -c -q -m relstring.3 q r",),
        before="trec_eval 10 prints '-' for topic 2:",
        of_line=at_work.is_made_up,
    ),
    Difference(
        code="unanswered-9",
        versions=("9",),
        theirs="with `-c`, an unanswered topic adds 0 to every mean",
        ours="the same for trec_eval's measures; other measures see an empty ranking",
        why="0 is the best value of FNR, FDR and error rate, and would reward unanswered topics",
        example=("harness eval --quiet --dialect trec_eval-9 -c -m map -m FNR -m SetP -m FDR q r",),
    ),
    Difference(
        code="preferences-possible",
        versions=("9",),
        theirs="with `-c`, `prefs_num_prefs_poss` of `all` counts answered topics only",
        ours="counts all judged topics",
        why="the measures beside it are averaged over all judged topics",
        example=(
            "printf '1 0 a 2\\n1 0 b 1\\n2 0 a 2\\n2 0 b 1\\n' > prefs",
            (
                "harness eval --quiet --dialect trec_eval-9 -c -R qrels_prefs "
                "-m prefs_num_prefs_poss prefs r"
            ),
        ),
        of_line=at_work.counts_answered,
    ),
    Difference(
        code="new-measures",
        versions=("9",),
        theirs="rejects `rbp`, `rbp_resid`, `unj`, `dcg` and `ideal_dcg`",
        ours="computes them as version 10 does if named, with a note; `all_trec` lacks them",
        why="a requested measure must not be dropped",
        example=("harness eval --dialect trec_eval-9 -m rbp q r",),
        of_refusal=at_work.asks_for_new,
    ),
    Difference(
        code="rbp-parameter",
        versions=("10",),
        theirs="refuses `rbp.0.5`",
        ours="reads it as `rbp.p=0.5`, the persistence",
        why="it can mean nothing else",
        example=("harness eval --quiet -m rbp.0.5 q r",),
        of_refusal=at_work.refuses_persistence,
    ),
    Difference(
        code="gains-twice",
        versions=("10",),
        theirs=(
            "frees gains twice and crashes, often after printing, if `dcg` has gains and "
            "`ndcg` or `ideal_dcg` is requested too"
        ),
        ours="computes each measure",
        why="they do not depend on each other",
        example=("harness eval --quiet -m dcg.2=1 -m ndcg q r",),
    ),
    Difference(
        code="no-parameters",
        theirs=(
            "ignores parameters of measures without parameters (`map.3`), and the "
            "unreadable part of wrong ones (`ndcg_cut.1=2`)"
        ),
        ours="an error",
        why="a parameter is meant to have an effect",
        example=("harness eval --quiet -m map.3 -m ndcg_cut.1=2 q r",),
        of_refusal=at_work.ignores_parameters,
    ),
    Difference(
        code="cutoffs-twice",
        theirs="refuses `P.5,5`; ignores the second of two `-m P…`",
        ours="prints each cutoff of all `-m` once",
        why="a requested value must be printed",
        example=("harness eval --quiet -m P.5,5 -m P.10 q r",),
        of_line=at_work.is_repeated,
        of_refusal=at_work.refuses_twice,
    ),
    Difference(
        code="levels-in-order",
        theirs="`11pt_avg` gives wrong values unless its levels ascend",
        ours="takes levels in any order",
        why="a mean does not depend on order",
        example=("harness eval --quiet -m 11pt_avg.0.8,0.2 q r",),
        of_line=at_work.is_out_of_order,
    ),
    Difference(
        code="relevance-level",
        theirs="with `-l 0`, every judged document is relevant",
        ours="refuses `-l` below 1",
        why="the measures define relevance by a positive grade",
        example=("harness eval --quiet -l 0 q r",),
        of_refusal=at_work.refuses_level,
    ),
    Difference(
        code="option-values",
        theirs="reads `-M 0`, `-M 2.5`, `-M x` and `-N -5` as far as C parses a number",
        ours="an error",
        why="a wrong option must not change values silently",
        example=("harness eval --quiet -M 2.5 q r",),
        of_refusal=at_work.refuses_value,
    ),
    Difference(
        code="unknown-topics",
        versions=("10",),
        theirs=(
            "stops at an unjudged topic of the run (`not found in qrels`), and without `-c`"
            " at a judged topic that the run lacks"
        ),
        ours="leaves them out with a note, as version 9 does and the help of 10 says",
        why="a run for more topics can be evaluated",
        example=("printf '1 Q0 a 1 2 t\\n9 Q0 a 1 1 t\\n' > more", "harness eval -m num_q q more"),
        of_refusal=at_work.refuses_topics,
    ),
    Difference(
        code="nothing-in-common",
        versions=("10",),
        theirs="with `-c`, prints zeros for a run that answers no judged topic",
        ours="an error, as without `-c` and in version 9",
        why="run and judgments with no common topic are a mistake",
        example=("printf '9 Q0 a 1 2 t\\n' > apart", "harness eval --quiet -c q apart"),
        of_refusal=at_work.has_no_common_topic,
    ),
    Difference(
        code="byte-order-mark",
        theirs="reads it as part of the first topic's identifier, which then has no judgments",
        ours="drops it",
        why="it is not part of the text",
        example=("printf '\\xef\\xbb\\xbf1 0 a 1\\n' > bom", "harness eval --quiet -m map bom r"),
        of_line=at_work.is_marked,
        of_refusal=at_work.refuses_marked,
    ),
    Difference(
        code="blank-lines",
        theirs="stops at a blank line",
        ours="skips and counts them",
        why="they hold no record",
        example=("printf '1 0 a 1\\n\\n2 0 a 1\\n' > blank", "harness eval --quiet -m map blank r"),
        of_refusal=at_work.refuses_blank,
    ),
    Difference(
        code="comment-lines",
        theirs=(
            "stops at a line that begins with `#` and has too few fields; reads one of four"
            " words in judgments as a topic `#`"
        ),
        ours="skips and counts such lines, unless they are records of a topic that begins with `#`",
        why="`#` begins a comment in most files",
        example=(
            "printf '# judged twice\\n1 0 a 1\\n#8 0 a 1\\n' > comments",
            "printf '#8 Q0 b 1 3 t\\n#8 Q0 a 2 2 t\\n1 Q0 a 1 2 t\\n' > hashed",
            "harness eval --quiet -q -m map comments hashed",
        ),
        of_line=at_work.counts_comment,
        of_refusal=at_work.refuses_comment,
    ),
    Difference(
        code="carriage-returns",
        theirs=(
            "reads a file whose lines end in carriage returns as one line, and takes its "
            "first fields"
        ),
        ours="reads one line each",
        why="they are line ends",
        example=(
            "printf '1 0 a 1\\r2 0 a 1\\r' > returns",
            "harness eval --quiet -c -m num_q returns r",
        ),
        of_line=at_work.reads_one_line,
        of_refusal=at_work.reads_one_line,
    ),
    Difference(
        code="header-line",
        theirs="reads a line of column names as a record with the number 0, or stops at it",
        ours="an error that names the repair",
        why="column names are not a document",
        example=(
            "printf 'TOPIC Q0 DOC RANK SCORE TAG\\n1 Q0 a 1 2 t\\n1 Q0 b 2 1 t\\n' > headed",
            "harness eval --quiet -m map q headed",
        ),
        of_refusal=at_work.refuses_header,
    ),
    Difference(
        code="several-tags",
        theirs="`runid` is the tag of the last line",
        ours="the tag of the first line, with a warning",
        why="a run has one name in all outputs",
        example=(
            "printf '1 Q0 a 1 2 one\\n1 Q0 b 2 1 two\\n' > tags",
            "harness eval -m runid -m map q tags",
        ),
        of_line=at_work.is_other_tag,
    ),
    Difference(
        code="no-number",
        theirs=(
            "reads scores `abc`, `2,5` and `nan`, and grades such as `1.5`, as far as C "
            "parses a number"
        ),
        ours="an error with file, line and column",
        why="a malformed file must not get a value",
        example=(
            "printf '1 Q0 a 1 2,5 t\\n1 Q0 b 1 nan t\\n' > wrong",
            "harness eval --quiet q wrong",
        ),
        of_refusal=at_work.is_no_number,
    ),
    Difference(
        code="negative-topic",
        theirs=(
            "stops (`Can't calculate measure`), crashes, or continues with counts of the "
            "previous topic, if all grades of a topic are negative"
        ),
        ours="evaluates a topic without relevant documents",
        why="one topic must not stop the others",
        example=(
            "printf '1 0 a -1\\n1 0 b -2\\n' > negative",
            "harness eval --quiet -m map -m num_rel negative r",
        ),
        of_line=at_work.is_all_negative,
        of_refusal=at_work.refuses_negative,
    ),
    Difference(
        code="duplicates",
        theirs=(
            "overlooks a document judged or retrieved twice in topics that are not "
            "evaluated, or below the depth of `-M`"
        ),
        ours="an error with file, line and column",
        why="the file is wrong, whatever is evaluated",
        example=(
            "printf '1 0 a 1\\n9 0 b 1\\n9 0 b 1\\n' > twice",
            "harness eval --quiet -m map twice r",
        ),
        of_refusal=at_work.has_duplicates,
    ),
    Difference(
        code="contradictory-preferences",
        theirs=(
            "stops without naming them; overlooks a document with level 0 and a level above"
            " 0 if a subgroup between the two has it below 0"
        ),
        ours="an error that names them",
        why="a named contradiction is found faster",
        example=(
            "printf '1 0 1 a 2\\n1 0 1 b 1\\n1 0 2 b 2\\n1 0 2 a 1\\n' > prefs",
            "harness eval --quiet -R prefs prefs r",
        ),
    ),
    Difference(
        code="preferences-memory",
        theirs=(
            "`prefs_avgjg_Rnonrel` reads past the documents of an undivided judgment group "
            "if its lowest level is below 0 and has fewer documents than are relevant; a "
            "group with highest level −3 loses its preferences"
        ),
        ours="reads only those documents; −3 is a level like any other",
        why="the same input must give the same value",
        example=(
            "printf '1 0 a 2\\n1 0 b 1\\n1 0 c 0\\n1 0 d 0\\n1 0 e -1\\n' > below",
            (
                "printf '1 Q0 a 1 5 t\\n1 Q0 b 2 4 t\\n1 Q0 c 3 3 t\\n1 Q0 d 4 2 t\\n"
                "1 Q0 e 5 1 t\\n' > abcde"
            ),
            "harness eval --quiet -R qrels_prefs -m prefs_avgjg_Rnonrel below abcde",
            "printf '1 0 a -3\\n1 0 b -4\\n' > third",
            "harness eval --quiet -R qrels_prefs -m prefs_num_prefs_poss third r",
        ),
        of_line=at_work.reads_past_levels,
    ),
    Difference(
        code="deviation-0",
        theirs=(
            "with `-Z`, prints −1000000 if the deviation is 0 and the value is not the "
            "mean, and averages it"
        ),
        ours="0",
        why="equal runs have no standard score",
        example=("printf '1 map 0.5 0\\n' > alike", "harness eval --quiet -Z alike -m map q r"),
        of_line=at_work.is_far_from_equal,
    ),
    Difference(
        code="standards-missing",
        theirs="with `-Z`, prints −1000000 if mean and deviation are missing, and averages it",
        ours="an error that names topic and measure",
        why="such a mean is not a result",
        example=(
            "printf '1 map 0.5 0.1\\n' > standards",
            "harness eval --quiet -Z standards -m map -m P.5 q r",
        ),
        of_refusal=at_work.lacks_standards,
    ),
    Difference(
        code="standards-unanswered",
        versions=("9",),
        theirs="with `-Z` and `-c`, an unanswered topic adds 0, the score of an average run",
        ours="the standard score of the value 0",
        why="an unanswered topic is not average",
        example=(
            "printf '1 map 0.5 0.1\\n2 map 0.5 0.1\\n' > standards",
            "harness eval --quiet --dialect trec_eval-9 -c -Z standards -m map q r",
        ),
        of_line=at_work.is_standard_of_unanswered,
    ),
    Difference(
        code="standards-geometric",
        theirs=(
            "with `-Z`, treats standard scores as logarithms for `gm_map` and `gm_bpref`, "
            "and prints the exponential of their mean"
        ),
        ours="0",
        why="means and deviations of logarithms are not given",
        example=(
            "printf '1 gm_map 0.5 0.1\\n' > standards",
            "harness eval --quiet -Z standards -m gm_map q r",
        ),
        of_line=at_work.is_standard_of_logarithms,
    ),
    Difference(
        code="options",
        theirs="`-D`, `-o`, `-T`",
        ours="does not have them; `-h` and `-v` are harness's own",
        why="they print debugging output and an obsolete text, and choose the only format of runs",
        example=("harness eval --quiet -T trec_results q r",),
    ),
)
