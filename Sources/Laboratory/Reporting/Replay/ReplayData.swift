import ChatSurface
import Foundation
import FramePacing
import Lengths
import Records
import Timebase

/// What one cell showed, frame by frame, as JSON for the page's scripts: the rows of ``ScreenTable`` as
/// they are stored, and when each frame was shown.
///
/// A frame is the difference of its tick from the one before, flags (1 swallowed, 2 late, 4 lost
/// vsyncs, 8 drift) and, unless it was swallowed, the difference of its vsync from its tick, the lost
/// vsyncs and the drift in 1/64 pt, as far as the flags say so; all of it ``PackedNumbers``. A line of a
/// text is its scalars and its columns.
struct ReplayData {
  /// The JSON text; it may stand inside a script element.
  let json: String
  /// Whether there is a frame to show.
  let isEmpty: Bool

  /// Makes the data.
  ///
  /// - Parameters:
  ///   - name: The cell's name in addresses.
  ///   - spans: What is kept, in screen time; nil for everything. Whole blocks of rows are kept.
  /// - Complexity: O(rows).
  init(
    _ cell: CellRecord,
    name: String,
    moments: [Moment],
    spans: [ClosedRange<Instant>]?,
    page: String?
  ) {
    let rate = cell.grid
    var parts = cell.screen.parts
    if let spans {
      parts = parts.filter { part in
        let start = rate.instant(ofTick: part.ticks.lowerBound)
        let end = rate.instant(ofTick: part.ticks.upperBound)
        return spans.contains { $0.lowerBound <= end && start <= $0.upperBound }
      }
    }
    isEmpty = parts.isEmpty
    let device = cell.shownOn ?? .iPhone15Pro
    let style = cell.style ?? Profile.standard.style
    let shown = Self.shown(in: parts, of: cell.screen)
    let value = JSONValue.object([
      ("name", .string(name)), ("scenario", .string(cell.scenario)),
      ("profile", .string(cell.profile)), ("device", .string(cell.device)),
      ("hertz", .number(cell.refreshHertz)), ("depth", .number(cell.depth)),
      ("width", .number(cell.pageSize.map { Double($0[0]) } ?? Self.points(device.width))),
      ("height", .number(cell.pageSize.map { Double($0[1]) } ?? Self.points(device.height))),
      ("side", .number(Self.points(style.sidePadding))),
      (
        "padding",
        .array(
          [style.user, style.assistant].flatMap { [$0.horizontal, $0.vertical] }
            .map { .number(Self.points($0)) }
        )
      ),
      ("whole", .bool(spans == nil)), ("page", .string(page)),
      ("windows", .array(cell.screen.windowNames.map { .string($0) })),
      (
        "names",
        .object(shown.numbers.map { ("\($0)", .string(cell.screen.messageNames[$0])) })
      ),
      ("pictures", .array(Self.pictures(of: cell, in: spans == nil ? nil : parts.map(\.ticks)))),
      ("texts", .array(Self.texts(of: cell.screen, shown: shown.keys))),
      (
        "blocks",
        .array(
          parts.map { part in
            .array([
              .number(part.ticks.lowerBound), .number(part.ticks.upperBound),
              .number(part.count), .string(PackedNumbers.base64(part.bytes)),
            ])
          }
        )
      ),
      ("frames", .string(Self.frames(of: cell, in: spans == nil ? nil : parts.map(\.ticks)))),
      (
        "faults",
        .array(
          Moment.ofFaults(in: cell).map { .array([.number($0.tick), .string($0.words)]) }
        )
      ),
      (
        "moments",
        .array(
          moments.map { moment in
            .array([
              .number(moment.tick), .string(moment.kind.rawValue), .string(moment.words),
            ])
          }
        )
      ),
    ])
    json = value.text()
  }

  /// The pictures of frames that are kept: tick, number of the window, PNG in Base64.
  private static func pictures(of cell: CellRecord, in ticks: [ClosedRange<Int>]?) -> [JSONValue] {
    let windows = cell.screen.windowNames
    return cell.pictures.compactMap { picture in
      guard ticks?.contains(where: { $0.contains(picture.tick) }) ?? true,
        let window = windows.firstIndex(of: picture.window)
      else { return nil }
      return .array([
        .number(picture.tick), .number(window), .string(Data(picture.png).base64EncodedString()),
      ])
    }
  }

  private static func points(_ length: LayoutUnit) -> Double {
    Double(length.rawValue) / Double(LayoutUnit(points: 1).rawValue)
  }

  private struct TextKey: Hashable {
    var window: String
    var id: String
  }

  /// Which messages the rows have, by number and by window and name.
  private static func shown(
    in parts: [ScreenTable.Part],
    of screen: ScreenTable
  ) -> (numbers: [Int], keys: Set<TextKey>) {
    let ticks = Set(parts.map(\.ticks))
    var keys: Set<TextKey> = []
    var ids: Set<String> = []
    // Most rows have the messages of the row before.
    var last: [String: [ScreenFrame.Item]] = [:]
    screen.forEachRow(ofBlocks: ticks.contains) { row in
      if !row.items.elementsEqual(last[row.window] ?? [], by: { $0.id == $1.id }) {
        last[row.window] = row.items
        for item in row.items {
          keys.insert(TextKey(window: row.window, id: item.id))
          ids.insert(item.id)
        }
      }
      if let anchor = row.anchor { ids.insert(anchor.id) }
      for stream in row.streams { ids.insert(stream.id) }
      switch row.follow {
      case .pinning(let id), .pinned(let id): ids.insert(id.rawValue)
      case .free, .following: break
      }
    }
    let numbers = screen.messageNames.indices.filter { ids.contains(screen.messageNames[$0]) }
    return (numbers, keys)
  }

  private static func texts(of screen: ScreenTable, shown: Set<TextKey>) -> [JSONValue] {
    screen.texts.compactMap { text in
      guard shown.contains(TextKey(window: text.window, id: text.id)) else { return nil }
      var lines = PackedNumbers()
      for line in text.lines {
        lines.add(line.scalars)
        lines.add(line.columns)
      }
      return .array([
        .string(text.window), .string(text.id), .string(text.role.rawValue),
        .number(text.columns), .string(lines.base64), .string(text.text),
      ])
    }
  }

  /// When each frame was shown, of the ticks in `ticks` or of all.
  private static func frames(of cell: CellRecord, in ticks: [ClosedRange<Int>]?) -> String {
    var packed = PackedNumbers()
    var last = 0
    var place = 0
    for frame in cell.frames {
      if let ticks {
        while place < ticks.count, ticks[place].upperBound < frame.tick { place += 1 }
        guard place < ticks.count else { break }
        guard ticks[place].lowerBound <= frame.tick else { continue }
      }
      packed.add(frame.tick - last)
      last = frame.tick
      let isLate = !frame.isSwallowed && !frame.isOnTime
      packed.add(
        (frame.isSwallowed ? 1 : 0) | (isLate ? 2 : 0) | (frame.lostVsyncs > 0 ? 4 : 0)
          | (frame.drift != .zero ? 8 : 0)
      )
      if frame.isSwallowed { continue }
      packed.add(frame.vsync - frame.tick)
      if frame.lostVsyncs > 0 { packed.add(frame.lostVsyncs) }
      if frame.drift != .zero { packed.add(frame.drift.rawValue) }
    }
    return packed.base64
  }
}
