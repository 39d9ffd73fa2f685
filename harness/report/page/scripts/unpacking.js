/* The page's data: out of base64, deflate, and the writing of numerals.py and packing.py. */

/** The object that lies in the page. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return expand(JSON.parse(await new Response(stream).text()));
}

/** The payload of what `compact` wrote. */
function expand(content) {
  const { unit } = content;
  if (content.values) content.values = valuesOf(content.values, unit);
  if (content.summary) content.summary = decimalsOf(content.summary);
  if (content.intervals) content.intervals = intervalsOf(content.intervals);
  for (const curve of Object.values(content.curves || {})) {
    for (const kind of ["precision", "recall"]) if (curve[kind]) curve[kind] = decimalsOf(curve[kind]);
  }
  if (content.losses) {
    for (const part of ["missed", "unjudged"]) content.losses[part] = rowsOf(content.losses[part], unit);
  }
  if (content.documents) {
    const documents = namesOf(content.documents);
    content.first = firstOf(content.first, documents, content.runs.length);
    if (content.missed) content.missed = missedOf(content.missed, documents);
  }
  delete content.documents;
  return content;
}

/** Whole numbers; the digits are the printable characters without " and \. */
function numbersOf([low, places, text]) {
  const length = text.length / places;
  return Array.from({ length }, (_, nth) => {
    let code = 0;
    for (let place = 0; place < places; place += 1) {
      const character = text.charCodeAt(place * length + nth);
      code = code * 93 + character - 32 - (character > 34) - (character > 92);
    }
    return code ? low + code - 1 : null;
  });
}

/** Rows of numbers, each with its own parts of the unit. */
function rowsOf([parts, text], unit) {
  const counts = numbersOf(text);
  return inParts(counts, parts.length).map((row, nth) => row.map((count) =>
    count === null ? null : Math.floor((2 * count * unit + parts[nth]) / (2 * parts[nth]))));
}

/** The values of each measure: a number is the place of an earlier measure with the same ones. */
function valuesOf(measures, unit) {
  const found = [];
  for (const one of measures) {
    if (typeof one === "number") found.push(found[one]);
    else found.push(one.length === 2 ? rowsOf(one, unit) : indexedOf(one));
  }
  return found;
}

/** Rows of numbers that are places among a few different ones. */
function indexedOf([height, different, places]) {
  const known = numbersOf(different);
  return inParts(numbersOf(places).map((place) => (place === null ? null : known[place])), height);
}

function decimalsOf([height, unit, text]) {
  return inParts(numbersOf(text).map((one) => (one === null ? null : one / unit)), height);
}

/** The low ends are followed by widths. */
function intervalsOf({ of, low, width }) {
  const [lows, widths] = [decimalsOf(low), decimalsOf(width)];
  return of.map((there) => {
    if (!there) return null;
    const [ends, wide] = [lows.shift(), widths.shift()];
    return { low: ends, high: ends.map((end, run) => Number((end + wide[run]).toFixed(4))) };
  });
}

/** A list as so many lists of one length. */
function inParts(list, count) {
  const width = list.length / Math.max(count, 1);
  return Array.from({ length: count }, (_, nth) => list.slice(nth * width, (nth + 1) * width));
}

/** Sorted names: how much of the one before each begins with, and what follows. */
function namesOf([shared, rest]) {
  let before = [];
  return numbersOf(shared).map((same, nth) => {
    before = [...before.slice(0, same), ...rest[nth]];
    return before.join("");
  });
}

/** A function that gives the next so many of a list. */
function taker(list) {
  let start = 0;
  return (count) => list.slice(start, (start += count));
}

/** The first documents of each topic: 0 is the next new document, n the nth most recent. */
function firstOf({ depth, sizes, ...written }, documents, numRuns) {
  const [docs, grades, lengths, places] = ["docs", "grades", "lengths", "places"]
    .map((part) => taker(numbersOf(written[part])));
  const topics = sizes.map((size) => {
    const latest = [];
    const next = (place) => {
      latest.unshift(place ? latest.splice(place - 1, 1)[0] : latest.length);
      return latest[0];
    };
    return {
      docs: docs(size).map((place) => documents[place]),
      grades: grades(size),
      runs: lengths(numRuns).map((count) => places(count).map(next)),
    };
  });
  return { depth, topics };
}

function missedOf({ sizes, columns }, documents) {
  const listed = columns.map(numbersOf);
  const rows = taker((listed[0] || []).map((_, nth) => listed.map((column) => column[nth])));
  return sizes.map((size) => rows(size).map(([topic, place, ...rest]) => [topic, documents[place], ...rest]));
}
