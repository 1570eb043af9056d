import Fleets
import Testing

@Suite struct HistogramTests {
  /// Each time lies in the bucket whose bounds the schema names, and buckets follow each other without a gap.
  @Test func bucketsCoverAllTimes() {
    for bucket in 1..<FixedHistogram.count {
      let bound = FixedHistogram.lowerBound(of: bucket)
      #expect(FixedHistogram.bucket(of: bound) == bucket)
      #expect(FixedHistogram.bucket(of: bound - 1) == bucket - 1)
      if bucket >= 8 {
        let width = Double(bound - FixedHistogram.lowerBound(of: bucket - 1))
        #expect(width / Double(FixedHistogram.lowerBound(of: bucket - 1)) <= 0.1251 || bucket == 8)
      }
    }
    #expect(FixedHistogram.bucket(of: -1) == 0 && FixedHistogram.bucket(of: .max) == 175)
    // One refresh of 60 Hz.
    let bucket = FixedHistogram.bucket(of: 16_666_667)
    #expect(FixedHistogram.lowerBound(of: bucket) == 16_000_000)
    #expect(FixedHistogram.lowerBound(of: bucket + 1) == 18_000_000)
  }

  @Test func addingIsAsIfAllTimesWereInOne() {
    var (one, other, both) = (FixedHistogram(), FixedHistogram(), FixedHistogram())
    for index in 0..<1000 {
      let time = Int64(index) * 77_777
      index % 3 == 0 ? one.add(time) : other.add(time)
      both.add(time)
    }
    one.add(other)
    #expect(one == both && one.total == 1000)
  }
}
