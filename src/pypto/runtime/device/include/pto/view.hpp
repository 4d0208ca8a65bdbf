// SPDX-License-Identifier: Apache-2.0
//
// Global memory as a kernel sees it: strided views, rectangles of them, bounds checks and the write log.
//
//   View<T, R> v{gm, {shape}, {stride}};        strides in elements
//   Part<T, R> p{&v, {begin}, {size}};
//   inside(core, p, code, location)             false after raising a fault; an empty part touches nothing
//   flat(p)                                     as rows and columns: the leading axes together are the rows
#pragma once

#include "core.h"
#include "vec.hpp"

namespace pto {

template <class T, int R> struct View {
    const pto_gm* gm;
    int64_t shape[R], stride[R];
};

template <class T, int R> struct Part {
    typedef T element;
    const View<T, R>* view;
    int64_t begin[R], size[R];

    PTO_INLINE const pto_gm* gm() const { return view->gm; }
    PTO_INLINE T* data() const {
        int64_t offset = 0;
        for (int i = 0; i < R; ++i) offset += begin[i] * view->stride[i];
        return (T*)view->gm->data + offset;
    }
    PTO_INLINE bool empty() const {
        for (int i = 0; i < R; ++i)
            if (size[i] <= 0) return true;
        return false;
    }
    PTO_INLINE int64_t rows() const {
        int64_t n = 1;
        for (int i = 0; i < R - 1; ++i) n *= size[i];
        return n;
    }
    PTO_INLINE int64_t cols() const { return size[R - 1]; }
    // Elements between the first cell and row `r`, counted over the leading axes.
    PTO_INLINE int64_t row_offset(int64_t r) const {
        int64_t offset = 0;
        for (int i = R - 2; i >= 0; --i) {
            offset += r % size[i] * view->stride[i];
            r /= size[i];
        }
        return offset;
    }
};

// Elements that no address space has; sums of a few distances below it do not overflow.
constexpr int64_t farthest = (int64_t)1 << 47;
PTO_INLINE bool too_far(int64_t steps, int64_t stride) {
    int64_t reach;
    return __builtin_mul_overflow(steps, stride, &reach) || reach > farthest || reach < -farthest;
}

// First byte, and one past the last, that a part touches.
struct Bytes {
    const char *first, *end;
};
template <class T, int R> PTO_INLINE Bytes bytes_of(const Part<T, R>& p) {
    int64_t low = 0, high = 0;
    for (int i = 0; i < R; ++i) {
        int64_t reach = (p.size[i] - 1) * p.view->stride[i];
        if (reach < 0) low += reach;
        else high += reach;
    }
    const T* data = p.data();
    return {(const char*)(data + low), (const char*)(data + high + 1)};
}

template <class T, int R>
PTO_INLINE bool inside(pto_core* core, const Part<T, R>& p, int32_t code, int32_t location) {
    if (p.empty()) return true;
    const pto_gm* gm = p.gm();
    for (int i = 0; i < R; ++i) {
        if (p.begin[i] < 0 || p.begin[i] > p.view->shape[i] || p.size[i] > p.view->shape[i] - p.begin[i]) {
            pto_raise(core, code, location, gm->arg, i, p.begin[i], p.size[i], p.view->shape[i], 0);
            return false;
        }
        if (too_far(p.begin[i], p.view->stride[i]) || too_far(p.size[i] - 1, p.view->stride[i])) {
            pto_raise(core, PTO_FAULT_BUFFER, location, gm->arg, -1, 0, farthest, gm->after, 0);
            return false;
        }
    }
    Bytes b = bytes_of(p);
    if (b.first < gm->data - gm->before || b.end > gm->data + gm->after) {
        pto_raise(core, PTO_FAULT_BUFFER, location, gm->arg, -1, b.first - gm->data, b.end - b.first, gm->after, 0);
        return false;
    }
    return true;
}

// The part and a tile's valid region have equal extents.
template <class T, int R>
PTO_INLINE bool agrees(pto_core* core, const Part<T, R>& p, int64_t v_row, int64_t v_col, int32_t location) {
    if (p.rows() == v_row && p.cols() == v_col) return true;
    int axis = p.rows() != v_row ? 0 : 1;
    pto_raise(core, PTO_FAULT_VALID_SHAPE, location, p.gm()->arg, axis, 0, axis ? p.cols() : p.rows(),
              axis ? v_col : v_row, 0);
    return false;
}

// A valid extent given at run time lies within the tile.
PTO_INLINE bool valid_extent(pto_core* core, int64_t extent, int64_t limit, int32_t axis, int32_t location) {
    if (extent >= 0 && extent <= limit) return true;
    pto_raise(core, PTO_FAULT_VALID_SHAPE, location, -1, axis, 0, extent, limit, 0);
    return false;
}

// A window lies within its tile.
PTO_INLINE bool in_tile(pto_core* core, int32_t code, int64_t begin, int64_t size, int64_t extent, int32_t axis,
                        int32_t location) {
    if (begin >= 0 && begin <= extent - size) return true;
    pto_raise(core, code, location, -1, axis, begin, size, extent, 0);
    return false;
}
// What a window of `size` cells that begins at `begin` holds of `valid` cells.
PTO_INLINE int64_t left_over(int64_t valid, int64_t begin, int64_t size) {
    const int64_t left = valid - begin;
    return left < 0 ? 0 : left < size ? left : size;
}

// A part as rows and columns. `regular`: all rows are `row_stride` apart.
template <class T> struct Flat {
    T* data;
    int64_t rows, cols, row_stride, col_stride;
    bool regular;
};
template <class T, int R> PTO_INLINE Flat<T> flat(const Part<T, R>& p) {
    Flat<T> f{p.data(), p.rows(), p.cols(), 0, p.view->stride[R - 1], true};
    int64_t inner = 1;  // rows counted by the axes seen so far, from the last
    for (int i = R - 2; i >= 0; --i) {
        if (p.size[i] == 1) continue;
        if (inner == 1) f.row_stride = p.view->stride[i];
        else if (p.view->stride[i] != f.row_stride * inner) f.regular = false;
        inner *= p.size[i];
    }
    return f;
}

// visit(first byte, rows, bytes of a row, bytes from row to row) for the runs of a part.
template <class T, int R, class F> PTO_INLINE void each_run(const Part<T, R>& p, F visit) {
    if (p.empty()) return;
    Flat<T> f = flat(p);
    const int64_t size = sizeof(T);
    if (f.regular && (f.col_stride == 1 || f.cols == 1)) {
        visit((const char*)f.data, f.rows, f.cols * size, f.row_stride * size);
        return;
    }
    for (int64_t r = 0; r < f.rows; ++r) {
        const char* row = (const char*)(f.data + p.row_offset(r));
        if (f.col_stride == 1) visit(row, (int64_t)1, f.cols * size, (int64_t)0);
        else visit(row, f.cols, size, f.col_stride * size);
    }
}
template <class T, int R> PTO_INLINE void log_store(pto_core* core, const Part<T, R>& p, int32_t location) {
    each_run(p, [&](const char* at, int64_t rows, int64_t bytes, int64_t stride) {
        pto_log_write(core, p.gm(), at, rows, bytes, stride, location);
    });
}
// What a load reads, where the order of tasks is checked.
template <class T, int R> __attribute__((noinline)) void log_load(pto_core* core, const Part<T, R>& p, int32_t location) {
    each_run(p, [&](const char* at, int64_t rows, int64_t bytes, int64_t stride) {
        core->log_read(core, p.gm(), at, rows, bytes, stride, location);
    });
}

// Whether a store to `b` cannot change what a load from `a` reads.
template <class T, int R, class U, int S> PTO_INLINE bool apart(const Part<T, R>& a, const Part<U, S>& b) {
    if (a.gm()->buffer != b.gm()->buffer || a.empty() || b.empty()) return true;
    Bytes x = bytes_of(a), y = bytes_of(b);
    return x.end <= y.first || y.end <= x.first;
}
// The same, where reading a cell before it is written is enough.
template <class T, int R, class U, int S> PTO_INLINE bool apart_or_same(const Part<T, R>& a, const Part<U, S>& b) {
    Flat<T> x = flat(a);
    Flat<U> y = flat(b);
    if (sizeof(T) == sizeof(U) && x.regular && y.regular && (void*)x.data == (void*)y.data && x.rows == y.rows &&
        x.cols == y.cols && x.row_stride == y.row_stride && x.col_stride == y.col_stride)
        return true;
    return apart(a, b);
}

// Pointers into global memory.
template <class T> PTO_INLINE pto_gm addptr(const pto_gm* p, int64_t elements) {
    const int64_t bytes = elements * (int64_t)sizeof(T);
    return {p->data + bytes, p->before + bytes, p->after - bytes, p->buffer, p->arg};
}
template <class T> PTO_INLINE bool cell(pto_core* core, const pto_gm* p, int64_t i, int32_t code, int32_t location) {
    const int64_t at = i * (int64_t)sizeof(T);
    if (at >= -p->before && at + (int64_t)sizeof(T) <= p->after) return true;
    pto_raise(core, code, location, p->arg, -1, i, 1, p->after / (int64_t)sizeof(T), 0);
    return false;
}
template <class T> PTO_INLINE bool load_scalar(pto_core* core, T* x, const pto_gm* p, int64_t i, int32_t location) {
    if (!cell<T>(core, p, i, PTO_FAULT_READ_BOUNDS, location)) return false;
    *x = ((const T*)p->data)[i];
    if (core->log_read) core->log_read(core, p, (const char*)((const T*)p->data + i), 1, sizeof(T), sizeof(T), location);
    return true;
}
template <class T> PTO_INLINE bool store_scalar(pto_core* core, T x, const pto_gm* p, int64_t i, int32_t location) {
    if (!cell<T>(core, p, i, PTO_FAULT_WRITE_BOUNDS, location)) return false;
    T* at = (T*)p->data + i;
    *at = x;
    pto_log_write(core, p, (const char*)at, 1, sizeof(T), 0, location);
    return true;
}

}  // namespace pto
