import Drawing

/// How the frames of a run are drawn, where what that takes is measured.
package struct DrawingChoice: Hashable, Codable, Sendable {
  /// Whether what changed is drawn, or everything.
  package var method: PaintingMethod
  /// How many pixels a point has, 1 to 3.
  package var pixels: Int

  /// Makes a choice.
  ///
  /// - Precondition: `pixels` is 1 to 3.
  package init(method: PaintingMethod = .damage, pixels: Int = 2) {
    precondition((1...3).contains(pixels), "a point has 1 to 3 pixels, got \(pixels)")
    (self.method, self.pixels) = (method, pixels)
  }

  /// The choice in words.
  package var words: String {
    "Cairo, \(method == .damage ? "what changed" : "everything anew"), \(pixels) pixel"
      + (pixels == 1 ? "" : "s") + " a point"
  }
}
