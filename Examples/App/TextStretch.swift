import StillpointEngine

/// A stretch of a block's text that looks the same from end to end: a style and an opacity.
struct TextStretch: Hashable, Sendable {
  var text: String
  var isBold: Bool
  var isItalic: Bool
  var isCode: Bool
  /// Where it leads; nil for text that leads nowhere.
  var link: String?
  /// 0 to 1.
  var opacity: Double

  /// Cuts a block where its style or its opacity changes.
  ///
  /// - Complexity: O(runs * fades).
  static func all(of block: ChatDrawnBlock) -> [TextStretch] {
    var stretches: [TextStretch] = []
    for run in block.runs {
      var place = run.utf8.lowerBound
      while place < run.utf8.upperBound {
        var (end, opacity) = (run.utf8.upperBound, 1.0)
        for fade in block.fades {
          if fade.utf8.contains(place) {
            (end, opacity) = (min(end, fade.utf8.upperBound), fade.opacity)
          } else if fade.utf8.lowerBound > place {
            end = min(end, fade.utf8.lowerBound)
          }
        }
        stretches.append(
          TextStretch(
            text: String(decoding: block.content.text[place..<end], as: UTF8.self),
            isBold: run.style.contains(.bold),
            isItalic: run.style.contains(.italic),
            isCode: run.style.contains(.code),
            link: run.destination,
            opacity: opacity
          )
        )
        place = end
      }
    }
    return stretches
  }
}
