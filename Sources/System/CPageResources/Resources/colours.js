const phases = ["input", "ingest", "reveal", "measure", "layout", "commit"];
const unitsPerMs = 10000;
const colourNames = [...phases, "stall", "hitch", "limit", "stripe", "line", "soft", "ink", "card",
  "page", "shade", "link", "bad", "warn", "bubble", "text"];
let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  colours = Object.fromEntries(
    colourNames.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
}

