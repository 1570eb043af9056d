/// A colour; red, green and blue are 0 to 1.
struct Colour: Hashable {
  var red: Double
  var green: Double
  var blue: Double

  /// Makes a colour of `0xRRGGBB`.
  init(_ hex: UInt32) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
  }
}

/// The colours of a chat. The numbers are the project's own choice.
struct Palette {
  var page: Colour
  var text: Colour
  var soft: Colour
  var line: Colour
  var link: Colour
  var bubble: Colour
  var bubbleText: Colour
  var shade: Colour
  var field: Colour
  var stop: Colour

  static let light = Palette(
    page: Colour(0xFFFFFF),
    text: Colour(0x1B1B1F),
    soft: Colour(0x8A8A90),
    line: Colour(0xD8D8DC),
    link: Colour(0x0A66D0),
    bubble: Colour(0x0A66D0),
    bubbleText: Colour(0xFFFFFF),
    shade: Colour(0xF2F2F5),
    field: Colour(0xFFFFFF),
    stop: Colour(0xC62828)
  )
  static let dark = Palette(
    page: Colour(0x000000),
    text: Colour(0xF2F2F5),
    soft: Colour(0x8E8E94),
    line: Colour(0x3A3A3F),
    link: Colour(0x5AA9FF),
    bubble: Colour(0x2563B8),
    bubbleText: Colour(0xFFFFFF),
    shade: Colour(0x1C1C1F),
    field: Colour(0x2B2B30),
    stop: Colour(0xEF5350)
  )
}
