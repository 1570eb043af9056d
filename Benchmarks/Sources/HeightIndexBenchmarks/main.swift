import HeightIndexing
import Lengths

let small = CommandLine.arguments.contains("--small")
let onlyMillion = CommandLine.arguments.contains("--million")
let sizes =
  small
  ? [1_000, 10_000] : onlyMillion ? [1_000_000] : [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
let operations = small ? 1 << 12 : 1 << 15

/// Figures by row name and size.
var table: [String: [Int: Double]] = [:]
var order: [String] = []

@MainActor func put(_ name: String, _ size: Int, _ figure: Double) {
  if table[name] == nil { order.append(name) }
  table[name, default: [:]][size] = figure
}

for size in sizes {
  let rows = IndexRows(
    count: size,
    operations: operations,
    watch: Stopwatch(repeats: small ? 2 : 40)
  )
  put("load, an item", size, rows.build())
  var index = rows.loaded()
  put("offset of an item", size, rows.offset(index))
  put("offset of an item, latency", size, rows.offsetLatency(index))
  put("item at an offset", size, rows.search(index))
  put("item at an offset, latency", size, rows.searchLatency(index))
  put("item near the last one", size, rows.finger(&index))
  put("index of a handle", size, rows.lookUp(index))
  put("list 16 items at the end", size, rows.listTail(&index))
  put("list 16 items near the last", size, rows.listFinger(&index))
  put("list 900 pt anywhere", size, rows.listAnywhere(&index))
  put("height of the last item", size, rows.setTail(&index))
  put("height of a top item", size, rows.setTop(&index))
  put("last height and list", size, rows.stream(&index))
  put("last height, list, read frames", size, rows.layoutStep(&index))
  put("height of any item", size, rows.setAny(&index))
  put("15 heights in the middle", size, rows.setPage(&index))
  put("append", size, rows.append(&index))
  put("prepend 50", size, rows.prepend(&index))
  index = rows.loaded()
  put("width change, us", size, rows.scale(&index))
  index = rows.loaded()
  rows.edit(&index, times: small ? 100 : 10_000)
  put("edited: offset of an item", size, rows.offset(index))
  put("edited: item at an offset", size, rows.search(index))
  put("edited: height of any item", size, rows.setAny(&index))
  put("edited: height of the last item", size, rows.setTail(&index))
  let (insert, remove) = rows.editMiddle(&index, rounds: small ? 100 : min(2_000, size / 2))
  put("insert anywhere", size, insert)
  put("remove anywhere", size, remove)
  put("longest single insert, us", size, rows.longestEdit())
  let bytes = rows.bytes()
  put("bytes an item, loaded", size, bytes.loaded)
  put("bytes an item, edited", size, bytes.edited)
  for (name, figure) in TwinRows(rows: rows).all() { put(name, size, figure) }
}

/// Goal and stretch at a million items.
let goals: [String: (Double, Double)] = [
  "load, an item": (0.4, 0.33), "offset of an item": (6.5, 4.5),
  "offset of an item, latency": (36, 28), "item at an offset": (34, 18),
  "item at an offset, latency": (78, 68), "item near the last one": (10, 6),
  "list 16 items at the end": (20, 13), "list 16 items near the last": (20, 13),
  "list 900 pt anywhere": (68, 50), "height of the last item": (3, 2.5),
  "last height and list": (18, 12), "last height, list, read frames": (100, 50),
  "height of any item": (30, 12), "15 heights in the middle": (30, 20), "append": (3.5, 2.5),
  "prepend 50": (55, 35), "width change, us": (10, 2), "insert anywhere": (120, 80),
  "remove anywhere": (120, 80), "edited: offset of an item": (20, 15),
  "edited: item at an offset": (45, 35), "edited: height of any item": (65, 50),
  "edited: height of the last item": (5, 3), "longest single insert, us": (20, 10),
  "bytes an item, loaded": (5, 4.6),
  "bytes an item, edited": (9, 7),
]

func text(_ figure: Double?) -> String {
  guard let figure else { return "n/a" }
  if figure >= 1_000 { return String(Int(figure.rounded())) }
  let tenths = Int((figure * 100).rounded())
  let rest = tenths % 100
  return "\(tenths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

print(
  "| operation, ns | " + sizes.map { String($0) }.joined(separator: " | ") + " | goal | stretch | |"
)
print("| --- |" + sizes.map { _ in " ---: |" }.joined() + " ---: | ---: | --- |")
for name in order {
  let cells = sizes.map { text(table[name]?[$0]) }.joined(separator: " | ")
  var end = " | | "
  if let (goal, stretch) = goals[name], let figure = table[name]?[1_000_000] {
    let verdict = figure <= stretch ? "stretch" : figure <= goal ? "met" : "missed"
    end = "\(text(goal)) | \(text(stretch)) | \(verdict)"
  }
  print("| \(name) | \(cells) | \(end) |")
}
let page = [UInt8](repeating: 97, count: 1 << 16)
let hashed = Stopwatch(repeats: 40).measure(page.count * 4) {
  var hasher = StableHasher()
  for _ in 0..<4 { hasher.combine(page) }
  keep(Int(truncatingIfNeeded: hasher.finish().low))
}
var cache = HeightCache(capacity: 100_000)
let cached = Stopwatch(repeats: 40).measure(1 << 14) {
  var random = Congruential()
  for _ in 0..<1 << 14 {
    let key = HeightKey(high: 7, low: UInt64(random.index(below: 150_000)) &* 0x9E37_79B9_7F4A_7C15)
    if cache.height(for: key) == nil { cache.insert(LayoutUnit(points: 20), for: key) }
  }
  keep(cache.count)
}
print("hash of 64 KiB: \(text(1 / hashed)) GB/s; cache look-up or insert: \(text(cached)) ns")
print("answers \(String(answers, radix: 16))")
