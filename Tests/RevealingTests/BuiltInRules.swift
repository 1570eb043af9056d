import ChatSurface
import Revealing
import Scenarios
import TokenStreaming

// What the built-in profiles chose, by their names.

extension RevealRule {
  static func builtIn(_ profile: String) -> RevealRule { Profile.builtIn(profile).reveal }
}

extension StaggerRule {
  static func builtIn(_ profile: String) -> StaggerRule { Profile.builtIn(profile).reveal.stagger }
}

extension BatchRule {
  static func builtIn(_ profile: String) -> BatchRule { Profile.builtIn(profile).reveal.batch }
}

extension FadeRule {
  static func builtIn(_ profile: String) -> FadeRule? { Profile.builtIn(profile).reveal.fade }
}
