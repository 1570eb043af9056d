import ChatSurface
import Files

extension EventScript {
  /// Refuses a token of a message that no event of the script ever makes: whoever wrote it mistook a
  /// name. One of a message that is gone, or does not stream yet, is late, which is no mistake.
  ///
  /// - Complexity: O(events and messages).
  func refuseTokensOfNobody() throws(InputError) {
    let names = timeline.reduce(into: Set<MessageID>()) { $1.addMessages(to: &$0) }
    for timed in timeline {
      guard let id = timed.streamed, !names.contains(id) else { continue }
      throw InputError(
        path: timed.place?.path ?? "",
        line: timed.place?.line,
        problem: "a token of a message that the script never makes",
        value: "\(id)",
        expected: "the id of a message of this script",
        advice: nearMatchAdvice(for: id.rawValue, among: names.map(\.rawValue).sorted())
      )
    }
  }
}

extension TimedLoadEvent {
  /// The message that a token is of; nil of other events.
  fileprivate var streamed: MessageID? {
    switch event {
    case .surface(.token(let id, _)), .surface(.tokenAt(let id, _, _)): id
    default: nil
    }
  }

  /// Adds the names of the messages that it makes.
  fileprivate func addMessages(to names: inout Set<MessageID>) {
    guard case .surface(let event) = event else { return }
    switch event {
    case .load(let source), .replaceAll(let source), .prepend(let source), .appendPage(let source):
      for index in 0..<source.count { names.insert(source.id(at: index)) }
    case .append(let message), .insert(_, let message): names.insert(message.id)
    case .send(let id, _), .regenerate(let id, _):
      names.insert(id)
      names.insert(MessageID(rawValue: "\(id).answer"))
    case .streamBegin(let id), .replaceID(_, with: let id): names.insert(id)
    default: break
    }
  }
}
