import Files
import Foundation
import Synchronization

/// A web server of this machine alone: an endpoint as OpenAI's, and a folder of files.
package final class LocalServer: Sendable {
  /// What it serves.
  package struct Content: Sendable {
    /// What every request for an answer gets, in turn; the last one is used again.
    package var answers: [ServedAnswer]
    /// The whole text of each, for requests that ask for no stream.
    package var texts: [String]
    /// The status that requests for an answer get in its place; nil for an answer.
    package var status: Int?
    /// The folder of files; nil for none.
    package var folder: String?
    /// A script that runs in each page of the folder before its own; nil for none.
    package var script: String?
    /// Answers of any kind, by the rest of a path that begins with ``LocalServer/madeAnswers``.
    package var made: @Sendable (_ name: String) -> MadeAnswer? = { _ in nil }

    package init(answers: [ServedAnswer] = [], texts: [String] = [], folder: String? = nil) {
      (self.answers, self.texts, self.folder) = (answers, texts, folder)
    }
  }

  /// An answer in a format of its own.
  package struct MadeAnswer: Sendable {
    package var type: String
    /// Its bytes, each when it is due.
    package var answer: ServedAnswer

    package init(type: String, answer: ServedAnswer) { (self.type, self.answer) = (type, answer) }
  }

  /// What the paths of answers that were made begin with: no page has one of its own there.
  package static let madeAnswers = "/stillpoint-answers/"

  /// The port at 127.0.0.1.
  package var port: UInt16 { loop.port }
  private let loop: ServerLoop
  private let current: Served

  /// Begins to serve.
  ///
  /// - Parameter port: 0 for any that is free.
  /// - Throws: ``Refused`` when the port is taken.
  package init(_ content: Content, port: UInt16 = 0) throws(Refused) {
    let current = Served(content)
    let handler = Handler(served: current)
    guard let loop = ServerLoop(port: port, answer: handler.answer) else {
      throw Refused(port: port)
    }
    (self.loop, self.current) = (loop, current)
  }

  /// Gives other answers from now on, the first of them to the next request for one.
  package func answer(_ answers: [ServedAnswer], texts: [String]) {
    current.answer(answers, texts: texts)
  }

  /// Serves something else from the next request on.
  package func change(_ change: (inout Content) -> Void) { current.change(change) }

  /// Stops serving.
  package func stop() { loop.stop() }

  /// A port that cannot be had.
  package struct Refused: Error, CustomStringConvertible {
    var port: UInt16

    package var description: String {
      """
      port \(port) of 127.0.0.1 cannot be had: another program has it.
      End that program, or name another port with --port.
      """
    }
  }
}

/// What is served, and how many answers were.
private final class Served: Sendable {
  private let state: Mutex<(content: LocalServer.Content, turns: Int)>

  init(_ content: LocalServer.Content) { state = Mutex((content, 0)) }

  var content: LocalServer.Content { state.withLock { $0.content } }

  func answer(_ answers: [ServedAnswer], texts: [String]) {
    state.withLock { state in
      (state.content.answers, state.content.texts, state.turns) = (answers, texts, 0)
    }
  }

  func change(_ change: (inout LocalServer.Content) -> Void) {
    state.withLock { change(&$0.content) }
  }

  func nextTurn() -> Int {
    state.withLock { state in
      state.turns += 1
      return state.turns - 1
    }
  }
}

/// Answers requests.
private struct Handler: Sendable {
  let served: Served

  /// What lets pages of any origin read an answer of the endpoint; files have none of it.
  private static let anywhere = [
    ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Headers", "*"),
    ("Access-Control-Allow-Methods", "*"),
  ]

  func answer(_ request: ServedRequest) -> ServedResponse {
    let content = served.content
    let isChat = request.path.hasSuffix("/chat/completions")
    if isChat || request.path.hasSuffix("/models"), !content.answers.isEmpty {
      var response = isChat ? chat(request, content) : Self.models
      if request.method == "OPTIONS" { response = ServedResponse(204) }
      response.headers += Self.anywhere
      return response
    }
    if request.path.hasPrefix(LocalServer.madeAnswers) { return made(request, content) }
    guard ["GET", "HEAD"].contains(request.method) else { return ServedResponse(405) }
    // A path of the page's own router is no file: whoever opens it gets the page.
    let page = request.wantsPage ? "/index.html" : nil
    return content.folder.flatMap { folder in
      file(request.path, in: folder, content.script)
        ?? page.flatMap { file($0, in: folder, content.script) }
    } ?? ServedResponse(404, "not found")
  }

  private func made(_ request: ServedRequest, _ content: LocalServer.Content) -> ServedResponse {
    var response = ServedResponse(204)
    if request.method != "OPTIONS" {
      let name = String(request.path.dropFirst(LocalServer.madeAnswers.count))
      guard let made = content.made(name) else { return ServedResponse(404, "not found") }
      response = ServedResponse(200, type: made.type)
      // A browser that guesses what a text is waits for more of it.
      response.headers.append(("X-Content-Type-Options", "nosniff"))
      response.body = .timed(made.answer)
    }
    response.headers += Self.anywhere
    return response
  }

  private static let models = json(
    200,
    "{\"object\":\"list\",\"data\":[{\"id\":\"stillpoint\",\"object\":\"model\",\"owned_by\":\"stillpoint\"}]}"
  )

  private func chat(_ request: ServedRequest, _ content: LocalServer.Content) -> ServedResponse {
    guard request.method != "OPTIONS" else { return ServedResponse(204) }
    if let status = content.status {
      return Self.json(
        status,
        "{\"error\":{\"message\":\"status \(status) was asked for\",\"code\":\(status)}}"
      )
    }
    let asked = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
    guard let asked else {
      return Self.json(400, "{\"error\":{\"message\":\"the body is no JSON object\"}}")
    }
    let turn = served.nextTurn()
    guard asked["stream"] as? Bool == true else {
      let text = ServedAnswer.quoted(content.texts[min(turn, content.texts.count - 1)])
      return Self.json(
        200,
        "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"stillpoint\","
          + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\(text)},"
          + "\"finish_reason\":\"stop\"}]}"
      )
    }
    var response = ServedResponse(200, type: "text/event-stream")
    response.headers[1].value = "no-cache"
    response.body = .timed(content.answers[min(turn, content.answers.count - 1)])
    return response
  }

  private static func json(_ status: Int, _ text: String) -> ServedResponse {
    ServedResponse(status, text, type: "application/json")
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript", "mjs": "text/javascript",
    "css": "text/css", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "ico": "image/x-icon", "woff2": "font/woff2", "woff": "font/woff",
    "wasm": "application/wasm", "txt": "text/plain; charset=utf-8",
  ]

  /// A file of the folder: nothing that lies outside of it, by a name or by a link, and nothing hidden.
  private func file(_ path: String, in folder: String, _ script: String?) -> ServedResponse? {
    let root = FileName.resolved(folder)
    guard let name = path.removingPercentEncoding, !name.utf8.contains(0) else { return nil }
    var target = FileName.resolved(root + "/" + name.drop { $0 == "/" })
    if Folder.isFolder(target) { target += "/index.html" }
    guard target.hasPrefix(root + "/") else { return nil }
    let parts = (name + "/" + target.dropFirst(root.count)).split(separator: "/")
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
    // What was packed before it was put there goes out as it is.
    for packed in [false, true] {
      // A pipe is no file, and would be waited for.
      let descriptor = SystemCalls.open(
        target + (packed ? ".gz" : ""),
        O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      )
      guard descriptor >= 0 else { continue }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.isRegular else {
        close(descriptor)
        continue
      }
      let ending = target.split(separator: ".").last.map(String.init) ?? ""
      let type = Self.types[ending]
      if let script, !packed, ending == "html" || ending == "htm" {
        defer { close(descriptor) }
        return ScriptedPage.read(descriptor, count: Int(status.st_size), script).map { bytes in
          var response = ServedResponse(200, type: type ?? "text/html; charset=utf-8")
          response.body = .bytes(bytes)
          return response
        }
      }
      var response = ServedResponse(200, type: type ?? "application/octet-stream")
      if packed { response.headers.append(("Content-Encoding", "gzip")) }
      response.body = .file(descriptor: descriptor, count: Int(status.st_size))
      return response
    }
    return nil
  }
}
