// SPDX-License-Identifier: Apache-2.0
//
// 64-bit integers: the operations that lanes have, on one element at a time.
#pragma once

#include "vec.hpp"

namespace pto {

#define PTO_WIDE(T)                                                                    \
    PTO_INLINE T vadd(T a, T b) { return (T)((uint64_t)a + (uint64_t)b); }             \
    PTO_INLINE T vsub(T a, T b) { return (T)((uint64_t)a - (uint64_t)b); }             \
    PTO_INLINE T vmul(T a, T b) { return (T)((uint64_t)a * (uint64_t)b); }             \
    PTO_INLINE T vneg(T x) { return (T)(0 - (uint64_t)x); }                            \
    PTO_INLINE T vmax(T a, T b) { return a > b ? a : b; }                              \
    PTO_INLINE T vmin(T a, T b) { return a < b ? a : b; }                              \
    PTO_INLINE T vsel(bool mask, T a, T b) { return mask ? a : b; }                    \
    PTO_INLINE T vand(T a, T b) { return a & b; }                                      \
    PTO_INLINE T vor(T a, T b) { return a | b; }                                       \
    PTO_INLINE T vxor(T a, T b) { return a ^ b; }                                      \
    PTO_INLINE T vnot(T a) { return ~a; }                                              \
    PTO_INLINE T vshl(T a, T count) { return (T)((uint64_t)a << (count & 63)); }       \
    PTO_INLINE T vshr(T a, T count) { return a >> (count & 63); }                      \
    PTO_COMPARE_ONE(veq, ==, T)                                                        \
    PTO_COMPARE_ONE(vne, !=, T)                                                        \
    PTO_COMPARE_ONE(vlt, <, T)                                                         \
    PTO_COMPARE_ONE(vle, <=, T)                                                        \
    PTO_COMPARE_ONE(vgt, >, T)                                                         \
    PTO_COMPARE_ONE(vge, >=, T)
#define PTO_COMPARE_ONE(name, op, T) PTO_INLINE bool name(T a, T b) { return a op b; }
PTO_WIDE(int64_t)
PTO_WIDE(uint64_t)
#undef PTO_WIDE
#undef PTO_COMPARE_ONE
PTO_INLINE int64_t vabs(int64_t x) { return x < 0 ? vneg(x) : x; }
PTO_INLINE uint64_t vabs(uint64_t x) { return x; }
PTO_INLINE int64_t vdiv(int64_t a, int64_t b) { return b == 0 ? 0 : b == -1 ? vneg(a) : a / b; }
PTO_INLINE uint64_t vdiv(uint64_t a, uint64_t b) { return b == 0 ? 0 : a / b; }
PTO_INLINE int64_t vfmod(int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }
PTO_INLINE uint64_t vfmod(uint64_t a, uint64_t b) { return b == 0 ? 0 : a % b; }
PTO_INLINE int64_t vrem(int64_t a, int64_t b) {
    int64_t r = vfmod(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
PTO_INLINE uint64_t vrem(uint64_t a, uint64_t b) { return vfmod(a, b); }

}  // namespace pto
