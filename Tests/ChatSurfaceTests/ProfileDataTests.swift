import ChatSurface
import Lengths
import PublishedDesigns
import Testing

/// A profile is a value of which every field can be set alone, and its name says nothing.
@Suite struct ProfileDataTests {
  /// A field by its name, and what takes it over from another profile.
  private typealias Field = (name: String, copy: (inout Profile, Profile) -> Void)

  private var fields: [Field] {
    [
      ("layout", { $0.layout = $1.layout }), ("historyPage", { $0.historyPage = $1.historyPage }),
      ("insertsAbove", { $0.insertsAbove = $1.insertsAbove }),
      ("measuring", { $0.measuring = $1.measuring }),
      ("chunking", { $0.chunking = $1.chunking }), ("reveal", { $0.reveal = $1.reveal }),
      ("markdown", { $0.markdown = $1.markdown }),
      ("unfinishedMarks", { $0.unfinishedMarks = $1.unfinishedMarks }),
      ("afterSend", { $0.afterSend = $1.afterSend }),
      ("blank", { $0.blank = $1.blank }), ("opening", { $0.opening = $1.opening }),
      ("composer", { $0.composer = $1.composer }), ("keyboard", { $0.keyboard = $1.keyboard }),
      ("dismissal", { $0.dismissal = $1.dismissal }),
      ("jump", { $0.jump = $1.jump }), ("jumpPlace", { $0.jumpPlace = $1.jumpPlace }),
      ("jumpEnd", { $0.jumpEnd = $1.jumpEnd }), ("updates", { $0.updates = $1.updates }),
      ("fallback", { $0.fallback = $1.fallback }),
      ("style", { $0.style = $1.style }), ("shortContent", { $0.shortContent = $1.shortContent }),
      ("nearEnd", { $0.nearEnd = $1.nearEnd }),
      ("appends", { $0.appends = $1.appends }),
      ("placeholder", { $0.placeholder = $1.placeholder }),
      ("entrance", { $0.entrance = $1.entrance }), ("focus", { $0.focus = $1.focus }),
      ("deceleration", { $0.deceleration = $1.deceleration }),
    ]
  }

  private func values(of profile: Profile) -> [String: String] {
    var values: [String: String] = [:]
    let own = Mirror(reflecting: profile).children.filter { $0.label != "placement" }
    for child in own + Mirror(reflecting: profile.published).children {
      values[child.label ?? ""] = "\(child.value)"
    }
    return values
  }

  /// Everything that profiles differ in, in some thirty frames.
  ///
  /// - Returns: Each frame in words.
  private func session(_ profile: Profile, describing: Bool = false) -> [String] {
    let driver = Driver(profile, messages: Message.history(8))
    var frames: [String] = []
    func frame(_ events: SurfaceEvent...) {
      driver.frame(scheduled: events.map { ScheduledEvent($0, at: driver.next) })
      if describing { frames.append("\(driver.snapshot)") }
    }
    frame(.composer(lines: 3, text: "x"))
    frame(.keyboard(height: LayoutUnit(points: 260), .easeInOut))
    frame(.send("u", text: "A question"))
    frame(.streamBegin("a"), .focus(velocity: -400, travel: -60))
    var text = ""
    for index in 0..<10 {
      text += "**word** \(index) "
      frame(.token("a", "**word** \(index) "))
    }
    frame(.prepend(ListedMessages(Message.history(6, prefix: "p"))))
    frame(.keyboard(height: .zero, .easeInOut), .append(.user("v")))
    frame(.fling(velocity: -900))
    for _ in 0..<6 { frame() }
    frame(.scroll(to: .end, isAnimated: true), .streamEnd("a", .complete), .taskEnd)
    for _ in 0..<6 { frame() }
    driver.settle(limit: 6_000)
    frame(.removeAll)
    frame(.load(ListedMessages(Message.history(20, prefix: "n"))))
    #expect(driver.refusals.isEmpty)
    return frames
  }

  @Test func anyFieldCanBeChangedAlone() {
    let listed = Set(fields.map(\.name)).union(["name", "summary"])
    #expect(listed == Set(values(of: .reference).keys), "every property of Profile has its line")
    for base in Profile.all {
      let old = values(of: base)
      var tried: Set<[String?]> = []
      for other in Profile.all {
        for field in fields {
          var profile = base
          field.copy(&profile, other)
          let new = values(of: profile)
          let changed = new.filter { $0.value != old[$0.key] }.map(\.key)
          #expect(changed.isEmpty || changed == [field.name])
          guard !changed.isEmpty, tried.insert([field.name, new[field.name]]).inserted else {
            continue
          }
          _ = session(profile)
        }
      }
      #expect(tried.count >= fields.count)
      // The same in every built-in profile.
      var nearer = base
      nearer.nearEnd = LayoutUnit(points: 40)
      #expect(values(of: nearer).filter { $0.value != old[$0.key] }.map(\.key) == ["nearEnd"])
      _ = session(nearer)
    }
  }

  @Test func aNameChangesNothing() {
    for profile in Profile.all {
      let frames = session(profile, describing: true)
      #expect(frames.count > 30)
      for other in Profile.all where other.name != profile.name {
        var renamed = profile
        renamed.name = other.name
        renamed.summary = other.summary
        #expect(session(renamed, describing: true) == frames, "\(profile.name) as \(other.name)")
      }
    }
  }
}
