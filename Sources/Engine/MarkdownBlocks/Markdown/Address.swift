/// Addresses that are links by themselves.
enum Address {
  // MARK: In angle brackets

  /// Where the address of a scheme ends that begins behind an angle bracket, with the bracket that closes it.
  static func endOfURI(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var index = start
    guard index < text.count, Bytes.isLetter(text[index]) else { return nil }
    while index < text.count, index - start <= 32, isSchemeByte(text[index]) { index += 1 }
    guard (2...32).contains(index - start), index < text.count, text[index] == UInt8(ascii: ":")
    else { return nil }
    while index < text.count, text[index] > 0x20, text[index] != UInt8(ascii: "<") {
      if text[index] == UInt8(ascii: ">") { return index + 1 }
      index += 1
    }
    return nil
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    Bytes.isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }

  /// Where a mail address ends that begins behind an angle bracket, with the bracket that closes it.
  static func endOfMail(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var index = start
    while index < text.count, isLocalByte(text[index]) { index += 1 }
    guard index > start, index < text.count, text[index] == UInt8(ascii: "@") else { return nil }
    repeat {
      let label = index + 1
      index = label
      while index < text.count,
        Bytes.isLetterOrDigit(text[index]) || text[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard (1...63).contains(index - label), text[label] != UInt8(ascii: "-"),
        text[index - 1] != UInt8(ascii: "-"), index < text.count
      else { return nil }
      if text[index] == UInt8(ascii: ">") { return index + 1 }
    } while text[index] == UInt8(ascii: ".")
    return nil
  }

  private static func isLocalByte(_ byte: UInt8) -> Bool {
    if Bytes.isLetterOrDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
      UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"), UInt8(ascii: "-"):
      return true
    default: return false
    }
  }

  // MARK: Bare

  /// The address that begins with `www.` at a place.
  static func www(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int>? {
    if start > 0, !Bytes.isSpace(text[start - 1]), !"*_~(".utf8.contains(text[start - 1]) {
      return nil
    }
    guard Bytes.matches("www.", text, at: start, inAnyCase: false) else { return nil }
    let rest = UnsafeBufferPointer(rebasing: text[start...])
    guard let domain = endOfDomain(rest, mayBeShort: false) else { return nil }
    let end = end(rest, from: domain)
    return end > 0 ? start..<start + end : nil
  }

  /// The address whose `://` begins at a place, with the scheme before it.
  static func url(
    _ text: UnsafeBufferPointer<UInt8>,
    at colon: Int
  ) -> (range: Range<Int>, rewind: Int)? {
    guard colon + 3 < text.count, text[colon + 1] == UInt8(ascii: "/"),
      text[colon + 2] == UInt8(ascii: "/")
    else { return nil }
    var start = colon
    while start > 0, Bytes.isLetter(text[start - 1]) { start -= 1 }
    let schemes: [StaticString] = ["http://", "https://", "ftp://"]
    guard
      schemes.contains(where: {
        Bytes.matches($0, text, at: start) && start + $0.utf8CodeUnitCount == colon + 3
      }),
      isHostByte(text, at: colon + 3),
      let domain = endOfDomain(
        UnsafeBufferPointer(rebasing: text[(colon + 3)...]),
        mayBeShort: true
      )
    else { return nil }
    let end = end(UnsafeBufferPointer(rebasing: text[colon...]), from: domain + 3)
    return end > 0 ? (start..<colon + end, colon - start) : nil
  }

  private static func isHostByte(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard text[index] & 0xC0 != 0x80 else { return false }
    let scalar = Scalars.scalar(text, at: index)
    return !Scalars.isSpace(scalar) && !Scalars.isPunctuation(scalar)
  }

  /// Where the name of a host ends; nil where it is none.
  ///
  /// An underscore in its last two parts makes it none, unless it has more parts than ten.
  private static func endOfDomain(
    _ text: UnsafeBufferPointer<UInt8>,
    mayBeShort: Bool
  ) -> Int? {
    var (index, dots, before, last) = (1, 0, 0, 0)
    scan: while index < text.count - 1 {
      switch text[index] {
      case UInt8(ascii: "_"): last += 1
      case UInt8(ascii: "."):
        before = last
        last = 0
        dots += 1
      case UInt8(ascii: "-"): break
      default: guard isHostByte(text, at: index) else { break scan }
      }
      index += 1
    }
    if before > 0 || last > 0, dots <= 10 { return nil }
    return mayBeShort || dots > 0 ? index : nil
  }

  /// Where an address ends: at white space or an angle bracket, without signs that end a sentence and
  /// parentheses that it does not open.
  private static func end(_ text: UnsafeBufferPointer<UInt8>, from domain: Int) -> Int {
    var end = domain
    while end < text.count, !Bytes.isSpace(text[end]), text[end] != UInt8(ascii: "<") { end += 1 }
    return trimmed(text, to: end)
  }

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>, to end: Int) -> Int {
    var end = end
    var (opening, closing) = (0, 0)
    for byte in text[..<end] {
      if byte == UInt8(ascii: "(") { opening += 1 }
      if byte == UInt8(ascii: ")") { closing += 1 }
    }
    while end > 0 {
      switch text[end - 1] {
      case UInt8(ascii: ")"):
        if closing <= opening { return end }
        closing -= 1
        end -= 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","),
        UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"),
        UInt8(ascii: "'"), UInt8(ascii: "\""):
        end -= 1
      case UInt8(ascii: ";"):
        var name = end - 2
        while name > 0, Bytes.isLetter(text[name]) { name -= 1 }
        end = name >= 0 && name < end - 2 && text[name] == UInt8(ascii: "&") ? name : end - 1
      default: return end
      }
    }
    return end
  }

  // MARK: Mail

  /// Finds the first mail address of a text from a place on.
  ///
  /// - Returns: The address, and whether its scheme is a part of it.
  /// - Complexity: O(length of the text).
  static func mail(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> (range: Range<Int>, hasScheme: Bool)? {
    var from = start
    while true {
      let at = text.place(of: UInt8(ascii: "@"), from: from)
      guard at < text.count else { return nil }
      defer { from = at + 1 }
      var (first, scheme) = (at, Scheme.none)
      while first > from {
        let byte = text[first - 1]
        if byte == UInt8(ascii: ":"), let found = Scheme(text, endingAt: first, from: from) {
          scheme = found
        } else if !Bytes.isLetterOrDigit(byte), !".+-_".utf8.contains(byte) {
          break
        }
        first -= 1
      }
      guard first < at, let end = endOfHost(text, after: at, isXMPP: scheme == .xmpp) else {
        continue
      }
      let length = trimmed(UnsafeBufferPointer(rebasing: text[at...]), to: end - at)
      if length > 0 { return (first..<at + length, scheme != .none) }
    }
  }

  private enum Scheme {
    case none, mail, xmpp

    init?(_ text: UnsafeBufferPointer<UInt8>, endingAt end: Int, from start: Int) {
      for (scheme, word) in [(Scheme.mail, "mailto:" as StaticString), (.xmpp, "xmpp:")] {
        let first = end - word.utf8CodeUnitCount
        if first >= start, Bytes.matches(word, text, at: first, inAnyCase: false),
          first == start || !Bytes.isLetterOrDigit(text[first - 1])
        {
          self = scheme
          return
        }
      }
      return nil
    }
  }

  private static func endOfHost(
    _ text: UnsafeBufferPointer<UInt8>,
    after at: Int,
    isXMPP: Bool
  ) -> Int? {
    var (end, dots) = (at + 1, 0)
    scan: while end < text.count {
      switch text[end] {
      case UInt8(ascii: "@"): return nil
      case UInt8(ascii: ".")
      where end + 1 < text.count && Bytes.isLetterOrDigit(text[end + 1]):
        dots += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"): break
      case UInt8(ascii: "/") where isXMPP: break
      default: guard Bytes.isLetterOrDigit(text[end]) else { break scan }
      }
      end += 1
    }
    guard end - at >= 2, dots > 0,
      Bytes.isLetter(text[end - 1]) || text[end - 1] == UInt8(ascii: ".")
    else { return nil }
    return end
  }
}
