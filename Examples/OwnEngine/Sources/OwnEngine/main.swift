import StillpointLaboratory

// Without arguments: the list beside the reference, in the scenarios that ask most of a list.
Laboratory.main(
  [
    Candidate("naive-list", summary: "An array of heights; scrolls to the end at each token") {
      NaiveList($0)
    }
  ],
  standard: [
    "run", "stream-steady", "stream-while-scrolling-up", "prepend-while-reading",
    "--profile", "reference", "naive-list", "--refresh", "60",
  ]
)
