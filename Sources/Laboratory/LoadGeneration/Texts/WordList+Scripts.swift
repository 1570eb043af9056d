// Words of scripts other than Latin, this package's own choice of common ones.

extension WordList {
  static func words(of script: TextScript) -> WordList {
    switch script {
    case .latin: prose
    case .han: han
    case .japanese: japanese
    case .hangul: hangul
    case .thai: thai
    case .arabic: arabic
    case .emoji: emoji
    case .lao: lao
    case .khmer: khmer
    case .myanmar: myanmar
    case .tibetan: tibetan
    case .hebrew: hebrew
    case .devanagari: devanagari
    case .combining: combining
    case .jamo: jamo
    }
  }

  static let han = WordList(
    """
    我们 今天 明天 时间 屏幕 消息 文字 问题 回答 可以 没有 这个 那个 因为 所以 如果 学习 工作 城市 河流 早上 天气 朋友 图书馆 \
    计算机 自行车 的 是 在 和 有 了 很 好 大 小
    """
  )
  static let japanese = WordList(
    """
    今日 明日 時間 画面 文章 質問 答え 私たち 使う 読む 書く 動く とても すこし しかし だから です ます の は を に で と が コンピュータ \
    メッセージ ウィンドウ 図書館 天気
    """
  )
  static let hangul = WordList(
    "오늘 내일 시간 화면 글자 질문 대답 우리 사용 읽다 쓰다 매우 조금 그러나 그래서 컴퓨터 도서관 날씨 아침 강"
  )
  static let thai = WordList(
    """
    วันนี้ พรุ่งนี้ เวลา หน้าจอ ข้อความ คำถาม คำตอบ เรา ใช้ อ่าน \
    เขียน มาก น้อย แต่ เพราะ คอมพิวเตอร์ ห้องสมุด อากาศ แม่น้ำ เช้า
    """
  )
  static let arabic = WordList(
    """
    اليوم غدا الوقت الشاشة النص السؤال الجواب نحن يقرأ يكتب \
    كثير قليل لكن لأن الحاسوب المكتبة الطقس النهر الصباح مدينة
    """
  )
  static let emoji = WordList("👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 🇯🇵 ❤️ 🧑🏿‍🚀 😀 🎉 👩🏻‍❤️‍👨🏼 🐻‍❄️ 🌊 ✈️")

  /// Every kind of emoji sequence: the list `emoji` keeps its words, texts that exist depend on it.
  static let emojiSequences = WordList(
    """
    👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 🇯🇵 ❤️ 🧑🏿‍🚀 😀 🎉 👩🏻‍❤️‍👨🏼 🐻‍❄️ 🌊 ✈️ 1️⃣ 9️⃣ #️⃣ 🇩🇪🇯🇵🇰🇪 👨🏾‍🦽‍➡️ 🧑🏻‍🤝‍🧑🏿 \
    🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴‍☠️ 👁️‍🗨️ ✊🏻✊🏼✊🏽✊🏾✊🏿 ☎︎ ☎️ 🙂‍↔️ 🇺🇳 ⛹🏽‍♀️
    """
  )
  private static let lao = WordList(
    "ມື້ນີ້ ມື້ອື່ນ ເວລາ ຂໍ້ຄວາມ ຄຳຖາມ ຄຳຕອບ ພວກເຮົາ ໃຊ້ ອ່ານ ຂຽນ ຫຼາຍ ນ້ອຍ ແຕ່ ເພາະ ຄອມພິວເຕີ ຫໍສະໝຸດ ແມ່ນ້ຳ ຕອນເຊົ້າ"
  )
  private static let khmer = WordList(
    "ថ្ងៃនេះ ថ្ងៃស្អែក ពេលវេលា អេក្រង់ សារ សំណួរ ចម្លើយ យើង ប្រើ អាន សរសេរ ច្រើន តិច ប៉ុន្តែ ព្រោះ កុំព្យូទ័រ បណ្ណាល័យ អាកាសធាតុ ទន្លេ ព្រឹក"
  )
  private static let myanmar = WordList(
    "ယနေ့ မနက်ဖြန် အချိန် စာသား မေးခွန်း အဖြေ ကျွန်ုပ်တို့ သုံး ဖတ် ရေး များ နည်း သို့သော် ကွန်ပျူတာ စာကြည့်တိုက် ရာသီဥတု မြစ် နံနက် သတ္တဝါ"
  )
  private static let tibetan = WordList(
    "དེ་རིང་ སང་ཉིན་ དུས་ཚོད་ ཡི་གེ་ དྲི་བ་ ལན་ ང་ཚོ་ བཀླག་ འབྲི་ མང་པོ་ ཉུང་ཉུང་ གློག་ཀླད་ དཔེ་མཛོད་ གནམ་གཤིས་ ཆུ་བོ་ ཞོགས་པ་"
  )
  private static let hebrew = WordList(
    "היום מחר זמן מסך הודעה טקסט שאלה תשובה אנחנו קוראים כותבים הרבה מעט אבל כי מחשב ספרייה מזג נהר בוקר שָׁלוֹם סֵפֶר דָּבָר"
  )
  private static let devanagari = WordList(
    """
    आज कल समय पर्दा संदेश शब्द प्रश्न उत्तर हम उपयोग पढ़ना लिखना बहुत थोड़ा लेकिन क्योंकि कंप्यूटर पुस्तकालय मौसम नदी \
    सुबह क्षेत्र विज्ञान श्रृंखला राष्ट्र स्त्री द्वार विद्यार्थी शक्‍ति
    """
  )
  /// Letters and marks apart, as no keyboard would give them: most have no composed form.
  private static let combining = WordList(
    """
    cafe\u{301} nai\u{308}ve Zu\u{308}rich pin\u{303}ata a\u{323}\u{302}\u{301}nh \
    t\u{330}\u{30A}e\u{331}\u{301}x\u{35C}\u{333}t o\u{304}\u{308}\u{301}\u{323}\u{331} \
    q\u{307}\u{323}ual\u{320}ity wo\u{336}r\u{336}d\u{336} k\u{20E3}ey e\u{489}dge \
    s\u{307}\u{323}o\u{31B}\u{309} u\u{308}\u{30C}ber
    """
  )
  private static let jamo = WordList(
    """
    \u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} \u{110B}\u{1169}\u{1102}\u{1173}\u{11AF} \
    \u{1100}\u{1161}\u{11BC} \u{1102}\u{1161}\u{11AF}\u{110A}\u{1175} \
    \u{1103}\u{1161}\u{11B0} \u{1109}\u{1175}\u{1100}\u{1161}\u{11AB} \
    \u{AC00}\u{11A8}\u{B098}\u{11AB} \u{1100}\u{1100}\u{1161}\u{1161}\u{11A8}\u{11A8}
    """
  )
}
