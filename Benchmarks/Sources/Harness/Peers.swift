import Foundation

/// A process of a benchmark program that measures what it is told: commands come in lines, answers
/// go out in lines.
final class Peer {
  private let program: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  /// Starts one on the last processor alone: two that take turns there have the same neighbours,
  /// which on two processors they need not have.
  init(program: String) throws {
    self.program = program
    // A process that has ended is said to have, and ends nothing here.
    signal(SIGPIPE, SIG_IGN)
    let taskset = Program.tool("taskset")
    let processor = ProcessInfo.processInfo.activeProcessorCount - 1
    process.executableURL = URL(filePath: taskset ?? program)
    process.arguments = (taskset == nil ? [] : ["-c", "\(processor)", program]) + ["serve"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Sends a command and waits for its answer.
  ///
  /// - Throws: ``Complaint`` when the process has ended.
  func ask(_ command: String) throws -> String {
    let ended = Complaint(text: "\(program) ended at: \(command)")
    guard (try? input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))) != nil
    else { throw ended }
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = rest[rest.index(after: end)...]
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw ended }
      rest += more
    }
  }

  /// Opens a case.
  ///
  /// - Parameter load: The operations and batches of a sample; nil to find them.
  /// - Returns: The load; nil when the program has no such case.
  func open(_ id: String, load: String?, plus percent: Double) throws -> String? {
    let answer = try ask("open \(id.replacing(" ", with: "_")) \(percent) \(load ?? "")")
    return answer == "none" ? nil : answer
  }

  /// The hash of what the case that is open answers.
  func answer() throws -> String { try ask("answer") }

  /// Nanoseconds an operation; nil where it failed.
  func sample() throws -> Double? { Double(try ask("sample")).flatMap { $0 > 0 ? $0 : nil } }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The other side: measures what the lines of the standard input say, until they end.
  static func serve(_ cases: [Case]) {
    let sampler = Sampler()
    var session: Session?
    var opened: Case?
    var load = Sampler.Load(operations: 1, batches: 1)
    var scale = 1.0
    while let line = readLine() {
      let words = line.split(separator: " ").map { String($0) }
      if words.first == "sample", let session {
        print(sampler.sample(session, load) * scale)
      } else if words.first == "answer", let opened {
        print(Program.answer(of: opened.contestants[0], opened))
      } else if words.first == "open",
        let item = cases.first(where: { $0.id.replacing(" ", with: "_") == words[1] })
      {
        let contestant = item.contestants[0]
        let started = contestant.start()
        if words.count == 6 {
          load = Sampler.Load(operations: Int(words[3]) ?? 1, batches: Int(words[4]) ?? 1)
          load.warmUps = Int(words[5]) ?? 0
          _ = sampler.sample(started, load)
        } else {
          load = sampler.load(started, of: contestant, isScattered: item.isScattered)
        }
        (session, opened) = (started, item)
        print("\(load.operations) \(load.batches) \(load.warmUps)")
        // Of the sample, and not of its operations: many a row is one.
        scale = 1 + (Double(words[2]) ?? 0) / 100
      } else {
        print("none")
      }
      fflush(nil)
    }
  }
}

/// Two programs with the same cases, which may stand for two revisions, case by case.
struct Comparison {
  let programs: (old: String, new: String)
  /// How many pairs of processes there are: where memory lies differs from process to process.
  var pairs = 10
  /// How often both take turns in each pair; contestants that time themselves do 12 at most.
  var rounds = 40
  /// What is planted in the new program, by case, in percent.
  var planted: [String: Double] = [:]
  /// The least difference that counts.
  static let least = 0.02
  /// How often at most more processes look at a case whose ratio is over that and its interval is not.
  private static let looks = 3

  /// What a comparison says of a case.
  struct Verdict {
    let id: String
    /// New over old, and its interval of 99 %.
    var ratio: Double
    var interval: ClosedRange<Double>

    /// 1 for slower, -1 for faster, 0 when the interval holds a difference that is none.
    var direction: Int {
      interval.lowerBound > 1 + least ? 1 : interval.upperBound < 1 - least ? -1 : 0
    }

    /// Whether more figures may tell that there is a difference.
    var isOpen: Bool { direction == 0 && abs(ratio - 1) > least }
  }

  /// Compares cases. What differs is looked at again, with other processes; it counts when these
  /// find the same.
  func verdicts(_ ids: [String]) throws -> [Verdict] {
    var verdicts = try settled(ids)
    let seen = verdicts.filter { $0.direction != 0 }
    guard !seen.isEmpty else { return verdicts }
    let again = try settled(seen.map(\.id))
    for second in again {
      guard let place = verdicts.firstIndex(where: { $0.id == second.id }) else { continue }
      let first = verdicts[place]
      verdicts[place] = second
      if first.direction != second.direction {
        let both = [first.interval, second.interval]
        verdicts[place].interval =
          (both.map(\.lowerBound).min() ?? 1)...(both.map(\.upperBound).max() ?? 1)
      }
    }
    return verdicts
  }

  /// What as many processes say as it takes to tell.
  private func settled(_ ids: [String]) throws -> [Verdict] {
    var ratios: [String: [Double]] = [:]
    var verdicts: [Verdict] = []
    var open = ids
    for _ in 0..<Self.looks where !open.isEmpty {
      try look(open, &ratios)
      verdicts = ids.compactMap { id in
        ratios[id].map { found in
          Verdict(
            id: id,
            ratio: Statistics.median(found),
            interval: Statistics.interval(found, confidence: 0.99)
          )
        }
      }
      open = verdicts.filter(\.isOpen).map(\.id)
    }
    return verdicts
  }

  /// Adds the ratios that some pairs of processes find, by case: one a pair.
  ///
  /// - Throws: ``Complaint`` when a program ends, has no such case, or answers otherwise.
  private func look(_ ids: [String], _ ratios: inout [String: [Double]]) throws {
    for _ in 0..<pairs {
      let old = try Peer(program: programs.old)
      let new = try Peer(program: programs.new)
      for id in ids {
        guard let load = try old.open(id, load: nil, plus: 0),
          try new.open(id, load: load, plus: planted[id] ?? 0) != nil
        else { throw Complaint(text: "\(id): \(programs.old) has no such case; filter it out") }
        if ratios[id] == nil {
          let answers = (old: try old.answer(), new: try new.answer())
          guard answers.old == answers.new else {
            throw Complaint(text: "\(id): answers \(answers.new), the older one \(answers.old)")
          }
        }
        // The least of each: a neighbour makes a machine slower, never faster.
        var least = (old: Double.infinity, new: Double.infinity)
        let timesItself = load.hasSuffix(" 0 0")
        for round in 0..<(timesItself ? min(rounds, 12) : rounds) {
          for isOld in round.isMultiple(of: 2) ? [true, false] : [false, true] {
            guard let sample = try isOld ? old.sample() : new.sample() else {
              throw Complaint(text: "\(id): failed in \(isOld ? programs.old : programs.new)")
            }
            if isOld {
              least.old = min(least.old, sample)
            } else {
              least.new = min(least.new, sample)
            }
          }
        }
        if least.old < .infinity, least.new < .infinity {
          ratios[id, default: []].append(least.new / least.old)
        }
      }
      old.end()
      new.end()
    }
  }
}
