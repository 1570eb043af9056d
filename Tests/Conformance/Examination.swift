/// Laws, tags and a run, held against each other.
struct Examination {
  var book: LawBook
  var run: TestRun
  var mentions: [TagMention]

  /// The tests that carry the law's tag.
  func tests(of law: Law) -> [TestRecord] {
    let tag = law.tag
    return run.all.filter { !$0.isSuite && $0.tags.contains(tag) }
  }

  /// The laws that no test carries.
  var missing: [Law] {
    book.laws.filter { tests(of: $0).isEmpty }
  }

  /// What is wrong, a line each.
  func complaints() -> [String] {
    var complaints = missing.map { "no test has the tag of \($0.id) (.\($0.tag)): \($0.law)" }
    let known = Set(book.laws.map(\.tag))
    for mention in mentions {
      let place = "Tests/\(mention.file):\(mention.line)"
      if !known.contains(mention.tag) {
        complaints.append("\(place): .\(mention.tag) is no law's tag; see \(LawBook.path)")
      } else if !run.all.contains(where: { mention.isOf($0) }) {
        complaints.append("\(place): the test with the tag .\(mention.tag) was not in the run")
      }
    }
    for test in run.tests {
      let tags = test.tags.filter(known.contains)
      for tag in test.tags where !known.contains(tag) {
        complaints.append("\(test.place): .\(tag) is no law's tag; see \(LawBook.path)")
      }
      guard !tags.isEmpty else { continue }
      let names = tags.map { "." + $0 }.joined(separator: " ")
      let what = "\(test.place): \(test.name), tagged \(names)"
      switch test.outcome {
      case .passed: break
      case .failed: complaints.append("\(what), failed")
      case .didNotRun(let why): complaints.append("\(what), did not run: \(why)")
      }
    }
    return complaints
  }

  /// How many laws each area has, and how many of them have a test, a line each.
  func tally() -> [String] {
    book.areas.map { area in
      let without = area.laws.filter { tests(of: $0).isEmpty }.count
      return "\(area.name): \(area.laws.count) laws, \(area.laws.count - without) with a test"
    }
  }
}

extension TagMention {
  /// Whether it stands at that test or suite.
  func isOf(_ test: TestRecord) -> Bool {
    test.file == file && test.line == attributeLine && test.tags.contains(tag)
  }
}

extension TestRecord {
  /// Where it stands, from the package's folder.
  var place: String { "Tests/\(file):\(line)" }
}
