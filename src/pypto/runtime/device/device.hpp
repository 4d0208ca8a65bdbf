// SPDX-License-Identifier: Apache-2.0
//
// The device: its memory, its workers, and the state of the run that is under way.

#pragma once

#include "order.hpp"
#include "regions.hpp"
#include "scopes.hpp"
#include "tasks.hpp"

#include "pto/program.h"

namespace device {

constexpr int MOST_TAKEN = 16;
constexpr int LINE = 128; // two cache lines: the processor fetches pairs
constexpr int64_t POLL_NS = 20000000;   // how often a waiting caller looks for signals
constexpr int64_t GRACE_NS = 1000000000; // how long a stopped run waits for a block that does not end

// Three functions of the Python library: give up the interpreter's lock, take it again, run signal handlers.
struct Interpreter {
    void* (*save)();
    void (*restore)(void*);
    int (*check_signals)();
};

struct Buffer {
    char* data;
    int64_t bytes;
    int32_t dtype, location; // where the orchestration made it
    int64_t columns;         // its last extent
    bool fresh;              // nobody gave it a content
};

enum Status { STATUS_OK, STATUS_FAULT, STATUS_INTERRUPTED, STATUS_ABANDONED, STATUS_NO_MEMORY, STATUS_RACE };

// Two accesses without an order: `rows` runs of `row_bytes`, `pitch` apart, that both touched; the arguments of the
// tasks that the buffer was.
struct Race {
    pto_write first, second;
    int64_t offset, rows, row_bytes, pitch;
    int32_t first_arg, second_arg;
    Buffer buffer;
};

struct Fault {
    pto_fault what;
    int32_t buffer; // of the argument, or -1
    bool orchestration;
};

// An argument of a task at one moment. `data` is dense and row-major, null where only the description is kept.
struct Dump {
    int32_t task, kernel, arg, after; // after: 0 before the task, 1 when it is done
    pto_view view;                    // rank -1: a scalar, whose bits stand in `offset`
    char* data;
    int64_t bytes;
};

// An edge between tasks; `arg` is -1 for one that the program declared.
struct EdgeNote {
    int32_t producer, consumer, arg, covered; // covered: the consumer's region lies inside the producer's
};

// A task's argument, as it was submitted.
struct ArgumentNote {
    int32_t task, kernel, arg, blocks, manual, unused; // manual: submitted in a manual scope
    pto_view view;
};

// The write log and the block stamps of one run; belongs to the caller until freed.
struct Record {
    int32_t logs;
    int32_t workers;
    Array<pto_write>* log;
    Array<Stamp> stamps;
    Array<Phase> phases;
    Array<Race> races;
    Array<Dump> dumps;
    Array<EdgeNote> edges;
    Array<ArgumentNote> arguments;
    Array<ScopeNote> scopes;
    int64_t peak[RING_KINDS][RINGS], most_regions; // of the rings
};

struct Device {
    // set when opened
    int32_t workers, started;
    Worker* worker;
    int64_t space_bytes; // of one core, all spaces
    int64_t space[PTO_SPACES];
    int64_t vector_bytes, matrix_bytes; // of them: the vector core's space, then those of the matrix core
    Clock clock;
    Interpreter python;
    int32_t spins; // turns of an idle worker before it sleeps

    // set when a run begins
    const pto_program* program;
    int32_t trace; // 1: the times of blocks, 2: those of the workers between them, and of the orchestration
    int32_t dump_level; // 0 nothing, 1 what is marked, 2 everything, 3 descriptions of all and content of what is marked
    bool noting;       // edges and arguments of tasks
    bool counting;     // the bytes of global memory that each block moves
    bool undefined;    // checking: reads of what nobody wrote, too
    bool checking;     // the order of tasks, when the run is over
    bool linked;       // tasks wait for their producers; else they run in the order of submission
    bool shuffled;     // ready tasks and blocks in an order drawn from `random`
    uint64_t random;
    int32_t gated;     // shuffled: nothing starts while the orchestration submits
    pthread_t caller;
    bool orchestrating; // the caller is in the orchestration

    // read by everybody, seldom written; every group of fields below has cache lines of its own
    alignas(LINE) int32_t sleepers;
    int32_t caller_waits, closing;
    int32_t stopped; // the queue gives out nothing any more
    int64_t stop_at; // position of the first block that does not start
    int32_t waiting_tasks; // finished but for their waiting atomic stores
    Status status;
    Lock fault_lock;
    Fault fault;
    int64_t no_memory; // bytes that could not be had

    alignas(LINE) Signal work;
    alignas(LINE) Signal progress;
    alignas(LINE) int32_t hungry; // some worker found nothing to do
    alignas(LINE) int64_t completed;

    alignas(LINE) Queue queue;
    int32_t active; // workers that hold parts of the run

    // atomic stores in order
    alignas(LINE) Lock atomic_lock;
    Task* oldest;      // every task before it is done

    // of the orchestrating thread
    alignas(LINE) int64_t submitted;
    Task* first_task;
    void* python_state;
    Task* held[MOST_TAKEN]; // ready, and not in the queue yet
    int32_t held_count;
    Bump memory;
    Array<Task*> tasks; // by id
    Arena arena;
    Lock spare_lock;
    Array<Worker*> spare; // cores for crews
    Array<Buffer> buffers;
    Regions regions;
    Order order;
    Rings rings;
    Array<Phase> submissions;
    int64_t submitting; // when the task under construction began
    Array<int32_t> earlier; // nodes before the one that is being made
    Array<pto_write> orchestration_log;
    Array<Race> races;
    Lock dump_lock;
    Array<Dump> dumps;
    Array<EdgeNote> edge_notes;
    Array<ArgumentNote> argument_notes;

    // transfers
    struct Piece {
        char* to;
        const char* from; // null: fill with `word`
        int64_t bytes;
        uint64_t word;
        bool streamed;
    };
    Array<Piece> pieces;

    // Whether the edges between tasks are looked for.
    bool tracks() const { return linked || checking || noting; }

    // Calls visit(worker) for every worker, and for the vector cores of its group.
    template <class F> void each_core(F visit);

    // ---- ready list -------------------------------------------------------------------------------------------

    void wake(int count) {
        if (load(sleepers) > 0) work.raise(count);
    }

    void make_ready(Task* t) {
        {
            Guard guard(queue.lock);
            queue.push(t);
        }
        fence(); // the push before the look at the sleepers
        wake(t->blocks > 1 ? workers : 1);
    }

    // Orchestrating thread: tasks enter the queue in small batches while the workers have enough to do.
    void hold_ready(Task* t) {
        if (shuffled) {
            Guard guard(queue.lock);
            queue.push(t);
            return;
        }
        held[held_count++] = t;
        if (held_count == MOST_TAKEN || load_relaxed(hungry)) release_held();
    }

    void release_held() {
        if (held_count == 0) return;
        int64_t blocks = 0;
        store(hungry, 0);
        {
            Guard guard(queue.lock);
            for (int32_t i = 0; i < held_count; ++i) {
                blocks += held[i]->blocks;
                queue.push(held[i]);
            }
        }
        held_count = 0;
        fence(); // the push before the look at the sleepers
        wake(int(smaller<int64_t>(workers, blocks)));
    }

    int take(Worker* self, Part* parts) {
        if (queue.length() == 0) {
            if (!load_relaxed(hungry)) store(hungry, 1);
            return 0;
        }
        Guard guard(queue.lock);
        if (load(stopped) && queue.length() > 0 && !queue.front()->native) queue.clear();
        if (shuffled && queue.length() > 0 && !queue.front()->native) return take_any(self, parts);
        int n = 0;
        int most = int(larger<uint64_t>(1, smaller<uint64_t>(MOST_TAKEN, queue.length() / uint64_t(2 * workers))));
        while (n < most && queue.length() > 0) {
            Task* t = queue.front();
            if (t->blocks == 1) {
                parts[n++] = {t, 0, 1};
                queue.pop();
                continue;
            }
            if (n > 0) break;
            int64_t left = t->blocks - t->next_block;
            if (t->next_block == 0) prepare(self, t);
            const bool crew = !t->native && meets(t); // taken as a whole
            int64_t share = larger<int64_t>(1, left / (4 * workers));
            if (workers == 1 || crew) share = left;
            parts[n++] = {t, t->next_block, t->next_block + share};
            t->next_block += share;
            if (t->next_block == t->blocks) queue.pop();
            break;
        }
        if (n > 0) {
            add(active, 1);
            // Published before the lock opens: whoever takes a later block of the task sees this one under way.
            store(self->block, parts[0].low);
            store(self->task, parts[0].task);
        }
        return n;
    }

    uint64_t draw() { // splitmix64
        uint64_t x = random += 0x9E3779B97F4A7C15u;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
        return x ^ (x >> 31);
    }

    // Under the queue's lock: some block of some ready task. One block runs at a time, so that a seed names one order.
    int take_any(Worker* self, Part* parts) {
        if (load(gated) || load(active) > 0) return 0;
        Task*& first = queue.ring[queue.head & (queue.room - 1)];
        Task*& chosen = queue.ring[(queue.head + draw() % queue.length()) & (queue.room - 1)];
        Task* t = chosen;
        chosen = first;
        first = t;
        if (t->next_block == 0) {
            if (t->blocks > 1) prepare(self, t);
            t->shift = int64_t(draw() % uint64_t(t->blocks));
            do t->leap = 1 + int64_t(draw() % uint64_t(t->blocks));
            while (divisor(t->leap, t->blocks) != 1);
        }
        if (meets(t)) { // taken as a whole
            parts[0] = {t, 0, t->blocks};
            t->next_block = t->blocks;
            queue.pop();
            add(active, 1);
            store(self->block, int64_t(0));
            store(self->task, t);
            return 1;
        }
        const int64_t block = int64_t((unsigned __int128)(t->next_block) * uint64_t(t->leap) % uint64_t(t->blocks));
        const int64_t low = (block + t->shift) % t->blocks;
        parts[0] = {t, low, low + 1};
        if (++t->next_block == t->blocks) queue.pop();
        add(active, 1);
        store(self->block, low);
        store(self->task, t);
        return 1;
    }

    // ---- running ----------------------------------------------------------------------------------------------

    // Blocks in the order in which a single worker would run them.
    static int64_t position(const Task* t, int64_t block) { return (int64_t(t->id) << 32) | block; }

    // Blocks before the fault that were given out still run: so a task's first faulty block is the one reported.
    void report(Worker* w, Task* t) {
        Guard guard(fault_lock);
        const pto_fault& f = w->core.fault;
        int64_t at = position(t, f.block);
        if (at < stop_at) {
            fault.what = f;
            fault.orchestration = false;
            fault.buffer = f.arg >= 0 && f.arg < t->slot_count ? buffer_of(t, f.arg) : -1;
            status = STATUS_FAULT;
            store(stop_at, at);
        }
        store(stopped, 1);
    }

    static int32_t buffer_of(const Task* t, int32_t arg) {
        for (int32_t i = 0; i < t->tensor_count; ++i) {
            if (t->tensors[i].arg == arg) return t->tensors[i].buffer;
        }
        return -1;
    }

    // What no block wrote is never zero: a kernel that forgets to initialise shall not pass by luck. Each word is a
    // signalling NaN as FP32 and twice one as 16-bit float. Later blocks find what earlier ones left, as on a chip.
    void poison_spaces(Worker* w, int32_t cube) {
        if (w->poisoned[cube]) return;
        w->poisoned[cube] = true;
        char* begin = static_cast<char*>(w->spaces) + (cube ? vector_bytes : 0);
        fill(begin, cube ? matrix_bytes : vector_bytes, repeated(0x7FA57FA5u, 4), false);
    }

    // Once per task, when all it waits for is done and before its first block.
    void prepare(Worker* w, Task* t) {
        if (t->predicate) t->skipped = !holds(w, t);
        if (dump_level > 0) dump(t, 0);
    }
    void dump(const Task* t, int32_t after);

    bool holds(Worker* w, const Task* t) {
        const Predicate& p = *t->predicate;
        int64_t x = 0;
        switch (p.dtype) {
        case PTO_INT8: x = *reinterpret_cast<const int8_t*>(p.element); break;
        case PTO_INT16: x = *reinterpret_cast<const int16_t*>(p.element); break;
        case PTO_INT32: x = *reinterpret_cast<const int32_t*>(p.element); break;
        default: x = *reinterpret_cast<const int64_t*>(p.element); break;
        }
        if (checking) { // before all blocks of the task
            const int64_t bytes = element_bytes(p.dtype);
            w->reads.push({p.buffer, t->id, p.location, 1, p.offset, bytes, bytes, 0, -1, -1, PTO_READ});
        }
        switch (p.test) {
        case PTO_EQ: return x == p.number;
        case PTO_NE: return x != p.number;
        case PTO_LT: return x < p.number;
        case PTO_LE: return x <= p.number;
        case PTO_GT: return x > p.number;
        default: return x >= p.number;
        }
    }

    // False when the run was stopped on the way.
    bool run_part(Worker* w, const Part& part) {
        Task* t = part.task;
        if (t->native) {
            for (int64_t b = part.low; b < part.high; ++b) t->native(this, b);
            return true;
        }
        if (t->blocks == 1) prepare(w, t);
        if (t->kernel < 0 || t->skipped) return true;
        if (!w->crew && meets(t)) return run_crew(w, t);
        if (t->kernel >= program->kernel_count) return run_group(w, part);
        pto_core& core = w->core;
        core.task = t->id;
        core.kernel = t->kernel;
        store(w->block, part.low);
        store(w->task, t);
        const pto_kernel& kernel = program->kernels[t->kernel];
        pto_entry entry = kernel.entry;
        poison_spaces(w, kernel.cube);
        int64_t start = clock.now();
        int64_t begin = start;
        if (w->first == 0) w->first = start;
        bool ok = true;
        w->in_kernel = true;
        for (int64_t b = part.low; b < part.high; ++b) {
            if (position(t, b) >= load_relaxed(stop_at)) {
                ok = false;
                break;
            }
            core.block = int32_t(b);
            core.phase = core.ahead = 0;
            if (!w->crew) forget_events(w);
            store(w->block, b);
            const int64_t loaded = w->loaded, logged = core.log_count;
            entry(&core, t->slots, int32_t(b), int32_t(t->blocks), 0);
            if (core.fault.code != PTO_FAULT_NONE) {
                core.fault.task = t->id;
                core.fault.block = int32_t(b);
                core.fault.kernel = t->kernel;
                report(w, t);
                core.fault.code = PTO_FAULT_NONE;
                ok = false;
                break;
            }
            if (trace) {
                const int64_t now = clock.now();
                const int64_t stored = counting ? stored_since(core, logged) : 0;
                w->stamps.push({t->id, t->kernel, int32_t(b), core.worker, begin, now, w->loaded - loaded, stored});
                begin = counting ? clock.now() : now;
            }
        }
        w->in_kernel = false;
        int64_t end = clock.now();
        w->busy += end - start;
        w->last = end;
        stream_fence(); // a kernel may have used streaming stores
        return ok;
    }

    bool run_group(Worker* w, const Part& part);
    bool make_group(Worker* w);
    bool run_crew(Worker* w, Task* t);

    // Whether a task's cores wait for each other: they all run at once then.
    bool meets(const Task* t) const {
        if (t->kernel < 0 || t->skipped) return false;
        if (t->kernel < program->kernel_count) return t->blocks > 1 && program->kernels[t->kernel].barriers;
        for (int32_t member : program->groups[t->kernel - program->kernel_count].member) {
            if (member >= 0 && program->kernels[member].barriers) return true;
        }
        return false;
    }

    // The blocks of a part are finished. Returns a one-block task that became ready and that the caller shall run.
    Task* finish(Task* t, int64_t blocks, int64_t& ended) {
        if (t->blocks > 1 && add(t->blocks_left, -blocks) != 0) return nullptr;
        if (t->native) {
            store(t->successors, done_mark());
            if (load(caller_waits)) progress.raise(1);
            return nullptr;
        }
        return complete(t, ended);
    }

    Task* complete(Task* t, int64_t& ended);
    Task* publish(Task* t, bool keep);
    void settle();
    void advance();
    bool is_turn(const Worker* w) const;
    void flush(Task* t, int64_t last_block);
    void atomic_store(Worker* w, const pto_atomic* a);

    bool work_once(Worker* w) {
        Part parts[MOST_TAKEN];
        const int64_t asked = trace > 1 ? clock.now() : 0;
        int n = take(w, parts);
        if (n == 0) return false;
        if (trace > 1) w->phases.push({w->core.worker, PHASE_DISPATCH, n, 0, asked, clock.now()});
        int64_t ended = 0;
        for (int i = 0; i < n; ++i) {
            Part part = parts[i];
            while (part.task && run_part(w, part)) {
                const Task* done = part.task;
                const int64_t ran = trace > 1 ? clock.now() : 0;
                Task* next = finish(part.task, part.high - part.low, ended);
                if (trace > 1 && !done->native) {
                    const int32_t kind = done->skipped ? PHASE_SKIP : done->kernel < 0 ? PHASE_JOIN : PHASE_COMPLETE;
                    w->phases.push({w->core.worker, kind, done->id, 0, ran, clock.now()});
                }
                part = {next, 0, 1};
            }
        }
        store(w->task, static_cast<Task*>(nullptr));
        if (ended > 0) add(completed, ended);
        if (add(active, -1) == 0 || load(stopped)) {
            if (load(caller_waits)) progress.raise(1);
        }
        return true;
    }

    void work_loop(Worker* w) {
        while (!load(closing)) {
            bool worked = false;
            for (int32_t i = 0; i < spins && !worked; ++i) {
                worked = work_once(w);
                if (!worked) pause_cpu();
                if (!worked && (i & 255) == 255) sched_yield();
            }
            if (worked) continue;
            uint32_t seen = work.look();
            add(sleepers, 1);
            if (queue.length() == 0 && !load(closing)) work.wait(seen, 10000000000);
            add(sleepers, -1);
        }
    }

    // ---- waiting (calling thread) -----------------------------------------------------------------------------

    // Signal handlers run here; true when one of them raised.
    bool interrupted() {
        if (!python.check_signals) return false;
        python.restore(python_state);
        int raised = python.check_signals();
        python_state = python.save();
        return raised != 0;
    }

    void stop(Status why) {
        Guard guard(fault_lock);
        if (status == STATUS_OK || why == STATUS_INTERRUPTED) status = why;
        store(stop_at, int64_t(-1));
        store(stopped, 1);
    }

    // Wait until ready() holds. False when a stopped run has a block that does not end.
    template <class F> bool wait_until(F ready) {
        if (!shuffled) return wait_for(ready);
        store(gated, 0);
        fence(); // the gate before the look at the sleepers
        wake(workers);
        const bool ended = wait_for([&] { return (load(completed) == submitted || load(stopped)) && ready(); });
        store(gated, 1);
        return ended;
    }

    template <class F> bool wait_for(F ready) {
        release_held();
        for (int i = 0; i < 2000; ++i) {
            if (ready()) return true;
            pause_cpu();
            if ((i & 127) == 127) sched_yield();
        }
        int64_t polled = wall_ns(), stopped_at = 0;
        for (;;) {
            uint32_t seen = progress.look();
            store(caller_waits, 1);
            fence();
            if (ready()) break;
            progress.wait(seen, POLL_NS);
            int64_t now = wall_ns();
            if (now - polled >= POLL_NS && stopped_at == 0) {
                polled = now;
                if (interrupted()) {
                    stop(STATUS_INTERRUPTED);
                    stopped_at = now;
                }
            }
            if (stopped_at == 0 && load(stopped) && status != STATUS_FAULT) stopped_at = now;
            if (stopped_at != 0 && now - stopped_at > GRACE_NS && !ready()) {
                store(caller_waits, 0);
                return false;
            }
        }
        store(caller_waits, 0);
        return true;
    }

    bool idle() {
        Guard guard(queue.lock);
        return load(active) == 0;
    }
};

} // namespace device
