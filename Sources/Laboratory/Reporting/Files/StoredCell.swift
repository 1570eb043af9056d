import Files
import FrameMetrics
import Records

/// A cell as `run.json` has it: its record, and what its frames must be.
struct StoredCell: Codable, VersionedRecord {
  /// What a cell's frames, which lie in files of their own, must be.
  struct FrameKey: Hashable, Codable {
    /// Records of active ticks.
    var count: Int
    /// SHA-256 of their bytes, in hexadecimal.
    var sha256: String
    /// SHA-256 of the bytes of what was on screen, in hexadecimal.
    var screenSHA256: String

    private enum CodingKeys: String, CodingKey {
      case count = "active_ticks"
      case sha256 = "frames_sha256"
      case screenSHA256 = "screen_sha256"
    }
  }

  static let schema = RunRecord.schema

  private enum CodingKeys: String, CodingKey {
    case depth, repetitions
    case refreshHertz = "refresh_hz"
    case hostShare = "host_share"
  }

  var record: CellRecord
  var frames: FrameKey

  init(_ record: CellRecord) {
    self.record = record
    // What is no number is missing.
    for index in record.metrics.indices where record.metrics[index].value?.isFinite == false {
      self.record.metrics[index].value = nil
    }
    frames = FrameKey(
      count: record.frames.count,
      sha256: TextDigest.sha256(record.frames.bytes),
      screenSHA256: TextDigest.sha256(record.screen.bytes)
    )
  }

  init(from decoder: any Decoder) throws {
    record = try CellRecord(from: decoder)
    frames = try FrameKey(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func check(_ isValid: Bool, _ key: CodingKeys, _ expected: String) throws {
      guard !isValid else { return }
      throw DecodingError.dataCorruptedError(
        forKey: key,
        in: container,
        debugDescription: expected
      )
    }
    try check((1...1000).contains(record.refreshHertz), .refreshHertz, "1 to 1000")
    try check((0...1).contains(record.depth), .depth, "0 or 1")
    try check((0..<1).contains(record.hostShare), .hostShare, "0 up to below 1")
    try check(record.repetitions >= 0, .repetitions, "0 or more")
  }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    try frames.encode(to: encoder)
  }

  /// The record with its frames.
  ///
  /// - Parameters:
  ///   - frames: The bytes of its frames, and the file they are from.
  ///   - screen: The bytes of what was on screen, and the file they are from.
  ///   - cell: Which of a file's cells it is, from 0.
  /// - Throws: ``InputError`` when the bytes are not those that this cell was written with.
  func record(
    frames: (bytes: [UInt8], path: String),
    screen: (bytes: [UInt8], path: String),
    cell: Int
  ) throws(InputError) -> CellRecord {
    var whole = record
    whole.frames = try FramesFile.table(frames.bytes, self.frames, path: frames.path, cell: cell)
    whole.screen = try FramesFile.screen(screen.bytes, self.frames, path: screen.path, cell: cell)
    return whole
  }
}
