// SPDX-License-Identifier: Apache-2.0
//
// Tiles of 4-bit elements, two to a byte, the first in the lower half. They are loaded, stored, copied and converted;
// device memory holds one element to a byte, and a part of it begins at an even one, where a byte of the caller's begins.
//
//   PackedTile<fp4e2m1, 64> t{core->space[PTO_VEC], 4096, 8, 64};     rows of 64 elements, 32 bytes each
//   PackedTile<fp4e2m1, 128> w{core->space[PTO_VEC], 4128, 8, 64};    the right half of rows of 128
#pragma once

#include "tile.hpp"

namespace pto {

template <class T, int Line> struct PackedTile {
    typedef T element;
    static constexpr int64_t stride = Line / 2;  // bytes from one row to the next
    unsigned char* data;
    int64_t v_row, v_col;

    PTO_INLINE PackedTile(unsigned char* space, int64_t address, int64_t valid_rows, int64_t valid_cols)
        : data(space + address), v_row(valid_rows), v_col(valid_cols) {}
    PTO_INLINE unsigned char* cell(int64_t r, int64_t c) const { return data + r * stride + c / 2; }  // of an even column
    PTO_INLINE unsigned get(int64_t r, int64_t c) const { return data[r * stride + c / 2] >> (4 * (c & 1)) & 15u; }
    PTO_INLINE void set(int64_t r, int64_t c, unsigned bits) const {
        unsigned char& byte = data[r * stride + c / 2];
        byte = c & 1 ? (byte & 15u) | bits << 4 : (byte & 0xf0u) | bits;
    }
};

template <class T, int R> PTO_INLINE bool on_byte(pto_core* core, const Part<T, R>& p, int32_t location) {
    if (p.empty()) return true;
    const pto_gm* gm = p.gm();
    const int64_t at = (const char*)p.data() - (gm->data - gm->before);
    if (at % 2 == 0) return true;
    pto_raise(core, PTO_FAULT_PACKED, location, gm->arg, -1, at, 0, 0, 0);
    return false;
}

template <class T, int Cols, int R>
PTO_INLINE bool TLOAD(pto_core* core, const PackedTile<T, Cols>& d, const Part<T, R>& p, int32_t location) {
    if (!can_load(core, d, p, location) || !on_byte(core, p, location)) return false;
    if (p.empty()) return true;
    const Flat<T> f = flat(p);
    for (int64_t r = 0; r < f.rows; ++r) {
        const T* from = f.data + p.row_offset(r);
        for (int64_t c = 0; c < f.cols; ++c) d.set(r, c, from[c * f.col_stride].bits & 15u);
    }
    return true;
}
template <class T, int R, int Cols>
PTO_INLINE bool TSTORE(pto_core* core, const Part<T, R>& p, const PackedTile<T, Cols>& s, int32_t location) {
    if (!can_store(core, p, s, location) || !on_byte(core, p, location)) return false;
    if (p.empty()) return true;
    const Flat<T> f = flat(p);
    for (int64_t r = 0; r < f.rows; ++r) {
        T* to = f.data + p.row_offset(r);
        for (int64_t c = 0; c < f.cols; ++c) to[c * f.col_stride].bits = (uint8_t)s.get(r, c);
    }
    log_store(core, p, location);
    return true;
}

// Whole bytes of each row, and the lower half of the one in which an odd row ends.
template <class T, int To, int From> PTO_INLINE void TMOV(const PackedTile<T, To>& d, const PackedTile<T, From>& s) {
    for (int64_t r = 0; r < d.v_row; ++r) {
        copy_line(d.cell(r, 0), (const unsigned char*)s.cell(r, 0), d.v_col / 2);
        if (d.v_col & 1) d.set(r, d.v_col - 1, s.get(r, d.v_col - 1));
    }
}

// Rows in pieces of one element to a byte.
template <Round M, class D, class T, int Cols> PTO_INLINE void TCVT(const D& d, const PackedTile<T, Cols>& s) {
    T piece[64];
    for (int64_t r = 0; r < d.v_row; ++r)
        for (int64_t c = 0; c < d.v_col; c += 64) {
            const int64_t n = d.v_col - c < 64 ? d.v_col - c : 64;
            for (int64_t i = 0; i < n; ++i) piece[i].bits = (uint8_t)s.get(r, c + i);
            cvt_row<typename D::element, T, M>(d.cell(r, c), piece, n);
        }
}
template <Round M, class T, int Cols, class S> PTO_INLINE void TCVT(const PackedTile<T, Cols>& d, const S& s) {
    T piece[64];
    for (int64_t r = 0; r < d.v_row; ++r)
        for (int64_t c = 0; c < d.v_col; c += 64) {
            const int64_t n = d.v_col - c < 64 ? d.v_col - c : 64;
            cvt_row<T, typename S::element, M>(piece, s.cell(r, c), n);
            for (int64_t i = 0; i < n; ++i) d.set(r, c + i, piece[i].bits);
        }
}

}  // namespace pto
