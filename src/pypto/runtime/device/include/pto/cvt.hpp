// SPDX-License-Identifier: Apache-2.0
//
// Conversions between element types, in every rounding mode.
//
//   cvt<To, From, M>(lanes)      the result's lanes hold values that To represents (store them with st_exact)
//   cvt1<To, From, M>(x)         one stored element, the same bits; also where From or To has 64 bits
//   cvt_row<To, From, M>(to, from, n)    n consecutive elements, any pair
//
// Rules:
//   float -> float    rounded once by the mode, NONE as RINT. FP16 and BF16 overflow as IEEE 754 says for the mode; FP8
//                     and FP4 saturate at their largest finite value under every mode, infinity included. NaN stays
//                     NaN; in FP4, which has none, it is zero.
//   float -> int      rounded by the mode, NONE as TRUNC; NaN is 0. Then saturated, except FP16 -> UINT8, INT8, INT16 and
//                     FP32 -> INT16, which keep the low bits (infinity is 0 there).
//   int -> float      rounded once by the mode, NONE as RINT.
//   int -> int        wider: extended by the source's sign; same width: the bits; narrower: saturated, except
//                     INT64 -> INT32 and INT32 -> INT16, which keep the low bits.
#pragma once

#include "math.hpp"

namespace pto {

enum class Round { NONE, RINT, ROUND, FLOOR, CEIL, TRUNC, ODD };

template <class T> constexpr bool is_float_type = false;
template <> constexpr bool is_float_type<float> = true;
template <> constexpr bool is_float_type<f16> = true;
template <> constexpr bool is_float_type<bf16> = true;
template <> constexpr bool is_float_type<fp8e4m3fn> = true;
template <> constexpr bool is_float_type<fp8e5m2> = true;
template <> constexpr bool is_float_type<fp4e2m1> = true;
template <class T> constexpr bool is_fp8_type = same_type<T, fp8e4m3fn> || same_type<T, fp8e5m2> || same_type<T, fp4e2m1>;
template <class T> constexpr bool is_long_type = same_type<T, int64_t> || same_type<T, uint64_t>;
template <class T> constexpr bool is_signed_type =
    same_type<T, int8_t> || same_type<T, int16_t> || same_type<T, int32_t> || same_type<T, int64_t>;

template <class To, class From> constexpr bool keeps_low_bits =
    (same_type<From, f16> && (same_type<To, uint8_t> || same_type<To, int8_t> || same_type<To, int16_t>)) ||
    (same_type<From, float> && same_type<To, int16_t>) || (same_type<From, int64_t> && same_type<To, int32_t>) ||
    (same_type<From, int32_t> && same_type<To, int16_t>);

template <class T> constexpr int64_t least_of = is_signed_type<T> ? -(int64_t)(~0ull >> (65 - 8 * sizeof(T))) - 1 : 0;
template <class T> constexpr uint64_t greatest_of = ~0ull >> (64 - 8 * sizeof(T) + (is_signed_type<T> ? 1 : 0));

// ---- float -> float ------------------------------------------------------------------------------------------------

// Signed lanes to integers. `None` says what NONE means here.
template <Round M, Round None> PTO_INLINE vf to_whole(vf x) {
    constexpr Round mode = M == Round::NONE ? None : M;
    if constexpr (mode == Round::RINT) return vrint(x);
    else if constexpr (mode == Round::ROUND) return vround(x);
    else if constexpr (mode == Round::FLOOR) return vfloor(x);
    else if constexpr (mode == Round::CEIL) return vceil(x);
    else if constexpr (mode == Round::TRUNC) return vtrunc(x);
    else return vround_odd(x);
}

// BF16 has the exponents of a float: rounding is an addition to the bits, and a carry goes where it should.
template <Round M> PTO_INLINE vf round_to_bf16(vf x) {
    vu b = (vu)x, r;
    vu odd = (b >> 16) & 1;
    vu away = (vu)((vi)b >> 31);  // all ones where negative
    if constexpr (M == Round::NONE || M == Round::RINT) r = b + (odd + 0x7fff);
    else if constexpr (M == Round::ROUND) r = b + 0x8000;
    else if constexpr (M == Round::ODD) r = b + (splat_u(0x8000) - odd);
    else if constexpr (M == Round::FLOOR) r = b + (away & 0xffff);
    else if constexpr (M == Round::CEIL) r = b + (~away & 0xffff);
    else r = b;
    return (vf)(vsel(x != x, b | QUIET, r) & 0xffff0000u);
}

template <Round M> constexpr int f16_instruction_mode =
    M == Round::NONE || M == Round::RINT ? 0 : M == Round::FLOOR ? 1 : M == Round::CEIL ? 2 : M == Round::TRUNC ? 3 : -1;

template <Round M> PTO_INLINE vf round_to_f16(vf x) {
#if PTO_AVX512 || PTO_AVX2
    if constexpr (f16_instruction_mode<M> >= 0) return decode_f16(encode_f16<f16_instruction_mode<M>>(x));
#endif
    vf quantum = grid_of<10, 113>(x), infinity = (vf)splat_u(INFINITY_BITS), largest = splat_f(65504.0f);
    vf r = magnitude_of(to_whole<M, Round::RINT>(x * reciprocal_power(quantum)) * quantum);
    vi negative = (vi)x < splat_i(0);
    vf beyond = infinity;  // what a finite value above the largest becomes
    if constexpr (M == Round::TRUNC) beyond = largest;
    else if constexpr (M == Round::FLOOR) beyond = vsel(negative, infinity, largest);
    else if constexpr (M == Round::CEIL) beyond = vsel(negative, largest, infinity);
    beyond = vsel(magnitude_of(x) == infinity, infinity, beyond);
    r = vsel(r > largest, beyond, r);
    vf nan = (vf)(((vu)x | QUIET) & ~SIGN & 0xffffe000u);
    return with_sign(vsel(x != x, nan, r), x);
}

template <class T, Round M> PTO_INLINE vf round_to_fp8(vf x) {
    typedef fp8_format<T> format;
    vf quantum = grid_of<format::mantissa, format::least>(x);
    vf r = magnitude_of(to_whole<M, Round::RINT>(x * reciprocal_power(quantum)) * quantum);
    r = vsel(r < splat_f(format::largest), r, splat_f(format::largest));
    if constexpr (same_type<T, fp4e2m1>) return vsel(x != x, splat_f(0.0f), with_sign(r, x));
    return with_sign(vsel(x != x, (vf)splat_u(INFINITY_BITS | QUIET), r), x);
}

template <class To, Round M> PTO_INLINE vf round_to(vf x) {
    if constexpr (same_type<To, bf16>) return round_to_bf16<M>(x);
    else if constexpr (same_type<To, f16>) return round_to_f16<M>(x);
    else if constexpr (is_fp8_type<To>) return round_to_fp8<To, M>(x);
    else return x;
}

// ---- float -> int --------------------------------------------------------------------------------------------------

PTO_INLINE vi to_int(vf x) { return __builtin_convertvector(x, vi); }  // x must be in range

template <class To, class From, Round M> PTO_INLINE lanes<To> float_to_int(vf x) {
    vf r = to_whole<M, Round::TRUNC>(x);
    if constexpr (keeps_low_bits<To, From>) {
        if constexpr (same_type<From, float>) r = r - vtrunc(r * splat_f(0x1p-16f)) * splat_f(0x1p16f);  // exact
        r = vsel(magnitude_of(r) < splat_f(0x1p31f), r, splat_f(0.0f));
        return rounded<To>((lanes<To>)to_int(r));
    }
    r = vsel(x == x, r, splat_f(0.0f));
    if constexpr (same_type<To, int32_t>) {
        vf inside = min_or_second(splat_f(2147483520.0f), max_or_second(splat_f(-0x1p31f), r));
        return vsel(r >= splat_f(0x1p31f), splat_i(0x7fffffff), to_int(inside));
    } else if constexpr (same_type<To, uint32_t>) {
        vf inside = min_or_second(splat_f(4294967040.0f), max_or_second(splat_f(0.0f), r));
        vi upper = inside >= splat_f(0x1p31f);
        vu low = (vu)to_int(vsel(upper, inside - splat_f(0x1p31f), inside));
        return vsel(r >= splat_f(0x1p32f), splat_u(0xffffffff), low | ((vu)upper & 0x80000000u));
    } else {
        constexpr float least = (float)least_of<To>, greatest = (float)greatest_of<To>;
        return (lanes<To>)to_int(min_or_second(splat_f(greatest), max_or_second(splat_f(least), r)));
    }
}

// ---- int -> float --------------------------------------------------------------------------------------------------

// A magnitude as a float, rounded by the mode of the signed value, or with what is lost kept in the last bit (`Sticky`),
// so that a further rounding to fewer bits is right. Upper and lower part convert exactly; so does the error of their sum.
template <Round M, bool Sticky> PTO_INLINE vf magnitude_to_float(vu magnitude, vi negative) {
    vf high = __builtin_convertvector((vi)(magnitude >> 8), vf) * splat_f(256.0f);
    vf low = __builtin_convertvector((vi)(magnitude & 255), vf);
    vf nearest = high + low, error = low - (nearest - high);
    if constexpr (!Sticky && (M == Round::NONE || M == Round::RINT)) return nearest;
    vi above = error < splat_f(0.0f);
    vu down = (vu)nearest + (vu)above;  // toward zero
    if constexpr (Sticky) return (vf)(down | (vu)((error != splat_f(0.0f)) & 1));
    vf unit = (vf)(down + 1) - (vf)down, rest = vsel(above, unit + error, error), twice = rest + rest;
    vi up;
    if constexpr (M == Round::FLOOR) up = negative & (rest > splat_f(0.0f));
    else if constexpr (M == Round::CEIL) up = ~negative & (rest > splat_f(0.0f));
    else if constexpr (M == Round::ROUND) up = twice >= unit;
    else if constexpr (M == Round::ODD) up = (twice > unit) | ((twice == unit) & ((vi)(down & 1) == splat_i(0)));
    else up = vi{};
    return (vf)(down - (vu)up);
}

template <class To, class From, Round M> PTO_INLINE vf int_to_float(lanes<From> x) {
    if constexpr (sizeof(From) < 4) {
        return round_to<To, M>(__builtin_convertvector((vi)x, vf));
    } else {
        vi negative = is_signed_type<From> ? (vi)x >> 31 : vi{};
        vu magnitude = ((vu)x ^ (vu)negative) - (vu)negative;
        constexpr bool narrow = !same_type<To, float>;
        vf m = magnitude_to_float<M, narrow>(magnitude, negative);
        return round_to<To, M>((vf)((vu)m | ((vu)negative & SIGN)));
    }
}

// ---- lanes ---------------------------------------------------------------------------------------------------------

template <class To, class From> PTO_INLINE lanes<To> int_to_int(lanes<From> x) {
    if constexpr (sizeof(To) < sizeof(From) && !keeps_low_bits<To, From>) {
        if constexpr (is_signed_type<From>)
            x = vmin(vmax(x, splat_i((int32_t)least_of<To>)), splat_i((int32_t)greatest_of<To>));
        else
            x = vmin(x, splat_u((uint32_t)greatest_of<To>));
    }
    return rounded<To>((lanes<To>)x);
}

template <class To, class From, Round M> PTO_INLINE lanes<To> cvt(lanes<From> x) {
    if constexpr (same_type<To, From>) return x;
    else if constexpr (is_float_type<To> && is_float_type<From>) return round_to<To, M>(x);
    else if constexpr (is_float_type<From>) return float_to_int<To, From, M>(x);
    else if constexpr (is_float_type<To>) return int_to_float<To, From, M>(x);
    else return int_to_int<To, From>(x);
}

// ---- one element, and 64 bits --------------------------------------------------------------------------------------

template <class T> PTO_INLINE T stored_exact(lanes<T> v) {
    auto bits = packed<T, true>(v);
    T r;
    __builtin_memcpy(&r, &bits, sizeof(T));
    return r;
}

// A 64-bit magnitude as a float: by the mode, or with the lost part kept in the last of 24 bits.
template <Round M, bool Sticky> PTO_INLINE float long_to_float(uint64_t magnitude, bool negative) {
    int lost = magnitude >> 24 ? 40 - __builtin_clzll(magnitude) : 0;
    uint64_t whole = magnitude >> lost, rest = magnitude & ((1ull << lost) - 1), half = lost ? 1ull << (lost - 1) : 1;
    bool up = false;
    if (Sticky) whole |= rest != 0;
    else if (M == Round::NONE || M == Round::RINT) up = rest > half || (rest == half && (whole & 1));
    else if (M == Round::ROUND) up = rest >= half;
    else if (M == Round::ODD) up = rest > half || (rest == half && !(whole & 1));
    else if (M == Round::FLOOR) up = negative && rest;
    else if (M == Round::CEIL) up = !negative && rest;
    float scale = (float)(1ull << lost), r = (float)(int64_t)(whole + up) * scale;
    return negative ? -r : r;
}

template <class To, Round M> PTO_INLINE To float_to_long(float x) {
    float r = to_whole<M, Round::TRUNC>(splat_f(x))[0];
    if (!(r == r)) return 0;
    if (same_type<To, uint64_t>) {
        if (!(r > 0.0f)) return 0;
        return r >= 0x1p64f ? (To)~0ull : r >= 0x1p63f ? (To)((uint64_t)(int64_t)(r - 0x1p63f) | 1ull << 63) : (To)(int64_t)r;
    }
    if (r >= 0x1p63f) return (To)greatest_of<To>;
    return r < -0x1p63f ? (To)least_of<To> : (To)(int64_t)r;
}

template <class To, class From> PTO_INLINE To long_to_int(From x) {
    if (sizeof(To) < sizeof(From) && !keeps_low_bits<To, From>) {
        if (is_signed_type<From> && (int64_t)x < least_of<To>) return (To)least_of<To>;
        bool above = is_signed_type<From> ? (int64_t)x > (int64_t)greatest_of<To> : (uint64_t)x > greatest_of<To>;
        if (above) return (To)greatest_of<To>;
    }
    return (To)x;
}

template <class To, class From, Round M> PTO_INLINE To cvt1(From x) {
    if constexpr (same_type<To, From>) {
        return x;
    } else if constexpr (!is_long_type<To> && !is_long_type<From>) {
        return stored_exact<To>(cvt<To, From, M>(splat(x)));
    } else if constexpr (is_float_type<From>) {
        return float_to_long<To, M>(value(x));
    } else if constexpr (is_float_type<To>) {
        bool negative = is_signed_type<From> && (int64_t)x < 0;
        uint64_t magnitude = negative ? 0 - (uint64_t)x : (uint64_t)x;
        if constexpr (same_type<To, float>) return long_to_float<M, false>(magnitude, negative);
        else return cvt1<To, float, M>(long_to_float<M, true>(magnitude, negative));
    } else {
        return long_to_int<To, From>(x);
    }
}

template <class To, class From, Round M> PTO_INLINE void cvt_row(To* to, const From* from, int64_t n) {
    int64_t i = 0;
    if constexpr (!is_long_type<To> && !is_long_type<From>) {
        for (; i + NL <= n; i += NL) st_exact(to + i, cvt<To, From, M>(ld(from + i)));
        if (i < n) st_exact_n(to + i, cvt<To, From, M>(ld_n(from + i, (int)(n - i))), (int)(n - i));
    } else {
        for (; i < n; ++i) to[i] = cvt1<To, From, M>(from[i]);
    }
}

}  // namespace pto
