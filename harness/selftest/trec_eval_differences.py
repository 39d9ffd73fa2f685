"""The deliberate differences from trec_eval."""

from __future__ import annotations

from harness.selftest import at_work
from harness.selftest.other_differences import Difference

FROM_TREC_EVAL: tuple[Difference, ...] = (
    Difference(
        code="nan",
        theirs=(
            "prints `-nan` where it divides 0 by 0: `11pt_avg` and those levels of "
            "`iprec_at_recall` that ask for no document (0.00; all of a topic without relevant "
            "documents) with `-J` when nothing retrieved was judged, `Rndcg` with gains that "
            "leave a topic no gain; means over such topics too"
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
        theirs="with `-c` and `-l` above 1, `num_rel` of `all` counts documents of grade 1 and up",
        ours="documents that are relevant at that level",
        why="the number belongs to the others printed with it",
        example=("harness eval --quiet -c -l 2 -m num_rel q r",),
        before="trec_eval prints 3, the documents of grade 1 and up, here:",
        of_line=at_work.is_num_rel,
    ),
    Difference(
        code="rbp-range",
        versions=("10",),
        theirs="`rbp` rescales gains by a minimum and maximum that are never set",
        ours="grades are divided by the topic's highest, if that is above 1",
        why="the same input gives the same number",
        example=("printf '2 Q0 c 1 2 t\\n' > graded", "harness eval --quiet -m rbp q graded"),
        of_line=at_work.is_rbp_range,
    ),
    Difference(
        code="fractional-gains",
        theirs=(
            "sorts gains by their difference cut to a whole number: 3.5 and 3 come in any order, "
            "and the ideal is not the best one"
        ),
        ours="sorted as they are",
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
            "with `-c`, a topic without results is evaluated with one made-up document, which "
            "`relstring` and `utility` may see"
        ),
        ours="an empty ranking",
        why="nothing was retrieved",
        example=("harness eval --quiet -c -q -m relstring.3 q r",),
        before="trec_eval 10 prints '-' for topic 2:",
        of_line=at_work.is_made_up,
    ),
    Difference(
        code="unanswered-9",
        versions=("9",),
        theirs="with `-c`, a topic without results adds 0 to every mean",
        ours="the same for trec_eval's own measures; others see an empty ranking",
        why="0 is the best FNR, FDR or error rate: leaving topics out would be rewarded",
        example=("harness eval --quiet --dialect trec_eval-9 -c -m map -m FNR -m SetP -m FDR q r",),
    ),
    Difference(
        code="preferences-possible",
        versions=("9",),
        theirs="with `-c`, `prefs_num_prefs_poss` of `all` counts the topics that the run answers",
        ours="all judged topics",
        why="the number belongs to the topics that are averaged",
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
        theirs="`rbp`, `rbp_resid`, `unj`, `dcg`, `ideal_dcg` are illegal",
        ours="computed as in version 10 when named, with a note; not part of `all_trec`",
        why="a measure asked for is not dropped",
        example=("harness eval --dialect trec_eval-9 -m rbp q r",),
        of_refusal=at_work.asks_for_new,
    ),
    Difference(
        code="rbp-parameter",
        versions=("10",),
        theirs="refuses `rbp.0.5`",
        ours="the persistence, as `rbp.p=0.5`",
        why="it can mean nothing else",
        example=("harness eval --quiet -m rbp.0.5 q r",),
        of_refusal=at_work.refuses_persistence,
    ),
    Difference(
        code="gains-twice",
        versions=("10",),
        theirs=(
            "frees gains twice and ends by a signal, often after it printed, where `dcg` has "
            "gains and `ndcg`, `ndcg` with gains or `ideal_dcg` is asked for, too"
        ),
        ours="the numbers of each",
        why="they do not depend on each other",
        example=("harness eval --quiet -m dcg.2=1 -m ndcg q r",),
    ),
    Difference(
        code="no-parameters",
        theirs=(
            "ignores parameters of measures that take none (`map.3`), and takes what it can of "
            "wrong ones (`ndcg_cut.1=2`)"
        ),
        ours="an error",
        why="they are meant to have an effect",
        example=("harness eval --quiet -m map.3 -m ndcg_cut.1=2 q r",),
        of_refusal=at_work.ignores_parameters,
    ),
    Difference(
        code="cutoffs-twice",
        theirs="`P.5,5` is an error; the second of two `-m P…` is ignored",
        ours="each cutoff once, of all `-m`",
        why="what was asked for is printed",
        example=("harness eval --quiet -m P.5,5 -m P.10 q r",),
        of_line=at_work.is_repeated,
        of_refusal=at_work.refuses_twice,
    ),
    Difference(
        code="levels-in-order",
        theirs="`11pt_avg` expects its levels in ascending order; other orders, other numbers",
        ours="any order",
        why="the mean has none",
        example=("harness eval --quiet -m 11pt_avg.0.8,0.2 q r",),
        of_line=at_work.is_out_of_order,
    ),
    Difference(
        code="relevance-level",
        theirs="`-l 0` makes every judged document relevant",
        ours="`-l` starts at 1",
        why="the measures define relevance by a positive grade",
        example=("harness eval --quiet -l 0 q r",),
        of_refusal=at_work.refuses_level,
    ),
    Difference(
        code="option-values",
        theirs="takes `-M 0`, `-M 2.5`, `-M x` and `-N -5` as far as C's conversion goes",
        ours="an error",
        why="a wrong option should not be given numbers",
        example=("harness eval --quiet -M 2.5 q r",),
        of_refusal=at_work.refuses_value,
    ),
    Difference(
        code="unknown-topics",
        versions=("10",),
        theirs=(
            "stops at a topic of the run that was not judged (`not found in qrels`), and without "
            "`-c` at a judged topic that the run lacks"
        ),
        ours="leaves them out and says so, as version 9 and the help of 10",
        why="a run for more topics can be evaluated",
        example=("printf '1 Q0 a 1 2 t\\n9 Q0 a 1 1 t\\n' > more", "harness eval -m num_q q more"),
        of_refusal=at_work.refuses_topics,
    ),
    Difference(
        code="nothing-in-common",
        versions=("10",),
        theirs="with `-c`, prints zeros for a run that answers no judged topic",
        ours="an error, as without `-c`, and as in version 9",
        why="a run and judgments of other topics are a mistake",
        example=("printf '9 Q0 a 1 2 t\\n' > apart", "harness eval --quiet -c q apart"),
        of_refusal=at_work.has_no_common_topic,
    ),
    Difference(
        code="byte-order-mark",
        theirs="becomes a part of the first topic's identifier, which then has no judgments",
        ours="dropped",
        why="it is no part of the text",
        example=("printf '\\xef\\xbb\\xbf1 0 a 1\\n' > bom", "harness eval --quiet -m map bom r"),
        of_line=at_work.is_marked,
        of_refusal=at_work.refuses_marked,
    ),
    Difference(
        code="blank-lines",
        theirs="stops at a blank line",
        ours="left out; their number is told",
        why="they say nothing",
        example=("printf '1 0 a 1\\n\\n2 0 a 1\\n' > blank", "harness eval --quiet -m map blank r"),
        of_refusal=at_work.refuses_blank,
    ),
    Difference(
        code="comment-lines",
        theirs=(
            "stops at a line that begins with `#` and has too few fields; one of four words in "
            "judgments is a topic `#`"
        ),
        ours=(
            "left out, when it is no record; their number is told. A record whose topic begins "
            "with `#` is a record"
        ),
        why="it is a comment in every other file",
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
            "reads a file whose lines end in carriage returns alone as one line, with as many "
            "fields as it needs"
        ),
        ours="one line each",
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
        theirs="reads a line that names the columns as a record with the number 0, or stops there",
        ours="an error with the repair",
        why="the names are no document",
        example=(
            "printf 'TOPIC Q0 DOC RANK SCORE TAG\\n1 Q0 a 1 2 t\\n1 Q0 b 2 1 t\\n' > headed",
            "harness eval --quiet -m map q headed",
        ),
        of_refusal=at_work.refuses_header,
    ),
    Difference(
        code="several-tags",
        theirs="`runid` is the tag of the last line",
        ours="that of the first line, with a warning",
        why="a run has one name wherever it is shown",
        example=(
            "printf '1 Q0 a 1 2 one\\n1 Q0 b 2 1 two\\n' > tags",
            "harness eval -m runid -m map q tags",
        ),
        of_line=at_work.is_other_tag,
    ),
    Difference(
        code="no-number",
        theirs=(
            "reads scores `abc`, `2,5` and `nan`, and grades such as `1.5`, as far as C's "
            "conversion goes"
        ),
        ours="an error with file, line and column",
        why="a wrong file should not be given a number",
        example=(
            "printf '1 Q0 a 1 2,5 t\\n1 Q0 b 1 nan t\\n' > wrong",
            "harness eval --quiet q wrong",
        ),
        of_refusal=at_work.is_no_number,
    ),
    Difference(
        code="negative-topic",
        theirs=(
            "stops (`Can't calculate measure`), crashes, or goes on with counts of the topic "
            "before, at a topic all of whose grades are negative"
        ),
        ours="a topic without relevant documents",
        why="one topic should not decide about the others",
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
            "overlooks a document that is judged or retrieved twice in topics that it does not "
            "evaluate, or below the depth of `-M`"
        ),
        ours="an error with file, line and column",
        why="the file is wrong, whatever is asked of it",
        example=(
            "printf '1 0 a 1\\n9 0 b 1\\n9 0 b 1\\n' > twice",
            "harness eval --quiet -m map twice r",
        ),
        of_refusal=at_work.has_duplicates,
    ),
    Difference(
        code="contradictory-preferences",
        theirs=(
            "stops without naming them, and overlooks a document at level 0 and above it where a "
            "subgroup between these has it below 0"
        ),
        ours="an error that names them",
        why="a contradiction is found faster by its name",
        example=(
            "printf '1 0 1 a 2\\n1 0 1 b 1\\n1 0 2 b 2\\n1 0 2 a 1\\n' > prefs",
            "harness eval --quiet -R prefs prefs r",
        ),
    ),
    Difference(
        code="preferences-memory",
        theirs=(
            "`prefs_avgjg_Rnonrel` of an undivided judgment group whose lowest level is below 0 "
            "and has fewer documents than are relevant reads past them, into what lies in memory;"
            " a group whose highest level is −3 loses its preferences"
        ),
        ours="the documents that are there; −3 is a level like any other",
        why="the same input gives the same number",
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
            "with `-Z`, prints −1000000 where the deviation is 0 and the value is not the mean, "
            "and takes it into the mean"
        ),
        ours="0",
        why="where all runs are alike, nothing can be said of one",
        example=("printf '1 map 0.5 0\\n' > alike", "harness eval --quiet -Z alike -m map q r"),
        of_line=at_work.is_far_from_equal,
    ),
    Difference(
        code="standards-missing",
        theirs=(
            "with `-Z`, prints −1000000 where mean and deviation are missing, and takes it into "
            "the mean"
        ),
        ours="an error that names topic and measure",
        why="a mean of such numbers is no result",
        example=(
            "printf '1 map 0.5 0.1\\n' > standards",
            "harness eval --quiet -Z standards -m map -m P.5 q r",
        ),
        of_refusal=at_work.lacks_standards,
    ),
    Difference(
        code="standards-unanswered",
        versions=("9",),
        theirs="with `-Z` and `-c`, an unanswered topic adds 0, that of an average run",
        ours="the standard score of 0",
        why="what was not answered is not average",
        example=(
            "printf '1 map 0.5 0.1\\n2 map 0.5 0.1\\n' > standards",
            "harness eval --quiet --dialect trec_eval-9 -c -Z standards -m map q r",
        ),
        of_line=at_work.is_standard_of_unanswered,
    ),
    Difference(
        code="standards-geometric",
        theirs=(
            "with `-Z`, takes logarithms for standard scores, and prints e to the power of their "
            "mean, for `gm_map` and `gm_bpref`"
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
        ours="not there; `-h` and `-v` are harness's own",
        why="they print debugging output, an obsolete text, and choose among one format of runs",
        example=("harness eval --quiet -T trec_results q r",),
    ),
)
