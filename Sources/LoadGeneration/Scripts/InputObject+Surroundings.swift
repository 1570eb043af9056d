import Files
import ChatSurface
import Lengths
import Revealing
import TextMeasuring

extension InputObject {
  /// Reads what beside the messages gets a height, and which; null takes it away.
  func auxiliary() throws(InputError) -> SurfaceEvent {
    let names = ["actions", "disclaimer", "header", "footer"]
    let name = try choice("which", of: names)
    if !["actions", "footer"].contains(name), has("id") {
      throw mismatch(
        "id",
        try required("id"),
        expected: "no id: there is one \(name)",
        advice: "Leave it out; only actions and a footer belong to a message."
      )
    }
    let which: Auxiliary
    switch name {
    case "actions": which = .actions(try id("id"))
    case "disclaimer": which = .disclaimer
    case "header": which = .header
    default: which = has("id") ? .below(try id("id")) : .footer
    }
    guard has("height_pt") else {
      guard let usual = which.usualHeight else { throw missingHeight(of: name) }
      return .auxiliary(which, usual)
    }
    if case .null = try required("height_pt").kind { return .auxiliary(which, nil) }
    return .auxiliary(which, try height("height_pt"))
  }

  private func missingHeight(of name: String) -> InputError {
    InputError(
      path: path,
      line: line,
      column: column,
      problem: "the height of the \(name) is missing",
      expected: "height_pt, a length in points or null",
      advice: "Only actions (32) and the disclaimer (24) have a usual height."
    )
  }

  /// Reads how a keyboard moves.
  func curve() throws(InputError) -> TimingCurve {
    switch try choice("curve", of: ["ease_in_out", "ease_in", "ease_out", "linear"]) {
    case "ease_in": .easeIn
    case "ease_out": .easeOut
    case "linear": .linear
    default: .easeInOut
    }
  }

  /// Reads a category of text sizes by its name in Dynamic Type, in snake case.
  func textSize() throws(InputError) -> TextSizeCategory {
    let names = TextSizeCategory.allCases.map(\.scriptName)
    let name = try choice("category", of: names)
    return TextSizeCategory.allCases.first { $0.scriptName == name } ?? .large
  }
}

extension TextSizeCategory {
  /// The category's name in scripts: its own in snake case.
  package var scriptName: String {
    String(describing: self).reduce(into: "") { name, character in
      if character.isUppercase { name.append("_") }
      name.append(contentsOf: character.lowercased())
    }
  }
}
