// SPDX-License-Identifier: Apache-2.0
//
// Matrix multiplication on tiles: loads, moves, the micro-kernels, and stores.
//
//   T            float, f16, bf16 or int8_t;  accum<T>: int32_t for int8_t, float otherwise
//   M, K, N      physical tile extents, static; m, k, n: valid extents, known when it runs
//
//   mat_load<T, R, C>(T* mat, const T* src, row_stride, col_stride, rows, cols)
//        memory -> mat, which is plain row-major R x C. Strides in elements; col_stride 1 and row_stride 1 are fast.
//   move_left<T, M, K>(void* left, const T* src, row_stride, col_stride, m, k)
//   move_right<T, K, N>(void* right, const T* src, row_stride, col_stride, k, n)
//        mat -> operand space. `src` is element (0, 0) of the operand, wherever it lies: a mat tile (row_stride C,
//        col_stride 1), a part of one, a transposed one (row_stride 1), or global memory, so that a load that feeds one
//        move is done in one step.
//   move_left<T, M, K>(left, mat, m, k), move_right<T, K, N>(right, mat, k, n): the same from a whole M x K or K x N mat.
//   matmul<T, M, K, N>(accum<T>* acc, const void* left, const void* right, m, k, n, accumulate)
//        acc = left * right, or acc += left * right. Where not accumulating, the old content of acc is never read.
//   acc_bias<A, M, N>(A* acc, const A* bias, m, n)    every valid row = bias; then matmul(..., accumulate = true)
//   acc_store<To, M, N>(To* dst, row_stride, col_stride, const A* acc, m, n)
//        To: float, f16, bf16 (nearest even), FP8 from float; int32_t from int32_t.
//
// Padding never contributes: nothing outside the valid extents reaches a valid cell of acc.
//
// Arithmetic: FP32 by FP32 FMA; FP16 widened to FP32; BF16 by the dot-product instruction (which flushes subnormals)
// or widened to FP32; INT8 exactly in INT32, wrapping. The order of the sums over K is fixed for one machine level.
//
// Layouts, private to this file. Everything is made of 4-byte words that hold 1, 2 or 4 neighbours along K ("a step").
//   left    row-major, a row has K elements; the last step of a row is completed with zeros. INT8 rows hold a + 128 where
//           the unsigned-by-signed instruction is used.
//   right   panels of `panel` columns side by side; inside a panel, step by step, one word per column. Types that are
//           widened when multiplied (FP16; BF16 and INT8 without instructions) keep single elements instead of words.
//   acc     row-major M x N.
#pragma once

#include "vec.hpp"

namespace pto {

#if PTO_AVX512
constexpr int block_rows = 8, panel_vectors = 2;  // 16 accumulators of 32 registers
#elif defined(__aarch64__)
constexpr int block_rows = 6, panel_vectors = 4;  // 24 of 32
#else
constexpr int block_rows = 6, panel_vectors = 2;  // 12 of 16
#endif
constexpr int panel = panel_vectors * NL;

#if PTO_AVX512 && defined(__AVX512BF16__)
constexpr bool has_bf16_dot = true;
#else
constexpr bool has_bf16_dot = false;
#endif
#if (PTO_AVX512 && defined(__AVX512VNNI__)) || (PTO_AVX2 && defined(__AVXVNNI__))
constexpr bool has_int8_dot = true;
#else
constexpr bool has_int8_dot = false;
#endif

template <class T> struct accum_of { typedef float type; };
template <> struct accum_of<int8_t> { typedef int32_t type; };
template <class T> using accum = typename accum_of<T>::type;

// ---- one step of a micro-kernel: acc += a word of the left, broadcast, times NL words of the right -----------------

struct step_float {  // 1 float
    typedef vf acc;
    static PTO_INLINE void run(vf& c, vu a, vu b) {
#if PTO_AVX512 || PTO_AVX2
        __asm__("vfmadd231ps %2, %1, %0" : "+v"(c) : "v"((vf)a), "v"((vf)b));
#elif defined(__aarch64__)
        __asm__("fmla %0.4s, %1.4s, %2.4s" : "+w"(c) : "w"((vf)a), "w"((vf)b));
#else
        c += (vf)a * (vf)b;
#endif
    }
};
struct step_bf16 {  // 2 bf16
    typedef vf acc;
    static PTO_INLINE void run(vf& c, vu a, vu b) {
#if PTO_AVX512
        __asm__("vdpbf16ps %2, %1, %0" : "+v"(c) : "v"(a), "v"(b));
#else
        (void)c, (void)a, (void)b;
#endif
    }
};
struct step_int8 {  // 4 unsigned by 4 signed bytes
    typedef vi acc;
    static PTO_INLINE void run(vi& c, vu a, vu b) {
#if PTO_AVX512
        __asm__("vpdpbusd %2, %1, %0" : "+v"(c) : "v"(a), "v"(b));
#elif defined(__AVXVNNI__)
        __asm__("{vex} vpdpbusd %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
#else
        (void)c, (void)a, (void)b;
#endif
    }
};
struct step_int16 {  // 2 int16, exact: each product is below 2^15
    typedef vi acc;
    static PTO_INLINE void run(vi& c, vu a, vu b) {
#if PTO_AVX512 || PTO_AVX2
        vi p;
        __asm__("vpmaddwd %2, %1, %0" : "=v"(p) : "v"(a), "v"(b));
#elif defined(__SSE2__)
        vi p = (vi)a;
        __asm__("pmaddwd %1, %0" : "+x"(p) : "x"(b));
#else
        vi p = ((vi)(a << 16) >> 16) * ((vi)(b << 16) >> 16) + ((vi)a >> 16) * ((vi)b >> 16);
#endif
        c = (vi)((vu)c + (vu)p);
    }
};

// R rows by V vectors of acc over `steps` steps. `a`: words, a row every `a_row`; `b`: words, a step every `b_step`;
// `c`: words, a row every `c_row`, of which the last vector has `tail` columns. `start` is added where acc is not read.
template <class Step, int R, int V>
PTO_INLINE void micro_kernel(uint32_t* c, int64_t c_row, const uint32_t* a, int64_t a_row, const uint32_t* b,
                             int64_t b_step, int steps, int tail, bool accumulate, const vu* start) {
    typedef typename Step::acc acc;
    acc sum[R][V];
    PTO_UNROLL(16)
    for (int r = 0; r < R; ++r) {
        PTO_UNROLL(16)
        for (int v = 0; v < V; ++v) {
            vu s = start ? start[v] : vu{};
            if (accumulate) {
                const uint32_t* from = c + r * c_row + v * NL;
                vu old = v == V - 1 && tail < NL ? ld_n(from, tail) : ld(from);
                s = start ? s + old : old;
            }
            sum[r][v] = (acc)s;
        }
    }
#pragma GCC unroll 1
    for (int k = 0; k < steps; ++k) {
        vu right[V];
        PTO_UNROLL(16)
        for (int v = 0; v < V; ++v) right[v] = ld(b + v * NL);
        PTO_UNROLL(16)
        for (int r = 0; r < R; ++r) {
            vu left = splat_u(a[r * a_row]);
            PTO_UNROLL(16)
            for (int v = 0; v < V; ++v) Step::run(sum[r][v], left, right[v]);
        }
        ++a;
        b += b_step;
    }
    PTO_UNROLL(16)
    for (int r = 0; r < R; ++r) {
        PTO_UNROLL(16)
        for (int v = 0; v < V; ++v) {
            uint32_t* to = c + r * c_row + v * NL;
            if (v == V - 1 && tail < NL) st_n(to, (vu)sum[r][v], tail);
            else st(to, (vu)sum[r][v]);
        }
    }
}

// All rows against one panel of `columns` columns.
template <class Step, int V>
PTO_INLINE void panel_kernel(uint32_t* c, int64_t c_row, const uint32_t* a, int64_t a_row, const uint32_t* b, int rows,
                             int steps, int tail, bool accumulate, const vu* start) {
    int i = 0;
    for (; i + block_rows <= rows; i += block_rows)
        micro_kernel<Step, block_rows, V>(c + i * c_row, c_row, a + i * a_row, a_row, b, panel, steps, tail, accumulate,
                                          start);
    if (i + 4 <= rows) {
        micro_kernel<Step, 4, V>(c + i * c_row, c_row, a + i * a_row, a_row, b, panel, steps, tail, accumulate, start);
        i += 4;
    }
    for (; i < rows; ++i)
        micro_kernel<Step, 1, V>(c + i * c_row, c_row, a + i * a_row, a_row, b, panel, steps, tail, accumulate, start);
}
