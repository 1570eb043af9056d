#include "include/NativeTwins.h"

#include <stdlib.h>

// Two lines of 16 sums for 256 items, below levels of 16 sums each; loops of fixed length, which the
// compiler makes into vectors of whatever width the machine has.

struct native_tree {
  int32_t *segments;
  double *levels[4];
  int64_t count;
  int64_t used;
  int top;
};

static const int kWords = 288;
static const int kSum = 272;

template <typename Sum> static inline int last_at_most(const Sum *sums, Sum value) {
  int found = -1;
  for (int lane = 0; lane < 16; lane++) found += sums[lane] <= value;
  return found;
}

template <typename Sum> static inline void add_after(Sum *sums, int lane, Sum change) {
  for (int other = 0; other < 16; other++) sums[other] += other > lane ? change : 0;
}

native_tree *native_tree_make(const int64_t *heights, int64_t count) {
  native_tree *tree = (native_tree *)malloc(sizeof(native_tree));
  tree->count = count;
  tree->used = (count + 255) / 256;
  tree->top = 0;
  while ((tree->used - 1) >> (4 * tree->top + 4)) tree->top++;
  tree->segments = (int32_t *)aligned_alloc(64, (size_t)tree->used * kWords * 4);
  double *sums = (double *)malloc((size_t)tree->used * sizeof(double));
  for (int64_t number = 0; number < tree->used; number++) {
    int32_t *words = tree->segments + kWords * number;
    int32_t sum = 0;
    for (int group = 0; group < 16; group++) {
      words[group] = sum;
      int32_t inside = 0;
      for (int lane = 0; lane < 16; lane++) {
        int64_t item = 256 * number + 16 * group + lane;
        words[16 + 16 * group + lane] = item < count || lane == 0 ? inside : INT32_MAX / 2;
        if (item < count) inside += (int32_t)heights[item];
      }
      if (256 * number + 16 * group >= count && group > 0) words[group] = INT32_MAX / 2;
      sum += inside;
    }
    words[kSum] = sum;
    sums[number] = sum;
  }
  int64_t entries = tree->used;
  for (int level = 0; level <= tree->top; level++) {
    int64_t nodes = (entries + 15) / 16;
    tree->levels[level] = (double *)aligned_alloc(64, (size_t)nodes * 128);
    for (int64_t node = 0; node < nodes; node++) {
      double sum = 0;
      for (int64_t entry = 16 * node; entry < 16 * node + 16; entry++) {
        tree->levels[level][entry] = entry < entries ? sum : 1e300;
        if (entry < entries) sum += sums[entry];
      }
      sums[node] = sum;
    }
    entries = nodes;
  }
  free(sums);
  return tree;
}

void native_tree_free(native_tree *tree) {
  for (int level = 0; level <= tree->top; level++) free(tree->levels[level]);
  free(tree->segments);
  free(tree);
}

static int64_t offset_before(const native_tree *tree, int64_t number) {
  double sum = 0;
  for (int level = 0; level <= tree->top; level++) sum += tree->levels[level][number >> (4 * level)];
  return (int64_t)sum;
}

int64_t native_tree_offset(const native_tree *tree, int64_t index) {
  if (index == tree->count) {
    return offset_before(tree, tree->used - 1) + tree->segments[kWords * (tree->used - 1) + kSum];
  }
  const int32_t *words = tree->segments + kWords * (index >> 8);
  return offset_before(tree, index >> 8) + words[index >> 4 & 15] + words[16 + (index & 255)];
}

int64_t native_tree_search(const native_tree *tree, int64_t offset) {
  double rest = (double)offset;
  int64_t place = 0;
  for (int level = tree->top; level >= 0; level--) {
    const double *sums = tree->levels[level] + 16 * place;
    int lane = last_at_most(sums, rest);
    rest -= sums[lane];
    place = 16 * place + lane;
  }
  const int32_t *words = tree->segments + kWords * place;
  int32_t inside = (int32_t)rest;
  int group = last_at_most(words, inside);
  int lane = last_at_most(words + 16 + 16 * group, inside - words[group]);
  return 256 * place + 16 * group + lane;
}

void native_tree_set(native_tree *tree, int64_t index, int64_t height) {
  int64_t number = index >> 8;
  int32_t *words = tree->segments + kWords * number;
  int group = (int)(index >> 4 & 15), lane = (int)(index & 15);
  int32_t *line = words + 16 + 16 * group;
  int32_t after = index == tree->count - 1 ? words[kSum] - words[group]
                  : lane < 15              ? line[lane + 1]
                                           : (group < 15 ? words[group + 1] : words[kSum]) - words[group];
  int32_t change = (int32_t)height - (after - line[lane]);
  add_after(line, lane, change);
  add_after(words, group, change);
  words[kSum] += change;
  for (int level = 0; level <= tree->top; level++, number >>= 4) {
    add_after(tree->levels[level] + (number & ~15), (int)(number & 15), (double)change);
  }
}
