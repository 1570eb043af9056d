#ifndef STILLPOINT_SPACED_WORDS_H
#define STILLPOINT_SPACED_WORDS_H

#include <stdbool.h>

// What stands up to a space, which may be nothing at the start of a text, and the spaces after it.
typedef struct {
  int start;
  int end;
  int next;
  bool is_plain;
} spaced_word;

// The word that begins at a place. It is plain when it is letters and digits of ASCII, with commas and full
// stops perhaps at its end.
spaced_word word_at(const char *text, int length, int start);

// Whether a line may be broken before a word with spaces before it, if that before these ends a stretch.
bool begins_stretch(spaced_word word, const char *text);

// Whether a line may be broken after a word and its spaces, if the next word begins a stretch.
bool ends_stretch(spaced_word word, const char *text);

// A place inside a word where a line may be broken whatever stands further away, some way from `start`; -1
// for none.
int next_cut(int start, spaced_word word, const char *text);

#endif
