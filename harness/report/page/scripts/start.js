/* Beginning: read the data, draw the sections, follow links to topics and runs. */

async function start() {
  const place = document.getElementById("payload");
  try {
    report = await unpack(place.textContent);
  } catch (error) {
    document.getElementById("failed").hidden = false;
    throw error;
  }
  Object.assign(chosen, { measure: report.first_measure, run: 0, other: Math.min(1, report.runs.length - 1) });
  const options = report.measures.map((measure, nth) => [nth, measure.label]);
  const field = select("Measure", options, chosen.measure, (value) => choose("measure", Number(value)));
  put(document.getElementById("measure"), field);
  whenever(["measure"], () => { field.list.value = chosen.measure; });
  themes();
  for (const { id, draw } of sections) {
    const home = document.getElementById(id);
    if (home) draw(home.querySelector(".content"));
  }
  document.documentElement.dataset.ready = "yes";
  window.addEventListener("hashchange", follow);
  follow();
}

/** Light, dark, or as the system has it. */
function themes() {
  const button = document.getElementById("theme");
  const order = ["auto", "light", "dark"];
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % order.length;
    document.documentElement.dataset.theme = order[at];
    button.textContent = `Theme: ${order[at]}`;
  });
}

/** Links #topic=ID and #run=NAME open that topic or run; of one that is not there it is said. */
function follow() {
  const unknown = document.getElementById("unknown");
  unknown.hidden = true;
  const [, what, name] = /^#(topic|run)=(.*)$/.exec(location.hash) || [];
  if (!what) return;
  const wanted = unescaped(name);
  const among = what === "topic" ? report.topics.map((one) => one.id) : report.runs.map((one) => one.name);
  const place = among.indexOf(wanted);
  if (place < 0) {
    put(unknown, `There is no ${what} `, nameOf(wanted), " on this page.");
    unknown.hidden = false;
    unknown.scrollIntoView();
    announce(`There is no ${what} ${isolated(wanted)} on this page.`);
    return;
  }
  choose(what, place);
  const home = document.getElementById(what === "topic" ? "topics" : "participants");
  if (home) home.scrollIntoView();
}

/** A name out of an address; as it is where somebody wrote it by hand. */
function unescaped(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A link that opens a topic or a run. */
function linkTo(what, place, text) {
  const name = what === "topic" ? report.topics[place].id : report.runs[place].name;
  return el("a", { href: `#${what}=${encodeURIComponent(name)}`, title: name,
    on: { click: () => choose(what, place) } }, el("bdi", { class: "name" }, text || name));
}

start();
