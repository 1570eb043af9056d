/// The window that a page is opened in, in CSS pixels.
package struct Viewport: Hashable, Sendable, CustomStringConvertible {
  package var width: Int
  package var height: Int

  /// Where nobody names one: most chats on the web are made for a desktop.
  package static let standard = Viewport(width: 1280, height: 800)
  /// What `check` opens `scroll-up` in, too.
  package static let narrow = Viewport(width: 420, height: 800)
  /// What a side may be.
  package static let sides = 200...4_000

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Reads `1280x800`; nil for anything else, or a side out of ``sides``.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      Self.sides.contains(width), Self.sides.contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var description: String { "\(width) x \(height) px" }
}
