// SPDX-License-Identifier: Apache-2.0
//
// Which tasks must a new task wait for? Every tensor argument is a region of a buffer. Producers register regions,
// consumers look up the regions that overlap theirs.
//
// Regions are compared as rectangles in the strides of both. Most programs write a buffer in equal aligned tiles: those
// share a `Shape` and are found by hash, and two different aligned tiles of one shape never overlap. Everything else is
// compared one by one. Only the orchestrating thread uses this file's structures.

#pragma once

#include "memory.hpp"
#include "pto/orchestration.h"

namespace device {

constexpr int DIMS = PTO_RANK + 1;

// Extents and strides in bytes, strides falling; the last dimension is a run of bytes (stride 1).
struct Shape {
    int32_t rank, buffer, entries;
    int64_t extent[DIMS], stride[DIMS];
    struct Entry* first;
    Shape* next;

    int64_t span() const {
        int64_t last = 0;
        for (int32_t i = 0; i < rank; ++i) last += (extent[i] - 1) * stride[i];
        return last + 1;
    }
    bool same(const Shape& o) const {
        if (rank != o.rank) return false;
        for (int32_t i = 0; i < rank; ++i) {
            if (extent[i] != o.extent[i] || stride[i] != o.stride[i]) return false;
        }
        return true;
    }
};

struct Region {
    Shape shape;
    int64_t begin;
    bool empty;
    bool tile; // starts at multiples of its extents, and wraps around no stride
};

struct Producer {
    struct Task* task;
    Producer* next;
};

struct Entry {
    const Shape* shape;
    int64_t begin;
    Producer* producers;
    Entry* next_of_shape;
    Entry* next_of_hash;
    // where the order of tasks is kept: a node after all producers that some consumer met, and the later ones
    int32_t join;
    Producer* fresh;
};

// The half-open interval a region covers along each of the strides `s` (falling, the last is 1). False where the
// region wraps around a stride: the intervals are then wider than the region.
__attribute__((noinline)) inline bool intervals(const Shape& shape, int64_t begin, const int64_t* s, int n, int64_t* low, int64_t* high) {
    for (int k = 0; k < n; ++k) {
        low[k] = begin / s[k];
        begin %= s[k];
        high[k] = low[k] + 1;
    }
    int k = 0;
    for (int32_t i = 0; i < shape.rank; ++i) {
        while (s[k] != shape.stride[i]) ++k;
        high[k] += shape.extent[i] - 1;
    }
    bool exact = true;
    for (k = n - 1; k > 0; --k) {
        int64_t ratio = s[k - 1] / s[k];
        if (high[k] > ratio) {
            if (low[k] != 0 || high[k] % ratio != 0) exact = false;
            high[k - 1] += (high[k] - 1) / ratio;
            low[k] = 0;
            high[k] = ratio;
        }
    }
    return exact;
}

__attribute__((noinline)) inline bool is_tile(const Region& r) {
    if (r.shape.rank == 1) return r.begin % r.shape.extent[0] == 0;
    int64_t low[DIMS], high[DIMS];
    for (int32_t k = 1; k < r.shape.rank; ++k) {
        if (r.shape.stride[k - 1] % r.shape.stride[k] != 0) return false;
    }
    if (!intervals(r.shape, r.begin, r.shape.stride, r.shape.rank, low, high)) return false;
    for (int32_t k = 0; k < r.shape.rank; ++k) {
        if (high[k] - low[k] != r.shape.extent[k] || low[k] % r.shape.extent[k] != 0) return false;
    }
    return true;
}

__attribute__((noinline)) inline Region region_of(const pto_view& v) {
    Region r;
    int64_t bytes = element_bytes(v.dtype);
    r.begin = v.offset * bytes;
    r.empty = false;
    r.shape.buffer = v.buffer;
    int64_t extent[DIMS], stride[DIMS]; // strides rising
    int n = 1;
    extent[0] = bytes;
    stride[0] = 1;
    for (int32_t i = v.rank - 1; i >= 0; --i) {
        if (v.shape[i] <= 0) r.empty = true;
        if (v.shape[i] == 1 || v.stride[i] == 0) continue;
        int64_t s = v.stride[i] * bytes;
        if (s == extent[n - 1] * stride[n - 1]) {
            extent[n - 1] *= v.shape[i];
            continue;
        }
        int at = n++;
        for (; at > 1 && stride[at - 1] > s; --at) {
            stride[at] = stride[at - 1];
            extent[at] = extent[at - 1];
        }
        stride[at] = s;
        extent[at] = v.shape[i];
    }
    r.shape.rank = n;
    for (int i = 0; i < n; ++i) {
        r.shape.extent[i] = extent[n - 1 - i];
        r.shape.stride[i] = stride[n - 1 - i];
    }
    r.tile = !r.empty && is_tile(r);
    return r;
}

// Both stride lists in one, falling; 0 where some stride does not divide the next larger one.
__attribute__((noinline)) inline int merged_strides(const Shape& a, const Shape& b, int64_t* s) {
    int n = 0;
    for (int32_t i = 0, j = 0; i < a.rank || j < b.rank;) {
        int64_t x = i < a.rank ? a.stride[i] : 0, y = j < b.rank ? b.stride[j] : 0;
        s[n] = larger(x, y);
        if (x == s[n]) ++i;
        if (y == s[n]) ++j;
        if (n > 0 && s[n - 1] % s[n] != 0) return 0;
        ++n;
    }
    return n;
}

enum class Overlap { NONE, SOME, COVERED };

// How `region` meets an entry; COVERED: every byte of the entry lies in the region.
__attribute__((noinline)) inline Overlap compare(const Region& region, const Shape& shape, int64_t begin) {
    int64_t end = begin + shape.span();
    if (region.begin >= end || begin >= region.begin + region.shape.span()) return Overlap::NONE;
    int64_t s[2 * DIMS], low_a[2 * DIMS], high_a[2 * DIMS], low_b[2 * DIMS], high_b[2 * DIMS];
    int n = merged_strides(region.shape, shape, s);
    if (n == 0) return Overlap::SOME;
    bool covered = intervals(region.shape, region.begin, s, n, low_a, high_a);
    intervals(shape, begin, s, n, low_b, high_b);
    for (int k = 0; k < n; ++k) {
        if (low_a[k] >= high_b[k] || low_b[k] >= high_a[k]) return Overlap::NONE;
        if (low_b[k] < low_a[k] || high_b[k] > high_a[k]) covered = false;
    }
    return covered ? Overlap::COVERED : Overlap::SOME;
}

struct Regions {
    static constexpr int64_t MOST_SHAPES = 16;
    struct Known {
        Shape* tiles;     // tile shapes
        Shape* loose;     // one list for what is no tile, or no tile of the first shapes
        int32_t shapes;
        bool untracked; // has users that gave no direction: a reader waits for every task
    };
    Bump* memory;
    bool in_order;
    bool kept; // producers that are done too
    Array<Known> buffers;
    Entry** buckets = nullptr;
    int64_t bucket_count = 0, entry_count = 0;

    void reset(Bump* bump, bool tasks_run_in_order, bool keep) {
        memory = bump;
        in_order = tasks_run_in_order;
        kept = keep;
        buffers.clear();
        if (entry_count > 0) memset(buckets, 0, size_t(bucket_count) * sizeof(Entry*));
        entry_count = 0;
    }
    void release() {
        buffers.release();
        free(buckets);
        buckets = nullptr;
        bucket_count = 0;
    }
    void add_buffer() { buffers.push({nullptr, nullptr, 0, false}); }

    static uint64_t hash(const Shape* shape, int64_t begin) {
        uint64_t h = (uint64_t(reinterpret_cast<uintptr_t>(shape)) ^ (uint64_t(begin) * 0x9E3779B97F4A7C15u));
        h ^= h >> 29;
        h *= 0xBF58476D1CE4E5B9u;
        return h ^ (h >> 32);
    }

    Entry* find(const Shape* shape, int64_t begin) const {
        if (bucket_count == 0) return nullptr;
        Entry* e = buckets[hash(shape, begin) & uint64_t(bucket_count - 1)];
        while (e && (e->shape != shape || e->begin != begin)) e = e->next_of_hash;
        return e;
    }

    void link(Entry* e) {
        Entry*& bucket = buckets[hash(e->shape, e->begin) & uint64_t(bucket_count - 1)];
        e->next_of_hash = bucket;
        bucket = e;
    }

    void grow() {
        Entry** old = buckets;
        int64_t old_count = bucket_count;
        bucket_count = bucket_count ? bucket_count * 4 : 256;
        buckets = static_cast<Entry**>(grab(nullptr, bucket_count * int64_t(sizeof(Entry*))));
        memset(buckets, 0, size_t(bucket_count) * sizeof(Entry*));
        for (int64_t i = 0; i < old_count; ++i) {
            for (Entry* e = old[i]; e;) {
                Entry* next = e->next_of_hash;
                link(e);
                e = next;
            }
        }
        free(old);
    }

    Shape* shape_of(const Region& r, bool tile) {
        Known& known = buffers[r.shape.buffer];
        for (Shape* s = tile ? known.tiles : nullptr; s; s = s->next) {
            if (s->same(r.shape)) return s;
        }
        for (Shape* s = known.loose; s; s = s->next) {
            if (s->same(r.shape)) return s;
        }
        bool listed = tile && known.shapes < MOST_SHAPES;
        Shape* s = memory->make<Shape>();
        *s = r.shape;
        s->entries = 0;
        s->first = nullptr;
        Shape*& list = listed ? known.tiles : known.loose;
        s->next = list;
        list = s;
        known.shapes += listed;
        return s;
    }

    void add(const Region& r, Task* task) {
        if (r.empty) return;
        Shape* shape = shape_of(r, r.tile);
        Entry* e = find(shape, r.begin);
        if (!e) {
            if (entry_count >= bucket_count) grow();
            e = memory->make<Entry>();
            *e = {shape, r.begin, nullptr, shape->first, nullptr, -1, nullptr};
            shape->first = e;
            ++shape->entries;
            ++entry_count;
            link(e);
        }
        if (kept) {
            Producer* p = memory->make<Producer>();
            *p = {task, e->fresh};
            e->fresh = p;
        }
        if (in_order && e->producers) { // the newest one ends last
            e->producers->task = task;
            return;
        }
        Producer* p = memory->make<Producer>();
        *p = {task, e->producers};
        e->producers = p;
    }

    // Calls visit(entry, overlap) for every entry that meets the region.
    template <class F> void meet(const Region& r, F visit) {
        if (r.empty) return;
        const Known& known = buffers[r.shape.buffer];
        for (Shape* s = known.tiles; s; s = s->next) {
            if (r.tile && s->same(r.shape)) {
                if (Entry* e = find(s, r.begin)) visit(e, Overlap::COVERED);
            } else if (!meet_tiles(r, s, visit)) {
                meet_all(r, s, visit);
            }
        }
        for (Shape* s = known.loose; s; s = s->next) meet_all(r, s, visit);
    }

    template <class F> void meet_all(const Region& r, Shape* s, F& visit) {
        for (Entry* e = s->first; e; e = e->next_of_shape) {
            if (!e->producers && !kept) continue;
            Overlap overlap = compare(r, *s, e->begin);
            if (overlap != Overlap::NONE) visit(e, overlap);
        }
    }

    // Where the region's strides are among the shape's, only the tiles it reaches are looked at. False: look at all.
    template <class F> bool meet_tiles(const Region& r, Shape* s, F& visit) {
        int64_t merged[2 * DIMS], low[DIMS], high[DIMS], at[DIMS];
        if (s->entries < 8 || merged_strides(r.shape, *s, merged) != s->rank) return false;
        intervals(r.shape, r.begin, s->stride, s->rank, low, high);
        int64_t tiles = 1;
        for (int32_t k = 0; k < s->rank; ++k) {
            low[k] /= s->extent[k];
            high[k] = (high[k] - 1) / s->extent[k];
            at[k] = low[k];
            tiles *= high[k] - low[k] + 1;
            if (tiles >= s->entries) return false;
        }
        for (;;) {
            int64_t begin = 0;
            for (int32_t k = 0; k < s->rank; ++k) begin += at[k] * s->extent[k] * s->stride[k];
            Entry* e = find(s, begin);
            if (e && (e->producers || kept)) {
                Overlap overlap = compare(r, *s, begin);
                if (overlap != Overlap::NONE) visit(e, overlap);
            }
            int32_t k = s->rank - 1;
            while (k >= 0 && ++at[k] > high[k]) {
                at[k] = low[k];
                --k;
            }
            if (k < 0) return true;
        }
    }
};

} // namespace device
