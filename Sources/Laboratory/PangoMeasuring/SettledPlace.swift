import TextMeasuring

/// A place that no later text can move, and what stands before it: the start of a line, or of a
/// part of a line that is not broken at spaces.
struct SettledPlace {
  var utf8Offset: Int
  var height: Int64
  var lines: Int64
  /// How far the line has come, and the tallest of it, in a part of a line.
  var pen: Int64 = 0
  var ascent: Int64 = 0
  var descent: Int64 = 0
  /// Where the breaks are looked for from; nil for the place itself.
  var base: Int?
  /// Whether the place lies in a word, or in a line that does not wrap.
  var isInWord = false
}

extension SettledPlace {
  /// The start of a line below those that a stack has finished.
  init(utf8Offset: Int, _ stack: LineStack, base: Int? = nil) {
    self.init(utf8Offset: utf8Offset, height: stack.height, lines: stack.lines, base: base)
  }

  /// Takes up a state that was kept.
  init(_ state: TailMeasurement.State) {
    let registers = state.registers
    self.init(
      utf8Offset: state.utf8Offset,
      height: registers[0],
      lines: registers[1],
      pen: registers[2],
      ascent: registers[3],
      descent: registers[4],
      base: registers[5] > 0 ? Int(registers[5]) - 1 : nil,
      isInWord: registers[6] == 1
    )
  }

  /// The place as a state to keep.
  ///
  /// - Parameter needed: How many leading bytes of the text it depends on.
  func state(needing needed: Int) -> TailMeasurement.State {
    TailMeasurement.State(
      utf8Offset: utf8Offset,
      neededUTF8Count: needed,
      registers: SIMD8(
        height,
        lines,
        pen,
        ascent,
        descent,
        base.map { Int64($0) + 1 } ?? 0,
        isInWord ? 1 : 0,
        0
      )
    )
  }
}
