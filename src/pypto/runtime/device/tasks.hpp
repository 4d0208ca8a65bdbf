// SPDX-License-Identifier: Apache-2.0
//
// Tasks, the ready list and the workers that stand for cores.
//
// A task is ready when its count of unfinished producers is zero. Ready tasks stand in one queue; a worker takes a run
// of blocks of the task in front, or several one-block tasks at once, so that tiny blocks cost little. With one worker
// tasks run exactly in the order of submission, which is always a legal order.

#pragma once

#include "memory.hpp"

namespace device {

struct Device;

struct Edge {
    struct Task* task;
    Edge* next;
};

// Stands in `Task.successors` once the task is done: nobody may add an edge any more.
inline Edge* done_mark() { return reinterpret_cast<Edge*>(uintptr_t(1)); }

// Payload of an atomic store that waits for its turn.
struct Deferred {
    Deferred* next;
    int64_t block;
    pto_atomic store;
    pto_gm gm;
};

// The waiting stores of one task from one worker: blocks never fall along the list.
struct Lane {
    Deferred *first, *last;
};

// What decides, when its task is ready, whether it runs.
struct Predicate {
    const char* element;
    int32_t dtype, test, buffer, location;
    int64_t number, offset;
};

struct Task {
    int32_t id, kernel, location, slot_count, tensor_count;
    int64_t blocks;
    int64_t next_block;    // first block not taken; under the queue's lock
    int64_t leap, shift;   // of a shuffled task: its n-th block to run is (n * leap + shift) % blocks
    int64_t blocks_left;   // not finished
    int32_t pending;       // unfinished producers, and one while it is being submitted
    int32_t last_consumer; // the task that last got an edge from this one; orchestrating thread only
    int32_t node;          // its place in the order of the run
    Edge* successors;
    Task* next;    // submitted after this one
    Lane* lanes;   // one per worker, where some atomic store had to wait; under the atomic lock
    bool finished; // but for its waiting stores; under the atomic lock
    bool skipped;  // its predicate did not hold
    Predicate* predicate;
    struct pto_view* views; // of its tensors, where a run keeps them
    uint32_t dumped;        // tensors whose content is kept, by bits of their order
    uint64_t* slots;
    pto_gm* tensors;
    void (*native)(Device*, int64_t block); // a transfer instead of a kernel

    bool done() const { return load(successors) == done_mark(); }
};

struct Part {
    Task* task;
    int64_t low, high;
};

// `loaded` and `stored`: bytes of global memory, where they are counted.
struct Stamp {
    int32_t task, kernel, block, worker;
    int64_t start, end, loaded, stored;
};

// What a worker, or the orchestration (-1), did between blocks; `what` counts the parts that were taken, or is a task.
enum { PHASE_SUBMIT, PHASE_DISPATCH, PHASE_COMPLETE, PHASE_JOIN, PHASE_SKIP };
struct Phase {
    int32_t worker, kind, what, unused;
    int64_t start, end;
};

struct Worker {
    pto_core core; // first: a kernel's `pto_core*` is the worker
    Device* device;
    pthread_t thread;
    struct Group* group; // that it is a member of, once there is one
    struct Crew* crew;   // whose block it runs, if it does
    Lane late;           // atomic stores that wait for the crew's next barrier
    Lane sent;           // those handed over with events of the launch, each event a mark behind them; under the crew's lock
    // Events of the launch that it raised, those that it awaited outside of groups, and the one that it waits for there.
    int32_t launched[PTO_EVENTS], awaited[PTO_EVENTS];
    uint8_t launched_on[PTO_EVENTS]; // the pipes that raised each, a bit for each
    bool waits;
    int32_t waits_for, waits_at;
    void* spaces;
    void* signal_stack;
    // what it works on, for the order of atomic stores
    Task* task;
    int64_t block;
    // of this run
    bool in_kernel;
    bool poisoned[2]; // the spaces of its vector core, of its matrix core
    int64_t busy, first, last;
    Array<Stamp> stamps;
    Array<Phase> phases;
    int64_t loaded;         // bytes of global memory, where they are counted
    Array<pto_write> reads; // where the order of tasks is checked
    int32_t recent[256];    // some of them, by a hash of place and line
};

inline void forget_events(Worker* w) {
    memset(w->launched, 0, sizeof w->launched);
    memset(w->launched_on, 0, sizeof w->launched_on);
    memset(w->awaited, 0, sizeof w->awaited);
    w->waits = false;
}

inline void count_launched(Worker* w, int32_t event, int32_t pipe) {
    ++w->launched[event];
    w->launched_on[event] |= uint8_t(1 << pipe);
}

// A wait names the pipe that raises the event; false after a fault.
inline bool same_pipe(Worker* w, int32_t event, uint8_t raised_on, int32_t pipe, int32_t location) {
    if (raised_on >> pipe & 1) return true;
    pto_raise(&w->core, PTO_FAULT_EVENT, location, -1, -1, event, 0, raised_on, 4);
    return false;
}

// What a block stored: its records are those from `first` on.
inline int64_t stored_since(const pto_core& core, int64_t first) {
    int64_t bytes = 0;
    for (int64_t i = first; i < core.log_count; ++i) bytes += core.log[i].rows * core.log[i].row_bytes;
    return bytes;
}

// Ready tasks in a ring.
struct Queue {
    Lock lock;
    Task** ring = nullptr;
    uint64_t head = 0, tail = 0, room = 0;

    uint64_t length() const { return load_relaxed(tail) - load_relaxed(head); }
    void push(Task* t) {
        if (tail - head == room) {
            uint64_t bigger = room ? room * 2 : 1024;
            Task** next = static_cast<Task**>(grab(nullptr, int64_t(bigger * sizeof(Task*))));
            for (uint64_t i = head; i != tail; ++i) next[i & (bigger - 1)] = ring[i & (room - 1)];
            free(ring);
            ring = next;
            room = bigger;
        }
        ring[tail & (room - 1)] = t;
        store(tail, tail + 1);
    }
    Task* front() const { return ring[head & (room - 1)]; }
    void pop() { store(head, head + 1); }
    void clear() { store(head, tail); }
};

} // namespace device
