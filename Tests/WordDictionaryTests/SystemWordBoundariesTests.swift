import Testing
import Timebase
import TokenStreaming
import WordDictionary

@Suite struct SystemWordBoundariesTests {
  /// Own sentences; each script's words as its dictionary has them.
  static let samples: [(script: String, text: String)] = [
    ("Thai", "วันนี้อากาศดีมากเราจึงไปเดินเล่นที่สวนสาธารณะกับเพื่อนและกินข้าวด้วยกัน"),
    ("Lao", "ມື້ນີ້ອາກາດດີຫຼາຍພວກເຮົາຈຶ່ງໄປຍ່າງຫຼິ້ນຢູ່ສວນສາທາລະນະກັບໝູ່ເພື່ອນ"),
    ("Khmer", "ថ្ងៃនេះអាកាសធាតុល្អណាស់ដូច្នេះយើងទៅដើរលេងនៅសួនច្បារជាមួយមិត្តភក្តិ"),
    ("Myanmar", "ဒီနေ့ရာသီဥတုကောင်းတယ်ဒါကြောင့်သူငယ်ချင်းတွေနဲ့ပန်းခြံကိုသွားတယ်"),
    ("Chinese", "今天天气很好所以我们和朋友一起去公园散步然后吃了一顿丰盛的午饭"),
    ("Japanese", "今日は天気がとても良いので友達と一緒に公園を散歩してから昼ごはんを食べました"),
  ]

  static func chunks(_ text: String, boundaries: (any WordBoundaries & Sendable)?) -> [String] {
    var chunker = WordChunker(rule: .unicodeWords, boundaries: boundaries)
    var sink = ChunkSink()
    chunker.append(text, at: .zero, into: &sink)
    chunker.finish(at: .zero, into: &sink)
    var chunks: [String] = []
    var start = 0
    for chunk in sink.chunks {
      chunks.append(
        String(decoding: sink.bytes[start..<start + chunk.utf8Count], as: UTF8.self)
      )
      start += chunk.utf8Count
    }
    return chunks
  }

  /// The characters of a text. A consonant below another, to which Khmer's or Myanmar's sign joins it, is a
  /// part of that one.
  static func graphemes(of text: String) -> [String] {
    text.reduce(into: [String]()) { result, character in
      let sign = result.last?.unicodeScalars.last?.value
      let first = character.unicodeScalars.first?.value ?? 0
      let isStacked =
        sign == 0x17D2 && (0x1780...0x17B3).contains(first)
        || sign == 0x1039 && (0x1000...0x102A).contains(first)
      if isStacked {
        result[result.count - 1].append(character)
      } else {
        result.append(String(character))
      }
    }
  }

  /// The words of a text, its window the whole of what is left: ICU's own result.
  static func wholeRunWords(_ text: String, _ boundaries: SystemWordBoundaries) -> [String] {
    var words: [String] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let end = Array(rest).withUnsafeBufferPointer { boundaries.firstWord(in: $0) } ?? rest.count
      words.append(String(decoding: rest.prefix(end), as: UTF8.self))
      rest = rest.dropFirst(end)
    }
    return words
  }

  @Test func chunksAreTheFirstWordsOfWindowsOfEight()
    throws
  {
    let boundaries = try #require(SystemWordBoundaries())
    for (script, text) in Self.samples {
      var expected: [String] = []
      var rest = Self.graphemes(of: text)[...]
      while !rest.isEmpty {
        let window = rest.prefix(8).joined()
        let end = Array(window.utf8).withUnsafeBufferPointer { boundaries.firstWord(in: $0) }
        var word = ""
        for character in rest.prefix(8) {
          word += character
          rest = rest.dropFirst()
          if let end, word.utf8.count >= end { break }
        }
        expected.append(word)
      }
      let chunks = Self.chunks(text, boundaries: boundaries)
      #expect(chunks == expected, "\(script)")
      #expect(chunks.joined() == text)
      #expect(chunks.count < text.count, "\(script): words, not graphemes")
    }
  }

  /// A finding: how many boundaries differ from those that the dictionary finds in the whole run.
  @Test func windowsFindMostBoundariesOfTheWholeRun() throws {
    let boundaries = try #require(SystemWordBoundaries())
    for (script, text) in Self.samples {
      let windowed = Self.offsets(Self.chunks(text, boundaries: boundaries))
      let whole = Self.offsets(Self.wholeRunWords(text, boundaries))
      let differ = windowed.symmetricDifference(whole).count
      print("\(script): \(differ) of \(windowed.union(whole).count) boundaries differ")
      #expect(differ * 4 <= windowed.union(whole).count, "\(script)")
    }
  }

  static func offsets(_ words: [String]) -> Set<Int> {
    var offset = 0
    return Set(
      words.map { word in
        offset += word.utf8.count
        return offset
      }
    )
  }

  @Test func knownWords() throws {
    let boundaries = try #require(SystemWordBoundaries())
    #expect(Self.chunks("你好世界。", boundaries: boundaries) == ["你好", "世界。"])
    #expect(Self.chunks("ภาษาไทย ok", boundaries: boundaries) == ["ภาษา", "ไทย ", "ok"])
    #expect(Self.chunks("「東京」へ行く", boundaries: boundaries).first == "「東京」")
  }

  @Test func everySplitIntoTwoTokensGivesTheSameWords() throws {
    let boundaries = try #require(SystemWordBoundaries())
    for (script, text) in Self.samples {
      let whole = Self.chunks(text, boundaries: boundaries)
      let bytes = Array(text.utf8)
      for place in stride(from: 1, to: bytes.count, by: 1) {
        var chunker = WordChunker(rule: .unicodeWords, boundaries: boundaries)
        var sink = ChunkSink()
        chunker.append(Array(bytes[..<place]), at: .zero, into: &sink)
        chunker.append(Array(bytes[place...]), at: .zero, into: &sink)
        chunker.finish(at: .zero, into: &sink)
        #expect(sink.chunks.map(\.utf8Count) == whole.map(\.utf8.count), "\(script) at \(place)")
      }
    }
  }

  @Test func scalarsBeyondTheBasicPlaneCountOnce() throws {
    let boundaries = try #require(SystemWordBoundaries())
    let text = "𠮷野家で𠮷田さんと"
    #expect(Self.chunks(text, boundaries: boundaries).joined() == text)
  }
}
