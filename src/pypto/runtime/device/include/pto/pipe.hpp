// SPDX-License-Identifier: Apache-2.0
//
// Pipes between the cube core and the vector cores of a group: what a push, a pop and a free do with a tile.
//
//   const pto::Pipe c2v = {{0, PTO_C2V, 2, 2, 8192, 0, memory}};      id, direction, slots, local slots, slot size, base
//   if (!pto::pipe_open(core, c2v, 1)) return;
//   if (!pto::TPUSH_TO_AIV<0>(core, c2v, acc, 2)) return;             cube core
//   const int64_t at = pto::TPOP_FROM_AIC<0>(core, c2v, bytes, 2);    vector core: byte offset in its space, or -1
//   if (!pto::TFREE(core, c2v, 3)) return;
//
// A slot holds rows of cells without gaps. Split 1 halves the rows between the two vector cores, split 2 the columns: a
// slot from the cube core then holds the halves one after the other, a slot from the vector cores the joined tile.
#pragma once

#include "cube.hpp"
#include "tile.hpp"

namespace pto {

struct Pipe {
    pto_pipe spec;
};

// The last two halve an odd number of valid ones: the second half is one row or column shorter.
enum { SPLIT_NONE, SPLIT_ROWS, SPLIT_COLUMNS, SPLIT_ODD_ROWS, SPLIT_ODD_COLUMNS };
constexpr bool by_rows(int split) { return split == SPLIT_ROWS || split == SPLIT_ODD_ROWS; }
constexpr bool by_columns(int split) { return split == SPLIT_COLUMNS || split == SPLIT_ODD_COLUMNS; }

PTO_INLINE bool pipe_open(pto_core* core, const Pipe& p, int32_t location) {
    return core->pipe_open(core, &p.spec, location);
}
PTO_INLINE int32_t lane_of(const pto_core* core) { return core == core->member[PTO_LANE1] ? 1 : 0; }

// Where slot `number` of the ring begins, for a consumer of the group.
PTO_INLINE char* slot_of(const Pipe& p, const pto_core* consumer, int64_t number) {
    const int64_t at = number % p.spec.slots * p.spec.slot_size;
    if (p.spec.memory) return p.spec.memory + at;
    const int space = p.spec.direction == PTO_C2V ? PTO_VEC : PTO_MAT;
    return (char*)consumer->space[space] + p.spec.base + at;
}

// Valid cells of a window of an accumulator, as rows of `stride` cells.
template <class A, int M, int N>
PTO_INLINE void push_cells(A* to, int64_t stride, const Tile<A, M, N>& s, int64_t row, int64_t col, int64_t rows,
                           int64_t cols) {
    for (int64_t r = 0; r < rows; ++r) {
        const int64_t kept = left_over(s.v_col, col, cols);
        if (row + r < s.v_row && kept > 0) copy_line(to + r * stride, (const A*)s.line(row + r) + col, kept);
    }
}

// The parts of the vector cores begin `Stride` rows or columns apart and have `Part` of them; 0: halves.
template <int Split, int Stride = 0, int Part = 0, class A, int M, int N>
PTO_INLINE bool TPUSH_TO_AIV(pto_core* core, const Pipe& p, const Tile<A, M, N>& s, int32_t location) {
    const int64_t number = core->pipe_wait(core, &p.spec, PTO_PUSH, location);
    if (number < 0) return false;
    constexpr int64_t half = by_rows(Split) ? M / 2 : by_columns(Split) ? N / 2 : 0;
    constexpr int64_t step = Stride ? Stride : half, size = Part ? Part : half;
    constexpr int64_t rows = by_rows(Split) ? size : M, cols = by_columns(Split) ? size : N;
    for (int lane = 0; lane < 2; ++lane) {
        const pto_core* consumer = core->member[PTO_LANE0 + lane];
        if (!consumer || (lane > 0 && p.spec.memory && Split == SPLIT_NONE)) break;
        const int64_t part = Split == SPLIT_NONE ? 0 : lane;
        A* to = (A*)slot_of(p, consumer, number) + (p.spec.memory ? part * rows * cols : 0);
        push_cells(to, cols, s, by_rows(Split) ? part * step : 0, by_columns(Split) ? part * step : 0, rows, cols);
    }
    return core->pipe_done(core, &p.spec, PTO_PUSH, location);
}

// Without a split both vector cores push; what the first one holds is kept. With a stride the part of the second one
// begins so many rows or columns behind that of the first one, and counts where both have some.
template <int Split, int Stride = 0, class S>
PTO_INLINE bool TPUSH_TO_AIC(pto_core* core, const Pipe& p, const S& s, int32_t location) {
    typedef typename S::element T;
    const int64_t number = core->pipe_wait(core, &p.spec, PTO_PUSH, location);
    if (number < 0) return false;
    const int lane = lane_of(core);
    if (Split != SPLIT_NONE || lane == 0) {
        constexpr int64_t rows = S::by_column ? S::width : S::cells / S::width;
        constexpr int64_t cols = S::cells / rows, stride = Split == SPLIT_COLUMNS ? 2 * cols : cols;
        T* to = (T*)slot_of(p, core->member[PTO_CUBE], number) +
                (Split == SPLIT_ROWS      ? lane * (Stride ? Stride : rows) * cols
                 : Split == SPLIT_COLUMNS ? lane * (Stride ? Stride : cols)
                                          : 0);
        int64_t v_row = s.v_row, v_col = s.v_col;
        if (Stride && lane == 0) {
            if (Split == SPLIT_ROWS && v_row > Stride) v_row = Stride;
            if (Split == SPLIT_COLUMNS && v_col > Stride) v_col = Stride;
        }
        for (int64_t r = 0; r < v_row; ++r) {
            if constexpr (S::by_column)
                for (int64_t c = 0; c < v_col; ++c) to[r * stride + c] = *s.cell(r, c);
            else copy_line(to + r * stride, (const T*)s.line(r), v_col);
        }
    }
    return core->pipe_done(core, &p.spec, PTO_PUSH, location);
}

// `bytes` of the slot are this consumer's; they are brought to its local memory where they do not lie there.
PTO_INLINE int64_t pop(pto_core* core, const Pipe& p, int space, int64_t part, int64_t bytes, int32_t location) {
    const int64_t number = core->pipe_wait(core, &p.spec, PTO_POP, location);
    if (number < 0) return -1;
    const int64_t at = p.spec.base + number % p.spec.local_slots * p.spec.slot_size;
    if (p.spec.memory) copy_row(core->space[space] + at, slot_of(p, core, number) + part * bytes, bytes);
    return at;
}
template <int Split> PTO_INLINE int64_t TPOP_FROM_AIC(pto_core* core, const Pipe& p, int64_t bytes, int32_t location) {
    return pop(core, p, PTO_VEC, Split == SPLIT_NONE ? 0 : lane_of(core), bytes, location);
}
template <int Split> PTO_INLINE int64_t TPOP_FROM_AIV(pto_core* core, const Pipe& p, int64_t bytes, int32_t location) {
    return pop(core, p, PTO_MAT, 0, bytes, location);
}

PTO_INLINE bool TFREE(pto_core* core, const Pipe& p, int32_t location) {
    return core->pipe_done(core, &p.spec, PTO_POP, location);
}

}  // namespace pto
