import Foundation
import Profiling
import Revealing
import Timebase
import TokenStreaming
import WordDictionary

/// The sections of the page: each measures and adds its rows.
struct Sections {
  let isSmall: Bool
  var table = Table()

  private var measure: Measure { Measure(repeats: isSmall ? 1 : 25) }
  private var fewer: Measure { Measure(repeats: isSmall ? 1 : 3) }

  init(isSmall: Bool) { self.isSmall = isSmall }

  mutating func chunking() {
    let words = isSmall ? 500 : 10_000
    let text = TokenText.prose(words: words)
    let runs = ChunkRuns(text: text)
    let naive = NaiveRuns(text)
    let tokens = text.tokenCount
    precondition(runs.count() == words, "\(runs.count()) chunks in \(words) words")
    table.begin(
      "Chunking ASCII, a token",
      "\(words) words in \(tokens) tokens of \(Table.text(Double(text.bytes.count) / Double(tokens)))"
        + " bytes; the sink is emptied after each token."
    )
    let bytes = measure.nanoseconds(an: tokens) { runs.bytes(tokens: tokens) }
    table.row("bytes", bytes, unit: "ns", .most(15, stretch: 8))
    let strings = measure.nanoseconds(an: tokens) { runs.strings() }
    table.row("`String`", strings, unit: "ns", .most(24, stretch: 15))
    var sink = ChunkSink()
    let whole = measure.nanoseconds(an: tokens) { runs.whole(&sink) }
    let speed = Double(text.bytes.count) / (whole * Double(tokens))
    table.row("the whole message as one token, a token's share", whole, unit: "ns")
    table.row("the same as a rate", speed, unit: "GB/s", .least(1, stretch: 4))
    let twin = fewer.nanoseconds(an: 1) { naive.split() }
    table.row("twin: `split(separator: \" \")` at each token, at the end", twin, unit: "ns")
    let samples = isSmall ? 10 : 100
    let counted = fewer.nanoseconds(an: samples) { naive.splitAndCount(samples: samples) }
    table.row("twin: split, count, difference, mean over the message", counted, unit: "ns")
    let white = fewer.nanoseconds(an: 1) { naive.splitAtWhitespace() }
    table.row("twin: `split(whereSeparator: \\.isWhitespace)`, at the end", white, unit: "ns")
    let components = fewer.nanoseconds(an: 1) { naive.components() }
    table.row("twin: Foundation's `components(separatedBy:)`, at the end", components, unit: "ns")
    let views = fewer.nanoseconds(an: 1) { naive.bytesSplit() }
    table.row("twin: `utf8.split`, at the end", views, unit: "ns")
    let counts = fewer.nanoseconds(an: 1) { naive.characters() }
    table.row("twin: `count` of the text, at the end", counts, unit: "ns")
    // Twins of the mean take the append too; it is little beside the rest.
    table.row(
      "split, count, difference over `String`",
      counted / strings,
      unit: "times",
      .least(100, stretch: 10_000)
    )
  }

  mutating func growth() {
    let text = TokenText.prose(words: 1_000)
    let runs = ChunkRuns(text: text)
    let lengths = isSmall ? [1, 4] : [1, 10, 100, 1_000]
    table.begin(
      "Chunking ASCII as the message grows, a token",
      "The same thousand words over and over; the exponent is the slope of log(time a token) over"
        + " log(words)."
    )
    // Turn by turn, so that other work on the machine meets all lengths alike.
    var least = [Double](repeating: .infinity, count: lengths.count)
    for _ in 0..<(isSmall ? 1 : 25) {
      for (place, thousands) in lengths.enumerated() {
        let tokens = thousands * text.tokenCount
        let rounds = (lengths.last ?? 1) / thousands
        let figure = Measure(repeats: 1).nanoseconds(an: tokens * rounds) {
          var hash: UInt64 = 0
          for _ in 0..<rounds { hash = Answers.mix(hash, runs.bytes(tokens: tokens)) }
          return hash
        }
        least[place] = min(least[place], figure)
      }
    }
    for (place, thousands) in lengths.enumerated() {
      table.row("\(thousands * 1_000) words", least[place], unit: "ns")
    }
    let logarithms = zip(lengths, least).map { (log(Double($0)), log($1)) }
    let meanX = logarithms.map(\.0).reduce(0, +) / Double(lengths.count)
    let meanY = logarithms.map(\.1).reduce(0, +) / Double(lengths.count)
    let above = logarithms.map { ($0.0 - meanX) * ($0.1 - meanY) }.reduce(0, +)
    let below = logarithms.map { ($0.0 - meanX) * ($0.0 - meanX) }.reduce(0, +)
    table.row("exponent", above / below, unit: "", .most(0.02, stretch: 0))
  }

  mutating func scripts() {
    let dictionary = SystemWordBoundaries()
    table.begin(
      "Chunking other texts, a scalar",
      "Tokens of 4 scalars; the dictionary is asked once for each word."
    )
    for sample in ScriptSamples.all {
      let text = TokenText.repeated(sample.text, scalars: isSmall ? 400 : 20_000)
      let scalars = text.text.unicodeScalars.count
      let runs = ChunkRuns(text: text, boundaries: sample.usesDictionary ? dictionary : nil)
      let figure = Measure(repeats: isSmall ? 1 : 7).nanoseconds(an: scalars) {
        runs.bytes(tokens: text.tokenCount)
      }
      let rate = Double(text.bytes.count) / (figure * Double(scalars)) * 1_000
      table.row("\(sample.name) (\(Table.text(rate)) MB/s)", figure, unit: "ns")
    }
  }

  mutating func ticks() {
    table.begin(
      "Scheduler and pool, a tick of 5 windows that stream",
      "What completed goes into the queues, what is due is performed, every opacity is evaluated."
        + " The words come at the rate in each window."
    )
    let cases: [(String, RevealRule, Double, Int)] = [
      ("reference, 10 words/s, 60 Hz", .reference, 10, 60),
      ("reference, 60 words/s, 60 Hz", .reference, 60, 60),
      ("reference, 60 words/s, 120 Hz", .reference, 60, 120),
      ("reference, 500 words/s, 60 Hz", .reference, 500, 60),
      ("vercel-v0, 30 words/s, 60 Hz", .vercelV0, 30, 60),
      ("swiftui-tips, 8 words/s, 60 Hz", .swiftUITips, 8, 60),
      ("parameter-article, 60 words/s, 60 Hz", .parameterArticle, 60, 60),
    ]
    for (name, rule, rate, refresh) in cases {
      let runs = TickRuns(rule: rule, rate: rate, refresh: refresh, seconds: isSmall ? 2 : 30)
      let figure = measure.nanoseconds(an: runs.ticks) { runs.whole() }
      // The goal is for the rates of models; what a flood costs is shown beside.
      let hasGoal = rate < 100
      table.row(name, figure, unit: "ns", hasGoal ? .most(1_000, stretch: 500) : .none)
    }
  }

  mutating func allocations() {
    table.begin(
      "Allocations in the steady state",
      "Counted by jemalloc in a repetition that is not timed, after a warm-up."
    )
    guard let counter = AllocationCounter() else {
      table.line("| n/a: \(AllocationCounter.availability) | | | | |")
      return
    }
    let text = TokenText.prose(words: 500)
    var chunker = WordChunker(rule: .unicodeWords)
    var sink = ChunkSink()
    func feed() {
      for token in text.strings {
        chunker.append(token, at: .zero, into: &sink)
        if !sink.isEmpty { sink.removeAll() }
      }
    }
    feed()
    let first = counter.sample()
    feed()
    let chunking = counter.sample() - first
    table.row("\(text.tokenCount) tokens", Double(chunking.count), unit: "", .most(0, stretch: 0))
    for (name, rule) in [
      ("reference", RevealRule.reference), ("vercel-v0", .vercelV0),
      ("swiftui-tips", .swiftUITips), ("parameter-article", .parameterArticle),
    ] {
      let rate = rule == .swiftUITips ? 5.0 : 30
      let runs = TickRuns(rule: rule, rate: rate, refresh: 60, seconds: 30)
      var session = TickRuns.Session(runs)
      runs.run(&session, ticks: 900)
      let before = counter.sample()
      runs.run(&session, ticks: 600)
      let difference = counter.sample() - before
      table.row("600 ticks, \(name)", Double(difference.count), unit: "", .most(0, stretch: 0))
    }
  }
}
