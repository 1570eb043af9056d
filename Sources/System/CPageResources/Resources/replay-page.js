/* Ties together a page that has a replay alone. */
readColours();
const player = new Player(document.querySelector("#replay"));
const firstCell = player.sides[0].select.options[0].value;
function follow() {
  const tick = /^#tick=(\d+)$/.exec(location.hash);
  player.show(firstCell, tick ? { tick: Number(tick[1]) } : {});
}
addEventListener("hashchange", follow);
addEventListener("resize", () => player.redraw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  player.redraw();
});
follow();
document.documentElement.dataset.ready = "true";
