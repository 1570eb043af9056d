/// Beginnings of files of other tools that hold no frames, and a word of what each is refused as.
enum ForeignFiles {
  static let all: [(text: String, words: String)] = [
    (
      "00, 28-11-2026 10:00:00, Hardware monitoring log v1.6\n02, GPU temperature\n80, 1, 2\n",
      "Afterburner"
    ),
    ("PK\u{3}\u{4}rest of an archive,with,cells\n1,2,3\n", "ZIP"),
    (
      "** Graphics info for pid 2 [a.b] **\nFailure while dumping the app: ProcessRecord{45d538c}\n",
      "did not answer"
    ),
    (
      "** Graphics info for pid 2 [a.b] **\n\nProfile data in ms:\n\tDraw\tProcess\n\t3.2\t4.0\n",
      "without frames"
    ),
    ("SurfaceFlinger TimeStats:\ntotalFrames = 3600\nmissedFrames = 120\n", "timestats"),
    ("[{\"time\":1,\"measures\":[{\"cpu\":{\"perName\":{\"a\":1}}}]}]", "Flashlight"),
    (
      "{\"context\":{},\"benchmarks\":[{\"name\":\"a\",\"metrics\":{\"startupMs\":{\"runs\":[1]}}}]}",
      "startupMs"
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
