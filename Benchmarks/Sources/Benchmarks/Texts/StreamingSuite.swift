import Benchmarking
import ChatSurface
import Foundation
import Revealing
import Scenarios
import Timebase
import TokenStreaming
import WordDictionary

/// A text cut into tokens, as bytes and as strings.
struct TokenText {
  private(set) var bytes: [[UInt8]] = []
  private(set) var strings: [String] = []

  init(_ strings: [String]) {
    self.strings = strings
    bytes = strings.map { Array($0.utf8) }
  }

  /// ASCII prose: a token is a space with a word, or half of a longer one; 5 bytes in the mean.
  static func prose(words: Int) -> TokenText {
    var random = Congruential(7)
    var tokens: [String] = []
    for word in 0..<words {
      let longer = random.index(below: 3) == 0 ? random.index(below: 6) : 0
      let length = 2 + random.index(below: 4) + longer
      var token = word == 0 ? "" : word % 97 == 0 ? "\n" : " "
      for place in 0..<length {
        if length > 7, place == 5 {
          tokens.append(token)
          token = ""
        }
        token.unicodeScalars.append(Unicode.Scalar(UInt8(97 + random.index(below: 26))))
      }
      tokens.append(random.index(below: 12) == 0 ? token + "," : token)
    }
    return TokenText(tokens)
  }

  /// A sample over and over, four scalars a token.
  static func repeated(_ sample: String, tokens: Int) -> TokenText {
    let scalars = Array(sample.unicodeScalars)
    return TokenText(
      (0..<tokens).map { token in
        var text = String.UnicodeScalarView()
        for place in 0..<4 { text.append(scalars[(4 * token + place) % scalars.count]) }
        return String(text)
      }
    )
  }
}

/// A message on its way through a chunker.
struct ChunkState {
  let text: TokenText
  var chunker: WordChunker
  var sink = ChunkSink()
  private var next = 0
  private var chunks: UInt64 = 0

  /// Begins with a message that has all of the text's words already.
  init(_ text: TokenText, boundaries: (any WordBoundaries & Sendable)? = nil) {
    self.text = text
    chunker = WordChunker(rule: .unicodeWords, boundaries: boundaries)
    bytes(text.bytes.count)
  }

  @inline(__always) private mutating func take() {
    if sink.isEmpty { return }
    chunks &+= UInt64(truncatingIfNeeded: sink.chunks.count &* 1_000 &+ sink.bytes.count)
    sink.removeAll()
  }

  private var now: Instant { Instant(nanoseconds: Int64(next) &* 1_000) }

  mutating func bytes(_ tokens: Int) {
    for _ in 0..<tokens {
      text.bytes[next % text.bytes.count].withUnsafeBufferPointer {
        chunker.append($0, at: now, into: &sink)
      }
      next &+= 1
      take()
    }
  }

  mutating func strings(_ tokens: Int) {
    for _ in 0..<tokens {
      chunker.append(text.strings[next % text.strings.count], at: now, into: &sink)
      next &+= 1
      take()
    }
  }

  var answer: UInt64 { chunks }
}

/// Tokens into chunks, chunks into fades.
enum StreamingSuite {
  static var suite: Suite {
    Suite(
      "streaming",
      title: "Streaming: figures",
      page: "Streaming.md",
      notes: """
        A token of 5 bytes (scripts: 4 scalars) into words, in a message that has as many words as
        "items" says; the twins cut the whole message again, as published code does. A *tick* is one
        of five windows that stream: what completed goes into the queues, what is due is performed,
        every opacity is evaluated.
        """,
      cases: { isSmall in
        (isSmall ? [200, 1_000] : [1_000, 10_000, 100_000]).flatMap { tokens(words: $0) }
          + scripts(tokens: isSmall ? 100 : 5_000) + ticks(seconds: isSmall ? 30 : 60)
      }
    )
  }

  private static func tokens(words: Int) -> [Case] {
    let text = TokenText.prose(words: words)
    let whole = text.strings.joined()
    func twin(_ name: String, _ count: @escaping (String) -> Int) -> Contestant {
      Contestant(name, isComparable: false, make: { whole }) { whole, operations in
        (0..<operations).reduce(UInt64(0)) { sum, _ in sum &+ UInt64(count(whole)) }
      }
    }
    return [
      Case(
        "streaming",
        "token of ASCII",
        size: words,
        goals: [Goal(0.01, times: "split by spaces")],
        [
          Contestant("bytes", make: { ChunkState(text) }) { state, tokens in
            state.bytes(tokens)
            return state.answer
          },
          Contestant("String", make: { ChunkState(text) }) { state, tokens in
            state.strings(tokens)
            return state.answer
          },
          twin("split by spaces") { $0.split(separator: " ").count },
          twin("split by white space") { $0.split(whereSeparator: \.isWhitespace).count },
          twin("Foundation's components") { $0.components(separatedBy: " ").count },
          twin("utf8.split") { $0.utf8.split(separator: 32).count },
          twin("count of characters") { $0.count },
        ]
      )
    ]
  }

  /// Own sentences.
  private static let samples: [(name: String, text: String, usesDictionary: Bool)] = [
    ("Latin", "Gemütliche Straßenbahnen führen über größere Plätze nach Zürich. ", false),
    ("Vietnamese", "Hôm nay trời đẹp nên chúng tôi đi dạo trong công viên. ", false),
    ("Cyrillic", "Сегодня хорошая погода и мы гуляем в большом парке. ", false),
    ("Greek", "Σήμερα ο καιρός είναι καλός και περπατάμε στο πάρκο. ", false),
    ("Arabic", "الطقس جميل اليوم ونحن نمشي في الحديقة الكبيرة. ", false),
    ("Devanagari", "आज मौसम अच्छा है और हम बड़े बगीचे में घूम रहे हैं। ", false),
    ("Hangul", "오늘은 날씨가 좋아서 우리는 공원에서 산책합니다. ", false),
    ("Chinese without a dictionary", "今天天气很好，我们和朋友一起去公园散步。", false),
    ("Chinese", "今天天气很好，我们和朋友一起去公园散步。", true),
    ("Japanese", "今日は天気が良いので、友達と公園を散歩しました。", true),
    ("Thai", "วันนี้อากาศดีมากเราจึงไปเดินเล่นที่สวนสาธารณะกับเพื่อน ", true),
    ("emoji", "👩‍💻 🇩🇪 👍🏽 👨‍👩‍👧‍👦 ❤️ 🏳️‍🌈 ", false),
    ("ASCII without spaces", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJz", false),
    ("code", "func f(x: [Int]) -> Int {\n  return x.map { $0 + 1 }.first ?? 0\n}\n", false),
  ]

  private static func scripts(tokens: Int) -> [Case] {
    samples.map { sample in
      let text = TokenText.repeated(sample.text, tokens: tokens)
      let boundaries = sample.usesDictionary ? SystemWordBoundaries() : nil
      return Case(
        "streaming",
        "token of \(sample.name)",
        // The dictionary is the platform's.
        mayAllocate: true,
        isPortable: !sample.usesDictionary,
        [
          Contestant("bytes", make: { ChunkState(text, boundaries: boundaries) }) { state, tokens in
            state.bytes(tokens)
            return state.answer
          }
        ]
      )
    }
  }

  private static func ticks(seconds: Int) -> [Case] {
    let cases: [(String, Profile, Double, Int)] = [
      ("reference, 10 words/s, 60 Hz", .reference, 10, 60),
      ("reference, 60 words/s, 60 Hz", .reference, 60, 60),
      ("reference, 60 words/s, 120 Hz", .reference, 60, 120),
      ("reference, 500 words/s, 60 Hz", .reference, 500, 60),
      ("vercel-v0, 30 words/s, 60 Hz", .builtIn("vercel-v0"), 30, 60),
      ("swiftui-tips, 5 words/s, 60 Hz", .builtIn("swiftui-tips"), 5, 60),
      ("parameter-article, 60 words/s, 60 Hz", .builtIn("parameter-article"), 60, 60),
    ]
    return cases.map { name, profile, rate, refresh in
      let rule = profile.reveal
      let load = TickLoad(rate: rate, refresh: refresh, seconds: seconds)
      return Case(
        "streaming",
        "fade tick, \(name)",
        [
          Contestant(
            "RevealTimeline",
            most: TickLoad.warm,
            make: { TickState(rule, load) },
            prepare: { state in
              if state.tick + TickLoad.warm > load.ticks { state = TickState(rule, load) }
            },
            perform: { state, ticks in
              state.run(ticks, load)
              return state.answer
            }
          )
        ]
      )
    }
  }
}

/// Words that come at a rate into each of five windows.
struct TickLoad {
  static let windows = 5
  static let warm = 600
  let refresh: Int
  let ticks: Int
  fileprivate var arrivals: [(window: Int, chunk: Chunk)] = []

  init(rate: Double, refresh: Int, seconds: Int) {
    self.refresh = refresh
    ticks = seconds * refresh
    var random = Congruential(11)
    for window in 0..<Self.windows {
      var time = Double(window) * 0.003
      while time < Double(seconds) {
        time += Double(random.next()) * 0x1p-32 * 2 / rate
        let instant = Instant(milliseconds: time * 1_000)
        let length = 3 + random.index(below: 6)
        let chunk = Chunk(
          utf8Count: length,
          scalarCount: length,
          completed: instant,
          firstByte: instant
        )
        arrivals.append((window, chunk))
      }
    }
    arrivals.sort { ($0.chunk.completed, $0.window) < ($1.chunk.completed, $1.window) }
  }
}

/// The five timelines and what they gave.
struct TickState {
  private var timelines: [RevealTimeline]
  private var releases: [Release] = []
  private var next = 0
  private(set) var tick = 0
  private var opacities = 0.0
  private var released = 0

  /// Begins after the first ticks, when memory has been found.
  init(_ rule: RevealRule, _ load: TickLoad) {
    timelines = (0..<TickLoad.windows).map { _ in RevealTimeline(rule: rule) }
    releases.reserveCapacity(512)
    run(TickLoad.warm, load)
  }

  mutating func run(_ ticks: Int, _ load: TickLoad) {
    for _ in 0..<ticks {
      tick += 1
      let now = Instant(nanoseconds: Int64(tick) * 1_000_000_000 / Int64(load.refresh))
      while next < load.arrivals.count, load.arrivals[next].chunk.completed <= now {
        let (window, chunk) = load.arrivals[next]
        next += 1
        timelines[window].complete(chunk, part: 1, message: 1, into: &releases)
      }
      for window in 0..<TickLoad.windows {
        opacities += Self.show(&timelines[window], at: now, &releases)
      }
      released &+= releases.count
      releases.removeAll(keepingCapacity: true)
    }
  }

  /// One window's part of a tick. The timeline is handed in: asked in its place, it would be copied.
  private static func show(
    _ timeline: inout RevealTimeline,
    at now: Instant,
    _ releases: inout [Release]
  ) -> Double {
    timeline.advance(to: now, into: &releases)
    var opacities = 0.0
    timeline.forEachFade(of: 1, at: now) { _, _, opacity in opacities += opacity }
    return opacities
  }

  /// Curves are sums and products alone, the same on every machine.
  var answer: UInt64 { UInt64(released).mixed(Int((opacities * 1e6).rounded())) }
}
