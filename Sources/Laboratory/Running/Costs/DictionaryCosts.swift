import FramePacing
import Profiling
import TokenStreaming

/// What asking the dictionary for a word costs, found by asking alone: only scripts without spaces need
/// it, and few scenarios write in them.
///
/// Of some rounds the least counts, in processor time of the thread.
package enum DictionaryCosts {
  /// The operations whose costs are found so.
  package static let operations: Set<Operation> = [.wordLookup]

  private static let rounds = 7
  private static let repeats = 40

  /// Sentences of everyday words in the scripts that the dictionary knows.
  private static let texts = [
    "今天下午我们在图书馆讨论了新的研究计划和下一步的工作",
    "昨日は友達と一緒に新しい映画を見てから駅前の店で食事をしました",
    "เมื่อวานนี้ฉันไปตลาดกับเพื่อนเพื่อซื้อผลไม้และดอกไม้",
    "ខ្ញុំបានទៅផ្សារជាមួយមិត្តភក្តិដើម្បីទិញផ្លែឈើ",
    "မနေ့က ကျွန်တော်တို့ဈေးသို့သွားပြီးသစ်သီးများဝယ်ခဲ့ကြသည်",
  ]

  /// Measures on this machine.
  ///
  /// - Parameters:
  ///   - start: The costs of other operations, which stay; this one's, too, where there is no
  ///     dictionary.
  ///   - boundaries: The dictionary; nil where there is none.
  /// - Complexity: A few milliseconds.
  package static func measure(
    from start: OperationCosts,
    boundaries: (any WordBoundaries)?
  ) -> OperationCosts {
    guard let boundaries else { return start }
    let windows = texts.flatMap { Self.windows(of: $0) }
    var least = Int64.max
    for _ in 0..<rounds {
      let begin = ThreadCPUClock.now()
      var found = 0
      for _ in 0..<repeats {
        for window in windows {
          found += window.withUnsafeBufferPointer { boundaries.firstWord(in: $0) ?? 0 }
        }
      }
      let time = (ThreadCPUClock.now() - begin).rawValue
      precondition(found > 0, "the dictionary finds no word in \(texts.count) scripts")
      least = min(least, time)
    }
    var costs = start
    costs[picosecondsOf: .wordLookup] = max(1, Int(least) * 1_000 / (repeats * windows.count))
    return costs
  }

  /// The window at each grapheme, as long as the chunker shows it.
  private static func windows(of text: String) -> [[UInt8]] {
    text.indices.compactMap { start in
      let window = text[start...].prefix(WordChunker.windowLength)
      return window.count == WordChunker.windowLength ? Array(window.utf8) : nil
    }
  }
}
