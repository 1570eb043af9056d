import ChatSurface
import SentTexts

extension ScriptAccount {
  /// Takes what an event says of texts.
  mutating func note(_ event: SurfaceEvent, at instant: Int64) {
    switch event {
    case .append(let message) where message.isInRange: add(message.sent, at: nil, in: instant)
    case .insert(let index, let message) where message.isInRange:
      add(message.sent, at: index, in: instant)
    default:
      endInstant()
      take(event, at: instant)
    }
  }

  private mutating func take(_ event: SurfaceEvent, at instant: Int64) {
    switch event {
    case .token(let id, let bytes): put(bytes, of: id.rawValue)
    case .tokenAt(let id, let bytes, let scalar) where (0...4 << 20).contains(scalar):
      put(bytes, at: scalar, of: id.rawValue)
    case .partBegin(let id, _): open(id.rawValue)
    case .streamBegin(let id): begin(id.rawValue)
    case .streamEnd(let id, _): end(id.rawValue)
    case .stop: stop()
    case .send(let id, let text): send(id.rawValue, text)
    case .regenerate(let id, let text): regenerate(id.rawValue, text)
    case .taskEnd: endTask(nil)
    case .taskEndOf(let id): endTask(id.rawValue)
    case .load(let source): if let list = Listed(source) { load(list) }
    case .prepend(let source): if let list = Listed(source) { takePage(list, isOlder: true) }
    case .appendPage(let source): if let list = Listed(source) { takePage(list, isOlder: false) }
    case .replaceAll(let source): if let list = Listed(source) { replaceAll(with: list) }
    case .update(let id, let text, let state):
      update(id.rawValue, to: text, state.map(SentMessage.State.init))
    case .replaceID(let old, let new): rename(old.rawValue, to: new.rawValue)
    case .move(let id, let index): move(id.rawValue, to: index)
    case .remove(let id): remove(id.rawValue, at: instant)
    case .removeAll: load(nil)
    case .composer(_, _, let count?): attached = max(0, count)
    default: break
    }
  }
}

/// A list that is not refused as a whole.
private struct Listed: SentList {
  private let source: any MessageSource

  init?(_ source: any MessageSource) {
    guard source.firstDuplicate == nil, source.firstHeightOutOfRange == nil else { return nil }
    self.source = source
  }

  var count: Int { source.count }
  func name(at index: Int) -> String { source.id(at: index).rawValue }
  func place(of name: String) -> Int? { source.index(of: MessageID(rawValue: name)) }
  func sent(at index: Int) -> SentMessage { source.message(at: index).sent }
}

extension Message {
  fileprivate var sent: SentMessage {
    SentMessage(
      id: id.rawValue,
      role: role == .user ? .user : role == .assistant ? .assistant : .placeholder,
      text: text,
      state: saysState ? SentMessage.State(state) : nil
    )
  }

  /// Whether its height is one that a message may have.
  fileprivate var isInRange: Bool {
    suppliedHeight.map { (0...1_000_000).contains($0.points) } ?? true
  }
}

extension SentMessage.State {
  fileprivate init(_ state: Message.State) {
    switch state {
    case .optimistic: self = .optimistic
    case .streaming: self = .streaming
    case .complete, .cancelled, .failed: self = .ended
    }
  }
}
