// SPDX-License-Identifier: Apache-2.0
//
// Runtime scopes and what they hold: tasks, bytes of scratch tensors, edges. A scope at depth d uses ring d, the last
// ring from there on. A ring gives back in the order in which it gave out, and only what no open scope holds: so its
// fill does not depend on how fast tasks run, and the largest fill is the least size with which the program can end.

#pragma once

#include "memory.hpp"

namespace device {

enum { RING_TASKS, RING_HEAP, RING_EDGES, RING_KINDS };
constexpr int32_t RINGS = 4;

// A boundary of a scope: per kind how far its ring had given back, and how far it had given out.
struct ScopeNote {
    int32_t location, depth, ring, begin;
    int64_t start[RING_KINDS], end[RING_KINDS];
    int64_t regions; // tracked ones of tasks that open scopes hold
};

struct Rings {
    struct Scope {
        int32_t location;
        int64_t first[RING_KINDS]; // of its own in the ring, -1: none
        int64_t regions;
    };
    bool noting;                      // boundaries are kept
    bool counting;                    // something is counted at all
    int64_t limit[RING_KINDS][RINGS]; // 0: none
    int64_t end[RING_KINDS][RINGS], peak[RING_KINDS][RINGS];
    int64_t regions, most_regions;
    Array<Scope> open;
    Array<ScopeNote> notes;

    void reset(bool keep, const int64_t (*limits)[RINGS]) {
        noting = counting = keep;
        memcpy(limit, limits, sizeof limit);
        for (int32_t kind = 0; kind < RING_KINDS; ++kind) counting = counting || limited(kind);
        memset(end, 0, sizeof end);
        memset(peak, 0, sizeof peak);
        regions = most_regions = 0;
        open.clear();
        notes.clear();
    }

    void release() {
        open.release();
        notes.release();
    }

    bool limited(int32_t kind) const {
        for (int32_t ring = 0; ring < RINGS; ++ring) {
            if (limit[kind][ring] > 0) return true;
        }
        return false;
    }

    static int32_t ring_of(int64_t depth) { return int32_t(smaller<int64_t>(depth, RINGS - 1)); }
    int32_t ring() const { return ring_of(open.count - 1); }

    int64_t start(int32_t kind, int32_t ring) const {
        int64_t first = end[kind][ring];
        for (int64_t depth = 0; depth < open.count; ++depth) {
            const int64_t own = open.data[depth].first[kind];
            if (ring_of(depth) == ring && own >= 0) first = smaller(first, own);
        }
        return first;
    }

    void note(int32_t begin) {
        if (!noting) return;
        ScopeNote n = {open[open.count - 1].location, int32_t(open.count - 1), ring(), begin, {}, {}, regions};
        for (int32_t kind = 0; kind < RING_KINDS; ++kind) {
            n.start[kind] = start(kind, n.ring);
            n.end[kind] = end[kind][n.ring];
        }
        notes.push(n);
    }

    void enter(int32_t location) {
        if (!counting) return;
        open.push({location, {-1, -1, -1}, 0});
        note(1);
    }

    void leave() {
        if (!counting) return;
        note(0);
        regions -= open[open.count - 1].regions;
        --open.count;
    }

    // What the ring of the scope holds with so much more.
    int64_t filled(int32_t kind, int64_t amount) const {
        return end[kind][ring()] + amount - start(kind, ring());
    }

    bool fits(int32_t kind, int64_t amount) const {
        const int64_t most = limit[kind][ring()];
        return most == 0 || filled(kind, amount) <= most;
    }

    void take(int32_t kind, int64_t amount) {
        if (amount <= 0) return;
        const int32_t at = ring();
        int64_t& first = open[open.count - 1].first[kind];
        if (first < 0) first = end[kind][at];
        end[kind][at] += amount;
        peak[kind][at] = larger(peak[kind][at], end[kind][at] - start(kind, at));
    }

    void take_regions(int64_t count) {
        open[open.count - 1].regions += count;
        regions += count;
        most_regions = larger(most_regions, regions);
    }
};

} // namespace device
