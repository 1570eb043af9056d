import Ornaments
import Testing
import Timebase

@Suite struct ItemStatesTests {
  struct Expansion: Hashable {
    var isExpanded = false
    var taps = 0
  }

  final class Selection {
    var ids: Set<String> = []
    var onEnd: () -> Void
    init(onEnd: @escaping () -> Void = {}) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test func aStateIsMadeWhenItIsFirstAskedFor() {
    var asked: [String] = []
    let states = ItemStates<String, Expansion> { id in
      asked.append(id)
      return Expansion()
    }
    #expect(asked.isEmpty && !states.hasState(for: "a"))
    #expect(!states["a"].isExpanded)
    states["a"].isExpanded = true
    states["a"].taps += 2
    #expect(states["a"] == Expansion(isExpanded: true, taps: 2))
    states["b"] = Expansion(isExpanded: false, taps: 9)
    #expect(states["b"].taps == 9)
    #expect(asked == ["a"], "what is written needs no factory")
    #expect(states.count == 2)
  }

  @Test func oneInstanceCanBeShared() {
    let shared = Selection()
    let states = ItemStates<String, Selection> { _ in shared }
    states["a"].ids.insert("a")
    states["b"].ids.insert("b")
    #expect(states["c"].ids == ["a", "b"])
    #expect(states["a"] === states["b"])
  }

  @Test func statesGoWithTheStorage() {
    var ended = 0
    do {
      let states = ItemStates<String, Selection> { _ in Selection { ended += 1 } }
      _ = states["a"]
      _ = states["b"]
      #expect(ended == 0)
    }
    #expect(ended == 2)
  }

  @Test func theLeastRecentlyUsedGoesFirst() {
    let states = ItemStates<String, Int>(limit: 2) { _ in 0 }
    states["a"] = 1
    states["b"] = 2
    _ = states["a"]
    states["c"] = 3
    #expect(states.hasState(for: "a") && !states.hasState(for: "b"))
    #expect(states["b"] == 0)
    #expect(!states.hasState(for: "a"))
    #expect(states.count == 2)
  }

  @Test func aStateThatIsDrivenOutWhileItChangesIsNotLost() {
    let states = ItemStates<String, Int>(limit: 1) { _ in 0 }
    func change(_ state: inout Int) {
      state += 1
      states["b"] = 5
      state += 1
    }
    change(&states["a"])
    states.checkInvariants()
    #expect(states["a"] == 2)
  }

  @Test func anotherNameKeepsTheState() {
    let states = ItemStates<String, Int> { _ in 0 }
    states["local"] = 7
    states["server"] = 1
    states.rename("local", to: "server")
    #expect(states["server"] == 7 && !states.hasState(for: "local"))
    states.rename("nobody", to: "server")
    states.rename("server", to: "server")
    #expect(states["server"] == 7)
    states.checkInvariants()
  }

  /// Against a list in order of use.
  @Test(arguments: [1, 3, 8, nil])
  func itAgreesWithAListInOrderOfUse(limit: Int?) {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      let states = ItemStates<String, Int>(limit: limit) { _ in -1 }
      var model: [(id: String, value: Int)] = []
      func use(_ id: String, _ value: Int? = nil) -> Int {
        let index = model.firstIndex { $0.id == id }
        let old = index.map { model.remove(at: $0).value }
        if old == nil, model.count == limit { model.removeFirst() }
        model.append((id, value ?? old ?? -1))
        return value ?? old ?? -1
      }
      for step in 0..<PropertySettings.iterations {
        let id = "\(random.nextIndex(below: 12))"
        let other = "\(random.nextIndex(below: 12))"
        var agrees = true
        switch random.nextIndex(below: 10) {
        case 0...1:
          states.rename(id, to: other)
          if id != other, let index = model.firstIndex(where: { $0.id == id }) {
            let value = model.remove(at: index).value
            model.removeAll { $0.id == other }
            model.append((other, value))
          }
        case 2...4:
          states[id] = step
          _ = use(id, step)
        case 5:
          states[id] += 100
          _ = use(id, use(id) + 100)
        default: agrees = states[id] == use(id)
        }
        states.checkInvariants()
        agrees =
          agrees && states.count == model.count
          && model.allSatisfy { states.hasState(for: $0.id) }
        guard agrees else {
          Issue.record("seed \(seed), step \(step): \(model)")
          return
        }
      }
      for (id, value) in model { #expect(states[id] == value) }
    }
  }

  @Test func eachKindOfStateIsKeptApartAndRenamed() {
    var store = ItemStateStore<String>()
    store.keep(Int.self, limit: 10) { $0.count }
    store.keep(String.self, limit: nil) { $0 }
    store[Int.self]["abc"] = 7
    #expect(store[String.self]["abc"] == "abc")
    store.rename("abc", to: "d")
    #expect(store[Int.self]["d"] == 7)
    #expect(!store[Int.self].hasState(for: "abc"))
    store.checkInvariants()
  }
}
