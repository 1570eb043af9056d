import Foundation

/// What one look at a page showed.
package struct PageLook {
  /// What a selector of APP.yaml, or one that was found, finds.
  package struct Part {
    package var key: String
    package var selector: String
    package var places: [ElementPlace]
    /// Whether it was found here and stands in no file.
    package var isProposed: Bool
  }

  package var parts: [Part] = []
  /// What went wrong on the way, and what the page does in real time; a sentence each.
  package var notes: [String] = []
  /// The page with its parts marked, as PNG.
  package var picture: [UInt8] = []
  /// Whether a message was sent and its answer came into a message.
  package var isComplete = false

  /// The keys that APP.yaml lacks, as it has them.
  package var proposal: [String] {
    var lines: [String] = []
    var roles: [String: String] = [:]
    for part in parts where part.isProposed {
      let selector = Self.quoted(part.selector)
      if part.key.hasPrefix("message.") {
        roles[String(part.key.dropFirst(8))] = part.selector
      } else {
        lines.append("\(part.key): \(part.key == "send" ? "{click: \(selector)}" : selector)")
      }
    }
    if !roles.isEmpty { lines.append(Self.line(ofRoles: roles)) }
    return lines
  }

  private static func quoted(_ selector: String) -> String {
    "'\(selector.replacing("'", with: "''"))'"
  }

  /// The key `message` with selectors by role, as APP.yaml has it.
  static func line(ofRoles roles: [String: String]) -> String {
    let pairs = roles.sorted { $0.key < $1.key }.map { "\($0.key): \(quoted($0.value))" }
    return "message: {\(pairs.joined(separator: ", "))}"
  }
}

extension PageDriver {
  /// Opens the page, sends a message, and marks on a picture what each selector finds.
  func look() throws -> PageLook {
    let page = try openPage()
    defer { page.close() }
    var play = PagePlay(page: page, app: app, scenario: scenario, refreshHertz: refreshHertz)
    play.answer = answer
    return try play.look(address)
  }
}

extension PagePlay {
  /// What is sent.
  private static let message = "Hello from drive"

  /// What `look` shows: the page's parts while an answer streams.
  mutating func look(_ address: String) throws -> PageLook {
    var look = PageLook()
    do {
      try open(address)
      answer(scenario.answers)
      try send(Self.message)
      try page.frames(refreshHertz * 18 / 10)
      // Some chats show nothing of an answer before it is whole.
      let limit = page.frames + frames(in: scenario.milliseconds)
      let isShown = "__stillpointFinder.messages(\(Self.quoted(Self.message))) !== null"
      while page.frames < limit, try page.evaluate(isShown) as? Bool != true {
        try page.frames(frames(in: 250))
      }
      look.isComplete = true
    } catch let failure as DriveFailure {
      if case .died = failure { throw failure }
      look.notes.append(failure.description)
    }
    func take(_ key: String, _ selector: String?, isProposed: Bool = false) throws {
      guard let selector, !selector.isEmpty else { return }
      look.parts.append(
        PageLook.Part(
          key: key,
          selector: selector,
          places: try find(selector),
          isProposed: isProposed
        )
      )
    }
    try take("input", input, isProposed: app.input.isEmpty)
    if case .click(let selector) = app.send { try take("send", selector) }
    try take("send", button, isProposed: true)
    let roles = try lookForMessages(&look)
    for (role, selector) in roles.sorted(by: { $0.key < $1.key }) {
      try take("message.\(role)", selector, isProposed: app.messages.isEmpty)
    }
    let json = String(decoding: try JSONEncoder().encode(roles), as: UTF8.self)
    let scroller =
      roles.isEmpty ? nil : try page.evaluate("__stillpointFinder.scroller(\(json))") as? String
    try take("scroller", app.scroller ?? scroller, isProposed: app.scroller == nil)
    for (key, known, words) in [
      ("stop", app.stop, "\\b(stop|cancel|abort)"),
      ("new_chat", app.newChat, "new.?(chat|conversation|thread)|\\b(clear|reset)\\b"),
    ] {
      let found =
        try page.evaluate(
          "window.__stillpointFinder && __stillpointFinder.button(\(Self.quoted(words)), \(Self.quoted(key == "stop" ? input : "")))"
        )
        as? String
      try take(key, known ?? found, isProposed: known == nil)
    }
    try take("fold", app.fold)
    try noteRealTime(&look)
    try mark(look.parts)
    try page.frames(2)
    look.picture = try page.picture()
    return look
  }

  /// The selectors of messages: those of the file, or found by what was sent and what came.
  private func lookForMessages(_ look: inout PageLook) throws -> [String: String] {
    guard app.messages.isEmpty, look.isComplete else {
      let expression = "window.__stillpoint ? __stillpoint.text() : ''"
      let text = app.messages.isEmpty ? "" : try page.evaluate(expression) as? String ?? ""
      if look.isComplete, NumberedStream.numbers(in: text).isEmpty {
        look.isComplete = false
        look.notes.append("No word of the answer is in what message finds.")
      }
      return app.messages
    }
    let roles = try shownRoles(Self.message)
    if roles["assistant"] == nil {
      look.isComplete = false
      look.notes.append("No word of the answer is on the page, or no selector names what holds it.")
    }
    return roles
  }

  private func noteRealTime(_ look: inout PageLook) throws {
    let expression = """
      JSON.stringify(window.__stillpointLoad ? [Object.keys(__stillpointLoad.leaks), \
      __stillpointLoad.asked.filter(entry => entry.status === 'failed' || entry.status >= 400).map(entry => `${entry.what} (${entry.status})`), \
      __stillpointLoad.errors] : [[], [], []])
      """
    let text = try page.evaluate(expression) as? String ?? "[]"
    if !page.outside.isEmpty {
      look.notes.append(
        "On other machines, and not reached: \(page.outside.joined(separator: ", "))."
      )
    }
    let lists = try JSONDecoder().decode([[String]].self, from: Data(text.utf8))
    for (list, words) in zip(lists, ["Runs in real time", "Asked in vain", "Errors"])
    where !list.isEmpty {
      look.notes.append("\(words): \(Set(list).sorted().prefix(6).joined(separator: ", ")).")
    }
  }

  private func mark(_ parts: [PageLook.Part]) throws {
    for (index, part) in parts.enumerated() {
      for place in part.places.prefix(20) {
        let colour = "hsl(\(index * 57 % 360) 90% 40%)"
        try page.evaluate(
          """
          (() => { const mark = document.createElement('div'); mark.textContent = '\(part.key)'; \
          mark.style.cssText = 'position:fixed;z-index:2147483647;pointer-events:none;font:11px sans-serif;\
          box-sizing:border-box;left:\(place.x)px;top:\(place.y)px;width:\(place.width)px;\
          height:\(place.height)px;border:2px solid \(colour);color:\(colour);text-align:right'; \
          document.documentElement.appendChild(mark); })()
          """
        )
      }
    }
  }
}
