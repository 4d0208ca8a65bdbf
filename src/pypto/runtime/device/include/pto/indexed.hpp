// SPDX-License-Identifier: Apache-2.0
//
// Rows and elements of global memory by their index, and pseudo-random words.
//
//   if (!MGATHER_ROWS<Outside::Clamp>(core, d, part, index, 3)) return;      d[k, :] = part[index[k], :]
//   if (!MGATHER_ELEMENTS<Outside::Zero>(core, d, part, index, 3)) return;   d[i] = part[index[i]], row-major
//   if (!MSCATTER(core, part, s, index, 3)) return;                         part[index[i]] = s[i], in order
//   TRANDOM<10>(d, k0, k1, c0, c1, c2, c3)
//
// An index counts as unsigned.
#pragma once

#include "gather.hpp"
#include "view.hpp"

namespace pto {

enum class Outside { Undefined, Clamp, Wrap, Zero };

// The place that an index means among `capacity`; -1 for none, false after a fault.
template <Outside Way>
PTO_INLINE bool placed(pto_core* core, int64_t* place, uint32_t index, int64_t capacity, const pto_gm* gm, int32_t code,
                       int32_t axis, int32_t location) {
    *place = index;
    if (index < capacity) return true;
    if (Way == Outside::Zero) *place = -1;
    else if (Way == Outside::Clamp && capacity > 0) *place = capacity - 1;
    else if (Way == Outside::Wrap && capacity > 0) *place = index % capacity;
    else {
        pto_raise(core, code, location, gm->arg, axis, index, 1, capacity, 0);
        return false;
    }
    return true;
}

// All of what is indexed lies in its buffer, and its rows are as long as those of the tile.
template <class T, int R>
PTO_INLINE bool can_reach(pto_core* core, const Part<T, R>& p, int64_t cols, int32_t code, int32_t location) {
    if (!inside(core, p, code, location)) return false;
    if (cols <= p.cols()) return true;
    pto_raise(core, PTO_FAULT_VALID_SHAPE, location, p.gm()->arg, 1, 0, p.cols(), cols, 0);
    return false;
}

// The indices of a gather into mat, read where they lie.
template <class I> PTO_INLINE bool can_index(pto_core* core, const I& index, int64_t rows, int64_t cols, int32_t location) {
    I needed = index;
    needed.size[0] = rows, needed.size[1] = cols;
    if (!inside(core, needed, PTO_FAULT_LOAD_BOUNDS, location)) return false;
    if (core->log_read) log_load(core, needed, location);
    return true;
}

template <Outside Way, class D, class T, class I>
PTO_INLINE bool MGATHER_ROWS(pto_core* core, const D& d, const Part<T, 2>& p, const I& index, int32_t location) {
    typedef raw<T> R;
    if (!can_reach(core, p, d.v_col, PTO_FAULT_LOAD_BOUNDS, location)) return false;
    const int64_t step = p.view->stride[1];
    for (int64_t r = 0; r < d.v_row; ++r) {
        int64_t place;
        const uint32_t at = (uint32_t)*index.cell(0, r);
        if (!placed<Way>(core, &place, at, p.size[0], p.gm(), PTO_FAULT_LOAD_BOUNDS, 0, location)) return false;
        const R* from = (const R*)p.data() + (place < 0 ? 0 : place) * p.view->stride[0];
        if (core->log_read && place >= 0) {
            const Part<T, 2> row{p.view, {p.begin[0] + place, p.begin[1]}, {1, p.size[1]}};
            log_load(core, row, location);
        }
        for (int64_t c = 0; c < d.v_col; ++c) *(R*)d.cell(r, c) = place < 0 ? (R)0 : from[c * step];
        if (core->log_read && place >= 0) {
            const int64_t runs = step == 1 ? 1 : d.v_col, bytes = sizeof(T) * (step == 1 ? d.v_col : 1);
            core->log_read(core, p.gm(), (const char*)from, runs, bytes, step * (int64_t)sizeof(T), location);
        }
    }
    return true;
}

// Rows into mat: the indices lie in global memory.
template <Outside Way, class D, class T, class I>
PTO_INLINE bool MGATHER_ROWS_MAT(pto_core* core, const D& d, const Part<T, 2>& p, const I& index, int32_t location) {
    struct Indices {
        const I& part;
        PTO_INLINE const int32_t* cell(int64_t, int64_t i) const { return part.data() + i * part.view->stride[1]; }
    };
    if (!can_index(core, index, 1, d.v_row, location)) return false;
    return MGATHER_ROWS<Way>(core, d, p, Indices{index}, location);
}

// Elements between the first cell of a part and the one with a row-major number.
template <class T, int R> PTO_INLINE int64_t numbered(const Part<T, R>& p, int64_t i) {
    const int64_t cols = p.cols();
    return p.row_offset(i / cols) + i % cols * p.view->stride[R - 1];
}
template <class T, int R> PTO_INLINE int64_t count(const Part<T, R>& p) { return p.empty() ? 0 : p.rows() * p.cols(); }

template <Outside Way, class D, class T, int N, class I>
PTO_INLINE bool MGATHER_ELEMENTS(pto_core* core, const D& d, const Part<T, N>& p, const I& index, int32_t location) {
    typedef raw<T> R;
    if (!can_reach(core, p, 0, PTO_FAULT_LOAD_BOUNDS, location)) return false;
    const int64_t capacity = count(p);
    for (int64_t r = 0; r < d.lines(); ++r) {
        for (int64_t c = 0; c < d.length(); ++c) {
            int64_t place;
            const uint32_t at = (uint32_t)index.line(r)[c];
            if (!placed<Way>(core, &place, at, capacity, p.gm(), PTO_FAULT_READ_BOUNDS, -1, location)) return false;
            const R* from = (const R*)p.data() + (place < 0 ? 0 : numbered(p, place));
            ((R*)d.line(r))[c] = place < 0 ? (R)0 : *from;
            if (core->log_read && place >= 0)
                core->log_read(core, p.gm(), (const char*)from, 1, sizeof(T), sizeof(T), location);
        }
    }
    return true;
}

template <Outside Way, class D, class T, int N, class I>
PTO_INLINE bool MGATHER_ELEMENTS_MAT(pto_core* core, const D& d, const Part<T, N>& p, const I& index, int32_t location) {
    typedef raw<T> R;
    if (!can_index(core, index, d.v_row, d.v_col, location)) return false;
    if (!can_reach(core, p, 0, PTO_FAULT_LOAD_BOUNDS, location)) return false;
    const int64_t capacity = count(p);
    for (int64_t r = 0; r < d.v_row; ++r) {
        for (int64_t c = 0; c < d.v_col; ++c) {
            int64_t place;
            const uint32_t at = (uint32_t)index.data()[r * index.view->stride[0] + c * index.view->stride[1]];
            if (!placed<Way>(core, &place, at, capacity, p.gm(), PTO_FAULT_READ_BOUNDS, -1, location)) return false;
            const R* from = (const R*)p.data() + (place < 0 ? 0 : numbered(p, place));
            *(R*)d.cell(r, c) = place < 0 ? (R)0 : *from;
            if (core->log_read && place >= 0)
                core->log_read(core, p.gm(), (const char*)from, 1, sizeof(T), sizeof(T), location);
        }
    }
    return true;
}

template <class T, int N, class S, class I>
PTO_INLINE bool MSCATTER(pto_core* core, const Part<T, N>& p, const S& s, const I& index, int32_t location) {
    typedef raw<T> R;
    if (!can_reach(core, p, 0, PTO_FAULT_STORE_BOUNDS, location)) return false;
    const int64_t capacity = count(p);
    for (int64_t r = 0; r < s.v_row; ++r) {
        for (int64_t c = 0; c < s.v_col; ++c) {
            int64_t place;
            const uint32_t at = (uint32_t)*index.cell(r, c);
            if (!placed<Outside::Undefined>(core, &place, at, capacity, p.gm(), PTO_FAULT_WRITE_BOUNDS, -1, location))
                return false;
            R* to = (R*)p.data() + numbered(p, place);
            *to = *(const R*)s.cell(r, c);
            pto_log_write(core, p.gm(), (const char*)to, 1, sizeof(T), 0, location);
        }
    }
    return true;
}

// Four words of a block cipher (Philox 4x32).
template <int Rounds> PTO_INLINE void cipher(uint32_t* out, uint32_t k0, uint32_t k1, const uint32_t* counter) {
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    for (int i = 0; i < Rounds; ++i) {
        const uint64_t a = (uint64_t)0xd2511f53u * c0, b = (uint64_t)0xcd9e8d57u * c2;
        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)b;
        c3 = (uint32_t)a;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}
// Each cell by its row-major place among all cells of the tile, so that its value depends on no other.
template <int Rounds, class D>
PTO_INLINE void TRANDOM(const D& d, uint32_t k0, uint32_t k1, uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3) {
    uint32_t words[4] = {};
    int64_t held = -1;
    for (int64_t r = 0; r < d.v_row; ++r) {
        for (int64_t c = 0; c < d.v_col; ++c) {
            const int64_t place = r * D::width + c, block = place / 4;
            if (block != held) {
                uint64_t sum = (uint64_t)block + c0;
                uint32_t counter[4] = {(uint32_t)sum};
                sum = (sum >> 32) + c1, counter[1] = (uint32_t)sum;
                sum = (sum >> 32) + c2, counter[2] = (uint32_t)sum;
                counter[3] = (uint32_t)(sum >> 32) + c3;
                cipher<Rounds>(words, k0, k1, counter);
                held = block;
            }
            *d.cell(r, c) = (typename D::element)words[place % 4];
        }
    }
}

}  // namespace pto
