import ChatSurface

extension LoadEvent {
  /// The event's name in scripts, and in the table of episodes.
  ///
  /// There is no default: an event that is added must be named here before anything builds.
  package var name: String {
    switch self {
    case .surface(let event): event.name
    case .window(.open): "window_open"
    case .window(.close): "window_close"
    case .window(.merge): "window_merge"
    case .refresh: "refresh"
    case .fault(.stall): "stall"
    case .fault(.slowPhase): "slow_phase"
    case .fault(.allocate): "allocate"
    }
  }
}

extension SurfaceEvent {
  fileprivate var name: String {
    switch self {
    case .load: "load"
    case .append, .appendPage: "append"
    case .prepend: "prepend"
    case .insert: "insert"
    case .remove: "remove"
    case .removeAll: "remove_all"
    case .move: "move"
    case .update: "update"
    case .replaceID: "replace_id"
    case .replaceAll: "replace_all"
    case .setHeight: "set_height"
    case .imageSize: "image_size"
    case .card: "card"
    case .partHeight: "part_height"
    case .auxiliary: "auxiliary"
    case .partLimit: "part_limit"
    case .send: "send"
    case .regenerate: "regenerate"
    case .streamBegin: "stream_begin"
    case .partBegin: "part_begin"
    case .token, .tokenAt: "token"
    case .streamEnd: "stream_end"
    case .taskEnd, .taskEndOf: "task_end"
    case .stop: "stop"
    case .touch: "touch"
    case .fling: "fling"
    case .scrolled: "host_scroll"
    case .scroll: "scroll_to"
    case .wheel: "wheel"
    case .arrowKey, .pageKey: "key"
    case .partScroll: "part_scroll"
    case .accessibilityFocus: "accessibility_focus"
    case .restore: "restore"
    case .select: "selection"
    case .focus: "focus"
    case .drop: "drop"
    case .keyboard: "keyboard"
    case .keyboardDragged: "keyboard_drag"
    case .composer: "composer"
    case .composerHeight: "composer_height"
    case .insets: "insets"
    case .rate: "refresh"
    case .resize: "resize"
    case .textSize: "text_size"
    case .typing: "typing"
    case .loader: "loader"
    case .memoryPressure: "memory_pressure"
    case .timestamps: "timestamps"
    case .reducedMotion: "reduced_motion"
    case .background: "background"
    case .foreground: "foreground"
    }
  }
}
