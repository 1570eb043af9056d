import ChatSurface
import Files
import ViewportPlacing

extension EventVocabulary {
  /// Reads what moves the viewport, or the inside of a part, by a step, and the focus of a screen reader.
  static func steps(_ name: String, _ object: InputObject) throws(InputError) -> SurfaceEvent? {
    let range = -100_000.0...100_000.0
    switch name {
    case "wheel": return .wheel(by: try object.points("dy_pt", in: range))
    case "key":
      let keys = ["up", "down", "page_up", "page_down", "home", "end"]
      switch try object.choice("key", of: keys) {
      case "up": return .arrowKey(.top)
      case "down": return .arrowKey(.end)
      case "page_up": return .pageKey(.top)
      case "page_down": return .pageKey(.end)
      case "home": return .scroll(to: .top, isAnimated: false)
      default: return .scroll(to: .end, isAnimated: false)
      }
    case "host_scroll":
      let names = ScrollPhase.allCases.map(\.rawValue)
      let phase = ScrollPhase(rawValue: try object.choice("phase", of: names))
      return .scrolled(by: try object.points("dy_pt", in: range), phase ?? .rest)
    case "part_scroll":
      let part = try object.integer("part", in: 0...10_000, unit: "parts before it")
      return .partScroll(try object.id("id"), part: part, by: try object.points("dy_pt", in: range))
    case "accessibility_focus":
      if case .null = try object.required("id").kind { return .accessibilityFocus(nil) }
      return .accessibilityFocus(try object.id("id"))
    default: return nil
    }
  }
}
