#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value behind a lock of the system.
///
/// Not the standard library's `Mutex`: on Linux its slow path is hidden from the thread sanitizer,
/// which then reports races that are none.
package final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// Puts a value behind a lock of its own.
  package init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    let code = pthread_mutex_init(lock, nil)
    precondition(code == 0, "no lock could be made: error \(code)")
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Lets `body` alone have the value; it must not call this again.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
