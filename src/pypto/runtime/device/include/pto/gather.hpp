// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by their position, by a pattern of columns or by a comparison, and elements put at positions. They
// are moved as bits.
//
//   TGATHER(d, s, index)              d[i] = s[index[i]], counted row-major in the source; 0 where there is none
//   TGATHER_MASK<First, Step>(d, s)   every Step-th column, from First on
//   TGATHER_COMPARE<Gt>(d, n, s, k, 0) the columns of each row that compare with k, and how many there are
//   TGATHERB(d, s, offset)            blocks of 32 bytes
//   TSCATTER(d, s, index)             d = 0, then d[index[i]] = s[i] in order
//   TSCATTER_MASK<First, Step>(d, s)  d = 0, then every Step-th column from s
#pragma once

#include "select.hpp"
#include "tile.hpp"

namespace pto {

template <int Bytes> struct element_bits;
template <> struct element_bits<1> { typedef uint8_t __attribute__((may_alias)) type; };
template <> struct element_bits<2> { typedef uint16_t __attribute__((may_alias)) type; };
template <> struct element_bits<4> { typedef uint32_t __attribute__((may_alias)) type; };
template <> struct element_bits<8> { typedef uint64_t __attribute__((may_alias)) type; };
// An element as the bits it consists of.
template <class T> using raw = typename element_bits<sizeof(T)>::type;

// The element with a row-major number, where there is one.
template <class X> PTO_INLINE raw<typename X::element>* element_of(const X& t, int64_t i) {
    typedef raw<typename X::element> R;
    if constexpr (X::stride == X::width || X::cells == X::width) return (R*)t.data + i;
    else return (R*)t.line(i / X::width) + i % X::width;
}

template <class D, class S, class I> PTO_INLINE void TGATHER(const D& d, const S& s, const I& index) {
    typedef raw<typename D::element> R;
    for (int64_t r = 0; r < d.lines(); ++r) {
        R* to = (R*)d.line(r);
        const auto* at = index.line(r);
        for (int64_t c = 0; c < d.length(); ++c) {
            const int64_t i = at[c];
            const bool inside = (uint64_t)i < (uint64_t)S::cells;
            const R found = *element_of(s, inside ? i : 0);
            to[c] = inside ? found : (R)0;
        }
    }
}

template <int First, int Step, class D, class S> PTO_INLINE void TGATHER_MASK(const D& d, const S& s) {
    typedef raw<typename D::element> R;
    for (int64_t r = 0; r < d.v_row; ++r)
        for (int64_t c = 0; c < d.v_col; ++c) *(R*)d.cell(r, c) = *(const R*)s.cell(r, First + c * Step);
}

// Beyond the matches of a row stands what fresh memory holds.
constexpr int32_t UNFOUND = (int32_t)0xa5a5a5a5u;
template <class Order, class D, class N, class S, class K>
PTO_INLINE void TGATHER_COMPARE(const D& d, const N& counts, const S& s, const K& k, int32_t offset) {
    for (int64_t r = 0; r < s.v_row; ++r) {
        int32_t* to = d.line(r);
        int64_t found = 0;
        for (int64_t c = 0; c < s.v_col; ++c) {
            const bool hit = Order::of(number_at(s, r, c), number_at(k, r, c));
            if (hit && found < d.v_col) to[found] = (int32_t)((uint32_t)c + (uint32_t)offset);
            found += hit;
        }
        *counts.cell(0, r) = (typename N::element)found;
        for (int64_t c = found; c < d.v_col; ++c) to[c] = UNFOUND;
    }
}

constexpr int64_t BLOCK_BYTES = 32;
template <class D, class S, class O> PTO_INLINE void TGATHERB(const D& d, const S& s, const O& offset) {
    constexpr int64_t line = S::width * sizeof(typename S::element), size = S::cells * sizeof(typename S::element);
    for (int64_t r = 0; r < offset.v_row; ++r) {
        char* to = (char*)d.line(r);
        for (int64_t c = 0; c < offset.v_col; ++c, to += BLOCK_BYTES) {
            const int64_t at = (uint32_t)*offset.cell(r, c);
            if (at + BLOCK_BYTES > size) __builtin_memset(to, 0, BLOCK_BYTES);
            else if constexpr (S::stride == S::width) __builtin_memcpy(to, (const char*)s.data + at, BLOCK_BYTES);
            else
                for (int64_t i = 0; i < BLOCK_BYTES; ++i)
                    to[i] = ((const char*)s.line((at + i) / line))[(at + i) % line];
        }
    }
}

template <class D> PTO_INLINE void clear(const D& d) {
    for (int64_t i = 0; i < D::cells / D::width; ++i)
        __builtin_memset(d.line(i), 0, D::width * sizeof(typename D::element));
}
template <class D, class S, class I> PTO_INLINE void TSCATTER(const D& d, const S& s, const I& index) {
    typedef raw<typename D::element> R;
    clear(d);
    for (int64_t r = 0; r < s.v_row; ++r) {
        const R* from = (const R*)s.line(r);
        const auto* at = index.line(r);
        for (int64_t c = 0; c < s.v_col; ++c)
            if ((uint64_t)at[c] < (uint64_t)D::cells) *element_of(d, at[c]) = from[c];
    }
}
template <int First, int Step, class D, class S> PTO_INLINE void TSCATTER_MASK(const D& d, const S& s) {
    typedef raw<typename D::element> R;
    clear(d);
    for (int64_t r = 0; r < s.v_row; ++r)
        for (int64_t c = 0; c < s.v_col; ++c) *(R*)d.cell(r, First + c * Step) = *(const R*)s.cell(r, c);
}

}  // namespace pto
