/* Opens charts when they come near the viewport and closes those far away. */
readColours();
const charts = new Map();
for (const figure of document.querySelectorAll("figure.frames")) {
  if (figure.querySelector("script.data")) charts.set(figure, new FrameChart(figure));
}
const strips = new Map(
  [...document.querySelectorAll("figure.strips")].map((figure) => [figure, new FrameStrips(figure)]));
const stripOpener = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const strip = strips.get(entry.target);
    if (entry.isIntersecting && !strip.isDrawn) strip.draw();
  }
}, { rootMargin: "500px" });
for (const figure of strips.keys()) stripOpener.observe(figure);
let lastWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === lastWidth) return;
  lastWidth = innerWidth;
  for (const strip of strips.values()) if (strip.isDrawn) strip.draw();
});
const opener = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) charts.get(entry.target).open();
}, { rootMargin: "500px" });
const closer = new IntersectionObserver((entries) => {
  for (const entry of entries) if (!entry.isIntersecting) charts.get(entry.target).close();
}, { rootMargin: "4000px" });
for (const figure of charts.keys()) {
  opener.observe(figure);
  closer.observe(figure);
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  for (const chart of charts.values()) if (chart.graph) chart.graph.updateOptions(chart.look());
  for (const strip of strips.values()) if (strip.isDrawn) strip.draw();
});
function openAll() {
  closer.disconnect();
  for (const strip of strips.values()) strip.draw();
  for (const chart of charts.values()) chart.open();
}
addEventListener("beforeprint", openAll);
/* index.html#all draws every chart at once, for programs that look at the page without scrolling. */
if (location.hash === "#all") openAll();
