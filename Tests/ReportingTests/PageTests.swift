import Foundation
import FramePacing
import Records
import Reporting
import Running
import Testing
import Timebase

@Suite struct PageTests {
  private func page(of run: RunRecord) throws -> String {
    try withTemporaryFolder { folder in
      try HTMLReport(run).text(environment: ChartStub.environment(in: folder))
    }
  }

  /// A frame as the page has it.
  private struct ShownFrame {
    var tick = 0
    var flags = 0
    /// Costs by phase, then what the flags name.
    var numbers: [Int64] = []
  }

  /// One cell's chart as the page has it.
  private struct ShownCell {
    var frames: [ShownFrame]
    var fallbacks: Int
    var lost: [Int64] {
      frames.compactMap { frame in
        frame.flags & 8 == 0 ? nil : frame.numbers[6 + (frame.flags & 4 == 0 ? 0 : 1)]
      }
    }
  }

  /// The numbers of a packed list: zigzag, seven bits a byte, least first.
  private func numbers(_ base64: String) throws -> [Int64] {
    var all: [Int64] = []
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in try #require(Data(base64Encoded: base64)) {
      value |= UInt64(byte & 127) << shift
      shift += 7
      guard byte < 128 else { continue }
      all.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
      (value, shift) = (0, 0)
    }
    return all
  }

  /// What is inside the page's data elements.
  private func data(in page: String) throws -> [ShownCell] {
    try page.components(separatedBy: "<script type=\"application/json\" class=\"data\"")
      .dropFirst()
      .map { part in
        let element = try #require(part.components(separatedBy: "</script>").first)
        let json = try #require(
          element.firstIndex(of: ">").map { element[element.index(after: $0)...] }
        )
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let cell = try #require(object as? [String: Any])
        let packed = try numbers(try #require(cell["frames"] as? String))
        var rest = packed[...]
        var frames: [ShownFrame] = []
        var tick = 0
        while rest.count >= 2 {
          tick += Int(rest.removeFirst())
          var frame = ShownFrame(tick: tick, flags: Int(rest.removeFirst()))
          if frame.flags & 1 == 0 {
            let count = 6 + (frame.flags & 4) / 4 + (frame.flags & 8) / 8 + (frame.flags & 16) / 16
            frame.numbers = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
          }
          frames.append(frame)
        }
        #expect(rest.isEmpty)
        #expect(cell["count"] as? Int == frames.count)
        return ShownCell(frames: frames, fallbacks: (cell["fallbacks"] as? [Any])?.count ?? -1)
      }
  }

  @Test func thePageRefersToNoOtherHost() throws {
    let page = try page(of: SyntheticRun.make())
    for mark in ["src=\"http", "href=\"http", "src='http", "url(", "@import", "<iframe", "srcset"] {
      #expect(!page.contains(mark), "\(mark)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(page.hasPrefix("<!doctype html>"))
  }

  @Test func hostileNamesStayText() throws {
    let plain = try page(of: SyntheticRun.make(scenarios: ["a", "b"], rates: [60], ticks: 80))
    let hostile = try page(of: SyntheticRun.hostileRun())
    #expect(!hostile.contains("alert('x')"))
    #expect(!hostile.contains("\" onmouseover") && !hostile.contains("\"\u{301} onmouseover"))
    #expect(!hostile.contains("\u{1B}"))
    #expect(
      hostile.unicodeScalars.count { $0 == "<" } > 0
        && hostile.components(separatedBy: "<script").count
          <= plain.components(separatedBy: "<script").count
    )
    #expect(
      hostile.components(separatedBy: "</table>").count
        == hostile.components(separatedBy: "<table").count
    )
  }

  @Test func everyFrameIsInThePage() throws {
    let run = SyntheticRun.make(ticks: 300)
    let cells = try data(in: try page(of: run))
    #expect(cells.count == run.cells.count)
    for (record, cell) in zip(run.cells, cells) {
      #expect(cell.frames.map(\.tick) == record.frames.map(\.tick))
      for (frame, shown) in zip(record.frames, cell.frames) {
        #expect((shown.flags & 1 != 0) == frame.isSwallowed)
        guard !frame.isSwallowed else { continue }
        #expect((shown.flags & 2 != 0) == !frame.isOnTime)
        for phase in Phase.allCases {
          let units = shown.numbers[phase.rawValue]
          #expect(abs(frame.cost[phase].rawValue - units * 100) <= 50)
        }
        if shown.flags & 16 != 0 { #expect(shown.numbers.last == frame.drift.rawValue) }
        #expect((shown.flags & 16 != 0) == (frame.drift != .zero))
      }
      let lost = record.frames.reduce(0) { $0 + $1.lostVsyncs }
      #expect(cell.lost.reduce(0, +) == Int64(lost))
      #expect(cell.fallbacks == record.fallbacks.count)
    }
  }

  @Test func aLongRunIsThinnedAndKeepsItsWorstFrames() throws {
    var run = SyntheticRun.make(scenarios: ["s"], profiles: ["p"], rates: [120], ticks: 1000)
    let period = run.cells[0].frames
    var frames = (0..<600).flatMap { _ in period.filter { $0.lostVsyncs == 0 } }
    for index in frames.indices { frames[index].tick = index }
    for index in stride(from: 777, to: 500_000, by: 50_001) {
      frames[index].isSwallowed = false
      frames[index].lostVsyncs = 9
    }
    run.cells[0].frames = FrameTable(frames)
    let late = run.cells[0].frames.count { $0.lostVsyncs == 9 }
    let page = try page(of: run)
    #expect(page.utf8.count < 15_000_000)
    #expect(page.contains("frames in a row, the latest or costliest"))
    let cell = try #require(try data(in: page).first)
    #expect(cell.frames.count <= HTMLReport.frameLimit)
    #expect(cell.lost.count == late)
  }

  @Test func fortyCellsOfFourThousandFramesStayBelow15MB() throws {
    var run = SyntheticRun.make(scenarios: ["s"], ticks: 4000)
    let cells = run.cells
    run.cells = (0..<10).flatMap { _ in cells }
    #expect(run.cells.count == 40)
    let page = try page(of: run)
    #expect(page.utf8.count < 15_000_000, "\(page.utf8.count)")
    #expect(!page.contains("frames in a row"))
  }

  @Test func theVerdictComesFirstAndInWords() throws {
    let page = try page(of: SyntheticRun.make(profiles: ["messaging-ui"]))
    let verdict = try #require(page.range(of: "</span>Missed</h1>"))
    let headline = try #require(page.range(of: "<h2 id=\"headline-title\">"))
    #expect(verdict.lowerBound < headline.lowerBound)
    #expect(page.contains("beyond its budget"))
    #expect(page.contains("class=\"reasons\""))
  }

  @Test func cellsHaveTheirOwnNamesInAddresses() throws {
    let page = try page(of: SyntheticRun.make(rates: [60]))
    let name = "stream-steady.reference.iphone-15-pro.60hz"
    #expect(page.contains("id=\"\(name)\""))
    #expect(page.contains("href=\"#\(name)\""))
    // Where two cells have the same names the later ones are numbered.
    let twice = try self.page(of: SyntheticRun.make(scenarios: ["a b", "a/b"], rates: [60]))
    #expect(twice.contains("id=\"a-b.reference.iphone-15-pro.60hz\""))
    #expect(twice.contains("id=\"a-b.reference.iphone-15-pro.60hz.2\""))
  }

  @Test func theTenWorstFramesAreListedWorstFirst() throws {
    let run = SyntheticRun.make(scenarios: ["s"], profiles: ["p"], rates: [60], ticks: 900)
    let page = try page(of: run)
    let rows = page.components(separatedBy: "<tr id=\"s.p.iphone-15-pro.60hz:tick=").dropFirst()
    let ticks = rows.compactMap { $0.components(separatedBy: "\"").first.flatMap { Int($0) } }
    let frames = run.cells[0].frames.filter { !$0.isSwallowed }
    let naive = frames.sorted { left, right in
      func key(_ frame: FrameRecord) -> (Int, Int64, Int64, Int) {
        (
          frame.lostVsyncs, frame.drift.rawValue.magnitude == 0 ? 0 : 1,
          frame.cost.engine.rawValue, -frame.tick
        )
      }
      return key(left) > key(right)
    }
    #expect(ticks == naive.prefix(10).map(\.tick))
  }
}
