// SPDX-License-Identifier: Apache-2.0
//
// Vectors of the machine's width, and moving elements between memory and lanes.
//
// Every element type is computed in 32-bit lanes, NL of them to a vector, so that one loop shape serves all types:
//   vf   float, for float, f16, bf16, FP8 and FP4           (a narrow value sits exactly in a float lane)
//   vi   int32, for int8_t, int16_t, int32_t                (sign-extended)
//   vu   uint32, for uint8_t, uint16_t, uint32_t            (zero-extended)
// 64-bit integers are handled one by one: their `lanes` are one element.
//
//   lanes<T>                          vf, vi or vu
//   ld(p)  ld_n(p, n)                 NL elements; the first n, other lanes 0, only n elements are read
//   st(p, v)  st_n(p, v, n)           narrowing to T: floats round to nearest even, integers keep the low bits
//   st_exact(p, v)  st_exact_n        the same for lanes that T represents already (after rounded<T> or cvt<T>)
//   st_stream(p, v)  stream_fence()   non-temporal, p aligned to the NL * sizeof(T) bytes written
//   splat(x)  splat_f  splat_i  splat_u
//   rounded<T>(v)                     lanes brought to what T represents: nearest even, integers wrap
//   hsum hmax hmin hprod              over the lanes; hmax and hmin keep NaN
//   vadd vsub vmul vmax vmin vsel     vectors and scalars alike; integers wrap
//
// Nothing here includes a standard header.
#pragma once

typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;

#define PTO_INLINE inline __attribute__((always_inline))
#if defined(__GNUC__) && !defined(__clang__)
#define PTO_UNROLL(n) _Pragma("GCC unroll 16")
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors are passed to inlined functions only
#else
#define PTO_UNROLL(n) _Pragma("unroll")
#endif

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define PTO_AVX512 1
#define PTO_AVX2 0
#define PTO_NL 16
#elif defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
#define PTO_AVX512 0
#define PTO_AVX2 1
#define PTO_NL 8
#else
#define PTO_AVX512 0
#define PTO_AVX2 0
#define PTO_NL 4
#endif

namespace pto {

constexpr int NL = PTO_NL;

struct bf16 { uint16_t bits; };
struct f16 { uint16_t bits; };
struct fp8e4m3fn { uint8_t bits; };
struct fp8e5m2 { uint8_t bits; };
struct fp4e2m1 { uint8_t bits; };  // in the lower half of the byte
struct fp8e8m0 { uint8_t bits; };  // a scale: 2^(bits - 127), 255 is NaN

typedef float vf __attribute__((vector_size(4 * PTO_NL)));
typedef int32_t vi __attribute__((vector_size(4 * PTO_NL)));
typedef uint32_t vu __attribute__((vector_size(4 * PTO_NL)));
typedef uint16_t vh __attribute__((vector_size(2 * PTO_NL)));  // NL half-words
typedef uint8_t vb __attribute__((vector_size(PTO_NL)));       // NL bytes

// The same at any address and over any type, for the memory side of loads and stores.
typedef uint32_t vu_mem __attribute__((vector_size(4 * PTO_NL), aligned(1), may_alias));
typedef uint16_t vh_mem __attribute__((vector_size(2 * PTO_NL), aligned(1), may_alias));
typedef uint8_t vb_mem __attribute__((vector_size(PTO_NL), aligned(1), may_alias));

template <class T> struct lanes_of;
template <> struct lanes_of<float> { typedef vf type; };
template <> struct lanes_of<f16> { typedef vf type; };
template <> struct lanes_of<bf16> { typedef vf type; };
template <> struct lanes_of<fp8e4m3fn> { typedef vf type; };
template <> struct lanes_of<fp8e5m2> { typedef vf type; };
template <> struct lanes_of<fp4e2m1> { typedef vf type; };
template <> struct lanes_of<int8_t> { typedef vi type; };
template <> struct lanes_of<int16_t> { typedef vi type; };
template <> struct lanes_of<int32_t> { typedef vi type; };
template <> struct lanes_of<uint8_t> { typedef vu type; };
template <> struct lanes_of<uint16_t> { typedef vu type; };
template <> struct lanes_of<uint32_t> { typedef vu type; };
template <> struct lanes_of<int64_t> { typedef int64_t type; };
template <> struct lanes_of<uint64_t> { typedef uint64_t type; };
template <class T> using lanes = typename lanes_of<T>::type;

template <class A, class B> constexpr bool same_type = false;
template <class A> constexpr bool same_type<A, A> = true;

PTO_INLINE vf splat_f(float x) { return x - vf{}; }  // x + 0 would turn -0.0 into 0.0
PTO_INLINE vi splat_i(int32_t x) { return vi{} + x; }
PTO_INLINE vu splat_u(uint32_t x) { return vu{} + x; }

// ---- choosing and the plain operations -----------------------------------------------------------------------------

PTO_INLINE vf vsel(vi mask, vf a, vf b) { return mask ? a : b; }
PTO_INLINE vi vsel(vi mask, vi a, vi b) { return mask ? a : b; }
PTO_INLINE vu vsel(vi mask, vu a, vu b) { return mask ? a : b; }
PTO_INLINE float vsel(bool mask, float a, float b) { return mask ? a : b; }
PTO_INLINE int32_t vsel(bool mask, int32_t a, int32_t b) { return mask ? a : b; }
PTO_INLINE uint32_t vsel(bool mask, uint32_t a, uint32_t b) { return mask ? a : b; }

PTO_INLINE vf vadd(vf a, vf b) { return a + b; }
PTO_INLINE vf vsub(vf a, vf b) { return a - b; }
PTO_INLINE vf vmul(vf a, vf b) { return a * b; }
PTO_INLINE vf vdiv(vf a, vf b) { return a / b; }
PTO_INLINE float vadd(float a, float b) { return a + b; }
PTO_INLINE float vsub(float a, float b) { return a - b; }
PTO_INLINE float vmul(float a, float b) { return a * b; }
PTO_INLINE float vdiv(float a, float b) { return a / b; }
PTO_INLINE vu vadd(vu a, vu b) { return a + b; }
PTO_INLINE vu vsub(vu a, vu b) { return a - b; }
PTO_INLINE vu vmul(vu a, vu b) { return a * b; }
PTO_INLINE uint32_t vadd(uint32_t a, uint32_t b) { return a + b; }
PTO_INLINE uint32_t vsub(uint32_t a, uint32_t b) { return a - b; }
PTO_INLINE uint32_t vmul(uint32_t a, uint32_t b) { return a * b; }
PTO_INLINE vi vadd(vi a, vi b) { return (vi)((vu)a + (vu)b); }  // unsigned inside: signed overflow is undefined
PTO_INLINE vi vsub(vi a, vi b) { return (vi)((vu)a - (vu)b); }
PTO_INLINE vi vmul(vi a, vi b) { return (vi)((vu)a * (vu)b); }
PTO_INLINE int32_t vadd(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
PTO_INLINE int32_t vsub(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
PTO_INLINE int32_t vmul(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }

// a > b ? a : b, and b where either is NaN: one instruction on x86 (a plain select is not turned into it).
PTO_INLINE vf max_or_second(vf a, vf b) {
#if PTO_AVX512 || PTO_AVX2
    vf r;
    __asm__("vmaxps %2, %1, %0" : "=v"(r) : "v"(a), "v"(b));
    return r;
#elif defined(__SSE2__)
    __asm__("maxps %1, %0" : "+x"(a) : "x"(b));
    return a;
#else
    return (a > b) ? a : b;
#endif
}
PTO_INLINE vf min_or_second(vf a, vf b) {
#if PTO_AVX512 || PTO_AVX2
    vf r;
    __asm__("vminps %2, %1, %0" : "=v"(r) : "v"(a), "v"(b));
    return r;
#elif defined(__SSE2__)
    __asm__("minps %1, %0" : "+x"(a) : "x"(b));
    return a;
#else
    return (a < b) ? a : b;
#endif
}

// NaN from either side propagates.
PTO_INLINE vf vmax(vf a, vf b) { return vsel(a != a, a, max_or_second(a, b)); }
PTO_INLINE vf vmin(vf a, vf b) { return vsel(a != a, a, min_or_second(a, b)); }
PTO_INLINE float vmax(float a, float b) { return (a > b || a != a) ? a : b; }
PTO_INLINE float vmin(float a, float b) { return (a < b || a != a) ? a : b; }
PTO_INLINE vi vmax(vi a, vi b) { return vsel(a > b, a, b); }
PTO_INLINE vi vmin(vi a, vi b) { return vsel(a < b, a, b); }
PTO_INLINE vu vmax(vu a, vu b) { return vsel(a > b, a, b); }
PTO_INLINE vu vmin(vu a, vu b) { return vsel(a < b, a, b); }
PTO_INLINE int32_t vmax(int32_t a, int32_t b) { return a > b ? a : b; }
PTO_INLINE int32_t vmin(int32_t a, int32_t b) { return a < b ? a : b; }
PTO_INLINE uint32_t vmax(uint32_t a, uint32_t b) { return a > b ? a : b; }
PTO_INLINE uint32_t vmin(uint32_t a, uint32_t b) { return a < b ? a : b; }

// ---- half-words and bytes to lanes and back ------------------------------------------------------------------------
// GCC splits or scalarises these conversions at full width; one instruction does each.

#if (PTO_AVX512 || PTO_AVX2) && !defined(__clang__)
#define PTO_WIDEN(name, from, to, instruction)                 \
    PTO_INLINE to name(from x) {                               \
        to r;                                                  \
        __asm__(instruction " %1, %0" : "=v"(r) : "vm"(x));    \
        return r;                                              \
    }
PTO_WIDEN(zero_extend, vh, vu, "vpmovzxwd")
PTO_WIDEN(sign_extend, vh, vi, "vpmovsxwd")
#if PTO_AVX512
PTO_WIDEN(zero_extend, vb, vu, "vpmovzxbd")
PTO_WIDEN(sign_extend, vb, vi, "vpmovsxbd")
#else  // an 8-byte vector is no vector register operand of GCC
PTO_INLINE vu zero_extend(vb x) {
    vu r;
    __asm__("vpmovzxbd %1, %0" : "=v"(r) : "m"(x));
    return r;
}
PTO_INLINE vi sign_extend(vb x) {
    vi r;
    __asm__("vpmovsxbd %1, %0" : "=v"(r) : "m"(x));
    return r;
}
#endif
#undef PTO_WIDEN
#else
typedef int16_t vh_signed __attribute__((vector_size(2 * PTO_NL)));
typedef int8_t vb_signed __attribute__((vector_size(PTO_NL)));
PTO_INLINE vu zero_extend(vh x) { return __builtin_convertvector(x, vu); }
PTO_INLINE vi sign_extend(vh x) { return __builtin_convertvector((vh_signed)x, vi); }
PTO_INLINE vu zero_extend(vb x) { return __builtin_convertvector(x, vu); }
PTO_INLINE vi sign_extend(vb x) { return __builtin_convertvector((vb_signed)x, vi); }
#endif

// The low half-word or byte of each lane.
PTO_INLINE vh low_halves(vu x) {
#if PTO_AVX512
    vh r;
    __asm__("vpmovdw %1, %0" : "=v"(r) : "v"(x));
    return r;
#else
    typedef uint16_t words __attribute__((vector_size(4 * PTO_NL)));
#if PTO_NL == 8
    return __builtin_shufflevector((words)x, (words)x, 0, 2, 4, 6, 8, 10, 12, 14);
#else
    return __builtin_shufflevector((words)x, (words)x, 0, 2, 4, 6);
#endif
#endif
}
PTO_INLINE vb low_bytes(vu x) {
#if PTO_AVX512
    vb r;
    __asm__("vpmovdb %1, %0" : "=v"(r) : "v"(x));
    return r;
#else
    typedef uint8_t octets __attribute__((vector_size(4 * PTO_NL)));
#if PTO_NL == 8
    return __builtin_shufflevector((octets)x, (octets)x, 0, 4, 8, 12, 16, 20, 24, 28);
#else
    return __builtin_shufflevector((octets)x, (octets)x, 0, 4, 8, 12);
#endif
#endif
}

// ---- narrow floats -------------------------------------------------------------------------------------------------

constexpr uint32_t SIGN = 0x80000000u, INFINITY_BITS = 0x7f800000u, QUIET = 0x00400000u;

PTO_INLINE vf decode_bf16(vh h) { return (vf)(zero_extend(h) << 16); }

// The bits of x rounded to bf16, in the high half of each lane. NaN turns quiet; infinity has no low bits to carry.
PTO_INLINE vu bf16_nearest_even(vf x) {
    vu b = (vu)x;
    vu r = b + (((b >> 16) & 1) + 0x7fff);
    return vsel(x != x, b | QUIET, r);
}

// Exponent fields line up after a multiplication by a power of two, which also normalises subnormals.
PTO_INLINE vf decode_f16(vh h) {
#if PTO_AVX512 || PTO_AVX2
#if defined(__clang__)
    typedef _Float16 halves __attribute__((vector_size(2 * PTO_NL)));
    return __builtin_convertvector((halves)h, vf);
#else
    vf r;
    __asm__("vcvtph2ps %1, %0" : "=v"(r) : "vm"(h));
    return r;
#endif
#else
    vu w = zero_extend(h), sign = (w & 0x8000) << 16, magnitude = (w & 0x7fff) << 13;
    vf finite = (vf)magnitude * 0x1p112f;
    vu special = magnitude | INFINITY_BITS | vsel(magnitude > splat_u(0x0f800000), splat_u(QUIET), splat_u(0));
    return (vf)(sign | vsel(magnitude >= splat_u(0x0f800000), special, (vu)finite));
#endif
}

// Lanes rounded to a float format with `Mantissa` explicit bits and least normal exponent field `Least` (as a float's),
// nearest even, without a limit upwards. Scaled so that the grid is the integers; the scale is a power of two.
template <int Mantissa, int Least> PTO_INLINE vf grid_of(vf x) {
    vu field = ((vu)x >> 23) & 0xff;
    field = vmax(field, splat_u(Least));
    return (vf)((field - Mantissa) << 23);
}
PTO_INLINE vf reciprocal_power(vf quantum) { return (vf)(splat_u(254u << 23) - (vu)quantum); }
PTO_INLINE vf with_sign(vf magnitude, vf of) { return (vf)((vu)magnitude | ((vu)of & SIGN)); }
PTO_INLINE vf magnitude_of(vf x) { return (vf)((vu)x & ~SIGN); }

// Nearest even integer of a lane below 2^22.
PTO_INLINE vf small_rint(vf magnitude) { return (magnitude + 0x1p23f) - 0x1p23f; }

#if PTO_AVX512 || PTO_AVX2
template <int Mode> PTO_INLINE vh encode_f16(vf x) {  // 0 nearest even, 1 down, 2 up, 3 toward zero
    vh r;
    __asm__("vcvtps2ph %2, %1, %0" : "=v"(r) : "v"(x), "i"(Mode));
    return r;
}
PTO_INLINE vh encode_f16_exact(vf x) { return encode_f16<0>(x); }
PTO_INLINE vf f16_nearest_even(vf x) { return decode_f16(encode_f16<0>(x)); }
#else
PTO_INLINE vf f16_nearest_even(vf x) {
    vf quantum = grid_of<10, 113>(x), magnitude = magnitude_of(x);
    vf r = small_rint(magnitude * reciprocal_power(quantum)) * quantum;
    r = vsel(r > splat_f(65504.0f), (vf)splat_u(INFINITY_BITS), r);
    vf nan = (vf)(((vu)x | QUIET) & ~SIGN & 0xffffe000u);
    return with_sign(vsel(x != x, nan, r), x);
}
PTO_INLINE vh encode_f16_exact(vf x) {
    vu sign = ((vu)x & SIGN) >> 16, bits = (vu)x & ~SIGN;
    vu finite = (vu)((vf)bits * 0x1p-112f) >> 13;
    vu quiet = vsel(bits > splat_u(INFINITY_BITS), splat_u(0x200), splat_u(0));
    vu special = ((bits >> 13) & 0x3ff) | 0x7c00 | quiet;
    return low_halves(sign | vsel(bits >= splat_u(INFINITY_BITS), special, finite));
}
#endif

// FP8: saturates at the largest finite value, infinity too; NaN stays NaN.
template <class T> struct fp8_format;
template <> struct fp8_format<fp8e4m3fn> {
    static constexpr int mantissa = 3, least = 121;
    static constexpr float largest = 448.0f;
    static constexpr uint32_t nan = 0x7f, first_special = 0x7f;
};
template <> struct fp8_format<fp8e5m2> {
    static constexpr int mantissa = 2, least = 113;
    static constexpr float largest = 57344.0f;
    static constexpr uint32_t nan = 0x7e, first_special = 0x7c;
};
// FP4: all 16 patterns are finite; NaN becomes zero.
template <> struct fp8_format<fp4e2m1> {
    static constexpr int mantissa = 1, least = 127;
    static constexpr float largest = 6.0f;
};
template <class T> PTO_INLINE vf fp8_nearest_even(vf x) {
    typedef fp8_format<T> format;
    vf quantum = grid_of<format::mantissa, format::least>(x);
    vf r = small_rint(magnitude_of(x) * reciprocal_power(quantum)) * quantum;
    r = vsel(magnitude_of(x) < splat_f(format::largest), r, splat_f(format::largest));
    if constexpr (same_type<T, fp4e2m1>) return vsel(x != x, splat_f(0.0f), with_sign(r, x));
    return with_sign(vsel(x != x, (vf)splat_u(INFINITY_BITS | QUIET), r), x);
}
PTO_INLINE vf decode_fp4(vb b) {
    vu w = zero_extend(b);
    vf r = (vf)((w & 7) << 22) * 0x1p126f;
    return (vf)((vu)r | ((w & 8) << 28));
}
PTO_INLINE vb encode_fp4_exact(vf x) {
    vu r = (vu)(magnitude_of(x) * 0x1p-126f) >> 22;
    return low_bytes(r | ((vu)x >> 28 & 8));
}
template <class T> PTO_INLINE vf decode_fp8(vb b) {
    typedef fp8_format<T> format;
    constexpr float scale = format::least == 121 ? 0x1p120f : 0x1p112f;
    vu w = zero_extend(b), magnitude = w & 0x7f;
    vf r = (vf)(magnitude << (23 - format::mantissa)) * scale;
    vu special = splat_u(INFINITY_BITS | QUIET);
    if (same_type<T, fp8e5m2>) special = vsel(magnitude == splat_u(0x7c), splat_u(INFINITY_BITS), special);
    r = vsel(magnitude >= splat_u(format::first_special), (vf)special, r);
    return (vf)((vu)r | ((w & 0x80) << 24));
}
template <class T> PTO_INLINE vb encode_fp8_exact(vf x) {
    typedef fp8_format<T> format;
    constexpr float scale = format::least == 121 ? 0x1p-120f : 0x1p-112f;
    vu r = (vu)(magnitude_of(x) * scale) >> (23 - format::mantissa);
    r = vsel(x != x, splat_u(format::nan), r);
    r = vsel(magnitude_of(x) == (vf)splat_u(INFINITY_BITS), splat_u(0x7c), r);  // an E5M2 infinity that was loaded
    return low_bytes(r | ((vu)x >> 24 & 0x80));
}

// ---- memory <-> lanes ----------------------------------------------------------------------------------------------

template <class T> PTO_INLINE lanes<T> ld(const T* p) {
    if constexpr (sizeof(T) == 4) return (lanes<T>)*(const vu_mem*)p;
    else if constexpr (same_type<T, bf16>) return decode_bf16(*(const vh_mem*)p);
    else if constexpr (same_type<T, f16>) return decode_f16(*(const vh_mem*)p);
    else if constexpr (same_type<T, int16_t>) return sign_extend((vh)*(const vh_mem*)p);
    else if constexpr (same_type<T, uint16_t>) return zero_extend((vh)*(const vh_mem*)p);
    else if constexpr (same_type<T, int8_t>) return sign_extend((vb)*(const vb_mem*)p);
    else if constexpr (same_type<T, uint8_t>) return zero_extend((vb)*(const vb_mem*)p);
    else if constexpr (same_type<T, fp4e2m1>) return decode_fp4(*(const vb_mem*)p);
    else return decode_fp8<T>(*(const vb_mem*)p);
}

template <class T> PTO_INLINE lanes<T> rounded(lanes<T> v) {
    if constexpr (same_type<T, bf16>) return (vf)(bf16_nearest_even(v) & 0xffff0000u);
    else if constexpr (same_type<T, f16>) return f16_nearest_even(v);
    else if constexpr (same_type<T, fp8e4m3fn> || same_type<T, fp8e5m2> || same_type<T, fp4e2m1>)
        return fp8_nearest_even<T>(v);
    else if constexpr (same_type<T, int16_t> || same_type<T, int8_t>) return v << (32 - 8 * sizeof(T)) >> (32 - 8 * sizeof(T));
    else if constexpr (same_type<T, uint16_t> || same_type<T, uint8_t>) return v & ((1u << (8 * sizeof(T))) - 1);
    else return v;
}

// The NL elements of T as they lie in memory: vu, vh or vb. `Exact` says that T represents the lanes already.
template <class T, bool Exact> PTO_INLINE auto packed(lanes<T> v) {
    if constexpr (sizeof(T) == 4) return (vu)v;
    else if constexpr (same_type<T, bf16>) return low_halves((Exact ? (vu)v : bf16_nearest_even(v)) >> 16);
    else if constexpr (same_type<T, f16>) return encode_f16_exact(Exact || PTO_NL > 4 ? v : f16_nearest_even(v));
    else if constexpr (sizeof(T) == 2) return low_halves((vu)v);
    else if constexpr (same_type<T, int8_t> || same_type<T, uint8_t>) return low_bytes((vu)v);
    else if constexpr (same_type<T, fp4e2m1>) return encode_fp4_exact(Exact ? v : fp8_nearest_even<T>(v));
    else return encode_fp8_exact<T>(Exact ? v : fp8_nearest_even<T>(v));
}
PTO_INLINE void put(void* p, vu v) { *(vu_mem*)p = v; }
PTO_INLINE void put(void* p, vh v) { *(vh_mem*)p = v; }
PTO_INLINE void put(void* p, vb v) { *(vb_mem*)p = v; }

template <class T> PTO_INLINE void st(T* p, lanes<T> v) { put(p, packed<T, false>(v)); }
template <class T> PTO_INLINE void st_exact(T* p, lanes<T> v) { put(p, packed<T, true>(v)); }

// At most `Whole` bytes, each read and written once, without a call.
template <int Whole> PTO_INLINE void copy_small(void* to, const void* from, int bytes) {
    char* d = (char*)to;
    const char* s = (const char*)from;
    if (bytes >= Whole) {
        __builtin_memcpy(d, s, Whole);
        return;
    }
    if constexpr (Whole > 32) if (bytes & 32) __builtin_memcpy(d, s, 32), d += 32, s += 32;
    if constexpr (Whole > 16) if (bytes & 16) __builtin_memcpy(d, s, 16), d += 16, s += 16;
    if constexpr (Whole > 8) if (bytes & 8) __builtin_memcpy(d, s, 8), d += 8, s += 8;
    if constexpr (Whole > 4) if (bytes & 4) __builtin_memcpy(d, s, 4), d += 4, s += 4;
    if (bytes & 2) __builtin_memcpy(d, s, 2), d += 2, s += 2;
    if (bytes & 1) *d = *s;
}

#if PTO_AVX512
PTO_INLINE uint16_t first_lanes(int n) { return (uint16_t)((1u << n) - 1); }
PTO_INLINE vu get_n(const vu_mem* p, int n) {
    vu r;
    __asm__("vmovdqu32 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(*p), "Yk"(first_lanes(n)));
    return r;
}
PTO_INLINE vh get_n(const vh_mem* p, int n) {
    vh r;
    __asm__("vmovdqu16 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(*p), "Yk"(first_lanes(n)));
    return r;
}
PTO_INLINE vb get_n(const vb_mem* p, int n) {
    vb r;
    __asm__("vmovdqu8 %1, %0%{%2%}%{z%}" : "=v"(r) : "m"(*p), "Yk"(first_lanes(n)));
    return r;
}
PTO_INLINE void put_n(void* p, vu v, int n) {
    __asm__("vmovdqu32 %1, %0%{%2%}" : "+m"(*(vu_mem*)p) : "v"(v), "Yk"(first_lanes(n)));
}
PTO_INLINE void put_n(void* p, vh v, int n) {
    __asm__("vmovdqu16 %1, %0%{%2%}" : "+m"(*(vh_mem*)p) : "v"(v), "Yk"(first_lanes(n)));
}
PTO_INLINE void put_n(void* p, vb v, int n) {
    __asm__("vmovdqu8 %1, %0%{%2%}" : "+m"(*(vb_mem*)p) : "v"(v), "Yk"(first_lanes(n)));
}
template <class T> PTO_INLINE lanes<T> ld_n(const T* p, int n) {
    if constexpr (sizeof(T) == 4) return (lanes<T>)get_n((const vu_mem*)p, n);
    else if constexpr (same_type<T, bf16>) return decode_bf16(get_n((const vh_mem*)p, n));
    else if constexpr (same_type<T, f16>) return decode_f16(get_n((const vh_mem*)p, n));
    else if constexpr (same_type<T, int16_t>) return sign_extend(get_n((const vh_mem*)p, n));
    else if constexpr (same_type<T, uint16_t>) return zero_extend(get_n((const vh_mem*)p, n));
    else if constexpr (same_type<T, int8_t>) return sign_extend(get_n((const vb_mem*)p, n));
    else if constexpr (same_type<T, uint8_t>) return zero_extend(get_n((const vb_mem*)p, n));
    else if constexpr (same_type<T, fp4e2m1>) return decode_fp4(get_n((const vb_mem*)p, n));
    else return decode_fp8<T>(get_n((const vb_mem*)p, n));
}
#else
template <class T> PTO_INLINE lanes<T> ld_n(const T* p, int n) {
    alignas(32) T full[NL] = {};
    copy_small<(int)sizeof(full)>(full, p, n * (int)sizeof(T));
    return ld(full);
}
template <class V> PTO_INLINE void put_n(void* p, V v, int n) {
    copy_small<(int)sizeof(V)>(p, &v, n * (int)(sizeof(V) / NL));
}
#endif
template <class T> PTO_INLINE void st_n(T* p, lanes<T> v, int n) { put_n(p, packed<T, false>(v), n); }
template <class T> PTO_INLINE void st_exact_n(T* p, lanes<T> v, int n) { put_n(p, packed<T, true>(v), n); }

// Past the caches where the machine can, for outputs that do not fit them.
template <class V> PTO_INLINE void put_stream(void* p, V v) {
#if defined(__clang__)
    __builtin_nontemporal_store(v, (V*)p);
#elif PTO_AVX512 || PTO_AVX2
    if constexpr (sizeof(V) >= 16) __asm__("vmovntdq %1, %0" : "=m"(*(V*)p) : "v"(v));
    else put(p, v);
#elif defined(__SSE2__)
    if constexpr (sizeof(V) == 16) __asm__("movntdq %1, %0" : "=m"(*(V*)p) : "x"(v));
    else put(p, v);
#else
    put(p, v);
#endif
}
template <class T> PTO_INLINE void st_stream(T* p, lanes<T> v) { put_stream(p, packed<T, false>(v)); }
template <class T> PTO_INLINE void st_stream_exact(T* p, lanes<T> v) { put_stream(p, packed<T, true>(v)); }
// After the last streaming store of a task, before the task counts as done.
PTO_INLINE void stream_fence() {
#if defined(__SSE2__)
    __asm__ volatile("sfence" ::: "memory");
#else
    __atomic_thread_fence(__ATOMIC_RELEASE);
#endif
}

// A stored value as the number its lane holds, and back (the same bits as st).
PTO_INLINE float value(float x) { return x; }
PTO_INLINE float value(bf16 x) { return __builtin_bit_cast(float, (uint32_t)x.bits << 16); }
PTO_INLINE float value(f16 x) { return decode_f16(vh{} + x.bits)[0]; }
PTO_INLINE float value(fp8e4m3fn x) { return decode_fp8<fp8e4m3fn>(vb{} + x.bits)[0]; }
PTO_INLINE float value(fp8e5m2 x) { return decode_fp8<fp8e5m2>(vb{} + x.bits)[0]; }
PTO_INLINE int32_t value(int8_t x) { return x; }
PTO_INLINE int32_t value(int16_t x) { return x; }
PTO_INLINE int32_t value(int32_t x) { return x; }
PTO_INLINE uint32_t value(uint8_t x) { return x; }
PTO_INLINE uint32_t value(uint16_t x) { return x; }
PTO_INLINE uint32_t value(uint32_t x) { return x; }

PTO_INLINE int64_t value(int64_t x) { return x; }
PTO_INLINE uint64_t value(uint64_t x) { return x; }

PTO_INLINE int64_t splat_lane(int64_t x) { return x; }
PTO_INLINE uint64_t splat_lane(uint64_t x) { return x; }
PTO_INLINE vf splat_lane(float x) { return splat_f(x); }
PTO_INLINE vi splat_lane(int32_t x) { return splat_i(x); }
PTO_INLINE vu splat_lane(uint32_t x) { return splat_u(x); }
template <class T> PTO_INLINE lanes<T> splat(T x) { return splat_lane(value(x)); }
template <class T> PTO_INLINE T stored(decltype(value(T())) x) {
    auto v = packed<T, false>(splat_lane(x));
    T r;
    __builtin_memcpy(&r, &v, sizeof(T));
    return r;
}

// ---- across lanes --------------------------------------------------------------------------------------------------
// Halves are combined by shuffles (a union would go through memory and stall).

#if PTO_NL == 16
#define PTO_FOLD(v, op)                                                                              \
    v = op(v, __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));  \
    v = op(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));  \
    v = op(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));  \
    v = op(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14))
#elif PTO_NL == 8
#define PTO_FOLD(v, op)                                                 \
    v = op(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));   \
    v = op(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));   \
    v = op(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6))
#else
#define PTO_FOLD(v, op)                                     \
    v = op(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));   \
    v = op(v, __builtin_shufflevector(v, v, 1, 0, 3, 2))
#endif
PTO_INLINE float hsum(vf v) { PTO_FOLD(v, vadd); return v[0]; }
PTO_INLINE float hprod(vf v) { PTO_FOLD(v, vmul); return v[0]; }
PTO_INLINE float hmax(vf v) { PTO_FOLD(v, vmax); return v[0]; }
PTO_INLINE float hmin(vf v) { PTO_FOLD(v, vmin); return v[0]; }
PTO_INLINE int32_t hsum(vi v) { PTO_FOLD(v, vadd); return v[0]; }
PTO_INLINE int32_t hprod(vi v) { PTO_FOLD(v, vmul); return v[0]; }
PTO_INLINE int32_t hmax(vi v) { PTO_FOLD(v, vmax); return v[0]; }
PTO_INLINE int32_t hmin(vi v) { PTO_FOLD(v, vmin); return v[0]; }
PTO_INLINE uint32_t hsum(vu v) { PTO_FOLD(v, vadd); return v[0]; }
PTO_INLINE uint32_t hprod(vu v) { PTO_FOLD(v, vmul); return v[0]; }
PTO_INLINE uint32_t hmax(vu v) { PTO_FOLD(v, vmax); return v[0]; }
PTO_INLINE uint32_t hmin(vu v) { PTO_FOLD(v, vmin); return v[0]; }

// One bit per lane, lane 0 lowest, from a mask of comparisons and back.
PTO_INLINE uint32_t mask_bits(vi mask) {
#if PTO_AVX512
    uint16_t r;
    __asm__("vpmovd2m %1, %0" : "=Yk"(r) : "v"(mask));
    return r;
#elif PTO_AVX2
    uint32_t r;
    __asm__("vmovmskps %1, %0" : "=r"(r) : "x"(mask));
    return r;
#elif defined(__SSE2__)
    uint32_t r;
    __asm__("movmskps %1, %0" : "=r"(r) : "x"(mask));
    return r;
#else
    vu bit = (vu)mask & vu{1, 2, 4, 8};
    return hsum(bit);
#endif
}
PTO_INLINE vi bits_mask(uint32_t bits) {
#if PTO_NL == 16
    const vu lane = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
#elif PTO_NL == 8
    const vu lane = {1, 2, 4, 8, 16, 32, 64, 128};
#else
    const vu lane = {1, 2, 4, 8};
#endif
    return (splat_u(bits) & lane) != splat_u(0);
}
PTO_INLINE bool any(vi mask) { return mask_bits(mask) != 0; }
PTO_INLINE vi lane_index() {
#if PTO_NL == 16
    return vi{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif PTO_NL == 8
    return vi{0, 1, 2, 3, 4, 5, 6, 7};
#else
    return vi{0, 1, 2, 3};
#endif
}
PTO_INLINE vi first_mask(int n) { return lane_index() < splat_i(n); }

}  // namespace pto
