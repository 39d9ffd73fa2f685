/* The object that payload.py makes and the page's scripts read; what is not known is null. */

type Maybe<T> = T | null;
type Child = import("preact").ComponentChildren;

/** A section of the page; it is there always, unless `there` says otherwise of the data. */
interface SectionDeclared { id: string; title: string; order: number; Content: () => any; there?: () => boolean }

/** What the reader has chosen; numbers are positions in the lists of the payload, −1 is none. */
interface Choices {
  measure: number;
  run: number;
  other: number;
  topic: number;
  /** The run with which the others are compared; none is the best. */
  against: number;
  /** The attribute by which runs are coloured. */
  colour: string;
  /** The column that the leaderboard is sorted by, with a minus before it if downwards. */
  sort: string;
  filter: string;
  /** Attributes and their values that runs must have: "group:NAME". */
  only: string[];
  /** The columns of the leaderboard that are not as usual, shown or hidden. */
  columns: string[];
  /** The runs whose curves are drawn. */
  curves: string[];
  heat: string;
  /** The subset of topics that is looked at; none is all. */
  subset: string;
  /** The order of topics and of runs in the map of both, of topics between two runs. */
  topics_by: string;
  runs_by: string;
  pair_by: string;
}
type Choice = keyof Choices;

interface Measure {
  label: string;
  summary: string;
  digits: number;
  lower_is_better: boolean;
  interval: string;
}

interface Run {
  name: string;
  group: string;
  attributes: Record<string, string>;
  retrieved: number;
  unjudged: number;
  pooled: number;
  junk: number;
  tied: number;
  averaged: number;
  missing: string[];
  left_out: string[];
  extra: string[];
  findings: Record<string, number>;
  repairs: Record<string, number>;
  warnings: string[];
}

interface Topic {
  id: string;
  title: Maybe<string>;
  description: Maybe<string>;
  narrative: Maybe<string>;
  judged: Maybe<number>;
  relevant: Maybe<number>;
}

/** A leaderboard; its lists have the order of `order`. */
interface Board {
  /** Over which topics: the name of a subset, or nothing of all. */
  subset: string;
  measure: number;
  order: number[];
  /** Null where the means are the measure's own summaries. */
  mean: Maybe<number[]>;
  low: number[];
  high: number[];
  rank: number[];
  /** Of each run which others are shown to be better ("<") or worse (">") among its comparisons. */
  apart: string[];
  letters: Maybe<string[]>;
  /** A standard error times this is half an interval of a difference. */
  quantile: number;
  /** No difference of means lies beyond it. */
  limit: Maybe<number>;
  errors: Maybe<number[]>;
  alpha: number;
  differ: string;
  test: string;
  over: string[];
  notes: string[];
  /** What letters say, for those who choose their column. */
  lettered: string[];
}

/** Precision at recall levels, precision at cutoffs and recall at cutoffs of a run, in whole numbers of 1/unit. */
type RunCurves = [number[], number[], number[]];

/** The words of a figure, with names in braces; see `described`. */
interface Description {
  title: string;
  x: string;
  y: string;
  key: Record<string, string>;
}

/** A question that is asked of runs; see harness/comparison/questions.py. */
interface Question {
  text: string;
  answer: string;
  family: string;
  shown: string;
  not_shown: string;
}

type Line = [string, string, string];

/** A table for a paper; see paper_tables.py. */
interface Paper {
  subset: string;
  type: string;
  wide: boolean;
  body: string;
  rows: number[][];
  around: [string, string][];
}

interface Payload {
  dialect: string;
  unit: number;
  least_p: number;
  first_measure: number;
  measures: Measure[];
  runs: Run[];
  topics: Topic[];
  subsets: Record<string, number[]>;
  values: Maybe<number>[][][];
  summary: Maybe<number>[][];
  intervals: Maybe<{ low: number[]; high: number[] }>[];
  errors: Maybe<number>[][];
  boards: Board[];
  /** The p-values of the pairs of each leaderboard, by themselves and corrected, in multiples of 1/unit; 0 below `least_p`. */
  tested: [number[], number[]][];
  papers: Paper[];
  /** What was tested of each choice, in sentences: [text, section, the type of runs that it is of]. */
  verdicts: { subset: string; type: string; measure: number; lines: Line[] }[];
  /** What is said of all runs and topics by the first measure, and what readers should mind in any case. */
  verdict: Line[];
  mind: Line[];
  /** The attribute that says how runs were made, and its values. */
  types: { name: string; values: string[] };
  /** The sets of ranks of the runs of a type among each other, in the order of the leaderboard. */
  ranked: { subset: string; type: string; measure: number; low: number[]; high: number[] }[];
  /** Names of runs that are longer than the first of the rooms, in each of them. */
  rooms: number[];
  short: Record<string, string[]>;
  /** The task's file, or the directory, by the name that was given. */
  source: string;
  not_compared: string;
  confidence: number;
  /** The questions that are asked of runs, and the words of their answers. */
  words: Record<string, Question>;
  refused: number;
  checked: boolean;
  curves: { levels: number[]; cutoffs: number[]; subsets: Record<string, Maybe<RunCurves>[]> };
  first: Maybe<{ depth: number; topics: { docs: string[]; grades: number[]; runs: number[][] }[] }>;
  losses: Maybe<{
    measure: number;
    parts: string[];
    perfect: number[];
    missed: Maybe<number>[][];
    unjudged: number[][];
  }>;
  missed: Maybe<[number, string, number, Maybe<number>, number, number][][]>;
  unjudged: Maybe<{ cutoffs: number[]; junk: boolean; outside: number[][]; negative: number[][] }>;
  uniques: Maybe<Record<string, number>>;
  roc: Maybe<{ false: number[]; subsets: Record<string, { true: Maybe<number>[][]; topics: number[] }> }>;
  relevance_level: Maybe<number>;
  figures: Record<string, Description>;
  /** How many hues the style has, dashes in widths of a line, and the shades of heat maps as #rrggbb. */
  palette: { hues: number; dashes: number[][]; shades: string[] };
  texts: Record<string, [string, string]>;
}

/** A column of a table that can be sorted; see `sortable`. */
interface TableColumn<T> {
  name: string;
  value: (row: T) => any;
  cell?: (row: T) => Child;
  digits?: number;
  text?: boolean;
  rising?: boolean;
  help?: string;
  kind?: string;
  clicked?: () => void;
  /** What stands in the heading below the name. */
  under?: Child;
}

/** A column that can be left out by its key; rare ones are shown on demand. */
interface LeaderboardColumn extends TableColumn<any> {
  key?: string;
  rare?: boolean;
}

interface SortableTable<T> {
  columns: TableColumn<T>[];
  rows: T[];
  title: string;
  sorted?: { column: number; ascending?: boolean };
  sortedBy?: (column: TableColumn<T>, ascending: boolean) => void;
  rowAttributes?: (row: T) => Record<string, unknown>;
  empty?: string;
  most?: number;
  kind?: string;
  /** Whether the table is as narrow as its columns. */
  few?: boolean;
}

/** Cells of one size in rows and columns; the corner of the first. */
interface CellGrid {
  left: number;
  top: number;
  across: number;
  down: number;
  rows: number;
  columns: number;
}

/** Values to positions along an axis; see `scale`. */
interface Scale {
  (value: number): number;
  /** The position of a value, or of the end of the axis that it is beyond. */
  clamped: (value: number) => number;
  ticks: number[];
  low: number;
  high: number;
}

/** A plot of curves; see `curvePlots`. */
interface Plot {
  name: string;
  positions: number[];
  dotted?: boolean;
  diagonal?: boolean;
  shared?: boolean;
  points: (run: number) => number[][];
  words: (index: number, point: number[]) => string;
  cells: (point: number[]) => string | number;
  head: (position: number) => string;
}

/** What can be noticed of a run; see `NOTICED`. */
interface Noticed {
  name: string;
  text?: boolean;
  of: (run: Run) => any;
  cell: (run: Run) => Child;
}

/** What the cells of the map of topics and runs show; see `heatScale`. */
interface HeatScale {
  of: (topic: number, run: number) => Maybe<number>;
  low: number;
  high: number;
  colour: (share: number) => string;
}

/* --- descriptions of figures; see figures.js ------------------------------------------------- */

/** Attributes of a path in a box of 16 × 12, and what it means. */
type Sign = [Record<string, any>, string];

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** An axis: its name, the least and the most value on it, about how many ticks, and their words. */
interface FigureAxis {
  label: string;
  low: number;
  high: number;
  most?: number;
  words?: (tick: number) => string;
}

/** A figure whose items, numbered from 0, are visited: what one is called, what is said of it, and what Enter does. */
interface VisitedFigure {
  title: string;
  description?: string;
  item: string;
  share?: Share;
  opens?: string;
  words: (item: number) => string;
  open: (item: number) => void;
  pick?: (item: number) => void;
}

/** A mark of each item; one of several colours has no class. A class by item is for circles alone. */
interface FigureMark {
  kind: "bar" | "box" | "whisker" | "tick" | "outliers" | "point";
  of: (index: number) => Maybe<number> | Maybe<number>[];
  class?: string | ((index: number) => Maybe<string>);
  colour?: (index: number) => string;
  words?: (index: number, nth: number) => string;
  /** At most so far from the middle of the item. */
  half?: number;
}

interface MarksFigure extends VisitedFigure {
  names: string[];
  axis: FigureAxis;
  marks: FigureMark[];
}

interface BarsFigure extends MarksFigure {
  height?: number;
  /** So many characters of names. */
  most?: number;
  /** Lines across at a value, with the class of each. */
  lines?: [number, string][];
  /** The item that has a sign above a value. */
  pointed?: Maybe<[number, number]>;
  /** Patterns that bars are filled with. */
  defs?: Child;
}

/** What stands beside a row or above a column; at the other end of a row its tag. */
interface GridMargin {
  fill: string;
  words: string;
  text?: string;
  tag?: { fill: string; words: string };
}

/** Cells with one of some looks each: attributes of their path. */
interface GridFigure extends VisitedFigure {
  rows: string[];
  columns: string[];
  /** What columns are called on paper, where there is no room for more. */
  ids: string[];
  looks: Record<string, any>[];
  look: (row: number, column: number) => number;
  margins?: { rows: GridMargin[]; columns: GridMargin[]; above: string; beside: string };
}

interface FigureLine {
  key: number;
  name: string;
  points: number[][];
  style: Record<string, any>;
}

/** Lines, and the points of the grey ones behind them; where `shared`, all have their points at the same positions. */
interface LinesFigure {
  title: string;
  description?: string;
  x: FigureAxis;
  y: FigureAxis;
  lines: FigureLine[];
  context: number[][][];
  shared?: boolean;
  diagonal?: boolean;
  dotted?: boolean;
  words: (key: number, index: number) => string;
}

/** Points over two axes of one scale, each with the class by which the style knows it. */
interface PointsFigure extends VisitedFigure {
  x: FigureAxis;
  y: FigureAxis;
  points: { at: [number, number]; class: string }[];
}

/** The parts of the width that a figure has where something stands beside it: in a broad window, and on paper. */
interface Share {
  screen?: number;
  paper?: number;
}

/** The columns that are shown of `count`, and what shows others. */
interface Stretch {
  from: number;
  to: number;
  count: number;
  whole: () => void;
  brushed: (first: number, last: number) => void;
  around: (column: number) => void;
}

/** See `Explored`. */
interface ExploredProps {
  figure: VisitedFigure;
  size: [number, number];
  grid: CellGrid;
  there?: (item: number) => boolean;
  itemAt?: (x: number, y: number) => Maybe<number>;
  outline?: (item: number) => string;
  crossed?: (item: number) => string;
  stretch?: Stretch;
  children?: Child;
}
