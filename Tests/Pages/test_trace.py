"""A trace decodes, by others' decoders, to the frames, phases and counters of the record."""

import csv
import unittest

import browser

SCENARIO = "stream-burst-stall"
PHASES = ("input", "ingest", "reveal", "measure", "layout", "commit")


def frame_timeline():
    """The message of the frame timeline, which PyPI's schema leaves out, for protobuf's own decoder.

    Source of the numbers: android/frame_timeline_event.proto of Perfetto.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    fields = {
        "Expected": ["cookie:int64", "token:int64", "display_frame_token:int64", "pid:int32", "layer_name:string"],
        "Actual": [
            "cookie:int64", "token:int64", "display_frame_token:int64", "pid:int32", "layer_name:string",
            "present_type:int32", "on_time_finish:bool", "gpu_composition:bool", "jank_type:int32",
            "prediction_type:int32", "is_buffer:bool",
        ],
        "End": ["cookie:int64"],
    }
    kinds = {"int64": 3, "int32": 5, "bool": 8, "string": 9, "message": 11}
    file = descriptor_pb2.FileDescriptorProto(name="frame_timeline.proto", package="t", syntax="proto2")

    def field(message, name, kind, number, of=None):
        one = message.field.add(name=name, number=number, label=1, type=kinds[kind])
        if of:
            one.type_name = f".t.{of}"

    for name, members in fields.items():
        message = file.message_type.add(name=name)
        for number, member in enumerate(members, 1):
            field(message, *member.split(":"), number)
    event = file.message_type.add(name="Event")
    field(event, "expected", "message", 3, "Expected")
    field(event, "actual", "message", 4, "Actual")
    field(event, "end", "message", 5, "End")
    packet = file.message_type.add(name="Packet")
    field(packet, "timestamp", "int64", 8)
    field(packet, "frame_timeline_event", "message", 76, "Event")
    trace = file.message_type.add(name="Trace")
    trace.field.add(name="packet", number=1, label=3, type=11, type_name=".t.Packet")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("t.Trace"))


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
        cls.trace = perfetto_trace_pb2.Trace.FromString(data)
        cls.timeline = frame_timeline().FromString(data)
        with open(cls.folder / "frames.csv", newline="") as file:
            cls.rows = list(csv.DictReader(file))

    def rows_of(self, process):
        return [row for row in self.rows if int(row["cell"]) == process - 1]

    def test_every_packet_is_known(self):
        # The decoder keeps what it does not know; of a packet that may be the frame timeline alone.
        kinds = set()
        for packet in self.trace.packet:
            kind = [field.name for field, _ in packet.ListFields() if field.name not in
                    ("timestamp", "trusted_packet_sequence_id", "sequence_flags")]
            kinds.update(kind or ["frame_timeline_event"])
        self.assertEqual(kinds, {"track_event", "track_descriptor", "frame_timeline_event"})
        self.assertEqual(self.trace.packet[0].sequence_flags, 1)

    def test_the_frame_timeline_is_that_of_the_frames(self):
        begun, spans = {}, {}
        for packet in self.timeline.packet:
            if not packet.HasField("frame_timeline_event"):
                continue
            event = packet.frame_timeline_event
            if event.HasField("end"):
                kind, start, body = begun.pop(event.end.cookie)
                key = (body.pid, body.token, kind)
                self.assertNotIn(key, spans)
                spans[key] = (start, packet.timestamp, body)
                continue
            kind = "expected" if event.HasField("expected") else "actual"
            body = getattr(event, kind)
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
                    self.assertEqual((body.present_type, body.jank_type), (4, 1024))
                    continue
                self.assertEqual(end, nanoseconds(row["presented_ms"]))
                is_late = row["on_time"] != "true"
                late += is_late
                self.assertEqual(body.present_type, 2 if is_late else 1)
                self.assertEqual(body.on_time_finish, not is_late)
                jank = 64 if row["lost_vsyncs"] != "0" else 128 if is_late else 1
                self.assertEqual(body.jank_type, jank)
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
