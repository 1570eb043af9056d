#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names of files as text that gives the same bytes again.
///
/// A byte that belongs to no UTF-8 sequence is the scalar U+10FF00 plus the byte, of Unicode's last
/// private plane; so is each byte of a sequence that encodes such a scalar. So every name has exactly
/// one text, and that text may stand in JSON.
package enum FileName {
  private static let base: UInt32 = 0x10FF00
  private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// The text of a name.
  ///
  /// - Complexity: O(bytes).
  package static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasEscapes(text) { return text }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let head = rest.prefix(length)
      if let valid = String(validating: head, as: UTF8.self), !hasEscapes(valid) {
        text += valid
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(first)) { text.unicodeScalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The bytes of a name.
  ///
  /// - Complexity: O(text).
  package static func bytes(of text: String) -> [UInt8] {
    guard hasEscapes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      escapes.contains(scalar.value)
        ? [UInt8(scalar.value - base)] : Array(String(scalar).utf8)
    }
  }

  /// Text in which such bytes read `\xE9`: for people, and for files of reports.
  package static func shown(_ text: String) -> String {
    guard hasEscapes(text) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if escapes.contains(scalar.value) {
        shown += "\\x" + String(scalar.value - base, radix: 16, uppercase: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// A name as one word of a shell's line, in quotes where it needs them.
  package static func word(_ text: String) -> String {
    let text = shown(text)
    let plain = text.allSatisfy { $0.isLetter || $0.isNumber || "_-./:@%+=,".contains($0) }
    return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Whether any scalar of `text` stands for a byte.
  ///
  /// The private scalars all begin with F4 8F; few texts hold those bytes.
  private static func hasEscapes(_ text: String) -> Bool {
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { escapes.contains($0.value) }
  }

  /// What follows the last slash; the whole name where there is none.
  package static func last(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.last.map(String.init) ?? path
  }

  /// The last part without its extension.
  package static func stem(of path: String) -> String {
    let name = last(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The folder that a name lies in: `.` for a name without a slash.
  package static func folder(of path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// `name` as seen from `folder`; a name that begins with a slash is its own.
  package static func joined(_ folder: String, _ name: String) -> String {
    if name.hasPrefix("/") || folder.isEmpty { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The absolute name of what `path` stands for, every link on the way followed; also for what is
  /// not there yet.
  package static func resolved(_ path: String) -> String { resolved(path, links: 40) }

  /// Follows so many links whose end is not there, which may be a circle.
  private static func resolved(_ path: String, links: Int) -> String {
    var found: String?
    _ = SystemCalls.named(path.isEmpty ? "." : path) { name in
      guard let real = realpath(name, nil) else { return -1 }
      found = text(
        of: UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
      )
      free(real)
      return 0
    }
    if let found { return found }
    let name = last(of: path)
    let parent = folder(of: path)
    // A link whose end is not there yet is followed as far as it goes.
    if let target = linkTarget(of: path) {
      return links == 0 ? path : resolved(joined(parent, target), links: links - 1)
    }
    let above = parent == path ? parent : resolved(parent, links: links)
    if name == "." { return above }
    return name == ".." ? folder(of: above) : joined(above, name)
  }

  /// What a link says; nil for what is none.
  package static func linkTarget(of path: String) -> String? {
    var target: String?
    _ = SystemCalls.named(path) { name in
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink(name, &buffer, buffer.count - 1)
      guard count > 0 else { return -1 }
      target = text(of: buffer[0..<count].map(UInt8.init(bitPattern:)))
      return 0
    }
    return target
  }

  /// The names in a folder, in order of their bytes; nil with `errno` when it cannot be listed.
  package static func list(_ folder: String) -> [String]? {
    var names: [String]?
    _ = SystemCalls.named(folder) { name in
      guard let stream = opendir(name) else { return -1 }
      defer { closedir(stream) }
      var all: [[UInt8]] = []
      while let entry = readdir(stream) {
        let bytes = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) {
            Array(
              UnsafeBufferPointer(
                start: $0,
                count: strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
              )
            )
          }
        }
        if bytes != [0x2E], bytes != [0x2E, 0x2E] { all.append(bytes) }
      }
      names = all.sorted { $0.lexicographicallyPrecedes($1) }.map(text(of:))
      return 0
    }
    return names
  }
}
