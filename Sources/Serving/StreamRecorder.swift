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

    package var description: String { "\(what).\n\(advice)" }
  }

  private let request: URLRequest
  private let shown: String

  /// Makes a request; the key is sent and kept nowhere else.
  package init(url: String, model: String, prompt: String, key: String?) throws(Refused) {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    let address = base.hasSuffix("/chat/completions") ? base : base + "/chat/completions"
    guard let parsed = URL(string: address), let host = parsed.host,
      ["http", "https"].contains(parsed.scheme)
    else {
      throw Refused(
        what: "\(url) is no address of an endpoint",
        advice: "Write it as http://127.0.0.1:8080/v1."
      )
    }
    guard key == nil || parsed.scheme == "https" || ["localhost", "127.0.0.1"].contains(host) else {
      throw Refused(
        what: "\(url) would be sent the key without encryption",
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
    let reader = EventReader(shown: shown)
    let session = URLSession(configuration: .ephemeral, delegate: reader, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    reader.begin()
    let task = session.dataTask(with: request)
    task.resume()
    let seconds = Double(limit.components.seconds)
    guard reader.done.wait(timeout: .now() + seconds) == .success else {
      task.cancel()
      throw Refused(
        what: "\(shown) did not end its answer within \(limit.components.seconds) s",
        advice: "Ask for a shorter one, or give it more with --time-limit."
      )
    }
    return try reader.tokens()
  }
}

/// Takes the reads of one answer.
private final class EventReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // All but `done` is used under the lock.
  private let lock = NSLock()
  private let shown: String
  private var start = ContinuousClock.now
  private var rest: [UInt8] = []
  private var found: [StreamRecorder.Token] = []
  private var isComplete = false
  private var failure: StreamRecorder.Refused?
  private var status = 0
  private var type = ""
  let done = DispatchSemaphore(value: 0)

  /// The most bytes of one event.
  private static let eventLimit = 4 << 20

  init(shown: String) { self.shown = shown }

  func begin() { lock.withLock { start = .now } }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    lock.withLock {
      let response = response as? HTTPURLResponse
      status = response?.statusCode ?? 0
      type = response?.value(forHTTPHeaderField: "Content-Type") ?? ""
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock {
      guard status == 200, type.hasPrefix("text/event-stream"), failure == nil else { return }
      rest += data
      let milliseconds =
        Double((ContinuousClock.now - start).components.attoseconds) / 1e15
        + Double((ContinuousClock.now - start).components.seconds) * 1000
      takeEvents(at: milliseconds)
      if rest.count > Self.eventLimit {
        failure = .init(
          what: "\(shown) sent an event of over 4 MB",
          advice: "Is it an endpoint for chats?"
        )
        dataTask.cancel()
      }
    }
  }

  private func takeEvents(at milliseconds: Double) {
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      rest.removeSubrange(...end)
      guard line.hasPrefix("data:") else { continue }
      let data = line.dropFirst(5).drop { $0 == " " }
      if data == "[DONE]" {
        isComplete = true
        continue
      }
      guard let object = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
      else {
        failure = .init(
          what: "\(shown) sent an event that is no JSON: \(data.prefix(40))",
          advice: "Is it an endpoint as OpenAI's?"
        )
        return
      }
      if let error = object["error"] as? [String: Any] {
        failure = .init(
          what: "\(shown) answered with an error: \(error["message"] ?? "no reason given")",
          advice: "Mend what it names and record again."
        )
        return
      }
      let choice = (object["choices"] as? [[String: Any]])?.first
      if choice?["finish_reason"] is String { isComplete = true }
      let delta = choice?["delta"] as? [String: Any]
      if let text = delta?["content"] as? String, !text.isEmpty {
        found.append(.init(milliseconds: milliseconds, text: text))
      }
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
      guard type.hasPrefix("text/event-stream") else {
        return .failure(
          .init(
            what:
              "\(shown) sent \(type.isEmpty ? "something without a type" : type), no stream of events",
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
