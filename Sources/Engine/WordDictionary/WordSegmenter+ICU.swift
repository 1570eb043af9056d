#if !canImport(Darwin)
  import _FoundationICU

  /// ICU's word iterator, from the copy that the toolchain ships for Foundation.
  ///
  /// It is its pointers' one owner, so it may go from thread to thread.
  struct WordSegmenter: ~Copyable, @unchecked Sendable {
    private let iterator: OpaquePointer
    private var window = UTF16Window()

    init?() {
      var status = U_ZERO_ERROR
      guard let opened = swift_ubrk_open(UBRK_WORD, "", nil, 0, &status), status.rawValue <= 0
      else {
        return nil
      }
      iterator = opened
    }

    deinit { swift_ubrk_close(iterator) }

    mutating func firstWord(in text: UnsafeBufferPointer<UInt8>) -> Int? {
      window.fill(from: text)
      var status = U_ZERO_ERROR
      swift_ubrk_setText(iterator, window.units, Int32(window.count), &status)
      guard status.rawValue <= 0 else { return nil }
      let end = Int(swift_ubrk_next(iterator))
      guard end > 0, end < window.count else { return nil }
      return UTF16Window.bytes(of: end, in: text)
    }
  }
#endif
