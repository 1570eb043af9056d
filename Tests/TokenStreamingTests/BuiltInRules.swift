import ChatSurface
import Revealing
import Scenarios
import TokenStreaming

// What the built-in profiles chose, by their names.

extension StaggerRule {
  static func builtIn(_ profile: String) -> StaggerRule { Profile.builtIn(profile).reveal.stagger }
}

extension BatchRule {
  static func builtIn(_ profile: String) -> BatchRule { Profile.builtIn(profile).reveal.batch }
}
