// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// At most four fades run at a time, at every instant.
  @Tag package static var poolLimit: Self

  /// `evict` finishes the oldest at once.
  @Tag package static var poolEvict: Self

  /// `wait` holds the release until a slot is free.
  @Tag package static var poolWait: Self

  /// `bypass` shows new text unfaded.
  @Tag package static var poolBypass: Self

  /// `compress` shortens a fade that starts while chunks wait to limit x stagger, the fade time
  /// at most.
  @Tag package static var poolCompress: Self

  /// A release that still finds the pool full lets the oldest go linearly to 1 in one stagger and
  /// starts then: at most one is held.
  @Tag package static var poolCompressFull: Self

  /// First come, first served; nothing starves.
  @Tag package static var poolFair: Self

  /// No opacity jumps but where it snaps, and snaps are counted.
  @Tag package static var poolNoJump: Self

  /// At one instant the order is fades, events, hold time-outs, a held release, the step, the
  /// frame.
  @Tag package static var poolOrderOfEvents: Self
}
