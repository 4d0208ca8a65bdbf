// SPDX-License-Identifier: Apache-2.0
//
// The ground the device runtime stands on: atomics, a spin lock, a futex, the clock, growing arrays and a bump
// allocator. Only C headers: the C++ ones cost more to compile than everything else here.

#pragma once

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#endif

namespace device {

// `add`, `exchange` and `load` are one sequence that all threads agree on; a `store` joins it with a `fence`.
template <class T> inline T load(const T& x) { return __atomic_load_n(&x, __ATOMIC_SEQ_CST); }
template <class T> inline T load_relaxed(const T& x) { return __atomic_load_n(&x, __ATOMIC_RELAXED); }
template <class T> inline void store(T& x, T v) { __atomic_store_n(&x, v, __ATOMIC_RELEASE); }
template <class T> inline T add(T& x, T v) { return __atomic_add_fetch(&x, v, __ATOMIC_SEQ_CST); }
template <class T> inline T exchange(T& x, T v) { return __atomic_exchange_n(&x, v, __ATOMIC_SEQ_CST); }
inline void fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

inline void pause_cpu() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

inline int64_t wall_ns() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return int64_t(t.tv_sec) * 1000000000 + t.tv_nsec;
}

template <class T> inline T smaller(T a, T b) { return a < b ? a : b; }
template <class T> inline T larger(T a, T b) { return a < b ? b : a; }

inline int64_t divisor(int64_t a, int64_t b) {
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Time stamps for blocks: the processor's constant counter where it has one, else the system clock.
struct Clock {
    bool counter;
    int64_t first_ticks, first_ns;

    static int64_t read_counter() {
#if defined(__x86_64__)
        uint32_t low, high;
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
        return int64_t((uint64_t(high) << 32) | low);
#elif defined(__aarch64__)
        int64_t ticks;
        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
#else
        return 0;
#endif
    }

    static bool has_counter() {
#if defined(__x86_64__)
        uint32_t a = 0x80000000u, b, c, d;
        __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
        if (a < 0x80000007u) return false;
        a = 0x80000007u;
        __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
        return (d >> 8) & 1; // constant rate, never stops
#elif defined(__aarch64__)
        return true;
#else
        return false;
#endif
    }

    void start() {
        counter = has_counter();
        first_ns = wall_ns();
        first_ticks = now();
    }
    int64_t now() const { return counter ? read_counter() : wall_ns(); }

    // Nanoseconds per tick, from everything measured since the start: the longer the process lives, the finer.
    double ns_per_tick() const {
        if (!counter) return 1.0;
        int64_t elapsed = wall_ns() - first_ns;
        if (elapsed < 1000000) {
            timespec rest = {0, 1000000 - elapsed};
            nanosleep(&rest, nullptr);
        }
        int64_t ns = wall_ns(), ticks = read_counter();
        return double(ns - first_ns) / double(ticks - first_ticks);
    }
};

struct Lock {
    int32_t held = 0;
    void take() {
        for (int spins = 0; __atomic_exchange_n(&held, 1, __ATOMIC_ACQUIRE); ++spins) {
            while (load_relaxed(held)) {
                if (++spins < 200) pause_cpu();
                else sched_yield();
            }
        }
    }
    void give() { store(held, 0); }
};

struct Guard {
    Lock& lock;
    explicit Guard(Lock& l) : lock(l) { lock.take(); }
    ~Guard() { lock.give(); }
};

// A word that threads sleep on. `wait` returns when the word no longer holds `seen`, or after the time is up.
struct Signal {
    uint32_t word = 0;
#if !defined(__linux__)
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
#endif
    uint32_t look() const { return load(word); }

    void wait(uint32_t seen, int64_t ns) {
#if defined(__linux__)
        timespec limit = {time_t(ns / 1000000000), long(ns % 1000000000)};
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen, &limit, nullptr, 0);
#else
        timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        int64_t nanos = until.tv_nsec + ns % 1000000000;
        until.tv_sec += time_t(ns / 1000000000 + nanos / 1000000000);
        until.tv_nsec = long(nanos % 1000000000);
        pthread_mutex_lock(&mutex);
        if (load(word) == seen) pthread_cond_timedwait(&changed, &mutex, &until);
        pthread_mutex_unlock(&mutex);
#endif
    }

    void raise(int count) {
#if defined(__linux__)
        add(word, 1u);
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
#else
        pthread_mutex_lock(&mutex);
        add(word, 1u);
        if (count == 1) pthread_cond_signal(&changed);
        else pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
#endif
    }
};

// Out of memory leaves no state worth keeping: the message says so, then the process ends.
[[noreturn]] inline void out_of_memory(int64_t bytes) {
    char text[96] = "pypto device: the system has no memory left for ";
    int n = int(strlen(text));
    char digits[24];
    int d = 0;
    for (int64_t v = bytes; d == 0 || v > 0; v /= 10) digits[d++] = char('0' + v % 10);
    while (d > 0) text[n++] = digits[--d];
    const char* tail = " bytes\n";
    memcpy(text + n, tail, strlen(tail));
    n += int(strlen(tail));
    if (write(2, text, size_t(n)) < 0) abort();
    abort();
}

inline void* grab(void* old, int64_t bytes) {
    void* p = realloc(old, size_t(bytes));
    if (!p) out_of_memory(bytes);
    return p;
}

// A growing array of plain data.
template <class T> struct Array {
    T* data = nullptr;
    int64_t count = 0, room = 0;

    T& operator[](int64_t i) { return data[i]; }
    const T& operator[](int64_t i) const { return data[i]; }
    T& push(const T& value) {
        if (count == room) reserve(room ? room * 2 : 64);
        data[count] = value;
        return data[count++];
    }
    void reserve(int64_t n) {
        if (n <= room) return;
        data = static_cast<T*>(grab(data, n * int64_t(sizeof(T))));
        room = n;
    }
    void clear() { count = 0; }
    void release() {
        free(data);
        data = nullptr;
        count = room = 0;
    }
};

// Memory that lives until the end of a run; addresses never move.
struct Bump {
    struct Chunk {
        Chunk* next;
        int64_t size;
    };
    Chunk* first = nullptr;
    Chunk* current = nullptr;
    int64_t used = 0;

    void* take(int64_t bytes) {
        bytes = (bytes + 15) & ~int64_t(15);
        while (!current || used + bytes > current->size) {
            Chunk* next = current ? current->next : first;
            if (!next || next->size < bytes) {
                int64_t size = larger(bytes, int64_t(256) << 10);
                next = static_cast<Chunk*>(grab(nullptr, size + int64_t(sizeof(Chunk)) + 16));
                next->size = size;
                if (current) {
                    next->next = current->next;
                    current->next = next;
                } else {
                    next->next = first;
                    first = next;
                }
            }
            current = next;
            used = 0;
        }
        char* start = reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(current + 1) + 15) & ~uintptr_t(15));
        char* p = start + used;
        used += bytes;
        return p;
    }
    template <class T> T* make(int64_t n = 1) { return static_cast<T*>(take(n * int64_t(sizeof(T)))); }

    // Start over. Chunks stay for the next run, up to `keep` bytes.
    void reset(int64_t keep) {
        int64_t total = 0;
        for (Chunk** link = &first; *link;) {
            Chunk* chunk = *link;
            total += chunk->size;
            if (total > keep) {
                *link = chunk->next;
                free(chunk);
            } else {
                link = &chunk->next;
            }
        }
        current = nullptr;
        used = 0;
    }
};

} // namespace device
