/* Plays what cells showed: one or two of them beside each other on one clock. */
class Player {
  constructor(section) {
    this.section = section;
    this.time = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.sides = [...section.querySelectorAll("figure.screen")].map((figure) => ({
      figure, scene: new Scene(figure.querySelector("canvas")), state: figure.querySelector(".state"),
      select: section.querySelector(`select[data-side="${figure.dataset.side}"]`),
      numbers: figure.querySelector("tbody"), cell: null, screen: null, drawn: "",
    }));
    this.slider = section.querySelector("input[type=range]");
    this.track = section.querySelector("canvas.track");
    this.clock = section.querySelector(".clock");
    this.playButton = section.querySelector("[data-act=play]");
    this.speedSelect = section.querySelector("select.speed");
    this.frameTimes = [];
    document.addEventListener("picture", () => {
      for (const side of this.sides) side.drawn = "";
      this.draw();
    });
    this.listen();
  }

  get shown() { return this.sides.filter((side) => side.screen); }

  /* Takes a cell for a side; the other side keeps its own. */
  choose(place, cell) {
    const side = this.sides[place];
    side.cell = cell;
    side.screen = cell === "" ? null : screenOf(cell);
    side.select.value = cell;
    side.figure.hidden = !side.screen;
    side.drawn = "";
    this.section.dataset.sides = String(this.shown.length);
    this.range();
    this.drawTrack();
    this.draw();
  }

  /* Shows a cell at a time, in s, or at a tick, beside the cell that it is compared with. */
  show(cell, { tick, time } = {}) {
    this.pause();
    const screen = screenOf(cell);
    if (!screen) return;
    const option = this.sides[0].select.querySelector(`option[value="${cell}"]`);
    const partner = option && option.dataset.partner;
    this.time = tick === undefined ? time ?? screen.spans[0]?.[0] ?? 0 : screen.at[screen.indexOfTick(tick)] ?? 0;
    this.choose(0, cell);
    if (this.sides[1]) this.choose(1, partner && screenOf(partner) ? partner : "");
  }

  range() {
    const spans = this.shown.flatMap((side) => side.screen.spans).sort((a, b) => a[0] - b[0]);
    this.spans = [];
    for (const span of spans) {
      const last = this.spans[this.spans.length - 1];
      if (last && span[0] <= last[1] + 0.3) last[1] = Math.max(last[1], span[1]);
      else this.spans.push([...span]);
    }
    this.first = this.spans.length ? this.spans[0][0] : 0;
    this.last = this.spans.length ? this.spans[this.spans.length - 1][1] : 0;
    this.slider.min = String(this.first);
    this.slider.max = String(this.last);
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.first), this.last);
    this.draw();
  }

  /* What is between two stretches that were kept is passed over. */
  skipGap() {
    const span = this.spans.find(([, end]) => this.time <= end);
    if (span && this.time < span[0]) this.time = span[0];
  }

  play() {
    if (!this.shown.length) return;
    if (this.time >= this.last) this.time = this.first;
    this.isPlaying = true;
    this.section.dataset.playing = "true";
    this.playButton.textContent = "Pause";
    this.before = null;
    this.frameTimes.length = 0;
    requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.isPlaying = false;
    this.section.dataset.playing = "false";
    this.playButton.textContent = "Play";
  }

  tick(now) {
    if (!this.isPlaying) return;
    if (this.before !== null) {
      this.frameTimes.push(now - this.before);
      if (this.frameTimes.length > 600) this.frameTimes.shift();
      this.time += Math.min(now - this.before, 100) / 1000 * this.speed;
    }
    this.before = now;
    this.skipGap();
    if (this.time >= this.last) {
      this.time = this.last;
      this.pause();
    }
    this.draw();
    requestAnimationFrame((next) => this.tick(next));
  }

  /* To the next or last instant at which any side shows another frame. */
  step(direction) {
    this.pause();
    let best = null;
    for (const { screen } of this.shown) {
      const index = screen.indexAt(this.time);
      const there = direction > 0 ? index + 1
        : screen.at[index] < this.time - 1e-7 ? index : index - 1;
      const time = screen.at[there];
      if (time !== undefined && (best === null || (time - best) * direction < 0)) best = time;
    }
    if (best !== null) this.seek(best);
  }

  /* To the next or last frame of any side that `isOne` picks; `at` says when to look. */
  jump(direction, isOne, at) {
    this.pause();
    let best = null;
    for (const { screen } of this.shown) {
      for (let i = 0; i < screen.count; i += 1) {
        if (!isOne(screen, i)) continue;
        const time = at(screen, i);
        if ((time - this.time) * direction > 1e-6 && (best === null || (time - best) * direction < 0)) best = time;
      }
    }
    if (best !== null) this.seek(best);
    return best !== null;
  }

  act(name) {
    const isHitch = (screen, i) => screen.at[i] - screen.due[i] > 1e-6;
    const isDrift = (screen, i) => screen.faultAt(i) !== null;
    const shown = (screen, i) => screen.at[i];
    // The instant before a late frame is shown: the longest that old content stood there.
    const justBefore = (screen, i) => screen.at[i] - 1e-4;
    if (name === "play") { if (this.isPlaying) this.pause(); else this.play(); }
    else if (name === "next") this.step(1);
    else if (name === "previous") this.step(-1);
    else if (name === "hitch") this.jump(1, isHitch, justBefore);
    else if (name === "hitch-before") this.jump(-1, isHitch, justBefore);
    else if (name === "drift") this.jump(1, isDrift, shown);
    else if (name === "drift-before") this.jump(-1, isDrift, shown);
  }

  draw() {
    this.slider.value = String(this.time);
    this.slider.setAttribute("aria-valuetext", this.time.toFixed(3) + " s");
    this.clock.textContent = this.time.toFixed(3) + " s";
    this.section.dataset.time = String(this.time);
    // What stands above the pictures and below them leaves so much of a window.
    const tall = Math.min(640, Math.max(320, innerHeight - 380));
    const wide = (this.section.clientWidth - 40) / Math.max(1, this.shown.length) - 12;
    for (const side of this.shown) {
      const { screen } = side;
      const index = screen.indexAt(this.time);
      const late = Math.round(screen.latenessAt(this.time) * screen.hertz * 4);
      const key = [index, late, tall, wide, colours.card].join();
      if (key === side.drawn) continue;
      side.drawn = key;
      this.tell(side, side.scene.draw(screen, this.time, tall, Math.max(wide, 120)));
    }
    this.drawPlace();
  }

  tell(side, { index, views, late }) {
    const { screen, figure } = side;
    figure.dataset.tick = index < 0 ? "" : String(screen.tick[index]);
    figure.dataset.late = String(Math.round(late * 1e6) / 1000);
    const fault = screen.faultAt(index);
    const state = index < 0 ? "nothing shown yet"
      : late > 0 ? "late: a frame is due for " + Math.round(late * 1000) + " ms and not shown"
        : fault || "on time";
    side.state.textContent = state;
    side.state.className = "state " + (late > 0 || fault ? "missed" : "kept");
    if (!figure.querySelector("details").open || this.isPlaying) return;
    const rows = views.flatMap((view) => view.items.map((item) => {
      const row = document.createElement("tr");
      const head = element("th", item.id);
      head.scope = "row";
      row.append(head, element("td", String(item.y), "number"), element("td", String(item.height), "number"), element("td", view.window));
      return row;
    }));
    side.numbers.replaceChildren(...rows);
  }

  /* Where frames came late (red) or what is read moved or flickered (amber), and which time is here at all. */
  drawTrack() {
    const ratio = devicePixelRatio || 1;
    const wide = this.track.clientWidth || 300;
    const tall = 22;
    this.track.width = Math.round(wide * ratio);
    this.track.height = Math.round(tall * ratio);
    this.trackImage = document.createElement("canvas");
    [this.trackImage.width, this.trackImage.height] = [this.track.width, this.track.height];
    const context = this.trackImage.getContext("2d");
    context.scale(ratio, ratio);
    const scale = wide / Math.max(this.last - this.first, 1e-6);
    const place = (time) => (time - this.first) * scale;
    context.fillStyle = colours.shade;
    for (const [start, end] of this.spans) context.fillRect(place(start), 0, Math.max(1, place(end) - place(start)), tall);
    const part = tall / Math.max(1, this.shown.length);
    for (const [row, { screen }] of this.shown.entries()) {
      for (let i = 0; i < screen.count; i += 1) {
        const lost = screen.at[i] - screen.due[i];
        if (lost <= 1e-6 && screen.faultAt(i) === null) continue;
        context.fillStyle = lost > 1e-6 ? colours.hitch : colours.warn;
        context.fillRect(place(screen.due[i]), row * part + 2, Math.max(2, lost * scale), part - 4);
      }
    }
    this.drawPlace();
  }

  drawPlace() {
    if (!this.trackImage) return;
    const context = this.track.getContext("2d");
    context.clearRect(0, 0, this.track.width, this.track.height);
    context.drawImage(this.trackImage, 0, 0);
    const x = (this.time - this.first) / Math.max(this.last - this.first, 1e-6) * this.track.width;
    context.fillStyle = colours.ink;
    context.fillRect(Math.max(0, x - 1), 0, 2, this.track.height);
  }

  redraw() {
    for (const side of this.sides) side.drawn = "";
    this.drawTrack();
    this.draw();
  }

  listen() {
    for (const [place, side] of this.sides.entries()) {
      side.select.addEventListener("change", () => this.choose(place, side.select.value));
      side.figure.querySelector("details").addEventListener("toggle", () => { side.drawn = ""; this.draw(); });
    }
    this.slider.addEventListener("input", () => { this.pause(); this.seek(Number(this.slider.value)); });
    this.speedSelect.addEventListener("change", () => { this.speed = Number(this.speedSelect.value); });
    this.section.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-act]");
      if (button) this.act(button.dataset.act);
    });
    const keys = {
      " ": "play", ".": "next", ",": "previous", h: "hitch", H: "hitch-before", d: "drift", D: "drift-before",
    };
    this.section.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("select, summary, a") || (event.key === " " && event.target.closest("button"))) return;
      if (event.target === this.slider && event.key.startsWith("Arrow")) {
        this.act(event.key === "ArrowLeft" || event.key === "ArrowDown" ? "previous" : "next");
      } else if (keys[event.key]) this.act(keys[event.key]);
      else return;
      event.preventDefault();
    });
    makeToolbar(this.section.querySelector(".controls"));
  }
}
