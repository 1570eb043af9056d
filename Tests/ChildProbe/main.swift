import CProbes
import ChildProcesses
import Foundation
import Synchronization

// A program whose children do what children should not, for the tests of ChildProcesses:
//
//   ChildProbe child TOKEN            does the steps it is asked for
//   ChildProbe parent COUNT TOKEN     runs COUNT children that compute for ever, says "running" when
//                                     all of them do
//   ChildProbe clean COUNT TOKEN FILE the same, removes FILE when it is interrupted, and ends with
//                                     128 and the signal's number
//
// TOKEN stands in the arguments of each child, so that a test finds those that are left.

let arguments = Array(CommandLine.arguments.dropFirst())

/// Computes without a system call, for ever.
func computeForEver() -> Never {
  let isOver = Atomic(false)
  while !isOver.load(ordering: .relaxed) {}
  fatalError("nobody ends this")
}

/// Memory that is never written to.
nonisolated(unsafe) var reserved: [UnsafeMutableRawPointer?] = []

/// Takes memory and writes to it, for ever.
func allocateForEver() -> Never {
  while true {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    block.initializeMemory(as: UInt8.self, repeating: 1, count: 1 << 20)
  }
}

/// Writes bytes into the control channel past everything that knows its form.
func sendNonsense() {
  let bytes: [UInt8] = [0xFF, 1, 2, 3, 4, 5, 6, 7]
  _ = stillpoint_send(Int32(stillpoint_control_descriptor), bytes, bytes.count)
}

func step(_ request: String, _ progress: ([UInt8]) -> Void) -> String {
  let words = request.split(separator: " ", maxSplits: 1).map { String($0) }
  let rest = words.count > 1 ? words[1] : ""
  switch words.first {
  case "echo": return rest
  case "pid": return "\(getpid())"
  case "progress":
    for number in 0..<(Int(rest) ?? 0) { progress(Array("\(number)".utf8)) }
    return "done"
  case "long": return String(repeating: "x", count: Int(rest) ?? 0)
  case "print":
    print(rest)
    FileHandle.standardError.write(Data("error: \(rest)\n".utf8))
    return ""
  case "touch":
    let count = (Int(rest) ?? 0) << 20
    let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4096)
    block.initializeMemory(as: UInt8.self, repeating: 1, count: count)
    block.deallocate()
    return "touched"
  case "reserve":
    let block = malloc((Int(rest) ?? 0) << 20)
    // Kept, so that no optimiser leaves it out.
    reserved.append(block)
    return block == nil ? "refused" : "reserved"
  case "environment": return ProcessInfo.processInfo.environment[rest] ?? "not set"
  case "descriptors":
    let open = (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
    return open.map { "\($0)" }.joined(separator: " ")
  case "sleep":
    usleep((UInt32(rest) ?? 0) * 1_000)
    return "slept"
  case "trap": fatalError("trapped on purpose")
  case "abort": abort()
  case "exit": exit(Int32(rest) ?? 0)
  case "kill": kill(getpid(), SIGKILL)
  case "terminate": kill(getpid(), SIGTERM)
  case "allocate": allocateForEver()
  case "flood":
    progress([])
    while true { print(rest) }
  case "compute":
    progress([])
    computeForEver()
  case "nonsense": sendNonsense()
  case "close":
    // The watch of the parent is for a channel that the parent closes.
    stillpoint_outlive_other_end()
    shutdown(Int32(stillpoint_control_descriptor), Int32(SHUT_RDWR))
    while true { sleep(1) }
  default: return "unknown step \(request)"
  }
  while true { sleep(1) }
}

func serve() throws {
  let parent = try ParentConnection.open()
  try parent.serve { request, progress in
    var request = String(decoding: request, as: UTF8.self)
    while request.hasPrefix("pause") {
      request = String(decoding: try parent.pause(Array(request.utf8)), as: UTF8.self)
    }
    return Array(step(request, progress).utf8)
  }
}

func runChildren(_ count: Int, token: String, interruption: Interruption?) throws {
  // A test that is killed reads no more, and leaves nothing behind.
  guard stillpoint_end_with_other_end(STDOUT_FILENO) == 0 else {
    fatalError("no watch of the test")
  }
  let command = ChildCommand(arguments: ["child", token], timeLimit: .seconds(600))
  var computing = 0
  try ChildPool(jobs: count, interruption: interruption).run(
    Array(repeating: ChildTask(command: command, group: 0), count: count),
    next: { _, _ in Array("compute".utf8) },
    progress: { _, _ in
      computing += 1
      if computing == count { FileHandle.standardOutput.write(Data("running\n".utf8)) }
    },
    deliver: { task, result in print(task, result.map { "\($0.end)" } ?? "not started") }
  )
}

switch arguments.first {
case "child": try serve()
case "parent": try runChildren(Int(arguments[1]) ?? 1, token: arguments[2], interruption: nil)
case "clean":
  do {
    let interruption = try Interruption()
    try runChildren(Int(arguments[1]) ?? 1, token: arguments[2], interruption: interruption)
  } catch let end as ChildInterruption {
    try FileManager.default.removeItem(atPath: arguments[3])
    exit(end.exitCode)
  }
default:
  FileHandle.standardError.write(Data("ChildProbe is started by tests only\n".utf8))
  exit(64)
}
