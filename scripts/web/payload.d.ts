/* The object that payload.py makes and the page's scripts read; what is not known is null. */

/** The libraries of the page that are no modules in it; `preact` declares itself. */
declare const preactHooks: typeof import("preact/hooks");
declare const htm: typeof import("htm").default;
type VNode = import("preact").VNode<any>;

type Maybe<T> = T | null;
type Child = Node | string | number | boolean | null | undefined | readonly Child[];

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
  /** The two measures that are drawn against each other. */
  across: number;
  up: number;
  /** The order of topics and of runs in the map of both, of runs in box plots, of topics between two runs. */
  topics_by: string;
  runs_by: string;
  spread: string;
  pair_by: string;
}
type Choice = keyof Choices;

interface Measure {
  label: string;
  summary: string;
  digits: number;
  lower_is_better: boolean;
}

interface Run {
  name: string;
  group: string;
  attributes: Record<string, string>;
  retrieved: number;
  unjudged: number;
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

/** A leaderboard; its lists have the order of `order`, p-values that of the pairs. */
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
  rank_low: number[];
  rank_high: number[];
  expected: number[];
  best: number[];
  letters: Maybe<string[]>;
  tied: boolean[];
  /** Multiples of 1/unit. */
  p: number[];
  errors: Maybe<number[]>;
  alpha: number;
  differ: string;
  test: string;
  over: string[];
  notes: string[];
}

/** Precision at recall levels, precision at cutoffs and recall at cutoffs of a run, in whole numbers of 1/unit. */
type RunCurves = [number[], number[], number[]];

interface Payload {
  dialect: string;
  unit: number;
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
  not_compared: string;
  confidence: number;
  refused: number;
  checked: boolean;
  tau: Maybe<{ measures: number[]; tau: Maybe<number>[][] }>;
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
  unjudged: Maybe<{ cutoffs: number[]; share: number[][] }>;
  uniques: Maybe<Record<string, number>>;
  roc: Maybe<{ false: number[]; subsets: Record<string, { true: Maybe<number>[][]; topics: number[] }> }>;
  relevance_level: Maybe<number>;
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

/** A drawing whose items are visited; see `explorable`. */
interface Explored {
  item: string;
  opens?: string;
  grid: CellGrid;
  words: (item: number) => string;
  open: (item: number) => void;
  pick?: (item: number) => void;
  crossed?: (item: number) => string;
  there?: (item: number) => boolean;
  itemAt?: (x: number, y: number) => Maybe<number>;
  outline?: (item: number) => string;
}

/** Values to positions along an axis; see `scale`. */
interface Scale {
  (value: number): number;
  ticks: number[];
  low: number;
  high: number;
}

/** The box plot of values; see `boxOf`. */
interface Box {
  count: number;
  q1: number;
  median: number;
  q3: number;
  low: number;
  high: number;
  mean: number;
  outliers: { value: number; position: number }[];
}

interface BoxRow {
  name: string;
  position: number;
  box: Box;
}

/** A plot of curves; see `curvePlots`. */
interface Plot {
  title: string;
  x: string;
  y: string;
  positions: number[];
  dots?: boolean;
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
