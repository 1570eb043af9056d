# Ends the job as the check ended: 0 pass, 1 error, 2 worse or missed, 3 nothing can be said.
exit "${STILLPOINT_CODE:-1}"
