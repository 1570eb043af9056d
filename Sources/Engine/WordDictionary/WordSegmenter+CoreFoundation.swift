#if canImport(Darwin)
  import CoreFoundation

  /// CoreFoundation's tokenizer, which asks the system's dictionary.
  ///
  /// It is its pointers' one owner, so it may go from thread to thread.
  struct WordSegmenter: ~Copyable, @unchecked Sendable {
    private var window = UTF16Window()

    init?() {}

    mutating func firstWord(in text: UnsafeBufferPointer<UInt8>) -> Int? {
      window.fill(from: text)
      guard
        let string = CFStringCreateWithCharactersNoCopy(
          kCFAllocatorDefault,
          window.units,
          window.count,
          kCFAllocatorNull
        ),
        let tokenizer = CFStringTokenizerCreate(
          kCFAllocatorDefault,
          string,
          CFRange(location: 0, length: window.count),
          kCFStringTokenizerUnitWordBoundary,
          nil
        )
      else { return nil }
      guard CFStringTokenizerAdvanceToNextToken(tokenizer) != [] else { return nil }
      let range = CFStringTokenizerGetCurrentTokenRange(tokenizer)
      let end = range.location + range.length
      guard end > 0, end < window.count else { return nil }
      return UTF16Window.bytes(of: end, in: text)
    }
  }
#endif
