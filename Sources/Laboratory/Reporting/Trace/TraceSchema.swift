/// The numbers of the fields that a trace has, and of their values.
///
/// Source: the files `trace_packet.proto`, `track_event/track_descriptor.proto`,
/// `track_event/track_event.proto` and `android/frame_timeline_event.proto` below
/// `protos/perfetto/trace` of Perfetto.
enum TraceSchema {
  static let packet = 1

  enum Packet {
    static let timestamp = 8
    static let sequence = 10
    static let trackEvent = 11
    static let sequenceFlags = 13
    static let compressed = 50
    static let trackDescriptor = 60
    static let frameTimeline = 76
    /// The sequence begins here.
    static let isCleared = 1
  }

  enum Track {
    static let uuid = 1
    static let name = 2
    static let process = 3
    static let parent = 5
    static let counter = 8
    static let processID = 1
    static let processName = 6
    static let unitName = 6
  }

  enum Event {
    static let annotation = 4
    static let type = 9
    static let track = 11
    static let name = 23
    static let counterValue = 30
    static let annotationName = 10
    static let annotationValue = 4
    static let sliceBegin = 1
    static let sliceEnd = 2
    static let counter = 4
  }

  enum Frame {
    static let expectedSurface = 3
    static let actualSurface = 4
    static let end = 5
    static let cookie = 1
    static let token = 2
    static let displayToken = 3
    static let process = 4
    static let layer = 5
    static let present = 6
    static let isOnTime = 7
    static let jank = 9
    static let prediction = 10

    static let presentOnTime = 1
    static let presentLate = 2
    static let presentDropped = 4
    static let jankNone = 1
    static let jankDeadlineMissed = 64
    static let jankBufferStuffing = 128
    static let jankDropped = 1024
    static let predictionValid = 1
  }
}
