// SPDX-License-Identifier: Apache-2.0
//
// Instructions whose operands do not lie side by side: packed predicates, indices of extreme values, operands of
// different valid extent, and values made of their position.
//
// A packed predicate has one bit for each element of a row, the first of eight in the lowest bit of a byte.
#pragma once

#include "tile.hpp"

namespace pto {

#define PTO_ORDER(Name, test)                                                                  \
    struct Name {                                                                              \
        template <class V> static PTO_INLINE auto of(V a, V b) { return test(a, b); }          \
    };
PTO_ORDER(Eq, veq)
PTO_ORDER(Ne, vne)
PTO_ORDER(Lt, vlt)
PTO_ORDER(Le, vle)
PTO_ORDER(Gt, vgt)
PTO_ORDER(Ge, vge)
#undef PTO_ORDER

template <class X> PTO_INLINE auto number_at(const X& t, int64_t r, int64_t c) { return value(*t.cell(r, c)); }
template <class T> PTO_INLINE auto number_at(const Scalar<T>& s, int64_t, int64_t) { return value(s.x); }
template <class X> PTO_INLINE auto element_at(const X& t, int64_t r, int64_t c) { return *t.cell(r, c); }
template <class T> PTO_INLINE T element_at(const Scalar<T>& s, int64_t, int64_t) { return s.x; }

PTO_INLINE void put_bits(uint8_t* row, int64_t c, uint32_t bits, int n) {
    if constexpr (NL == 4) {
        if (c & 4) row[c >> 3] |= (uint8_t)(bits << 4);
        else row[c >> 3] = (uint8_t)bits;
    } else {
        for (int i = 0; i < n; i += 8) row[(c + i) >> 3] = (uint8_t)(bits >> i);
    }
}
template <int Slot, bool Stream> PTO_INLINE int count_of(Whole<Slot, Stream>) { return NL; }
PTO_INLINE int count_of(Tail tail) { return tail.n; }

template <class Order, class D, class A, class B> PTO_INLINE void TCMP(const D& d, const A& a, const B& b) {
    for (int64_t r = 0; r < a.v_row; ++r) {
        uint8_t* out = (uint8_t*)d.line(r);
        if constexpr (A::by_column || sizeof(typename A::element) == 8) {
            for (int64_t c = 0; c < a.v_col; ++c) {
                const uint8_t bit = Order::of(number_at(a, r, c), number_at(b, r, c)) ? 1 : 0;
                out[c >> 3] = (uint8_t)(c & 7 ? out[c >> 3] | bit << (c & 7) : bit);
            }
        } else {
            columns<1>(a.v_col, [&](auto part, int64_t c) PTO_BODY {
                const int n = count_of(part);
                const uint32_t all = n < 32 ? (1u << n) - 1 : 0xffffffffu;
                put_bits(out, c, mask_bits(Order::of(a.get(part, r, c), b.get(part, r, c))) & all, n);
            });
        }
    }
}

template <class D, class M, class A, class B>
PTO_INLINE void TSEL(const D& d, const M& mask, const A& a, const B& b) {
    for (int64_t r = 0; r < d.v_row; ++r) {
        const uint8_t* bit = (const uint8_t*)mask.line(r);
        for (int64_t c = 0; c < d.v_col; ++c)
            *d.cell(r, c) = bit[c >> 3] >> (c & 7) & 1 ? element_at(a, r, c) : element_at(b, r, c);
    }
}

// The first index with the value that comes first in `Order`, NaN passed over; 0 where there is nothing but NaN.
constexpr int32_t NO_INDEX = 0x7fffffff;
template <class Order> struct First {
    vf best = splat_f(same_type<Order, Gt> ? -__builtin_inff() : __builtin_inff());
    vi index = splat_i(NO_INDEX);
    PTO_INLINE void add(vf v, vi at) {
        vi better = Order::of(v, best) | (veq(v, best) & veq(index, splat_i(NO_INDEX)));
        best = vsel(better, v, best);
        index = vsel(better, at, index);
    }
    PTO_INLINE vi result() const { return vsel(veq(index, splat_i(NO_INDEX)), splat_i(0), index); }
};
template <class Order, class D, class S> PTO_INLINE void TROWARG(const D& d, const S& s) {
    for (int64_t r = 0; r < s.v_row; ++r) {
        First<Order> lanes_first;
        columns<1>(s.v_col, [&](auto part, int64_t c) PTO_BODY {
            vf v = part.keep(part.load(s.line(r) + c), splat_f(__builtin_nanf("")));
            lanes_first.add(v, lane_numbers() + splat_i((int32_t)c));
        });
        float best = 0;
        int32_t index = NO_INDEX;
        for (int i = 0; i < NL; ++i) {
            const float v = lanes_first.best[i];
            const int32_t at = lanes_first.index[i];
            if (at == NO_INDEX) continue;
            if (index == NO_INDEX || Order::of(v, best) || (v == best && at < index)) best = v, index = at;
        }
        *d.cell(r, 0) = index == NO_INDEX ? 0 : index;
    }
}
template <class Order, class D, class S> PTO_INLINE void TCOLARG(const D& d, const S& s) {
    columns<1>(s.v_col, [&](auto part, int64_t c) PTO_BODY {
        First<Order> first;
        for (int64_t r = 0; r < s.v_row; ++r) first.add(part.load(s.line(r) + c), splat_i((int32_t)r));
        part.store(d.data + c, first.result());
    });
}

// Where both operands hold data the operation, where one does that one.
template <class D, class A, class B, class F> PTO_INLINE void TPART(const D& d, const A& a, const B& b, F f) {
    typedef typename D::element T;
    for (int64_t i = 0; i < d.lines(); ++i) {
        const int64_t in_a = i < a.lines() ? a.length() : 0, in_b = i < b.lines() ? b.length() : 0;
        const int64_t both = in_a < in_b ? in_a : in_b, end = in_a < in_b ? in_b : in_a;
        T* to = d.line(i);
        if constexpr (sizeof(T) == 8) {
            for (int64_t c = 0; c < both; ++c) to[c] = f(a.line(i)[c], b.line(i)[c]);
        } else {
            columns<1>(both, [&](auto part, int64_t c) PTO_BODY {
                part.store(to + c, rounded<T>(f(part.load(a.line(i) + c), part.load(b.line(i) + c))));
            });
        }
        const T* rest = in_a < in_b ? b.line(i) : a.line(i);
        for (int64_t c = both; c < end; ++c) to[c] = rest[c];
    }
}

// d + a * x, rounded once to elements that are narrower than the lanes.
template <class D, class A, class X> PTO_INLINE void TAXPY(const D& d, const A& a, const X& x) {
    each(d, [&](auto part, int64_t i, int64_t c) PTO_BODY {
        return vadd(vmul(a.get(part, i, c), x.get(part, i, c)), d.get(part, i, c));
    });
}

// The columns of b behind those of a, as many as the result holds.
template <class D, class A, class B> PTO_INLINE void TCONCAT(const D& d, const A& a, const B& b) {
    const int64_t first = a.v_col < d.v_col ? a.v_col : d.v_col;
    const int64_t all = first + b.v_col < d.v_col ? first + b.v_col : d.v_col;
    for (int64_t r = 0; r < d.v_row; ++r) {
        for (int64_t c = 0; c < first; ++c) d.line(r)[c] = a.line(r)[c];
        for (int64_t c = first; c < all; ++c) d.line(r)[c] = b.line(r)[c - first];
    }
}

template <bool Descending, class D, class T> PTO_INLINE void TCI(const D& d, T start) {
    for (int64_t c = 0; c < d.v_col; ++c)
        d.data[c] = (T)(Descending ? (uint64_t)start - (uint64_t)c : (uint64_t)start + (uint64_t)c);
}
template <bool Upper, class D> PTO_INLINE void TTRI(const D& d, int64_t diagonal) {
    typedef typename D::element T;
    T one, zero;
    if constexpr (sizeof(T) == 8) one = 1, zero = 0;
    else one = stored<T>(1), zero = stored<T>(0);
    for (int64_t r = 0; r < d.v_row; ++r)
        for (int64_t c = 0; c < d.v_col; ++c) d.line(r)[c] = (Upper ? c >= r + diagonal : c <= r + diagonal) ? one : zero;
}

}  // namespace pto
