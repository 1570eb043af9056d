/// Own words in many scripts.
enum SampleTexts {
  static let latin =
    "The quick measure of a line depends on the words in it, on the width that is left, and on "
    + "nothing that stands further down the page. Well-known compounds break after a hyphen; "
    + "numbers like 1,234.56 and paths like /usr/share/fonts do not break everywhere. "
  static let chinese = "今天的天气很好，我们一起去公园散步，然后在湖边喝一杯茶。屏幕上的每一行都应该保持不动。"
  static let japanese = "新しい文章が届くたびに、画面の位置がずれないようにします。「行の高さ」は一番高い字で決まる。"
  static let arabic =
    "هذا نص قصير يصف كيف تقاس الأسطر في الشاشة، ولا يتغير مكان ما يقرأه القارئ أبدا. "
  static let thai = "ข้อความนี้ยาวพอที่จะต้องตัดบรรทัด และคำในภาษาไทยไม่มีช่องว่างคั่นระหว่างกัน "
  static let hindi = "यह वाक्य इतना लंबा है कि उसे कई पंक्तियों में बाँटना पड़ता है। "
  static let hebrew = "שורה זו כתובה מימין לשמאל ונשברת במקום שבו נגמר המקום. "
  static let emoji = "fine 👩‍👩‍👧 and 🇩🇪🇫🇷 with ❤️ 1️⃣ 👍🏽 here "
  static let unbroken = String(repeating: "abcdefghij0123456789", count: 40)

  static let all = [
    latin, chinese, japanese, arabic, thai, hindi, hebrew, emoji, unbroken,
    latin + chinese + arabic + emoji, "a\n\nb\r\nc", "", " ", "\t\tx", "x   ", "é e\u{301} ﬁ ffi",
  ]

  /// Pieces for random growth: words, parts of words, marks, spaces.
  static let tokens: [String] =
    all.flatMap { text in
      var tokens: [String] = []
      var token = ""
      for (index, scalar) in text.unicodeScalars.prefix(160).enumerated() {
        token.unicodeScalars.append(scalar)
        if index % 5 == 4 || scalar == " " {
          tokens.append(token)
          token = ""
        }
      }
      return tokens + [token]
    } + ["\n", "\r", "-", " )", "(", "!", "\u{301}", "\u{200D}", "\u{A0}", "  ", "100 %", "$1"]
}
