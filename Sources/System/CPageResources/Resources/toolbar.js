/* A row of buttons that takes one stop of the tab key; the arrow keys go from button to button. */
function makeToolbar(bar) {
  bar.setAttribute("role", "toolbar");
  const controls = () => [...bar.querySelectorAll("button, select, a")].filter((one) => !one.disabled);
  const choose = (chosen) => {
    for (const one of controls()) one.tabIndex = one === chosen ? 0 : -1;
  };
  choose(controls()[0]);
  bar.addEventListener("focusin", (event) => choose(event.target.closest("button, select, a")));
  bar.addEventListener("keydown", (event) => {
    const all = controls();
    const place = all.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || place < 0) return;
    all[(place + step + all.length) % all.length].focus();
    event.preventDefault();
    event.stopPropagation();
  });
}
