#if os(Linux) && Jemalloc
  import CJemalloc
  import CProbes
  import Foundation
  import Profiling
  import Testing
  import Timebase

  /// What stands in front of jemalloc hands out memory as the C library's documents say, and counts
  /// what jemalloc counts.
  @Suite(.countingAllocations) struct AllocationForwardingTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
    private static let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 20_000

    @Test func everySizeHasTheClassThatJemallocGivesIt() {
      var generator = SeededGenerator(seed: Self.seed)
      let near = (3..<40).flatMap { (1 << $0) - 2...(1 << $0) + 2 }
      let random = (0..<Self.iterations).map { _ in
        1 + Int(generator.next() >> UInt64.random(in: 16..<63, using: &generator))
      }
      for size in Array(1...20_000) + near + random {
        let counted = stillpoint_counted_size_class(size)
        if counted != nallocx(size, 0) {
          Issue.record(
            "\(size): counted \(counted), jemalloc \(nallocx(size, 0)), seed \(Self.seed)"
          )
        }
      }
    }

    /// One block, and the byte it is filled with.
    private struct Block {
      var memory: UnsafeMutableRawPointer
      var size: Int
      var fill: UInt8

      init?(_ memory: UnsafeMutableRawPointer?, size: Int, fill: UInt8) {
        guard let memory else { return nil }
        (self.memory, self.size, self.fill) = (memory, size, fill)
        memory.initializeMemory(as: UInt8.self, repeating: fill, count: size)
      }

      /// Whether its ends still hold what was written.
      func isIntact(through count: Int) -> Bool {
        guard count > 0 else { return true }
        return memory.load(as: UInt8.self) == fill
          && memory.load(fromByteOffset: count - 1, as: UInt8.self) == fill
      }
    }

    private func size(_ generator: inout SeededGenerator) -> Int {
      let widest = Int.random(in: 3...20, using: &generator)
      return Int.random(in: 0...(1 << widest), using: &generator)
    }

    private func block(_ generator: inout SeededGenerator) -> Block? {
      let size = size(&generator)
      let alignment = 1 << Int.random(in: 3...14, using: &generator)
      let fill = UInt8.random(in: 1...255, using: &generator)
      var boundary = 8
      var memory: UnsafeMutableRawPointer?
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1: memory = malloc(size)
      case 2:
        memory = calloc(size, 1)
        if let memory, size > 0 {
          #expect(memory.load(fromByteOffset: size - 1, as: UInt8.self) == 0)
        }
      case 3:
        boundary = alignment
        #expect(posix_memalign(&memory, alignment, size) == 0)
      case 4:
        boundary = alignment
        memory = aligned_alloc(alignment, size)
      case 5:
        boundary = alignment
        memory = memalign(alignment, size)
      default:
        boundary = 4096
        memory = valloc(size)
      }
      #expect(memory != nil && Int(bitPattern: memory) % boundary == 0)
      return Block(memory, size: size, fill: fill)
    }

    @Test func randomRequestsAreCountedAsJemallocCountsThem() throws {
      var generator = SeededGenerator(seed: Self.seed)
      let counter = try #require(AllocationCounter())
      var blocks: [Block] = []
      blocks.reserveCapacity(300)
      for step in 0..<Self.iterations {
        if blocks.isEmpty || (blocks.count < 300 && Bool.random(using: &generator)) {
          if let block = block(&generator) { blocks.append(block) }
        } else {
          let index = Int.random(in: 0..<blocks.count, using: &generator)
          let old = blocks[index]
          #expect(old.isIntact(through: old.size), "step \(step), seed \(Self.seed)")
          let wanted = size(&generator)
          if Bool.random(using: &generator) || wanted == 0 {
            free(old.memory)
            blocks.remove(at: index)
          } else if let moved = realloc(old.memory, wanted) {
            var kept = old
            kept.memory = moved
            #expect(kept.isIntact(through: min(old.size, wanted)), "step \(step)")
            #expect(malloc_usable_size(moved) >= wanted)
            if let block = Block(moved, size: wanted, fill: old.fill) { blocks[index] = block }
          }
        }
        if step % 1_000 == 999 {
          let audit = counter.audit()
          #expect(audit.agrees, "step \(step), seed \(Self.seed): \(audit)")
        }
      }
      for block in blocks { free(block.memory) }
      let audit = counter.audit()
      #expect(audit.agrees && audit.counted.count > Self.iterations / 3, "\(audit)")
    }

    @Test func nothingIsABlockOfItsOwn() throws {
      let first = try #require(malloc(0))
      let second = try #require(calloc(0, 8))
      let third = try #require(aligned_alloc(64, 0))
      #expect(Set([first, second, third]).count == 3)
      #expect(realloc(first, 0) == nil)
      let fourth = try #require(realloc(nil, 0))
      for block in [second, third, fourth] { free(block) }
      free(nil)
    }

    // What follows asks first and expects then, because `#expect` allocates too.

    @Test func aBlockOfItsClassIsNotAnotherCall() throws {
      let counter = try #require(AllocationCounter())
      let block = malloc(100)
      let before = counter.sample()
      let same = realloc(block, 105)
      let within = counter.sample() - before
      let other = realloc(same, 200)
      let beyond = counter.sample() - before
      #expect(block != nil && same == block && other != nil)
      #expect(within == AllocationSample(count: 0, bytes: 112))
      #expect(beyond == AllocationSample(count: 1, bytes: 112 + 224))
      free(other)
    }

    @Test func whatCannotBeHadIsRefusedAndNotCounted() throws {
      let counter = try #require(AllocationCounter())
      let tooMuch = Int.max - 4096
      let requests: [(error: Int32, ask: () -> UnsafeMutableRawPointer?)] = [
        (ENOMEM, { malloc(tooMuch) }),
        (ENOMEM, { calloc(tooMuch, 16) }),
        (ENOMEM, { calloc(tooMuch, 1) }),
        (ENOMEM, { memalign(64, tooMuch) }),
        (ENOMEM, { valloc(tooMuch) }),
        (EINVAL, { aligned_alloc(48, 48) }),
      ]
      var blocks = [UnsafeMutableRawPointer?](repeating: nil, count: requests.count)
      var errors = [Int32](repeating: 0, count: requests.count)
      var aligned: UnsafeMutableRawPointer?
      let before = counter.sample()
      for index in requests.indices {
        errno = 0
        blocks[index] = requests[index].ask()
        errors[index] = errno
      }
      let odd = posix_memalign(&aligned, 4, 8)
      let uneven = posix_memalign(&aligned, 24, 8)
      let large = posix_memalign(&aligned, 64, tooMuch)
      let refused = counter.sample() - before
      #expect(refused == .zero)
      #expect(blocks.allSatisfy { $0 == nil } && errors == requests.map(\.error))
      #expect(odd == EINVAL && uneven == EINVAL && large == ENOMEM && aligned == nil)
    }

    @Test func aBlockThatCannotGrowStaysAsItIs() throws {
      let counter = try #require(AllocationCounter())
      let block = try #require(malloc(64))
      block.storeBytes(of: 0x5A, as: UInt8.self)
      let before = counter.sample()
      errno = 0
      let grown = realloc(block, Int.max - 4096)
      let error = errno
      let difference = counter.sample() - before
      #expect(grown == nil && error == ENOMEM && difference == .zero)
      #expect(block.load(as: UInt8.self) == 0x5A)
      free(block)
    }

    /// A handler is a setting of the process, so this happens in one of its own.
    @Test func cppIsRefusedAsItAsks() async {
      await #expect(processExitsWith: .success) {
        precondition(stillpoint_refused_forms_in_cpp() == 8)
      }
    }
  }
#endif
