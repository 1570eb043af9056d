import ChatSurface
import Files
import Simulation
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
    Case(phone + "rate_hz: 59.9\n", 3, 10, "a whole number of Hz"),
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
