/* Addresses within the page: a cell, a frame of it, a stretch of it, the replay at a frame.

   #CELL   #CELL:tick=123   #CELL:zoom=1.25,2.5   #replay:CELL:tick=123 */
function readAddress(hash) {
  let text = decodeURIComponent(hash.replace(/^#/, ""));
  const isReplay = text.startsWith("replay:");
  if (isReplay) text = text.slice("replay:".length);
  const [name, ...parts] = text.split(":");
  const fields = Object.fromEntries(parts.map((part) => part.split("=")));
  const zoom = (fields.zoom || "").split(",").map(Number);
  return {
    isReplay, name,
    tick: fields.tick === undefined ? undefined : Number(fields.tick),
    zoom: zoom.length === 2 && zoom.every(Number.isFinite) ? zoom : undefined,
  };
}

/* Puts what is looked at into the address bar, without a step of the browser's history. */
function writeAddress(text) {
  history.replaceState(null, "", "#" + text);
}

/* Opens everything that hides a node. */
function reveal(node) {
  for (let one = node; one; one = one.parentElement) if (one instanceof HTMLDetailsElement) one.open = true;
}
