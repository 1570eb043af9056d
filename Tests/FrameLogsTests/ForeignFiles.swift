/// Beginnings of files of other tools that hold no frames, and a word of what each is refused as.
enum ForeignFiles {
  static let all: [(text: String, words: String)] = [
    (
      "00, 28-11-2026 10:00:00, Hardware monitoring log v1.6\n02, GPU temperature\n80, 1, 2\n",
      "Afterburner"
    ),
    ("{\"name\":\"a\",\"iterations\":[{\"measures\":[{\"fps\":60}]}]}", "Flashlight"),
    (
      "{\"meta\":{\"product\":\"Firefox\",\"processType\":0},\"threads\":[{\"stackTable\":{}}]}",
      "Firefox"
    ),
    ("<!DOCTYPE html><title>Android System Trace</title>", "systrace"),
    ("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", "stream"),
    ("a,b\n", "header without rows"),
  ]
}
