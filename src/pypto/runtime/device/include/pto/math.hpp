// SPDX-License-Identifier: Apache-2.0
//
// Elementwise mathematics on lanes: the same bits on every machine, for vectors and for scalars
// (but for the payload of a NaN).
//
//   vfma(a, b, c)                     one rounding
//   vexp  vlog                        at most 1 ULP, with exact subnormals, overflow, infinities and NaN
//   vsqrt vrecip vrsqrt               correctly rounded; vrsqrt is the correctly rounded 1 / (rounded square root)
//   vsin  vcos                        fixed recipe of single operations, for moderate arguments
//   vabs  vneg  vrelu  vsloped        abs(-0.0) is +0.0; relu keeps NaN; vsloped is x or, where not positive, x * slope
//   vfmod vrem                        remainder with the sign of the dividend (exact), of the divisor
//   vrint vround vround_odd vfloor vceil vtrunc    to integers: nearest with ties to even, away, to odd; directed
//   vdiv vfmod vrem on integers       truncating division; x / 0 and x % 0 are 0
//   vand vor vxor vnot vshl vshr      bitwise; the shift of a signed lane is arithmetic
//   veq vne vlt vle vgt vge           lane masks for vsel; ordered comparisons with NaN are false
//   row_max row_min                   running extrema that keep NaN at the cost of plain ones
#pragma once

#include "vec.hpp"
#include "wide.hpp"

namespace pto {

#if !PTO_AVX512 && !PTO_AVX2 && !defined(__ARM_FEATURE_FMA) && !defined(__FMA__)
// a * b + c with one rounding on machines without the instruction. The product is exact in double, the sum is rounded
// to odd there, and so the rounding to float is right whatever the sum's exponent.
typedef double vd2 __attribute__((vector_size(16)));
typedef int64_t vl2 __attribute__((vector_size(16)));
typedef float vf2 __attribute__((vector_size(8)));
PTO_INLINE vf2 fma_half(vf2 x, vf2 y, vf2 z) {
    vd2 p = __builtin_convertvector(x, vd2) * __builtin_convertvector(y, vd2), c = __builtin_convertvector(z, vd2);
    vd2 s = p + c, t = s - p, e = (p - (s - t)) + (c - t);
    vl2 inexact = (vl2)(e > vd2{}) | (vl2)(e < vd2{});
    vi signs = (vi)((vl2)e ^ (vl2)s) >> 31;  // SSE2 has no arithmetic shift of 64 bits
    vl2 inward = (vl2)__builtin_shufflevector(signs, signs, 1, 1, 3, 3);
    vl2 odd = (vl2)s & 1, step = inexact & (inward | 1) & (odd - 1);  // one step towards the lost part, from even only
    return __builtin_convertvector((vd2)((vl2)s + step), vf2);
}
PTO_INLINE vf vfma(vf a, vf b, vf c) {
    vf2 low = fma_half(__builtin_shufflevector(a, a, 0, 1), __builtin_shufflevector(b, b, 0, 1),
                       __builtin_shufflevector(c, c, 0, 1));
    vf2 high = fma_half(__builtin_shufflevector(a, a, 2, 3), __builtin_shufflevector(b, b, 2, 3),
                        __builtin_shufflevector(c, c, 2, 3));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
#elif defined(__clang__)
PTO_INLINE vf vfma(vf a, vf b, vf c) { return __builtin_elementwise_fma(a, b, c); }
#elif PTO_AVX512
PTO_INLINE vf vfma(vf a, vf b, vf c) { return __builtin_ia32_vfmaddps512_mask(a, b, c, (uint16_t)-1, 4); }
#elif PTO_AVX2
PTO_INLINE vf vfma(vf a, vf b, vf c) { return __builtin_ia32_vfmaddps256(a, b, c); }
#elif defined(__FMA__)
PTO_INLINE vf vfma(vf a, vf b, vf c) { return __builtin_ia32_vfmaddps(a, b, c); }
#else
PTO_INLINE vf vfma(vf a, vf b, vf c) {
    __asm__("fmla %0.4s, %1.4s, %2.4s" : "+w"(c) : "w"(a), "w"(b));
    return c;
}
#endif

PTO_INLINE vf vsqrt(vf x) {
    vf r;
#if PTO_AVX512 || PTO_AVX2
    __asm__("vsqrtps %1, %0" : "=v"(r) : "v"(x));
#elif defined(__SSE2__)
    __asm__("sqrtps %1, %0" : "=x"(r) : "x"(x));
#elif defined(__aarch64__)
    __asm__("fsqrt %0.4s, %1.4s" : "=w"(r) : "w"(x));
#else
    for (int i = 0; i < NL; ++i) r[i] = __builtin_sqrtf(x[i]);
#endif
    return r;
}
PTO_INLINE vf vrecip(vf x) { return splat_f(1.0f) / x; }
PTO_INLINE vf vrsqrt(vf x) { return splat_f(1.0f) / vsqrt(x); }

PTO_INLINE vf vabs(vf x) { return magnitude_of(x); }
PTO_INLINE vf vneg(vf x) { return (vf)((vu)x ^ SIGN); }
PTO_INLINE vf vrelu(vf x) { return vmax(x, splat_f(0.0f)); }
PTO_INLINE vi vneg(vi x) { return vsub(splat_i(0), x); }
PTO_INLINE vu vneg(vu x) { return splat_u(0) - x; }
PTO_INLINE vi vabs(vi x) { return vsel(x < splat_i(0), vneg(x), x); }
PTO_INLINE vu vabs(vu x) { return x; }
PTO_INLINE vi vrelu(vi x) { return vmax(x, splat_i(0)); }
PTO_INLINE vf vsloped(vf x, vf slope) { return vsel(x > splat_f(0.0f), x, x * slope); }
PTO_INLINE int32_t vneg(int32_t x) { return vsub(0, x); }
PTO_INLINE uint32_t vneg(uint32_t x) { return 0u - x; }
PTO_INLINE int32_t vabs(int32_t x) { return x < 0 ? vneg(x) : x; }
PTO_INLINE uint32_t vabs(uint32_t x) { return x; }
PTO_INLINE int32_t vrelu(int32_t x) { return x > 0 ? x : 0; }

// ---- to integers ---------------------------------------------------------------------------------------------------

#if PTO_AVX512
template <int Mode> PTO_INLINE vf round_lanes(vf x) {
    vf r;
    __asm__("vrndscaleps %2, %1, %0" : "=v"(r) : "v"(x), "i"(Mode | 8));
    return r;
}
#elif PTO_AVX2
template <int Mode> PTO_INLINE vf round_lanes(vf x) {
    vf r;
    __asm__("vroundps %2, %1, %0" : "=x"(r) : "x"(x), "i"(Mode | 8));
    return r;
}
#endif
#if PTO_AVX512 || PTO_AVX2
PTO_INLINE vf vrint(vf x) { return round_lanes<0>(x); }
PTO_INLINE vf vfloor(vf x) { return round_lanes<1>(x); }
PTO_INLINE vf vceil(vf x) { return round_lanes<2>(x); }
PTO_INLINE vf vtrunc(vf x) { return round_lanes<3>(x); }
#else
PTO_INLINE vf vrint(vf x) {
    vf m = magnitude_of(x);  // from 2^23 on every float is an integer; the addition turns a signalling NaN quiet
    return vsel(m < splat_f(0x1p23f), with_sign(small_rint(m), x), x + splat_f(0.0f));
}
PTO_INLINE vf vfloor(vf x) {
    vf r = vrint(x);
    return vsel(r > x, r - splat_f(1.0f), r);
}
PTO_INLINE vf vceil(vf x) { return vneg(vfloor(vneg(x))); }
PTO_INLINE vf vtrunc(vf x) { return with_sign(vfloor(magnitude_of(x)), x); }
#endif
// Nearest, with the two answers to a tie that no instruction gives. Ties exist below 2^23 only; there x - r is exact.
PTO_INLINE vf vround(vf x) {
    vf m = magnitude_of(x), r = vtrunc(m);
    return with_sign(vsel(m - r >= splat_f(0.5f), r + splat_f(1.0f), r), x);
}
PTO_INLINE vf vround_odd(vf x) {
    vf r = vrint(x), d = x - r;
    return vsel(magnitude_of(d) == splat_f(0.5f), with_sign(x + d, x), r);
}

// ---- exponential and logarithm -------------------------------------------------------------------------------------

// x = n ln 2 + r, |r| <= ln 2 / 2; e^r by a polynomial with error 2^-28; the scaling rounds once, in the subnormal range.
PTO_INLINE vf vexp(vf x) {
    x = min_or_second(splat_f(89.0f), max_or_second(splat_f(-104.0f), x));  // beyond, results are infinity and 0 anyway
    const vf magic = splat_f(0x1.8p23f);
    vf shifted = vfma(x, splat_f(0x1.715476p+0f), magic), n = shifted - magic;
    vf r = vfma(n, splat_f(-0x1.62e430p-1f), x);
    r = vfma(n, splat_f(0x1.05c610p-29f), r);
    vf p = vfma(splat_f(0x1.6a2444p-10f), r, splat_f(0x1.1239d4p-7f));
    p = vfma(p, r, splat_f(0x1.5558f2p-5f));
    p = vfma(p, r, splat_f(0x1.555492p-3f));
    p = vfma(p, r, splat_f(0x1.fffffcp-2f));
    p = vfma(p, r, splat_f(1.0f));
    p = vfma(p, r, splat_f(1.0f));
#if PTO_AVX512
    vf scaled;
    __asm__("vscalefps %2, %1, %0" : "=v"(scaled) : "v"(p), "v"(n));
    return scaled;
#else
    vi whole = (vi)shifted - splat_i(0x4b400000), half = whole >> 1;  // two factors: 2^n itself may not be a float
    vf first = (vf)((half + splat_i(127)) << 23), second = (vf)((whole - half + splat_i(127)) << 23);
    return p * first * second;
#endif
}

// x = 2^e (1 + f), sqrt(1/2) <= 1 + f < sqrt(2); the large terms are added exactly, the small ones last.
PTO_INLINE vf vlog(vf x) {
    vi subnormal = x < splat_f(0x1p-126f);
    vf scaled = vsel(subnormal, x * splat_f(0x1p23f), x);
    vu shifted = (vu)scaled + (0x3f800000u - 0x3f3504f3u);
    vi exponent = (vi)(shifted >> 23) - vsel(subnormal, splat_i(127 + 23), splat_i(127));
    vf e = __builtin_convertvector(exponent, vf);
    vf f = (vf)((shifted & 0x007fffff) + 0x3f3504f3u) - splat_f(1.0f);
    vf p = vfma(splat_f(0x1.145802p-4f), f, splat_f(-0x1.de3c28p-4f));
    p = vfma(p, f, splat_f(0x1.e6f04ap-4f));
    p = vfma(p, f, splat_f(-0x1.fc2202p-4f));
    p = vfma(p, f, splat_f(0x1.23376ap-3f));
    p = vfma(p, f, splat_f(-0x1.555c4ep-3f));
    p = vfma(p, f, splat_f(0x1.99a4b6p-3f));
    p = vfma(p, f, splat_f(-0x1.000006p-2f));
    p = vfma(p, f, splat_f(0x1.555548p-2f));
    vf small = vfma(f, p, splat_f(-0.5f)) * (f * f);
    vf whole = e * splat_f(0x1.62e4p-1f);  // exact: 15 bits times 8
    vf high = whole + f, low = f - (high - whole);
    vf r = high + (low + vfma(e, splat_f(0x1.7f7d1cp-20f), small));
    vf special = vsel(x < splat_f(0.0f), (vf)splat_u(INFINITY_BITS | QUIET), x + x);
    special = vsel(x == splat_f(0.0f), (vf)splat_u(SIGN | INFINITY_BITS), special);
    vi ordinary = (vi)((vu)x - 1 < splat_u(INFINITY_BITS - 1));  // positive and finite
    return vsel(ordinary, r, special);
}

// ---- sine and cosine -----------------------------------------------------------------------------------------------
// x is reduced by multiples k of pi in parts, each step one float operation; the sign is (-1)^k.

PTO_INLINE vf sine_of_reduced(vf t, vf k) {
    vf sign = vfloor(k * splat_f(0.5f)) * splat_f(4.0f) - k * splat_f(2.0f) + splat_f(1.0f);
    vf u = t * t;
    vf p = splat_f(2.604926501e-6f) * u + splat_f(-1.980894471e-4f);
    p = p * u + splat_f(8.333049340e-3f);
    p = p * u + splat_f(-1.666665792e-1f);
    p = p * u + splat_f(1.0f);
    return sign * (t * p);
}
PTO_INLINE vf vsin(vf x) {
    vf k = vround(x * splat_f(0.31830988732818603515625f));
    vf t = x - k * splat_f(3.140625f);
    t = t - k * splat_f(0.0009670257568359375f);
    t = t - k * splat_f(6.2771141529083251953125e-7f);
    t = t - k * splat_f(1.21644916362129151821e-10f);
    t = t - k * splat_f(-1.0290623200529979163e-13f);
    return sine_of_reduced(t, k);
}
PTO_INLINE vf vcos(vf x) {
    vf k = vrint(x * splat_f(0.31830988732818603515625f) + splat_f(0.5f));
    vf t = x - k * splat_f(3.140625f);
    t = t - k * splat_f(0.0009670257568359375f);
    t = t + splat_f(1.57079637050628662109375f);
    t = t - k * splat_f(6.2771141529083251953125e-7f);
    t = t - k * splat_f(1.21644916362129151821e-10f);
    t = t - k * splat_f(-1.0290623200529979163e-13f);
    t = t + splat_f(-4.371139000189375e-8f);
    return sine_of_reduced(t, k);
}

// ---- remainders ----------------------------------------------------------------------------------------------------

// The exponent of a magnitude, also of subnormals and 0.
PTO_INLINE vi exponent_field(vf m) {
    vi small = m < splat_f(0x1p-126f);
    vu bits = (vu)vsel(small, m * splat_f(0x1p24f), m);
    return (vi)(bits >> 23) - vsel(small, splat_i(24), splat_i(0));
}

// Exact, like C's fmod. Each round removes up to 22 bits of the quotient: a quotient of at most 2^23 is off by one at
// most, and the remainder of either is exact.
PTO_INLINE vf vfmod(vf x, vf y) {
    vf r = magnitude_of(x), d = magnitude_of(y), infinity = (vf)splat_u(INFINITY_BITS);
    vi defined = (r < infinity) & (d > splat_f(0.0f));  // false for NaN as well
    vi pending = defined & (r >= d);
    const vi divisor_exponent = exponent_field(d);
    while (any(pending)) {
        vi up = vmax(exponent_field(r) - divisor_exponent - splat_i(22), splat_i(0));
        vi half = up >> 1;  // up may exceed the exponents of a float
        vf t = d * (vf)((half + splat_i(127)) << 23) * (vf)((up - half + splat_i(127)) << 23);
        vf rest = vfma(vneg(vtrunc(r / t)), t, r);
        rest = vsel(rest < splat_f(0.0f), rest + t, rest);
        r = vsel(pending, rest, r);
        pending = pending & (r >= d);
    }
    vf nan = (x * y) / (x * y);
    nan = vsel((x != x) | (y != y), nan, (vf)splat_u(INFINITY_BITS | QUIET));
    return vsel(defined, with_sign(r, x), nan);
}
PTO_INLINE vf vrem(vf x, vf y) {
    vf r = vfmod(x, y);
    vi opposite = (r != splat_f(0.0f)) & ((r < splat_f(0.0f)) != (y < splat_f(0.0f)));
    return vsel(opposite, r + y, r);
}

PTO_INLINE int32_t vdiv(int32_t a, int32_t b) { return b == 0 ? 0 : b == -1 ? vneg(a) : a / b; }
PTO_INLINE uint32_t vdiv(uint32_t a, uint32_t b) { return b == 0 ? 0 : a / b; }
PTO_INLINE int32_t vfmod(int32_t a, int32_t b) { return b == 0 || b == -1 ? 0 : a % b; }
PTO_INLINE uint32_t vfmod(uint32_t a, uint32_t b) { return b == 0 ? 0 : a % b; }
PTO_INLINE int32_t vrem(int32_t a, int32_t b) {
    int32_t r = vfmod(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
PTO_INLINE uint32_t vrem(uint32_t a, uint32_t b) { return vfmod(a, b); }
PTO_INLINE int32_t vrecip(int32_t x) { return vdiv(1, x); }
PTO_INLINE uint32_t vrecip(uint32_t x) { return vdiv(1u, x); }

#define PTO_LANEWISE(name, V)                                    \
    PTO_INLINE V name(V a, V b) {                                \
        for (int i = 0; i < NL; ++i) a[i] = name(a[i], b[i]);    \
        return a;                                                \
    }
PTO_LANEWISE(vdiv, vi)
PTO_LANEWISE(vdiv, vu)
PTO_LANEWISE(vfmod, vi)
PTO_LANEWISE(vfmod, vu)
PTO_LANEWISE(vrem, vi)
PTO_LANEWISE(vrem, vu)
#undef PTO_LANEWISE
PTO_INLINE vi vrecip(vi x) { return vdiv(splat_i(1), x); }
PTO_INLINE vu vrecip(vu x) { return vdiv(splat_u(1), x); }

// ---- bits and comparisons ------------------------------------------------------------------------------------------

#define PTO_BITWISE(V)                                             \
    PTO_INLINE V vand(V a, V b) { return a & b; }                  \
    PTO_INLINE V vor(V a, V b) { return a | b; }                   \
    PTO_INLINE V vxor(V a, V b) { return a ^ b; }                  \
    PTO_INLINE V vnot(V a) { return ~a; }                          \
    PTO_INLINE V vshr(V a, V count) { return a >> (count & 31); }
PTO_BITWISE(vi)
PTO_BITWISE(vu)
PTO_BITWISE(int32_t)
PTO_BITWISE(uint32_t)
#undef PTO_BITWISE
PTO_INLINE vu vshl(vu a, vu count) { return a << (count & 31); }
PTO_INLINE vi vshl(vi a, vi count) { return (vi)vshl((vu)a, (vu)count); }
PTO_INLINE uint32_t vshl(uint32_t a, uint32_t count) { return a << (count & 31); }
PTO_INLINE int32_t vshl(int32_t a, int32_t count) { return (int32_t)vshl((uint32_t)a, (uint32_t)count); }

#define PTO_COMPARE(name, op)                                    \
    PTO_INLINE vi name(vf a, vf b) { return a op b; }            \
    PTO_INLINE vi name(vi a, vi b) { return a op b; }            \
    PTO_INLINE vi name(vu a, vu b) { return a op b; }            \
    PTO_INLINE bool name(float a, float b) { return a op b; }    \
    PTO_INLINE bool name(int32_t a, int32_t b) { return a op b; }    \
    PTO_INLINE bool name(uint32_t a, uint32_t b) { return a op b; }
PTO_COMPARE(veq, ==)
PTO_COMPARE(vne, !=)
PTO_COMPARE(vlt, <)
PTO_COMPARE(vle, <=)
PTO_COMPARE(vgt, >)
PTO_COMPARE(vge, >=)
#undef PTO_COMPARE

// ---- scalars: the vector's bits ------------------------------------------------------------------------------------

#define PTO_SCALAR(name) PTO_INLINE float name(float x) { return name(splat_f(x))[0]; }
PTO_SCALAR(vsqrt)
PTO_SCALAR(vrsqrt)
PTO_SCALAR(vabs)
PTO_SCALAR(vneg)
PTO_SCALAR(vrelu)
PTO_SCALAR(vrint)
PTO_SCALAR(vround)
PTO_SCALAR(vround_odd)
PTO_SCALAR(vfloor)
PTO_SCALAR(vceil)
PTO_SCALAR(vtrunc)
PTO_SCALAR(vexp)
PTO_SCALAR(vlog)
PTO_SCALAR(vsin)
PTO_SCALAR(vcos)
#undef PTO_SCALAR
PTO_INLINE float vrecip(float x) { return 1.0f / x; }
PTO_INLINE float vfmod(float x, float y) { return vfmod(splat_f(x), splat_f(y))[0]; }
PTO_INLINE float vrem(float x, float y) { return vrem(splat_f(x), splat_f(y))[0]; }
PTO_INLINE float vfma(float a, float b, float c) { return vfma(splat_f(a), splat_f(b), splat_f(c))[0]; }

// ---- running extrema -----------------------------------------------------------------------------------------------
// The plain instruction drops a NaN operand; whether one came by is kept apart and looked at once, at the end.

struct seen_nan {
#if PTO_AVX512
    uint16_t ordered = 0xffff;
    PTO_INLINE void note(vf a, vf b) { __asm__("vcmpordps %2, %1, %0%{%0%}" : "+Yk"(ordered) : "v"(a), "v"(b)); }
    PTO_INLINE void merge(seen_nan other) { ordered &= other.ordered; }
    PTO_INLINE bool any() const { return ordered != 0xffff; }
#else
    vi unordered = {};
    PTO_INLINE void note(vf a, vf b) { unordered |= (a != a) | (b != b); }
    PTO_INLINE void merge(seen_nan other) { unordered |= other.unordered; }
    PTO_INLINE bool any() const { return mask_bits(unordered) != 0; }
#endif
};
#define PTO_RUNNING(name, start, step, across)                                       \
    struct name {                                                                    \
        vf best = splat_f(start);                                                    \
        seen_nan nan;                                                                \
        PTO_INLINE void add(vf x) { nan.note(x, x), best = step(x, best); }          \
        PTO_INLINE void add(vf x, vf y) {                                            \
            nan.note(x, y);                                                          \
            best = step(x, best);                                                    \
            best = step(y, best);                                                    \
        }                                                                            \
        PTO_INLINE void merge(name other) { nan.merge(other.nan), best = step(other.best, best); }  \
        PTO_INLINE float result() const { return nan.any() ? __builtin_nanf("") : across(best); }  \
    };
PTO_RUNNING(row_max, -__builtin_inff(), max_or_second, hmax)
PTO_RUNNING(row_min, __builtin_inff(), min_or_second, hmin)
#undef PTO_RUNNING

}  // namespace pto
