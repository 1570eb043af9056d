import Synchronization
import TokenStreaming

/// The words that the platform's own dictionary finds in Han and Kana, Thai, Lao, Khmer and
/// Myanmar: ICU's on Linux (the copy in the Swift toolchain), CFStringTokenizer's on Apple's
/// systems, which wraps the same.
///
/// One is enough for a whole program: calls from several threads wait for each other. Its answers
/// depend on the window and on the dictionary's version alone.
///
/// A call takes one to two microseconds on a server core; its buffer is kept, but ICU allocates a
/// little for most calls.
public final class SystemWordBoundaries: WordBoundaries, Sendable {
  private let segmenter: Mutex<WordSegmenter>

  /// Opens the dictionary.
  ///
  /// - Returns: nil when the platform has none; then chunkers do without.
  public init?() {
    guard let opened = WordSegmenter() else { return nil }
    segmenter = Mutex(opened)
  }

  /// Finds the first word of a window; see `WordBoundaries`.
  public func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int? {
    segmenter.withLock { $0.firstWord(in: window) }
  }
}
