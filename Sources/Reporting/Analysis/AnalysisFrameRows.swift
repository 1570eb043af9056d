import FrameLogs
import FrameMetrics
import Timebase

/// The rows of `frames.csv` of one session, so many at a time.
struct AnalysisFrameRows: Sequence, IteratorProtocol {
  /// How many rows are made at a time.
  private static let count = 4096

  private let cell: AnalysisRecord.Cell
  private var judged: [FrameJudgement]?
  private var frame = 0
  private var judgement = 0

  init(cell: AnalysisRecord.Cell) { self.cell = cell }

  mutating func next() -> [UInt8]? {
    let timeline = cell.source.timeline
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
    text.add(AnalysisRecord.schema)
    text.add(cell.file)
    text.add(cell.session)
    text.add(index < cell.source.labels.count ? "\(cell.source.labels[index])" : nil)
    func time(_ instant: Instant?) -> String? {
      cell.source.hasInstants ? instant.map { DecimalText.milliseconds($0) } : nil
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
    text.add(judgement?.isOnTime.map { $0 ? "1" : "0" })
    text.add(frame.cause)
    text.endRow()
  }
}
