#ifndef STILLPOINT_CZLIB_SHIM_H
#define STILLPOINT_CZLIB_SHIM_H

#include <string.h>
#include <zlib.h>

/* inflateInit2 is a macro with the size of z_stream in it, which Swift cannot say. */
static inline int stillpoint_inflate_begin(z_stream *stream, int window_bits) {
  memset(stream, 0, sizeof(z_stream));
  return inflateInit2(stream, window_bits);
}

#endif
