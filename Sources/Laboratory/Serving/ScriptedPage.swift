import Files
import Foundation

/// A page with a script put before everything else in it.
enum ScriptedPage {
  /// The most bytes of a page that one is put into.
  private static let longest = 32 << 20

  /// Reads a page and puts the script into it; nil where it cannot be read, or is too long.
  static func read(_ descriptor: Int32, count: Int, _ script: String) -> [UInt8]? {
    guard count <= longest else { return nil }
    var page: [UInt8] = []
    while page.count < count {
      let read = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { piece in
        let read = SystemCalls.read(descriptor, into: piece) ?? 0
        page += piece[..<read]
        return read
      }
      guard read > 0 else { break }
    }
    return bytes(page, script)
  }

  /// The page with the script: after what says which kind of HTML it is, so that it stays of that kind, and before
  /// any rule of the page on what scripts may run.
  static func bytes(_ page: [UInt8], _ script: String) -> [UInt8] {
    // What ends a script in HTML does so in a text of it, too.
    let safe = script.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--")
    let element = "<script>\(safe)\n;document.currentScript.remove();</script>"
    let start = startOfContent(page)
    return page[..<start] + Array(element.utf8) + page[start...]
  }

  /// Where a page's content begins: after a byte order mark, space, comments and the document type.
  private static func startOfContent(_ page: [UInt8]) -> Int {
    var place = page.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < page.count {
      let rest = page[place...]
      if let byte = rest.first, [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) {
        place += 1
      } else if rest.starts(with: Array("<!--".utf8)) {
        guard let end = firstIndex(of: Array("-->".utf8), in: rest) else { return place }
        place = end + 3
      } else if String(decoding: rest.prefix(9), as: UTF8.self).lowercased() == "<!doctype" {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return place }
        return end + 1
      } else {
        return place
      }
    }
    return page.count
  }

  private static func firstIndex(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: word) }
  }
}
