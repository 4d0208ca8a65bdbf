// SPDX-License-Identifier: Apache-2.0
//
// Walking along the valid cells of a line in whole vectors and one tail, and reducing along it.
//
//   columns<Slots>(n, [&](auto part, int64_t c) PTO_BODY { part.store(y + c, part.load(x + c) + k); });
//
// The body is called with a `part` that says which lanes count: a `Whole` vector, or the `Tail`. With four slots the
// whole vectors come in fours, numbered 0 to 3, so that a reduction keeps four accumulators; lanes beyond the tail
// never reach one. With `columns<Slots, N>(body)` the length is known to the compiler.
#pragma once

#include "math.hpp"
#include "vec.hpp"

#define PTO_BODY __attribute__((always_inline))

namespace pto {

PTO_INLINE vi lane_numbers() {
    vi v = {};
    for (int i = 0; i < NL; ++i) v[i] = i;
    return v;
}

template <int Slot, bool Stream> struct Whole {
    static constexpr int slot = Slot;
    template <class T> PTO_INLINE lanes<T> load(const T* p) const { return ld(p); }
    template <class T> PTO_INLINE void store(T* p, lanes<T> v) const { st_exact(p, v); }
    // To global memory; past the caches when the loop was told so.
    template <class T> PTO_INLINE void send(T* p, lanes<T> v) const {
        if constexpr (Stream) st_stream_exact(p, v);
        else st_exact(p, v);
    }
    template <class V> PTO_INLINE V keep(V v, V) const { return v; }
};

struct Tail {
    static constexpr int slot = 0;
    int n;
    template <class T> PTO_INLINE lanes<T> load(const T* p) const { return ld_n(p, n); }
    template <class T> PTO_INLINE void store(T* p, lanes<T> v) const { st_exact_n(p, v, n); }
    template <class T> PTO_INLINE void send(T* p, lanes<T> v) const { st_exact_n(p, v, n); }
    template <class V> PTO_INLINE V keep(V v, V other) const { return vsel(lane_numbers() < splat_i(n), v, other); }
};

// One element, for types without lanes.
struct One {
    template <class T> PTO_INLINE T load(const T* p) const { return *p; }
};

template <int Slots, bool Stream = false, class F> PTO_INLINE void columns(int64_t n, F body) {
    int64_t c = 0;
    if constexpr (Slots == 4) {
        for (; c + 4 * NL <= n; c += 4 * NL) {
            body(Whole<0, Stream>{}, c);
            body(Whole<1, Stream>{}, c + NL);
            body(Whole<2, Stream>{}, c + 2 * NL);
            body(Whole<3, Stream>{}, c + 3 * NL);
        }
    }
    for (; c + NL <= n; c += NL) body(Whole<0, Stream>{}, c);
    if (c < n) body(Tail{(int)(n - c)}, c);
}

template <int Slots, int64_t N, bool Stream = false, class F> PTO_INLINE void columns_of(F body) {
    constexpr int64_t fours = Slots == 4 ? N / (4 * NL) * (4 * NL) : 0, whole = N / NL * NL;
    for (int64_t c = 0; c < fours; c += 4 * NL) {
        body(Whole<0, Stream>{}, c);
        if constexpr (fours > 0) {
            body(Whole<1, Stream>{}, c + NL);
            body(Whole<2, Stream>{}, c + 2 * NL);
            body(Whole<3, Stream>{}, c + 3 * NL);
        }
    }
    if constexpr (fours < whole)
        for (int64_t c = fours; c < whole; c += NL) body(Whole<0, Stream>{}, c);
    if constexpr (whole < N) body(Tail{(int)(N - whole)}, whole);
}

// ---- reductions along a line: add(part, v) for each piece, then result() in all lanes ------------------------------

template <class T> struct Sum {  // narrow floats accumulate in float lanes and round once
    lanes<T> slot[4] = {};
    template <class P> PTO_INLINE void add(P part, lanes<T> v) {
        slot[P::slot] = vadd(slot[P::slot], part.keep(v, lanes<T>{}));
    }
    PTO_INLINE lanes<T> result() const {
        return rounded<T>(splat_lane(hsum(vadd(vadd(slot[0], slot[1]), vadd(slot[2], slot[3])))));
    }
};

template <class T> struct Product {
    lanes<T> slot[4] = {lanes<T>{} + 1, lanes<T>{} + 1, lanes<T>{} + 1, lanes<T>{} + 1};
    template <class P> PTO_INLINE void add(P part, lanes<T> v) {
        slot[P::slot] = rounded<T>(vmul(slot[P::slot], part.keep(v, lanes<T>{} + 1)));
    }
    PTO_INLINE lanes<T> result() const {
        lanes<T> a = rounded<T>(vmul(slot[0], slot[1])), b = rounded<T>(vmul(slot[2], slot[3]));
        return rounded<T>(splat_lane(hprod(rounded<T>(vmul(a, b)))));
    }
};

PTO_INLINE vi least(vi) { return splat_i(-2147483647 - 1); }
PTO_INLINE vi greatest(vi) { return splat_i(2147483647); }
PTO_INLINE vu least(vu) { return splat_u(0); }
PTO_INLINE vu greatest(vu) { return splat_u(0xffffffffu); }
PTO_INLINE vf least(vf) { return splat_f(-__builtin_inff()); }
PTO_INLINE vf greatest(vf) { return splat_f(__builtin_inff()); }

#define PTO_EXTREME(name, running, step, across, start)                                              \
    template <class V> struct name##Whole {                                                          \
        V best = start(V{});                                                                         \
        PTO_INLINE void add(V v) { best = step(best, v); }                                           \
        PTO_INLINE void merge(name##Whole other) { add(other.best); }                                \
        PTO_INLINE auto result() const { return across(best); }                                      \
    };                                                                                               \
    template <class V> struct name##Kind { typedef name##Whole<V> type; };                           \
    template <> struct name##Kind<vf> { typedef running type; };                                     \
    template <class T> struct name {                                                                 \
        typename name##Kind<lanes<T>>::type slot[4];                                                 \
        template <class P> PTO_INLINE void add(P part, lanes<T> v) {                                 \
            slot[P::slot].add(part.keep(v, start(lanes<T>{})));                                      \
        }                                                                                            \
        PTO_INLINE lanes<T> result() {                                                               \
            slot[0].merge(slot[1]), slot[2].merge(slot[3]), slot[0].merge(slot[2]);                  \
            return splat_lane(slot[0].result());                                                     \
        }                                                                                            \
    };
PTO_EXTREME(Max, row_max, vmax, hmax, least)
PTO_EXTREME(Min, row_min, vmin, hmin, greatest)
#undef PTO_EXTREME

// Column reductions: one step of row `v` into the running row.
template <class T> struct Sum1 { static PTO_INLINE lanes<T> step(lanes<T> a, lanes<T> v) { return rounded<T>(vadd(a, v)); } };
template <class T> struct Product1 { static PTO_INLINE lanes<T> step(lanes<T> a, lanes<T> v) { return rounded<T>(vmul(a, v)); } };
template <class T> struct Max1 { static PTO_INLINE lanes<T> step(lanes<T> a, lanes<T> v) { return vmax(a, v); } };
template <class T> struct Min1 { static PTO_INLINE lanes<T> step(lanes<T> a, lanes<T> v) { return vmin(a, v); } };

}  // namespace pto
