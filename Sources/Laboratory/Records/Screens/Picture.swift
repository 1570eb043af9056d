/// What a window showed in one frame, as PNG.
package struct Picture: Hashable, Sendable {
  /// The frame's tick.
  package var tick: Int
  /// The window.
  package var window: String
  /// The bytes of the PNG file.
  package var png: [UInt8]

  /// Makes a picture.
  package init(tick: Int, window: String, png: [UInt8]) {
    (self.tick, self.window, self.png) = (tick, window, png)
  }

  /// Those pictures that have so many bytes at most.
  ///
  /// - Parameter ticks: The most important first: of it as many are kept as fit.
  package static func fitting(_ pictures: [Picture], inOrder ticks: [Int], longest: Int)
    -> [Picture]
  {
    var sizes: [Int: Int] = [:]
    for picture in pictures { sizes[picture.tick, default: 0] += picture.png.count }
    var kept: Set<Int> = []
    var total = 0
    for tick in ticks {
      guard let size = sizes[tick], !kept.contains(tick) else { continue }
      total += size
      guard total <= longest else { break }
      kept.insert(tick)
    }
    return pictures.filter { kept.contains($0.tick) }
  }
}
