import MarkdownBlocks
import TextMeasuring

/// The faces of a measurer, made when they are first asked for.
struct FaceTable {
  /// A face and the extents of a line in it.
  struct Face {
    var index: Int32
    var ascent: Int64
    var descent: Int64
    var spaceAdvance: Int64
  }

  private struct Key: Equatable {
    var face: TextFace
    var style: TextStyle
  }

  private let fonts: FontSet
  /// By size of text; asked for at every change of style, and of one size few: looked through in order.
  private var faces = [[(key: Key, face: Face)]](
    repeating: [],
    count: TextSizeCategory.allCases.count
  )

  init(_ fonts: FontSet) {
    self.fonts = fonts
  }

  /// The face of a style within a face at a size.
  mutating func face(
    _ face: TextFace,
    style: TextStyle,
    textSize: TextSizeCategory,
    engine: FontEngine
  ) -> Face {
    let key = Key(face: face, style: style.intersection([.bold, .italic, .code]))
    let size = Int(textSize.rawValue)
    for known in faces[size] where known.key == key { return known.face }
    let made = make(key, textSize: textSize, engine: engine)
    faces[size].append((key, made))
    return made
  }

  private func make(_ key: Key, textSize: TextSizeCategory, engine: FontEngine) -> Face {
    let description = FaceDescription(key.face, style: key.style, textSize: textSize, fonts)
    let index = engine.addFace(
      families: description.families,
      size: description.size,
      isBold: description.isBold,
      isItalic: description.isItalic
    )
    func shape(_ byte: UInt8) -> FontEngine.Extents {
      withUnsafePointer(to: byte) {
        engine.shape(UnsafeBufferPointer(start: $0, count: 1), face: index)
      }
    }
    let line = shape(UInt8(ascii: "x"))
    return Face(
      index: index,
      ascent: line.ascent,
      descent: line.descent,
      spaceAdvance: shape(UInt8(ascii: " ")).advance
    )
  }
}
