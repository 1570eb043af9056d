// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// The chunks of all streaming messages wait in one queue in the order of completion, and a
  /// batch may span messages.
  @Tag package static var stepsOneQueue: Self

  /// The next step is due one stagger after the last, or when the next chunk completes if that is
  /// later.
  @Tag package static var stepsDue: Self

  /// Steps do not depend on the frame rate: a late frame performs all that are due, each at its
  /// own instant.
  @Tag package static var stepsFrameIndependent: Self

  /// A step follows the last by 32 ms.
  @Tag package static var stepsStagger: Self

  /// The stagger is 16 ms once a streaming message has more than 100 complete chunks.
  @Tag package static var stepsStaggerLong: Self

  /// At any rate up to 10,000 words a second no chunk waits more than 400 ms, and all is out 400
  /// ms after the end.
  @Tag package static var stepsDeadline: Self

  /// At each step the batch is the smallest constant size, from the table up, that meets the
  /// deadlines of all that waits.
  @Tag package static var stepsSmallestBatch: Self
}
