"""A trace decodes, by others' decoders, to the frames, phases and counters of the record."""

import csv
import unittest
import zlib

import browser

SCENARIO = "stream-burst-stall"
PHASES = ("input", "ingest", "reveal", "measure", "layout", "commit")


def nanoseconds(text):
    whole, _, rest = text.partition(".")
    return int(whole) * 1_000_000 + int((rest + "000000")[:6]) * (-1 if whole.startswith("-") else 1)


class TraceTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            from perfetto.protos.perfetto.trace import perfetto_trace_pb2
        except ImportError:
            raise unittest.SkipTest("no perfetto from PyPI: scripts/bootstrap --with-tests installs it")
        cls.folder = browser.folder() / "run"
        browser.run(
            "run", SCENARIO, "--profile", "reference", "messaging-ui", "--refresh", 60, "--cost", "modelled",
            "--trace", "--output", cls.folder, "--quiet",
        )
        data = (cls.folder / "trace.perfetto-trace").read_bytes()
        cls.file = perfetto_trace_pb2.Trace.FromString(data)
        cls.names = perfetto_trace_pb2.FrameTimelineEvent
        # Packets are packed by zlib, some at a time.
        unpacked = b"".join(zlib.decompress(packet.compressed_packets) for packet in cls.file.packet)
        cls.sizes = len(data), len(unpacked)
        cls.trace = perfetto_trace_pb2.Trace.FromString(unpacked)
        with open(cls.folder / "frames.csv", newline="") as file:
            cls.rows = list(csv.DictReader(file))

    def rows_of(self, process):
        return [row for row in self.rows if int(row["cell"]) == process - 1]

    def test_every_packet_is_known(self):
        for packet in self.file.packet:
            self.assertEqual([field.name for field, _ in packet.ListFields()], ["compressed_packets"])
        kinds = set()
        for packet in self.trace.packet:
            known = {field.name for field, _ in packet.ListFields()}
            known -= {"timestamp", "trusted_packet_sequence_id", "sequence_flags"}
            self.assertTrue(known, "a packet that the decoder does not know")
            kinds |= known
        self.assertEqual(kinds, {"track_event", "track_descriptor", "frame_timeline_event"})
        self.assertEqual(self.trace.packet[0].sequence_flags, 1)
        self.assertLess(5 * self.sizes[0], self.sizes[1], "packing makes a fifth of it")

    def is_known(self, message):
        """Nothing in a message is unknown to the schema: it comes out as long as it went in."""
        clean = type(message).FromString(message.SerializeToString())
        clean.DiscardUnknownFields()
        return clean.ByteSize() == message.ByteSize()

    def test_the_frame_timeline_is_that_of_the_frames(self):
        begun, spans = {}, {}
        for packet in self.trace.packet:
            if not packet.HasField("frame_timeline_event"):
                continue
            event = packet.frame_timeline_event
            self.assertTrue(self.is_known(event))
            if event.HasField("frame_end"):
                kind, start, body = begun.pop(event.frame_end.cookie)
                key = (body.pid, body.token, kind)
                self.assertNotIn(key, spans)
                spans[key] = (start, packet.timestamp, body)
                continue
            kind = "expected" if event.HasField("expected_surface_frame_start") else "actual"
            body = getattr(event, f"{kind}_surface_frame_start")
            begun[body.cookie] = (kind, packet.timestamp, body)
        self.assertEqual(begun, {})
        self.assertEqual(len(spans), 2 * len(self.rows))
        late = 0
        for process in (1, 2):
            for row in self.rows_of(process):
                tick = int(row["tick"])
                due = (tick + 1) * 1_000_000_000 // 60
                start, end, _ = spans[process, tick, "expected"]
                self.assertEqual((start, end), (nanoseconds(row["t_ms"]), due))
                start, end, body = spans[process, tick, "actual"]
                if row["swallowed"] == "true":
                    self.assertEqual(body.present_type, self.names.PRESENT_DROPPED)
                    self.assertEqual(body.jank_type, self.names.JANK_DROPPED)
                    continue
                self.assertEqual(end, nanoseconds(row["presented_ms"]))
                is_late = row["on_time"] != "true"
                late += is_late
                self.assertEqual(
                    body.present_type, self.names.PRESENT_LATE if is_late else self.names.PRESENT_ON_TIME
                )
                self.assertEqual(body.prediction_type, self.names.PREDICTION_VALID)
                self.assertEqual(body.on_time_finish, not is_late)
                jank = "APP_DEADLINE_MISSED" if row["lost_vsyncs"] != "0" else (
                    "BUFFER_STUFFING" if is_late else "NONE"
                )
                self.assertEqual(self.names.JankType.Name(body.jank_type), f"JANK_{jank}")
                work = sum(nanoseconds(row[f"cost_{phase}_ms"]) for phase in PHASES)
                self.assertEqual(start, nanoseconds(row["end_ms"]) - work - nanoseconds(row["stall_ms"]))
        self.assertGreater(late, 0, "a trace without a late frame proves little")

    def tracks(self):
        return {
            packet.track_descriptor.uuid: packet.track_descriptor
            for packet in self.trace.packet if packet.HasField("track_descriptor")
        }

    def test_processes_are_the_cells(self):
        names = {
            track.process.pid: track.process.process_name
            for track in self.tracks().values() if track.HasField("process")
        }
        self.assertEqual(
            names, {1: f"{SCENARIO}, reference, 60\u00a0Hz", 2: f"{SCENARIO}, messaging-ui, 60\u00a0Hz"}
        )

    def test_slices_are_the_phases(self):
        tracks = self.tracks()
        open_slices, found = {}, {}
        for packet in self.trace.packet:
            if not packet.HasField("track_event"):
                continue
            event = packet.track_event
            if tracks[event.track_uuid].name != "engine":
                continue
            process = event.track_uuid >> 32
            stack = open_slices.setdefault(process, [])
            if event.type == 1:
                notes = {note.name: note.int_value for note in event.debug_annotations}
                stack.append((event.name, packet.timestamp, notes))
            elif event.type == 2:
                name, start, notes = stack.pop()
                if name == "frame":
                    tick = notes["tick"]
                    inside = found.pop((process, "open"), {})
                    found[process, tick] = (inside, notes, packet.timestamp)
                else:
                    found.setdefault((process, "open"), {})[name] = packet.timestamp - start
        self.assertTrue(all(not stack for stack in open_slices.values()))
        for process in (1, 2):
            for row in self.rows_of(process):
                if row["swallowed"] == "true":
                    continue
                inside, notes, end = found[process, int(row["tick"])]
                expected = {
                    phase: nanoseconds(row[f"cost_{phase}_ms"])
                    for phase in PHASES if nanoseconds(row[f"cost_{phase}_ms"]) > 0
                }
                if nanoseconds(row["stall_ms"]) > 0:
                    expected["host's stall"] = nanoseconds(row["stall_ms"])
                self.assertEqual(inside, expected)
                self.assertEqual(end, nanoseconds(row["end_ms"]))

    def test_counters_are_those_of_the_frames(self):
        tracks = self.tracks()
        values = {}
        for packet in self.trace.packet:
            if packet.HasField("track_event") and packet.track_event.type == 4:
                event = packet.track_event
                name = tracks[event.track_uuid].name
                values.setdefault((event.track_uuid >> 32, name), []).append(
                    (packet.timestamp, event.counter_value)
                )
        columns = {"backlog, chunks": "backlog_chunks", "pool, fades": "fades"}
        for process in (1, 2):
            rows = [row for row in self.rows_of(process) if row["swallowed"] != "true"]
            for name, column in columns.items():
                self.check(values[process, name], rows, lambda row, c=column: int(row[c]))
            if rows[0]["allocations_input"]:
                self.check(
                    values[process, "allocations"], rows,
                    lambda row: sum(int(row[f"allocations_{phase}"]) for phase in PHASES),
                )
            measured = dict(values[process, "cache, blocks measured"])
            self.assertTrue(measured)
            released = [v for _, v in values[process, "stream assistant-1, released"]]
            self.assertEqual(released, sorted(released))
            self.assertGreater(released[-1], 1000)

    def check(self, changes, rows, of):
        """A counter keeps its value until the next one."""
        known = dict(changes)
        value = None
        for row in rows:
            value = known.pop(nanoseconds(row["t_ms"]), value)
            self.assertEqual(value, of(row), row["tick"])
        self.assertEqual(known, {})


if __name__ == "__main__":
    unittest.main()
