// SPDX-License-Identifier: Apache-2.0
//
// What a run leaves behind: who wrote which bytes, and when each block ran.

#pragma once

#include "groups.hpp"

namespace device {

// Small logs are copied, so that the worker keeps its array; large ones change hands.
inline void hand_over(Array<pto_write>& to, pto_core& core) {
    to = {};
    if (core.log_count == 0) return;
    if (core.log_count <= 2048) {
        to.reserve(core.log_count);
        memcpy(to.data, core.log, size_t(core.log_count) * sizeof(pto_write));
        to.count = core.log_count;
    } else {
        to.data = core.log;
        to.count = core.log_count;
        to.room = core.log_capacity;
        core.log = nullptr;
        core.log_capacity = 0;
    }
    core.log_count = 0;
}

inline Record* take_record(Device* d) {
    Record* r = static_cast<Record*>(grab(nullptr, sizeof(Record)));
    *r = {};
    d->each_core([&](Worker&) { ++r->logs; });
    r->log = static_cast<Array<pto_write>*>(grab(nullptr, ++r->logs * int64_t(sizeof(Array<pto_write>))));
    Array<pto_write>* next = r->log;
    d->each_core([&](Worker& w) {
        hand_over(*next++, w.core);
        r->stamps.reserve(r->stamps.count + w.stamps.count);
        for (int64_t k = 0; k < w.stamps.count; ++k) r->stamps.push(w.stamps[k]);
        w.stamps.clear();
        for (int64_t k = 0; k < w.phases.count; ++k) r->phases.push(w.phases[k]);
        w.phases.clear();
    });
    *next = {};
    for (int64_t i = 0; i < d->orchestration_log.count; ++i) next->push(d->orchestration_log[i]);
    for (int64_t k = 0; k < d->submissions.count; ++k) r->phases.push(d->submissions[k]);
    d->submissions.clear();
    r->races = d->races; // these change hands
    r->dumps = d->dumps;
    r->edges = d->edge_notes;
    r->arguments = d->argument_notes;
    r->scopes = d->rings.notes;
    memcpy(r->peak, d->rings.peak, sizeof r->peak);
    r->most_regions = d->rings.most_regions;
    d->rings.notes = {};
    d->races = {};
    d->dumps = {};
    d->edge_notes = {};
    d->argument_notes = {};
    return r;
}

inline void free_record(Record* r) {
    for (int32_t i = 0; i < r->logs; ++i) r->log[i].release();
    free(r->log);
    r->stamps.release();
    r->phases.release();
    r->races.release();
    for (int64_t i = 0; i < r->dumps.count; ++i) free(r->dumps[i].data);
    r->dumps.release();
    r->edges.release();
    r->arguments.release();
    r->scopes.release();
    free(r);
}

template <class F> inline void each_write(const Record* r, int32_t buffer, F visit) {
    for (int32_t i = 0; i < r->logs; ++i) {
        for (int64_t k = 0; k < r->log[i].count; ++k) {
            const pto_write& w = r->log[i][k];
            if (w.buffer == buffer) visit(w);
        }
    }
}

// Clear `mask` (one byte per element, set by the caller) where the buffer was written; returns the number of stores.
inline int64_t written(const Record* r, int32_t buffer, int64_t element, int64_t count, uint8_t* mask) {
    int64_t stores = 0;
    each_write(r, buffer, [&](const pto_write& w) {
        ++stores;
        for (int64_t row = 0; row < w.rows; ++row) {
            int64_t begin = w.offset + row * w.row_stride, end = begin + w.row_bytes;
            begin = larger<int64_t>(0, begin / element);
            end = smaller(count, (end + element - 1) / element);
            if (begin < end) memset(mask + begin, 0, size_t(end - begin));
        }
    });
    return stores;
}

// The last write, in order of task and block, that covers a byte. False: nobody wrote it.
inline bool writer(const Record* r, int32_t buffer, int64_t offset, pto_write* out) {
    bool found = false;
    each_write(r, buffer, [&](const pto_write& w) {
        int64_t ahead = offset - w.offset;
        if (ahead < 0) return;
        int64_t row = w.rows > 1 ? ahead / w.row_stride : 0;
        if (row >= w.rows || ahead - row * w.row_stride >= w.row_bytes) return;
        if (found && (w.task < out->task || (w.task == out->task && w.block < out->block))) return;
        *out = w;
        found = true;
    });
    return found;
}

} // namespace device
