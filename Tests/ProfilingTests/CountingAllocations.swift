import Profiling
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test where allocations cannot be counted, and prints why.
  static var countingAllocations: Self {
    .enabled(if: AllocationCounter.availability.isAvailable, "\(AllocationCounter.availability)")
  }
}
