/// Words of a script, for texts of any length that are always the same.
public struct ScriptText: Sendable, CustomStringConvertible {
  /// The script's name.
  public let name: String
  /// Some words of it.
  public let words: [String]
  /// What stands between two words.
  public let space: String

  public var description: String { name }

  /// How many bytes a word has with the space behind it, rounded down.
  public var wordUTF8: Int {
    words.reduce(0) { $0 + $1.utf8.count + space.utf8.count } / words.count
  }

  /// A word; the same for the same number.
  public func word(_ index: Int) -> String { words[(index &* 7 &+ index / 5) % words.count] }

  /// Some words in a row, from the `first` on.
  public func words(_ first: Int, count: Int) -> String {
    (first..<first + count).map(word).joined(separator: space)
  }

  /// The fourteen scripts.
  public static let all: [ScriptText] = [
    spaced("Latin", "the tide rises over harbour lights while boats wait for wind and morning"),
    spaced(
      "Cyrillic",
      "прилив поднимается над огнями гавани пока лодки ждут ветра и утра в тишине"
    ),
    spaced("Greek", "η παλίρροια ανεβαίνει πάνω από τα φώτα του λιμανιού ενώ οι βάρκες περιμένουν"),
    spaced("Arabic", "المد يرتفع فوق أضواء الميناء بينما تنتظر القوارب الريح و الصباح الهادئ"),
    spaced("Hebrew", "הגאות עולה מעל אורות הנמל בזמן שהסירות מחכות לרוח ולבוקר השקט"),
    spaced("Devanagari", "ज्वार बंदरगाह की रोशनी के ऊपर उठता है जब नावें हवा और सुबह का इंतज़ार"),
    spaced("Tamil", "அலை துறைமுக விளக்குகளுக்கு மேல் எழுகிறது படகுகள் காற்றுக்காக காத்திருக்கின்றன காலை"),
    unspaced("Thai", "น้ำขึ้น เหนือ แสงไฟ ท่าเรือ ขณะที่ เรือ รอ ลม และ เช้า ที่ เงียบ สงบ"),
    unspaced("Khmer", "ជំនោរ ឡើង លើ ពន្លឺ កំពង់ផែ ខណៈ ទូក រង់ចាំ ខ្យល់ និង ព្រឹក ស្ងាត់ ជ្រងំ"),
    unspaced("Burmese", "ဒီရေ သည် ဆိပ်ကမ်း မီး များ အပေါ် တက် လှေ များ လေ ကို စောင့် နေ"),
    unspaced("Chinese", "潮水 漫过 港口 的 灯火 船只 等待 海风 和 清晨 安静 我们 看着"),
    unspaced("Japanese", "潮 が 港 の 灯り を 越え 舟 は 風 と 朝 を 待つ"),
    spaced("Korean", "밀물이 항구의 불빛 위로 차오르고 배들은 바람과 고요한 아침을 기다린다 우리는"),
    unspaced("emoji", "🌊 👩‍👩‍👧 🇩🇪 👍🏽 ❤️ 🧑🏿‍🚀 🚢 🌬️ 🌅 🏳️‍🌈 😀 🐚 🇯🇵"),
  ]

  private static func spaced(_ name: String, _ words: String) -> ScriptText {
    ScriptText(name: name, words: words.split(separator: " ").map(String.init), space: " ")
  }

  private static func unspaced(_ name: String, _ words: String) -> ScriptText {
    ScriptText(name: name, words: words.split(separator: " ").map(String.init), space: "")
  }
}
