// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A frame starts at the later of its tick and the end of the one before.
  @Tag package static var pipelineStart: Self

  /// A frame is presented at max(p + 1, k + 1 + d, ceil(end / T + host share)).
  @Tag package static var pipelinePresented: Self

  /// A frame is ready when the host has drawn it: its share of T after the end of the engine's
  /// work and of the host's stall.
  @Tag package static var pipelineHostShare: Self

  /// Its hitch is (v - max(p, j + d) - 1) T.
  @Tag package static var pipelineHitch: Self

  /// Double buffering has depth 0, triple buffering 1.
  @Tag package static var pipelineDepth: Self

  /// A late engine goes on with the first tick at or after its end less d T whose own vsync, d +
  /// 1 after it, comes after the one the late frame took.
  @Tag package static var pipelineCoalesce: Self

  /// With queueing no tick is skipped.
  @Tag package static var pipelineQueue: Self

  /// A tick is on time when its own frame is presented at vsync k + 1 + d; swallowed ticks count
  /// and are late.
  @Tag package static var pipelineOnTime: Self
}
