import ChatSurface

extension SurfaceEvent {
  /// Whether it comes from a task by itself, and not from the app or the reader.
  var isOfAStream: Bool {
    switch self {
    case .token, .tokenAt, .partBegin, .card, .streamEnd, .taskEnd, .taskEndOf: true
    default: false
    }
  }
}
