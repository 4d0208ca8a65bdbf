// SPDX-License-Identifier: Apache-2.0
//
// Microscaled products: FP8 operands, of which each 32 neighbours along K share a scale, a power of two.
//
//   TMOV_SCALING(d, s)                            scales from mat to the buffer of their side
//   TMATMUL_MX(acc, left, ls, right, rs)          acc = sum over groups of  ls * rs * (the group's product)
//   TMATMUL_MX_ACC, TMATMUL_MX_BIAS               added to acc, or to a row in each row
//
// A group's product is summed in FP32; times its two scales, which is exact in double, it is added to the FP32 sum with
// one rounding. Scales lie as in global memory: blocks of 16 lines by 2 groups, line by line, the blocks of one row of
// blocks (left) or column of blocks (right) one behind the other.
#pragma once

#include "matrix.hpp"

namespace pto {

constexpr int64_t scale_bytes = 4096;  // of each side
constexpr int scale_group = 32;

PTO_INLINE double scale_value(fp8e8m0 x) {
    if (x.bits == 255) return __builtin_nan("");
    const uint64_t word = (uint64_t)(1023 - 127 + x.bits) << 52;
    double value;
    __builtin_memcpy(&value, &word, 8);
    return value;
}
// Scale of a line (a row of the left operand, a column of the right one) in a group of K.
template <int K> PTO_INLINE double scale_at(const fp8e8m0* scales, int line, int group) {
    constexpr int across = K / (2 * scale_group);
    return scale_value(scales[(line / 16 * across + group / 2) * 32 + line % 16 * 2 + group % 2]);
}

template <class D, class S> PTO_INLINE void TMOV_SCALING(const D& d, const S& s) { copy_row(d.data, s.data, D::cells); }

template <class T, int Rows, int M, int K, int N, class L, class R>
PTO_INLINE void product_mx(const Tile<float, Rows, N>& acc, const Tile<T, M, K>& left, const L& left_scale,
                           const Tile<T, K, N>& right, const R& right_scale, bool add) {
    typedef step_float step;
    static_assert(K % (2 * scale_group) == 0 && N % 16 == 0, "groups come in pairs, columns in blocks of 16");
    const int m = (int)left.v_row, k = (int)left.v_col, n = (int)right.v_col;
    alignas(64) word b[scale_group * panel];
    alignas(64) word a[step::rows * scale_group];
    alignas(64) word sums[step::rows * panel];
    double across[panel];
    for (int j = 0; j < n; j += panel) {
        const int width = N - j < panel ? N - j : panel, columns = n - j < width ? n - j : width;
        const int vectors = (columns + NL - 1) / NL;
        const T* from = right.data + (int64_t)j * K;
        for (int k0 = 0; k0 < k; k0 += scale_group) {
            const int depth = k - k0 < scale_group ? k - k0 : scale_group, group = k0 / scale_group;
            for (int s = 0; s < depth; ++s)
                for (int v = 0; v < vectors; ++v)
                    st(b + s * panel + v * NL, (vu)ld(from + (int64_t)(k0 + s) * width + v * NL));
            for (int c = 0; c < columns; ++c) across[c] = scale_at<K>(right_scale.data, j + c, group);
            for (int i = 0; i < m; i += step::rows) {
                const int rows = m - i < step::rows ? m - i : step::rows;
                for (int r = 0; r < rows; ++r)
                    widen_row((float*)(a + r * scale_group), left.data + (int64_t)(i + r) * K + k0, depth);
                panel_kernel<step>(sums, panel, a, scale_group, b, panel, vectors, rows, depth, false, nullptr);
                for (int r = 0; r < rows; ++r) {
                    const double down = scale_at<K>(left_scale.data, i + r, group);
                    const float* sum = (const float*)(sums + r * panel);
                    float* to = acc.data + (int64_t)(i + r) * N + j;
                    if (add || k0 > 0)
                        for (int c = 0; c < columns; ++c) to[c] = (float)((double)to[c] + sum[c] * down * across[c]);
                    else
                        for (int c = 0; c < columns; ++c) to[c] = (float)(sum[c] * down * across[c]);
                }
            }
        }
    }
}

template <class A, class L, class S, class R, class Q>
PTO_INLINE void TMATMUL_MX(const A& acc, const L& left, const S& left_scale, const R& right, const Q& right_scale) {
    product_mx(acc, left, left_scale, right, right_scale, false);
}
template <class A, class L, class S, class R, class Q>
PTO_INLINE void TMATMUL_MX_ACC(const A& acc, const L& left, const S& left_scale, const R& right, const Q& right_scale) {
    product_mx(acc, left, left_scale, right, right_scale, true);
}
template <int Rows, int N, class L, class S, class R, class Q, class B>
PTO_INLINE void TMATMUL_MX_BIAS(const Tile<float, Rows, N>& acc, const L& left, const S& left_scale, const R& right,
                                const Q& right_scale, const B& bias) {
    acc_bias<float, Rows, N>(acc.data, (const float*)bias.data, (int)left.v_row, (int)right.v_col);
    product_mx(acc, left, left_scale, right, right_scale, true);
}

namespace shared {
PTO_SHARED(TMOV_SCALING)
PTO_SHARED(TMATMUL_MX)
PTO_SHARED(TMATMUL_MX_ACC)
PTO_SHARED(TMATMUL_MX_BIAS)
#undef PTO_SHARED
}  // namespace shared

}  // namespace pto
