import Files
import LoadGeneration
import Scenarios

/// What APP.yaml says of a chat: how it is started, and where its parts are on the page.
package struct AppDescription: Hashable, Sendable {
  /// Where the page comes from.
  package enum Origin: Hashable, Sendable {
    /// A folder of files that drive serves itself.
    case folder(String)
    /// A command that serves the page at a port of this machine.
    case command(String, port: Int)
  }

  /// What sends a message.
  package enum Trigger: Hashable, Sendable {
    /// A key, such as Enter.
    case key(String)
    /// A click on what a selector finds.
    case click(String)
  }

  /// What it is called in tables.
  package var name: String
  /// Its version, for tables.
  package var version = ""
  package var origin: Origin
  /// The page's path, with a query where it needs one.
  package var url = "/"
  /// What a request's address holds that asks for an answer; nil for the endpoints that are known.
  package var endpoint: String?
  /// How answers are written; empty for what a request's address tells.
  package var formats: [AnswerFormat] = []
  /// Whether answers come from the app's own server, which asks the endpoint that OPENAI_BASE_URL names.
  package var streamsItself = false
  /// When somebody looked at the picture of `--look` and found each part where it should be; empty for never.
  package var looked = ""
  /// What requests for other paths get: the end of the path, and a text of JSON.
  package var answers: [String: String] = [:]
  /// Whether requests for the list of models are answered.
  package var answersModels = true
  /// Values put into the page's local storage before it starts, such as the endpoint's address.
  package var storage: [String: String] = [:]
  /// Selectors of what is clicked once the page is there, in order: what lies over the chat.
  package var prepare: [String] = []
  /// Selectors of the parts; the input's is empty where the file names none.
  package var input = ""
  /// Nil for Enter, or a button where Enter sends nothing.
  package var send: Trigger?
  package var stop: String?
  package var newChat: String?
  /// The messages by role: `assistant`, and `user` where it can be told; empty where the file names none.
  package var messages: [String: String] = [:]
  package var scroller: String?
  package var fold: String?
  /// Queries that open the page with 30 messages, with older ones to load, and with a card that folds.
  package var historyQuery: String?
  package var olderQuery: String?
  package var foldQuery: String?
  /// What changes the page above a reader, in JavaScript.
  package var change: String?
  package var viewport = Viewport.standard
  /// Console errors that hold one of these are no fault.
  package var allowedErrors: [String] = []
  /// The file it is from.
  package var path = ""

  package static let keys = [
    "name", "version", "folder", "command", "port", "url", "endpoint", "models", "storage", "input",
    "send", "stop", "new_chat", "message", "scroller", "fold", "history", "older", "thoughts",
    "viewport", "tokens", "answers", "prepare", "allowed_errors", "looked",
    "change",
  ]

  /// Reads a description. Of a page, or a folder with an index.html, nothing is known but where it lies.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read, or says something that is not understood.
  package init(path: String) throws(InputError) {
    guard let lines = Self.lines(ofPage: path) else {
      let place = Self.place(of: path)
      guard !Folder.isFolder(place) else { throw Self.nothing(in: place) }
      let file = try InputFile.read(place, as: .document)
      try self.init(text: String(decoding: file.bytes, as: UTF8.self), path: file.path)
      return
    }
    let page = Folder.isFolder(path) ? FileName.joined(path, Self.startPage) : path
    try self.init(text: lines.joined(separator: "\n"), path: page)
  }

  /// Reads a description from a text; `path` is for messages, and what folders are taken from.
  package init(text: String, path: String) throws(InputError) {
    let expected = "the description of a chat in YAML"
    let value = try PositionedYAML.parse(
      text,
      path: path,
      as: expected,
      example: "`stillpoint drive --look` proposes one; Docs/Web.md describes it."
    )
    let object = try InputObject(value, path: path, expected: expected)
    try object.refuseUnknown(among: Self.keys)
    self.path = path
    name = try object.string("name")
    origin = try Self.origin(object)
    if object.has("input") { input = try object.string("input") }
    if object.has("message") { messages = try Self.messages(object) }
    if object.has("version") { version = try object.string("version") }
    if object.has("url") { url = try Self.address(object) }
    if object.has("endpoint") { endpoint = try object.string("endpoint") }
    if object.has("models") { answersModels = try object.bool("models") }
    if object.has("storage") { storage = try Self.texts(object, "storage") }
    if object.has("send") { send = try Self.trigger(object) }
    func optional(_ key: String) throws(InputError) -> String? {
      object.has(key) ? try object.string(key) : nil
    }
    stop = try optional("stop")
    newChat = try optional("new_chat")
    scroller = try optional("scroller")
    fold = try optional("fold")
    historyQuery = try optional("history")
    olderQuery = try optional("older")
    foldQuery = try optional("thoughts")
    change = try optional("change")
    if object.has("tokens") { formats = try tokens(object) }
    if object.has("looked") { looked = try object.string("looked") }
    if object.has("answers") { answers = try Self.texts(object, "answers") }
    if let viewport = object.value("viewport") {
      let size = try InputObject(viewport, path: path, expected: "width and height in CSS pixels")
      try size.refuseUnknown(among: ["width", "height"])
      self.viewport = Viewport(
        width: try size.integer("width", in: Viewport.sides, unit: "pixels"),
        height: try size.integer("height", in: Viewport.sides, unit: "pixels")
      )
    }
    allowedErrors = try Self.list(object, "allowed_errors")
    prepare = try Self.list(object, "prepare")
  }

  private static func list(_ object: InputObject, _ key: String) throws(InputError) -> [String] {
    guard object.has(key) else { return [] }
    var texts: [String] = []
    for value in try object.list(key) {
      guard case .string(let text) = value.kind else {
        throw object.mismatch(key, value, expected: "a list of texts")
      }
      texts.append(text)
    }
    return texts
  }

  /// How answers are written: a name, or texts of one's own.
  private mutating func tokens(_ object: InputObject) throws(InputError) -> [AnswerFormat] {
    let value = try object.required("tokens")
    let expected =
      "one of \(AnswerFormat.names.joined(separator: ", ")), server, or texts: begin, token, end, type"
    if case .string(let name) = value.kind {
      if name == "server" {
        guard case .command = origin else {
          throw object.mismatch(
            "tokens",
            value,
            expected: "a command beside it that starts the server"
          )
        }
        streamsItself = true
        return []
      }
      if name == "fetch" { return [] }
      let found = AnswerFormat.named(name)
      guard !found.isEmpty else { throw object.mismatch("tokens", value, expected: expected) }
      return found
    }
    let inner = try InputObject(value, path: path, expected: expected)
    try inner.refuseUnknown(among: ["begin", "token", "end", "type", "whole"])
    let token = try inner.string("token")
    guard token.contains("TEXT"), endpoint != nil else {
      throw object.mismatch(
        "tokens",
        value,
        expected: "token with TEXT where the token's JSON string stands, and endpoint beside it"
      )
    }
    var format = AnswerFormat(match: "", token: token, streams: "always")
    if inner.has("begin") { format.begin = try inner.string("begin") }
    if inner.has("end") { format.end = try inner.string("end") }
    if inner.has("type") { format.type = try inner.string("type") }
    if inner.has("whole") { format.whole = try inner.string("whole") }
    return [format]
  }

  /// What asks for an answer, in the order in which a request is compared.
  package var requests: [AnswerFormat] {
    if streamsItself { return [] }
    guard let endpoint else { return formats.isEmpty ? AnswerFormat.all : formats }
    var known = formats
    if known.isEmpty { known = AnswerFormat.all.filter { endpoint.hasSuffix($0.match) } }
    if known.isEmpty { known = AnswerFormat.named("openai").prefix(1).map { $0 } }
    return known.map { format in
      var format = format
      (format.match, format.isPath) = (endpoint, false)
      return format
    }
  }

  /// Why what is found wrong with the app is not certain yet; nil where it is.
  ///
  /// - Parameter isSteady: Whether runs are equal, or enough of them agree.
  package func unconfirmed(isSteady: Bool) -> String? {
    var reasons: [String] = []
    if version.isEmpty { reasons.append("APP.yaml gives no version") }
    if looked.isEmpty {
      reasons.append("nobody wrote under looked that the picture of --look is right")
    }
    if !isSteady {
      reasons.append(
        "what runs in real time may have changed it, and fewer than six quiet runs agree"
      )
    }
    return reasons.isEmpty ? nil : "unconfirmed: " + reasons.joined(separator: ", ")
  }

  private static func origin(_ object: InputObject) throws(InputError) -> Origin {
    if object.has("folder") == object.has("command") {
      throw InputError(
        path: object.path,
        line: object.line,
        problem: object.has("folder") ? "both a folder and a command" : "nothing to open",
        expected: "either folder, or command and port",
        advice: "Say where the page's files are, or how the app is started."
      )
    }
    if object.has("folder") {
      let folder = try object.string("folder")
      let base = FileName.folder(of: object.path)
      return .folder(folder.hasPrefix("/") ? folder : FileName.joined(base, folder))
    }
    let port = try object.integer("port", in: 1...65_535, unit: "")
    return .command(try object.string("command"), port: port)
  }

  /// A path, or an address of this machine.
  private static func address(_ object: InputObject) throws(InputError) -> String {
    let text = try object.string("url")
    if text.hasPrefix("/"), !text.hasPrefix("//") { return text }
    let rest = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let host = rest.count > 2 ? rest[2].prefix { $0 != "/" && $0 != ":" && $0 != "?" } : ""
    if text.hasPrefix("http://"), ["localhost", "127.0.0.1"].contains(host) { return text }
    throw object.mismatch(
      "url",
      try object.required("url"),
      expected: "a path, or an address that begins with http://127.0.0.1 or http://localhost",
      problem: "not this machine",
      advice: "Start the app on this machine: drive opens nothing else."
    )
  }

  private static func messages(_ object: InputObject) throws(InputError) -> [String: String] {
    let value = try object.required("message")
    if case .string(let selector) = value.kind { return ["assistant": selector] }
    let roles = try texts(object, "message")
    for role in roles.keys where !["assistant", "user"].contains(role) {
      throw object.mismatch("message", value, expected: "the roles assistant and user")
    }
    guard roles["assistant"] != nil else {
      throw object.mismatch("message", value, expected: "a selector for assistant")
    }
    return roles
  }

  private static func texts(
    _ object: InputObject,
    _ key: String
  ) throws(InputError) -> [String: String] {
    let value = try object.required(key)
    let inner = try InputObject(value, path: object.path, expected: "names with a text each")
    var texts: [String: String] = [:]
    for field in inner.fields { texts[field.key] = try inner.string(field.key) }
    return texts
  }

  private static func trigger(_ object: InputObject) throws(InputError) -> Trigger {
    let value = try object.required("send")
    if case .string(let text) = value.kind {
      guard text == "Enter" else {
        throw object.mismatch("send", value, expected: "Enter, or {click: SELECTOR}")
      }
      return .key(text)
    }
    let inner = try InputObject(value, path: object.path, expected: "Enter, or {click: SELECTOR}")
    try inner.refuseUnknown(among: ["click"])
    return .click(try inner.string("click"))
  }
}
