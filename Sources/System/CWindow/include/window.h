#ifndef STILLPOINT_WINDOW_H
#define STILLPOINT_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A window on the desktop that shows an image, by SDL 2. The library is looked for when a window is
/// opened, so that the program needs none otherwise. One thread may use it.
typedef struct window window;

/// What the user did.
typedef enum {
  /// Nothing more for now.
  WINDOW_NONE,
  WINDOW_CLOSED,
  /// A press, a move while pressed, and its end: `x` and `y` from the top left corner.
  WINDOW_PRESS,
  WINDOW_DRAG,
  WINDOW_RELEASE,
  /// The wheel was turned by `y` steps; positive is away from the user.
  WINDOW_WHEEL,
  /// A key that writes nothing; `key` says which.
  WINDOW_KEY,
  /// Text was typed: `text`.
  WINDOW_TEXT,
} window_event_kind;

enum { WINDOW_KEY_RETURN = 13, WINDOW_KEY_ESCAPE = 27, WINDOW_KEY_BACKSPACE = 8 };

typedef struct {
  window_event_kind kind;
  float x, y;
  int32_t key;
  char text[32];
} window_event;

/// Opens a window of `width` x `height` pixels. NULL when it cannot; `error` then says why.
window *window_open(const char *title, int width, int height, char *error, size_t error_size);
void window_close(window *window);

/// Shows an image of the window's size: rows of pixels 0xXXRRGGBB, `stride` bytes each.
void window_show(window *window, const void *pixels, int stride);

/// Takes what the user did next.
window_event window_next_event(window *window);

#endif
