// Steps through the runs of the page. Data: see data.rs. A run is a list of moments; each has the thread that moved (t), its
// place (p: file, line, name), words (w), a kind (k), a value that changed (c), and how threads stand after it (s: by
// thread, what changed). Only the rows that can be seen exist, so that long runs stay quick; what holds at a moment is
// worked out from the nearest of the snapshots that are kept every SNAPSHOT moments. wait_for.mjs comes before this in the page.

const ROW = 30, SNAPSHOT = 256, MARGIN = 12;
const data = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("timeline");

/** An element with attributes and children; text is always text. */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

const colour = (thread) => `--t: var(--t${thread % 8})`;

/** What holds after each moment: how threads stand, values, by snapshots. */
class States {
  constructor(run) {
    this.run = run;
    this.snapshots = [{ stands: new Map(), values: new Map() }];
    const state = { stands: new Map(), values: new Map() };
    run.moments.forEach((moment, at) => {
      this.apply(state, moment, at);
      if ((at + 1) % SNAPSHOT === 0) this.snapshots.push({ stands: new Map(state.stands), values: new Map(state.values) });
    });
  }

  apply(state, moment, at) {
    for (const [thread, stand] of Object.entries(moment.s ?? {})) state.stands.set(Number(thread), stand);
    if (moment.c) state.values.set(moment.c[0], [moment.c[1], at]);
  }

  /** After moment `at`; -1 is the beginning. */
  after(at) {
    const last = Math.min(at + 1, this.run.moments.length);
    const number = Math.floor(last / SNAPSHOT);
    const kept = this.snapshots[number];
    const state = { stands: new Map(kept.stands), values: new Map(kept.values) };
    for (let index = number * SNAPSHOT; index < last; index++) this.apply(state, this.run.moments[index], index);
    if (at >= this.run.moments.length) {
      for (const [thread, stand] of Object.entries(this.run.end.s ?? {})) state.stands.set(Number(thread), stand);
    }
    return state;
  }
}

/** A run with everything around it. */
class View {
  constructor(run) {
    this.run = run;
    this.count = run.moments.length + 1; // The last one is the failure.
    this.states = new States(run);
    this.why = new Set((run.why?.events ?? []).filter((event) => event != null));
    const used = new Set(run.moments.map((moment) => moment.t));
    for (const thread of run.end.t) used.add(thread);
    this.lanes = [...used].sort((a, b) => a - b);
    if (this.lanes.length === 0) this.lanes = [0];
    this.byEnd = new Map();
    run.orders.forEach((order) => {
      const list = this.byEnd.get(order[1]) ?? [];
      list.push(order);
      this.byEnd.set(order[1], list);
    });
    this.build();
    this.go(this.count - 1);
  }

  name(thread) {
    return this.run.threads[thread] ?? `thread ${thread}`;
  }

  build() {
    const step = (by) => () => this.go(this.now + by);
    this.scrubber = el("input", { type: "range", min: 0, max: this.count - 1, "aria-label": "Moment of the run", oninput: () => this.go(Number(this.scrubber.value)) });
    this.output = el("output", { "aria-live": "off" });
    const button = (text, label, action) => el("button", { type: "button", "aria-label": /[a-z]/.test(text) ? null : label, title: label, onclick: action }, text);
    this.bar = el("div", { class: "bar", role: "group", "aria-label": "Stepping" },
      button("|◀", "First moment (Home)", () => this.go(0)),
      button("◀", "Step back (left arrow)", step(-1)),
      button("▶", "Step (right arrow)", step(1)),
      button("▶|", "The failure (End)", () => this.go(this.count - 1)),
      this.why.size > 0 ? button("◆ back", "Event of the explanation before (E)", () => this.explained(-1)) : null,
      this.why.size > 0 ? button("◆ next", "Next event of the explanation (e)", () => this.explained(1)) : null,
      this.scrubber, this.output);
    const columns = `grid-template-columns: repeat(${this.lanes.length}, minmax(11rem, 1fr))`;
    this.columns = columns;
    this.rows = el("div", { class: "rows", role: "listbox", tabindex: 0, "aria-label": "Moments of the run" });
    this.arrows = svg("svg", { "aria-hidden": "true" });
    this.sheet = el("div", { class: "sheet", style: `height: ${this.count * ROW}px; min-width: ${this.lanes.length * 11}rem` }, this.arrows, this.rows);
    this.scroller = el("div", { class: "lanes", onscroll: () => this.draw() },
      el("div", { class: "heads", style: `${columns}; min-width: ${this.lanes.length * 11}rem`, "aria-hidden": "true" },
        ...this.lanes.map((thread) => el("span", { style: colour(thread) }, this.name(thread)))),
      this.sheet);
    this.source = el("div", { class: "source code", tabindex: 0, role: "region", "aria-label": "Source" });
    this.file = el("h2", {}, "Source");
    this.threads = el("div", { class: "threads scroll", tabindex: 0, role: "region", "aria-label": "Threads" });
    this.values = el("div", { class: "values scroll", tabindex: 0, role: "region", "aria-label": "Values" });
    this.graph = el("div", { class: "graph" });
    this.told = el("p", { class: "keys", role: "status" });
    root.append(this.bar, this.told,
      el("div", { class: "panes" },
        el("section", { class: "pane" }, el("h2", {}, "Run"), this.scroller),
        el("div", { class: "side" },
          el("section", { class: "pane" }, this.file, this.source),
          el("section", { class: "pane" }, el("h2", {}, "Threads: where they are, what they hold and wait for"), this.threads, this.graph),
          el("section", { class: "pane" }, el("h2", {}, "Values that changed"), this.values))),
      el("p", { class: "keys" }, el("kbd", {}, "←"), " ", el("kbd", {}, "→"), " step, ", el("kbd", {}, "Home"), " ", el("kbd", {}, "End"),
        " begin and failure, ", el("kbd", {}, "PgUp"), " ", el("kbd", {}, "PgDn"), " ten moments",
        ...(this.why.size > 0 ? [", ", el("kbd", {}, "e"), " ", el("kbd", {}, "E"), " events of the explanation"] : []), ". Arrows: happens before."),
      ...(this.run.why ? [el("details", { open: "" }, el("summary", {}, "Why it fails"), el("pre", { tabindex: 0 }, this.run.why.text))] : []),
      el("details", { open: "" }, el("summary", {}, "How it ends"), el("pre", { tabindex: 0 }, this.run.end.text)));
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.go(Number(row.dataset.at));
    });
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.scroller);
  }

  explained(by) {
    const events = [...this.why].sort((a, b) => a - b);
    const next = by > 0 ? events.find((event) => event > this.now) : events.findLast((event) => event < this.now);
    if (next != null) this.go(next);
  }

  /** Whether a key was meant for the run. */
  key(event) {
    const moves = { ArrowLeft: -1, ArrowUp: -1, k: -1, ArrowRight: 1, ArrowDown: 1, j: 1, PageUp: -10, PageDown: 10 };
    if (event.key in moves) this.go(this.now + moves[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.count - 1);
    else if (event.key === "e") this.explained(1);
    else if (event.key === "E") this.explained(-1);
    else return false;
    return true;
  }

  go(at) {
    this.now = Math.max(0, Math.min(this.count - 1, at));
    this.scrubber.value = this.now;
    this.output.textContent = `${(this.now + 1).toLocaleString("en")} of ${this.count.toLocaleString("en")}`;
    this.scrubber.setAttribute("aria-valuetext", this.words(this.now));
    this.told.textContent = this.words(this.now);
    const top = this.now * ROW, head = this.scroller.firstChild.offsetHeight;
    const view = this.scroller.clientHeight - head;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = Math.max(0, top - view / 3);
    else if (top + ROW > this.scroller.scrollTop + view) this.scroller.scrollTop = top - view * 2 / 3;
    const state = this.states.after(this.now);
    this.draw();
    this.showSource(state);
    this.showThreads(state);
    this.showValues(state);
  }

  words(at) {
    const moment = this.run.moments[at];
    return moment ? `${this.name(moment.t)} ${moment.w}` : this.run.title;
  }

  /** The rows that can be seen, and the arrows between them. */
  draw() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - MARGIN);
    const last = Math.min(this.count, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / ROW) + MARGIN);
    const rows = [];
    for (let at = first; at < last; at++) rows.push(this.row(at));
    this.rows.replaceChildren(...rows);
    this.rows.setAttribute("aria-activedescendant", `moment-${this.now}`);
    const width = this.sheet.clientWidth / this.lanes.length;
    const x = (thread) => (this.lanes.indexOf(thread) + 0.5) * width;
    const paths = [];
    for (let to = first; to < last; to++) {
      for (const [from, , by] of this.byEnd.get(to) ?? []) {
        const [a, b] = [this.run.moments[from].t, this.run.moments[to].t];
        const [y1, y2] = [(from + 0.5) * ROW + 8, (to + 0.5) * ROW - 8];
        const edge = (this.lanes.indexOf(b) > this.lanes.indexOf(a) ? 1 : -1);
        const [x1, x2] = [x(a) + edge * width * 0.42, x(b) - edge * width * 0.46];
        const path = svg("path", { d: `M${x1},${y1} C${x1 + edge * 14},${y1 + 14} ${x2 - edge * 14},${y2 - 14} ${x2},${y2}`, "marker-end": "url(#tip)" });
        if (to === this.now || from === this.now) path.setAttribute("class", "now");
        path.append(svg("title", {}, by));
        paths.push(path);
      }
    }
    const tip = svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0,0 L8,4 L0,8 z" }));
    this.arrows.replaceChildren(svg("defs", {}, tip), ...paths);
  }

  row(at) {
    const moment = this.run.moments[at];
    const style = `top: ${at * ROW}px; height: ${ROW}px; ${this.columns}`;
    const kind = moment ? `${moment.k}${this.why.has(at) ? " why" : ""}${at > this.now ? " later" : ""}` : "end";
    const row = el("div", { class: `row ${kind}`, id: `moment-${at}`, role: "option", "aria-selected": at === this.now, "aria-setsize": this.count, "aria-posinset": at + 1, style, "data-at": at, title: this.words(at) });
    if (!moment) {
      const wide = el("span", { style: `grid-column: 1 / -1; --t: var(--bad)` }, `✗ ${this.run.title}`);
      row.append(wide);
      return row;
    }
    const lane = this.lanes.indexOf(moment.t) + 1;
    const line = moment.p?.[1] != null && moment.p[0] != null ? el("span", { class: "line" }, String(moment.p[1])) : null;
    row.append(el("span", { style: `grid-column: ${lane}; ${colour(moment.t)}` }, line, this.why.has(at) ? "◆ " : "", el("span", { hidden: "" }, `${this.name(moment.t)} `), moment.w));
    return row;
  }

  /** The file where the thread that moved is, with a mark at the line of every thread. */
  showSource(state) {
    const moment = this.run.moments[this.now];
    const mover = moment?.t ?? this.run.end.t[0];
    let here = moment?.p;
    if (here?.[0] == null) here = state.stands.get(mover)?.p;
    if (here?.[0] == null) here = this.run.moments.findLast((other, at) => at <= this.now && other.t === mover && other.p?.[0] != null)?.p;
    if (here?.[0] == null) here = [...state.stands.values()].map((stand) => stand.p).find((place) => place?.[0] != null);
    const file = here == null ? null : data.files[here[0]];
    if (!file) {
      this.file.textContent = "Source";
      this.source.replaceChildren(el("p", { class: "none" }, "The source is not at hand."));
      this.shown = null;
      return;
    }
    if (this.shown !== here[0]) {
      this.shown = here[0];
      this.file.textContent = file.name;
      this.lines = file.lines.map((text, index) => el("li", {}, el("span", { class: "who" }), el("span", { class: "nr" }, String(index + 1)), el("span", {}, text)));
      this.source.replaceChildren(el("ol", {}, ...this.lines));
      this.marked = [];
    }
    for (const line of this.marked) { line.className = ""; line.firstChild.replaceChildren(); }
    this.marked = [];
    const mark = (place, thread, style) => {
      const line = place?.[0] === this.shown ? this.lines[place[1] - 1] : null;
      if (!line) return;
      if (style === "now" || line.className !== "now") line.className = style;
      const names = [...line.firstChild.querySelectorAll("span")].map((span) => span.textContent);
      if (thread != null && !names.includes(this.name(thread))) {
        line.firstChild.append(names.length > 0 ? " " : "", el("span", { style: `color: var(--t${thread % 8})` }, this.name(thread)));
      }
      this.marked.push(line);
    };
    for (const [thread, stand] of state.stands) if (!stand.e) mark(stand.p, thread, "at");
    mark(here, moment ? mover : null, "now");
    const line = this.lines[here[1] - 1];
    if (line) {
      const top = line.offsetTop - this.source.offsetTop;
      if (top < this.source.scrollTop + 20 || top > this.source.scrollTop + this.source.clientHeight - 40) this.source.scrollTop = top - this.source.clientHeight / 3;
    }
  }

  showThreads(state) {
    const rows = [...state.stands].sort((a, b) => a[0] - b[0]).map(([thread, stand]) => {
      const waits = stand.w ? `${stand.w[0]}${stand.w[1] != null && !stand.w[0].startsWith("the end") ? ` (${this.name(stand.w[1])} has it)` : ""}` : "";
      return el("tr", { style: colour(thread) }, el("td", {}, this.name(thread)), el("td", {}, stand.e ? "has ended" : stand.p?.[2] ?? ""),
        el("td", {}, (stand.h ?? []).join(", ")), el("td", {}, waits));
    });
    if (rows.length === 0) {
      this.threads.replaceChildren(el("p", { class: "none" }, "Not known for this run."));
    } else {
      this.threads.replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ...["thread", "where", "holds", "waits for"].map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, ...rows)));
    }
    this.showGraph(state);
  }

  /** Who waits for whom, if anybody does. */
  showGraph(state) {
    const edges = [...state.stands].filter(([, stand]) => stand.w?.[1] != null).map(([thread, stand]) => [thread, stand.w[1], stand.w[0]]);
    this.graph.replaceChildren(...waitForGraph(edges, (thread) => this.name(thread)));
  }

  showValues(state) {
    const rows = [...state.values].sort((a, b) => b[1][1] - a[1][1]).slice(0, 200).map(([what, [value, at]]) =>
      el("tr", { class: at === this.now ? "new" : null }, el("td", { class: "code" }, what), el("td", { class: "code" }, value)));
    this.values.replaceChildren(rows.length === 0 ? el("p", { class: "none" }, "None so far.") : el("table", {}, el("tbody", {}, ...rows)));
  }
}

/** The light or dark look, if not that of the system. */
function theme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}

let view = null;
function show(run) {
  view?.resized.disconnect();
  root.replaceChildren();
  view = new View(run);
  if (data.runs.length > 1) {
    const options = data.runs.map((other, at) => el("option", { value: at, selected: other === run ? "" : false }, other.title));
    view.bar.prepend(el("select", { "aria-label": "Run", onchange: (event) => show(data.runs[Number(event.target.value)]) }, ...options));
  }
  view.bar.append(el("button", { type: "button", onclick: theme, "aria-label": "Light or dark" }, "◐"));
}

if (data.runs.length > 0) {
  show(data.runs[0]);
  for (const details of document.querySelectorAll("details.page")) details.open = false;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, pre, .source, .scroll")) return;
    if (view.key(event)) event.preventDefault();
  });
}
