import FrameMetrics

/// Something that a script did which moved what was on screen, or what one place in a script did in a frame.
package struct PageMove: Decodable {
  /// The method or property: `scrollTop`, `insertBefore`, `style.height`.
  var what: String
  /// In which kind of callback: `click event`, `an animation frame`; empty where nobody knows.
  var phase: String
  /// As the browser writes it.
  var stack: String
  /// How far it scrolled, and moved a card's head and lines by message, in px; positive downwards.
  var scrolled: Double
  var head: Double
  var messages: [String: Double]
  /// Where it was done, the innermost first.
  package var places: [ScriptPlace] = []

  private enum CodingKeys: String, CodingKey { case what, phase, stack, scrolled, head, messages }

  /// For so long a page may take to do what a click or a wheel makes it do, in ms.
  static let longest = 300.0

  /// How far it moved what a moment is about; nil where it moved nothing of it, or the other way.
  func way(of fault: ScreenFault) -> Double? {
    let own: Double
    switch fault.kind {
    case .moved, .jolt: own = fault.message.flatMap { messages[String($0.dropFirst())] } ?? 0
    case .reversal: own = messages.values.max { abs($0) < abs($1) } ?? 0
    case .foldJump: own = head
    case .wheelUndone: own = scrolled
    default: return nil
    }
    return abs(own) >= 1 && (own < 0) == (fault.points < 0) ? own : nil
  }

  /// What did it, in words: `scrollTop in stick (chat.js:41), called by draw (chat.js:12), in a click event`.
  package var words: String {
    let own = places.filter { !$0.isOfLibrary }
    let shown = (own.isEmpty ? places : own).prefix(2).map(\.words)
    let article =
      phase.hasSuffix(" event") ? ("aeiou".contains(phase.prefix(1)) ? "an " : "a ") : ""
    return what + (shown.first.map { " in \($0)" } ?? " in a script without a file")
      + (shown.count > 1 ? ", called by \(shown[1])" : "")
      + (phase.isEmpty ? "" : ", in \(article)\(phase)")
  }
}

extension PageShots {
  /// Which moments a script may have made, and for how many ms from their frame on.
  private static let movers: [ScreenFault.Kind: Double] = [
    .moved: 0, .jolt: 0, .reversal: 0, .foldJump: PageMove.longest, .wheelUndone: PageMove.longest,
  ]

  /// The frames in which it has to be looked who made a moment; empty for one that no script makes.
  package static func frames(of fault: ScreenFault, hertz: Int) -> Range<Int> {
    guard let time = movers[fault.kind] else { return 0..<0 }
    let frame = Int((fault.instant.milliseconds * Double(hertz) / 1_000).rounded())
    return frame..<frame + 1 + Int(time * Double(hertz) / 1_000)
  }

  /// Who made a moment, in words; nil where that was not looked for.
  ///
  /// - Parameter first: The sample that was the first frame of the run in which it was looked.
  package func cause(of fault: ScreenFault, hertz: Int, from first: Int) -> String? {
    let frames = Self.frames(of: fault, hertz: hertz)
    let seen = frames.compactMap { moves[first + $0] }
    guard !frames.isEmpty, seen.count == frames.count else { return nil }
    let ways = seen.joined().compactMap { move in move.way(of: fault).map { (move, abs($0)) } }
    guard let most = ways.max(by: { $0.1 < $1.1 }) else {
      return
        "no watched act of a script did: the browser laid it out anew, as for an image, a font or an animation"
    }
    return most.0.words
  }
}
