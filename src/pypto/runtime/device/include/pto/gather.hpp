// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by their position or by a pattern of columns. They are moved as bits.
//
//   TGATHER(d, s, index)            d[i] = s[index[i]], counted row-major in the source; 0 where there is none
//   TGATHER_MASK<First, Step>(d, s) every Step-th column, from First on
#pragma once

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

}  // namespace pto
