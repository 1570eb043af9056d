import Foundation

extension ChromiumPage {
  /// The longest script or map that is read, in bytes.
  private static let longestFile = SourceMap.longest

  /// Where a place of a script stood before it was bundled, where the script names a source map; else the same place.
  func original(of place: ScriptPlace) -> ScriptPlace {
    if sourceMaps[place.file] == nil { sourceMaps[place.file] = .some(map(of: place.file)) }
    return (sourceMaps[place.file] ?? nil)?.original(of: place) ?? place
  }

  /// The map that a script names in its last line; nil without one, and where it cannot be had.
  private func map(of script: String) -> SourceMap? {
    let mark = "//# sourceMappingURL="
    guard let text = try? file(at: script),
      let last = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).last,
      last.hasPrefix(mark)
    else { return nil }
    let name = String(last.dropFirst(mark.count)).trimmingCharacters(in: .whitespaces)
    if name.hasPrefix("data:") {
      guard let comma = name.firstIndex(of: ",") else { return nil }
      return Data(base64Encoded: String(name[name.index(after: comma)...]))
        .flatMap { SourceMap(Array($0)) }
    }
    guard let address = URL(string: name, relativeTo: URL(string: script))?.absoluteString,
      let bytes = try? file(at: address)
    else { return nil }
    return SourceMap(bytes)
  }

  /// A file as the browser loads it for its own tools: no page hears of it.
  private func file(at address: String) throws -> [UInt8] {
    let answer = try call(
      "Network.loadNetworkResource",
      [
        "frameId": target, "url": address,
        "options": ["disableCache": false, "includeCredentials": true] as Object,
      ]
    )
    guard let handle = (answer["resource"] as? Object)?["stream"] as? String else {
      throw DriveFailure.browser("cannot load \(address)")
    }
    return try read(handle, most: Self.longestFile)
  }

  /// Reads what the browser keeps under a handle.
  func read(_ handle: String, most: Int, ofPage: Bool = true) throws -> [UInt8] {
    let session = ofPage ? session : nil
    var bytes: [UInt8] = []
    while true {
      let piece = try browser.pipe.call(
        "IO.read",
        ["handle": handle, "size": 1 << 20],
        session: session
      )
      let text = piece["data"] as? String ?? ""
      if piece["base64Encoded"] as? Bool == true {
        bytes += Data(base64Encoded: text) ?? Data()
      } else {
        bytes += Array(text.utf8)
      }
      guard bytes.count <= most else {
        throw DriveFailure.limit("what the browser sends is over \(most >> 20) MB")
      }
      if piece["eof"] as? Bool == true { break }
    }
    _ = try browser.pipe.call("IO.close", ["handle": handle], session: session)
    return bytes
  }

  /// Takes which scripts moved what in the frame that was looked at, and has the next one watched, where that is
  /// wanted.
  func takeMoves() throws {
    guard let shots else { return }
    if shots.watches(samples - 1),
      let text = try evaluate("__stillpoint.takeMoves && __stillpoint.takeMoves()") as? String
    {
      var moves = try JSONDecoder().decode([PageMove].self, from: Data(text.utf8))
      for index in moves.indices {
        moves[index].places = ScriptPlace.stack(moves[index].stack).map(original)
      }
      shots.take(moves, of: samples - 1)
    }
    guard shots.watches(samples) else { return }
    try evaluate("__stillpoint.watchMoves || \(PageScripts.mover(head: shots.head))")
    try evaluate("__stillpoint.watchMoves()")
  }
}
