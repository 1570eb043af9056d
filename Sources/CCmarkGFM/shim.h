#ifndef STILLPOINT_CCMARKGFM_SHIM_H
#define STILLPOINT_CCMARKGFM_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm/parser.h>
#include <cmark-gfm/references.h>
#include <cmark-gfm/inlines.h>
#include <cmark-gfm/syntax_extension.h>
#include <cmark-gfm/utf8.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

/* Set when the extensions are registered. Swift takes no mutable globals. */
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL;

static inline uint16_t stillpoint_table_type(void) { return (uint16_t)CMARK_NODE_TABLE; }
static inline uint16_t stillpoint_row_type(void) { return (uint16_t)CMARK_NODE_TABLE_ROW; }
static inline uint16_t stillpoint_cell_type(void) { return (uint16_t)CMARK_NODE_TABLE_CELL; }

/* Where a byte next stands in a text, from a place on; its length where it does not. */
static inline size_t stillpoint_place_of(uint8_t byte, const uint8_t *text, size_t from, size_t length) {
  const uint8_t *found = from < length ? (const uint8_t *)memchr(text + from, byte, length - from) : NULL;
  return found ? (size_t)(found - text) : length;
}

/* Asks for huge pages where the system has them; without them the memory is as good. */
static inline void stillpoint_advise_huge_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
  (void)madvise(memory, size, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)size;
#endif
}

#endif
