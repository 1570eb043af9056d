import Timebase

extension OpenLoopGenerator {
  /// Makes a whole stream with its text.
  ///
  /// - Parameters:
  ///   - preset: How tokens arrive.
  ///   - seed: Chooses times, sizes and text.
  ///   - limit: How long the stream is.
  ///   - stallLengths: Stalls beside the one that the preset may have, spread evenly.
  /// - Returns: The tokens, in order of time; their text is one Markdown text.
  /// - Complexity: O(tokens).
  package static func tokens(
    _ preset: LoadPreset,
    seed: UInt64,
    limit: Limit,
    stallLengths: [Nanoseconds] = []
  ) -> [StreamToken] {
    let arrivals = arrivals(preset, seed: seed, limit: limit, stallLengths: stallLengths)
    let total = arrivals.reduce(0) { $0 + $1.characters }
    var cutter = TokenCutter(TextSynthesis.markdown(scalars: total, seed: seed))
    return arrivals.map { StreamToken(at: $0.instant, bytes: cutter.next($0.characters)) }
  }

  /// Makes the times and sizes of a whole stream; see ``tokens(_:seed:limit:stallLengths:)``.
  package static func arrivals(
    _ preset: LoadPreset,
    seed: UInt64,
    limit: Limit,
    stallLengths: [Nanoseconds] = []
  ) -> [Arrival] {
    let length = expectedLength(preset, limit)
    var stalls = stallLengths.enumerated().map { order, stall in
      let share = (Double(order) + 0.5) / Double(stallLengths.count)
      return Stall(from: .zero + Nanoseconds(seconds: length.seconds * share), length: stall)
    }
    if let stall = stall(of: preset, seed: seed, within: length) { stalls.append(stall) }
    stalls.sort { $0.earliest < $1.earliest }
    var generator = OpenLoopGenerator(preset: preset, seed: seed, stalls: stalls)
    var final = preset.finalFlush
    if case .tokens(let count) = limit, let tokens = final?.tokens {
      // A stream has a token before its final flush.
      final?.tokens = max(0, min(tokens, count - 1))
    }
    var arrivals: [Arrival] = []
    while true {
      if case .tokens(let count) = limit, arrivals.count >= count - (final?.tokens ?? 0) { break }
      let arrival = generator.next()
      if case .duration(let span) = limit,
        arrival.instant - .zero > span - (final?.span ?? .zero)
      {
        break
      }
      arrivals.append(arrival)
    }
    guard let final, let last = arrivals.last else { return arrivals }
    for index in 0..<final.tokens {
      var arrival = generator.next()
      let share = Double(index + 1) / Double(final.tokens)
      arrival.instant = last.instant + Nanoseconds(seconds: final.span.seconds * share)
      arrivals.append(arrival)
    }
    return arrivals
  }

  /// The stall that the preset itself gives to the stream of `seed`, if it has one.
  private static func stall(
    of preset: LoadPreset,
    seed: UInt64,
    within length: Nanoseconds
  ) -> Stall? {
    guard let pause = preset.stall else { return nil }
    var chance = SeededGenerator(seed: seed, index: 6)
    let share = 0.8 * chance.nextFraction()
    let milliseconds = pause.length.value(at: chance.nextFraction())
    let tokens = pause.tokens.map { $0.count(at: chance.nextFraction()) }
    if pause.probability < 1, chance.nextFraction() >= pause.probability { return nil }
    return Stall(
      from: .zero + Nanoseconds(seconds: length.seconds * share),
      length: Nanoseconds(milliseconds: milliseconds),
      tokens: tokens
    )
  }

  private static func expectedLength(_ preset: LoadPreset, _ limit: Limit) -> Nanoseconds {
    switch limit {
    case .duration(let span): return span
    case .tokens(let count):
      let milliseconds =
        switch preset.rhythm {
        case .metronomic(let median, let table): median * table.mean
        case .bursts(let gap, let tokens, _): gap.mean / tokens.mean
        }
      return Nanoseconds(milliseconds: milliseconds * Double(count))
    }
  }
}
