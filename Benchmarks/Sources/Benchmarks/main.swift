import Harness

var program = Program([HeightSuite.suite])
program.main()
