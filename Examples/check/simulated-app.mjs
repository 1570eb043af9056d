// Stands for your app's UI test: writes recordings of a chat screen on a simulated display, by the
// recorder that an app uses. Work scatters by 3 % from recording to recording and by 15 % from frame to frame.
//
//   node simulated-app.mjs FOLDER [--count N] [--seed N] [--fault NAME] [--device NAME] [--refresh HZ]
//
// Faults: text-latency (one frame more), fold-jump (a card that folds takes the reader along),
// work (5 % more), freeze (300 ms, in the third recording alone).
import { mkdirSync, writeFileSync } from "node:fs";
import { FrameRecorder } from "../recorder/stillpoint-recorder.mjs";

const options = { count: "24", seed: "1", fault: "", device: "simulated phone", refresh: "60" };
const [folder, ...rest] = process.argv.slice(2);
for (let index = 0; index < rest.length; index += 2) {
  const name = rest[index].replace(/^--/, "");
  if (!(name in options) || rest[index + 1] === undefined) usage(`unknown option ${rest[index]}`);
  options[name] = rest[index + 1];
}
if (folder === undefined) usage("no folder");
if (!["", "text-latency", "fold-jump", "work", "freeze"].includes(options.fault)) usage(`no fault ${options.fault}`);

function usage(reason) {
  console.error(`${reason}; see the head of simulated-app.mjs`);
  process.exit(64);
}

/** Numbers that follow from a seed (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
  return { fraction, normal };
}

const viewport = 800;
const card = { message: 3, height: 120, foldsAt: 6000 };

/** One recording: a question at 100 ms, an answer of 8 s, and from 4 s on a reader who scrolls up. */
function record(number) {
  const chance = generator(Number(options.seed) * 7919 + number);
  const period = 1000 / Number(options.refresh);
  const has = (fault) => options.fault === fault;
  const work = 6 * Math.exp(0.03 * chance.normal()) * (has("work") ? 1.05 : 1);
  const tokens = [];
  for (let time = 600; time < 8600; time -= Math.log(1 - chance.fraction()) * 25) {
    tokens.push({ time, characters: 2 + Math.floor(6 * chance.fraction()) });
  }
  const lines = [];
  const recorder = new FrameRecorder({
    app: "chat", version: "1", device: options.device, refreshHz: Number(options.refresh),
    write: (line) => lines.push(line),
  });
  recorder.happened("load", 0);
  let [next, received, shown, moved, scrolled] = [0, 0, 0, 0, 0];
  let arrived = [];
  let time = 0;
  let hasSent = false;
  while (time < 9000) {
    if (time >= 100) {
      if (!hasSent) recorder.happened("send", 100, { id: "m8" });
      hasSent = true;
      while (next < tokens.length && tokens[next].time <= time) {
        received += tokens[next].characters;
        recorder.received(tokens[next].characters, "m9", tokens[next].time);
        arrived.push({ at: tokens[next].time, count: received });
        next += 1;
      }
      const due = time - (has("text-latency") ? period : 0);
      shown = Math.max(shown, ...arrived.filter(({ at }) => at <= due).map(({ count }) => count));
      arrived = arrived.filter(({ count }) => count > shown);
      if (time >= 4000 && time < 4400) scrolled = Math.min(600, scrolled + 1500 * period / 1000);
      const isFolded = time >= card.foldsAt;
      const isReading = time >= 4400;
      let spent = work * Math.exp(0.15 * chance.normal());
      if (has("freeze") && number === 3 && moved === 0 && time >= 5000) [spent, moved] = [300, 1];
      recorder.begin(time, time + period);
      recorder.end(time + spent, screen(shown, scrolled, isFolded, isReading, has("fold-jump")));
      // The display asks again at the first refresh after the work.
      time += Math.max(1, Math.ceil(spent / period - 1e-9)) * period;
    } else {
      time += period;
    }
  }
  recorder.finish();
  writeFileSync(`${folder}/chat-${String(number).padStart(2, "0")}.ndjson`, lines.join(""));
}

let stuck = 0;

/** What is on screen: the end is followed until the reader has scrolled. */
function screen(shown, scrolled, isFolded, isReading, jumps) {
  const heights = [180, 240, 60, 300, 60, 260, 60, 280, 60].map((height, index) =>
    index === card.message && isFolded ? height - card.height : height);
  heights.push(20 + 24 * Math.ceil(shown / 42));
  const tops = [];
  let content = 0;
  for (const height of heights) {
    tops.push(content);
    content += height + 12;
  }
  const end = content - viewport;
  if (scrolled === 0) stuck = 0;
  else if (!isReading) stuck = end - scrolled;
  // The place of what is read goes with what is above it, unless the app forgets to.
  const offset = scrolled === 0 ? end : stuck - (isFolded && !jumps ? card.height : 0);
  const messages = heights.map((height, index) => ({ id: `m${index}`, y: tops[index] - offset, height }))
    .filter(({ y, height }) => y + height > 0 && y < viewport);
  return { offset, viewport, content, messages, shown: { m9: shown }, isAnimating: true, isReading };
}

mkdirSync(folder, { recursive: true });
for (let number = 1; number <= Number(options.count); number += 1) record(number);
