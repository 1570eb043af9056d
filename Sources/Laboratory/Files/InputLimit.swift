#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The limits on what is read: one row each, with the variable of the environment that raises it.
package struct InputLimit: Hashable, Sendable {
  /// What is limited, as in `at most 32 levels of nesting`.
  package let what: String
  /// The variable that sets another value.
  package let variable: String
  /// The value without it.
  package let standard: Int
  /// The greatest value that it may have.
  package let greatest: Int

  /// The size of an input: a million messages of a paragraph each.
  package static let bytes = InputLimit("bytes", "BYTES", 256 << 20, 1 << 36)
  /// The length of a line: one line may load a million messages.
  package static let lineBytes = InputLimit("bytes in a line", "LINE_BYTES", 256 << 20, 1 << 34)
  /// The lines of a stream or script.
  package static let lines = InputLimit("lines", "LINES", 1_000_000, 1 << 32)
  /// The values of a file that is one value, aliases counted as what they stand for.
  package static let values = InputLimit("values", "VALUES", 1_000_000, 1 << 32)
  /// The values of a line: a million messages with an id, a role and a text, and as many more.
  package static let lineValues = InputLimit(
    "values in a line",
    "LINE_VALUES",
    5_000_000,
    1 << 32
  )
  /// The nesting of lists and objects.
  package static let depth = InputLimit("levels of nesting", "DEPTH", 32, 256)
  /// The size of a YAML file.
  package static let yamlBytes = InputLimit("bytes of YAML", "YAML_BYTES", 1 << 20, 1 << 28)
  /// The aliases of a YAML file.
  package static let aliases = InputLimit("aliases", "ALIASES", 16, 1 << 20)
  /// A duration in a scenario, in milliseconds: four hours of screen time.
  package static let duration = InputLimit("ms", "DURATION_MS", 14_400_000, 604_800_000)
  /// What the parts of a scenario come to: tokens, messages and other events.
  package static let events = InputLimit("tokens and events", "EVENTS", 2_000_000, 1 << 32)
  /// The characters of a stream of which only sizes are known: four of the longest messages.
  package static let characters = InputLimit("characters", "CHARACTERS", 16 << 20, 1 << 32)

  /// The cells that a scenario's matrix comes to.
  package static let cells = InputLimit("configurations of a matrix", "CELLS", 256, 100_000)

  /// Every limit.
  package static let all = [
    bytes, lineBytes, lines, values, lineValues, depth, yamlBytes, aliases, duration, events,
    characters, cells,
  ]

  private init(_ what: String, _ name: String, _ standard: Int, _ greatest: Int) {
    self.what = what
    variable = "STILLPOINT_MAX_\(name)"
    self.standard = standard
    self.greatest = greatest
  }

  /// Whether what is read is the program's own, which no variable limits.
  @TaskLocal package static var isOfProgram = false

  /// The value in force.
  ///
  /// - Throws: ``InputError`` when the variable says what is no number or one out of range.
  package func value() throws(InputError) -> Int {
    guard !Self.isOfProgram, let entry = getenv(variable) else { return standard }
    let text = String(cString: entry)
    guard let value = Int(text), (1...greatest).contains(value) else {
      throw InputError(
        path: variable,
        problem: "wrong value in the environment",
        value: text,
        expected: "1 to \(greatest) \(what)",
        advice: "Correct or unset it; without it \(standard) \(what) are allowed."
      )
    }
    return value
  }

  /// The variables to set for a file, with what it needs of each limit on lines.
  private func raised(for path: String) -> String {
    let own = "\(variable)=NUMBER"
    guard [Self.bytes, .lineBytes, .lines, .lineValues].contains(self),
      let survey = InputSurvey(path: path)
    else { return own }
    let needs: [(limit: InputLimit, count: Int)] = [
      (.bytes, survey.bytes), (.lineBytes, survey.longestLine), (.lines, survey.lines),
      (.lineValues, survey.mostValues),
    ]
    let passed = needs.filter { need in
      guard let most = try? need.limit.value() else { return false }
      return need.count > most
    }
    return passed.isEmpty
      ? own : passed.map { "\($0.limit.variable)=\($0.count)" }.joined(separator: " ")
  }

  /// What is said of an input that is beyond. All limits that a file of lines passes are named at once.
  ///
  /// - Parameters:
  ///   - value: What it has, as far as that is known.
  ///   - advice: What else can be done, a sentence.
  package func error(
    path: String,
    line: Int? = nil,
    column: Int? = nil,
    value: String? = nil,
    limit: Int,
    advice: String
  ) -> InputError {
    InputError(
      path: path,
      line: line,
      column: column,
      problem: "too many \(what)",
      value: value,
      expected: "at most \(limit) \(what)",
      advice: "\(advice) If it is meant, raise the limit: \(raised(for: path)) in the environment."
    )
  }
}
