/// How the frames of a run are drawn, where what that takes is measured.
package struct DrawingChoice: Hashable, Codable, Sendable {
  /// What of a frame is drawn.
  package enum Method: String, Hashable, Codable, Sendable, CaseIterable {
    /// What changed.
    case damage
    /// Everything.
    case whole
  }

  /// What of a frame is drawn.
  package var method: Method
  /// How many pixels a point has, 1 to 3.
  package var pixels: Int

  /// Makes a choice.
  ///
  /// - Precondition: `pixels` is 1 to 3.
  package init(method: Method = .damage, pixels: Int = 2) {
    precondition((1...3).contains(pixels), "a point has 1 to 3 pixels, got \(pixels)")
    (self.method, self.pixels) = (method, pixels)
  }

  /// The choice in words.
  package var words: String {
    "Cairo, \(method == .damage ? "what changed" : "everything anew"), \(pixels) pixel"
      + (pixels == 1 ? "" : "s") + " a point"
  }
}
