// SPDX-License-Identifier: Apache-2.0
//
// Crews: a task whose blocks wait for each other. All its blocks run at once, each on a thread and in memory spaces of its
// own, however many workers there are; the crew counts as the one worker that took the task.
//
// A barrier of a kind is open when every core of that kind that still runs the task has come. A core that ends while
// others wait for it is a fault, not a hang. What was stored before a barrier is seen after it. Atomic stores take
// effect at the next barrier, or at the end, in order of blocks.
//
// An event of the launch counts as raised as often as every core of the kind raised it; waiting for it is then like a
// barrier that begins where each core raises it. Where all cores that still run wait for others, that is a fault too.

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
        int32_t phase, next_phase;            // the latest of those that come; of those that went on
        Worker* waits;
    } gate[PTO_CORE_KINDS];
    struct Together { // an event of all cores of a kind: how often all raised it, and the latest phase of one that did
        int32_t level, phase, next_phase;
        uint8_t pipes; // that raised it, a bit for each
    } together[PTO_CORE_KINDS][PTO_EVENTS];
    int32_t awake; // cores that run and do not wait for others
    int32_t lanes; // vector cores of a block of a group, 0 where one core runs a block
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
        while (w->sent.first) apply_first(w, w->sent);
        while (w->late.first) apply_first(w, w->late);
    }
    static void apply_first(const Worker* w, Lane& lane) {
        Deferred* d = lane.first;
        lane.first = d->next;
        if (!is_mark(d) && !load(w->device->stopped)) apply(d->store);
        free(d);
    }
    static bool is_mark(const Deferred* d) { return d->store.gm == nullptr; }

    // Under the lock: what a core adds is handed over with the event; what it did before the event takes effect with it.
    static void hand_over(Worker* w, int32_t event) {
        if (w->late.first) {
            if (w->sent.first) w->sent.last->next = w->late.first;
            else w->sent.first = w->late.first;
            w->sent.last = w->late.last;
            w->late = {};
        }
        if (!w->sent.first) return;
        Deferred* mark = static_cast<Deferred*>(grab(nullptr, sizeof(Deferred)));
        memset(static_cast<void*>(mark), 0, sizeof *mark);
        mark->block = int64_t(event) << 32 | w->launched[event];
        append(w->sent, mark);
    }
    static void take_effect(Worker* w, int32_t event, int32_t level) {
        const int64_t wanted = int64_t(event) << 32 | level;
        const Deferred* mark = w->sent.first;
        while (mark && !(is_mark(mark) && mark->block == wanted)) mark = mark->next;
        if (!mark) return;
        for (bool last = false; !last;) {
            last = w->sent.first == mark;
            apply_first(w, w->sent);
        }
    }

    template <class F> void each_core(int32_t kind, F visit) const {
        for (int64_t b = 0; b < task->blocks; ++b) {
            Worker* w = of_block[b];
            if (lanes == 0 || kind == PTO_CORES_AIC) {
                visit(*w);
                continue;
            }
            Group* group = load(w->group);
            for (int32_t i = 0; group && i < lanes; ++i) visit(*group->member[PTO_LANE0 + i]);
        }
    }

    // Under the lock: how often every core of the kind raised an event.
    int32_t least_raised(int32_t kind, int32_t event) const {
        int32_t least = INT32_MAX, seen = 0;
        each_core(kind, [&](const Worker& w) {
            least = smaller(least, w.launched[event]);
            ++seen;
        });
        return seen == gate[kind].live + gate[kind].ended ? least : 0; // else some have not begun
    }

    bool some_raised(int32_t kind, int32_t event) const {
        bool raised = false;
        each_core(kind, [&](const Worker& w) { raised |= w.launched[event] > 0; });
        return raised;
    }

    void raise_launch(Worker* w, int32_t kind, int32_t event, int32_t pipe) {
        {
            Guard guard(lock);
            if (failed) return;
            count_launched(w, event, pipe);
            hand_over(w, event);
            Together& t = together[kind][event];
            t.pipes |= uint8_t(1 << pipe);
            t.phase = larger(t.phase, w->core.phase + w->core.ahead);
            if (w->core.ahead < UINT16_MAX) ++w->core.ahead;
            const int32_t least = w->launched[event] == t.level + 1 ? least_raised(kind, event) : t.level;
            if (least == t.level) return;
            t.next_phase = t.phase + 1;
            each_core(kind, [&](Worker& core) { take_effect(&core, event, least); });
            store(t.level, least);
            if (lanes == 0) each_core(kind, [&](Worker& core) { go_on(&core); });
        }
        change.raise(INT32_MAX);
        if (lanes == 0) return;
        for (int64_t b = 0; b < task->blocks; ++b) {
            if (Group* group = load(of_block[b]->group)) group->look_again();
        }
    }

    int32_t kind_of(const Worker* w) const {
        return device->program->kernels[w->core.kernel].cube ? PTO_CORES_AIC : PTO_CORES_AIV;
    }
    bool is_raised(const Worker* w, int32_t event) const {
        return together[kind_of(w)][event].level > w->awaited[event];
    }
    // Under the lock: ends the wait of a core without a group, if it is over.
    void go_on(Worker* w) {
        if (!w->waits || !is_raised(w, w->waits_for)) return;
        store(w->waits, false);
        add(awake, 1);
    }

    bool await_launch(Worker* w, int32_t event, int32_t pipe, int32_t location) {
        {
            Guard guard(lock);
            if (failed) return false;
            if (!is_raised(w, event)) {
                w->waits_for = event;
                w->waits_at = location;
                store(w->waits, true);
                sleeps();
            }
        }
        for (int i = 0; i < 32 && load(w->waits) && !load(failed); ++i) sched_yield();
        for (;;) {
            const uint32_t turn = change.look();
            if (load(failed) || load(device->stopped)) return false;
            if (!load(w->waits)) break;
            change.wait(turn, POLL_NS);
        }
        ++w->awaited[event];
        follows(w, kind_of(w), event);
        return same_pipe(w, event, load(together[kind_of(w)][event].pipes), pipe, location);
    }
    // What a core does from here on belongs to a phase; what it raised already is raised in later ones.
    static void enter(Worker* w, int32_t phase) {
        const int32_t passed = phase - w->core.phase;
        if (passed <= 0) return;
        w->core.phase = phase;
        w->core.ahead = uint16_t(larger(0, w->core.ahead - passed));
    }
    void follows(Worker* w, int32_t kind, int32_t event) const {
        const Together& t = together[kind][event];
        if (load(t.level) > 0) enter(w, load(t.next_phase));
    }

    // A core waits for others, or ended. Who is the last to do so knows that nobody goes on any more.
    void sleeps() {
        if (add(awake, -1) == 0 && !load(failed) && !load(device->stopped)) look_for_deadlock();
    }
    void look_for_deadlock() {
        for (int64_t b = 0; b < task->blocks; ++b) {
            Worker* w = of_block[b];
            if (lanes == 0 && w->waits) {
                const int32_t event = w->waits_for, what = some_raised(kind_of(w), event) ? 3 : 0;
                pto_raise(&w->core, PTO_FAULT_EVENT, w->waits_at, -1, -1, event, 0, PTO_EVENTS, what);
                fail();
                return;
            }
            Group* group = lanes > 0 ? load(w->group) : nullptr;
            if (group && group->waiting > 0) {
                group->report_wait();
                fail();
                return;
            }
        }
    }

    void fault(Worker* w, int32_t kind, int32_t what, int64_t count, int64_t expected, int32_t location) {
        pto_raise(&w->core, PTO_FAULT_BARRIER, location, -1, kind, count, 0, expected, what);
        store(failed, 1);
    }

    // Under the lock.
    void open(Gate& g) {
        flush();
        add(awake, g.waiting - 1); // the last one has not slept
        g.next_phase = g.phase + 1;
        g.phase = 0;
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
            g.phase = larger(g.phase, w->core.phase + w->core.ahead);
            stream_fence();
            last = ++g.waiting == g.live;
            if (last) open(g);
            else sleeps();
        }
        if (last) {
            enter(w, g.next_phase);
            change.raise(INT32_MAX);
            return true;
        }
        for (int i = 0; i < 32 && load(g.opened) == seen && !load(failed); ++i) sched_yield();
        for (;;) {
            const uint32_t turn = change.look();
            if (load(g.opened) != seen) {
                enter(w, g.next_phase); // nobody opens it again without this core
                return true;
            }
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
            if (gate[PTO_CORES_MIX].live > 0) sleeps();
        }
        if (wake) change.raise(INT32_MAX);
    }
    void fail() {
        store(failed, 1);
        change.raise(INT32_MAX);
        for (int64_t b = 0; lanes > 0 && b < task->blocks; ++b) {
            if (Group* group = load(of_block[b]->group)) group->change.raise(PTO_MEMBERS);
        }
    }
};

inline bool crew_failed(const Worker* w) { return w->crew && load(w->crew->failed); }
inline void crew_sleeps(Worker* w) {
    if (w->crew) w->crew->sleeps();
}
inline void crew_wakes(Worker* w) {
    if (w->crew) add(w->crew->awake, 1);
}
inline int32_t crew_raised(const Worker* w, int32_t event, bool cube) {
    return load(w->crew->together[cube ? PTO_CORES_AIC : PTO_CORES_AIV][event].level);
}
inline bool crew_some_raised(const Worker* w, int32_t event, bool cube) {
    return w->crew->some_raised(cube ? PTO_CORES_AIC : PTO_CORES_AIV, event);
}
inline void crew_follows(Worker* w, int32_t event, bool cube) {
    if (w->crew) w->crew->follows(w, cube ? PTO_CORES_AIC : PTO_CORES_AIV, event);
}
inline void crew_raises(Worker* w, int32_t event, bool cube, int32_t pipe) {
    w->crew->raise_launch(w, cube ? PTO_CORES_AIC : PTO_CORES_AIV, event, pipe);
}
inline uint8_t crew_raised_on(const Worker* w, int32_t event, bool cube) {
    return load(w->crew->together[cube ? PTO_CORES_AIC : PTO_CORES_AIV][event].pipes);
}
inline void raise_launch(Worker* w, int32_t event, int32_t pipe) {
    if (w->crew) w->crew->raise_launch(w, w->crew->kind_of(w), event, pipe);
    else count_launched(w, event, pipe);
}
inline bool await_launch(Worker* w, int32_t event, int32_t pipe, int32_t location) {
    if (w->crew) return w->crew->await_launch(w, event, pipe, location);
    if (w->launched[event] > w->awaited[event]++) return same_pipe(w, event, w->launched_on[event], pipe, location);
    pto_raise(&w->core, PTO_FAULT_EVENT, location, -1, -1, event, 0, PTO_EVENTS, w->launched[event] > 0 ? 3 : 0);
    return false;
}

inline int32_t barrier_hook(pto_core* core, int32_t kind, int64_t cores, int32_t location) {
    Worker* w = worker_of(core);
    if (w->crew) return w->crew->wait(w, kind, cores, location);
    ++core->phase; // alone
    if (cores <= 1) return 1;
    pto_raise(core, PTO_FAULT_BARRIER, location, -1, kind, cores, 0, 1, PTO_BARRIER_CORES);
    return 0;
}

} // namespace device
