import Timebase

/// Writes words, sentences and blocks into one text and counts its scalars.
struct TextWriter {
  /// The text so far, UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Its Unicode scalars.
  private(set) var count = 0
  var generator: SeededGenerator

  /// Starts an empty text.
  init(seed: UInt64, capacity: Int) {
    generator = SeededGenerator(seed: seed)
    bytes.reserveCapacity(capacity + capacity / 16)
  }

  /// Adds ASCII.
  mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
    count += text.utf8CodeUnitCount
  }

  /// Adds a number.
  mutating func write(_ number: Int) {
    let digits = String(number).utf8
    bytes.append(contentsOf: digits)
    count += digits.count
  }

  /// Adds a word.
  mutating func write(_ word: WordList.Word) {
    bytes.append(contentsOf: word.bytes)
    count += word.scalars
  }

  /// Adds a word whose first letter is a capital where it is one of a to z.
  mutating func writeCapitalised(_ word: WordList.Word) {
    let position = bytes.count
    write(word)
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position]) { bytes[position] -= 32 }
  }

  /// Whether an event of the given chance, in per cent, happens.
  mutating func happens(_ percent: Int) -> Bool { generator.nextIndex(below: 100) < percent }

  /// Draws a word of prose: the earlier in the list, the likelier.
  mutating func drawWord() -> WordList.Word {
    let share = generator.nextFraction()
    return WordList.prose.words[Int(share * share * Double(WordList.prose.words.count))]
  }

  /// Draws a word of `list`, all alike likely.
  mutating func drawWord(of list: WordList) -> WordList.Word {
    list.words[generator.nextIndex(below: list.words.count)]
  }

  /// Adds `words` words with spaces between.
  mutating func writeWords(_ words: Int, isCapitalised: Bool = false) {
    for index in 0..<words {
      if index > 0 { write(" ") }
      let word = drawWord()
      if index == 0 && isCapitalised { writeCapitalised(word) } else { write(word) }
    }
  }

  /// Adds plain sentences of exactly `scalars` scalars.
  mutating func fill(scalars: Int) {
    let end = count + scalars
    var isStart = true
    var sentence = 6 + generator.nextIndex(below: 12)
    while end - count > 0 {
      let word = drawWord()
      let space = isStart && count + scalars == end ? 0 : 1
      guard space + word.scalars < end - count else {
        close(word, space: space, end: end)
        return
      }
      if space == 1 { write(" ") }
      if isStart { writeCapitalised(word) } else { write(word) }
      isStart = false
      sentence -= 1
      if sentence == 0 && end - count > 12 {
        write(".")
        isStart = true
        sentence = 6 + generator.nextIndex(below: 12)
      } else if sentence > 2 && end - count > 12 && happens(8) {
        write(",")
      }
    }
  }

  /// Adds the last word, cut so that with its full stop the text ends at `end`.
  private mutating func close(_ word: WordList.Word, space: Int, end: Int) {
    let letters = end - count - space - 1
    if letters > 0 {
      if space == 1 { write(" ") }
      var cutter = TokenCutter(word.bytes)
      let cut = cutter.next(letters)
      bytes.append(contentsOf: cut)
      count += letters
    }
    while end - count > 1 { write("s") }
    if end - count == 1 { write(".") }
  }

  /// Adds exactly `scalars` scalars of words of `script`; what no word fits is filled with single
  /// scalars, so that no sequence is cut.
  mutating func fill(scalars: Int, script: TextScript) {
    let end = count + scalars
    let list = WordList.words(of: script)
    let hasSpaces = script.hasSpaces
    let (comma, filler) = (script.comma, script.filler)
    while end > count {
      if hasSpaces && count + scalars > end {
        write(" ")
        if end == count { return }
      }
      let word = drawWord(of: list)
      if word.scalars <= end - count {
        write(word)
      } else {
        write(WordList.Word(bytes: filler, scalars: 1))
      }
      if end > count + 8 && happens(10) { write(WordList.Word(bytes: comma, scalars: 1)) }
    }
  }

  /// Takes back what was written after the text had `bytes` bytes and `count` scalars.
  mutating func truncate(toBytes bytes: Int, count: Int) {
    self.bytes.removeLast(self.bytes.count - bytes)
    self.count = count
  }
}
