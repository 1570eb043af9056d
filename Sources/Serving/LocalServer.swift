import Files
import FlyingFox
import FlyingSocks
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

    package init(answers: [ServedAnswer] = [], texts: [String] = [], folder: String? = nil) {
      (self.answers, self.texts, self.folder) = (answers, texts, folder)
    }
  }

  /// The port at 127.0.0.1.
  package let port: UInt16
  private let server: HTTPServer
  private let current: Served
  private let task: Task<Void, Never>

  /// Begins to serve.
  ///
  /// - Parameter port: 0 for any that is free.
  /// - Throws: ``Refused`` when the port is taken.
  package init(_ content: Content, port: UInt16 = 0) throws(Refused) {
    guard let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: port) else {
      throw Refused(port: port)
    }
    let current = Served(content)
    let server = HTTPServer(
      address: address,
      timeout: 3_600,
      logger: .disabled,
      handler: Handler(served: current)
    )
    (self.server, self.current) = (server, current)
    let start = Start()
    task = Task.detached {
      try? await server.run()
      start.finish(nil)
    }
    Task.detached {
      for _ in 0..<500 {
        if case .ip4(_, let port) = await server.listeningAddress { return start.finish(port) }
        try? await Task.sleep(for: .milliseconds(10))
      }
      start.finish(nil)
    }
    guard let port = start.wait() else { throw Refused(port: port) }
    self.port = port
  }

  /// Gives other answers from now on, the first of them to the next request for one.
  package func answer(_ answers: [ServedAnswer], texts: [String]) {
    current.answer(answers, texts: texts)
  }

  /// Stops serving.
  package func stop() {
    let done = DispatchSemaphore(value: 0)
    Task.detached { [server, task] in
      await server.stop()
      task.cancel()
      done.signal()
    }
    done.wait()
  }

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

/// Waits until a server listens, or cannot.
private final class Start: Sendable {
  private let port = Mutex<UInt16??>(nil)
  private let done = DispatchSemaphore(value: 0)

  func finish(_ number: UInt16?) {
    port.withLock { $0 = $0 ?? .some(number) }
    done.signal()
  }

  func wait() -> UInt16? {
    done.wait()
    return port.withLock { $0 ?? nil }
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

  func nextTurn() -> Int {
    state.withLock { state in
      state.turns += 1
      return state.turns - 1
    }
  }
}

/// Answers requests.
private struct Handler: HTTPHandler {
  let served: Served

  private static let anywhere: [HTTPHeader: String] = [
    HTTPHeader("Access-Control-Allow-Origin"): "*",
    HTTPHeader("Access-Control-Allow-Headers"): "*",
    HTTPHeader("Access-Control-Allow-Methods"): "*",
  ]

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let start = ContinuousClock.now
    let content = served.content
    // A page of another site that had its name resolve to this machine is none of ours.
    let host = request.headers[.host].map { $0.prefix { $0 != ":" } } ?? "localhost"
    guard ["localhost", "127.0.0.1"].contains(host) else { return plain(.forbidden, "") }
    if request.method == .OPTIONS { return plain(HTTPStatusCode(204, phrase: "No Content"), "") }
    if request.path.hasSuffix("/chat/completions"), !content.answers.isEmpty {
      return try await answer(request, content, start)
    }
    if request.path.hasSuffix("/models"), !content.answers.isEmpty {
      return json(
        .ok,
        "{\"object\":\"list\",\"data\":[{\"id\":\"stillpoint\",\"object\":\"model\",\"owned_by\":\"stillpoint\"}]}"
      )
    }
    return content.folder.map { file(request.path, in: $0) } ?? plain(.notFound, "not found")
  }

  private func answer(
    _ request: HTTPRequest,
    _ content: LocalServer.Content,
    _ start: ContinuousClock.Instant
  ) async throws -> HTTPResponse {
    let body = try await request.bodyData
    if let status = content.status {
      return json(
        HTTPStatusCode(status, phrase: "Refused"),
        "{\"error\":{\"message\":\"status \(status) was asked for\",\"code\":\(status)}}"
      )
    }
    let asked = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    guard let asked else {
      return json(.badRequest, "{\"error\":{\"message\":\"the body is no JSON object\"}}")
    }
    let turn = served.nextTurn()
    guard asked["stream"] as? Bool == true else {
      let text = ServedAnswer.quoted(content.texts[min(turn, content.texts.count - 1)])
      return json(
        .ok,
        "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"stillpoint\","
          + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\(text)},"
          + "\"finish_reason\":\"stop\"}]}"
      )
    }
    var headers = Self.anywhere
    headers[.contentType] = "text/event-stream"
    headers[HTTPHeader("Cache-Control")] = "no-cache"
    let answer = content.answers[min(turn, content.answers.count - 1)]
    return HTTPResponse(
      statusCode: .ok,
      headers: HTTPHeaders(headers),
      body: HTTPBodySequence(from: ServedBody(answer: answer, start: start))
    )
  }

  private func plain(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, "text/plain; charset=utf-8", Data(text.utf8))
  }

  private func json(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, "application/json", Data(text.utf8))
  }

  private func response(_ status: HTTPStatusCode, _ type: String, _ body: Data) -> HTTPResponse {
    var headers = Self.anywhere
    headers[.contentType] = type
    headers[HTTPHeader("Cache-Control")] = "no-store"
    return HTTPResponse(statusCode: status, headers: HTTPHeaders(headers), body: body)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript", "mjs": "text/javascript",
    "css": "text/css", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "ico": "image/x-icon", "woff2": "font/woff2", "woff": "font/woff",
    "wasm": "application/wasm", "txt": "text/plain; charset=utf-8",
  ]

  /// A file of the folder; nothing that lies outside of it, by a name or by a link.
  private func file(_ path: String, in folder: String) -> HTTPResponse {
    let root = FileName.resolved(folder)
    let name = path.removingPercentEncoding ?? path
    var target = FileName.resolved(root + "/" + name.drop { $0 == "/" })
    if Folder.isFolder(target) { target += "/index.html" }
    guard target == root || target.hasPrefix(root + "/") else {
      return plain(.notFound, "not found")
    }
    // What was packed before it was put there goes out as it is.
    for packed in [false, true] {
      let candidate = target + (packed ? ".gz" : "")
      guard let data = FileManager.default.contents(atPath: candidate) else { continue }
      let type = target.split(separator: ".").last.flatMap { Self.types[String($0)] }
      var response = response(.ok, type ?? "application/octet-stream", data)
      if packed { response.headers[HTTPHeader("Content-Encoding")] = "gzip" }
      return response
    }
    return plain(.notFound, "not found")
  }
}
