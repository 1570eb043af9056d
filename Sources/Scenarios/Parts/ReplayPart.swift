import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// A question is sent and a recorded stream is the answer.
  package struct Replay: Hashable, Sendable {
    /// When the question is sent.
    package var start: Instant
    /// The recording.
    package var stream: StreamFile

    /// Makes a replay.
    package init(at start: Instant, stream: StreamFile) {
      self.start = start
      self.stream = stream
    }
  }
}

extension ScenarioPart.Replay: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "replay",
    "A question is sent, a recorded stream is the answer",
    ["at_ms", "stream"],
    []
  )

  var part: ScenarioPart { .replay(self) }

  var size: Double {
    Double(stream.entries.count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let name = try object.string("stream")
    let start = try object.time("at_ms")
    if name.contains("/") || name.hasSuffix(".ndjson") {
      let path = reader.files.note(FileName.joined(reader.folder, name))
      return Self(at: start, stream: try StreamFile(path: path))
    }
    let names = ScenarioCatalog.names(in: reader.streams, withExtension: "ndjson")
    guard let streams = reader.streams, names.contains(name) else {
      throw object.mismatch(
        "stream",
        try object.required("stream"),
        expected: "the name of a shipped stream, or a path with a / or .ndjson in it",
        problem: "unknown name",
        advice: nearMatchAdvice(for: name, among: names)
      )
    }
    return Self(
      at: start,
      stream: try StreamFile(path: reader.files.note("\(streams)/\(name).ndjson"))
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    timeline.addAnswer(stream.tokens(seed: chance.next()), at: start)
  }
}
