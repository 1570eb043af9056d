#include "text_shaping.h"
