extension LineWalk {
  /// A place in a text at a boundary of graphemes, and the state there.
  struct Checkpoint {
    var utf8Offset: Int
    /// The end of the scalar that begins there: whether graphemes part before a scalar depends on it
    /// and those before it.
    var neededUTF8Count: Int
    var walk: LineWalk
  }

  /// Walks a text from `start` to its end.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - start: A boundary of graphemes.
  ///   - narrow: What a narrow grapheme takes, in layout units; a wide one takes twice that.
  ///   - width: Where lines end, in layout units.
  ///   - note: Gets a place every ``TailMeasurement/spacing`` bytes or somewhat more, and last the one
  ///     before the last grapheme, which may still grow.
  mutating func walk(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    narrow: Int64,
    width: Int64,
    note: (Checkpoint) -> Void
  ) {
    var last: Checkpoint?
    var noted = start
    var index = start
    func pass(_ place: Checkpoint) {
      last = place
      guard place.utf8Offset - noted >= TailMeasurement.spacing else { return }
      noted = place.utf8Offset
      note(place)
    }
    while index < text.count {
      index = walkASCII(text, from: index, narrow: narrow, width: width)
      guard index < text.count else { break }
      let (scalar, count) = Self.scalar(in: text, at: index)
      let next = index + count
      let isAlone =
        next == text.count
        || ScalarClass.isSimple(scalar)
          && ScalarClass.isSimple(Self.scalar(in: text, at: next).scalar)
      if isAlone {
        pass(Checkpoint(utf8Offset: index, neededUTF8Count: next, walk: self))
        place(scalar, isWide: Self.isWide(scalar), narrow: narrow, width: width)
        index = next
      } else {
        let end = Self.endOfRegion(text, from: next, after: scalar)
        let region = String(
          decoding: UnsafeBufferPointer(rebasing: text[index..<end]),
          as: UTF8.self
        )
        for character in region {
          let first = Self.scalar(in: text, at: index).count
          pass(Checkpoint(utf8Offset: index, neededUTF8Count: index + first, walk: self))
          place(character, narrow: narrow, width: width)
          index += character.utf8.count
        }
      }
    }
    if let last { note(last) }
  }

  /// Walks over ASCII that ASCII follows, as far as the next place that is noted may lie: no grapheme
  /// goes beyond it but CR LF.
  private mutating func walkASCII(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    narrow: Int64,
    width: Int64
  ) -> Int {
    let end = min(text.count, start + TailMeasurement.spacing)
    var index = start
    var byte: UInt8 = index < end ? text[index] : 0x80
    while byte < 0x80, index + 1 < end {
      let next = text[index + 1]
      guard next < 0x80 else { break }
      if byte > 0x20 {
        placeGrapheme(advance: narrow, width: width)
      } else if byte == 0x20 || byte == 0x09 {
        placeSpace(advance: narrow)
      } else if byte == 0x0D, next == 0x0A {
        // One grapheme; its line feed ends the line.
      } else if ScalarClass.isNewline(UInt32(byte)) {
        placeNewline()
      } else {
        placeGrapheme(advance: narrow, width: width)
      }
      index += 1
      byte = next
    }
    return index
  }

  private mutating func place(_ character: Character, narrow: Int64, width: Int64) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first?.value else { return }
    if scalars.count == 1 || character == "\r\n" {
      place(first, isWide: Self.isWide(first), narrow: narrow, width: width)
    } else {
      let isWide = Self.isWide(first) || scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }
      placeGrapheme(advance: isWide ? narrow * 2 : narrow, width: width)
    }
  }

  private mutating func place(_ scalar: UInt32, isWide: Bool, narrow: Int64, width: Int64) {
    let advance = isWide ? narrow * 2 : narrow
    if ScalarClass.isNewline(scalar) {
      placeNewline()
    } else if ScalarClass.isSpace(scalar) {
      placeSpace(advance: advance)
    } else {
      placeGrapheme(advance: advance, width: width)
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    EastAsianWidth.isWide(scalar) || ScalarClass.isRegionalIndicator(scalar)
  }

  /// Finds the next sure boundary of graphemes.
  private static func endOfRegion(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    after scalar: UInt32
  ) -> Int {
    var index = start
    var wasSimple = ScalarClass.isSimple(scalar)
    while index < text.count {
      let (scalar, count) = Self.scalar(in: text, at: index)
      let isSimple = ScalarClass.isSimple(scalar)
      if isSimple, wasSimple { break }
      wasSimple = isSimple
      index += count
    }
    return index
  }

  private static func scalar(
    in text: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> (scalar: UInt32, count: Int) {
    let first = UInt32(text[index])
    func rest(_ offset: Int) -> UInt32 { UInt32(text[index + offset] & 0x3F) }
    if first < 0x80 { return (first, 1) }
    if first < 0xE0 { return ((first & 0x1F) << 6 | rest(1), 2) }
    if first < 0xF0 { return ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
    return ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
  }
}
