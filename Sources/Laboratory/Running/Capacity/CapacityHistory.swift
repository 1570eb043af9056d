import ChatSurface
import LoadGeneration

/// A described history with messages after it that are given as they are.
struct CapacityHistory: MessageSource {
  let base: SyntheticHistory
  let tail: [Message]

  var count: Int { base.count + tail.count }

  func id(at index: Int) -> MessageID {
    index < base.count ? base.id(at: index) : tail[index - base.count].id
  }

  func index(of id: MessageID) -> Int? {
    base.index(of: id) ?? tail.firstIndex { $0.id == id }.map { base.count + $0 }
  }

  func message(at index: Int) -> Message {
    index < base.count ? base.message(at: index) : tail[index - base.count]
  }

  func characterCount(at index: Int) -> Int {
    index < base.count
      ? base.characterCount(at: index) : tail[index - base.count].text.unicodeScalars.count
  }

  func role(at index: Int) -> Message.Role {
    index < base.count ? base.role(at: index) : tail[index - base.count].role
  }
}
