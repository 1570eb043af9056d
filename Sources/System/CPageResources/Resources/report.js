/* Ties the parts of the page together: draws what comes near the viewport, follows addresses. */
readColours();
const charts = new Map();
for (const figure of document.querySelectorAll("figure.frames")) {
  if (figure.querySelector("script.data")) charts.set(figure, new FrameChart(figure));
}
const films = [...document.querySelectorAll("figure.film")].map((figure) => new Filmstrip(figure));
const strips = [...document.querySelectorAll("figure.strips")].map((figure) => new FrameStrips(figure));
const drawn = new Map([...films, ...strips].map((one) => [one.figure, one]));
let player = null;
const queue = new DrawQueue(() => player?.isPlaying ?? false);
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const one = drawn.get(entry.target);
    if (entry.isIntersecting && !one.isDrawn) queue.add(one.figure, () => one.draw());
  }
}, { rootMargin: "500px" });
for (const figure of drawn.keys()) watcher.observe(figure);
const opener = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const chart = charts.get(entry.target);
    if (entry.isIntersecting) queue.add(chart.figure, () => chart.open());
  }
}, { rootMargin: "500px" });
const closer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) continue;
    queue.remove(entry.target);
    charts.get(entry.target).close();
  }
}, { rootMargin: "4000px" });
for (const figure of charts.keys()) {
  opener.observe(figure);
  closer.observe(figure);
}

for (const node of document.querySelectorAll(".scripted")) node.hidden = false;
for (const section of document.querySelectorAll("#headline")) {
  if (section.querySelector(".table-tools")) new TableTools(section);
}
for (const menu of document.querySelectorAll("nav details")) {
  menu.addEventListener("click", (event) => { if (event.target.closest("a")) menu.open = false; });
}

/* The player is made when it is first looked at or asked for. */
const playerSection = document.querySelector("#replay");
function openPlayer() {
  if (player || !playerSection) return player;
  player = new Player(playerSection);
  const first = playerSection.dataset.first || player.sides[0].select.options[0]?.value;
  if (first !== undefined) player.show(first, { tick: playerSection.dataset.tick ? Number(playerSection.dataset.tick) : undefined });
  return player;
}
if (playerSection) {
  const starter = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) { starter.disconnect(); openPlayer(); }
  }, { rootMargin: "300px" });
  starter.observe(playerSection);
  playerSection.addEventListener("focusin", openPlayer);
}

function follow() {
  if (!location.hash) return;
  const { isReplay, name, tick, zoom } = readAddress(location.hash);
  const cell = document.querySelector(`[data-anchor="${CSS.escape(name)}"]`);
  if (isReplay && playerSection && cell) {
    openPlayer().show(cell.dataset.number, { tick });
    playerSection.scrollIntoView();
    return;
  }
  if (!cell) return;
  reveal(cell.querySelector("figure.frames") || cell);
  const row = tick === undefined ? null : document.getElementById(name + ":tick=" + tick);
  if (row) reveal(row);
  if (tick === undefined && !zoom) { cell.scrollIntoView(); return; }
  const figure = cell.querySelector("figure.frames");
  const chart = charts.get(figure);
  if (!chart) return;
  chart.open();
  if (zoom) chart.show(zoom[0], zoom[1]);
  if (tick !== undefined) chart.look(tick);
  figure.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", follow);

let lastWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === lastWidth) return;
  lastWidth = innerWidth;
  for (const one of drawn.values()) if (one.isDrawn) one.draw();
  if (player) player.redraw();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  for (const chart of charts.values()) if (chart.graph) chart.graph.updateOptions(chart.theme());
  for (const one of drawn.values()) if (one.isDrawn) one.draw();
  if (player) player.redraw();
});
function openAll() {
  closer.disconnect();
  for (const fold of document.querySelectorAll("details.fold")) fold.open = true;
  for (const one of drawn.values()) one.draw();
  for (const chart of charts.values()) chart.open();
  openPlayer();
}
addEventListener("beforeprint", openAll);
/* index.html#all draws every chart at once, for programs that look at the page without scrolling. */
if (location.hash === "#all") openAll(); else follow();
document.documentElement.dataset.ready = "true";
