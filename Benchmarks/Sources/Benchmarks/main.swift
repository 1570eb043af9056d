import Harness

var program = Program([
  HeightSuite.suite, StreamingSuite.suite, MarkdownSuite.suite, HostileSuite.suite,
  FrameSuite.suite,
])
program.main()
