/// Own sentences in several scripts, for rates.
enum ScriptSamples {
  static let all: [(name: String, text: String, usesDictionary: Bool)] = [
    (
      "Latin with diacritics", "Gemütliche Straßenbahnen führen über größere Plätze nach Zürich. ",
      false
    ),
    ("Vietnamese", "Hôm nay trời đẹp nên chúng tôi đi dạo trong công viên. ", false),
    ("Cyrillic", "Сегодня хорошая погода и мы гуляем в большом парке. ", false),
    ("Greek", "Σήμερα ο καιρός είναι καλός και περπατάμε στο πάρκο. ", false),
    ("Arabic", "الطقس جميل اليوم ونحن نمشي في الحديقة الكبيرة. ", false),
    ("Devanagari", "आज मौसम अच्छा है और हम बड़े बगीचे में घूम रहे हैं। ", false),
    ("Hangul", "오늘은 날씨가 좋아서 우리는 공원에서 산책합니다. ", false),
    ("Chinese without a dictionary", "今天天气很好，我们和朋友一起去公园散步。", false),
    ("Chinese with ICU", "今天天气很好，我们和朋友一起去公园散步。", true),
    ("Japanese with ICU", "今日は天気が良いので、友達と公園を散歩しました。", true),
    ("Thai with ICU", "วันนี้อากาศดีมากเราจึงไปเดินเล่นที่สวนสาธารณะกับเพื่อน ", true),
    ("Emoji", "👩‍💻 🇩🇪 👍🏽 👨‍👩‍👧‍👦 ❤️ 🏳️‍🌈 ", false),
    ("ASCII without spaces", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJz", false),
    ("ASCII code", "func f(x: [Int]) -> Int {\n  return x.map { $0 + 1 }.first ?? 0\n}\n", false),
  ]
}
