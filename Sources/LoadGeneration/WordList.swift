/// Words to make text of, with their lengths in Unicode scalars.
struct WordList: Sendable {
  /// A word as UTF-8.
  struct Word: Sendable {
    var bytes: [UInt8]
    var scalars: Int
  }

  let words: [Word]

  /// Takes the words of `text`, which are apart by spaces.
  init(_ text: String) {
    words = text.split(separator: " ").map {
      Word(bytes: Array($0.utf8), scalars: $0.unicodeScalars.count)
    }
  }

  /// Words of prose; those that come first are drawn most.
  static let prose = WordList(
    """
    the a to of and in is it that for on with as are this be by an or from at one can when not \
    each more so if then they which has its two will line time way only same what how long there \
    frame text first list part word small next while value point place light still page number \
    screen water window after before order course river answer question morning reader letter \
    paper second garden table thing found keeps makes takes gives comes moves holds reads shows \
    quiet early short steady narrow simple useful certain likely bright wooden common careful \
    between against without because through another nothing usually together perhaps however \
    measure surface current history message station example journey harbour kitchen weather \
    picture machine meadow balance pattern reason ladder winter summer copper silver stone bridge \
    change follow happen remain gather return listen travel explain consider describe arrange \
    slowly quickly rarely almost always exactly already instead further against although whether \
    distance direction beginning attention connection difference temperature neighbourhood \
    understanding responsibility approximately café naïve Zürich piñata
    """
  )

  /// Names in code.
  static let names = WordList(
    """
    count index value total limit width height offset first last next item row node path name \
    size start end sum page frame queue cache token text buffer source result window
    """
  )

  /// Words of scripts other than Latin.
  static func words(of script: TextSynthesis.Script) -> WordList {
    switch script {
    case .latin: prose
    case .han: han
    case .japanese: japanese
    case .hangul: hangul
    case .thai: thai
    case .arabic: arabic
    case .emoji: emoji
    }
  }

  private static let han = WordList(
    """
    我们 今天 明天 时间 屏幕 消息 文字 问题 回答 可以 没有 这个 那个 因为 所以 如果 学习 工作 城市 河流 早上 天气 朋友 图书馆 \
    计算机 自行车 的 是 在 和 有 了 很 好 大 小
    """
  )
  private static let japanese = WordList(
    """
    今日 明日 時間 画面 文章 質問 答え 私たち 使う 読む 書く 動く とても すこし しかし だから です ます の は を に で と が コンピュータ \
    メッセージ ウィンドウ 図書館 天気
    """
  )
  private static let hangul = WordList(
    "오늘 내일 시간 화면 글자 질문 대답 우리 사용 읽다 쓰다 매우 조금 그러나 그래서 컴퓨터 도서관 날씨 아침 강"
  )
  private static let thai = WordList(
    """
    วันนี้ พรุ่งนี้ เวลา หน้าจอ ข้อความ คำถาม คำตอบ เรา ใช้ อ่าน \
    เขียน มาก น้อย แต่ เพราะ คอมพิวเตอร์ ห้องสมุด อากาศ แม่น้ำ เช้า
    """
  )
  private static let arabic = WordList(
    """
    اليوم غدا الوقت الشاشة النص السؤال الجواب نحن يقرأ يكتب \
    كثير قليل لكن لأن الحاسوب المكتبة الطقس النهر الصباح مدينة
    """
  )
  private static let emoji = WordList("👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 🇯🇵 ❤️ 🧑🏿‍🚀 😀 🎉 👩🏻‍❤️‍👨🏼 🐻‍❄️ 🌊 ✈️")
}
