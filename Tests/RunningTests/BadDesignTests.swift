import ChatSurface
import Files
import Scenarios
import Testing

/// Files of profiles and devices with one fault each: where it is, what was expected, what was meant.
@Suite struct BadDesignTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var line: Int
    var column: Int
    /// What the message must have in it.
    var mentions: [String]
    var testDescription: String { mentions.joined(separator: ", ") }

    init(_ text: String, _ line: Int, _ column: Int, _ mentions: String...) {
      (self.text, self.line, self.column, self.mentions) = (text, line, column, mentions)
    }
  }

  private static let head = "name: a\nbase: reference\n"

  static let profiles = [
    Case(
      "name: a\nbase: refrence\n",
      2,
      7,
      "refrence",
      "one of reference",
      "Did you mean reference?"
    ),
    Case("name: A b\nbase: reference\n", 1, 7, "A b", "lower-case letters"),
    Case("name: all\nbase: reference\n", 1, 7, "not \"all\""),
    Case("base: reference\n", 1, 1, "no name", "the key name"),
    Case("name: a\n", 1, 1, "no chunking", "or a base to take it from"),
    Case(head + "stager: steps\n", 3, 1, "unknown key: stager", "Did you mean stagger?"),
    Case(head + "haptics: soft\n", 3, 1, "unknown key: haptics", "expected one of name, summary"),
    Case(head + "stagger: 24\n", 3, 10, "none, steps, on-demand", "A number goes with stagger_ms."),
    Case(head + "stagger: stepps\n", 3, 10, "none, steps, on-demand", "Did you mean steps?"),
    Case(head + "stagger_ms: fast\n", 3, 13, "fast", "1 to 10000 ms"),
    Case(head + "stagger_ms: 0\n", 3, 13, "1 to 10000 ms"),
    Case(head + "stagger_ms: -4\n", 3, 13, "negative time"),
    Case(head + "pool_limit: 0\n", 3, 13, "1 to 1000"),
    Case(head + "pool_limit: 2.5\n", 3, 13, "2.5", "a whole number of fades"),
    Case(head + "pool: wiat\n", 3, 7, "wait, evict, bypass, compress", "Did you mean wait?"),
    Case(head + "curve: ease-ot\n", 3, 8, "ease-ot", "Did you mean ease-out"),
    Case(head + "curve: [0, 0, 1]\n", 3, 8, "[x1, y1, x2, y2]"),
    Case(head + "curve: [0, 0, 2, 1]\n", 3, 15, "2", "0 to 1"),
    Case(head + "batch: []\n", 3, 8, "1 to 64 sizes"),
    Case(head + "batch: [{above: 4, size: 2}]\n", 3, 9, "a first size for every backlog"),
    Case(head + "batch: [{size: 2}, {above: 0, size: 4}]\n", 3, 20, "rising", "at least 1"),
    Case(head + "batch: [{sice: 2}]\n", 3, 10, "unknown key: sice", "Did you mean size?"),
    Case(
      head + "batch: [{share: 4, least: 3, most: 2}]\n",
      3,
      36,
      "a whole number of chunks, 3 to"
    ),
    Case(head + "user_box_pt: 16\n", 3, 14, "[horizontal, vertical]"),
    Case(head + "user_box_pt: [16, 300]\n", 3, 19, "300", "0 to 64"),
    Case(head + "blank_counts_composer: yes\n", 3, 24, "true or false"),
    Case(
      head + "fade: none\nfade_ms: 300\n",
      4,
      1,
      "fade_ms has no say",
      "fade: none",
      "fade: timed"
    ),
    Case(head + "chunk_chars: 2\n", 3, 1, "chunk_chars has no say", "chunking: characters"),
    Case(
      head + "fast_stagger_ms: null\nfast_past_chunks: 5\n",
      4,
      1,
      "a number for fast_stagger_ms"
    ),
    Case(
      head + "stagger: on-demand\n",
      3,
      1,
      "exclude each other",
      "pool: compress",
      "ends fades within one stagger",
      "pool is as reference has it"
    ),
    Case(
      "name: a\nbase: vercel-v0\nstagger: on-demand\nslot: batch\n",
      4,
      1,
      "exclude each other",
      "slot: word"
    ),
    Case(head + "fast_stagger_ms: 64\n", 3, 1, "exclude each other", "at most stagger_ms"),
    Case(head + "deadline_ms: 10\n", 3, 1, "exclude each other", "at least stagger_ms"),
    Case(head + "stagger_ms: 32\nstagger_ms: 16\n", 3, 1, "a key stands twice", "stagger_ms"),
    Case(head + "stagger: [steps\n", 4, 1, "broken YAML", "a profile in YAML"),
    Case("- a\n- b\n", 1, 1, "not an object", "a profile: name, base"),
    Case(
      head + "left_open: {sendin: nothing}\n",
      3,
      13,
      "unknown key: sendin",
      "Did you mean sending?"
    ),
  ]

  /// Files that were made to do harm.
  static let hostile = [
    Case(head + "stagger_ms: .nan\n", 3, 13, ".nan", "1 to 10000 ms"),
    Case(head + "stagger_ms: .inf\n", 3, 13, "1 to 10000 ms"),
    Case(head + "stagger_ms: 1e400\n", 3, 13, "1e400", "time out of range"),
    Case(head + "stagger_ms: 99999999999999999999\n", 3, 13, "time out of range"),
    Case(head + "stagger_ms: 604800000\n", 3, 13, "1 to 10000 ms"),
    Case(head + "fade_ms: 0.0000001\n", 3, 10, "1 to 60000 ms"),
    Case(head + "pool_limit: 1e2\n", 3, 13, "a whole number of fades"),
    Case(head + "pool_limit: 99999999999999999999\n", 3, 13, "1 to 1000"),
    Case(head + "near_end_pt: -9223372036854775808\n", 3, 14, "0 to 100000"),
    Case(head + "pool_limit: 0x10\n", 3, 13, "a whole number of fades"),
    Case(head + "pool_limit: null\n", 3, 13, "a whole number of fades"),
    Case(head + "layout: null\n", 3, 9, "one of anchored-tree"),
    Case(head + "layout: [anchored-tree]\n", 3, 9, "one of anchored-tree"),
    Case(head + "layout: paged-array\npage_items: 0\n", 4, 13, "1 to 10000"),
    Case(head + "page_items: 20\n", 3, 1, "page_items has no say", "layout: paged-array"),
    Case(head + "curve: [0, .nan, 0, 1]\n", 3, 12, ".nan"),
    Case(head + "curve: [0, 1e308, 0, 1]\n", 3, 12, "-10 to 10"),
    Case(
      head + "batch: [{above: 0, size: 1}, {above: 9223372036854775807, size: 2}]\n",
      3,
      38,
      "0 to 1000000"
    ),
    Case("name: a\nbase: a\n", 2, 7, "one of reference"),
    Case("name: a\nbase: ./mine.yaml\n", 2, 7, "one of reference"),
    Case("name: a\nbase: [reference, vercel-v0]\n", 2, 7, "one of reference"),
    Case("name: a\nbase: null\n", 2, 7, "one of reference"),
    Case("name: a\nbase: reference\nbase: vercel-v0\n", 2, 1, "a key stands twice", "base"),
    Case("name: \nbase: reference\n", 1, 6, "a text"),
    Case("name: 7\nbase: reference\n", 1, 7, "a text"),
    Case("name: ../../escape\nbase: reference\n", 1, 7, "lower-case letters"),
    Case("name: \(String(repeating: "a", count: 65))\nbase: reference\n", 1, 7, "1 to 64"),
    Case(head + "user_box_pt: [16, 16, 16]\n", 3, 14, "[horizontal, vertical]"),
    Case(head + "summary: [a]\n", 3, 10, "a text"),
    Case(head + "\"stagger ms\": 3\n", 3, 1, "unknown key: stagger ms", "Did you mean stagger_ms"),
  ]

  @Test(arguments: hostile)
  func aHostileProfileIsRefusedWithItsPlace(_ fault: Case) {
    let error = #expect(throws: InputError.self) { try ProfileFileTests.read(fault.text) }
    expect(error, fault)
  }

  /// Nothing, only comments, two documents: said without a line where there is none.
  @Test(
    arguments: [
      ("", "the file is empty"), ("# name: a\n", "the file is empty"), ("---\n", "not an object"),
      ("name: a\n---\nname: b\n", "broken YAML"), ("\u{0}\u{1}", "broken YAML"),
      ("name: &a [*a]\nbase: reference\n", "mine.yaml"),
    ]
  )
  func whatIsNoProfileAtAllIsSaid(text: String, mention: String) {
    let error = #expect(throws: InputError.self) { try ProfileFileTests.read(text) }
    #expect(error.map { "\($0)".contains(mention) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(arguments: profiles)
  func aFaultInAProfileIsNamedWithItsPlace(_ fault: Case) {
    let error = #expect(throws: InputError.self) { try ProfileFileTests.read(fault.text) }
    expect(error, fault)
  }

  private static let phone = "name: a\nbase: iphone-se\n"

  static let devices = [
    Case("name: a\nbase: iphone-s\n", 2, 7, "Did you mean iphone-se?"),
    Case("name: a\nwidth_pt: 300\n", 1, 1, "no height_pt"),
    Case(phone + "widht_pt: 300\n", 3, 1, "unknown key", "Did you mean width_pt?"),
    Case(phone + "width_pt: 20\n", 3, 11, "280 to 10000"),
    Case(phone + "host_share: 1\n", 3, 13, "0 to 0.99"),
    Case(phone + "cpu_scale: 0\n", 3, 12, "0.01 to 100"),
    Case(phone + "rate_hz: 59.9\n", 3, 10, "whole numbers", "1 to 1000 Hz", "a list of 1 to 8"),
    Case(phone + "rate_hz: []\n", 3, 10, "a list of 1 to 8"),
    Case(phone + "rate_hz: [60, 60]\n", 3, 15, "each number once"),
    Case(phone + "rate_hz: [60, 0]\n", 3, 15, "1 to 1000 Hz"),
    Case(phone + "rate_hz: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n", 3, 10, "a list of 1 to 8"),
    Case(phone + "keyboard_pt: [260, tall]\n", 3, 20, "0 to 1000 points"),
    Case(phone + "keyboard_pt: [260, 600]\n", 3, 1, "nothing is left", "100 points at least"),
    Case(phone + "width_pt: [300, 400]\n", 3, 11, "a whole number of points"),
    Case(phone + "cpu_scale: .nan\n", 3, 12, "0.01 to 100"),
    Case(phone + "height_pt: 1e9\n", 3, 12, "280 to 10000"),
    Case(phone + "keyboard_pt: 600\n", 3, 1, "nothing is left", "100 points at least"),
  ]

  @Test(arguments: devices)
  func aFaultInADeviceIsNamedWithItsPlace(_ fault: Case) {
    let error = #expect(throws: InputError.self) {
      try DeviceFile.read(fault.text, path: "mine.yaml")
    }
    expect(error, fault)
  }

  private func expect(_ error: InputError?, _ fault: Case) {
    guard let error else { return }
    #expect(error.line == fault.line, "\(error)")
    #expect(error.column == fault.column, "\(error)")
    for mention in fault.mentions { #expect("\(error)".contains(mention), "\(error)") }
  }

  @Test(arguments: Device.all)
  func aDeviceOfItsFileIsTheDevice(device: Device) throws {
    #expect(try DeviceFile.read(DeviceFile.yaml(device), path: "a") == device)
  }

  @Test func aDeviceOfSeveralKeyboardsAndRatesIsReadAndWritten() throws {
    let device = try DeviceFile.read(
      Self.phone + "keyboard_pt: [291, 336]\nrate_hz: [60, 120, 90]\n",
      path: "a"
    )
    #expect(device.keyboards == [.init(points: 291), .init(points: 336)])
    #expect(device.rates == [60, 90, 120] && device.rate.hertz == 120)
    #expect([60, 90, 120].allSatisfy { device.has(hertz: $0) })
    #expect(![30, 40, 240, 0].contains { device.has(hertz: $0) }, "only what it names")
    #expect(Device.iPhone15Pro.has(hertz: 40), "a whole part of its own")
    let text = DeviceFile.yaml(device)
    #expect(text.contains("keyboard_pt: [291, 336]\n"))
    #expect(try DeviceFile.read(text, path: "a") == device)
    let others = zip(DeviceFile.conditions(of: .iPhoneSE), DeviceFile.conditions(of: device))
      .filter { $0 != $1 }.map { "\($0.0): \($0.1) -> \($1.1)" }
    #expect(
      others == [
        "device's keyboard_pt: 260 -> [291, 336]", "device's rate_hz: 60 -> [120, 90, 60]",
      ]
    )
  }

  /// A script that names no height opens the keyboards of its device one after the other.
  @Test func theKeyboardsOfADeviceAreOpenedInTurn() throws {
    let device = try DeviceFile.read(Self.phone + "keyboard_pt: [291, 336]\n", path: "a")
    let keyboards = "keyboards: {at_ms: 0, count: 3, every_ms: 900, open_ms: 500"
    func heights(_ part: String) throws -> [Double] {
      try ScenarioFile.read("parts:\n  - \(part)}\n", path: "b.yaml").timeline(on: device)
        .compactMap { event in
          guard case .surface(.keyboard(let height, _, _)) = event.event, height > .zero else {
            return nil
          }
          return height.points
        }
    }
    #expect(try heights(keyboards) == [291, 336, 291])
    #expect(try heights(keyboards + ", height_pt: 300") == [300, 300, 300])
  }

  @Test func aDeviceTakesTheRestFromItsBase() throws {
    let device = try DeviceFile.read(
      Self.phone + "height_pt: 780\ncpu_scale: 1.8\nhost_share: 0.25\nkeyboard_pt: 300\n",
      path: "a"
    )
    var expected = Device.iPhoneSE
    expected.name = "a"
    expected.height = .init(points: 780)
    expected.keyboard = .init(points: 300)
    expected.cpuScale = 1.8
    expected.hostShare = 0.25
    #expect(device == expected)
  }
}
