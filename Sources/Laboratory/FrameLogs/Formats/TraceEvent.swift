import Foundation

/// An event of a trace in JSON, with those of its members that tell of frames.
///
/// Format: "Trace Event Format" of Chrome's tracing; times in microseconds. Numbers may stand in
/// quotes.
struct TraceEvent: Decodable {
  var name: String
  var phase: String
  var time: Double?
  var duration: Double?
  var process: Int64
  var id: String?
  var arguments: Arguments?

  /// What is looked at of an event's arguments.
  struct Arguments: Decodable {
    var name: String?
    var reporter: Reporter?
    /// What became of a reporter's frame, in traces of Chrome 79 to 87.
    var termination: String?
    var frameSequence: Int64?
    var layerTree: Int64?
    var startTime: Double?
    var targetTime: Double?
    var scroll: Scroll?

    private enum Key: String, CodingKey {
      case name
      case reporter = "frame_reporter"
      case oldReporter = "chrome_frame_reporter"
      case termination = "termination_status"
      case frameSequence = "frameSeqId"
      case layerTree = "layerTreeId"
      case startTime = "StartTime"
      case targetTime = "TargetTime"
      case scroll = "scroll_jank_v4"
      case data
    }
  }

  /// Chrome's verdict on one frame of scrolling.
  struct Scroll: Decodable {
    var isJanky: Bool
    /// How many vsyncs were missed, by reason.
    var missed: [String: Double]

    private struct Reason: Decodable {
      var jank_reason: String
      var missed_vsyncs: Double
    }
    private enum Key: String, CodingKey {
      case isJanky = "is_janky"
      case missed = "missed_vsyncs_per_jank_reason"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      isJanky = (try? values.decodeIfPresent(Bool.self, forKey: .isJanky)) ?? false
      let reasons = (try? values.decodeIfPresent([Reason].self, forKey: .missed)) ?? []
      missed = Dictionary(reasons.map { ($0.jank_reason, $0.missed_vsyncs) }, uniquingKeysWith: +)
    }
  }

  /// Chrome's report of one frame.
  struct Reporter: Decodable {
    var state: State?
    var sequence: Int64?
    var source: Int64?
    var layerTree: Int64?
    var affectsSmoothness: Bool?
    var isForked: Bool

    /// What became of the frame.
    enum State: Int {
      case noUpdateDesired
      case presentedAll
      case presentedPartial
      case dropped
    }

    /// Reads the status by which a reporter ended before there were states.
    ///
    /// Source: Chromium, `cc/metrics/compositor_frame_reporter.cc` of 2019 and 2020.
    init(termination: String) {
      switch termination {
      case "presented_frame": state = .presentedAll
      case "did_not_present_frame", "replaced_by_new_reporter_at_same_stage": state = .dropped
      case "did_not_produce_frame", "main_frame_aborted": state = .noUpdateDesired
      default: state = nil
      }
      isForked = false
    }

    private enum Key: String, CodingKey {
      case state
      case sequence = "frame_sequence"
      case source = "frame_source"
      case layerTree = "layer_tree_host_id"
      case affectsSmoothness = "affects_smoothness"
      case type = "frame_type"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      if let text = try? values.decodeIfPresent(String.self, forKey: .state) {
        let names: [(String, State)] = [
          ("NO_UPDATE", .noUpdateDesired), ("PARTIAL", .presentedPartial),
          ("PRESENTED", .presentedAll), ("DROPPED", .dropped),
        ]
        state = names.first { text.contains($0.0) }?.1
      } else {
        state = values.number(.state).flatMap { Int(exactly: $0) }.flatMap(State.init)
      }
      sequence = values.number(.sequence).flatMap { Int64(exactly: $0) }
      source = values.number(.source).flatMap { Int64(exactly: $0) }
      layerTree = values.number(.layerTree).flatMap { Int64(exactly: $0) }
      affectsSmoothness = try? values.decodeIfPresent(Bool.self, forKey: .affectsSmoothness)
      let type = try? values.decodeIfPresent(String.self, forKey: .type)
      isForked = type?.uppercased().contains("FORKED") ?? false
    }
  }

  private struct ID: Decodable {
    var text: String
    private enum Key: String, CodingKey { case local, global }

    init(from decoder: any Decoder) throws {
      if let values = try? decoder.container(keyedBy: Key.self) {
        if let local = try? values.decode(String.self, forKey: .local) {
          text = local
        } else {
          text = "global " + (try values.decode(String.self, forKey: .global))
        }
      } else {
        let value = try decoder.singleValueContainer()
        if let name = try? value.decode(String.self) {
          text = name
        } else {
          text = "\(try value.decode(Int64.self))"
        }
      }
    }
  }

  private enum Key: String, CodingKey {
    case name, ph, ts, dur, pid, id, id2, args
  }

  /// The instant in nanoseconds; nil where there is none that can be true.
  var nanoseconds: Int64? {
    guard let time, time >= 0 else { return nil }
    return Int64(time, nanosecondsEach: 1e3)
  }
}

extension TraceEvent {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    name = try values.decode(String.self, forKey: .name)
    phase = (try? values.decode(String.self, forKey: .ph)) ?? ""
    time = values.number(.ts)
    duration = values.number(.dur)
    process = values.number(.pid).flatMap { Int64(exactly: $0) } ?? 0
    let id2 = try? values.decodeIfPresent(ID.self, forKey: .id2)
    id = (id2 ?? (try? values.decodeIfPresent(ID.self, forKey: .id)))?.text
    arguments = try? values.decodeIfPresent(Arguments.self, forKey: .args)
  }
}

extension TraceEvent.Arguments {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    name = try? values.decodeIfPresent(String.self, forKey: .name)
    // Named `chrome_frame_reporter` until 2025.
    reporter =
      (try? values.decodeIfPresent(TraceEvent.Reporter.self, forKey: .reporter))
      ?? (try? values.decodeIfPresent(TraceEvent.Reporter.self, forKey: .oldReporter))
    termination = try? values.decodeIfPresent(String.self, forKey: .termination)
    frameSequence = values.number(.frameSequence).flatMap { Int64(exactly: $0) }
    layerTree = values.number(.layerTree).flatMap { Int64(exactly: $0) }
    startTime = values.number(.startTime)
    targetTime = values.number(.targetTime)
    scroll = try? values.decodeIfPresent(TraceEvent.Scroll.self, forKey: .scroll)
  }
}

extension KeyedDecodingContainer {
  /// A number, in quotes or not; nil for anything else.
  func number(_ key: Key) -> Double? {
    if let number = try? decodeIfPresent(Double.self, forKey: key) { return number }
    guard let text = try? decodeIfPresent(String.self, forKey: key) else { return nil }
    return Double(text)
  }
}
