// The wait-for graph: threads on a circle, an arrow from who waits to who has what is waited for. The timeline of a report and
// the page of `heddle explore` draw it.

export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Draws edges [who waits, who has it, what it is]; nothing if there are none. */
export function waitForGraph(edges, name) {
  if (edges.length === 0) return [];
  const nodes = [...new Set(edges.flatMap(([a, b]) => [a, b]))].sort((a, b) => a - b);
  const [width, height] = [380, nodes.length > 2 ? 220 : 120];
  const place = (thread) => {
    const angle = Math.PI + (nodes.indexOf(thread) * 2 * Math.PI) / nodes.length;
    return [width / 2 + Math.cos(angle) * 120, height / 2 + Math.sin(angle) * (height / 2 - 28)];
  };
  const parts = [svg("defs", {}, svg("marker", { id: "waits", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, svg("path", { d: "M0,0 L8,4 L0,8 z", fill: "var(--bad)" })))];
  for (const [from, to, what] of edges) {
    const [[x1, y1], [x2, y2]] = [place(from), place(to)];
    const long = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
    const [ox, oy] = [-dy * 9, dx * 9];
    parts.push(svg("line", { x1: x1 + dx * 16 + ox, y1: y1 + dy * 16 + oy, x2: x2 - dx * 18 + ox, y2: y2 - dy * 18 + oy, "marker-end": "url(#waits)" }));
    // Beside its arrow, on the outer side of two that go to and fro.
    const anchor = Math.abs(ox) * 2 < Math.abs(oy) ? "middle" : ox > 0 ? "start" : "end";
    const away = anchor === "middle" ? 2.1 : 1.6;
    parts.push(svg("text", { class: "what", x: (x1 + x2) / 2 + ox * away, y: (y1 + y2) / 2 + oy * away + 3, "text-anchor": anchor }, what));
  }
  for (const thread of nodes) {
    const [x, y] = place(thread);
    parts.push(svg("circle", { cx: x, cy: y, r: 13, style: `--t: var(--t${thread % 8})` }));
    parts.push(svg("text", { x, y: y + (nodes.length > 2 && y > height / 2 ? 26 : -18), "text-anchor": "middle" }, name(thread)));
  }
  const said = edges.map(([from, to, what]) => `${name(from)} waits for ${what}, ${name(to)}`).join("; ");
  return [svg("svg", { role: "img", "aria-label": `Wait-for graph: ${said}`, width, height, viewBox: `0 0 ${width} ${height}` }, ...parts)];
}
