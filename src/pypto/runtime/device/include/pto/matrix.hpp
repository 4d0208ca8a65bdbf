// SPDX-License-Identifier: Apache-2.0
//
// The instructions of a cube core, each as one function named after it: loads into mat, moves to the operand spaces,
// matrix products, stores of accumulators.
//
// Tiles of mat are plain rows here, or plain columns where their axes are exchanged; the layouts of left, right and acc are private to cube.hpp. A load whose only
// reader is a move can be made together with it (TLOAD_LEFT, TLOAD_RIGHT): memory straight to the operand space.
#pragma once

#include "cube.hpp"
#include "tile.hpp"

namespace pto {

// Elements from one row of a tile to the next, and from one column to the next.
template <class X> constexpr int64_t down = X::by_column ? 1 : X::stride;
template <class X> constexpr int64_t across = X::by_column ? X::stride : 1;

template <class D, class T, int Rank>
PTO_INLINE bool TLOAD_MAT(pto_core* core, const D& d, const Part<T, Rank>& p, int32_t location) {
    if (!can_load(core, d, p, location)) return false;
    if (p.empty()) return true;
    Flat<T> f = flat(p);
    if (D::by_column) {
        for (int64_t r = 0; r < f.rows; ++r)
            for (int64_t c = 0; c < f.cols; ++c) *d.cell(r, c) = f.data[p.row_offset(r) + c * f.col_stride];
    } else if (f.regular) {
        copy_tile(d.data, D::stride, (const T*)f.data, f.row_stride, f.col_stride, (int)f.rows, (int)f.cols);
    } else {
        for (int64_t r = 0; r < f.rows; ++r)
            copy_tile(d.line(r), D::stride, (const T*)(f.data + p.row_offset(r)), 0, f.col_stride, 1, (int)f.cols);
    }
    return true;
}

// Cell (r, c) of the destination is cell (c, r) of the source; every bit is kept.
template <class D, class S> PTO_INLINE void TTRANS(const D& d, const S& s) {
    typedef typename unsigned_of<sizeof(typename D::element)>::type U;
    constexpr int64_t rows = S::by_column ? 1 : S::stride, cols = S::by_column ? S::stride : 1;
    copy_tile((U*)d.data, D::stride, (const U*)s.data, D::by_column ? rows : cols, D::by_column ? cols : rows,
              (int)d.lines(), (int)d.length());
}

// The part of a tile of mat that begins at a row and a column, as an operand. Rows and columns beyond the valid ones of
// the source are never read.
template <class T, int M, int K, class S>
PTO_INLINE void TEXTRACT_LEFT(const Tile<T, M, K>& d, const S& s, int64_t row, int64_t col) {
    move_left<T, M, K>(d.data, (const T*)s.cell(row, col), down<S>, across<S>, (int)d.v_row, (int)d.v_col);
}
template <class T, int K, int N, class S>
PTO_INLINE void TEXTRACT_RIGHT(const Tile<T, K, N>& d, const S& s, int64_t row, int64_t col) {
    move_right<T, K, N>(d.data, (const T*)s.cell(row, col), down<S>, across<S>, (int)d.v_row, (int)d.v_col);
}
template <class D, class S> PTO_INLINE void TMOV_LEFT(const D& d, const S& s) { TEXTRACT_LEFT(d, s, 0, 0); }
template <class D, class S> PTO_INLINE void TMOV_RIGHT(const D& d, const S& s) { TEXTRACT_RIGHT(d, s, 0, 0); }
template <class D, class S> PTO_INLINE void TMOV_BIAS(const D& d, const S& s) {
    copy_tile(d.data, 0, (const typename D::element*)s.data, down<S>, across<S>, 1, (int)d.v_col);
}

// Accumulators to mat, converted where its elements are of another type.
template <class To, int M, int N, class A>
PTO_INLINE void acc_to_mat(To* to, int64_t row_stride, int64_t col_stride, const A* acc, int64_t rows, int64_t cols) {
    if (rows > 0 && cols > 0) acc_store<To, M, N>(to, row_stride, col_stride, acc, (int)rows, (int)cols);
}
template <class D, class A, int M, int N>
PTO_INLINE void TEXTRACT_MAT(const D& d, const Tile<A, M, N>& s, int64_t row, int64_t col) {
    acc_to_mat<typename D::element, M, N>(d.data, down<D>, across<D>, (const A*)s.cell(row, col), d.v_row, d.v_col);
}
template <class D, class S> PTO_INLINE void TMOV_MAT(const D& d, const S& s) { TEXTRACT_MAT(d, s, 0, 0); }
template <class D, class A, int M, int N>
PTO_INLINE void TINSERT(const D& d, const Tile<A, M, N>& s, int64_t row, int64_t col) {
    acc_to_mat<typename D::element, M, N>(d.cell(row, col), down<D>, across<D>, (const A*)s.data, s.v_row, s.v_col);
}

template <class T, int M, int K, class S, int Rank>
PTO_INLINE bool TLOAD_LEFT(pto_core* core, const Tile<T, M, K>& d, const S& mat, const Part<T, Rank>& p,
                           int32_t location) {
    if (!can_load(core, mat, p, location)) return false;
    if (p.empty()) return true;
    Flat<T> f = flat(p);
    if (f.regular) {
        move_left<T, M, K>(d.data, (const T*)f.data, f.row_stride, f.col_stride, (int)d.v_row, (int)d.v_col);
        return true;
    }
    TLOAD_MAT(core, mat, p, location);
    TMOV_LEFT(d, mat);
    return true;
}
template <class T, int K, int N, class S, int Rank>
PTO_INLINE bool TLOAD_RIGHT(pto_core* core, const Tile<T, K, N>& d, const S& mat, const Part<T, Rank>& p,
                            int32_t location) {
    if (!can_load(core, mat, p, location)) return false;
    if (p.empty()) return true;
    Flat<T> f = flat(p);
    if (f.regular) {
        move_right<T, K, N>(d.data, (const T*)f.data, f.row_stride, f.col_stride, (int)d.v_row, (int)d.v_col);
        return true;
    }
    TLOAD_MAT(core, mat, p, location);
    TMOV_RIGHT(d, mat);
    return true;
}

// The accumulator may have more rows than the left operand.
template <class A, class T, int Rows, int M, int K, int N>
PTO_INLINE void product(const Tile<A, Rows, N>& acc, const Tile<T, M, K>& left, const Tile<T, K, N>& right, bool add) {
    if (left.v_row <= 0 || left.v_col <= 0 || right.v_col <= 0) return;
    matmul<T, M, K, N>(acc.data, left.data, right.data, (int)left.v_row, (int)left.v_col, (int)right.v_col, add);
}
template <class A, class T, int Rows, int M, int K, int N>
PTO_INLINE void TMATMUL(const Tile<A, Rows, N>& acc, const Tile<T, M, K>& left, const Tile<T, K, N>& right) {
    product(acc, left, right, false);
}
template <class A, class T, int Rows, int M, int K, int N>
PTO_INLINE void TMATMUL_ACC(const Tile<A, Rows, N>& acc, const Tile<T, M, K>& left, const Tile<T, K, N>& right) {
    product(acc, left, right, true);
}

// Every row of the accumulator starts as the bias.
template <class A, class T, int Rows, int M, int K, int N, class B>
PTO_INLINE void TMATMUL_BIAS(const Tile<A, Rows, N>& acc, const Tile<T, M, K>& left, const Tile<T, K, N>& right,
                             const B& bias) {
    acc_bias<A, Rows, N>(acc.data, (const A*)bias.data, (int)left.v_row, (int)right.v_col);
    product(acc, left, right, true);
}

template <class To, int Rank, class A, int M, int N>
PTO_INLINE bool TSTORE_ACC(pto_core* core, const Part<To, Rank>& p, const Tile<A, M, N>& s, int32_t location) {
    if (!can_store(core, p, s, location)) return false;
    if (p.empty()) return true;
    Flat<To> f = flat(p);
    if (f.regular) acc_store<To, M, N>(f.data, f.row_stride, f.col_stride, (const A*)s.data, (int)f.rows, (int)f.cols);
    else
        for (int64_t r = 0; r < f.rows; ++r)
            acc_store<To, M, N>(f.data + p.row_offset(r), 0, f.col_stride, (const A*)s.line(r), 1, (int)f.cols);
    log_store(core, p, location);
    return true;
}

// Converted first, then added in the type of the destination.
template <class To, int Rank, class A, int M, int N>
PTO_INLINE bool TSTORE_ACC_ADD(pto_core* core, const Part<To, Rank>& p, const Tile<A, M, N>& s, int32_t location) {
    if (!can_store(core, p, s, location)) return false;
    if (p.empty()) return true;
    Flat<To> f = flat(p);
    To converted[N];
    for (int64_t r = 0; r < f.rows; ++r) {
        acc_store<To, 1, N>(converted, 0, 1, (const A*)s.line(r), 1, (int)f.cols);
        atomic_add(core, p.gm(), f.data + p.row_offset(r), f.col_stride, converted, 1, f.cols, location);
    }
    return true;
}

// The same instructions as calls, for kernels that have many of one shape.
namespace shared {
#define PTO_SHARED(name)                                                                                           \
    template <class... X> __attribute__((noinline)) auto name(const X&... x) { return ::pto::name(x...); }
PTO_SHARED(TMOV_LEFT)
PTO_SHARED(TMOV_RIGHT)
PTO_SHARED(TMOV_BIAS)
PTO_SHARED(TMOV_MAT)
PTO_SHARED(TLOAD_LEFT)
PTO_SHARED(TLOAD_RIGHT)
PTO_SHARED(TMATMUL)
PTO_SHARED(TMATMUL_ACC)
PTO_SHARED(TMATMUL_BIAS)
}  // namespace shared

}  // namespace pto
