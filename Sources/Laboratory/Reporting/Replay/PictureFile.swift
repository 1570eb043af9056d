import Files
import Records

/// Pictures as bytes: of each the tick and the window as a line of text, and the PNG, with the length of
/// each in eight bytes, least first, before it.
enum PictureFile {
  static let header = Array(
    "stillpoint pictures, schema \(RunRecord.schema)\ntick window, png\n".utf8
  )

  static func bytes(of pictures: [Picture]) -> [UInt8] {
    FramesFile.bytes(
      [],
      pictures.flatMap { [Array("\($0.tick) \($0.window)".utf8), $0.png] }
    )
  }

  /// Reads pictures.
  ///
  /// - Throws: ``InputError`` for other bytes.
  static func pictures(from bytes: [UInt8], path: String) throws(InputError) -> [Picture] {
    let parts = try FramesFile.cells(bytes, header: [], count: nil, path: path)
    var pictures: [Picture] = []
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let words = String(decoding: parts[index], as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard let tick = words.first.flatMap({ Int($0) }) else {
        throw InputError(
          path: path,
          problem: "picture \(index / 2) is damaged",
          value: String(decoding: parts[index].prefix(60), as: UTF8.self),
          expected: "a tick and a window",
          advice: "Restore the file, or run what it is of again."
        )
      }
      let window = words.count > 1 ? String(words[1]) : ""
      pictures.append(Picture(tick: tick, window: window, png: parts[index + 1]))
    }
    return pictures
  }
}
