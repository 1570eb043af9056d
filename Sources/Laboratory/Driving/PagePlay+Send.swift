import Foundation
import Serving

extension PagePlay {
  /// How long a sent message may take, in real time, until the page asks for an answer.
  static let requestLimit = Duration.seconds(8)

  private func requests() throws -> Int {
    try page.evaluate("__stillpointLoad.requests.length") as? Int ?? 0
  }

  /// Types a message and sends it.
  mutating func send(_ text: String) throws {
    let before = try requests()
    let asked = try page.evaluate("__stillpointLoad.asked.length") as? Int ?? 0
    try type(text)
    if app.streamsItself { try page.evaluate("__stillpointWire.begin()") }
    switch app.send {
    case .click(let selector): try click(selector, "send")
    case .key, nil:
      if let button {
        try click(button, "send")
      } else {
        try page.pressEnter()
      }
    }
    // A page may wait for what runs in real time, such as its database: what comes before the request is
    // not judged.
    let end = ContinuousClock.now + (app.streamsItself ? Self.answerLimit : Self.requestLimit)
    let quick = frames(in: 1_000)
    var count = 0
    while count < quick * 2 || ContinuousClock.now < end {
      mark(.send, once: true)
      try frame()
      if try hasAsked(before) { return }
      count += 1
      if count > quick { usleep(20_000) }
      // Where Enter makes a new line, a button sends.
      if count == quick, app.send == nil, button == nil, try holdsText() {
        button =
          try page.evaluate("__stillpointFinder.sendButton(\(Self.quoted(input)))") as? String
        if let button { try click(button, "send") }
      }
    }
    let done =
      try page.evaluate("__stillpointFinder.explain(\(Self.quoted(input)), \(asked))") as? String
    if app.streamsItself {
      throw DriveFailure.limit(
        "the message was sent and no word of an answer came within \(Self.answerLimit.components.seconds) s "
          + "by WebSocket, EventSource or fetch: does the app ask the endpoint that OPENAI_BASE_URL names? "
          + (done ?? "")
      )
    }
    let address = app.endpoint ?? app.requests.map(\.match).prefix(2).joined(separator: " or ")
    throw DriveFailure.limit(
      "the message was sent and no request for \(address) came within "
        + "\(Self.requestLimit.components.seconds) s: \(done ?? "the page does not say why")"
    )
  }

  /// Whether the page has asked for an answer, or has the beginning of one where it comes from the app's
  /// own server.
  private func hasAsked(_ before: Int) throws -> Bool {
    app.streamsItself
      ? try page.evaluate("__stillpointWire.state()") as? Int ?? 0 > 0 : try requests() > before
  }

  /// How long an app's own server may take, in real time, to begin or to end an answer.
  static let answerLimit = Duration.seconds(30)

  /// Goes on until the answer of the app's own server is whole.
  mutating func awaitAnswer() throws {
    let end = ContinuousClock.now + Self.answerLimit
    while try page.evaluate("__stillpointWire.state()") as? Int != 2 {
      guard ContinuousClock.now < end else {
        throw DriveFailure.limit(
          "an answer of three words was not whole within \(Self.answerLimit.components.seconds) s"
        )
      }
      try frame()
    }
  }

  private func holdsText() throws -> Bool {
    let held = try page.evaluate("__stillpoint.held(\(Self.quoted(input)))") as? String ?? ""
    return held.contains { !$0.isWhitespace }
  }

  private func hasFocus() throws -> Bool {
    try page.evaluate("__stillpointFinder.hasFocus(\(Self.quoted(input)))") as? Bool ?? false
  }

  /// How long a page may take, by its own clock, until its input takes text, in ms: many take none while an answer
  /// comes, and some are not done with it when it is whole.
  private static let inputTime = 10_000.0

  /// Types a text into the input: by a click on it, or two where something lies over it that goes away when it
  /// is clicked, or by giving it the focus.
  private mutating func type(_ text: String) throws {
    let limit = page.frames + frames(in: Self.inputTime)
    while try page.evaluate("__stillpointFinder.isReady(\(Self.quoted(input)))") as? Bool != true,
      page.frames < limit
    {
      for _ in 0..<frames(in: 100) { try frame() }
    }
    let cover =
      try page.evaluate("__stillpointFinder.cover(\(Self.quoted(input)))") as? String ?? ""
    for _ in 0..<2 {
      try click(input, "input")
      for _ in 0..<(cover.isEmpty ? 1 : frames(in: 500)) { try frame() }
      if try hasFocus() { break }
    }
    if try !hasFocus() { try page.evaluate("__stillpointFinder.focus(\(Self.quoted(input)))") }
    repeat {
      try page.insert(text)
      for _ in 0..<frames(in: 100) { try frame() }
      if try holdsText() { return }
      try page.evaluate("__stillpointFinder.focus(\(Self.quoted(input)))")
    } while page.frames < limit
    throw DriveFailure.limit(
      "what was typed did not get into the input \(input) within \(Int(Self.inputTime / 1_000)) s"
        + (cover.isEmpty ? "" : ": \(cover)")
    )
  }

  /// A text as JavaScript has it.
  static func quoted(_ text: String) -> String { ServedAnswer.quoted(text) }
}
