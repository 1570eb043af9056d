// Prints what the JavaScript recorder writes for the calls of a file.
import { readFileSync } from "node:fs";
import { FrameRecorder } from "../../../Examples/recorder/stillpoint-recorder.mjs";

const ms = (microseconds) => microseconds / 1000;
const recorder = new FrameRecorder({
  app: "chat", version: "1.2", device: "phone", refreshHz: 120, write: (line) => process.stdout.write(line),
});
for (const entry of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const at = ms(entry.at_us ?? 0);
  if (entry.call === "begin") recorder.begin(at, ms(entry.target_us));
  if (entry.call === "received") recorder.received(entry.characters, entry.id, at);
  if (entry.call === "ended") recorder.ended(entry.id, at);
  if (entry.call === "fell_back") recorder.fellBack(entry.cause, ms(entry.detect_us), at);
  if (entry.call === "recovered") recorder.recovered(at);
  if (entry.call === "finish") recorder.finish();
  if (entry.call === "happened") {
    recorder.happened(entry.event, at, { id: entry.id ?? null, isByReader: entry.by_reader ?? null });
  }
  if (entry.call === "end") {
    const shown = Object.fromEntries(entry.screen.shown.map(({ id, characters }) => [id, characters]));
    const presented = entry.presented_us === undefined ? null : ms(entry.presented_us);
    recorder.end(at, { ...entry.screen, shown }, presented);
  }
}
