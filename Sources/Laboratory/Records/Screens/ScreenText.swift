import ChatSurface
import TextMeasuring

/// How long the lines of a message are: what a replay draws in place of its text.
///
/// Lines are broken greedily at spaces, with scalars 8 pt wide or, of East Asian Width W and F, 16: as
/// ``FixedAdvanceMeasurer`` does, scalar by scalar and without Markdown. The text is that of the last
/// time it was looked at: when its stream was over and all of it released, else at the run's end. What was
/// edited later keeps the lines it had.
package struct ScreenText: Hashable, Sendable {
  /// One line.
  package struct Line: Hashable, Sendable {
    /// Unicode scalars up to the line's end, what ended it included.
    package var scalars: Int
    /// How far it reaches, in narrow scalars.
    package var columns: Int
  }

  /// The window that the message was seen in.
  package var window: String
  /// The message's name.
  package var id: String
  /// Who speaks.
  package var role: Message.Role
  /// How many narrow scalars fit into a line.
  package var columns: Int
  /// The lines, in order.
  package var lines: [Line]
  /// What was said; nil where it is not kept.
  package var text: String?
  /// What was said, so that people know it again; not coded.
  package var said = ""

  /// Breaks a text into lines.
  ///
  /// - Complexity: O(text).
  package init(window: String, id: String, _ message: Surface.ShownMessage, keepsText: Bool) {
    (self.window, self.id, role) = (window, id, message.role)
    let advance = FixedAdvanceMeasurer.narrowAdvance.rawValue
    columns = Int(max(1, message.width.rawValue / advance))
    said = String(decoding: message.text, as: UTF8.self)
    lines = Self.lines(of: said, columns: columns)
    text = keepsText ? said : nil
  }

  /// Breaks the text of a message that no surface has into lines.
  ///
  /// - Complexity: O(text).
  package init(id: String, role: Message.Role, text: String, columns: Int) {
    (window, self.id, self.role) = ("main", id, role)
    self.columns = max(1, columns)
    lines = Self.lines(of: text, columns: self.columns)
    self.text = text
    said = text
  }

  /// Whether two have all that is coded alike.
  package static func == (first: Self, second: Self) -> Bool {
    (first.window, first.id, first.role, first.columns) == (
      second.window, second.id, second.role, second.columns
    )
      && first.lines == second.lines && first.text == second.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(window)
    hasher.combine(id)
    hasher.combine(lines)
  }

  /// Breaks a text into lines of `columns` narrow scalars.
  package static func lines(of text: String, columns: Int) -> [Line] {
    var lines: [Line] = []
    var (scalars, pen) = (0, 0)
    // Where the last word of the line begins.
    var (wordScalars, wordPen, isInWord) = (0, 0, false)
    func end(_ scalars: Int, _ pen: Int) { lines.append(Line(scalars: scalars, columns: pen)) }
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        end(scalars + 1, min(pen, columns))
        (scalars, pen, isInWord) = (0, 0, false)
        continue
      }
      let isSpace = scalar == " "
      if !isSpace, !isInWord { (wordScalars, wordPen, isInWord) = (scalars, pen, true) }
      if isSpace { isInWord = false }
      let advance = Self.columns(of: scalar)
      if !isSpace, pen + advance > columns, scalars > 0 {
        // A word that fits into a line of its own moves there; a longer one is cut.
        let carried = wordScalars > 0 ? wordScalars : scalars
        let width = wordScalars > 0 ? wordPen : pen
        end(carried, min(width, columns))
        (scalars, pen) = (scalars - carried, pen - width)
        (wordScalars, wordPen) = (0, 0)
      }
      scalars += 1
      pen += advance
    }
    if scalars > 0 { end(scalars, min(pen, columns)) }
    return lines
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return EastAsianWidth.isWide(scalar.value) ? 2 : 1
    }
  }

  // MARK: Bytes

  private static let roles = Message.Role.allCases

  /// Appends window, name, role, columns, the lines' numbers, and the text's length (-1 for none) and
  /// bytes.
  func append(to bytes: inout [UInt8]) {
    for name in [window, id] {
      bytes.append(variable: Int64(name.utf8.count))
      bytes += Array(name.utf8)
    }
    bytes.append(variable: Int64(Self.roles.firstIndex(of: role) ?? 0))
    bytes.append(variable: Int64(columns))
    bytes.append(variable: Int64(lines.count))
    for line in lines {
      bytes.append(variable: Int64(line.scalars))
      bytes.append(variable: Int64(line.columns))
    }
    bytes.append(variable: Int64(text?.utf8.count ?? -1))
    bytes += Array((text ?? "").utf8)
  }

  /// Reads what ``append(to:)`` wrote; nil where the bytes hold no such thing.
  init?(from reader: inout VariableLengthReader) {
    let most = Int64(reader.bytes.count)
    func string(_ length: Int) -> String? {
      guard length <= reader.bytes.count - reader.place else { return nil }
      let bytes = reader.bytes[reader.place..<reader.place + length]
      reader.place += length
      return String(decoding: bytes, as: UTF8.self)
    }
    guard let windowLength = reader.number(in: 0...most), let window = string(windowLength),
      let idLength = reader.number(in: 0...most), let id = string(idLength),
      let role = reader.number(in: 0...Int64(Self.roles.count) - 1),
      let columns = reader.number(in: 1...Int64(Int32.max)),
      let count = reader.number(in: 0...most)
    else { return nil }
    (self.window, self.id, self.role, self.columns) = (window, id, Self.roles[role], columns)
    lines = []
    for _ in 0..<count {
      guard let scalars = reader.number(in: 0...Int64(Int32.max)),
        let reach = reader.number(in: 0...Int64(Int32.max))
      else { return nil }
      lines.append(Line(scalars: scalars, columns: reach))
    }
    guard let length = reader.number(in: -1...most) else { return nil }
    if length >= 0 {
      guard let said = string(length) else { return nil }
      text = said
    }
  }
}
