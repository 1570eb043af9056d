#include "break_memory.h"

#include <stdlib.h>
#include <string.h>

// Half of the slots stay free. A text lies in one of the eight slots from its own on or is not
// remembered, so that no choice of texts makes a look-up long.
enum { SLOTS = 32768, MOST_TEXTS = 16384, MOST_STEPS = 8, MOST_BYTES = 2 << 20 };

static uint64_t mixed(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

// Eight bytes at a time; the last eight may have been looked at before.
uint64_t break_memory_hash(const char *text, int length, remembered_kind kind) {
  uint64_t hash = mixed((uint64_t)length, (uint64_t)kind + 1);
  uint64_t word = 0;
  int done = 0;
  for (; done + 8 <= length; done += 8) {
    memcpy(&word, text + done, 8);
    hash = mixed(hash, word);
  }
  if (done == length) return hash;
  if (length >= 8) {
    memcpy(&word, text + length - 8, 8);
  } else {
    word = 0;
    for (; done < length; done++) word = word << 8 | (unsigned char)text[done];
  }
  return mixed(hash, word);
}

static uint32_t slot_at(uint64_t hash, uint32_t step) { return ((uint32_t)hash + step) % SLOTS; }

const uint8_t *break_memory_find(const break_memory *memory, uint64_t hash, const char *text, int length,
                                 remembered_kind kind) {
  if (memory->slots == NULL) return NULL;
  for (uint32_t step = 0; step < MOST_STEPS; step++) {
    const remembered_breaks_slot *slot = &memory->slots[slot_at(hash, step)];
    if (slot->place == 0) return NULL;
    if (slot->hash != hash || slot->length != length || slot->kind != kind) continue;
    const uint8_t *known = memory->bytes + slot->place - 1;
    if (memcmp(known, text, (size_t)length) == 0) return known + length;
  }
  return NULL;
}

void break_memory_clear(break_memory *memory) {
  if (memory->slots != NULL) memset(memory->slots, 0, SLOTS * sizeof *memory->slots);
  memory->used = memory->count = 0;
}

// Makes room for a text, or for all of them the first time.
static bool has_room(break_memory *memory, uint32_t needed) {
  if (memory->slots == NULL) {
    memory->slots = calloc(SLOTS, sizeof *memory->slots);
    memory->bytes = malloc(MOST_BYTES);
    if (memory->slots == NULL || memory->bytes == NULL) {
      break_memory_free(memory);
      return false;
    }
  }
  if (memory->count == MOST_TEXTS || memory->used + needed > MOST_BYTES) break_memory_clear(memory);
  return true;
}

void break_memory_add(break_memory *memory, uint64_t hash, const char *text, int length,
                      remembered_kind kind, const uint8_t *flags) {
  uint32_t needed = 2 * (uint32_t)length + 1;
  if (!has_room(memory, needed)) return;
  for (uint32_t step = 0; step < MOST_STEPS; step++) {
    remembered_breaks_slot *slot = &memory->slots[slot_at(hash, step)];
    if (slot->place != 0) continue;
    memcpy(memory->bytes + memory->used, text, (size_t)length);
    memcpy(memory->bytes + memory->used + length, flags, (size_t)length + 1);
    *slot = (remembered_breaks_slot){hash, memory->used + 1, (uint16_t)length, (uint16_t)kind};
    memory->used += needed;
    memory->count++;
    return;
  }
}

void break_memory_free(break_memory *memory) {
  free(memory->slots);
  free(memory->bytes);
  *memory = (break_memory){NULL, NULL, 0, 0};
}
