// SPDX-License-Identifier: Apache-2.0
//
// What the text of a kernel includes: tiles, views, lane mathematics, matrix products, and scalar arithmetic.
//
// Scalars follow the rules of the text they come from: integers wrap, division by zero gives zero and does not trap,
// floats round once per operation, minimum and maximum keep NaN.
#pragma once

#include "core.h"
#include "cube.hpp"
#include "cvt.hpp"
#include "gather.hpp"
#include "indexed.hpp"
#include "loops.hpp"
#include "math.hpp"
#include "matrix.hpp"
#include "mx.hpp"
#include "packed.hpp"
#include "pipe.hpp"
#include "select.hpp"
#include "sort.hpp"
#include "tile.hpp"
#include "vec.hpp"
#include "view.hpp"

namespace pto {

template <class T> struct wrapping;
template <> struct wrapping<int8_t> { typedef uint8_t type; };
template <> struct wrapping<int16_t> { typedef uint16_t type; };
template <> struct wrapping<int32_t> { typedef uint32_t type; };
template <> struct wrapping<int64_t> { typedef uint64_t type; };
template <> struct wrapping<bool> { typedef bool type; };
template <class T> using bits_of = typename wrapping<T>::type;

template <class T> PTO_INLINE T addi(T a, T b) { return (T)((bits_of<T>)a + (bits_of<T>)b); }
template <class T> PTO_INLINE T subi(T a, T b) { return (T)((bits_of<T>)a - (bits_of<T>)b); }
template <class T> PTO_INLINE T muli(T a, T b) { return (T)((uint64_t)a * (uint64_t)b); }
template <class T> PTO_INLINE T divsi(T a, T b) { return b == 0 ? 0 : b == -1 ? subi((T)0, a) : (T)(a / b); }
template <class T> PTO_INLINE T remsi(T a, T b) { return b == 0 || b == -1 ? 0 : (T)(a % b); }
template <class T> PTO_INLINE T divui(T a, T b) { return b == 0 ? 0 : (T)((bits_of<T>)a / (bits_of<T>)b); }
template <class T> PTO_INLINE T remui(T a, T b) { return b == 0 ? 0 : (T)((bits_of<T>)a % (bits_of<T>)b); }
template <class T> PTO_INLINE T floordivsi(T a, T b) {
    T q = divsi(a, b);
    return remsi(a, b) != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
template <class T> PTO_INLINE T ceildivsi(T a, T b) {
    T q = divsi(a, b);
    return remsi(a, b) != 0 && (a < 0) == (b < 0) ? q + 1 : q;
}
template <class T> PTO_INLINE T minsi(T a, T b) { return a < b ? a : b; }
template <class T> PTO_INLINE T maxsi(T a, T b) { return a > b ? a : b; }
template <class T> PTO_INLINE T minui(T a, T b) { return (bits_of<T>)a < (bits_of<T>)b ? a : b; }
template <class T> PTO_INLINE T maxui(T a, T b) { return (bits_of<T>)a > (bits_of<T>)b ? a : b; }
template <class T> PTO_INLINE T andi(T a, T b) { return (T)(a & b); }
template <class T> PTO_INLINE T ori(T a, T b) { return (T)(a | b); }
template <class T> PTO_INLINE T xori(T a, T b) { return (T)(a ^ b); }
// A count outside of the type's width shifts everything out, as a row of one-bit shifts would.
template <class T> constexpr bool shifts_within(T n) { return (bits_of<T>)n < 8 * sizeof(T); }
template <class T> PTO_INLINE T shli(T a, T n) { return shifts_within(n) ? (T)((bits_of<T>)a << n) : (T)0; }
template <class T> PTO_INLINE T shrsi(T a, T n) { return shifts_within(n) ? (T)(a >> n) : (T)(a < 0 ? -1 : 0); }
template <class T> PTO_INLINE T shrui(T a, T n) { return shifts_within(n) ? (T)((bits_of<T>)a >> n) : (T)0; }

// Truncation toward zero; what the target cannot hold becomes its nearest value, NaN becomes 0.
template <class To> PTO_INLINE To fptosi(float x) {
    const To top = (To)((bits_of<To>)~(bits_of<To>)0 >> 1);
    const float limit = (float)((uint64_t)1 << (8 * sizeof(To) - 1));
    if (x != x) return 0;
    if (x >= limit) return top;
    if (x < -limit) return (To)(-top - 1);
    return (To)x;
}

template <class To> PTO_INLINE To fptoui(float x) {
    const float limit = (float)((uint64_t)1 << (8 * sizeof(To) - 1)) * 2;
    if (!(x > 0)) return 0;
    return x >= limit ? (To)~(bits_of<To>)0 : (To)(bits_of<To>)x;
}

// A whole number as FP32, FP16 or BF16, rounded once: what FP32 cannot hold is told the narrow type by the last bit.
template <class To, class From> PTO_INLINE To whole_to_float(From x) {
    if constexpr (same_type<To, float>) return (float)x;
    else {
        const bool negative = x < 0;
        uint64_t m = negative ? 0 - (uint64_t)x : (uint64_t)x;
        const int drop = m >> 24 ? 40 - __builtin_clzll(m) : 0;
        const uint64_t lost = ((uint64_t)1 << drop) - 1;
        m = ((m >> drop) | ((m & lost) != 0)) << drop;
        return stored<To>(negative ? -(float)m : (float)m);
    }
}

// The same bits as another type of equal size.
template <class To, class From> PTO_INLINE To recast(From x) {
    static_assert(sizeof(To) == sizeof(From), "a bitcast keeps the width");
    To y;
    __builtin_memcpy(&y, &x, sizeof(To));
    return y;
}
// A scalar argument: the low bits of its slot.
template <class T> PTO_INLINE T from_slot(uint64_t slot) {
    T x;
    __builtin_memcpy(&x, &slot, sizeof(T));
    return x;
}

// How many vector cores work on the block: those of the group, or the one that runs alone.
PTO_INLINE int32_t subblocks(const pto_core* core) { return core->member[PTO_LANE0] && core->member[PTO_LANE1] ? 2 : 1; }

// A barrier over the cores of the launch; false: return at once.
PTO_INLINE bool SYNCALL(pto_core* core, int32_t kind, int64_t cores, int32_t location) {
    return core->barrier(core, kind, cores, location) != 0;
}
// Events between the cores of a cluster; false: return at once.
PTO_INLINE bool EVENT_SET(pto_core* core, int64_t event, int32_t reach, int32_t pipe, int32_t location) {
    return core->event_set(core, event, reach, pipe, location) != 0;
}
// An event of all cores of a kind that run the launch.
PTO_INLINE bool LAUNCH_SET(pto_core* core, int64_t event, int32_t pipe, int32_t location) {
    return core->event_set(core, event, PTO_LAUNCH, pipe, location) != 0;
}
PTO_INLINE bool EVENT_WAIT(pto_core* core, int64_t event, int32_t pipe, int32_t location) {
    return core->event_wait(core, event, pipe, location) != 0;
}
// Caches of this machine agree by themselves: what is left is the order.
PTO_INLINE void fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

}  // namespace pto
