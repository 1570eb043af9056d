// Files that people name: how they are read, how they are written, and what is said when either
// cannot be done.
//
// Words: an *input* is a file, pipe or device that is read; a *place* is where something is written.
// A *whole file* is one that nobody ever sees half of: it is made under another name and renamed. A
// *kind* says what may be replaced at a place that no person named. A *draft* is a folder that nobody
// looks for yet, a *scratch folder* one that goes with its process.
//
// Invariants:
// - A place is checked before the work whose result goes there. ``OutputPlace``, ``FolderPlace``,
//   ``FolderDraft`` and ``ScratchFolder`` are all that write: no other module has a way to.
// - All that one command writes is prepared before the first takes its place: ``OutputPlace/write(_:once:)``.
// - What is not a regular file (a device, a pipe, the end of a link) is written through, never
//   replaced; an input is never written.
// - A name is bytes. Text that stands for a name gives the same bytes again, also where they are not
//   UTF-8 (``FileName``).
// - Every limit is a row of ``InputLimit``; what refuses names the limit and how to raise it.
//
// This module is no parser: it hands out bytes. `LoadGeneration` says what stands in them.
