// Plain C++ structures behind C functions, for comparison: a Fenwick tree, and 16-ary sums.
#pragma once
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct native_fenwick native_fenwick;
native_fenwick *native_fenwick_make(const int64_t *heights, int64_t count);
void native_fenwick_free(native_fenwick *tree);
int64_t native_fenwick_offset(const native_fenwick *tree, int64_t index);
int64_t native_fenwick_search(const native_fenwick *tree, int64_t offset);
void native_fenwick_set(native_fenwick *tree, int64_t index, int64_t height);

typedef struct native_tree native_tree;
native_tree *native_tree_make(const int64_t *heights, int64_t count);
void native_tree_free(native_tree *tree);
int64_t native_tree_offset(const native_tree *tree, int64_t index);
int64_t native_tree_search(const native_tree *tree, int64_t offset);
void native_tree_set(native_tree *tree, int64_t index, int64_t height);
#ifdef __cplusplus
}
#endif
