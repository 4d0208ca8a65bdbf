// SPDX-License-Identifier: Apache-2.0
//
// Sorting and merging of pairs: a float, and 32 bits that belong to it in the next column.
//
//   TSORT32(d, values, words)               each 32 columns in descending order, as 64 columns of pairs
//   TMRGSORT_RUNS(core, d, s, length)       each four adjacent runs of `length` columns as one
//   TMRGSORT<false>(d, tmp, a, b)           two to four lists as one
//
// Equal values keep their order, NaN stands before everything, and a pair is moved as 64 bits: an index is a denormal
// float.
#pragma once

#include "tile.hpp"

namespace pto {

typedef uint64_t __attribute__((may_alias)) pair_bits;  // the value in the low half
typedef uint32_t __attribute__((may_alias)) word_bits;

// Integers in the order of the values: equal for both zeros, NaN above all.
PTO_INLINE int32_t sort_key(uint32_t bits) {
    const int32_t s = (int32_t)bits;
    int32_t key = s ^ (int32_t)((uint32_t)(s >> 31) >> 1);
    key += key == -1;
    return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffffff : key;
}
PTO_INLINE vi sort_key(vu bits) {
    const vi s = (vi)bits;
    vi key = s ^ (vi)((vu)(s >> 31) >> 1);
    key -= key == -1;
    return vsel((vi)(bits & 0x7fffffffu) > 0x7f800000, splat_i(0x7fffffff), key);
}

// The rank of each of up to 32 elements is how many stand before it.
template <int Vectors> PTO_INLINE void sort_block(pair_bits* to, const word_bits* values, const word_bits* words, int n) {
    alignas(64) int32_t keys[32];
    vi key[Vectors], lane[Vectors], rank[Vectors];
    for (int v = 0; v < Vectors; ++v) {
        const int left = n - v * NL;
        const uint32_t* from = (const uint32_t*)values + v * NL;
        key[v] = sort_key(left >= NL ? ld(from) : ld_n(from, left < 0 ? 0 : left));
        lane[v] = lane_numbers() + splat_i(v * NL);
        rank[v] = vi{};
        st(keys + v * NL, key[v]);
    }
    for (int i = 0; i < n; ++i) {
        const vi one = splat_i(keys[i]), at = splat_i(i);
        for (int v = 0; v < Vectors; ++v) rank[v] -= (one > key[v]) | ((one == key[v]) & (lane[v] > at));
    }
    for (int v = 0; v < Vectors; ++v) st(keys + v * NL, rank[v]);
    for (int i = 0; i < n; ++i) to[keys[i]] = (uint64_t)words[i] << 32 | values[i];
}

template <class D, class S, class W> PTO_INLINE void TSORT32(const D& d, const S& s, const W& words) {
    for (int64_t r = 0; r < s.v_row; ++r) {
        const word_bits *value = (const word_bits*)s.line(r), *word = (const word_bits*)words.line(r);
        pair_bits* to = (pair_bits*)d.line(r);
        for (int64_t c = 0; c < s.v_col; c += 32) {
            const int64_t left = s.v_col - c;
            sort_block<32 / NL>(to + c, value + c, word + c, left < 32 ? (int)left : 32);
        }
    }
}

struct Pairs {
    const pair_bits* data;
    int64_t n;
};
template <class S> PTO_INLINE Pairs pairs(const S& s) { return {(const pair_bits*)s.data, s.v_row < 1 ? 0 : s.v_col / 2}; }

PTO_INLINE bool any_nan(Pairs p) {
    int found = 0;
    for (int64_t i = 0; i < p.n; ++i) found |= ((uint32_t)p.data[i] & 0x7fffffffu) > 0x7f800000u;
    return found;
}

// Whether `b`, the later list, goes first.
template <bool Nan> PTO_INLINE bool goes_first(uint64_t b, uint64_t a) {
    if constexpr (Nan) return sort_key((uint32_t)b) > sort_key((uint32_t)a);
    float x, y;
    const uint32_t low_b = (uint32_t)b, low_a = (uint32_t)a;
    __builtin_memcpy(&x, &low_b, 4);
    __builtin_memcpy(&y, &low_a, 4);
    return x > y;
}

// Two lists of equal length, from both ends at once: neither end can run out of a list before its half is written.
template <bool Nan> PTO_INLINE void merge_equal(pair_bits* to, const pair_bits* a, const pair_bits* b, int64_t n) {
    const pair_bits *a_end = a + n - 1, *b_end = b + n - 1;
    pair_bits* end = to + 2 * n - 1;
    for (int64_t i = 0; i < n; ++i) {
        const uint64_t x = *a, y = *b;
        const bool second = goes_first<Nan>(y, x);
        *to++ = second ? y : x;
        b += second;
        a += !second;
        const uint64_t u = *a_end, v = *b_end;
        const bool first = goes_first<Nan>(v, u);
        *end-- = first ? u : v;
        a_end -= first;
        b_end -= !first;
    }
}

template <bool Nan> PTO_INLINE void merge_two(pair_bits* to, Pairs a, Pairs b) {
    if (a.n == b.n) return merge_equal<Nan>(to, a.data, b.data, a.n);
    int64_t i = 0, j = 0;
    while (i < a.n && j < b.n) {
        const uint64_t x = a.data[i], y = b.data[j];
        const bool second = goes_first<Nan>(y, x);
        *to++ = second ? y : x;
        j += second;
        i += !second;
    }
    while (i < a.n) *to++ = a.data[i++];
    while (j < b.n) *to++ = b.data[j++];
}

template <bool Nan, class D> PTO_INLINE void merge_runs(const pto_core* core, const D& d, Pairs s, int64_t run) {
    pair_bits *to = (pair_bits*)d.data, *half = (pair_bits*)core->space[PTO_MAT];
    int64_t at = 0;
    for (; at + 4 * run <= s.n; at += 4 * run) {
        const pair_bits* from = s.data + at;
        merge_equal<Nan>(half, from, from + run, run);
        merge_equal<Nan>(half + 2 * run, from + 2 * run, from + 3 * run, run);
        merge_equal<Nan>(to + at, half, half + 2 * run, 2 * run);
    }
    for (; at < s.n; ++at) to[at] = s.data[at];
}
// The space of the cube's operands is free on a vector core: two of the four lists meet there.
template <class D, class S> PTO_INLINE void TMRGSORT_RUNS(const pto_core* core, const D& d, const S& s, int64_t length) {
    const Pairs p = pairs(s);
    if (any_nan(p)) merge_runs<true>(core, d, p, length / 2);
    else merge_runs<false>(core, d, p, length / 2);
}

template <bool Nan> PTO_INLINE void merge_lists(pair_bits* to, pair_bits* tmp, const Pairs* list, int n) {
    if (n == 2) return merge_two<Nan>(to, list[0], list[1]);
    const int64_t first = list[0].n + list[1].n;
    merge_two<Nan>(tmp, list[0], list[1]);
    if (n == 3) return merge_two<Nan>(to, Pairs{tmp, first}, list[2]);
    merge_two<Nan>(tmp + first, list[2], list[3]);
    merge_two<Nan>(to, Pairs{tmp, first}, Pairs{tmp + first, list[2].n + list[3].n});
}

// How many pairs there are when the first list comes to its end: the last of a list, and all that stands before it.
PTO_INLINE int64_t until_one_ends(const Pairs* list, int n) {
    int64_t least = 0;
    for (int i = 0; i < n; ++i) least += list[i].n;
    for (int i = 0; i < n; ++i) {
        int64_t before = list[i].n;
        if (before == 0) return 0;
        const int32_t key = sort_key((uint32_t)list[i].data[before - 1]);
        for (int j = 0; j < n; ++j) {
            if (j == i) continue;
            for (int64_t k = 0; k < list[j].n; ++k) {
                const int32_t other = sort_key((uint32_t)list[j].data[k]);
                before += j < i ? other >= key : other > key;
            }
        }
        least = before < least ? before : least;
    }
    return least;
}

// With `Early` what follows the end of the first list is undefined: poison, as in fresh memory.
template <bool Early, class D, class M, class... S> PTO_INLINE void TMRGSORT(const D& d, const M& tmp, const S&... s) {
    const Pairs list[] = {pairs(s)...};
    constexpr int n = sizeof...(S);
    bool nan = false;
    for (int i = 0; i < n; ++i) nan |= any_nan(list[i]);
    pair_bits* to = (pair_bits*)d.data;
    if (nan) merge_lists<true>(to, (pair_bits*)tmp.data, list, n);
    else merge_lists<false>(to, (pair_bits*)tmp.data, list, n);
    if constexpr (Early) {
        int64_t total = 0;
        for (int i = 0; i < n; ++i) total += list[i].n;
        for (int64_t i = until_one_ends(list, n); i < total; ++i) to[i] = 0x7fa5a5a57fa5a5a5ull;
    }
}

}  // namespace pto
