import Checking
import Comparing
import Files
import FrameLogs
import FrameMetrics
import Judging
import Records
import Reporting
import Statistics

/// Recordings of an app as a check measures them: every file by itself, those of one session together.
struct CheckedRecordings {
  private(set) var measured: [MeasuredSubject] = []
  /// The recordings as a run; nil where none could be read.
  private(set) var record: RunRecord?
  /// The recordings that were measured.
  private(set) var parts: [CheckedRun.Part] = []
  /// Rows that were left out of what was measured, a sentence for each file.
  private(set) var notes: [String] = []
  private var findings: [CheckFinding] = []
  private var complaints: [MeasuredSubject.Shortfall] = []
  private let recordings: CheckFile.Recordings
  private let console: Console
  /// The files' names, by their number in the record.
  private var names: [String] = []
  /// The most files of one entry.
  private static let most = 10_000

  /// Reads the files and judges them.
  init(_ recordings: CheckFile.Recordings, in file: CheckFile, _ console: Console) {
    (self.recordings, self.console) = (recordings, console)
    var paths: [String] = []
    for pattern in recordings.patterns {
      let found = FilePattern.files(file.resolved(pattern))
      if found.isEmpty {
        let place = "(\(file.path):\(recordings.line))"
        complain(
          Folder.isFolder(file.resolved(pattern))
            ? "\(pattern) is a folder; write \(pattern)/* \(place)"
            : "no file matches \(pattern) \(place)"
        )
      }
      paths += found.filter { !paths.contains($0) }
    }
    if paths.count > Self.most {
      complain("\(paths.count) files are named, and \(Self.most) are read at most")
      paths.removeAll()
    }
    let logs = whole(read(paths))
    for log in logs where log.rows.refused > 0 {
      let first = log.rows.refusals.first.map { ", the first at \($0.line): \($0.reason)" } ?? ""
      let count = log.rows.refused
      notes.append(
        "\(FileName.last(of: log.path)): \(count) row\(count == 1 ? "" : "s") left out\(first)"
      )
    }
    guard !logs.isEmpty else { return }
    var record = RunRecord(recordings: chosen(logs), name: recordings.name)
    record.judgeRecordings(by: recordings.budgets)
    guard !record.cells.isEmpty else { return }
    self.record = record
    names = record.files.map(\.name)
    group(record)
    if measured.isEmpty {
      complain(RunVerdict(of: record).reasons.first ?? "nothing could be judged")
    } else {
      nameUnjudged(record)
    }
  }

  /// Names files of which nothing is judged beside others of which something is.
  private mutating func nameUnjudged(_ record: RunRecord) {
    for (index, log) in record.files.enumerated() {
      let cells = record.cells.filter { $0.recording?.file == index }
      if cells.contains(where: { !$0.budgets.isEmpty }) { continue }
      let why =
        cells.compactMap { $0.recording?.unjudged.first }.first
        ?? "no file says when frames were due"
      complain("not judged: \(why)", in: log.path)
    }
  }

  /// Names recordings of less than half the frames that the others have: no end is missing in most formats.
  private mutating func nameShort(_ cells: [CellRecord]) {
    let middle = typicalFramesBesides(theShortestOf: cells)
    for cell in cells where cell.recordedFrames * 2 < middle {
      complain(
        "half a recording: \(cell.recordedFrames) frames, the others have about "
          + "\(middle); record it again",
        in: fileName(of: cell)
      )
    }
  }

  /// The name of the file that a recording is of.
  private func fileName(of cell: CellRecord) -> String {
    cell.recording.map { names[$0.file] } ?? ""
  }

  /// How many frames recordings have beside one that has fewer than most; 0 where there is no other.
  private func typicalFramesBesides(theShortestOf cells: [CellRecord]) -> Int {
    let counts = cells.map(\.recordedFrames).sorted()
    return counts.count > 1 ? Int(Bootstrap.median(counts.dropFirst().map(Double.init))) : 0
  }

  private func typicalFrames(of cells: [CellRecord]) -> Int {
    Int(Bootstrap.median(cells.map { Double($0.recordedFrames) }))
  }

  /// One recording counts once, however many copies of its file there are. Where no frame is ever missed
  /// recordings are all alike, and count each.
  private mutating func withoutCopies(_ cells: [CellRecord]) -> [CellRecord] {
    var seen: [RecordingCopy: CellRecord] = [:]
    var frames: Set<String> = []
    var (kept, copies, equal) = ([CellRecord](), [String](), 0)
    for cell in cells {
      if let copy = RecordingCopy(of: cell) {
        if let first = seen[copy], first.recording?.file != cell.recording?.file {
          copies.append("\(fileName(of: cell)) of \(fileName(of: first))")
          continue
        }
        seen[copy] = seen[copy] ?? cell
      }
      if let digest = cell.recording?.framesDigest, !frames.insert(digest).inserted { equal += 1 }
      kept.append(cell)
    }
    if equal > 0 {
      notes.append("\(equal) of \(kept.count) recordings have the frames of another; each counts")
    }
    guard !copies.isEmpty else { return kept }
    let some = copies.prefix(3).joined(separator: ", ") + (copies.count > 3 ? ", ..." : "")
    let words =
      "\(copies.count) of \(cells.count) recordings are copies and count once: \(some)"
    if kept.count < RecordingComparison.least, cells.count >= RecordingComparison.least {
      complain(words + "; record the session anew each time")
    } else {
      notes.append(words)
    }
    return kept
  }

  private mutating func complain(_ reason: String, in path: String = "") {
    let file = path.isEmpty ? "" : FileName.last(of: path)
    // What `analyze` takes as an option, a check takes as a key.
    let words = ["refresh", "format", "gaps"].reduce(reason) { words, key in
      words.replacing("--\(key)", with: "`\(key)` in stillpoint.yaml")
    }
    complaints.append(.init(recording: file, words: words, isInvalid: true))
  }

  /// What could not be measured or judged, files alike together.
  var problems: [CheckFinding] {
    CheckFinding.grouped(complaints, of: recordings.name) + findings
  }

  /// Reads files, those that cannot be read left out with the reason.
  private mutating func read(_ paths: [String]) -> [FrameLog] {
    var paths = paths
    while !paths.isEmpty {
      do {
        return try FrameLogReader.read(paths, recordings.options) {
          console.reading($0, of: $1, FileName.last(of: $2))
        }
      } catch let error as FrameLogError {
        let words = "\(error)".replacing("\n", with: " ")
        let start = "\(error.path): "
        complain(
          words.hasPrefix(start) ? String(words.dropFirst(start.count)) : words,
          in: error.path
        )
        guard paths.contains(error.path) else { return [] }
        paths.removeAll { $0 == error.path }
      } catch {
        complain("\(error)".replacing("\n", with: " "))
        return []
      }
    }
    return []
  }

  /// Those of which nothing is missing.
  private mutating func whole(_ logs: [FrameLog]) -> [FrameLog] {
    logs.filter { log in
      let unfinished = log.rows.unfinished > 0 ? "its last row is cut off" : nil
      guard let reason = log.cut ?? unfinished else { return true }
      complain("half a recording: \(reason); record it again", in: log.path)
      return false
    }
  }

  /// The logs with the sessions that the file chooses.
  private mutating func chosen(_ logs: [FrameLog]) -> [FrameLog] {
    guard let part = recordings.session else { return logs }
    var logs = logs
    for index in logs.indices {
      let names = logs[index].sessions.map(\.name)
      logs[index].sessions.removeAll { !$0.name.contains(part) }
      guard logs[index].sessions.isEmpty else { continue }
      let known = names.filter { !$0.isEmpty }.prefix(5).joined(separator: ", ")
      complain(
        "no session has `\(part)` in its name; "
          + (known.isEmpty ? "this format names none: take the key out" : "there is \(known)"),
        in: logs[index].path
      )
    }
    return logs.filter { !$0.sessions.isEmpty }
  }

  private mutating func group(_ record: RunRecord) {
    var names: [String] = []
    var groups: [String: [CellRecord]] = [:]
    for cell in record.cells where !cell.budgets.isEmpty {
      let name = cell.recording?.commonName ?? ""
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(cell)
    }
    for name in names {
      let cells = withoutCopies(groups[name] ?? [])
      let title = name.isEmpty || names.count == 1 ? recordings.name : "\(recordings.name), \(name)"
      nameShort(cells)
      let identities = cells.map { identity(of: $0, in: record) }
      if let place = identities.firstIndex(where: { $0 != identities[0] }) {
        let facts = [0, place].map { index in
          identities[index].filter { !identities[place == index ? 0 : place].contains($0) }
            .map(\.value).joined(separator: ", ") + " (\(fileName(of: cells[index])))"
        }
        findings.append(
          CheckFinding(
            subject: title,
            kind: .invalid("recordings of two kinds: \(facts.joined(separator: " and "))")
          )
        )
        continue
      }
      var subject = CheckSubject(
        name: title,
        kind: .scattering,
        identity: identities[0],
        versions: versions(of: cells, in: record),
        hertz: cells[0].recording?.hertz,
        recordings: cells.map(\.metrics)
      )
      subject.figures.insert(ShareComparison.figure(of: cells), at: 0)
      subject.frames = typicalFrames(of: cells)
      let shortfalls = cells.compactMap { cell -> MeasuredSubject.Shortfall? in
        let isMissed = cell.verdict.kind == .missed
        let failed = cell.budgets.filter { $0.state == (isMissed ? .missed : .invalid) }
        guard !failed.isEmpty else { return nil }
        let words = RunVerdict.words(for: failed, in: cell)
        return .init(
          recording: fileName(of: cell),
          words: words,
          isInvalid: !isMissed,
          cause: failed.map(\.name).joined(separator: " "),
          excess: isMissed ? failed.compactMap(\.excess).max() ?? 0 : 0
        )
      }
      measured.append(MeasuredSubject(subject, shortfalls: shortfalls))
      parts += cells.map { cell in
        let file = file(of: cell, in: record)
        let command = file.map { "stillpoint analyze \(FileName.word($0.path))" }
        return CheckedRun.Part(cell: cell, subject: title, command: command)
      }
    }
  }

  /// The app's versions, each once.
  private func versions(of cells: [CellRecord], in record: RunRecord)
    -> [CheckSubject.Fact]
  {
    let versions = cells.compactMap { file(of: $0, in: record)?.version }.withoutRepeats
    return versions.map { CheckSubject.Fact("version", $0) }
  }

  private func file(of cell: CellRecord, in record: RunRecord) -> RecordedFile? {
    cell.recording.map { record.files[$0.file] }
  }

  private func identity(of cell: CellRecord, in record: RunRecord) -> [CheckSubject.Fact] {
    guard let recording = cell.recording else { return [] }
    var facts: [CheckSubject.Fact] = [.init("format", recording.format)]
    if let app = file(of: cell, in: record)?.app { facts.append(.init("app", app)) }
    if !cell.device.isEmpty { facts.append(.init("device", cell.device)) }
    let session = recording.commonName
    if !session.isEmpty, recordings.session == nil { facts.append(.init("session", session)) }
    let hertz = recording.hertz.map { "\(Int($0.rounded())) Hz" } ?? "not known"
    return facts + [.init("refresh rate", hertz)]
  }
}

extension CellRecord {
  /// How many frames its recording has.
  fileprivate var recordedFrames: Int { recording?.timeline.frames.count ?? 0 }
}
