/// Something that a group of windows cannot do; it is as it was before.
package enum WindowRefusal: Error, Hashable, Sendable {
  /// As many windows are open as there may be; two of them can be merged to make room.
  case tooMany(String, open: [String], limit: Int)
  /// A window of this name is open already.
  case duplicate(String)
  /// No window of this name is open.
  case unknown(String, open: [String])
  /// A window cannot be merged into itself.
  case sameWindow(String)
  /// No other window is open that a window could be merged into.
  case noOther(String)
}

extension WindowRefusal: CustomStringConvertible {
  /// What was refused, why, and what to do.
  package var description: String {
    switch self {
    case .tooMany(let name, let open, let limit):
      "window \(name) cannot be opened: \(limit) are open (\(open.joined(separator: ", "))); "
        + "merge two of them with \(Self.merging(open)), then open(\"\(name)\") again"
    case .duplicate(let name): "window \(name) is open already; names must be unique"
    case .unknown(let name, let open):
      "no window is named \(name); open: \(open.isEmpty ? "none" : open.joined(separator: ", "))"
    case .noOther(let name): "window \(name) is open alone; open another to merge it into"
    case .sameWindow(let name): "window \(name) cannot be merged into itself; name two windows"
    }
  }

  /// The call that would make room, and what to do with what it returns.
  private static func merging(_ open: [String]) -> String {
    guard open.count > 1, let last = open.last, let other = open.dropLast().last else {
      return "merge(_:into:)"
    }
    return "merge(\"\(last)\", into: \"\(other)\") and give the events that it returns "
      + "to the next frame of \(other)"
  }
}
