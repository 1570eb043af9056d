import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import Testing
import Timebase

@Suite struct EventScriptTests {
  /// A line for each event of the vocabulary, with what it must become.
  private static let lines: [(String, String)] = [
    (
      "load\", \"messages\": [{\"id\": \"a\", \"role\": \"user\", \"text\": \"x\"}]",
      "load 1"
    ),
    (
      "append\", \"message\": {\"id\": \"b\", \"role\": \"assistant\", \"text\": \"y\", "
        + "\"state\": \"streaming\", \"timestamp_ms\": 5, \"height_pt\": 10.01}",
      "append b assistant streaming 5.0 10.015625"
    ),
    (
      "append\", \"messages\": [{\"id\": \"b\", \"role\": \"user\", \"text\": \"y\"}]",
      "appendPage 1"
    ),
    ("prepend\", \"messages\": []", "prepend 0"),
    (
      "insert\", \"index\": 1, \"message\": {\"id\": \"c\", \"role\": \"user\", \"text\": \"\"}",
      "insert 1 c"
    ),
    ("remove\", \"id\": \"a\"", "remove a"),
    ("remove_all\"", "removeAll"),
    ("move\", \"id\": \"a\", \"index\": 2", "move a 2"),
    ("update\", \"id\": \"a\", \"text\": \"z\"", "update a z"),
    ("replace_id\", \"id\": \"a\", \"new_id\": \"d\"", "replaceID a d"),
    ("replace_all\", \"messages\": []", "replaceAll 0"),
    ("card\", \"id\": \"a\", \"part\": 1, \"height_pt\": 80", "card a 1 80.0"),
    (
      "part_height\", \"id\": \"a\", \"part\": 1, \"height_pt\": 44, \"by\": \"reader\"",
      "partHeight a 1 44.0 reader"
    ),
    ("part_height\", \"id\": \"a\", \"part\": 0, \"height_pt\": null", "partHeight a 0 -1.0 app"),
    (
      "auxiliary\", \"which\": \"actions\", \"id\": \"a\", \"height_pt\": 32",
      "auxiliary actions(a) 32.0"
    ),
    ("auxiliary\", \"which\": \"disclaimer\"", "auxiliary disclaimer 24.0"),
    ("auxiliary\", \"which\": \"footer\", \"height_pt\": null", "auxiliary footer -1.0"),
    ("part_begin\", \"id\": \"a\", \"kind\": \"reasoning\"", "partBegin a reasoning"),
    (
      "drop\", \"item\": {\"kind\": \"text\", \"text\": \"a\"}, \"overlap\": 0.8",
      "drop text(\"a\") 0.8"
    ),
    (
      "drop\", \"item\": {\"kind\": \"code\", \"text\": \"a\", \"language\": \"c\"}, "
        + "\"overlap\": 1",
      "drop code(\"a\", language: \"c\") 1.0"
    ),
    (
      "drop\", \"item\": {\"kind\": \"image\", \"source\": \"a.png\"}, \"overlap\": 0",
      "drop image(source: \"a.png\", description: \"\") 0.0"
    ),
    ("window_open\", \"window\": \"left\"", "window open"),
    ("window_close\", \"window\": \"left\"", "window close"),
    ("window_merge\", \"window\": \"left\"", "window merge"),
    ("focus\", \"velocity_pt_per_s\": -300, \"travel_pt\": -50", "focus -300.0 -50.0"),
    (
      "keyboard\", \"height_pt\": 336, \"duration_ms\": 250, \"curve\": \"linear\"",
      "keyboard 336.0 250.0 linear"
    ),
    ("text_size\", \"category\": \"extra_large\"", "textSize extraLarge"),
    ("typing\", \"visible\": true", "typing true"),
    ("loader\", \"edge\": \"top\", \"visible\": false", "loader top false"),
    ("set_height\", \"id\": \"a\", \"height_pt\": 0", "setHeight a 0.0"),
    ("send\", \"id\": \"u\", \"text\": \"hi\"", "send u hi"),
    ("regenerate\", \"id\": \"u\"", "regenerate u -"),
    ("regenerate\", \"id\": \"u\", \"text\": \"ho\"", "regenerate u ho"),
    ("stream_begin\", \"id\": \"s\"", "streamBegin s"),
    ("token\", \"id\": \"s\", \"text\": \"é\"", "token s [195, 169]"),
    ("token\", \"id\": \"s\", \"bytes_hex\": \"c3\"", "token s [195]"),
    ("token\", \"id\": \"s\", \"text\": \"a\", \"at_char\": 7", "tokenAt s [97] 7"),
    ("stream_end\", \"id\": \"s\", \"reason\": \"failed\"", "streamEnd s failed"),
    ("task_end\"", "taskEnd"),
    ("stop\"", "stop"),
    ("touch\", \"phase\": \"moved\", \"y_pt\": -3.5, \"x_pt\": 1", "touch moved -3.5 1.0"),
    ("fling\", \"velocity_pt_per_s\": -967", "fling -967.0"),
    ("scroll_to\", \"edge\": \"end\", \"animated\": true", "scroll end true"),
    ("scroll_to\", \"id\": \"a\", \"align\": \"center\"", "scroll a center false"),
    ("restore\", \"id\": \"a\", \"distance_pt\": -12.25", "restore a -12.25"),
    ("set_height\", \"id\": \"a\", \"height_pt\": null", "setHeight a -1.0"),
    ("selection\", \"id\": \"a\", \"range\": [2, 9]", "select a 2..<9"),
    ("selection\", \"id\": \"a\", \"range\": null", "select a -"),
    ("keyboard_drag\", \"height_pt\": 100.01", "keyboardDragged 100.015625"),
    ("timestamps\", \"on\": false", "timestamps false"),
    ("composer\", \"lines\": 6", "composer 6"),
    ("resize\", \"width_pt\": 375, \"height_pt\": 667", "resize 375.0 667.0"),
    ("reduced_motion\", \"on\": true", "reducedMotion true"),
    ("background\"", "background"),
    ("foreground\"", "foreground"),
    ("refresh\", \"hz\": 80", "refresh 80"),
    ("stall\", \"ms\": 1.5", "stall 1.5"),
    (
      "slow_phase\", \"phase\": \"measure\", \"cost_ms\": 20, \"until_ms\": 90",
      "slowPhase measure 20.0 90.0"
    ),
    ("allocate\", \"phase\": \"commit\", \"count\": 1, \"until_ms\": 9", "allocate commit 1 9.0"),
    ("memory_pressure\"", "memoryPressure"),
    ("part_limit\", \"id\": \"a\", \"part\": 1, \"max_height_pt\": 160", "partLimit a 1 160.0"),
    ("part_limit\", \"id\": \"a\", \"part\": 1, \"max_height_pt\": null", "partLimit a 1 -1.0"),
    (
      "image_size\", \"id\": \"a\", \"source\": \"b.png\", \"width_pt\": 30, \"height_pt\": 20",
      "imageSize a b.png 30.0 20.0"
    ),
    (
      "auxiliary\", \"which\": \"footer\", \"id\": \"a\", \"height_pt\": 26",
      "auxiliary below(a) 26.0"
    ),
    ("wheel\", \"dy_pt\": -100", "wheel -100.0"),
    ("key\", \"key\": \"up\"", "arrowKey top"),
    ("key\", \"key\": \"page_down\"", "pageKey end"),
    ("key\", \"key\": \"home\"", "scroll top false"),
    ("host_scroll\", \"dy_pt\": 12.5, \"phase\": \"decelerating\"", "scrolled 12.5 decelerating"),
    ("part_scroll\", \"id\": \"a\", \"part\": 2, \"dy_pt\": -60", "partScroll a 2 -60.0"),
    ("accessibility_focus\", \"id\": \"a\"", "accessibilityFocus a"),
    ("accessibility_focus\", \"id\": null", "accessibilityFocus -"),
    ("scroll_to\", \"id\": \"a\", \"align\": 96", "scroll a below 96.0 false"),
    ("composer_height\", \"height_pt\": 80", "composerHeight 80.0"),
    ("insets\", \"top_pt\": 50, \"bottom_pt\": 34", "insets 50.0 34.0"),
    // Words may be joined as in designs.
    ("text_size\", \"category\": \"extra-large\"", "textSize extraLarge"),
  ]

  @Test func everyEventOfTheVocabularyIsRead() throws {
    let text = Self.lines.map { "{\"t_ms\": 1, \"event\": \"\($0.0)}\n" }.joined()
    let script = try EventScript(bytes: Array(text.utf8), path: "a")
    #expect(script.timeline.map { describe($0.event) } == Self.lines.map(\.1))
    let named = Set(Self.lines.compactMap { $0.0.split(separator: "\"").first.map(String.init) })
    #expect(named == Set(EventVocabulary.known))
  }

  /// Every event may name a window; without one it happens to the main one.
  @Test func everyEventMayNameAWindow() throws {
    for (line, _) in Self.lines where !line.hasPrefix("window_") {
      let text = "{\"t_ms\": 1, \"window\": \"left\", \"event\": \"\(line)}\n"
      let script = try EventScript(bytes: Array(text.utf8), path: "a")
      #expect(script.timeline.map(\.window) == ["left"], "\(line)")
      #expect(script.timeline.map(\.windowName) == ["left"])
      let plain = try EventScript(
        bytes: Array("{\"t_ms\": 1, \"event\": \"\(line)}".utf8),
        path: "a"
      )
      #expect(plain.timeline.map(\.window) == [nil])
      #expect(plain.timeline.map(\.windowName) == ["main"])
    }
  }

  private func describe(_ event: LoadEvent) -> String {
    switch event {
    case .surface(let event): describe(event)
    case .window(let change): "window \(change.rawValue)"
    case .refresh(let rate): "refresh \(rate.hertz)"
    case .fault(.stall(let span)): "stall \(span.milliseconds)"
    case .fault(.slowPhase(let phase, let cost, let until)):
      "slowPhase \(phase.name) \(cost.milliseconds) \(until.milliseconds)"
    case .fault(.allocate(let phase, let count, let until)):
      "allocate \(phase.name) \(count) \(until.milliseconds)"
    }
  }

  private func describe(_ event: SurfaceEvent) -> String {
    switch event {
    case .load(let source): "load \(source.count)"
    case .append(let message):
      "append \(message.id) \(message.role.rawValue) \(message.state.rawValue) "
        + "\(message.timestampMilliseconds ?? 0) \(message.suppliedHeight?.points ?? -1)"
    case .prepend(let source): "prepend \(source.count)"
    case .insert(let index, let message): "insert \(index) \(message.id)"
    case .remove(let id): "remove \(id)"
    case .removeAll: "removeAll"
    case .move(let id, let index): "move \(id) \(index)"
    case .update(let id, let text, let state):
      "update \(id) \(text)" + (state.map { " \($0.rawValue)" } ?? "")
    case .replaceID(let id, let other): "replaceID \(id) \(other)"
    case .setHeight(let id, let height): "setHeight \(id) \(height?.points ?? -1)"
    case .send(let id, let text): "send \(id) \(text)"
    case .regenerate(let id, let text): "regenerate \(id) \(text ?? "-")"
    case .restore(let anchor, _): "restore \(anchor.id) \(anchor.distance.points)"
    case .streamBegin(let id): "streamBegin \(id)"
    case .token(let id, let bytes): "token \(id) \(bytes)"
    case .streamEnd(let id, let reason): "streamEnd \(id) \(reason.rawValue)"
    case .taskEnd: "taskEnd"
    case .stop: "stop"
    case .touch(let phase, let y, let x): "touch \(phase.rawValue) \(y) \(x)"
    case .fling(let velocity): "fling \(velocity)"
    case .scroll(.top, let isAnimated, _): "scroll top \(isAnimated)"
    case .scroll(.end, let isAnimated, _): "scroll end \(isAnimated)"
    case .scroll(.below(let id, let distance), let isAnimated, _):
      "scroll \(id) below \(distance.points) \(isAnimated)"
    case .scroll(.message(let id, let align), let isAnimated, _):
      "scroll \(id) \(align.rawValue) \(isAnimated)"
    default: describeMore(event)
    }
  }

  private func describeMore(_ event: SurfaceEvent) -> String {
    switch event {
    case .replaceAll(let source): "replaceAll \(source.count)"
    case .appendPage(let source): "appendPage \(source.count)"
    case .partHeight(let id, let part, let height, let initiator):
      "partHeight \(id) \(part) \(height?.points ?? -1) \(initiator.rawValue)"
    case .tokenAt(let id, let bytes, let scalar): "tokenAt \(id) \(bytes) \(scalar)"
    case .select(let id, let range): "select \(id) \(range.map { "\($0)" } ?? "-")"
    case .card(let id, let part, let height): "card \(id) \(part) \(height.points)"
    case .auxiliary(.actions(let id), let height):
      "auxiliary actions(\(id)) \(height?.points ?? -1)"
    case .auxiliary(.below(let id), let height):
      "auxiliary below(\(id)) \(height?.points ?? -1)"
    case .auxiliary(let which, let height): "auxiliary \(which) \(height?.points ?? -1)"
    case .partBegin(let id, let kind): "partBegin \(id) \(kind.rawValue)"
    case .focus(let velocity, let travel): "focus \(velocity) \(travel)"
    case .keyboard(let height, let duration, let curve):
      "keyboard \(height.points) \(duration?.milliseconds ?? -1) \(curve ?? .easeInOut)"
    case .keyboardDragged(let height): "keyboardDragged \(height.points)"
    case .timestamps(let isOn, _, _): "timestamps \(isOn)"
    case .drop(let item, let overlap): "drop \(item) \(overlap)"
    case .textSize(let size): "textSize \(size)"
    case .typing(let isVisible): "typing \(isVisible)"
    case .loader(let edge, let isVisible): "loader \(edge.rawValue) \(isVisible)"
    case .memoryPressure: "memoryPressure"
    case .composer(let lines, let text, let attachments):
      "composer \(lines)\(text ?? "")\(attachments.map { " \($0)" } ?? "")"
    case .resize(let width, let height): "resize \(width.points) \(height.points)"
    case .reducedMotion(let isOn): "reducedMotion \(isOn)"
    case .background: "background"
    case .foreground: "foreground"
    default: describeSteps(event)
    }
  }

  private func describeSteps(_ event: SurfaceEvent) -> String {
    switch event {
    case .partLimit(let id, let part, let height): "partLimit \(id) \(part) \(height?.points ?? -1)"
    case .imageSize(let id, let source, let width, let height):
      "imageSize \(id) \(source) \(width.points) \(height.points)"
    case .wheel(let distance): "wheel \(distance)"
    case .arrowKey(let edge): "arrowKey \(edge.rawValue)"
    case .pageKey(let edge): "pageKey \(edge.rawValue)"
    case .scrolled(let distance, let phase): "scrolled \(distance) \(phase.rawValue)"
    case .partScroll(let id, let part, let distance): "partScroll \(id) \(part) \(distance)"
    case .accessibilityFocus(let id): "accessibilityFocus \(id?.rawValue ?? "-")"
    case .composerHeight(let height): "composerHeight \(height?.points ?? -1)"
    case .insets(let top, let bottom): "insets \(top.points) \(bottom.points)"
    default: "\(event)"
    }
  }
}
