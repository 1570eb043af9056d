#ifndef STILLPOINT_BREAK_MEMORY_H
#define STILLPOINT_BREAK_MEMORY_H

#include "text_shaping.h"

// The longest text whose breaks are remembered, in bytes: a whole part of a run of Thai fits, and most
// addresses and embedded data.
enum { BREAK_MEMORY_LONGEST = 640 };

// What a text is, since the same bytes may break otherwise within a run of Thai.
typedef enum { OF_STRETCH, OF_THAI_PART } remembered_kind;

typedef struct {
  uint64_t hash;
  // Where the text begins, its flags behind it; counted from 1, so that 0 is a free slot.
  uint32_t place;
  uint16_t length;
  uint16_t kind;
} remembered_breaks_slot;

// What may happen before each byte of texts that were looked at before. A message that is measured
// again whenever it has grown asks for the same stretches each time.
//
// Limit: 16,384 texts or 2 MiB; then it starts anew. What it holds changes no result.
typedef struct {
  remembered_breaks_slot *slots;
  uint8_t *bytes;
  uint32_t used;
  uint32_t count;
} break_memory;

uint64_t break_memory_hash(const char *text, int length, remembered_kind kind);

// The flags of a text, `length` + 1 of them, until the next text is added; NULL where it has none.
const uint8_t *break_memory_find(const break_memory *memory, uint64_t hash, const char *text, int length,
                                 remembered_kind kind);

// Remembers the flags of a text of at most `BREAK_MEMORY_LONGEST` bytes. Where memory is short it
// does nothing.
void break_memory_add(break_memory *memory, uint64_t hash, const char *text, int length,
                      remembered_kind kind, const uint8_t *flags);

// Forgets all texts and keeps the room for them.
void break_memory_clear(break_memory *memory);

void break_memory_free(break_memory *memory);

#endif
