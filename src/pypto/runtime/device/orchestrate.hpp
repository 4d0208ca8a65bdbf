// SPDX-License-Identifier: Apache-2.0
//
// The functions an orchestration calls: parameters, scratch tensors, tasks and their edges, single elements.

#pragma once

#include "atomics.hpp"
#include "dump.hpp"

#include <setjmp.h>

namespace device {

// What memory an argument is.
enum Place { PLACE_HOST, PLACE_RESIDENT, PLACE_UNWRITTEN };

// The argument as Python packs it; direction -1 is a scalar, whose bits stand in `host`. A resident argument is device
// memory already: it is used where it lies, and nobody fills or copies it. Unwritten: resident, without a content.
struct Argument {
    int64_t direction, dtype, rank, host;
    int64_t shape[PTO_RANK];
    int64_t place;
};

struct Run {
    Device* device;
    const Argument* arguments;
    int64_t polled;
    jmp_buf way_out; // where a stopped run leaves the orchestration

    int32_t manual; // in a manual scope

    // the task under construction
    int32_t kernel, location;
    int64_t blocks;
    Predicate* predicate;
    uint32_t marked;
    Array<pto_view> views;
    Array<int32_t> consumers; // per consumed region: the argument
    Array<uint64_t> slots;
    Array<pto_gm> tensors;
    Array<Region> produced;
    Array<Region> consumed;
    Array<bool> replaces; // per consumed region: its task waits and writes, so it retires what it covers
    Array<Task*> producers;

    void release() {
        slots.release();
        tensors.release();
        produced.release();
        consumed.release();
        replaces.release();
        producers.release();
        views.release();
        consumers.release();
    }
};

// A stopped run ends here and now: a loop of the orchestration could go on for long, or for ever. Orchestrations hold
// nothing that needs a destructor.
[[noreturn]] inline void leave(Run* run) { longjmp(run->way_out, 1); }

inline void leave_if_stopped(Run* run) {
    if (load_relaxed(run->device->stopped)) leave(run);
}

inline Run* self(void* run) { return static_cast<Run*>(run); }

inline int64_t view_bytes(const pto_view& v) {
    int64_t last = 0;
    for (int32_t i = 0; i < v.rank; ++i) {
        if (v.shape[i] <= 0) return 0;
        last += (v.shape[i] - 1) * v.stride[i];
    }
    return (last + 1) * element_bytes(v.dtype);
}

inline void dense(pto_view& v) {
    int64_t stride = 1;
    for (int32_t i = v.rank - 1; i >= 0; --i) {
        v.stride[i] = stride;
        stride *= v.shape[i];
    }
}

inline void fail_run(Run* run, int32_t code, int32_t kernel, int32_t arg, int32_t axis, int64_t begin, int64_t size,
                     int64_t extent, int32_t buffer, int32_t location, int64_t value = 0) {
    Device* d = run->device;
    Guard guard(d->fault_lock);
    if (d->status == STATUS_OK) {
        d->status = STATUS_FAULT;
        d->fault.orchestration = true;
        d->fault.buffer = buffer;
        pto_fault& f = d->fault.what;
        f = {code, location, arg, axis, int32_t(d->submitted), -1, kernel, begin, size, extent, value};
        store(d->stop_at, int64_t(-1));
    }
    store(d->stopped, 1);
}

inline pto_view orch_param(void* r, int32_t index) {
    const Argument& a = self(r)->arguments[index];
    pto_view v;
    memset(&v, 0, sizeof v);
    v.buffer = index;
    v.dtype = int32_t(a.dtype);
    v.rank = int32_t(a.rank);
    for (int32_t i = 0; i < v.rank; ++i) v.shape[i] = a.shape[i];
    dense(v);
    return v;
}

inline uint64_t orch_scalar(void* r, int32_t index) { return uint64_t(self(r)->arguments[index].host); }

inline void add_buffer(Device* d, char* data, int64_t bytes, int32_t dtype, int64_t columns, int32_t location,
                       bool fresh) {
    d->buffers.push({data, bytes, dtype, location, columns, fresh});
    d->regions.add_buffer();
}

// Something that the innermost scope holds from now on; the run ends where its ring has no room.
inline void hold(Run* run, int32_t kind, int64_t amount, int32_t kernel, int32_t location) {
    Rings& rings = run->device->rings;
    if (!rings.counting) return;
    if (!rings.fits(kind, amount)) {
        const int32_t ring = rings.ring();
        fail_run(run, PTO_FAULT_RING, kernel, -1, ring, rings.filled(kind, amount), amount, rings.limit[kind][ring], -1,
                 location, kind);
        leave(run);
    }
    rings.take(kind, amount);
}

inline pto_view orch_create(void* r, int32_t dtype, int32_t rank, const int64_t* shape, int32_t flags,
                            int32_t has_init, uint64_t init_bits, int32_t location) {
    Run* run = self(r);
    Device* d = run->device;
    pto_view v;
    memset(&v, 0, sizeof v);
    v.buffer = int32_t(d->buffers.count);
    v.dtype = dtype;
    v.rank = rank;
    v.flags = flags;
    int64_t bytes = element_bytes(dtype);
    for (int32_t i = 0; i < rank; ++i) {
        if (shape[i] < 0) {
            fail_run(run, PTO_FAULT_VALID_SHAPE, -1, -1, i, 0, shape[i], 0, -1, location);
            leave(run);
        }
        v.shape[i] = shape[i];
        if (__builtin_mul_overflow(bytes, v.shape[i], &bytes)) bytes = INT64_MAX / 2;
    }
    dense(v);
    hold(run, RING_TASKS, 1, -1, location); // a scratch tensor stands for a task of its own
    hold(run, RING_HEAP, bytes, -1, location);
    char* data = d->arena.take(smaller(bytes, INT64_MAX / 4));
    if (!data) {
        d->no_memory = bytes;
        d->fault.orchestration = true;
        d->fault.what.location = location;
        d->stop(STATUS_NO_MEMORY);
        leave(run);
    }
    uint64_t word = repeated(has_init ? init_bits : poison_bits(dtype), element_bytes(dtype));
    if (bytes > 0) fill(data, bytes, word, bytes >= STREAM_FROM);
    add_buffer(d, data, bytes, dtype, rank > 0 ? v.shape[rank - 1] : 1, location, !has_init);
    return v;
}

inline void orch_task(void* r, int32_t kernel, int64_t blocks, int32_t location) {
    Run* run = self(r);
    run->kernel = kernel;
    run->blocks = blocks;
    run->location = location;
    if (run->device->trace > 1) run->device->submitting = run->device->clock.now();
    run->predicate = nullptr;
    run->marked = 0;
    run->views.clear();
    run->consumers.clear();
    run->slots.clear();
    run->tensors.clear();
    run->produced.clear();
    run->consumed.clear();
    run->replaces.clear();
    run->producers.clear();
}

inline void orch_tensor(void* r, const pto_view* v, int32_t direction) {
    Run* run = self(r);
    Device* d = run->device;
    const Buffer& buffer = d->buffers[v->buffer];
    int64_t begin = v->offset * element_bytes(v->dtype), bytes = view_bytes(*v);
    int32_t arg = int32_t(run->slots.count);
    if (begin < 0 || begin + bytes > buffer.bytes) {
        fail_run(run, PTO_FAULT_BUFFER, run->kernel, arg, -1, begin, bytes, buffer.bytes, v->buffer, run->location);
        leave(run);
    }
    run->slots.push(uint64_t(run->tensors.count)); // becomes a pointer when the task is made
    run->tensors.push({buffer.data + begin, begin, buffer.bytes - begin, v->buffer, arg});
    if (d->dump_level > 0 || d->noting) run->views.push(*v);
    if (direction == PTO_NO_DEP || v->flags != 0) {
        d->regions.buffers[v->buffer].untracked = true;
        return;
    }
    Region region = region_of(*v);
    if (region.empty) return;
    if (direction != PTO_OUT && d->tracks()) {
        run->consumed.push(region);
        run->replaces.push(direction == PTO_INOUT);
        run->consumers.push(arg);
    }
    if (direction != PTO_IN) run->produced.push(region);
}

inline void orch_value(void* r, uint64_t bits) { self(r)->slots.push(bits); }

inline void orch_dep(void* r, int64_t id) {
    Run* run = self(r);
    Device* d = run->device;
    if (id == -1) return;
    if (id < 0 || id >= d->tasks.count) {
        fail_run(run, PTO_FAULT_DEP, run->kernel, -1, -1, id, 0, d->tasks.count, -1, run->location);
        leave(run);
    }
    if (d->tracks()) run->producers.push(d->tasks[id]);
}

inline void connect(Device* d, Task* producer, Task* consumer) {
    if (producer->last_consumer == consumer->id || producer == consumer) return;
    producer->last_consumer = consumer->id;
    Edge* seen = load(producer->successors);
    if (seen == done_mark()) return;
    Edge* edge = d->memory.make<Edge>();
    edge->task = consumer;
    add(consumer->pending, 1);
    do {
        if (seen == done_mark()) {
            add(consumer->pending, -1);
            return;
        }
        edge->next = seen;
    } while (!__atomic_compare_exchange_n(&producer->successors, &seen, edge, false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST));
}

// The new task comes after all producers of an entry. Many of them share a node, however many tasks read it.
inline void follow(Device* d, Entry* entry, bool retires) {
    if (entry->fresh && (entry->fresh->next || entry->join >= 0)) {
        const int32_t join = d->order.add_node();
        if (entry->join >= 0) d->order.add_edge(entry->join);
        for (Producer* p = entry->fresh; p; p = p->next) d->order.add_edge(p->task->node);
        entry->join = join;
        entry->fresh = nullptr;
    }
    if (entry->join >= 0) d->earlier.push(entry->join);
    else if (entry->fresh) d->earlier.push(entry->fresh->task->node);
    if (retires) {
        entry->join = -1;
        entry->fresh = nullptr;
    }
}

// Whether `inner` lies within an entry's region.
inline bool within(const Region& inner, const Entry* entry) {
    Region outer = inner;
    outer.shape = *entry->shape;
    outer.begin = entry->begin;
    return compare(outer, inner.shape, inner.begin) == Overlap::COVERED;
}

inline void consume(Device* d, const Region& region, bool replaces, Task* consumer, int32_t arg) {
    d->regions.meet(region, [&](Entry* entry, Overlap overlap) {
        const bool retires = replaces && overlap == Overlap::COVERED;
        if (d->checking) follow(d, entry, retires);
        if (d->noting) {
            const int32_t inside = within(region, entry);
            for (Producer* p = entry->producers; p; p = p->next)
                d->edge_notes.push({p->task->id, consumer->id, arg, inside});
        }
        if (!d->linked && !(d->noting && retires)) return;
        Producer** link = &entry->producers;
        while (*link) {
            Producer* p = *link;
            if (d->noting || !p->task->done()) {
                if (d->linked) connect(d, p->task, consumer);
                if (!retires) {
                    link = &p->next;
                    continue;
                }
            }
            *link = p->next; // done, or whoever waits for the new writer waits for this one too
        }
    });
}

inline Task* new_task(Run* run) {
    Device* d = run->device;
    int64_t tensors = run->tensors.count, slots = run->slots.count;
    Task* t = static_cast<Task*>(
        d->memory.take(int64_t(sizeof(Task)) + tensors * int64_t(sizeof(pto_gm)) + slots * int64_t(sizeof(uint64_t))));
    memset(t, 0, sizeof *t);
    t->id = int32_t(d->tasks.count);
    t->kernel = run->kernel;
    t->location = run->location;
    t->predicate = run->predicate;
    if (run->blocks <= 0) t->kernel = -1; // nothing runs, but what waits for it waits for what it waits for
    t->blocks = t->blocks_left = t->kernel < 0 ? 1 : run->blocks;
    t->pending = 1;
    t->last_consumer = -1;
    t->slot_count = int32_t(slots);
    t->tensor_count = int32_t(tensors);
    t->tensors = reinterpret_cast<pto_gm*>(t + 1);
    t->slots = reinterpret_cast<uint64_t*>(t->tensors + tensors);
    for (int64_t i = 0; i < slots; ++i) t->slots[i] = run->slots[i];
    for (int64_t i = 0; i < tensors; ++i) {
        t->tensors[i] = run->tensors[i];
        t->slots[run->tensors[i].arg] = uint64_t(reinterpret_cast<uintptr_t>(&t->tensors[i]));
    }
    if (run->views.count > 0) {
        t->views = d->memory.make<pto_view>(run->views.count);
        for (int64_t i = 0; i < run->views.count; ++i) t->views[i] = run->views[i];
        t->dumped = d->dump_level == 2 ? ~0u : run->marked;
    }
    if (d->noting) {
        if (tensors == 0) d->argument_notes.push({t->id, t->kernel, -1, int32_t(t->blocks), run->manual, 0, {}});
        for (int64_t i = 0; i < tensors; ++i)
            d->argument_notes.push({t->id, t->kernel, t->tensors[i].arg, int32_t(t->blocks), run->manual, 0, run->views[i]});
    }
    return t;
}

inline void refuse(Run* run, int32_t code, bool wrong, int64_t given, int64_t limit) {
    if (!wrong) return;
    fail_run(run, code, run->kernel, -1, -1, given, 0, limit, -1, run->location);
    leave(run);
}

inline int64_t orch_submit(void* r) {
    Run* run = self(r);
    Device* d = run->device;
    leave_if_stopped(run);
    int32_t kernels = d->program->kernel_count + d->program->group_count;
    refuse(run, PTO_FAULT_KERNEL, run->kernel < -1 || run->kernel >= kernels, run->kernel, kernels);
    refuse(run, PTO_FAULT_BLOCKS, run->blocks > INT32_MAX, run->blocks, INT32_MAX);
    refuse(run, PTO_FAULT_TASKS, d->tasks.count == INT32_MAX, d->tasks.count, INT32_MAX);
    hold(run, RING_TASKS, 1, run->kernel, run->location);
    const int64_t edges = d->edge_notes.count;
    Task* t = new_task(run);
    Task* last = d->tasks.count > 0 ? d->tasks[d->tasks.count - 1] : nullptr;
    d->tasks.push(t);
    ++d->submitted;
    if (last) store(last->next, t);
    else store(d->first_task, t);
    for (int64_t i = 0; i < run->consumed.count; ++i) consume(d, run->consumed[i], run->replaces[i], t, run->consumers[i]);
    for (int64_t i = 0; i < run->producers.count; ++i) {
        if (d->checking) d->earlier.push(run->producers[i]->node);
        if (d->noting) d->edge_notes.push({run->producers[i]->id, t->id, -1, 0});
        if (d->linked) connect(d, run->producers[i], t);
    }
    t->node = d->order.add_node();
    for (int64_t i = 0; i < d->earlier.count; ++i) d->order.add_edge(d->earlier[i]);
    d->earlier.clear();
    hold(run, RING_EDGES, d->edge_notes.count - edges, run->kernel, run->location);
    if (d->rings.counting) d->rings.take_regions(run->produced.count);
    for (int64_t i = 0; i < run->produced.count; ++i) d->regions.add(run->produced[i], t);
    if (!d->linked || add(t->pending, -1) == 0) d->hold_ready(t);
    if (d->trace > 1) d->submissions.push({-1, PHASE_SUBMIT, t->id, 0, d->submitting, d->clock.now()});
    if ((t->id & 1023) == 1023) {
        int64_t now = wall_ns();
        if (now - run->polled > POLL_NS) {
            run->polled = now;
            if (d->interrupted()) d->stop(STATUS_INTERRUPTED);
            leave_if_stopped(run);
        }
    }
    return t->id;
}

inline int64_t orch_join(void* r) { return orch_submit(r); }

inline void orch_fail(void* r, int32_t axis, int64_t begin, int64_t size, int32_t location) {
    fail_run(self(r), PTO_FAULT_SLICE, -1, -1, axis, begin, size, 0, -1, location);
    leave(self(r));
}

// The element's address.
inline char* element(Run* run, const pto_view& v, const int64_t* index, int32_t code, int32_t location) {
    const Buffer& buffer = run->device->buffers[v.buffer];
    int64_t at = v.offset;
    for (int32_t i = 0; i < v.rank; ++i) {
        if (index[i] < 0 || index[i] >= v.shape[i]) {
            fail_run(run, code, -1, -1, i, index[i], 1, v.shape[i], v.buffer, location);
            leave(run);
        }
        at += index[i] * v.stride[i];
    }
    int64_t bytes = element_bytes(v.dtype);
    if (at < 0 || (at + 1) * bytes > buffer.bytes) {
        fail_run(run, PTO_FAULT_BUFFER, -1, -1, -1, at * bytes, bytes, buffer.bytes, v.buffer, location);
        leave(run);
    }
    return buffer.data + at * bytes;
}

inline void wait_for_all(Run* run) {
    Device* d = run->device;
    d->wait_until([&] { return load(d->completed) == d->submitted || load(d->stopped); });
    leave_if_stopped(run);
    d->order.wait_for_all();
}

inline uint64_t orch_read(void* r, const pto_view* v, const int64_t* index, int32_t location) {
    Run* run = self(r);
    Device* d = run->device;
    const char* at = element(run, *v, index, PTO_FAULT_READ_BOUNDS, location);
    if (d->regions.buffers[v->buffer].untracked) {
        wait_for_all(run);
    } else {
        pto_view one = *v;
        one.rank = 0;
        one.offset = (at - d->buffers[v->buffer].data) / element_bytes(v->dtype);
        d->regions.meet(region_of(one), [&](Entry* entry, Overlap) {
            if (d->checking) follow(d, entry, false);
            for (Producer* p = entry->producers; p; p = p->next) {
                d->wait_until([&] { return p->task->done() || load(d->stopped); });
            }
        });
        leave_if_stopped(run);
        d->order.wait_for(d->earlier);
        d->earlier.clear();
    }
    uint64_t bits = 0;
    memcpy(&bits, at, size_t(element_bytes(v->dtype)));
    return bits;
}

// Every task submitted so far comes first: readers of the old value as well as writers.
inline void orch_write(void* r, const pto_view* v, const int64_t* index, uint64_t bits, int32_t location) {
    Run* run = self(r);
    Device* d = run->device;
    char* at = element(run, *v, index, PTO_FAULT_WRITE_BOUNDS, location);
    wait_for_all(run);
    int64_t bytes = element_bytes(v->dtype);
    memcpy(at, &bits, size_t(bytes));
    d->buffers[v->buffer].fresh = false; // what it reaches is not looked at
    d->orchestration_log.push({v->buffer, int32_t(d->submitted), location, 1, at - d->buffers[v->buffer].data, bytes,
                               bytes, -1, -1, 0, PTO_WROTE});
}

inline void orch_predicate(void* r, const pto_view* v, const int64_t* index, int32_t test, int64_t number,
                           int32_t location) {
    Run* run = self(r);
    Device* d = run->device;
    const char* at = element(run, *v, index, PTO_FAULT_READ_BOUNDS, location);
    run->predicate = d->memory.make<Predicate>();
    *run->predicate = {at, v->dtype, test, v->buffer, location, number, at - d->buffers[v->buffer].data};
}

inline void orch_dump(void* r, uint32_t marked) { self(r)->marked = marked; }

inline int32_t orch_cores(void* r, int32_t cube) { return self(r)->device->program->cores[cube ? 0 : 1]; }

// Scratch tensors live until the call ends: a scope gives back in the count alone.
inline void orch_scope(void* r, int32_t enter, int32_t location) {
    self(r)->manual = enter == 2; // nothing lies inside a manual scope
    Rings& rings = self(r)->device->rings;
    if (enter) rings.enter(location);
    else rings.leave();
}

inline pto_orch functions(Run* run) {
    return {run,        orch_param, orch_scalar, orch_create, orch_task, orch_tensor, orch_value, orch_dep,
            orch_submit, orch_join,  orch_fail,   orch_read,   orch_write, orch_scope, orch_predicate, orch_dump, orch_cores};
}

} // namespace device
