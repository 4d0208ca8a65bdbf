// SPDX-License-Identifier: Apache-2.0
//
// Tiles of a vector core and the instructions that move them, each as one function named after the instruction, and
// what a fused loop needs: where its lines come from and go to.
//
//   Tile<float, 8, 512> t{core->space[PTO_VEC], 4096, 8, 512};     address in bytes, valid rows and columns
//   if (!TLOAD(core, t, part, 3)) return;                          location 3 of the kernel, for faults and the log
//
// A tile is a set of lines of adjacent cells: its rows, or its columns where it is stored by columns.
#pragma once

#include "cvt.hpp"
#include "loops.hpp"
#include "view.hpp"

namespace pto {

template <class T, int Rows, int Cols, bool ByColumn = false, int Stride = ByColumn ? Rows : Cols> struct Tile {
    typedef T element;
    static constexpr bool by_column = ByColumn;
    static constexpr int64_t stride = Stride;  // elements from one line to the next
    static constexpr int64_t width = ByColumn ? Rows : Cols;
    static constexpr int64_t cells = (int64_t)Rows * Cols;
    T* data;
    int64_t v_row, v_col;

    PTO_INLINE Tile(unsigned char* space, int64_t address, int64_t valid_rows, int64_t valid_cols)
        : data((T*)(space + address)), v_row(valid_rows), v_col(valid_cols) {}
    PTO_INLINE int64_t lines() const { return ByColumn ? v_col : v_row; }
    PTO_INLINE int64_t length() const { return ByColumn ? v_row : v_col; }
    PTO_INLINE T* line(int64_t i) const { return data + i * stride; }
    PTO_INLINE T* cell(int64_t r, int64_t c) const { return data + (ByColumn ? c * stride + r : r * stride + c); }
    template <class P> PTO_INLINE auto get(P part, int64_t i, int64_t c) const { return part.load(line(i) + c); }
};

// Operands that are repeated: a column along rows, a row down columns, a scalar everywhere.
template <class T> struct Column {
    const T* data;
    int64_t stride;
    template <class P> PTO_INLINE lanes<T> get(P, int64_t i, int64_t) const { return splat(data[i * stride]); }
};
template <class T> struct Row {
    const T* data;
    template <class P> PTO_INLINE lanes<T> get(P part, int64_t, int64_t c) const { return part.load(data + c); }
};
template <class T> struct Scalar {
    T x;
    template <class P> PTO_INLINE lanes<T> get(P, int64_t, int64_t) const { return splat(x); }
};
template <class X> PTO_INLINE Column<typename X::element> column(const X& t) {
    return {t.data, X::by_column ? 1 : X::stride};
}
template <class X> PTO_INLINE Row<typename X::element> row(const X& t) { return {t.data}; }

// The elements as they lie in memory, for moves that must keep every bit.
PTO_INLINE float* bits(float* p) { return p; }
PTO_INLINE const float* bits(const float* p) { return p; }
template <class T> PTO_INLINE auto bits(T* p) {
    if constexpr (sizeof(T) == 2) return (uint16_t*)p;
    else if constexpr (sizeof(T) == 1) return (uint8_t*)p;
    else return p;
}
template <class T> PTO_INLINE auto bits(const T* p) {
    if constexpr (sizeof(T) == 2) return (const uint16_t*)p;
    else if constexpr (sizeof(T) == 1) return (const uint8_t*)p;
    else return p;
}

template <class T> PTO_INLINE void copy_line(T* to, const T* from, int64_t n) {
    if constexpr (sizeof(T) == 8) {
        for (int64_t i = 0; i < n; ++i) to[i] = from[i];
    } else if (n * (int64_t)sizeof(T) > 8192) {
        __builtin_memcpy(to, from, n * sizeof(T));
    } else {
        columns<1>(n, [&](auto part, int64_t c) PTO_BODY { part.store(bits(to + c), part.load(bits(from + c))); });
    }
}

// d = f(part, line, position), rounded to the element type.
template <class D, class F> PTO_INLINE void each(const D& d, F f) {
    typedef typename D::element T;
    for (int64_t i = 0; i < d.lines(); ++i) {
        T* to = d.line(i);
        if constexpr (sizeof(T) == 8) {
            for (int64_t c = 0; c < d.length(); ++c) to[c] = f(One{}, i, c);
        } else {
            columns<1>(d.length(),
                       [&](auto part, int64_t c) PTO_BODY { part.store(to + c, rounded<T>(f(part, i, c))); });
        }
    }
}

// ---- global memory -------------------------------------------------------------------------------------------------

template <class D, class T, int R> PTO_INLINE void copy_in(const D& d, const Part<T, R>& p) {
    if (p.empty()) return;
    Flat<T> f = flat(p);
    if (f.cols == 1 && f.regular && f.row_stride == 1 && D::by_column) return copy_line(d.data, (const T*)f.data, f.rows);
    for (int64_t r = 0; r < f.rows; ++r) {
        const T* from = f.data + p.row_offset(r);
        if (!D::by_column && f.col_stride == 1) copy_line(d.line(r), from, f.cols);
        else
            for (int64_t c = 0; c < f.cols; ++c) *d.cell(r, c) = from[c * f.col_stride];
    }
}
template <class T, int R, class S> PTO_INLINE void copy_out(const Part<T, R>& p, const S& s) {
    if (p.empty()) return;
    Flat<T> f = flat(p);
    if (f.cols == 1 && f.regular && f.row_stride == 1 && S::by_column) return copy_line(f.data, (const T*)s.data, f.rows);
    for (int64_t r = 0; r < f.rows; ++r) {
        T* to = f.data + p.row_offset(r);
        if (!S::by_column && f.col_stride == 1) copy_line(to, (const T*)s.line(r), f.cols);
        else
            for (int64_t c = 0; c < f.cols; ++c) to[c * f.col_stride] = *s.cell(r, c);
    }
}

template <class D, class T, int R>
PTO_INLINE bool can_load(pto_core* core, const D& d, const Part<T, R>& p, int32_t location) {
    if (!agrees(core, p, d.v_row, d.v_col, location) || !inside(core, p, PTO_FAULT_LOAD_BOUNDS, location)) return false;
    if (core->log_read) log_load(core, p, location);
    return true;
}
template <class T, int R, class S>
PTO_INLINE bool can_store(pto_core* core, const Part<T, R>& p, const S& s, int32_t location) {
    return agrees(core, p, s.v_row, s.v_col, location) && inside(core, p, PTO_FAULT_STORE_BOUNDS, location);
}

template <class D, class T, int R>
PTO_INLINE bool TLOAD(pto_core* core, const D& d, const Part<T, R>& p, int32_t location) {
    if (!can_load(core, d, p, location)) return false;
    copy_in(d, p);
    return true;
}
template <class T, int R, class S>
PTO_INLINE bool TSTORE(pto_core* core, const Part<T, R>& p, const S& s, int32_t location) {
    if (!can_store(core, p, s, location)) return false;
    copy_out(p, s);
    log_store(core, p, location);
    return true;
}

template <class T> struct dtype_code;
#define PTO_DTYPE(type, code) template <> struct dtype_code<type> { static constexpr int32_t value = code; };
PTO_DTYPE(float, PTO_FP32)
PTO_DTYPE(f16, PTO_FP16)
PTO_DTYPE(bf16, PTO_BF16)
PTO_DTYPE(int8_t, PTO_INT8)
PTO_DTYPE(int16_t, PTO_INT16)
PTO_DTYPE(int32_t, PTO_INT32)
PTO_DTYPE(int64_t, PTO_INT64)
PTO_DTYPE(uint8_t, PTO_UINT8)
PTO_DTYPE(uint16_t, PTO_UINT16)
PTO_DTYPE(uint32_t, PTO_UINT32)
PTO_DTYPE(uint64_t, PTO_UINT64)
#undef PTO_DTYPE

// Adds `n` elements to what is there, one by one against all cores; the runtime also writes the log.
template <class T>
PTO_INLINE void atomic_add(pto_core* core, const pto_gm* gm, T* to, int64_t to_stride, const T* from, int64_t from_stride,
                           int64_t n, int32_t location) {
    const bool run = to_stride == 1 && from_stride == 1;
    const int64_t size = sizeof(T), step = run ? n : 1;
    for (int64_t i = 0; i < n; i += step) {
        const pto_atomic add = {gm,   (char*)(to + i * to_stride), from + i * from_stride, 1, step, step * size, step * size,
                                dtype_code<T>::value, PTO_ATOMIC_ADD, location};
        core->atomic_store(core, &add);
    }
}
template <class T, int R, class S>
PTO_INLINE bool TSTORE_ADD(pto_core* core, const Part<T, R>& p, const S& s, int32_t location) {
    if (!can_store(core, p, s, location)) return false;
    if (p.empty()) return true;
    Flat<T> f = flat(p);
    for (int64_t r = 0; r < f.rows; ++r)
        atomic_add(core, p.gm(), f.data + p.row_offset(r), f.col_stride, (const T*)s.cell(r, 0), S::by_column ? S::stride : 1,
                   f.cols, location);
    return true;
}

// ---- the lines of a fused loop -------------------------------------------------------------------------------------
// A loop reads straight from global memory where a tile's lines lie there as runs and no store of the loop can change
// them; otherwise the tile is loaded first, into spare memory, and the loop reads it there. Stores alike.

// The tile in a space that a vector core does not use otherwise.
template <class X> PTO_INLINE X spare(const pto_core* core, const X& t, int64_t offset) {
    X s = t;
    s.data = (typename X::element*)(core->space[PTO_MAT] + offset);
    return s;
}

template <class T> struct Lines {
    T* data;
    int64_t stride;
    bool global;
    PTO_INLINE T* line(int64_t i) const { return data + i * stride; }
};

template <class D, class T, int R> PTO_INLINE bool runs(const D& d, const Part<T, R>& p, Lines<T>& lines) {
    Flat<T> f = flat(p);
    const int64_t along = D::by_column ? f.row_stride : f.col_stride;
    lines = {f.data, D::by_column ? f.col_stride : f.row_stride, true};
    return f.regular && (along == 1 || d.length() <= 1);
}
template <class D, class T, int R> PTO_INLINE Lines<const T> source(const D& d, const Part<T, R>& p, bool direct) {
    Lines<T> lines;
    if (direct && runs(d, p, lines)) return {lines.data, lines.stride, true};
    copy_in(d, p);
    return {d.data, D::stride, false};
}
template <class T, int R, class S> PTO_INLINE Lines<T> target(const Part<T, R>& p, const S& s) {
    Lines<T> lines;
    if (runs(s, p, lines)) return lines;
    return {s.data, S::stride, false};
}
// One cell per row.
template <class D, class T, int R>
PTO_INLINE Lines<const T> column_source(const D& d, const Part<T, R>& p, bool direct) {
    Flat<T> f = flat(p);
    if (direct && f.regular) return {f.data, f.row_stride, true};
    copy_in(d, p);
    return {d.data, D::by_column ? 1 : D::stride, false};
}
template <class T, int R, class S> PTO_INLINE Lines<T> column_target(const Part<T, R>& p, const S& s) {
    Flat<T> f = flat(p);
    if (f.regular) return {f.data, f.row_stride, true};
    return {s.data, S::by_column ? 1 : S::stride, false};
}
template <class T, int R, class S>
PTO_INLINE void deliver(pto_core* core, const Part<T, R>& p, const S& s, const Lines<T>& lines, int32_t location) {
    if (!lines.global) copy_out(p, s);
    log_store(core, p, location);
}

// Outputs beyond the caches are written past them; whole cache lines only.
constexpr int64_t STREAM_BYTES = 16 << 20;
template <class T> PTO_INLINE bool streams(const pto_gm* gm, const Lines<T>& lines) {
    return lines.global && gm->before + gm->after >= STREAM_BYTES &&
           (((uint64_t)lines.data | (uint64_t)(lines.stride * (int64_t)sizeof(T))) & 63) == 0;
}
// Streaming stores are in memory before the block counts as done.
struct StoreFence {
    PTO_INLINE ~StoreFence() { stream_fence(); }
};

// ---- instructions that are no loop over lanes of equal shape -------------------------------------------------------

template <class D, class S> PTO_INLINE void TMOV(const D& d, const S& s) {
    for (int64_t i = 0; i < d.lines(); ++i) copy_line(d.line(i), (const typename D::element*)s.line(i), d.length());
}

// The valid cells of `s`, and `pad` in all others of the destination; in place too.
template <class D, class S>
PTO_INLINE void TFILLPAD(const D& d, const S& s, typename D::element pad) {
    typedef typename D::element T;
    const int64_t lines = s.lines() < d.lines() ? s.lines() : d.lines();
    const int64_t length = s.length() < d.length() ? s.length() : d.length();
    for (int64_t i = 0; i < d.lines(); ++i) {
        T* to = d.line(i);
        const int64_t kept = i < lines ? length : 0;
        if (kept > 0 && (const T*)to != (const T*)s.line(i)) copy_line(to, (const T*)s.line(i), kept);
        for (int64_t c = kept; c < d.length(); ++c) to[c] = pad;
    }
}

template <Round M, class D, class S> PTO_INLINE void TCVT(const D& d, const S& s) {
    typedef typename D::element To;
    typedef typename S::element From;
    if constexpr (sizeof(To) == 8 || sizeof(From) == 8) {
        for (int64_t i = 0; i < d.lines(); ++i)
            for (int64_t c = 0; c < d.length(); ++c) d.line(i)[c] = cvt1<To, From, M>(s.line(i)[c]);
    } else {
        for (int64_t i = 0; i < d.lines(); ++i)
            columns<1>(d.length(), [&](auto part, int64_t c) PTO_BODY {
                part.store(d.line(i) + c, cvt<To, From, M>(part.load(s.line(i) + c)));
            });
    }
}

// 64-bit elements one by one: `One::of(a, b)` is one step.
template <class One, class D, class S> PTO_INLINE void wide_reduce(const D& d, const S& s, bool rows) {
    for (int64_t r = 0; r < s.v_row; ++r)
        for (int64_t c = 0; c < s.v_col; ++c) {
            auto to = rows ? d.cell(r, 0) : d.cell(0, c);
            *to = (rows ? c : r) == 0 ? *s.cell(r, c) : One::of(*to, *s.cell(r, c));
        }
}
struct AddOne { template <class T> static PTO_INLINE T of(T a, T b) { return vadd(a, b); } };
struct MulOne { template <class T> static PTO_INLINE T of(T a, T b) { return vmul(a, b); } };
struct MaxOne { template <class T> static PTO_INLINE T of(T a, T b) { return vmax(a, b); } };
struct MinOne { template <class T> static PTO_INLINE T of(T a, T b) { return vmin(a, b); } };

template <template <class> class Reduction, class One, class D, class S>
PTO_INLINE void row_reduce(const D& d, const S& s) {
    typedef typename S::element T;
    if constexpr (sizeof(T) == 8) return wide_reduce<One>(d, s, true);
    else
    for (int64_t r = 0; r < s.v_row; ++r) {
        Reduction<T> total;
        columns<4>(s.v_col, [&](auto part, int64_t c) PTO_BODY { total.add(part, part.load(s.line(r) + c)); });
        *d.cell(r, 0) = stored<T>(total.result()[0]);
    }
}
template <template <class> class Step, class One, class D, class S> PTO_INLINE void col_reduce(const D& d, const S& s) {
    typedef typename S::element T;
    if constexpr (sizeof(T) == 8) return wide_reduce<One>(d, s, false);
    else
    for (int64_t r = 0; r < s.v_row; ++r)
        columns<1>(s.v_col, [&](auto part, int64_t c) PTO_BODY {
            lanes<T> v = part.load(s.line(r) + c);
            part.store(d.data + c, r == 0 ? v : Step<T>::step(part.load(d.data + c), v));
        });
}
template <class D, class S> PTO_INLINE void TROWSUM(const D& d, const S& s) { row_reduce<Sum, AddOne>(d, s); }
template <class D, class S> PTO_INLINE void TROWMAX(const D& d, const S& s) { row_reduce<Max, MaxOne>(d, s); }
template <class D, class S> PTO_INLINE void TROWMIN(const D& d, const S& s) { row_reduce<Min, MinOne>(d, s); }
template <class D, class S> PTO_INLINE void TROWPROD(const D& d, const S& s) { row_reduce<Product, MulOne>(d, s); }
template <class D, class S> PTO_INLINE void TCOLSUM(const D& d, const S& s) { col_reduce<Sum1, AddOne>(d, s); }
template <class D, class S> PTO_INLINE void TCOLMAX(const D& d, const S& s) { col_reduce<Max1, MaxOne>(d, s); }
template <class D, class S> PTO_INLINE void TCOLMIN(const D& d, const S& s) { col_reduce<Min1, MinOne>(d, s); }
template <class D, class S> PTO_INLINE void TCOLPROD(const D& d, const S& s) { col_reduce<Product1, MulOne>(d, s); }

// A cell by its number along the lines.
template <class X> PTO_INLINE auto numbered(const X& t, int64_t i) { return t.line(i / X::width) + i % X::width; }
template <class S, class T = typename S::element> PTO_INLINE T TGETVAL(const S& s, int64_t i) { return *numbered(s, i); }
template <class D, class T = typename D::element> PTO_INLINE void TSETVAL(const D& d, int64_t i, T x) { *numbered(d, i) = x; }

}  // namespace pto
