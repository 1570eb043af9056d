import CTextDrawing
import Lengths
import MarkdownBlocks
import PangoMeasuring
import TextMeasuring

/// Sets text as ``PangoMeasurer`` measures it and draws its lines.
///
/// Lines end where the measurer has them and stand at its baselines; within a line Pango places the glyphs,
/// so that what is written from right to left stands in the order in which it is read.
package final class TextDrawer {
  package struct SetText {
    var text: [UInt8]
    var runs: [TextRun]
    var face: TextFace
    var textSize: TextSizeCategory
    package var lines: [TypesetLine]
    /// Whether each line is of a paragraph that is read from right to left.
    var isRightToLeft: [Bool]

    /// Its height in points.
    package var height: Double { lines.last.map { $0.baseline + $0.descent } ?? 0 }
  }

  /// What a line takes when it is drawn, in points.
  package struct LineExtents {
    package var width: Double
    /// Of its fonts.
    package var ascent: Double
    package var descent: Double
    /// Glyphs that no font has.
    package var unknownGlyphs: Int
  }

  /// How a text is drawn.
  struct Look {
    var colour: Colour
    var link: Colour
    var alignment = TableRow.Alignment.none
    var fades: [(utf8: Range<Int>, opacity: Double)] = []
    var opacity = 1.0
  }

  private struct FaceKey: Hashable {
    var face: TextFace
    var style: TextStyle
    var textSize: TextSizeCategory
  }

  private let painter: OpaquePointer
  private let measurer: PangoMeasurer
  private let fonts: FontSet
  private var faces: [FaceKey: Int32] = [:]
  /// The looks of the line that is drawn; kept for its memory.
  private var looks: [text_look] = []

  package init(fonts: FontSet, scale: Int) throws(FontError) {
    self.fonts = fonts
    measurer = try PangoMeasurer(fonts: fonts)
    (painter, _) = try FontEngine.load(fonts, by: text_painter_create)
    text_painter_set_scale(painter, Double(scale))
  }

  deinit { text_painter_destroy(painter) }

  /// Names the fonts and the versions of all libraries that a pixel depends on.
  var identity: String {
    let versions = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 96) { text in
      text_painter_versions(text.baseAddress, text.count)
      return text.baseAddress.map { String(cString: $0) } ?? ""
    }
    return "\(measurer.identity) \(versions)"
  }

  /// Sets a text.
  package func set(
    _ text: [UInt8],
    runs: [TextRun],
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) -> SetText {
    text.withUnsafeBufferPointer { bytes in
      let lines = measurer.lines(
        of: bytes,
        runs: runs[...],
        face: face,
        width: width,
        textSize: textSize
      )
      return SetText(
        text: text,
        runs: runs,
        face: face,
        textSize: textSize,
        lines: lines,
        isRightToLeft: Self.directions(of: lines, in: bytes)
      )
    }
  }

  /// Whether each line is of a paragraph whose first letter is read from right to left; a paragraph ends
  /// with a line feed.
  private static func directions(of lines: [TypesetLine], in text: UnsafeBufferPointer<UInt8>)
    -> [Bool]
  {
    var isRightToLeft = false
    return lines.indices.map { index in
      let start = lines[index].text.lowerBound
      if index == 0 || lines[index - 1].text.upperBound < start {
        let paragraph = UnsafeBufferPointer(rebasing: text[start...])
        let end = paragraph.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? paragraph.count
        isRightToLeft = paragraph.withMemoryRebound(to: CChar.self) {
          text_is_right_to_left($0.baseAddress, Int32(end))
        }
      }
      return isRightToLeft
    }
  }

  /// Sets a text in one style.
  func set(_ text: String, face: TextFace, textSize: TextSizeCategory, width: LayoutUnit? = nil)
    -> SetText
  {
    let bytes = Array(text.utf8)
    let runs = bytes.isEmpty ? [] : [TextRun(utf8Count: bytes.count)]
    return set(bytes, runs: runs, face: face, width: width, textSize: textSize)
  }

  /// The height of a line without text, in points.
  func lineHeight(of face: TextFace, textSize: TextSizeCategory) -> Double {
    measurer.lineHeight(of: face, textSize: textSize).points
  }

  /// Draws those lines of a text that lie in a stretch of rows.
  ///
  /// - Parameters:
  ///   - x: The left edge of the text, in points.
  ///   - y: Its top, a whole number of pixels.
  ///   - width: Where lines end that stand at the right.
  ///   - rows: In points; lines outside are left out.
  func draw(
    _ text: SetText,
    x: Double,
    y: Double,
    width: Double,
    rows: Range<Double>,
    _ look: Look,
    on canvas: Canvas
  ) {
    for (index, line) in text.lines.enumerated() {
      let top = y + line.baseline - line.ascent
      // What is inked may reach beyond a line; what does is drawn with the line.
      guard top - line.ascent < rows.upperBound,
        top + 2 * line.ascent + line.descent > rows.lowerBound
      else { continue }
      let baseline = ((y + line.baseline) * canvas.scale).rounded() / canvas.scale
      let isRightToLeft = text.isRightToLeft[index]
      let extents = set(line, of: text, look, isRightToLeft: isRightToLeft)
      let left =
        switch look.alignment {
        case .none: isRightToLeft ? x + width - extents.width : x
        case .left: x
        case .center: x + (width - extents.width) / 2
        case .right: x + width - extents.width
        }
      text_painter_show(painter, canvas.context, left, baseline)
    }
  }

  /// What each line of a text takes when it is drawn.
  package func extents(of text: SetText) -> [LineExtents] {
    let look = Look(colour: Palette.light.text, link: Palette.light.link)
    return zip(text.lines, text.isRightToLeft).map { line, isRightToLeft in
      let extents = set(line, of: text, look, isRightToLeft: isRightToLeft)
      return LineExtents(
        width: extents.width,
        ascent: extents.ascent,
        descent: extents.descent,
        unknownGlyphs: Int(extents.unknown_glyphs)
      )
    }
  }

  /// Sets a line to be drawn. Spaces that hang at its end are left out.
  private func set(
    _ line: TypesetLine,
    of text: SetText,
    _ look: Look,
    isRightToLeft: Bool
  ) -> text_line_extents {
    var end = line.text.upperBound
    while end > line.text.lowerBound, text.text[end - 1] == 0x20 { end -= 1 }
    fillLooks(line.text.lowerBound..<end, of: text, look)
    var extents = text_line_extents()
    text.text[line.text.lowerBound..<end].withUnsafeBytes { bytes in
      looks.withUnsafeBufferPointer { looks in
        text_painter_set(
          painter,
          bytes.assumingMemoryBound(to: CChar.self).baseAddress,
          Int32(bytes.count),
          looks.baseAddress,
          looks.count,
          isRightToLeft,
          &extents
        )
      }
    }
    return extents
  }

  /// Cuts a line where its style or its opacity changes.
  private func fillLooks(_ range: Range<Int>, of text: SetText, _ look: Look) {
    looks.removeAll(keepingCapacity: true)
    var start = 0
    for run in text.runs {
      let part = (start..<start + run.utf8Count).clamped(to: range)
      start += run.utf8Count
      guard !part.isEmpty else { continue }
      var place = part.lowerBound
      while place < part.upperBound {
        var (end, opacity) = (part.upperBound, 1.0)
        for fade in look.fades {
          if fade.utf8.contains(place) {
            end = min(end, fade.utf8.upperBound)
            opacity = fade.opacity
          } else if fade.utf8.lowerBound > place {
            end = min(end, fade.utf8.lowerBound)
          }
        }
        append(run.style, through: end - range.lowerBound, opacity: opacity, of: text, look)
        place = end
      }
    }
    if looks.isEmpty { append([], through: range.count, opacity: 1, of: text, look) }
  }

  private func append(
    _ style: TextStyle,
    through end: Int,
    opacity: Double,
    of text: SetText,
    _ look: Look
  ) {
    let isLink = style.contains(.link)
    let colour = isLink ? look.link : look.colour
    looks.append(
      text_look(
        end: Int32(end),
        face: face(text.face, style, text.textSize),
        red: colour.red,
        green: colour.green,
        blue: colour.blue,
        alpha: opacity * look.opacity,
        is_struck: style.contains(.strikethrough),
        is_underlined: isLink
      )
    )
  }

  private func face(_ face: TextFace, _ style: TextStyle, _ textSize: TextSizeCategory) -> Int32 {
    let style = style.intersection([.bold, .italic, .code])
    let key = FaceKey(face: face, style: style, textSize: textSize)
    if let known = faces[key] { return known }
    let description = FaceDescription(face, style: style, textSize: textSize, fonts)
    let index = text_painter_add_face(
      painter,
      description.families,
      description.size,
      description.isBold,
      description.isItalic
    )
    precondition(index >= 0, "no memory for a face of \(description.families)")
    faces[key] = index
    return index
  }
}
