// SPDX-License-Identifier: Apache-2.0
//
// The instructions of a cube core, each as one function named after it: loads into mat, moves to the operand spaces,
// matrix products, stores of accumulators.
//
// Tiles of mat are plain rows here; the layouts of left, right and acc are private to cube.hpp. A load whose only
// reader is a move can be made together with it (TLOAD_LEFT, TLOAD_RIGHT): memory straight to the operand space.
#pragma once

#include "cube.hpp"
#include "tile.hpp"

namespace pto {

template <class T, int R, int C, int Rank>
PTO_INLINE bool TLOAD_MAT(pto_core* core, const Tile<T, R, C>& d, const Part<T, Rank>& p, int32_t location) {
    if (!can_load(core, d, p, location)) return false;
    if (p.empty()) return true;
    Flat<T> f = flat(p);
    if (f.regular) mat_load<T, R, C>(d.data, f.data, f.row_stride, f.col_stride, (int)f.rows, (int)f.cols);
    else
        for (int64_t r = 0; r < f.rows; ++r)
            mat_load<T, R, C>(d.line(r), f.data + p.row_offset(r), 0, f.col_stride, 1, (int)f.cols);
    return true;
}

// Cell (r, c) of the destination is cell (c, r) of the source; every bit is kept.
template <class D, class S> PTO_INLINE void TTRANS(const D& d, const S& s) {
    typedef typename unsigned_of<sizeof(typename D::element)>::type U;
    constexpr int64_t rows = S::by_column ? 1 : S::stride, cols = S::by_column ? S::stride : 1;
    copy_tile((U*)d.data, D::stride, (const U*)s.data, D::by_column ? rows : cols, D::by_column ? cols : rows,
              (int)d.lines(), (int)d.length());
}

template <class T, int M, int K, int R, int C>
PTO_INLINE void TMOV_LEFT(const Tile<T, M, K>& d, const Tile<T, R, C>& s) {
    move_left<T, M, K>(d.data, (const T*)s.data, C, 1, (int)d.v_row, (int)d.v_col);
}
template <class T, int K, int N, int R, int C>
PTO_INLINE void TMOV_RIGHT(const Tile<T, K, N>& d, const Tile<T, R, C>& s) {
    move_right<T, K, N>(d.data, (const T*)s.data, C, 1, (int)d.v_row, (int)d.v_col);
}

template <class T, int M, int K, int R, int C, int Rank>
PTO_INLINE bool TLOAD_LEFT(pto_core* core, const Tile<T, M, K>& d, const Tile<T, R, C>& mat, const Part<T, Rank>& p,
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
template <class T, int K, int N, int R, int C, int Rank>
PTO_INLINE bool TLOAD_RIGHT(pto_core* core, const Tile<T, K, N>& d, const Tile<T, R, C>& mat, const Part<T, Rank>& p,
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

}  // namespace pto
