#include "include/NativeTwins.h"

#include <stdlib.h>

struct native_fenwick {
  int64_t *sums;
  int64_t count;
  int64_t size;
};

native_fenwick *native_fenwick_make(const int64_t *heights, int64_t count) {
  native_fenwick *tree = (native_fenwick *)malloc(sizeof(native_fenwick));
  int64_t size = 1;
  while (size < count + 1) size *= 2;
  tree->sums = (int64_t *)calloc((size_t)size + 1, sizeof(int64_t));
  tree->count = count;
  tree->size = size;
  for (int64_t place = 1; place <= size; place++) {
    if (place <= count) tree->sums[place] += heights[place - 1];
    int64_t next = place + (place & -place);
    if (next <= size) tree->sums[next] += tree->sums[place];
  }
  return tree;
}

void native_fenwick_free(native_fenwick *tree) {
  free(tree->sums);
  free(tree);
}

int64_t native_fenwick_offset(const native_fenwick *tree, int64_t index) {
  int64_t sum = 0;
  for (; index > 0; index &= index - 1) sum += tree->sums[index];
  return sum;
}

int64_t native_fenwick_search(const native_fenwick *tree, int64_t offset) {
  int64_t place = 0;
  for (int64_t step = tree->size / 2; step > 0; step /= 2) {
    int64_t sum = tree->sums[place + step];
    bool isBefore = sum <= offset;
    place = isBefore ? place + step : place;
    offset = isBefore ? offset - sum : offset;
  }
  return place;
}

void native_fenwick_set(native_fenwick *tree, int64_t index, int64_t height) {
  int64_t old = native_fenwick_offset(tree, index + 1) - native_fenwick_offset(tree, index);
  for (int64_t place = index + 1; place <= tree->size; place += place & -place) {
    tree->sums[place] += height - old;
  }
}
