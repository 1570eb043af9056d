import Harness

var program = Program([
  HeightSuite.suite, StreamingSuite.suite, MarkdownSuite.suite, FrameSuite.suite,
])
program.main()
