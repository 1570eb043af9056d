import FrameMetrics
import Records
import Timebase

/// The rows of `frames.csv` of one recording, so many at a time.
struct RecordedFrameRows: Sequence, IteratorProtocol {
  /// How many rows are made at a time.
  private static let count = 4096

  static let columns = [
    "schema", "cell", "scenario", "profile", "device", "refresh_hz", "label", "wanted_ms",
    "promised_ms", "presented_ms", "fate", "work_start_ms", "work_end_ms", "hitch_ms", "on_time",
    "cause",
  ]

  private let recording: Recording
  private let keys: [UInt8]
  private var judged: [FrameJudgement]?
  private var frame = 0
  private var judgement = 0

  /// - Parameter index: Which of the run's cells it is.
  init(_ cell: CellRecord, _ recording: Recording, at index: Int) {
    self.recording = recording
    keys = FramesCSV.keys(of: cell, at: index).bytes
  }

  mutating func next() -> [UInt8]? {
    let timeline = recording.timeline
    guard frame < timeline.frames.count else { return nil }
    let judged = self.judged ?? timeline.judged()
    self.judged = judged
    var text = CSVText()
    let end = Swift.min(timeline.frames.count, frame + Self.count)
    for index in frame..<end {
      while judgement < judged.count, judged[judgement].index < index { judgement += 1 }
      let own = judgement < judged.count && judged[judgement].index == index
      add(timeline.frames[index], index, own ? judged[judgement] : nil, to: &text)
    }
    frame = end
    return text.bytes
  }

  private func add(
    _ frame: FrameTimeline.Frame,
    _ index: Int,
    _ judgement: FrameJudgement?,
    to text: inout CSVText
  ) {
    text.add(prepared: keys)
    text.add(index < recording.labels.count ? "\(recording.labels[index])" : nil)
    func time(_ instant: Instant?) -> String? {
      recording.hasInstants ? instant.map { DecimalText.milliseconds($0) } : nil
    }
    text.add(time(frame.wanted))
    text.add(time(frame.promised))
    text.add(time(frame.presented))
    switch frame.fate {
    case .presented: text.add("presented")
    case .dropped: text.add("dropped")
    case .swallowed: text.add("swallowed")
    }
    text.add(time(frame.work?.start))
    text.add(time(frame.work?.end))
    text.add(judgement?.hitchMilliseconds.flatMap(DecimalText.shortest))
    text.add(judgement?.isOnTime.map { $0 ? "true" : "false" })
    text.add(frame.cause)
    text.endRow()
  }
}
