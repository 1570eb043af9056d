import ChatSurface
import Lengths
import LoadGeneration
import Revealing
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

// MARK: The engine's types

extension ProfileValue {
  /// Writes a value of one of the engine's types.
  ///
  /// - Precondition: Files have values of that type.
  init<Value>(of value: Value) {
    switch value {
    case let count as Int: self = .whole(count)
    case let length as LayoutUnit: self = .whole(Int(length.points))
    case let span as Nanoseconds: self = .time(span)
    case let isTrue as Bool: self = .flag(isTrue)
    case let box as MessageStyle.Box:
      self = .box(Int(box.horizontal.points), Int(box.vertical.points))
    case let curve as TimingCurve: self.init(curve: curve)
    case let tiers as [BatchRule.Tier]: self = .tiers(tiers)
    default: preconditionFailure("no file has \(value)")
    }
  }

  /// Reads the value as one of the engine's types; nil for another one than it is of.
  func read<Value>() -> Value? {
    switch self {
    case .word(let name): Self.curves.first { $0.name == name }?.curve as? Value
    case .whole(let count): count as? Value ?? LayoutUnit(points: count) as? Value
    case .time(let span): span as? Value
    case .flag(let isTrue): isTrue as? Value
    case .box(let horizontal, let vertical):
      MessageStyle.Box(horizontal: horizontal, vertical: vertical) as? Value
    case .points(let at):
      TimingCurve.cubicBezier(x1: at[0], y1: at[1], x2: at[2], y2: at[3]) as? Value
    case .tiers(let tiers): tiers as? Value
    case .nothing: nil
    }
  }

  /// The curves that have names.
  private static let curves: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("in-out-quad", .inOutQuad),
  ]

  /// Writes a curve; points that make up one with a name are that one.
  init(curve: TimingCurve) {
    if let known = Self.curves.first(where: { $0.curve == curve }) {
      self = .word(known.name)
    } else if case .cubicBezier(let x1, let y1, let x2, let y2) = curve {
      self = .points([x1, y1, x2, y2])
    } else {
      preconditionFailure("a curve without a name: \(curve)")
    }
  }
}
