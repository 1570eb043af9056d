import CProbes

/// Runs work at chosen places of the stack.
///
/// Where a stack begins depends on the lengths of the environment and the arguments and on the system's
/// random numbers, and the same code takes up to 12 % more or less of some phases' time for that alone
/// (measured in `stream-steady` on an AMD EPYC; about environments, T. Mytkowicz et al., "Producing Wrong
/// Data Without Doing Anything Obviously Wrong!", 2009). A repetition whose frames begin at many places
/// does not depend on where a process happened to begin.
public enum StackOffset {
  /// Stacks are aligned to so many bytes.
  static let alignment = 16
  /// What addresses have in common from one page to the next decides which of them conflict.
  static let period = 4_096
  /// Near the golden section of the period, so that any number of places lies evenly in it, and odd in
  /// units of the alignment, so that all places within a cache line have their turn.
  private static let step = 2_512

  /// The `number`th place, in bytes from where the stack is: 0 ..< 4,096.
  public static func bytes(of number: Int) -> Int { number * step % period }

  /// Does `body` with so many more bytes in use on the stack.
  ///
  /// - Precondition: 0 to 65,536 bytes.
  public static func perform<Value, Failure: Error>(
    bytes: Int,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    precondition((0...65_536).contains(bytes), "0 to 65,536 bytes of stack, got \(bytes)")
    var result: Result<Value, Failure>?
    withoutActuallyEscaping(body) { body in
      let work = Work { () -> Void in
        do throws(Failure) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
      }
      // The object lives until the call ends, and the call ends before it returns.
      withExtendedLifetime(work) {
        stillpoint_at_stack_offset(
          bytes,
          { context in
            if let context { Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body() }
          },
          Unmanaged.passUnretained(work).toOpaque()
        )
      }
    }
    guard let result else { preconditionFailure("the body was not called") }
    return try result.get()
  }

  /// A closure that C can be handed.
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
