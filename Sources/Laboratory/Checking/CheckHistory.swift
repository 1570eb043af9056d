import Comparing
import Files
import FrameMetrics
import Foundation
import Statistics

/// The figures of every change that was kept, as a file with a line of JSON each.
package struct CheckHistory: Sendable {
  /// A change.
  package struct Entry: Hashable, Codable, Sendable {
    /// A subject's typical figures by name.
    package struct Subject: Hashable, Codable, Sendable {
      package var name: String
      package var figures: [String: Double]
    }

    /// The version of the line's schema.
    package var schema = CheckHistory.schema
    /// When, as ISO 8601 in UTC.
    package var date: String
    /// Which change: a commit.
    package var label: String
    /// Why the figures were accepted as the new level; nil for a change that passed.
    package var accepted: String?
    /// The figures.
    package var subjects: [Subject]

    /// Makes the entry of what was measured.
    package init(of subjects: [CheckSubject], date: String, label: String, accepted: String?) {
      self.date = date
      self.label = label
      self.accepted = accepted
      self.subjects = subjects.map { subject in
        let figures = subject.figures.filter { ComparedFigures.contains($0, kind: subject.kind) }
        let values = figures.compactMap { figure in figure.typical.map { (figure.name, $0) } }
        return Subject(
          name: subject.name,
          figures: Dictionary(values) { first, _ in first }
        )
      }
    }

    /// Its line, without the end.
    package func line() throws -> [UInt8] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }

  /// The version of a line's schema.
  package static let schema = 1
  /// No history is longer: 64 MiB.
  private static let longest = 64 << 20
  /// How unlikely a change of level must be: it is asked after every change, of every figure.
  package static let probability = 1e-5
  /// A smaller change of level is no alarm.
  package static let least = 0.01
  /// A change of level that is an alarm however it came about: before the sum of small changes is 5 %.
  package static let most = 0.03

  /// The changes, the oldest first.
  package private(set) var entries: [Entry]
  /// What is wrong with lines that were left out, a sentence each.
  package private(set) var damages: [String] = []

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Adds a change.
  package mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Reads a file; one that is not there is an empty history. A damaged line costs that line.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read.
  package static func read(_ path: String) throws(InputError) -> CheckHistory {
    var history = CheckHistory()
    guard Folder.exists(path) else { return history }
    guard SystemCalls.status(of: path)?.isRegular == true else {
      throw InputError(
        path: path,
        problem: "no file",
        expected: "a history, or nothing",
        advice: "Name a file at history, or take the key out to keep none."
      )
    }
    let bytes = try InputFile.read(path, as: .bytes(longest)).bytes
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if let entry = Self.entry(line), entry.schema == schema {
        history.entries.append(entry)
        continue
      }
      let version = (try? JSONDecoder().decode(Version.self, from: Data(line)))?.schema
      let reason =
        version.map {
          $0 == schema ? nil : "made by \($0 > schema ? "a newer" : "an older") program"
        }
        ?? nil
      history.damages.append(
        "\(path):\(index + 1): \(reason ?? "no line of a history"); remove it, or restore it"
      )
    }
    return history
  }

  private struct Version: Decodable { var schema: Int }

  private static func entry(_ line: some Sequence<UInt8>) -> Entry? {
    try? JSONDecoder().decode(Entry.self, from: Data(line))
  }

  /// Where it may be written: where nothing is, or a file with a line of a history.
  package static func place(_ path: String, inputs: [String]) throws(OutputError) -> OutputPlace {
    let kind = OutputKind("a history of checks") { bytes in
      bytes.split(separator: 0x0A).contains { entry($0) != nil }
    }
    return try OutputPlace(path, replacing: kind, inputs: inputs, makesFolder: true)
  }

  /// A figure's values since it was last accepted, with the changes they are of.
  package func series(of figure: String, in subject: String) -> [(label: String, value: Double)] {
    let start = entries.lastIndex { $0.accepted != nil } ?? 0
    return entries[start...].compactMap { entry in
      let values = entry.subjects.first { $0.name == subject }?.figures
      return values?[figure].map { (entry.label, $0) }
    }
  }

  /// The figures whose level became worse since they were last accepted.
  ///
  /// - Returns: By subject, in the order of the figures.
  /// - Complexity: O(figures * entries).
  package func drifts(of subjects: [CheckSubject]) -> [(subject: String, drift: FigureDrift)] {
    subjects.flatMap { subject in
      subject.figures.filter { ComparedFigures.contains($0, kind: subject.kind) }
        .compactMap { figure in
          FigureDrift(figure, series: series(of: figure.name, in: subject.name))
            .map { (subject.name, $0) }
        }
    }
  }
}

/// A figure whose level became worse over many changes.
package struct FigureDrift: Hashable, Sendable {
  /// The figure's name, unit and direction; no samples.
  package var figure: FigureSamples
  /// Its level before, and now.
  package var before: Double
  package var now: Double
  /// The first change of the new level.
  package var since: String
  /// How many changes were looked at.
  package var changes: Int

  /// The change of level as a part of the level before.
  package var change: Double { now / before - 1 }

  /// Looks for a drift; nil without one, for values that are not above 0, and for too few.
  ///
  /// An alarm is a change of level for the worse by ``CheckHistory/least`` that is too unlikely, or one of the
  /// last changes from the first, three at most, by ``CheckHistory/most`` and four times their scatter.
  package init?(_ figure: FigureSamples, series: [(label: String, value: Double)]) {
    let values = series.map(\.value)
    guard values.count >= 4, values.allSatisfy({ $0 > 0 }) else { return nil }
    let sign = figure.better == .up ? -1.0 : 1.0
    self.figure = figure
    self.figure.samples = []
    changes = values.count
    if let shift = LevelShift.of(values), shift.probability <= CheckHistory.probability {
      let old = values[..<shift.index].reduce(0, +) / Double(shift.index)
      if sign * shift.difference >= CheckHistory.least * old {
        (before, now, since) = (old, old + shift.difference, series[shift.index].label)
        return
      }
    }
    let few = values.count < 12 ? 2 : 3
    before = Bootstrap.median(Array(values.prefix(few)))
    now = Bootstrap.median(Array(values.suffix(few)))
    since = series[0].label
    let squares = zip(values.dropFirst(), values).map { ($0 - $1) * ($0 - $1) }
    let scatter = (squares.reduce(0, +) / Double(2 * squares.count)).squareRoot()
    guard sign * (now - before) >= max(CheckHistory.most * before, 4 * scatter) else { return nil }
  }
}
