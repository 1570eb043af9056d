/// What the table of an ablation looks like in a terminal.
enum AblationGolden {
  static let wide = """
      scenario  hitch ms/s          on time %          drift pt          lag ms p99        allocs/frame          p99 ms          verdict
    reference: as it is
      stream             0                100                 0                 420                12.5            1.25          pass
      fling              0                100                 0                 n/a                   4             0.5          pass
    layout: adjusting-array (vercel-v0, swiftui-tips)
      stream          12.5  +12.5!      98.25  −1.75!      18.5  +18.5!         420  =               25  ×2.00!     1.3  ×1.04!  missed
      fling             80  +80!           60  −40!           0  =              n/a                   4  =           20  ×40.0!  broken at 12.3 s
    a pool slot is: none (messaging-ui)  n/a: a slot holds a fade
    fade: none (messaging-ui)
      stream             0  =             100  =              0  =              400  −20*          6.25  ×0.50*    1.25  =       pass
      fling              0  =             100  =              0  =              n/a                   4  =          0.5  =       pass

    """

  /// In 66 columns: what does not fit goes into blocks below, a figure with its change.
  static let narrow = """
      scenario  hitch ms/s          on time %
    reference: as it is
      stream             0                100
      fling              0                100
    layout: adjusting-array (vercel-v0, swiftui-tips)
      stream          12.5  +12.5!      98.25  −1.75!
      fling             80  +80!           60  −40!
    a pool slot is: none (messaging-ui)  n/a: a slot holds a fade
    fade: none (messaging-ui)
      stream             0  =             100  =
      fling              0  =             100  =

      scenario  drift pt          lag ms p99
    reference: as it is
      stream           0                 420
      fling            0                 n/a
    layout: adjusting-array (vercel-v0, swiftui-tips)
      stream        18.5  +18.5!         420  =
      fling            0  =              n/a
    a pool slot is: none (messaging-ui)  n/a: a slot holds a fade
    fade: none (messaging-ui)
      stream           0  =              400  −20*
      fling            0  =              n/a

      scenario  allocs/frame          p99 ms          verdict
    reference: as it is
      stream            12.5            1.25          pass
      fling                4             0.5          pass
    layout: adjusting-array (vercel-v0, swiftui-tips)
      stream              25  ×2.00!     1.3  ×1.04!  missed
      fling                4  =           20  ×40.0!  broken at 12.3 s
    a pool slot is: none (messaging-ui)  n/a: a slot holds a fade
    fade: none (messaging-ui)
      stream            6.25  ×0.50*    1.25  =       pass
      fling                4  =          0.5  =       pass

    """
}

/// What the table of designs looks like in a terminal.
enum DesignGolden {
  static let wide = """
                       hitch         text   drift   fallbacks
    design        ratio ms/s   lag p99 ms      pt               scenarios
    reference              0          420       0           0   all 2 pass
    vercel-v0             80!        1234       2         n/a   2 of 2 missed
        stutters in stream; comes to a standstill in fling
    messaging-ui           0         16.7       0         n/a   1 of 1 missed
        text is lost or changed in stream

    """
}

/// What the table of how profiles show text looks like in a terminal.
enum RevealGolden {
  static let table = """
                  backlog  hold ms          lag ms  snaps   opacity  words/s
    profile           max      p99  p50   p99  max         jump max    shown
    reference         n/a      n/a  n/a   420  n/a      3     0.625     8.06
    vercel-v0         n/a      n/a  n/a  1234  n/a    n/a       n/a      n/a
    messaging-ui      n/a      n/a  n/a  16.7  n/a    n/a       n/a      n/a

    Not defined by the design, and what runs here instead:
      messaging-ui, streamed text: shown as it comes

    """
}
