// SPDX-License-Identifier: Apache-2.0
//
// Crews: a task whose blocks meet at barriers. All its blocks run at once, each on a thread and in memory spaces of its
// own, however many workers there are; the crew counts as the one worker that took the task.
//
// A barrier of a kind is open when every core of that kind that still runs the task has come. A core that ends while
// others wait for it is a fault, not a hang. What was stored before a barrier is seen after it. Atomic stores take
// effect at the next barrier, or at the end, in order of blocks.

#pragma once

#include "atomics.hpp"
#include "groups.hpp"

namespace device {

constexpr int64_t MOST_CREW = 1024;

struct Crew {
    Device* device;
    Task* task;
    Lock lock;
    Signal change;
    int32_t failed;
    struct Gate {
        int32_t live, waiting, opened, ended; // ended: cores of the kind that left the kernel
        int32_t location;                     // of a core that waits
        Worker* waits;
    } gate[PTO_CORE_KINDS];
    int32_t next; // block, for the threads to take
    int64_t ended;
    Worker** of_block;

    // Under the lock: whatever waits to be added, in order of blocks.
    void flush() {
        for (int64_t b = 0; b < task->blocks; ++b) {
            flush(of_block[b]);
            Group* group = of_block[b]->group;
            for (int32_t i = PTO_LANE0; group && i < PTO_MEMBERS; ++i) flush(group->member[i]);
        }
    }
    static void flush(Worker* w) {
        while (Deferred* d = w->late.first) {
            w->late.first = d->next;
            if (!load(w->device->stopped)) apply(d->store);
            free(d);
        }
    }

    void fault(Worker* w, int32_t kind, int32_t what, int64_t count, int64_t expected, int32_t location) {
        pto_raise(&w->core, PTO_FAULT_BARRIER, location, -1, kind, count, 0, expected, what);
        store(failed, 1);
    }

    // Under the lock.
    void open(Gate& g) {
        flush();
        g.waiting = 0;
        store(g.opened, g.opened + 1);
    }

    // False: the kernel returns at once.
    bool wait(Worker* w, int32_t kind, int64_t cores, int32_t location) {
        Gate& g = gate[kind];
        int32_t seen;
        bool last = false;
        {
            Guard guard(lock);
            if (failed || load(device->stopped)) return false;
            const int32_t all = g.live + g.ended;
            if (cores != 0 && cores != all) {
                fault(w, kind, PTO_BARRIER_CORES, cores, all, location);
                change.raise(INT32_MAX);
                return false;
            }
            if (g.ended > 0) {
                fault(w, kind, PTO_BARRIER_LEFT, 0, 0, location);
                change.raise(INT32_MAX);
                return false;
            }
            seen = g.opened;
            g.waits = w;
            g.location = location;
            ++w->core.phase;
            stream_fence();
            last = ++g.waiting == g.live;
            if (last) open(g);
        }
        if (last) {
            change.raise(INT32_MAX);
            return true;
        }
        for (int i = 0; i < 32 && load(g.opened) == seen && !load(failed); ++i) sched_yield();
        for (;;) {
            const uint32_t turn = change.look();
            if (load(g.opened) != seen) return true;
            if (load(failed) || load(device->stopped)) return false;
            change.wait(turn, POLL_NS);
        }
    }

    // A core left its kernel. One that waits will wait for ever.
    void leave(int32_t kind) {
        bool wake = false;
        {
            Guard guard(lock);
            const int32_t kinds[] = {PTO_CORES_MIX, kind};
            for (int32_t k : kinds) {
                Gate& g = gate[k];
                --g.live;
                ++g.ended;
                if (g.waiting > 0 && !failed) {
                    fault(g.waits, k, PTO_BARRIER_LEFT, 0, 0, g.location);
                    wake = true;
                }
            }
        }
        if (wake) change.raise(INT32_MAX);
    }
    void fail() {
        store(failed, 1);
        change.raise(INT32_MAX);
    }
};

inline int32_t barrier_hook(pto_core* core, int32_t kind, int64_t cores, int32_t location) {
    Worker* w = worker_of(core);
    if (w->crew) return w->crew->wait(w, kind, cores, location);
    ++core->phase; // alone
    if (cores <= 1) return 1;
    pto_raise(core, PTO_FAULT_BARRIER, location, -1, kind, cores, 0, 1, PTO_BARRIER_CORES);
    return 0;
}

} // namespace device
