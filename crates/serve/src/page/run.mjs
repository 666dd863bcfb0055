// The tree of what was tried, and the run through it that is shown: from the beginning to where the explorer stands, and on along what
// was visited last. Only rows that can be seen exist.

export const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value != null && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
};

export const colour = (thread) => `t${thread % 8}`;

/** Nodes by number, their children, and below which of them a violation lies. */
export class Tree {
  nodes = new Map();
  children = new Map();
  bad = new Set();

  add(nodes) {
    for (const node of nodes) {
      const known = this.nodes.has(node.n);
      this.nodes.set(node.n, node);
      if (!known && node.up != null) {
        if (!this.children.has(node.up)) this.children.set(node.up, []);
        this.children.get(node.up).push(node.n);
        this.nodes.get(node.up).next = node.n;
      }
      if (node.v) for (let at = node.n; at != null && !this.bad.has(at); at = this.nodes.get(at).up) this.bad.add(at);
    }
  }

  /** The run through a node is the one that is shown. */
  prefer(node) {
    for (let at = this.nodes.get(node); at?.up != null; at = this.nodes.get(at.up)) this.nodes.get(at.up).next = at.n;
  }

  /** All nodes of the run through `at`. */
  line(at) {
    const line = [];
    for (let node = this.nodes.get(at); node; node = this.nodes.get(node.up)) line.push(node.n);
    line.reverse();
    for (let node = this.nodes.get(at).next; node != null && this.nodes.has(node); node = this.nodes.get(node).next) line.push(node);
    return line;
  }

  others(node) {
    const up = this.nodes.get(node).up;
    return up == null ? [] : this.children.get(up).filter((other) => other !== node);
  }
}

const ROW = 24;
const MARGIN = 12;

/** The list of steps. */
export class Run {
  constructor(root, tree, go) {
    Object.assign(this, { root, tree, go, line: [], place: 0, at: 0, names: [] });
    this.sheet = el("div", { class: "sheet", role: "presentation" });
    root.replaceChildren(this.sheet);
    root.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(root);
    this.sheet.addEventListener("click", (event) => {
      const to = event.target.closest("[data-go]");
      if (to) this.go(Number(to.dataset.go));
    });
  }

  show(at, names) {
    this.at = at;
    this.names = names;
    this.line = this.tree.line(at);
    this.place = this.line.indexOf(at);
    this.sheet.style.height = `${this.line.length * ROW}px`;
    const top = this.place * ROW;
    if (top < this.root.scrollTop) this.root.scrollTop = Math.max(0, top - this.root.clientHeight / 3);
    else if (top + ROW > this.root.scrollTop + this.root.clientHeight) this.root.scrollTop = top - (this.root.clientHeight * 2) / 3;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.root.scrollTop / ROW) - MARGIN);
    const last = Math.min(this.line.length, Math.ceil((this.root.scrollTop + this.root.clientHeight) / ROW) + MARGIN);
    const rows = [];
    for (let place = first; place < last; place++) rows.push(this.row(place));
    this.sheet.replaceChildren(...rows);
    this.root.setAttribute("aria-activedescendant", `node-${this.at}`);
  }

  row(place) {
    const node = this.tree.nodes.get(this.line[place]);
    const words = node.n === 0 ? "the program begins" : node.w.join("; ");
    const classes = `row ${node.n === 0 ? "" : colour(node.t)} ${node.n === this.at ? "now" : ""} ${place > this.place ? "later" : ""} ${node.i ? "inside" : ""}`;
    const mark = node.v ? el("span", { class: "mark bad" }, "✗") : node.e ? el("span", { class: "mark" }, "■") : node.m === "proved" ? el("span", { class: "mark good", title: "Checked: nothing that follows violates anything" }, "✓") : null;
    const others = this.tree.others(node.n);
    const fork = others.length === 0 ? null
      : el("span", { class: `fork ${others.some((other) => this.tree.bad.has(other)) ? "bad" : ""}`, "data-go": others[0], title: `Also tried here: ${others.map((other) => this.words(other)).join(" — or ")}` }, `${others.length + 1} ways`);
    const row = el("div", { class: classes, id: `node-${node.n}`, role: "option", "aria-selected": String(node.n === this.at), "aria-setsize": this.line.length, "aria-posinset": place + 1, "data-go": node.n, title: [words, node.p?.[2], ...(node.v ?? [])].filter(Boolean).join("\n") },
      el("span", { class: "nr" }, String(place)), node.n === 0 ? null : el("span", { class: "name" }, this.names[node.t] ?? `thread ${node.t}`), el("span", { class: "words" }, node.v ? `${words} — ${node.v[0]}` : words), mark, fork);
    row.style.top = `${place * ROW}px`;
    return row;
  }

  words(node) {
    const { t, w } = this.tree.nodes.get(node);
    return `${this.names[t] ?? `thread ${t}`} ${w.join("; ")}`;
  }

  /** The node so many rows from here, if there is one. */
  beside(by) {
    return this.line[this.place + by];
  }

  get end() {
    return this.line[this.line.length - 1];
  }
}
