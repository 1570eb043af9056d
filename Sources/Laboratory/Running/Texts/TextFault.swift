import ChatSurface

/// What becomes of a token on its way to the surface although the script has it whole: what must be noticed.
package enum TextFault: CaseIterable, Sendable {
  case lostToken
  case lostCharacter
  case repeatedCharacter
  case reorderedCharacters

  /// What the surface gets; nil for nothing.
  func alter(_ event: SurfaceEvent) -> SurfaceEvent? {
    switch event {
    case .token(let id, let bytes): alter(bytes).map { .token(id, $0) }
    case .tokenAt(let id, let bytes, let scalar):
      alter(bytes).map { .tokenAt(id, $0, scalar: scalar) }
    default: event
    }
  }

  private func alter(_ bytes: [UInt8]) -> [UInt8]? {
    var text = Array(String(decoding: bytes, as: UTF8.self))
    let middle = text.count / 2
    switch self {
    case .lostToken: return nil
    case .lostCharacter: if !text.isEmpty { text.remove(at: middle) }
    case .repeatedCharacter: if !text.isEmpty { text.insert(text[middle], at: middle) }
    case .reorderedCharacters: if text.count > 1 { text.swapAt(middle - 1, middle) }
    }
    return Array(String(text).utf8)
  }
}
