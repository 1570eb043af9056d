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
    var textSize: TextSizeCategory
  }

  private let textFamilies: String
  private let codeFamilies: String
  /// Few, and asked for at every change of style: looked through in order.
  private var faces: [(key: Key, face: Face)] = []

  init(_ fonts: FontSet) {
    textFamilies = fonts.textFamilies.joined(separator: ",")
    codeFamilies = fonts.codeFamilies.joined(separator: ",")
  }

  /// The face of a style within a face at a size.
  mutating func face(
    _ face: TextFace,
    style: TextStyle,
    textSize: TextSizeCategory,
    engine: FontEngine
  ) -> Face {
    let key = Key(
      face: face,
      style: style.intersection([.bold, .italic, .code]),
      textSize: textSize
    )
    for known in faces where known.key == key { return known.face }
    let made = make(key, engine: engine)
    faces.append((key, made))
    return made
  }

  private func make(_ key: Key, engine: FontEngine) -> Face {
    var size = BlockMetrics.size(of: key.face) * key.textSize.scale
    let isCode = key.face == .code || key.style.contains(.code)
    if isCode, key.face != .code { size *= BlockMetrics.inlineCodeScale }
    let isBold =
      switch key.face {
      case .heading, .tableHeader: true
      default: key.style.contains(.bold)
      }
    let index = engine.addFace(
      families: isCode ? codeFamilies : textFamilies,
      size: size,
      isBold: isBold,
      isItalic: key.style.contains(.italic)
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
