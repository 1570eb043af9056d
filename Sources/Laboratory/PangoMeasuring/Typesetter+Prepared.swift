import CTextShaping

// What a text took at one width fills the lines of another.
extension Typesetter {
  /// Fills lines with the pieces of a text that was set before.
  ///
  /// - Returns: Whether its pieces are known, and the parts of all that are longer than a line.
  mutating func wrapPrepared() -> Bool {
    guard !Lines.looksAtLines, isWhole, let width,
      let entry = state.prepared.entry(
        of: text,
        runs: cursor.runs,
        face: face,
        textSize: textSize
      )
    else { return false }
    let broken = tail.keptUTF8Count >= text.count ? 0 : entry.lineBrokenUTF8
    guard let broken, broken == 0 || tail.keptUTF8Count == 0 else { return false }
    var filled = stack
    let fits = state.prepared.withPieces(of: entry) { pieces, parts, graphemes in
      for piece in pieces {
        let advance = Int64(piece.advance)
        if advance < 0 {
          filled.finishLine()
          continue
        }
        if filled.pen > 0, filled.pen + advance > width { filled.finishLine() }
        if filled.pen == 0, advance > width {
          guard piece.firstPart >= 0 else { return false }
          let first = Int(piece.firstPart)
          for part in parts[first..<first + Int(piece.partCount)] {
            filled.place(part, graphemes, width: width)
          }
          filled.advance(by: Int64(piece.space))
          continue
        }
        filled.raise(ascent: Int64(piece.ascent), descent: Int64(piece.descent))
        filled.advance(by: advance + Int64(piece.space))
      }
      return true
    }
    guard fits else { return false }
    stack = filled
    stack.count(glyphs: entry.glyphs)
    lineBrokenUTF8 = broken
    return true
  }

  /// Writes a part of a word down for other widths.
  mutating func prepare(
    _ part: UnsafeBufferPointer<UInt8>,
    at start: Int,
    face: Int32,
    _ extents: FontEngine.Extents,
    base: Int
  ) {
    let flags = state.flags
    let graphemes = state.withAdvances(of: part, face: face) { advances in
      var graphemes: [Int32] = []
      var grapheme: Int32 = 0
      for (place, advance) in advances.enumerated() {
        grapheme += advance
        let next = start + place + 1
        guard
          next == start + part.count || flags[next - base] & UInt8(TEXT_IS_GRAPHEME) != 0
        else { continue }
        graphemes.append(grapheme)
        grapheme = 0
      }
      return graphemes
    }
    state.prepared.addPart(extents, graphemes: graphemes)
  }
}
