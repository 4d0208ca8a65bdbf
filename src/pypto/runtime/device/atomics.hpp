// SPDX-License-Identifier: Apache-2.0
//
// The end of a task, and atomic stores in order.
//
// Atomic stores take effect in order of submission, then of block, so that sums repeat bit for bit. A store whose turn
// has come is applied at once. Any other is kept with its data, and its task counts as done only after every task
// submitted before it: tasks depend on earlier ones alone, so this never blocks anybody for good, and no worker waits.

#pragma once

#include "device.hpp"

namespace device {

inline float from_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

inline uint32_t to_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

inline float widen_bf16(uint16_t h) { return from_bits(uint32_t(h) << 16); }

inline uint16_t narrow_bf16(float f) {
    uint32_t bits = to_bits(f);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return uint16_t((bits >> 16) | 0x40u);
    return uint16_t((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

inline float widen_fp16(uint16_t h) {
    uint32_t sign = uint32_t(h & 0x8000u) << 16, rest = h & 0x7FFFu;
    if (rest >= 0x7C00u) return from_bits(sign | 0x7F800000u | ((rest & 0x3FFu) << 13));
    if (rest >= 0x400u) return from_bits(sign | ((rest + (112u << 10)) << 13));
    float tiny = float(int32_t(rest)) * 0x1p-24f;
    return sign ? -tiny : tiny;
}

inline uint16_t narrow_fp16(float f) {
    uint32_t bits = to_bits(f), sign = (bits >> 16) & 0x8000u, rest = bits & 0x7FFFFFFFu;
    if (rest > 0x7F800000u) return uint16_t(sign | 0x7E00u);
    if (rest >= 0x477FF000u) return uint16_t(sign | 0x7C00u);
    if (rest < 0x38800000u) { // subnormal: the addition rounds to the grid of 2^-24
        float grid = from_bits(rest) + 0.5f;
        return uint16_t(sign | (to_bits(grid) - 0x3F000000u));
    }
    return uint16_t(sign | ((rest - (112u << 23) + 0xFFFu + ((rest >> 13) & 1u)) >> 13));
}

template <class T> inline T combine(T old, T value, int32_t mode) {
    if (mode == PTO_ATOMIC_MAX) return old > value || old != old ? old : value;
    if (mode == PTO_ATOMIC_MIN) return old < value || old != old ? old : value;
    return T(old + value);
}

template <class T, class Wide, Wide (*widen)(T), T (*narrow)(Wide)>
inline void combine_row(char* to, const char* from, int64_t n, int32_t mode) {
    T a, b;
    for (int64_t i = 0; i < n; ++i) {
        memcpy(&a, to + i * int64_t(sizeof(T)), sizeof(T));
        memcpy(&b, from + i * int64_t(sizeof(T)), sizeof(T));
        a = narrow(combine(widen(a), widen(b), mode));
        memcpy(to + i * int64_t(sizeof(T)), &a, sizeof(T));
    }
}

template <class T> inline T itself(T x) { return x; }

// Integers add without a sign, so that they wrap.
template <class T, class U> inline void combine_ints(char* to, const char* from, int64_t n, int32_t mode) {
    if (mode == PTO_ATOMIC_ADD) combine_row<U, U, itself<U>, itself<U>>(to, from, n, mode);
    else combine_row<T, T, itself<T>, itself<T>>(to, from, n, mode);
}

// False for an element type that has no atomic store.
inline bool apply(const pto_atomic& a) {
    for (int64_t r = 0; r < a.rows; ++r) {
        char* to = a.target + r * a.target_stride;
        const char* from = static_cast<const char*>(a.source) + r * a.source_stride;
        int64_t n = a.columns;
        switch (a.dtype) {
        case PTO_FP32: combine_row<float, float, itself<float>, itself<float>>(to, from, n, a.mode); break;
        case PTO_FP16: combine_row<uint16_t, float, widen_fp16, narrow_fp16>(to, from, n, a.mode); break;
        case PTO_BF16: combine_row<uint16_t, float, widen_bf16, narrow_bf16>(to, from, n, a.mode); break;
        case PTO_INT8: combine_ints<int8_t, uint8_t>(to, from, n, a.mode); break;
        case PTO_INT16: combine_ints<int16_t, uint16_t>(to, from, n, a.mode); break;
        case PTO_INT32: combine_ints<int32_t, uint32_t>(to, from, n, a.mode); break;
        case PTO_INT64: combine_ints<int64_t, uint64_t>(to, from, n, a.mode); break;
        case PTO_UINT8: combine_ints<uint8_t, uint8_t>(to, from, n, a.mode); break;
        case PTO_UINT16: combine_ints<uint16_t, uint16_t>(to, from, n, a.mode); break;
        case PTO_UINT32: combine_ints<uint32_t, uint32_t>(to, from, n, a.mode); break;
        case PTO_UINT64: combine_ints<uint64_t, uint64_t>(to, from, n, a.mode); break;
        default: return false;
        }
    }
    return true;
}

// Tell the consumers. With `keep`, one of the tasks that became ready is returned instead of queued.
inline Task* Device::publish(Task* t, bool keep) {
    if (dump_level > 0) dump(t, 1);
    Edge* edge = exchange(t->successors, done_mark());
    Edge* in_order = nullptr;
    while (edge) {
        Edge* next = edge->next;
        edge->next = in_order;
        in_order = edge;
        edge = next;
    }
    Task* kept = nullptr;
    for (; in_order; in_order = in_order->next) {
        Task* consumer = in_order->task;
        if (add(consumer->pending, -1) != 0) continue;
        if (keep && !kept && consumer->blocks == 1) kept = consumer;
        else make_ready(consumer);
    }
    if (load(caller_waits)) progress.raise(1);
    return kept;
}

inline Task* Device::complete(Task* t, int64_t& ended) {
    if (load(t->lanes)) {
        Guard guard(atomic_lock);
        t->finished = true;
        add(waiting_tasks, 1); // the count before the look at who is done
        settle();
        return nullptr;
    }
    Task* kept = publish(t, !shuffled);
    ++ended;
    if (load(waiting_tasks) > 0) {
        Guard guard(atomic_lock);
        settle();
    }
    return kept;
}

// Under the atomic lock: find the oldest task that is not done.
inline void Device::advance() {
    if (!oldest) oldest = load(first_task);
    while (oldest && oldest->done()) {
        Task* next = load(oldest->next);
        if (!next) break;
        oldest = next;
    }
}

// Under the atomic lock: finish every task whose waiting stores have their turn.
inline void Device::settle() {
    advance();
    while (oldest && oldest->finished && !oldest->done()) {
        flush(oldest, oldest->blocks);
        add(waiting_tasks, -1);
        publish(oldest, false);
        add(completed, int64_t(1));
        advance();
    }
}

// Every block of the task before the worker's own is finished: blocks are taken in order, so it is enough that nobody
// works on an earlier one.
inline bool Device::is_turn(const Worker* w) const {
    for (int32_t i = 0; i < workers; ++i) {
        const Worker& other = worker[i];
        if (&other != w && load(other.task) == w->task && load(other.block) < w->block) return false;
    }
    return true;
}

// Under the atomic lock: apply the task's waiting stores up to a block, lowest block first.
inline void Device::flush(Task* t, int64_t last_block) {
    if (!t->lanes) return;
    for (;;) {
        Lane* lowest = nullptr;
        for (int32_t i = 0; i < workers; ++i) {
            Lane* lane = &t->lanes[i];
            if (lane->first && (!lowest || lane->first->block < lowest->first->block)) lowest = lane;
        }
        if (!lowest || lowest->first->block > last_block) return;
        Deferred* d = lowest->first;
        lowest->first = d->next;
        apply(d->store);
        free(d);
    }
}

// A store with its data, to be applied later.
inline Deferred* defer(const Worker* w, const pto_atomic* a, int64_t row_bytes) {
    Deferred* d = static_cast<Deferred*>(grab(nullptr, int64_t(sizeof(Deferred)) + a->rows * row_bytes));
    char* data = reinterpret_cast<char*>(d + 1);
    for (int64_t r = 0; r < a->rows; ++r) {
        memcpy(data + r * row_bytes, static_cast<const char*>(a->source) + r * a->source_stride, size_t(row_bytes));
    }
    d->next = nullptr;
    d->block = w->block;
    d->gm = *a->gm;
    d->store = *a;
    d->store.gm = &d->gm;
    d->store.source = data;
    d->store.source_stride = row_bytes;
    return d;
}

inline void append(Lane& lane, Deferred* d) {
    if (lane.first) lane.last->next = d;
    else lane.first = d;
    lane.last = d;
}

inline void Device::atomic_store(Worker* w, const pto_atomic* a) {
    if (a->dtype < 0 || a->dtype > PTO_UINT64) {
        pto_raise(&w->core, PTO_FAULT_TRAP, a->location, a->gm->arg, -1, 0, 0, 0, a->dtype);
        return;
    }
    int64_t row_bytes = a->columns * element_bytes(a->dtype);
    if (a->rows <= 0 || row_bytes <= 0) return;
    pto_log_store(&w->core, a->gm, a->target, a->rows, row_bytes, a->target_stride, a->location, PTO_ADDED);
    Task* t = w->task;
    if (w->crew) {
        append(w->late, defer(w, a, row_bytes));
        return;
    }
    Guard guard(atomic_lock);
    if (shuffled) { // in the order that was drawn
        apply(*a);
        return;
    }
    advance();
    if (oldest == t && is_turn(w)) {
        flush(t, w->block);
        apply(*a);
        return;
    }
    if (!t->lanes) {
        Lane* lanes = static_cast<Lane*>(grab(nullptr, workers * int64_t(sizeof(Lane))));
        memset(lanes, 0, size_t(workers) * sizeof(Lane));
        store(t->lanes, lanes);
    }
    append(t->lanes[w->core.worker], defer(w, a, row_bytes));
}

} // namespace device
