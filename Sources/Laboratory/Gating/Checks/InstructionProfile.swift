import FramePacing

/// Instructions of a cell, as callgrind counted them.
package struct InstructionProfile: Codable, Hashable, Sendable {
  /// A function of the program and what it did itself; or one of a library that the program called,
  /// and what that and all that it called did: libraries seldom have the names of their inner functions.
  package struct Function: Codable, Hashable, Sendable {
    /// The symbol; of a library's function `symbol of library`.
    package var name: String
    /// Instructions: of its own, or of the calls that the program made.
    package var instructions: Int

    package init(name: String, instructions: Int) {
      self.name = name
      self.instructions = instructions
    }
  }

  /// How many of the costliest functions are kept.
  package static let keptFunctions = 200

  /// Instructions by phase, those of called functions included, in the order of the phases.
  package var phases: [Int]
  /// The costliest functions, the costliest first.
  package var functions: [Function]

  package init(phases: [Int], functions: [Function]) {
    self.phases = phases
    self.functions = functions
  }

  /// Instructions of all phases.
  package var total: Int { phases.reduce(0, +) }

  /// The function whose instructions rose most from `base` to here; nil where none did.
  package func steepestRise(from base: InstructionProfile) -> Function? {
    let before = Dictionary(base.functions.map { ($0.name, $0.instructions) }) { $0 + $1 }
    let rises = functions.map {
      Function(name: $0.name, instructions: $0.instructions - before[$0.name, default: 0])
    }
    return rises.filter { $0.instructions > 0 }
      .max { ($0.instructions, $1.name) < ($1.instructions, $0.name) }
  }
}

/// Reads what callgrind writes (the format's version 1; Valgrind's manual, "Callgrind Format
/// Specification"): costs by function and by call.
package enum CallgrindFile {
  /// Why a file cannot be read.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    /// The line, from 1; nil for the whole file.
    package var line: Int?
    /// What is wrong.
    package var problem: String

    /// The message.
    package var description: String {
      "callgrind's file\(line.map { ", line \($0)" } ?? ""): \(problem)"
    }
  }

  /// Reads a profile.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - symbols: Of each phase what the symbol of its function contains, in the order of the phases.
  /// - Throws: ``Failure`` for a line that is none, and where no phase was counted.
  /// - Complexity: O(bytes).
  package static func profile(
    _ text: String,
    phases symbols: [String]
  ) throws(Failure) -> InstructionProfile {
    var reader = CallgrindReader(symbols: symbols)
    for (index, line) in text.utf8.split(separator: 10, omittingEmptySubsequences: false)
      .enumerated()
    {
      guard reader.read(line) else {
        throw Failure(line: index + 1, problem: "not a line of its format: \(Substring(line))")
      }
    }
    guard reader.phases.contains(where: { $0 > 0 }) else {
      throw Failure(line: nil, problem: "no call of a phase was counted")
    }
    let functions = reader.functions().sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return InstructionProfile(
      phases: reader.phases,
      functions: functions.prefix(InstructionProfile.keptFunctions)
        .map { InstructionProfile.Function(name: $0.key, instructions: $0.value) }
    )
  }
}

/// The state between two lines.
private struct CallgrindReader {
  let symbols: [String]
  var phases: [Int]
  private struct Symbol: Hashable {
    var object = ""
    var name = ""
  }

  private struct Call: Hashable {
    var caller: String
    var callee: Symbol
  }

  /// What functions did themselves.
  private var own: [Symbol: Int] = [:]
  /// What calls from one object into another came to, all that they called included.
  private var calls: [Call: Int] = [:]
  /// Where the phases are.
  private var program: String?
  private var names: [String: String] = [:]
  private var objects: [String: String] = [:]
  private var phaseOfName: [String: Int?] = [:]
  private var function = Symbol()
  private var callee = Symbol()
  private var isCall = false

  init(symbols: [String]) {
    self.symbols = symbols
    phases = Array(repeating: 0, count: symbols.count)
  }

  /// The program's functions with what they did themselves, those that it called in libraries with all
  /// that the calls came to.
  func functions() -> [String: Int] {
    var functions: [String: Int] = [:]
    for (symbol, count) in own where symbol.object == program {
      functions[symbol.name, default: 0] += count
    }
    for (call, count) in calls where call.caller == program {
      let library = call.callee.object.split(separator: "/").last ?? "an unknown library"
      functions["\(call.callee.name) of \(library)", default: 0] += count
    }
    return functions
  }

  mutating func read(_ line: Substring.UTF8View) -> Bool {
    guard let first = line.first else { return true }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"):
      return cost(line)
    case UInt8(ascii: "#"): return true
    default: break
    }
    if let name = value(of: "fn=", in: line) {
      guard let known = Self.resolve(name, among: &names) else { return false }
      function.name = known
    } else if let name = value(of: "cfn=", in: line) {
      guard let known = Self.resolve(name, among: &names) else { return false }
      callee.name = known
    } else if let name = value(of: "ob=", in: line) {
      guard let known = Self.resolve(name, among: &objects) else { return false }
      function.object = known
      callee.object = known
    } else if let name = value(of: "cob=", in: line) {
      guard let known = Self.resolve(name, among: &objects) else { return false }
      callee.object = known
    } else if value(of: "calls=", in: line) != nil {
      isCall = true
    }
    // Files and the header say nothing that is wanted.
    return line.contains(UInt8(ascii: "=")) || line.contains(UInt8(ascii: ":"))
  }

  /// A line of positions and a cost: of the function itself, or after `calls=` of what it called.
  private mutating func cost(_ line: Substring.UTF8View) -> Bool {
    let parts = line.split(separator: UInt8(ascii: " "))
    let isInCall = isCall
    isCall = false
    // Where the object of a call is not said, it is that of the caller.
    defer { if isInCall { callee.object = function.object } }
    // A cost of zero may be left out.
    guard parts.count >= 2 else { return parts.count == 1 }
    guard let count = Int(Substring(parts[1])) else { return false }
    if isInCall {
      if let phase = phase(of: callee.name) {
        phases[phase] += count
        program = callee.object
      }
      if callee.object != function.object {
        calls[Call(caller: function.object, callee: callee), default: 0] += count
      }
    } else {
      own[function, default: 0] += count
    }
    return true
  }

  private mutating func phase(of name: String) -> Int? {
    if let known = phaseOfName[name] { return known }
    let found = symbols.firstIndex { name.contains($0) }
    phaseOfName[name] = .some(found)
    return found
  }

  private func value(of key: String, in line: Substring.UTF8View) -> Substring.UTF8View? {
    guard line.starts(with: key.utf8) else { return nil }
    return line.dropFirst(key.utf8.count)
  }

  /// A name: `(number) text` where it comes first, `(number)` afterwards, or the text alone.
  private static func resolve(
    _ name: Substring.UTF8View,
    among names: inout [String: String]
  ) -> String? {
    guard name.first == UInt8(ascii: "("), let end = name.firstIndex(of: UInt8(ascii: ")")) else {
      return String(Substring(name))
    }
    let number = String(Substring(name[...end]))
    let text = Substring(name[name.index(after: end)...]).drop { $0 == " " }
    if text.isEmpty { return names[number] }
    names[number] = String(text)
    return String(text)
  }
}
