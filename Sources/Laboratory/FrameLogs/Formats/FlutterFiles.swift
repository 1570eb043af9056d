import Foundation
import Timebase

/// `timeline_summary.json` of Flutter's driver: lists in microseconds, without instants of
/// pictures.
enum FlutterSummary {
  /// Whether the file has a list of frames; a summary may have its figures alone.
  static func hasFrames(_ source: LogSource) throws -> Bool {
    String(decoding: try FormatDetection.head(of: source.path), as: UTF8.self)
      .contains("\"frame_build_times\"")
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var counts = RowCounts()
    var lists: [String: [Double]] = [:]
    let json = JSONStream(try source.stream())
    let wanted: Set<String> = [
      "frame_build_times", "frame_rasterizer_times", "frame_begin_times",
      "frame_rasterizer_begin_times",
    ]
    let isCutOff = try json.isCutOff {
      try json.members { key in
        guard wanted.contains(key), try json.peek() == 0x5B else { return try json.skip() }
        var scratch: [UInt8] = []
        var values: [Double] = []
        defer { lists[key] = values }
        try json.elements {
          try json.copyValue(into: &scratch, limit: 64)
          guard !counts.isFull(values.count) else { return }
          values.append(scratch.withUnsafeBufferPointer { TextValue($0).number ?? .nan })
        }
      }
    }
    if isCutOff { counts.unfinished += 1 }
    let builds = lists["frame_build_times"] ?? []
    let rasters = lists["frame_rasterizer_times"] ?? []
    let begins = lists["frame_begin_times"] ?? []
    let frames = builds.indices.compactMap { index -> FlutterFrame? in
      let raster = index < rasters.count ? rasters[index] : 0
      // Without begins frames are laid out a second apart, and nothing is said of time.
      let begin = index < begins.count ? begins[index] : Double(index) * 1e6
      guard let start = Int64(begin, nanosecondsEach: 1e3),
        let build = Int64(builds[index], nanosecondsEach: 1e3),
        let length = Int64(raster, nanosecondsEach: 1e3)
      else {
        counts.read += 1
        counts.refuse(line: index + 1, "frame \(index + 1): build \(builds[index]) us")
        return nil
      }
      let line = Int32(clamping: index + 1)
      let end = start &+ build
      return FlutterFrame(
        wanted: start,
        build: .init(start: start, end: end, line: line),
        raster: .init(start: end, end: end &+ length, line: line),
        period: nil,
        label: index + 1
      )
    }
    var builder = FlutterFrame.builder(of: frames, source.options, labelName: "frame", &counts)
    let why = "the summary has no order of build and raster and no vsync"
    builder.support.set(.absent(why), .hitches, .onTime, .overrun)
    if begins.isEmpty { builder.support.set(.absent(why), .animating, .skipped, .rates) }
    builder.hasInstants = !begins.isEmpty
    if begins.isEmpty { builder.gapStarts = [] }
    builder.toolFigures =
      FlutterFigures.figures("build", builds.filter(\.isFinite).map { $0 / 1000 })
      + FlutterFigures.figures("rasterizer", rasters.filter(\.isFinite).map { $0 / 1000 })
    addOwn(ToolReports.flutterFigures(source), to: &builder, frames: builds.count)
    return try source.log(.flutterSummary, variant: "", rows: counts, builders: [builder])
  }
}

extension FlutterSummary {
  /// Adds what the summary itself counts beside its lists, which may be of fewer frames.
  private static func addOwn(
    _ figures: [LogSession.ToolFigure],
    to builder: inout SessionBuilder,
    frames: Int
  ) {
    builder.toolFigures += figures
    let own = figures.first { $0.name == "Flutter: frame_count" }
    guard let count = own.flatMap({ Int(exactly: $0.value) }), count != frames else { return }
    builder.notes.append("the lists hold \(frames) of the \(count) frames that the summary counts")
  }
}

/// The export of DevTools' performance page: `performance.flutterFrames` in microseconds.
enum DevToolsExport {
  private struct Frame: Decodable {
    var number: Int64?
    var startTime: Double?
    var elapsed: Double?
    var build: Double?
    var raster: Double?
    var vsyncOverhead: Double?

    private enum Key: String, CodingKey {
      case number, startTime, elapsed, build, raster, vsyncOverhead
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      number = values.number(.number).flatMap { Int64(exactly: $0) }
      startTime = values.number(.startTime)
      elapsed = values.number(.elapsed)
      build = values.number(.build)
      raster = values.number(.raster)
      vsyncOverhead = values.number(.vsyncOverhead)
    }
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var counts = RowCounts()
    var frames: [Frame] = []
    var hertz: Double?
    let json = JSONStream(try source.stream())
    let decoder = JSONDecoder()
    func takeMembers(of key: String, depth: Int) throws {
      let next = try json.peek()
      switch key {
      case "performance" where depth == 0 && next == 0x7B:
        try json.members { try takeMembers(of: $0, depth: 1) }
      case "flutterFrames" where next == 0x5B:
        try json.elements {
          let line = json.currentLine
          let bytes = try json.value(limit: 1 << 20)
          guard !counts.isFull(frames.count) else { return }
          if let frame = try? decoder.decode(Frame.self, from: Data(bytes)) {
            frames.append(frame)
          } else {
            counts.read += 1
            counts.refuse(line: line, "a frame that is no object")
          }
        }
      case "displayRefreshRate":
        let bytes = try json.value(limit: 64)
        hertz = bytes.withUnsafeBufferPointer { TextValue($0).number }
      default: try json.skip()
      }
    }
    let isCutOff = try json.isCutOff {
      try json.members { try takeMembers(of: $0, depth: 0) }
    }
    if isCutOff { counts.unfinished += 1 }
    let made = frames.enumerated().compactMap { Self.frame(of: $1, $0, &counts) }
    var builder = FlutterFrame.builder(
      of: made,
      source.options,
      labelName: "frame",
      hertz: hertz,
      &counts
    )
    builder.toolFigures =
      FlutterFigures.figures("build", made.map { Double($0.build.end - $0.build.start) / 1e6 })
      + FlutterFigures.figures(
        "rasterizer",
        made.compactMap { $0.raster.map { Double($0.end - $0.start) / 1e6 } }
      )
    if let hertz, hertz > 0 {
      let janky = frames.count { max($0.build ?? 0, $0.raster ?? 0) / 1000 > 1000 / hertz }
      builder.toolFigures.append(.init("DevTools: janky frames", Double(janky)))
      builder.ownLateCount = janky
    }
    return try source.log(.devTools, variant: "", rows: counts, builders: [builder])
  }

  private static func frame(
    of frame: Frame,
    _ index: Int,
    _ counts: inout RowCounts
  ) -> FlutterFrame? {
    func time(_ value: Double?) -> Int64? { value.flatMap { Int64($0, nanosecondsEach: 1e3) } }
    guard let start = time(frame.startTime), let build = time(frame.build), start >= 0,
      0...FrameLimit.frame ~= build, let raster = time(frame.raster ?? 0),
      0...FrameLimit.frame ~= raster, let overhead = time(frame.vsyncOverhead ?? 0),
      0...FrameLimit.frame ~= overhead
    else {
      counts.read += 1
      counts.refuse(line: index + 1, "frame \(frame.number ?? 0): start \(frame.startTime ?? 0)")
      return nil
    }
    let line = Int32(clamping: index + 1)
    let buildStart = start + overhead
    let elapsed = time(frame.elapsed).map { min(max($0, build + raster), FrameLimit.frame) }
    let end = start + max(elapsed ?? 0, overhead + build + raster)
    return FlutterFrame(
      wanted: start,
      build: .init(start: buildStart, end: buildStart + build, line: line),
      raster: .init(start: end - raster, end: end, line: line),
      period: nil,
      label: Int(clamping: frame.number ?? Int64(index + 1))
    )
  }
}
