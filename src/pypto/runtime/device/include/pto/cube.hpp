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

// Rows of a block of accumulators, by vectors of columns. `two_step_rows`: where a step needs a register of its own.
#if PTO_AVX512
constexpr int block_rows = 8, two_step_rows = 8, panel_vectors = 2;  // 16 accumulators of 32 registers
#elif defined(__aarch64__)
constexpr int block_rows = 6, two_step_rows = 6, panel_vectors = 4;  // 24 of 32
#else
constexpr int block_rows = 6, two_step_rows = 4, panel_vectors = 2;  // 12 or 8 of 16
#endif
#if PTO_AVX512 || PTO_AVX2 || defined(__aarch64__)
constexpr bool fused_step = true;
#else
constexpr bool fused_step = false;
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
    static constexpr int rows = fused_step ? block_rows : two_step_rows;
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
    static constexpr int rows = block_rows;
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
    static constexpr int rows = block_rows;
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
    static constexpr int rows = two_step_rows;
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

typedef uint32_t word __attribute__((may_alias));  // over elements of any type

// R rows by V vectors of acc over `steps` steps. `a`: words, a row every `a_row`; `b`: words, a step every `b_step`;
// `c`: words, a row every `c_row`. `start`, where given, is added once.
template <class Step, int R, int V>
PTO_INLINE void micro_kernel(word* c, int64_t c_row, const word* a, int64_t a_row, const word* b,
                             int64_t b_step, int steps, bool accumulate, const vu* start) {
    typename Step::acc sum[R][V];
    PTO_UNROLL(16)
    for (int r = 0; r < R; ++r) {
        PTO_UNROLL(16)
        for (int v = 0; v < V; ++v) {
            vu s = start ? start[v] : vu{};
            if (accumulate) s = start ? s + ld(c + r * c_row + v * NL) : ld(c + r * c_row + v * NL);
            sum[r][v] = (typename Step::acc)s;
        }
    }
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
        for (int v = 0; v < V; ++v) st(c + r * c_row + v * NL, (vu)sum[r][v]);
    }
}

// Some rows against V vectors of columns.
template <class Step, int V>
PTO_INLINE void rows_kernel(word* c, int64_t c_row, const word* a, int64_t a_row, const word* b,
                            int64_t b_step, int rows, int steps, bool accumulate, const vu* start) {
    int i = 0;
    for (; i + Step::rows <= rows; i += Step::rows)
        micro_kernel<Step, Step::rows, V>(c + i * c_row, c_row, a + i * a_row, a_row, b, b_step, steps, accumulate, start);
    if constexpr (Step::rows > 4)
        for (; i + 4 <= rows; i += 4)
            micro_kernel<Step, 4, V>(c + i * c_row, c_row, a + i * a_row, a_row, b, b_step, steps, accumulate, start);
    for (; i < rows; ++i)
        micro_kernel<Step, 1, V>(c + i * c_row, c_row, a + i * a_row, a_row, b, b_step, steps, accumulate, start);
}
// Some rows against the first `vectors` vectors of a panel: all of it, or one vector after the other.
template <class Step>
PTO_INLINE void panel_kernel(word* c, int64_t c_row, const word* a, int64_t a_row, const word* b,
                             int64_t b_step, int vectors, int rows, int steps, bool accumulate, const vu* start) {
    if (vectors == panel_vectors)
        rows_kernel<Step, panel_vectors>(c, c_row, a, a_row, b, b_step, rows, steps, accumulate, start);
    else
        for (int v = 0; v < vectors; ++v)
            rows_kernel<Step, 1>(c + v * NL, c_row, a, a_row, b + v * NL, b_step, rows, steps, accumulate,
                                 start ? start + v : start);
}

// ---- copies --------------------------------------------------------------------------------------------------------

PTO_INLINE void copy_row(void* to, const void* from, int64_t bytes) {
    constexpr int whole = 4 * NL;
    char* d = (char*)to;
    const char* s = (const char*)from;
    if (bytes > 4096) {
        __builtin_memcpy(d, s, (unsigned long)bytes);
        return;
    }
    if (bytes < whole) {
        copy_small<whole>(d, s, (int)bytes);
        return;
    }
    for (int64_t i = 0; i + whole <= bytes; i += whole) __builtin_memcpy(d + i, s + i, whole);
    __builtin_memcpy(d + bytes - whole, s + bytes - whole, whole);  // overlaps what is there already
}

// 16 / sizeof(U) rows of 16 bytes, transposed: a network of interleavings, the same at every stage.
template <class U> PTO_INLINE void transpose_block(char* to, int64_t to_row, const char* from, int64_t from_row) {
    constexpr int n = 16 / (int)sizeof(U);
    typedef U v __attribute__((vector_size(16)));
    v x[n], y[n];
    PTO_UNROLL(16)
    for (int i = 0; i < n; ++i) __builtin_memcpy(&x[i], from + i * from_row, 16);
    PTO_UNROLL(16)
    for (int stage = 1; stage < n; stage *= 2) {
        PTO_UNROLL(16)
        for (int i = 0; i < n / 2; ++i) {
            v a = x[i], b = x[i + n / 2];
            if constexpr (n == 4) {
                y[2 * i] = __builtin_shufflevector(a, b, 0, 4, 1, 5);
                y[2 * i + 1] = __builtin_shufflevector(a, b, 2, 6, 3, 7);
            } else if constexpr (n == 8) {
                y[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
                y[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
            } else {
                y[2 * i] = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
                y[2 * i + 1] =
                    __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
            }
        }
        PTO_UNROLL(16)
        for (int i = 0; i < n; ++i) x[i] = y[i];
    }
    PTO_UNROLL(16)
    for (int i = 0; i < n; ++i) __builtin_memcpy(to + i * to_row, &x[i], 16);
}

template <int Bytes> struct unsigned_of;
template <> struct unsigned_of<1> { typedef uint8_t type; };
template <> struct unsigned_of<2> { typedef uint16_t type; };
template <> struct unsigned_of<4> { typedef uint32_t type; };

// Rows that lie pages apart are not followed by the hardware's own prefetching.
template <class T> PTO_INLINE bool pages_apart(int64_t row_stride) { return row_stride * (int64_t)sizeof(T) >= 4096; }
template <class T> PTO_INLINE void fetch_row_ahead(const T* row, int64_t row_stride, int rows_left, int cols) {
    constexpr int ahead = 6;
    if (!pages_apart<T>(row_stride) || rows_left <= ahead) return;
    const char* p = (const char*)(row + ahead * row_stride);
    for (int64_t i = 0; i < cols * (int64_t)sizeof(T); i += 64) __builtin_prefetch(p + i);
}

// rows x cols elements from anywhere into rows of `to_row` elements.
template <class T>
PTO_INLINE void copy_tile(T* to, int64_t to_row, const T* from, int64_t row_stride, int64_t col_stride, int rows,
                          int cols) {
    constexpr int n = 16 / (int)sizeof(T);
    if (col_stride == 1) {
        for (int r = 0; r < rows; ++r) {
            fetch_row_ahead(from + r * row_stride, row_stride, rows - r, cols);
            copy_row(to + r * to_row, from + r * row_stride, cols * (int64_t)sizeof(T));
        }
        return;
    }
    int square_rows = 0, square_cols = 0;  // what the blocks cover
    if (row_stride == 1) {
        square_rows = rows / n * n, square_cols = cols / n * n;
        for (int c = 0; c < square_cols; c += n)
            for (int r = 0; r < square_rows; r += n)
                transpose_block<typename unsigned_of<sizeof(T)>::type>(
                    (char*)(to + r * to_row + c), to_row * (int64_t)sizeof(T), (const char*)(from + r + c * col_stride),
                    col_stride * (int64_t)sizeof(T));
    }
    for (int r = 0; r < rows; ++r)
        for (int c = r < square_rows ? square_cols : 0; c < cols; ++c)
            to[r * to_row + c] = from[r * row_stride + c * col_stride];
}

template <class T, int R, int C>
PTO_INLINE void mat_load(T* mat, const T* src, int64_t row_stride, int64_t col_stride, int rows, int cols) {
    copy_tile(mat, C, src, row_stride, col_stride, rows, cols);
}

// ---- mat -> left, right --------------------------------------------------------------------------------------------

// Elements of a step of T, in the left operand and in the right one (1: packed when multiplied).
template <class T> constexpr int step_of = same_type<T, bf16> && has_bf16_dot ? 2
                                         : same_type<T, int8_t>               ? (has_int8_dot ? 4 : 2)
                                                                              : 1;
template <class T> constexpr bool right_in_words = step_of<T> * sizeof(T) == 4;

template <class T, int M, int K>
PTO_INLINE void move_left(void* left, const T* src, int64_t row_stride, int64_t col_stride, int m, int k) {
    static_assert(K * sizeof(T) % 4 == 0, "rows of the left operand must be whole 4-byte words");
    T* to = (T*)left;
    copy_tile(to, K, src, row_stride, col_stride, m, k);
    constexpr int step = step_of<T>;
    if constexpr (step > 1) {
        int whole = (k + step - 1) / step * step;
        if (k < whole)
            for (int r = 0; r < m; ++r)
                for (int i = k; i < whole; ++i) to[r * K + i] = T{};
        if constexpr (same_type<T, int8_t> && has_int8_dot) {
            for (int r = 0; r < m; ++r) {
                uint32_t* words = (uint32_t*)(to + r * K);
                int steps = whole / 4, i = 0;
                for (; i + NL <= steps; i += NL) st(words + i, ld(words + i) ^ 0x80808080u);
                if (i < steps) st_n(words + i, ld_n(words + i, steps - i) ^ 0x80808080u, steps - i);
            }
        }
    }
}
template <class T, int M, int K> PTO_INLINE void move_left(void* left, const T* mat, int m, int k) {
    move_left<T, M, K>(left, mat, K, 1, m, k);
}

// Two or four elements of neighbouring rows, NL columns of them, in words; only the first `rows` and `cols` are read.
template <class T> PTO_INLINE vu row_word(const T* row, int cols) {
    if constexpr (sizeof(T) == 2) {
        const uint16_t* p = (const uint16_t*)row;
        return cols >= NL ? ld(p) : ld_n(p, cols);
    } else {
        const uint8_t* p = (const uint8_t*)row;
        return cols >= NL ? ld(p) : ld_n(p, cols);
    }
}
template <class T>
PTO_INLINE vu interleaved(const T* src, int64_t row_stride, int rows, int cols) {
    constexpr int step = 4 / (int)sizeof(T), bits = 8 * (int)sizeof(T);
    vu word = row_word(src, cols);
    PTO_UNROLL(16)
    for (int i = 1; i < step; ++i)
        if (i < rows) word |= row_word(src + i * row_stride, cols) << (i * bits);
    return word;
}
// One word of neighbours along K, scattered or not.
template <class T> PTO_INLINE uint32_t one_word(const T* src, int64_t row_stride, int rows) {
    constexpr int step = 4 / (int)sizeof(T);
    T part[step] = {};
    for (int i = 0; i < step && i < rows; ++i) part[i] = src[i * row_stride];
    uint32_t word;
    __builtin_memcpy(&word, part, 4);
    return word;
}

// Words of all panels from rows: panel by panel from near rows, row by row from rows that lie pages apart.
template <class T, int N>
PTO_INLINE void pack_rows(uint32_t* to, const T* src, int64_t row_stride, int steps, int k, int n) {
    constexpr int step = 4 / (int)sizeof(T);
    const int group = pages_apart<T>(row_stride) ? N : panel;
    for (int begin = 0; begin < n; begin += group) {
        const int end = n - begin < group ? n : begin + group;
        for (int i = 0; i < k; i += step) {
            const T* row = src + i * row_stride;
            for (int r = 0; r < step; ++r) fetch_row_ahead(row + r * row_stride, row_stride, k - i - r, n);
            for (int j = begin; j < end; j += NL) {
                int first = j / panel * panel, width = N - first < panel ? N - first : panel;
                vu words = k - i >= step && n - j >= NL ? interleaved(row + j, row_stride, step, NL)
                                                        : interleaved(row + j, row_stride, k - i, n - j);
                st(to + (int64_t)first * steps + i / step * width + (j - first), words);
            }
        }
    }
}

// Words of one panel from any strides. Where neighbours along K are neighbours in memory, a transposition of words.
template <class T>
PTO_INLINE void pack_panel(uint32_t* to, int width, const T* src, int64_t row_stride, int64_t col_stride, int k, int n) {
    constexpr int step = 4 / (int)sizeof(T);
    int square = 0, columns = 0;  // what the blocks cover
    if (row_stride == 1) {
        square = k / (4 * step) * 4, columns = n / 4 * 4;
        for (int j = 0; j < columns; j += 4)
            for (int s = 0; s < square; s += 4)
                transpose_block<uint32_t>((char*)(to + s * width + j), width * 4,
                                          (const char*)(src + s * step + j * col_stride),
                                          col_stride * (int64_t)sizeof(T));
    }
    for (int i = 0; i < k; i += step)
        for (int j = i / step < square ? columns : 0; j < n; ++j)
            to[i / step * width + j] = one_word(src + i * row_stride + j * col_stride, row_stride, k - i);
}

template <class T, int K, int N>
PTO_INLINE void move_right(void* right, const T* src, int64_t row_stride, int64_t col_stride, int k, int n) {
    static_assert(K * sizeof(T) % 4 == 0 && N % 16 == 0, "the right operand comes in blocks of 16 columns");
    constexpr bool words = sizeof(T) < 4 && right_in_words<T>;
    constexpr int steps = right_in_words<T> ? K / step_of<T> : K;
    if constexpr (words) {
        if (col_stride == 1) {
            pack_rows<T, N>((uint32_t*)right, src, row_stride, steps, k, n);
            return;
        }
    }
    for (int j = 0; j < n; j += panel) {
        int width = N - j < panel ? N - j : panel, columns = n - j < width ? n - j : width;
        const T* from = src + j * col_stride;
        if constexpr (words)
            pack_panel((uint32_t*)right + (int64_t)j * steps, width, from, row_stride, col_stride, k, columns);
        else
            copy_tile((T*)right + (int64_t)j * steps, width, from, row_stride, col_stride, k, columns);
    }
}
template <class T, int K, int N> PTO_INLINE void move_right(void* right, const T* mat, int k, int n) {
    move_right<T, K, N>(right, mat, N, 1, k, n);
}

// ---- multiply ------------------------------------------------------------------------------------------------------

constexpr int chunk_steps = 128;  // of widened operands; 16 KB of the right one

// Widened types: a chunk of a panel and of a block of rows is brought into words just before it is used.
template <class T> PTO_INLINE vu widened_word(const T* row, int64_t next, bool pair) {
    if constexpr (same_type<T, int8_t>) {
        vu low = (vu)ld(row) & 0xffff;
        return pair ? low | (vu)ld(row + next) << 16 : low;
    } else {
        (void)next, (void)pair;
        return (vu)ld(row);
    }
}
template <class T, class Wide>
PTO_INLINE void widen_row(Wide* to, const T* from, int n) {
    int i = 0;
    for (; i + NL <= n; i += NL) st(to + i, ld(from + i));
    if (i < n) st_n(to + i, ld_n(from + i, n - i), n - i);
}

template <class Step, class T, int M, int K, int N>
PTO_INLINE void matmul_widened(word* acc, const T* left, const T* right, int m, int k, int n, bool accumulate) {
    constexpr bool integer = same_type<T, int8_t>;
    constexpr int step = integer ? 2 : 1;  // elements in a word
    alignas(64) word b[chunk_steps * panel];
    alignas(64) word a[Step::rows * chunk_steps];
    for (int j = 0; j < n; j += panel) {
        int width = N - j < panel ? N - j : panel, vectors = ((n - j < width ? n - j : width) + NL - 1) / NL;
        const T* from = right + (int64_t)j * K;
        for (int k0 = 0; k0 < k; k0 += chunk_steps * step) {
            int depth = k - k0 < chunk_steps * step ? k - k0 : chunk_steps * step, steps = (depth + step - 1) / step;
            for (int s = 0; s < steps; ++s)
                for (int v = 0; v < vectors; ++v)
                    st(b + s * panel + v * NL, widened_word(from + (int64_t)(k0 + s * step) * width + v * NL, width,
                                                            s * step + 1 < depth));
            for (int i = 0; i < m; i += Step::rows) {
                int rows = m - i < Step::rows ? m - i : Step::rows;
                for (int r = 0; r < rows; ++r) {
                    const T* row = left + (int64_t)(i + r) * K + k0;
                    if constexpr (integer) widen_row((int16_t*)(a + r * chunk_steps), row, steps * 2);
                    else widen_row((float*)(a + r * chunk_steps), row, steps);
                }
                panel_kernel<Step>(acc + (int64_t)i * N + j, N, a, chunk_steps, b, panel, vectors, rows, steps,
                                   accumulate || k0 > 0, nullptr);
            }
        }
    }
}

template <class Step, class T, int M, int K, int N>
PTO_INLINE void matmul_words(word* acc, const word* left, const word* right, int m, int k, int n,
                             bool accumulate) {
    constexpr int step = 4 / (int)sizeof(T), row = K / step;
    const int steps = (k + step - 1) / step;
    for (int j = 0; j < n; j += panel) {
        const int width = N - j < panel ? N - j : panel, vectors = ((n - j < width ? n - j : width) + NL - 1) / NL;
        const word* b = right + (int64_t)j * row;
        if constexpr (same_type<Step, step_int8>) {
            vu start[panel_vectors];  // the left holds a + 128: take 128 times the column's sum away
            for (int v = 0; v < vectors; ++v) {
                vi sum = {};
                for (int s = 0; s < steps; ++s) Step::run(sum, splat_u(0x01010101), ld(b + (int64_t)s * width + v * NL));
                start[v] = splat_u(0) - ((vu)sum << 7);
            }
            panel_kernel<Step>(acc + j, N, left, row, b, width, vectors, m, steps, accumulate, start);
        } else {
            // The right operand may have a row beyond an odd k, which a word holds beside the last one.
            alignas(64) word last[panel];
            const bool half = same_type<Step, step_bf16> && k % 2 != 0;
            for (int part = 0; part < (half ? 2 : 1); ++part) {
                const int done = part ? steps - 1 : 0;
                if (part)
                    for (int v = 0; v < vectors; ++v)
                        st(last + v * NL, ld(b + (int64_t)done * width + v * NL) & 0xffffu);
                panel_kernel<Step>(acc + j, N, left + done, row, part ? last : b, width, vectors, m,
                                   part || !half ? steps - done : steps - 1, accumulate || part, nullptr);
            }
        }
    }
}

template <class T, int M, int K, int N>
PTO_INLINE void matmul(accum<T>* acc, const void* left, const void* right, int m, int k, int n, bool accumulate) {
    static_assert(K * sizeof(T) % 4 == 0 && N % 16 == 0, "the right operand comes in blocks of 16 columns");
    word* c = (word*)acc;
    const word *a = (const word*)left, *b = (const word*)right;
    if constexpr (same_type<T, float>)
        matmul_words<step_float, T, M, K, N>(c, a, b, m, k, n, accumulate);
    else if constexpr (same_type<T, bf16> && has_bf16_dot)
        matmul_words<step_bf16, T, M, K, N>(c, a, b, m, k, n, accumulate);
    else if constexpr (same_type<T, int8_t> && has_int8_dot)
        matmul_words<step_int8, T, M, K, N>(c, a, b, m, k, n, accumulate);
    else if constexpr (same_type<T, int8_t>)
        matmul_widened<step_int16, T, M, K, N>(c, (const T*)left, (const T*)right, m, k, n, accumulate);
    else
        matmul_widened<step_float, T, M, K, N>(c, (const T*)left, (const T*)right, m, k, n, accumulate);
}

template <class A, int M, int N> PTO_INLINE void acc_bias(A* acc, const A* bias, int m, int n) {
    for (int r = 0; r < m; ++r) copy_row(acc + (int64_t)r * N, bias, n * (int64_t)sizeof(A));
}

template <class To, int M, int N, class A>
PTO_INLINE void acc_store(To* dst, int64_t row_stride, int64_t col_stride, const A* acc, int m, int n) {
    static_assert(same_type<To, int32_t> == same_type<A, int32_t>, "an accumulator keeps its kind");
    for (int r = 0; r < m; ++r) {
        const A* from = acc + (int64_t)r * N;
        To* to = dst + r * row_stride;
        if (col_stride == 1) {
            int c = 0;
            for (; c + NL <= n; c += NL) st(to + c, ld(from + c));
            if (c < n) st_n(to + c, ld_n(from + c, n - c), n - c);
        } else {
            for (int c = 0; c < n; ++c) to[c * col_stride] = stored<To>(from[c]);
        }
    }
}

}  // namespace pto
