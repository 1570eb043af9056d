/* Ties together the page of a comparison. */
readColours();
for (const node of document.querySelectorAll(".scripted")) node.hidden = false;
const pairCharts = [...document.querySelectorAll("figure.pair-chart")].map((figure) => new PairChart(figure));
const drawnCharts = new Set();
const chartWatcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const chart = pairCharts.find((one) => one.figure === entry.target);
    if (!entry.isIntersecting || drawnCharts.has(chart)) continue;
    drawnCharts.add(chart);
    chart.draw();
  }
}, { rootMargin: "400px" });
for (const chart of pairCharts) chartWatcher.observe(chart.figure);
const section = document.querySelector("#replay");
const player = section ? new Player(section) : null;
if (player) player.show(player.sides[0].select.options[0].value);
function redrawAll() {
  for (const chart of drawnCharts) chart.draw();
  if (player) player.redraw();
}
addEventListener("resize", redrawAll);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  redrawAll();
});
document.documentElement.dataset.ready = "true";
