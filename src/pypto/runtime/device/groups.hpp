// SPDX-License-Identifier: Apache-2.0
//
// Groups: the kernels of a cube core and its vector cores that run together, and the pipes between them.
//
// The worker's own thread is the cube core; each vector core has a thread and memory spaces of its own, made when the
// first group runs. A block starts all members and ends with the last one. A pipe is a ring of slots; a push waits
// while it is full, a pop while it is empty. All of a group's state stands under one lock, so that it is known when
// every member waits for another: that is a fault, not a hang. A fault of one member ends the others at their next wait.

#pragma once

#include "device.hpp"

namespace device {

void leave_crew(Worker* w, bool failed, bool cube);

// Of the crew that a core works in; without one there is nothing to tell.
bool crew_failed(const Worker* w);
void crew_sleeps(Worker* w);  // the core waits for another one
void crew_wakes(Worker* w);   // it does no longer
int32_t crew_raised(const Worker* w, int32_t event, bool cube); // how often all cores of the kind raised an event
bool crew_some_raised(const Worker* w, int32_t event, bool cube); // whether one of them did, ever
void crew_follows(Worker* w, int32_t event, bool cube);         // accesses from here on come after those before the event
void crew_raises(Worker* w, int32_t event, bool cube, int32_t pipe);
uint8_t crew_raised_on(const Worker* w, int32_t event, bool cube); // the pipes that raised it, a bit for each

// How often each member had handed something to the others, as far as one of them knows. Where the order of accesses is
// checked, an access is before another one if its own count is known to the core that makes the other.
struct Knowledge {
    int32_t at[PTO_MEMBERS];

    static constexpr int BITS = 20;
    static constexpr int64_t MOST = (int64_t(1) << BITS) - 1;

    void join(const Knowledge& other) {
        for (int32_t i = 0; i < PTO_MEMBERS; ++i) at[i] = larger(at[i], other.at[i]);
    }
    // As one number, with the member behind it; 0 where a count is too large.
    int64_t packed(int32_t who) const {
        int64_t all = who + 1;
        for (int32_t i = 0; i < PTO_MEMBERS; ++i) {
            if (at[i] > MOST) return 0;
            all |= int64_t(at[i]) << (2 + BITS * i);
        }
        return all;
    }
    static int64_t of(int64_t packed, int32_t who) { return packed >> (2 + BITS * who) & MOST; }
};

// One direction of a pipe. Slot n is free when every consumer freed n - slots.
struct Pipe {
    bool open;
    int32_t slots, local_slots;
    int64_t slot_size, base;
    int64_t pushed[PTO_MEMBERS], popped[PTO_MEMBERS], freed[PTO_MEMBERS];
    int32_t location[PTO_MEMBERS]; // of each member's last push or pop
};

struct Group {
    struct Wait {
        bool on;
        int32_t id, direction, action, location;
    };

    Worker* member[PTO_MEMBERS];
    int32_t threads; // started, of the vector cores
    Signal begin[PTO_MEMBERS]; // a block starts for this member, or the device closes
    Signal change;   // a wait is over, or a member ended
    int32_t closing;

    // the block under way
    const pto_program* program;
    Task* task;
    int32_t members;
    int32_t finished;
    int32_t trace;

    Lock lock;
    int32_t live, waiting;
    int32_t failed;
    Wait wait[PTO_MEMBERS];
    Pipe pipe[PTO_PIPES][2];
    int64_t raised[PTO_MEMBERS][PTO_EVENTS][PTO_REACHES], awaited[PTO_MEMBERS][PTO_EVENTS];
    uint8_t raised_on[PTO_MEMBERS][PTO_EVENTS][PTO_REACHES]; // the pipes that did, a bit for each
    char* slots;
    int64_t slot_bytes;
    // What each member knows, and knew at its last pushes, frees and events. An older one may be taken for a newer.
    static constexpr int64_t KNOWN = 64;
    Knowledge clock[PTO_MEMBERS];
    Knowledge gave[PTO_PIPES][2][PTO_MEMBERS][KNOWN], freed_at[PTO_PIPES][2][PTO_MEMBERS][KNOWN];
    Knowledge raised_at[PTO_EVENTS][PTO_MEMBERS];

    void tell_clock(int32_t who) {
        pto_core& core = member[who]->core;
        core.clock = member[who]->device->checking ? clock[who].packed(who) : 0;
    }
    // Under the lock: what the others may learn from here on.
    void hand_on(int32_t who, Knowledge& to) {
        to.join(clock[who]);
        ++clock[who].at[who];
        tell_clock(who);
    }
    // Under the lock: what a push or a pop learns from the other side.
    void learn(int32_t who, const pto_pipe* p, int32_t action, int64_t number) {
        const int64_t turn = action == PTO_POP ? number : number - p->slots;
        if (turn < 0) return;
        int32_t low, high;
        if (action == PTO_POP) producers(p->direction, low, high);
        else consumers(p->direction, low, high);
        auto& known = (action == PTO_POP ? gave : freed_at)[p->id][p->direction];
        for (int32_t i = low; i < high; ++i) clock[who].join(known[i][turn % KNOWN]);
        tell_clock(who);
    }

    // Under the lock: how often an event was raised for a core. Vector cores raise one together.
    int64_t raised_for(int32_t who, int32_t event) const {
        int64_t together[PTO_REACHES] = {INT64_MAX, INT64_MAX};
        for (int32_t i = PTO_LANE0; i < members; ++i) {
            for (int32_t r = 0; r < PTO_REACHES; ++r) together[r] = smaller(together[r], raised[i][event][r]);
        }
        const int64_t launch = launched_for(who, event);
        if (who == PTO_CUBE) return launch + together[PTO_CLUSTER];
        return launch + raised[PTO_CUBE][event][PTO_CLUSTER] + together[PTO_LANES];
    }

    // How often all cores of the kind raised an event of the launch.
    int64_t launched_for(int32_t who, int32_t event) const {
        if (member[who]->crew) return crew_raised(member[who], event, who == PTO_CUBE);
        int32_t low, high, least = INT32_MAX;
        range(who == PTO_CUBE, low, high);
        for (int32_t i = low; i < high; ++i) least = smaller(least, member[i]->launched[event]);
        return least;
    }

    // Under the lock: the pipes that raised an event for a core.
    uint8_t pipes_for(int32_t who, int32_t event) const {
        uint8_t all = who == PTO_CUBE ? 0 : raised_on[PTO_CUBE][event][PTO_CLUSTER];
        for (int32_t i = PTO_LANE0; i < members; ++i) {
            all |= raised_on[i][event][who == PTO_CUBE ? PTO_CLUSTER : PTO_LANES];
        }
        if (member[who]->crew) return all | crew_raised_on(member[who], event, who == PTO_CUBE);
        int32_t low, high;
        range(who == PTO_CUBE, low, high);
        for (int32_t i = low; i < high; ++i) all |= member[i]->launched_on[event];
        return all;
    }

    bool over() const { return load(failed) || crew_failed(member[PTO_CUBE]); }

    // Under the lock: somebody waits from here on.
    void waits(int32_t who, const Wait& w) {
        wait[who] = w;
        ++waiting;
        look_for_deadlock();
        crew_sleeps(member[who]);
    }

    // Who fills and who empties: the cube core, or the vector cores from `low` to before `high`.
    void producers(int32_t direction, int32_t& low, int32_t& high) const { range(direction == PTO_C2V, low, high); }
    void consumers(int32_t direction, int32_t& low, int32_t& high) const { range(direction == PTO_V2C, low, high); }
    void range(bool cube, int32_t& low, int32_t& high) const {
        low = cube ? PTO_CUBE : PTO_LANE0;
        high = cube ? PTO_LANE0 : members;
    }

    // Under the lock.
    bool ready(int32_t who, const Wait& w) const {
        if (w.action == PTO_AWAIT) return raised_for(who, w.id) > awaited[who][w.id];
        const Pipe& p = pipe[w.id][w.direction];
        int32_t low, high;
        if (w.action == PTO_PUSH) {
            consumers(w.direction, low, high);
            for (int32_t i = low; i < high; ++i) {
                if (p.pushed[who] - p.freed[i] >= p.slots) return false;
            }
            return true;
        }
        producers(w.direction, low, high);
        for (int32_t i = low; i < high; ++i) {
            if (p.pushed[i] <= p.popped[who]) return false;
        }
        return true;
    }

    // Under the lock: end the waits that are over. True when somebody has to be woken.
    bool release() {
        bool any = false;
        for (int32_t i = 0; i < members; ++i) {
            if (!wait[i].on || !ready(i, wait[i])) continue;
            store(wait[i].on, false);
            --waiting;
            crew_wakes(member[i]);
            any = true;
        }
        return any;
    }

    // Under the lock: when all who are left wait, the first of them reports it.
    void look_for_deadlock() {
        if (live == 0 || waiting < live || over()) return;
        bool elsewhere = false; // another block may raise what it waits for
        for (int32_t i = 0; i < members; ++i) elsewhere |= wait[i].on && wait[i].action == PTO_AWAIT && member[i]->crew;
        if (!elsewhere) report_wait();
    }

    // The first that waits.
    void report_wait() {
        int32_t who = 0;
        while (!wait[who].on) ++who;
        const Wait& w = wait[who];
        if (w.action == PTO_AWAIT) {
            const int32_t what = some_launched(who, w.id) ? 3 : 0;
            pto_raise(&member[who]->core, PTO_FAULT_EVENT, w.location, -1, -1, w.id, 0, PTO_EVENTS, what);
            store(failed, 1);
            return;
        }
        pto_raise(&member[who]->core, PTO_FAULT_PIPE, w.location, -1, w.direction, w.id, 0,
                  pipe[w.id][w.direction].slots, w.action == PTO_PUSH ? PTO_PIPE_PUSH : PTO_PIPE_POP);
        store(failed, 1);
    }

    // Whether some core of the kind raised an event of the launch, be it not all of them.
    bool some_launched(int32_t who, int32_t event) const {
        if (member[who]->crew) return crew_some_raised(member[who], event, who == PTO_CUBE);
        int32_t low, high, most = 0;
        range(who == PTO_CUBE, low, high);
        for (int32_t i = low; i < high; ++i) most = larger(most, member[i]->launched[event]);
        return most > 0;
    }

    void fault(pto_core* core, const pto_pipe* p, int32_t what, int64_t extent, int32_t location) {
        pto_raise(core, PTO_FAULT_PIPE, location, -1, p->direction, p->id, 0, extent, what);
    }

    bool open(pto_core* core, const pto_pipe* wanted, int32_t location) {
        Guard guard(lock);
        Pipe& p = pipe[wanted->id][wanted->direction];
        if (!p.open) {
            p.open = true;
            p.slots = wanted->slots;
            p.local_slots = wanted->local_slots;
            p.slot_size = wanted->slot_size;
            p.base = wanted->base;
            return true;
        }
        bool same = p.slots == wanted->slots && p.local_slots == wanted->local_slots &&
                    p.slot_size == wanted->slot_size && p.base == wanted->base;
        if (!same) fault(core, wanted, PTO_PIPE_OPEN, p.slots, location);
        return same;
    }

    // Until a wait is over, or the group: `may`, under the lock, says whether it begins.
    template <class F> bool wait_for(int32_t who, const Wait& w, F may) {
        {
            Guard guard(lock);
            if (over() || !may()) return false;
            if (!ready(who, w)) waits(who, w);
        }
        if (load(wait[who].on)) sleep_until([&] { return !load(wait[who].on) || over(); });
        return true;
    }

    // Under the lock `step` changes something, if it is legal; whose wait that ends is woken.
    template <class F> bool change_by(F step) {
        bool wake;
        {
            Guard guard(lock);
            if (!step()) return false;
            wake = release();
        }
        if (wake) change.raise(PTO_MEMBERS);
        return true;
    }

    int64_t await(int32_t who, const pto_pipe* wanted, int32_t action, int32_t location) {
        Pipe& p = pipe[wanted->id][wanted->direction];
        const auto may = [&] {
            if (action == PTO_POP && p.popped[who] - p.freed[who] >= p.local_slots) {
                fault(&member[who]->core, wanted, PTO_PIPE_HELD, p.local_slots, location);
                return false;
            }
            p.location[who] = location;
            return true;
        };
        if (!wait_for(who, {true, wanted->id, wanted->direction, action, location}, may)) return -1;
        Guard guard(lock);
        if (over()) return -1;
        const int64_t number = action == PTO_PUSH ? p.pushed[who] : p.popped[who]++;
        learn(who, wanted, action, number);
        return number;
    }

    bool await_event(int32_t who, int32_t event, int32_t pipe_of, int32_t location) {
        if (!wait_for(who, {true, event, 0, PTO_AWAIT, location}, [] { return true; })) return false;
        Guard guard(lock);
        if (over() || !same_pipe(member[who], event, pipes_for(who, event), pipe_of, location)) return false;
        ++awaited[who][event];
        crew_follows(member[who], event, who == PTO_CUBE);
        for (int32_t i = 0; i < members; ++i) clock[who].join(raised_at[event][i]);
        tell_clock(who);
        return true;
    }

    void raise_event(int32_t who, int32_t event, int32_t reach, int32_t pipe_of) {
        change_by([&] {
            ++raised[who][event][reach];
            raised_on[who][event][reach] |= uint8_t(1 << pipe_of);
            hand_on(who, raised_at[event][who]);
            return true;
        });
    }

    // An event of the launch: all cores of the kind, of all blocks, raise it together.
    void raise_launch(int32_t who, int32_t event, int32_t pipe_of) {
        {
            Guard guard(lock);
            hand_on(who, raised_at[event][who]);
            if (!member[who]->crew) count_launched(member[who], event, pipe_of);
        }
        if (member[who]->crew) crew_raises(member[who], event, who == PTO_CUBE, pipe_of);
        else look_again();
    }

    // Something outside of the lock changed.
    void look_again() {
        change_by([] { return true; });
    }

    bool done(int32_t who, const pto_pipe* used, int32_t action, int32_t location) {
        return change_by([&] {
            Pipe& p = pipe[used->id][used->direction];
            if (action == PTO_POP && p.freed[who] == p.popped[who]) {
                fault(&member[who]->core, used, PTO_PIPE_FREE, p.popped[who], location);
                return false;
            }
            int64_t& count = (action == PTO_PUSH ? p.pushed : p.freed)[who];
            Knowledge& given = (action == PTO_PUSH ? gave : freed_at)[used->id][used->direction][who][count % KNOWN];
            given = {};
            hand_on(who, given);
            ++count;
            return true;
        });
    }

    // A short turn on the processor, since the other side is mostly about to be there, then sleep.
    template <class F> void sleep_until(F over) {
        for (int i = 0; i < 64; ++i) {
            if (over()) return;
            pause_cpu();
        }
        for (int i = 0; i < 16; ++i) {
            if (over()) return;
            sched_yield();
        }
        for (;;) {
            uint32_t seen = change.look();
            if (over()) return;
            change.wait(seen, 1000000000);
        }
    }

    // ---- a block ----------------------------------------------------------------------------------------------------

    void run_member(int32_t who) {
        Worker* w = member[who];
        Device* d = w->device;
        const pto_kernel& kernel = program->kernels[w->core.kernel];
        int64_t start = d->clock.now();
        const int64_t loaded = w->loaded, logged = w->core.log_count;
        w->in_kernel = true;
        kernel.entry(&w->core, task->slots, w->core.block, int32_t(task->blocks), larger(0, who - PTO_LANE0));
        w->in_kernel = false;
        if (trace) {
            const int64_t now = d->clock.now(), stored = d->counting ? stored_since(w->core, logged) : 0;
            w->stamps.push({task->id, w->core.kernel, w->core.block, w->core.worker, start, now, w->loaded - loaded, stored});
        }
        stream_fence(); // a kernel may have used streaming stores
        leave_crew(w, w->core.fault.code != PTO_FAULT_NONE, who == PTO_CUBE);
        {
            Guard guard(lock);
            --live;
            if (w->core.fault.code != PTO_FAULT_NONE) store(failed, 1);
            look_for_deadlock();
            ++finished;
        }
        change.raise(PTO_MEMBERS);
    }

    void member_loop(int32_t who) {
        uint32_t seen = 0;
        for (;;) {
            while (begin[who].look() == seen) begin[who].wait(seen, 10000000000);
            seen = begin[who].look();
            if (load(closing)) return;
            run_member(who);
        }
    }

    // The first faulty member, cube core first, or null.
    Worker* run_block(Task* t, const pto_program* of, int32_t traced, const pto_group& row, int64_t block) {
        program = of;
        task = t;
        trace = traced;
        int32_t count = row.member[PTO_LANE1] >= 0 ? 3 : 2;
        for (int32_t i = 0; i < count; ++i) {
            pto_core& core = member[i]->core;
            core.task = t->id;
            core.block = int32_t(block);
            core.kernel = row.member[i];
            core.phase = core.ahead = 0;
            member[i]->crew = member[PTO_CUBE]->crew;
            core.fault.code = PTO_FAULT_NONE;
            // Before anybody starts: the cube core may push into a vector core's memory at once.
            member[i]->device->poison_spaces(member[i], i == PTO_CUBE);
            store(member[i]->block, block);
            if (!member[i]->crew) forget_events(member[i]);
            store(member[i]->task, t);
            for (int32_t k = 0; k < PTO_MEMBERS; ++k) core.member[k] = k < count ? &member[k]->core : nullptr;
        }
        memset(pipe, 0, sizeof pipe);
        memset(wait, 0, sizeof wait);
        memset(raised, 0, sizeof raised);
        memset(raised_on, 0, sizeof raised_on);
        memset(awaited, 0, sizeof awaited);
        memset(raised_at, 0, sizeof raised_at);
        for (int32_t i = 0; i < count; ++i) {
            clock[i] = {};
            clock[i].at[i] = 1;
            tell_clock(i);
        }
        finished = waiting = failed = 0;
        live = count;
        members = count;
        for (int32_t i = PTO_LANE0; i < count; ++i) begin[i].raise(1);
        run_member(PTO_CUBE);
        sleep_until([&] { return load(finished) == members; });
        for (int32_t i = 0; i < count; ++i) {
            for (int32_t k = 0; k < PTO_MEMBERS; ++k) member[i]->core.member[k] = nullptr;
            member[i]->core.clock = 0;
            if (i > 0) store(member[i]->task, static_cast<Task*>(nullptr));
        }
        for (int32_t i = 0; i < count; ++i) {
            if (member[i]->core.fault.code != PTO_FAULT_NONE) return member[i];
        }
        return crew_failed(member[PTO_CUBE]) ? nullptr : left_over();
    }

    // What was pushed is popped and freed when the block ends: the next one starts with empty pipes.
    Worker* left_over() {
        for (int32_t id = 0; id < PTO_PIPES; ++id) {
            for (int32_t direction = 0; direction < 2; ++direction) {
                const Pipe& p = pipe[id][direction];
                int32_t from, to, low, high;
                producers(direction, from, to);
                consumers(direction, low, high);
                for (int32_t i = from; i < to; ++i) {
                    for (int32_t k = low; k < high; ++k) {
                        if (p.pushed[i] == p.freed[k]) continue;
                        int32_t who = p.popped[k] > p.freed[k] ? k : i;
                        pto_raise(&member[who]->core, PTO_FAULT_PIPE, p.location[who], -1, direction, id, 0,
                                  p.pushed[i] - p.freed[k], PTO_PIPE_LEFT);
                        return member[who];
                    }
                }
            }
        }
        return nullptr;
    }
};

// ---- what kernels call ----------------------------------------------------------------------------------------------

inline Worker* worker_of(pto_core* core) { return reinterpret_cast<Worker*>(core); }

// The group and the place in it; false after a fault where the kernel runs alone.
inline bool of_group(pto_core* core, const pto_pipe* p, int32_t location, Group*& group, int32_t& who) {
    group = worker_of(core)->group;
    who = -1;
    for (int32_t i = 0; i < PTO_MEMBERS; ++i) {
        if (core->member[i] == core) who = i;
    }
    if (group && who >= 0) return true;
    pto_raise(core, PTO_FAULT_PIPE, location, -1, p ? p->direction : 0, p ? p->id : 0, 0, 0, PTO_PIPE_ALONE);
    return false;
}

inline char* slot_memory_hook(pto_core* core, int64_t bytes, int32_t location) {
    Group* group;
    int32_t who;
    if (!of_group(core, nullptr, location, group, who)) return nullptr;
    Guard guard(group->lock);
    if (group->slot_bytes < bytes) { // both sides ask for as much, before the first slot is used
        free(group->slots);
        group->slots = static_cast<char*>(aligned_alloc(64, size_t((bytes + 63) / 64 * 64)));
        if (!group->slots) out_of_memory(bytes);
        group->slot_bytes = bytes;
    }
    return group->slots;
}

inline int32_t pipe_open_hook(pto_core* core, const pto_pipe* p, int32_t location) {
    Group* group;
    int32_t who;
    return of_group(core, p, location, group, who) && group->open(core, p, location);
}

inline int64_t pipe_wait_hook(pto_core* core, const pto_pipe* p, int32_t action, int32_t location) {
    Group* group;
    int32_t who;
    return of_group(core, p, location, group, who) ? group->await(who, p, action, location) : -1;
}

inline int32_t pipe_done_hook(pto_core* core, const pto_pipe* p, int32_t action, int32_t location) {
    Group* group;
    int32_t who;
    return of_group(core, p, location, group, who) && group->done(who, p, action, location);
}

// Whether an event exists; false after a fault. `who`: the place in the group, -1 for a kernel that runs alone.
inline bool of_event(pto_core* core, int64_t event, int32_t location, Group*& group, int32_t& who) {
    group = worker_of(core)->group;
    who = -1;
    for (int32_t i = 0; group && i < PTO_MEMBERS; ++i) {
        if (core->member[i] == core) who = i;
    }
    if (event >= 0 && event < PTO_OWN_EVENTS) return true;
    pto_raise(core, PTO_FAULT_EVENT, location, -1, -1, event, 0, PTO_EVENTS, 1);
    return false;
}

bool await_launch(Worker* w, int32_t event, int32_t pipe, int32_t location);
void raise_launch(Worker* w, int32_t event, int32_t pipe);

inline int32_t event_set_hook(pto_core* core, int64_t event, int32_t reach, int32_t pipe, int32_t location) {
    Group* group;
    int32_t who;
    if (!of_event(core, event, location, group, who)) return 0;
    stream_fence();
    if (who < 0 && reach != PTO_LAUNCH) {
        pto_raise(core, PTO_FAULT_EVENT, location, -1, -1, event, 0, PTO_EVENTS, 2);
        return 0;
    }
    if (who < 0) raise_launch(worker_of(core), int32_t(event), pipe);
    else if (reach == PTO_LAUNCH) group->raise_launch(who, int32_t(event), pipe);
    else group->raise_event(who, int32_t(event), reach, pipe);
    return !crew_failed(worker_of(core));
}

inline int32_t event_wait_hook(pto_core* core, int64_t event, int32_t pipe, int32_t location) {
    Group* group;
    int32_t who;
    if (!of_event(core, event, location, group, who)) return 0;
    return who < 0 ? await_launch(worker_of(core), int32_t(event), pipe, location)
                   : group->await_event(who, int32_t(event), pipe, location);
}

// ---- of the device --------------------------------------------------------------------------------------------------

template <class F> inline void Device::each_core(F visit) {
    const auto all = [&](Worker& w) {
        visit(w);
        for (int32_t k = PTO_LANE0; w.group && k < PTO_MEMBERS; ++k) visit(*w.group->member[k]);
    };
    for (int32_t i = 0; i < workers; ++i) all(worker[i]);
    for (int64_t i = 0; i < spare.count; ++i) all(*spare[i]);
}

// The blocks of a part one after the other, each by all members of the worker's group.
inline bool Device::run_group(Worker* w, const Part& part) {
    Task* t = part.task;
    const pto_group& row = program->groups[t->kernel - program->kernel_count];
    if (!w->group && !make_group(w)) {
        stop(STATUS_NO_MEMORY);
        return false;
    }
    int64_t start = clock.now();
    if (w->first == 0) w->first = start;
    bool ok = true;
    for (int64_t b = part.low; ok && b < part.high; ++b) {
        ok = position(t, b) < load_relaxed(stop_at);
        Worker* faulty = ok ? w->group->run_block(t, program, trace, row, b) : nullptr;
        if (!faulty) continue;
        report(faulty, t);
        for (int32_t i = 0; i < PTO_MEMBERS; ++i) w->group->member[i]->core.fault.code = PTO_FAULT_NONE;
        ok = false;
    }
    w->last = clock.now();
    w->busy += w->last - start;
    return ok;
}

} // namespace device
