#if Jemalloc
  import CJemalloc

  /// One of jemalloc's controls, its name looked up once; using it allocates nothing.
  struct ControlKey: Sendable {
    private var path: (Int, Int, Int, Int, Int, Int)
    private var length: Int

    /// Looks `name` up; nil when this jemalloc has no such control.
    init?(_ name: String) {
      var found = (0, 0, 0, 0, 0, 0)
      var count = 6
      let status = withUnsafeMutableBytes(of: &found) { bytes in
        mallctlnametomib(name, bytes.baseAddress?.assumingMemoryBound(to: Int.self), &count)
      }
      guard status == 0 else { return nil }
      path = found
      length = count
    }

    /// Reads a number or a flag of `Value`'s size; nil when jemalloc refuses.
    func read<Value: BitwiseCopyable>(_ initial: Value) -> Value? {
      var value = initial
      var size = MemoryLayout<Value>.size
      let status = use { path in mallctlbymib(path, length, &value, &size, nil, 0) }
      return status == 0 ? value : nil
    }

    /// Writes `value`; false when jemalloc refuses.
    @discardableResult
    func write<Value: BitwiseCopyable>(_ value: Value) -> Bool {
      var value = value
      let size = MemoryLayout<Value>.size
      return use { path in mallctlbymib(path, length, nil, nil, &value, size) } == 0
    }

    /// Does what the control does without a value; false when jemalloc refuses.
    @discardableResult
    func perform() -> Bool {
      use { path in mallctlbymib(path, length, nil, nil, nil, 0) } == 0
    }

    private func use(_ body: (UnsafePointer<Int>) -> Int32) -> Int32 {
      withUnsafeBytes(of: path) { bytes in
        guard let base = bytes.baseAddress else { return -1 }
        return body(base.assumingMemoryBound(to: Int.self))
      }
    }
  }
#endif
