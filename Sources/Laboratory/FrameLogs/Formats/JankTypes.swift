/// Android's reasons for jank as FrameTimeline gives them: a bit each.
///
/// Source: `frame_timeline_event.proto` and Perfetto's `docs/data-sources/frametimeline.md`.
struct JankTypes: OptionSet, Hashable {
  let rawValue: Int64

  static let none = JankTypes(rawValue: 1)
  static let dropped = JankTypes(rawValue: 1024)

  private static let names: [(bit: Int64, name: String, cause: String)] = [
    (2, "SurfaceFlinger Scheduling", "compositor: scheduling"),
    (4, "Prediction Error", "display: prediction error"),
    (8, "Display HAL", "display: HAL"),
    (16, "SurfaceFlinger CPU Deadline Missed", "compositor: CPU deadline missed"),
    (32, "SurfaceFlinger GPU Deadline Missed", "compositor: GPU deadline missed"),
    (64, "App Deadline Missed", "app: deadline missed"),
    (64, "App Resynced Deadline Missed", "app: deadline missed"),
    (128, "Buffer Stuffing", "app: buffer stuffing"),
    (256, "Unknown Jank", "unknown"),
    (512, "SurfaceFlinger Stuffing", "compositor: stuffing"),
    (1024, "Dropped Frame", "app: frame dropped"),
    (2048, "Non Animating", "app: not animating"),
    (4096, "App Resynced Jitter", "app: resynced with jitter"),
    (8192, "Display not ON", "display: not on"),
    (16384, "Display Mode Change In Progress", "display: mode change"),
    (32768, "Display Power Mode Change In Progress", "display: power mode change"),
  ]

  /// Reads the mask of a trace.
  init(rawValue: Int64) { self.rawValue = rawValue }

  /// Reads the names of trace processor's tables, parted by commas.
  init(text: String) {
    var mask: Int64 = 0
    for part in text.split(separator: ",") {
      let name = part.drop { $0 == " " }
      if let found = Self.names.first(where: { $0.name == name }) { mask |= found.bit }
      if name == "None" { mask |= 1 }
    }
    rawValue = mask
  }

  /// Whether the app was late, as Perfetto's metric counts.
  var isAppMissed: Bool { rawValue & 64 != 0 }
  /// Whether the compositor, the display or the prediction was at fault, as Perfetto's metric
  /// counts.
  var isCompositorMissed: Bool { rawValue & (2 | 4 | 8 | 16 | 32) != 0 }
  /// Whether Perfetto's metric counts the frame as missed.
  var isMissed: Bool { isAppMissed || isCompositorMissed || contains(.dropped) }

  /// The reasons in words, the layer first; nil for none.
  var cause: String? {
    var causes: [String] = []
    for entry in Self.names where rawValue & entry.bit != 0 && !causes.contains(entry.cause) {
      causes.append(entry.cause)
    }
    return causes.isEmpty ? nil : causes.joined(separator: " + ")
  }
}
