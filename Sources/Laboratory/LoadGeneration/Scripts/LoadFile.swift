import Files

/// A file to replay: a stream or an event script. Its first line says which. Logs of Ollama, and of
/// server-sent events with times, are streams too.
package enum LoadFile: Sendable {
  /// Tokens of one answer.
  case stream(StreamFile)
  /// Events of any kind.
  case script(EventScript)

  /// Reads the file at `path`.
  ///
  /// - Throws: ``InputError`` as ``StreamFile/init(path:)`` and ``EventScript/init(path:)`` do, and for a
  ///   token of a message that no event of the script makes.
  package static func read(_ path: String) throws(InputError) -> LoadFile {
    try read(InputLines(path: path))
  }

  /// Reads an input that was opened already.
  ///
  /// - Throws: ``InputError`` as ``read(_:)`` does, but for reading.
  package static func read(_ file: InputFile) throws(InputError) -> LoadFile {
    try read(bytes: file.bytes, path: file.path)
  }

  /// Reads `bytes`; `path` is for messages.
  ///
  /// - Throws: ``InputError`` as ``read(_:)`` does, but for reading.
  package static func read(bytes: [UInt8], path: String) throws(InputError) -> LoadFile {
    try read(InputLines(bytes, path: path))
  }

  private static func read(_ lines: InputLines) throws(InputError) -> LoadFile {
    if let foreign = try ForeignStream(lines) { return .stream(try foreign.stream()) }
    if try lines.firstObjectHas("event") {
      let script = try EventScript(lines)
      try script.refuseTokensOfNobody()
      return .script(script)
    }
    return .stream(try StreamFile(lines))
  }

  /// The events that replaying the file means.
  ///
  /// - Parameter seed: Chooses the text of tokens of which only the size is known.
  /// - Returns: The events, in order of time: a script's own, or those of ``ReplayScript``.
  package func timeline(seed: UInt64) -> [TimedLoadEvent] {
    switch self {
    case .stream(let stream): ReplayScript.timeline(stream.tokens(seed: seed))
    case .script(let script): script.timeline
    }
  }
}
