import Files
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks an endpoint for one streamed answer and notes when each read of it came.
package struct StreamRecorder {
  /// A token and when the read that held it came, in milliseconds from the request.
  package struct Token: Hashable, Sendable {
    package var milliseconds: Double
    package var text: String
  }

  /// What is wrong with an endpoint, in one sentence, and what to do.
  package struct Refused: Error, CustomStringConvertible {
    var what: String
    var advice: String

    package init(what: String, advice: String) { (self.what, self.advice) = (what, advice) }

    package var description: String {
      "\(ShownText.value(what, most: ShownText.mostOfSentence)).\n\(advice)"
    }
  }

  private let request: URLRequest
  private let shown: String

  /// Makes a request; the key is sent and kept nowhere else.
  package init(url: String, model: String, prompt: String, key: String?) throws(Refused) {
    guard var parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme)
    else {
      throw Refused(
        what: "\(ShownText.value(url)) is no address of an endpoint",
        advice: "Write it as http://127.0.0.1:8080/v1."
      )
    }
    guard parts.user == nil, parts.password == nil else {
      throw Refused(
        what: "the address of \(host) has a name or a key in it",
        advice: "Leave it out: put the key into a variable and name that with --key-from."
      )
    }
    // What follows the path, such as the version of an interface, stays behind it.
    let path = parts.percentEncodedPath
    if !path.hasSuffix("/chat/completions") {
      parts.percentEncodedPath =
        (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/chat/completions"
    }
    parts.fragment = nil
    guard let parsed = parts.url else {
      throw Refused(
        what: "\(ShownText.value(url)) is no address of an endpoint",
        advice: "Write it as http://127.0.0.1:8080/v1."
      )
    }
    let address = parsed.absoluteString
    guard key == nil || scheme == "https" || ["localhost", "127.0.0.1"].contains(host) else {
      throw Refused(
        what: "\(ShownText.value(url)) would be sent the key without encryption",
        advice: "Use its https address, or leave out --key-from."
      )
    }
    var request = URLRequest(url: parsed)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    let body: [String: Any] = [
      "model": model, "stream": true, "messages": [["role": "user", "content": prompt]],
    ]
    request.httpBody = try? JSONSerialization.data(withJSONObject: body)
    (self.request, shown) = (request, address)
  }

  /// Records the answer.
  ///
  /// - Throws: ``Refused`` where nobody answers, an error comes, or it is no stream of events.
  package func record(within limit: Duration) throws -> [Token] {
    let reader = EventReader(request, shown: shown)
    let session = URLSession(
      configuration: .ephemeral,
      delegate: reader,
      delegateQueue: Self.queue
    )
    // Here, and never in a call of the delegate, which the session waits for.
    defer { session.invalidateAndCancel() }
    reader.begin()
    session.dataTask(with: request).resume()
    let seconds = Double(limit.components.seconds)
    guard reader.done.wait(timeout: .now() + seconds) == .success else {
      throw Refused(
        what: "\(shown) did not end its answer within \(limit.components.seconds) s",
        advice: "Ask for a shorter one, or give it more with --time-limit."
      )
    }
    return try reader.tokens()
  }

  #if canImport(FoundationNetworking)
    private static let queue: OperationQueue? = ImmediateQueue()

    /// Does what it is given before it returns. Outside of Apple's systems URLSession gives each read to the
    /// delegate's queue and reads on, so that a server that is faster than its reader fills the memory: 64 MB
    /// were taken of an answer, and 2 GB had come. Suspending the task does not help: it asks again when it goes on.
    private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
      override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
  #else
    private static let queue: OperationQueue? = nil
  #endif
}

/// Takes the reads of one answer.
private final class EventReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // All but `done` is used under the lock.
  private let lock = NSLock()
  private let request: URLRequest
  private let shown: String
  private var start = ContinuousClock.now
  private var events = EventStream()
  private var bytes = 0
  private var redirects = 0
  private var found: [StreamRecorder.Token] = []
  private var isComplete = false
  /// Whether nothing more will come, although the connection may stay open.
  private var isEnded = false
  private var failure: StreamRecorder.Refused?
  private var status = 0
  private var type = ""
  let done = DispatchSemaphore(value: 0)

  /// The most bytes of an answer, and the most tokens.
  private static let most = (bytes: 64 << 20, tokens: 200_000)
  /// How often the same server may send on.
  private static let mostRedirects = 5

  init(_ request: URLRequest, shown: String) { (self.request, self.shown) = (request, shown) }

  func begin() { lock.withLock { start = .now } }

  /// Follows within one server: what another one would get, and unencrypted, is the key.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let next = lock.withLock { () -> URLRequest? in
      redirects += 1
      let isKept = [307, 308].contains(response.statusCode) && redirects <= Self.mostRedirects
      if isKept, let url = newRequest.url, Self.origin(of: url) == Self.origin(of: request.url) {
        var next = request
        next.url = url
        return next
      }
      let place = newRequest.url?.absoluteString ?? "nowhere"
      failure = .init(
        what: "\(shown) sends on to \(ShownText.value(place)) (status \(response.statusCode))",
        advice: "Nothing was sent there. Name that address if it is the right one."
      )
      return nil
    }
    completionHandler(next)
    if next == nil { done.signal() }
  }

  private static func origin(of url: URL?) -> String {
    let scheme = url?.scheme?.lowercased() ?? ""
    let port = url?.port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(url?.host?.lowercased() ?? ""):\(port)"
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isAnswer = lock.withLock {
      let response = response as? HTTPURLResponse
      status = response?.statusCode ?? 0
      type = response?.value(forHTTPHeaderField: "Content-Type") ?? ""
      return status == 200 && isStream
    }
    completionHandler(isAnswer ? .allow : .cancel)
    if !isAnswer { done.signal() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock {
      guard failure == nil, !isEnded else { return }
      let time = ContinuousClock.now - start
      bytes += data.count
      do {
        for event in try events.take(data) where failure == nil {
          take(event, at: time / .milliseconds(1))
        }
      } catch {
        fail(
          "sent an event of over \(EventStream.longest >> 20) MB",
          "Is it an endpoint for chats?"
        )
      }
      if bytes > Self.most.bytes || found.count > Self.most.tokens {
        fail(
          "sent over \(Self.most.bytes >> 20) MB or \(Self.most.tokens) tokens",
          "Ask for a shorter answer."
        )
      }
      if failure != nil || isEnded { done.signal() }
    }
  }

  private var isStream: Bool { type.lowercased().hasPrefix("text/event-stream") }

  private func fail(_ what: String, _ advice: String) {
    failure = failure ?? .init(what: "\(shown) \(what)", advice: advice)
  }

  private func take(_ data: String, at milliseconds: Double) {
    if data == "[DONE]" {
      (isComplete, isEnded) = (true, true)
      return
    }
    guard let object = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    else {
      return fail(
        "sent an event that is no JSON: \(data.prefix(40))",
        "Is it an endpoint as OpenAI's?"
      )
    }
    if let error = object["error"] as? [String: Any] {
      let reason = ShownText.value("\(error["message"] ?? "no reason given")")
      return fail("answered with an error: \(reason)", "Mend what it names and record again.")
    }
    let choice = (object["choices"] as? [[String: Any]])?.first
    if choice?["finish_reason"] is String { isComplete = true }
    let delta = choice?["delta"] as? [String: Any]
    if let text = delta?["content"] as? String, !text.isEmpty {
      found.append(.init(milliseconds: milliseconds, text: text))
    }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    lock.withLock {
      if let error, failure == nil, status == 0 {
        failure = .init(
          what: "\(shown) cannot be reached: \(error.localizedDescription)",
          advice: "Check the address, and that the server runs."
        )
      }
    }
    done.signal()
  }

  func tokens() throws(StreamRecorder.Refused) -> [StreamRecorder.Token] {
    try lock.withLock { () -> Result<[StreamRecorder.Token], StreamRecorder.Refused> in
      if let failure { return .failure(failure) }
      guard status == 200 else {
        return .failure(
          .init(
            what: "\(shown) answered with status \(status)",
            advice: "Check address, key and model."
          )
        )
      }
      guard isStream else {
        return .failure(
          .init(
            what:
              "\(shown) sent \(type.isEmpty ? "something without a type" : ShownText.value(type)), no stream of events",
            advice: "Name an endpoint that streams, as OpenAI's chat completions do."
          )
        )
      }
      guard isComplete, !found.isEmpty else {
        return .failure(
          .init(
            what:
              "\(shown) ended its answer after \(found.count) tokens without saying that it is whole",
            advice: "Record again; nothing was written."
          )
        )
      }
      return .success(found)
    }
    .get()
  }
}
