import LoadGeneration
import Timebase
import TokenStreaming

/// The value of one key of a profile, as its file has it.
package enum ProfileValue: Equatable, Sendable {
  /// One of the words that the key takes.
  case word(String)
  /// A whole number.
  case whole(Int)
  /// A span of time.
  case time(Nanoseconds)
  /// Yes or no.
  case flag(Bool)
  /// Whole points, horizontal and vertical.
  case box(Int, Int)
  /// The control points x1, y1, x2, y2 of a cubic Bézier curve.
  case points([Double])
  /// How many chunks leave together, by how many wait.
  case tiers([BatchRule.Tier])
  /// `null`: there is none.
  case nothing

  /// The value in YAML, on one line.
  package var yaml: String {
    switch self {
    case .word(let word): word
    case .whole(let count): "\(count)"
    case .time(let span): Self.milliseconds(span)
    case .flag(let isTrue): "\(isTrue)"
    case .box(let horizontal, let vertical): "[\(horizontal), \(vertical)]"
    case .points(let numbers): "[" + numbers.map(Self.decimal).joined(separator: ", ") + "]"
    case .tiers(let tiers): "[" + tiers.map(Self.yaml).joined(separator: ", ") + "]"
    case .nothing: "null"
    }
  }

  private static func yaml(_ tier: BatchRule.Tier) -> String {
    let sizes =
      tier.divisor.map { "share: \($0), least: \(tier.atLeast), most: \(tier.atMost)" }
      ?? "size: \(tier.atLeast)"
    return tier.above == 0 ? "{\(sizes)}" : "{above: \(tier.above), \(sizes)}"
  }

  /// A span in milliseconds, exact to the nanosecond.
  package static func milliseconds(_ span: Nanoseconds) -> String {
    let (whole, rest) = span.rawValue.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return "\(whole)" }
    var digits = String(rest + 1_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  /// A number without a fraction where it has none.
  package static func decimal(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
