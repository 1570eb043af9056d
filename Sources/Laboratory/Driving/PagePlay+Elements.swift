import Foundation

// What selectors find on the page, and clicks on it.
extension PagePlay {
  /// Where a selector's elements are.
  func find(_ selector: String) throws -> [ElementPlace] {
    let expression = """
      window.__stillpoint ? (() => { try { return JSON.stringify(__stillpoint.find(\(Self.quoted(selector)))); } \
      catch (error) { return String(error.message); } })() : '[]'
      """
    let found = try page.evaluate(expression) as? String ?? "[]"
    guard found.hasPrefix("[") else {
      throw DriveFailure.refused(
        "\(app.path): \(selector) is no selector: \(found)",
        advice: "Write it as CSS has it."
      )
    }
    return try JSONDecoder().decode([ElementPlace].self, from: Data(found.utf8))
  }

  @discardableResult
  func expectOne(
    _ places: [ElementPlace],
    _ selector: String,
    _ key: String
  ) throws(DriveFailure) -> ElementPlace {
    guard let place = places.first else {
      throw .refused(
        "\(app.path): \(key): \(selector) finds nothing on the page",
        advice: "Correct the selector; `stillpoint drive --look` shows what each one finds."
      )
    }
    guard places.count == 1 else {
      throw .refused(
        "\(app.path): \(key): \(selector) finds \(places.count) elements",
        advice: "Name one of them: `stillpoint drive --look` shows what each selector finds."
      )
    }
    return place
  }

  /// The roles of messages and their selectors, found by what was sent and what has come; empty for none.
  func shownRoles(_ message: String) throws -> [String: String] {
    let expression = "JSON.stringify(__stillpointFinder.messages(\(Self.quoted(message))))"
    let text = try page.evaluate(expression) as? String ?? "null"
    let found = try? JSONDecoder().decode([String: String?].self, from: Data(text.utf8))
    return (found ?? [:]).compactMapValues { $0 }
  }

  /// How long a page that may stand still is asked what went wrong.
  private static let lastLimit = Duration.seconds(2)

  /// What the page printed as errors and nobody allowed, in order; what it still says where it stands still.
  func firstErrors() -> [String] {
    let expression = "JSON.stringify(window.__stillpointLoad ? __stillpointLoad.errors : [])"
    let text = try? page.evaluate(expression, limit: Self.lastLimit) as? String
    let own = try? JSONDecoder().decode([String].self, from: Data((text ?? "[]").utf8))
    return (page.complaints + (own ?? [])).filter { complaint in
      !app.allowedErrors.contains { complaint.contains($0) }
    }
  }

  func click(_ selector: String, _ key: String) throws {
    var place = try expectOne(find(selector), selector, key)
    let middle = (x: place.x + place.width / 2, y: place.y + place.height / 2)
    let window = app.viewport
    if middle.x < 0 || middle.y < 0 || middle.x > Double(window.width)
      || middle.y > Double(window.height)
    {
      try page.evaluate("__stillpointFinder.bring(\(Self.quoted(selector)))")
      place = try expectOne(find(selector), selector, key)
    }
    try page.click(x: place.x + place.width / 2, y: place.y + place.height / 2)
  }
}
