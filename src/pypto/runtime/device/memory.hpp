// SPDX-License-Identifier: Apache-2.0
//
// Device memory: one arena of large mappings that is reused from call to call, fills and copies.

#pragma once

#include "base.hpp"
#include "pto/core.h"

#include <sys/mman.h>

namespace device {

constexpr int64_t HUGE = int64_t(2) << 20;
constexpr int64_t STREAM_FROM = int64_t(16) << 20; // smaller data are better left in the caches
constexpr int64_t KEEP = int64_t(256) << 20;       // mappings kept beyond what the last run used

inline int32_t element_bytes(int32_t dtype) {
    static const int8_t bytes[PTO_DTYPES] = {4, 2, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1, 1, 1, 1, 1};
    return bytes[dtype];
}

// The bits of memory that nobody wrote: signalling NaN where the type has one, else 0xA5 in every byte.
inline uint64_t poison_bits(int32_t dtype) {
    switch (dtype) {
    case PTO_FP32: return 0x7FA5A5A5u;
    case PTO_BF16: return 0x7FA5u;
    case PTO_FP16: return 0x7DA5u;
    case PTO_FP8E4M3FN: return 0x7Fu;
    case PTO_FP8E5M2: return 0x7Du;
    case PTO_FP4: return 0x05u;
    default: return 0xA5A5A5A5A5A5A5A5u;
    }
}

// A value of 1, 2, 4 or 8 bytes repeated through a 64-bit word.
inline uint64_t repeated(uint64_t bits, int32_t bytes) {
    for (int32_t b = bytes; b < 8; b *= 2) {
        uint64_t low = bits & ((uint64_t(1) << (8 * b)) - 1);
        bits = low | (low << (8 * b));
    }
    return bits;
}

#if defined(__AVX512F__)
constexpr int64_t WIDE = 64;
#elif defined(__AVX__)
constexpr int64_t WIDE = 32;
#else
constexpr int64_t WIDE = 16;
#endif
typedef uint64_t wide __attribute__((vector_size(WIDE)));
typedef uint64_t wide_unaligned __attribute__((vector_size(WIDE), aligned(1), may_alias));

inline void stream(char* p, wide v) {
#if defined(__clang__)
    __builtin_nontemporal_store(v, reinterpret_cast<wide*>(p));
#elif defined(__AVX512F__)
    typedef long long native __attribute__((vector_size(64)));
    __builtin_ia32_movntdq512(reinterpret_cast<native*>(p), native(v));
#elif defined(__AVX__)
    typedef long long native __attribute__((vector_size(32)));
    __builtin_ia32_movntdq256(reinterpret_cast<native*>(p), native(v));
#elif defined(__SSE2__)
    typedef long long native __attribute__((vector_size(16)));
    __builtin_ia32_movntdq(reinterpret_cast<native*>(p), native(v));
#else
    *reinterpret_cast<wide*>(p) = v;
#endif
}

// Streaming stores are not ordered by anything else; call before telling another thread about them.
inline void stream_fence() {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#else
    fence();
#endif
}

inline void fill(char* p, int64_t bytes, uint64_t word, bool streamed) {
    wide v;
    for (int64_t i = 0; i < WIDE / 8; ++i) v[i] = word;
    int64_t at = 0;
    if (streamed && (reinterpret_cast<uintptr_t>(p) & (WIDE - 1)) == 0) {
        for (; at + WIDE <= bytes; at += WIDE) stream(p + at, v);
        stream_fence();
    } else {
        for (; at + WIDE <= bytes; at += WIDE) *reinterpret_cast<wide_unaligned*>(p + at) = v;
    }
    if (at < bytes) memcpy(p + at, &v, size_t(bytes - at));
}

inline void copy(char* to, const char* from, int64_t bytes, bool streamed) {
    if (!streamed || bytes < 4096) {
        memcpy(to, from, size_t(bytes));
        return;
    }
    int64_t head = int64_t((WIDE - (reinterpret_cast<uintptr_t>(to) & (WIDE - 1))) & (WIDE - 1));
    memcpy(to, from, size_t(head));
    int64_t at = head;
    for (; at + 4 * WIDE <= bytes; at += 4 * WIDE) {
        const wide_unaligned* s = reinterpret_cast<const wide_unaligned*>(from + at);
        wide a = s[0], b = s[1], c = s[2], d = s[3];
        stream(to + at, a);
        stream(to + at + WIDE, b);
        stream(to + at + 2 * WIDE, c);
        stream(to + at + 3 * WIDE, d);
    }
    memcpy(to + at, from + at, size_t(bytes - at));
    stream_fence();
}

// Null where the system has no room.
inline char* map_pages(int64_t bytes) {
    void* raw = mmap(nullptr, size_t(bytes + HUGE), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) return nullptr;
    uintptr_t begin = reinterpret_cast<uintptr_t>(raw), aligned = (begin + HUGE - 1) & ~uintptr_t(HUGE - 1);
    if (aligned > begin) munmap(raw, aligned - begin);
    uintptr_t end = begin + uintptr_t(bytes + HUGE), wanted = aligned + uintptr_t(bytes);
    if (end > wanted) munmap(reinterpret_cast<void*>(wanted), end - wanted);
#if defined(MADV_HUGEPAGE)
    madvise(reinterpret_cast<void*>(aligned), size_t(bytes), MADV_HUGEPAGE); // a hint: ordinary pages also serve
#endif
    return reinterpret_cast<char*>(aligned);
}

struct Arena {
    struct Mapping {
        char* base;
        int64_t size;
    };
    Array<Mapping> mappings;
    int64_t current = 0, used = 0;

    // Buffers start on cache lines and are staggered, so that equal offsets in two of them do not meet in one cache set.
    static int64_t footprint(int64_t bytes) { return ((bytes + 63) & ~int64_t(63)) + 5 * 64; }

    bool map(int64_t bytes) {
        int64_t size = (larger(bytes, HUGE) + HUGE - 1) / HUGE * HUGE;
        char* base = map_pages(size);
        if (base) mappings.push({base, size});
        return base != nullptr;
    }

    // Null where the system has no room.
    char* take(int64_t bytes) {
        int64_t need = footprint(bytes);
        while (current < mappings.count && used + need > mappings[current].size) {
            ++current;
            used = 0;
        }
        if (current == mappings.count && !map(need)) return nullptr;
        char* p = mappings[current].base + used;
        used += need;
        return p;
    }

    // Put one mapping in front that holds `bytes`, so that a call's arguments lie together.
    bool prepare(int64_t bytes) {
        int64_t best = -1;
        for (int64_t i = 0; i < mappings.count; ++i) {
            if (mappings[i].size >= bytes && (best < 0 || mappings[i].size < mappings[best].size)) best = i;
        }
        bool wasteful = best >= 0 && mappings[best].size > KEEP && mappings[best].size / 2 > bytes;
        if (best < 0 || wasteful) {
            release(); // sized for other calls
            return map(bytes);
        }
        Mapping chosen = mappings[best];
        mappings[best] = mappings[0];
        mappings[0] = chosen;
        return true;
    }

    // Start over. Mappings that the last run touched stay, the others up to a bound.
    void reset() {
        int64_t total = 0, kept = 0;
        for (int64_t i = 0; i < mappings.count; ++i) {
            bool touched = i < current || (i == current && used > 0);
            if (touched || total + mappings[i].size <= KEEP) {
                total += mappings[i].size;
                mappings[kept++] = mappings[i];
            } else {
                munmap(mappings[i].base, size_t(mappings[i].size));
            }
        }
        mappings.count = kept;
        current = used = 0;
    }

    void release() {
        for (int64_t i = 0; i < mappings.count; ++i) munmap(mappings[i].base, size_t(mappings[i].size));
        mappings.release();
        current = used = 0;
    }
};

} // namespace device
