import Maintaining
import StillpointCommand

Program.run(StillpointMaintain.self)
