// SPDX-License-Identifier: Apache-2.0
//
// The device runtime: what Python calls through ctypes.
//
//   pto_device_open     start workers with their memory spaces
//   pto_dispatch        one call of a program: arguments in, orchestration, results out
//   pto_device_close    end the workers, give the memory back
//   pto_record_*        questions about a finished run

#include "atomics.hpp"
#include "crash.hpp"
#include "crew.hpp"
#include "groups.hpp"
#include "orchestrate.hpp"
#include "races.hpp"
#include "record.hpp"

namespace device {

// One call, as Python packs it; the second half is the answer.
struct Call {
    const pto_program* program;
    int64_t argument_count;
    const Argument* arguments;
    int64_t trace;
    int64_t check;    // 1: the order of tasks, 2: reads of what nobody wrote, too
    int64_t shuffled; // run what is ready in an order drawn from the seed
    int64_t seed;
    int64_t dump_level; // what is kept of tasks' arguments
    int64_t note;       // keep edges and arguments of tasks
    int64_t count;      // the bytes that each block moves
    int64_t scopes;     // keep the boundaries of scopes
    int64_t ring_limit[RING_KINDS][RINGS]; // of tasks, bytes and edges; 0: none
    // answer
    int64_t tasks, kernel_ns, span_ns, upload_ns, run_ns, check_ns, download_ns;
    Record* record;
    int64_t no_memory;
    int64_t fault_orchestration, fault_buffer, status;
    pto_fault fault;
};

static constexpr int64_t PIECE = int64_t(1) << 20;
static constexpr int64_t SHARED_FROM = int64_t(4) << 20; // smaller transfers are done by the caller alone

static void grow_log(pto_core* core) {
    int64_t room = core->log_capacity ? core->log_capacity * 2 : 1024;
    core->log = static_cast<pto_write*>(grab(core->log, room * int64_t(sizeof(pto_write))));
    core->log_capacity = room;
}

static void atomic_store_hook(pto_core* core, const pto_atomic* a) {
    Worker* w = reinterpret_cast<Worker*>(core);
    w->device->atomic_store(w, a);
}

static void* worker_main(void* w) {
    use_signal_stack(static_cast<Worker*>(w));
    static_cast<Worker*>(w)->device->work_loop(static_cast<Worker*>(w));
    return nullptr;
}

static auto read_hook(const Device* d) { return d->checking ? log_read : d->counting ? count_read : nullptr; }

// Memory spaces and hooks of a core. False where the system has no room.
static bool equip(Device* d, Worker* w, int32_t number) {
    w->device = d;
    w->core.worker = number;
    w->core.log_grow = grow_log;
    w->core.atomic_store = atomic_store_hook;
    w->core.slot_memory = slot_memory_hook;
    w->core.pipe_open = pipe_open_hook;
    w->core.pipe_wait = pipe_wait_hook;
    w->core.pipe_done = pipe_done_hook;
    w->core.barrier = barrier_hook;
    w->core.event_set = event_set_hook;
    w->core.event_wait = event_wait_hook;
    w->core.log_read = read_hook(d);
    char* base = map_pages(d->space_bytes);
    if (!base) return false;
    w->spaces = base;
    w->signal_stack = grab(nullptr, SIGNAL_STACK);
    for (int k = 0; k < PTO_SPACES; ++k) {
        w->core.space[k] = reinterpret_cast<unsigned char*>(base);
        base += d->space[k];
    }
    return true;
}

static void strip(Device* d, Worker* w) {
    if (w->spaces) munmap(w->spaces, size_t(d->space_bytes));
    free(w->signal_stack);
    free(w->core.log);
    w->stamps.release();
    w->phases.release();
    w->reads.release();
}

static void* member_main(void* w) {
    Worker* self = static_cast<Worker*>(w);
    use_signal_stack(self);
    int32_t who = PTO_LANE0;
    while (self->group->member[who] != self) ++who;
    self->group->member_loop(who);
    return nullptr;
}

static void end_group(Device* d, Group* group) {
    store(group->closing, 1);
    for (Signal& begin : group->begin) begin.raise(1);
    for (int32_t i = 0; i < group->threads; ++i) pthread_join(group->member[PTO_LANE0 + i]->thread, nullptr);
    for (int32_t i = PTO_LANE0; i < PTO_MEMBERS; ++i) {
        if (!group->member[i]) continue;
        strip(d, group->member[i]);
        free(group->member[i]);
    }
    free(group->slots);
    free(group);
}

// The vector cores of a worker whose first group this is.
static Group* start_group(Device* d, Worker* w) {
    Group* group = static_cast<Group*>(grab(nullptr, sizeof(Group)));
    memset(static_cast<void*>(group), 0, sizeof *group);
    group->member[PTO_CUBE] = w;
    sigset_t before;
    block_signals(&before);
    for (int32_t i = PTO_LANE0; i < PTO_MEMBERS; ++i) {
        Worker* member = group->member[i] = static_cast<Worker*>(grab(nullptr, sizeof(Worker)));
        memset(static_cast<void*>(member), 0, sizeof *member);
        member->group = group;
        if (!equip(d, member, w->core.worker)) break;
        if (pthread_create(&member->thread, nullptr, member_main, member) != 0) break;
        ++group->threads;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (group->threads == PTO_MEMBERS - 1) return group;
    end_group(d, group);
    return nullptr;
}

inline bool Device::make_group(Worker* w) {
    Group* made = start_group(this, w);
    store(w->group, made);
    no_memory = 2 * space_bytes;
    return made != nullptr;
}

struct CrewThread {
    Crew* crew;
    Worker* worker;
    int64_t block;
};

void leave_crew(Worker* w, bool failed, bool cube) {
    if (!w->crew) return;
    if (failed) w->crew->fail();
    w->crew->leave(cube ? PTO_CORES_AIC : PTO_CORES_AIV);
}

static void* crew_main(void* p) {
    const CrewThread& own = *static_cast<CrewThread*>(p);
    use_signal_stack(own.worker);
    Device* d = own.worker->device;
    const bool ok = d->run_part(own.worker, {own.crew->task, own.block, own.block + 1});
    if (own.crew->task->kernel < d->program->kernel_count) {
        leave_crew(own.worker, !ok, d->program->kernels[own.crew->task->kernel].cube);
    }
    if (!ok) own.crew->fail();
    return nullptr;
}

// Cores beyond the workers, kept from run to run.
static bool enough_spare(Device* d, int64_t count, int32_t number) {
    while (d->spare.count < count) {
        Worker* w = static_cast<Worker*>(grab(nullptr, sizeof(Worker)));
        memset(static_cast<void*>(w), 0, sizeof *w);
        if (!equip(d, w, number)) {
            free(w);
            return false;
        }
        d->spare.push(w);
    }
    return true;
}

// One crew at a time: its cores are the device's spare ones.
inline bool Device::run_crew(Worker* w, Task* t) {
    Guard turn(spare_lock);
    const int64_t start = clock.now();
    if (w->first == 0) w->first = start;
    Crew crew;
    memset(static_cast<void*>(&crew), 0, sizeof crew);
    crew.device = this;
    crew.task = t;
    if (t->blocks > MOST_CREW) {
        pto_raise(&w->core, PTO_FAULT_BARRIER, 0, -1, 0, t->blocks, 0, MOST_CREW, PTO_BARRIER_MANY);
        w->core.fault.task = t->id;
        const bool alone = t->kernel < program->kernel_count;
        w->core.fault.kernel = alone ? t->kernel : program->groups[t->kernel - program->kernel_count].member[PTO_CUBE];
        report(w, t);
        w->core.fault.code = PTO_FAULT_NONE;
        return false;
    }
    if (!enough_spare(this, t->blocks, w->core.worker)) {
        no_memory = t->blocks * space_bytes;
        stop(STATUS_NO_MEMORY);
        return false;
    }
    const int32_t blocks = int32_t(t->blocks);
    if (t->kernel < program->kernel_count) {
        const bool cube = program->kernels[t->kernel].cube;
        crew.gate[PTO_CORES_MIX].live = crew.gate[cube ? PTO_CORES_AIC : PTO_CORES_AIV].live = blocks;
    } else {
        const pto_group& row = program->groups[t->kernel - program->kernel_count];
        const int32_t lanes = row.member[PTO_LANE1] >= 0 ? 2 : 1;
        crew.gate[PTO_CORES_MIX].live = blocks * (1 + lanes);
        crew.gate[PTO_CORES_AIC].live = blocks;
        crew.gate[PTO_CORES_AIV].live = blocks * lanes;
        crew.lanes = lanes;
    }
    crew.awake = crew.gate[PTO_CORES_MIX].live;
    crew.of_block = spare.data;
    CrewThread* threads = static_cast<CrewThread*>(grab(nullptr, t->blocks * int64_t(sizeof(CrewThread))));
    sigset_t before;
    block_signals(&before);
    int64_t started = 0;
    // Everybody is known to the crew before anybody can end.
    for (int64_t b = 0; b < t->blocks; ++b) {
        threads[b] = {&crew, spare[b], b};
        spare[b]->crew = &crew;
        spare[b]->core.worker = w->core.worker;
        spare[b]->late = spare[b]->sent = {};
        forget_events(spare[b]);
        for (int32_t i = PTO_LANE0; spare[b]->group && i < PTO_MEMBERS; ++i) {
            Worker* member = spare[b]->group->member[i];
            member->late = member->sent = {};
            forget_events(member);
        }
    }
    while (started < t->blocks) {
        if (pthread_create(&spare[started]->thread, nullptr, crew_main, &threads[started]) != 0) break;
        ++started;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (started < t->blocks) {
        no_memory = t->blocks * space_bytes;
        stop(STATUS_NO_MEMORY);
        crew.fail();
    }
    for (int64_t b = 0; b < started; ++b) pthread_join(spare[b]->thread, nullptr);
    crew.flush();
    for (int64_t b = 0; b < t->blocks; ++b) {
        spare[b]->crew = nullptr;
        if (!spare[b]->group) continue;
        for (int32_t i = PTO_LANE0; i < PTO_MEMBERS; ++i) spare[b]->group->member[i]->crew = nullptr;
    }
    free(threads);
    w->last = clock.now();
    w->busy += w->last - start;
    return !crew.failed;
}

static void move_piece(Device* d, int64_t i) {
    const Device::Piece& p = d->pieces[i];
    if (p.from) copy(p.to, p.from, p.bytes, p.streamed);
    else fill(p.to, p.bytes, p.word, p.streamed);
}

static void add_pieces(Device* d, char* to, const char* from, int64_t bytes, uint64_t word, bool streamed) {
    for (int64_t at = 0; at < bytes; at += PIECE) {
        int64_t n = smaller(PIECE, bytes - at);
        d->pieces.push({to + at, from ? from + at : nullptr, n, word, streamed});
    }
}

static void move_pieces(Device* d) {
    int64_t bytes = 0;
    for (int64_t i = 0; i < d->pieces.count; ++i) bytes += d->pieces[i].bytes;
    if (bytes < SHARED_FROM || d->workers == 1) {
        for (int64_t i = 0; i < d->pieces.count; ++i) move_piece(d, i);
    } else {
        Task t;
        memset(&t, 0, sizeof t);
        t.blocks = t.blocks_left = d->pieces.count;
        t.native = move_piece;
        d->make_ready(&t);
        // Copies end by themselves, and a signal waits for them: the task lies on this stack.
        while (!t.done() || !d->idle()) {
            uint32_t seen = d->progress.look();
            store(d->caller_waits, 1);
            fence();
            if (!t.done()) d->progress.wait(seen, POLL_NS);
            store(d->caller_waits, 0);
        }
    }
    d->pieces.clear();
}

static int64_t argument_bytes(const Argument& a) {
    int64_t bytes = element_bytes(int32_t(a.dtype));
    for (int64_t i = 0; i < a.rank; ++i) bytes *= a.shape[i];
    return bytes;
}

static bool upload(Device* d, const Call* call) {
    int64_t total = 0;
    for (int64_t i = 0; i < call->argument_count; ++i) {
        const Argument& a = call->arguments[i];
        if (a.direction >= 0 && a.place == PLACE_HOST) total += Arena::footprint(argument_bytes(a));
    }
    if (!d->arena.prepare(total)) {
        d->status = STATUS_NO_MEMORY;
        d->no_memory = total;
        return false;
    }
    for (int64_t i = 0; i < call->argument_count; ++i) {
        const Argument& a = call->arguments[i];
        int64_t bytes = a.direction >= 0 ? argument_bytes(a) : 0;
        char* data = a.direction < 0             ? nullptr
                     : a.place == PLACE_HOST ? d->arena.take(bytes)
                                             : reinterpret_cast<char*>(a.host);
        add_buffer(d, data, bytes, int32_t(a.dtype), a.direction >= 0 && a.rank > 0 ? a.shape[a.rank - 1] : 1, -1,
                   a.direction == PTO_OUT || a.place == PLACE_UNWRITTEN);
        if (bytes == 0 || a.place != PLACE_HOST) continue;
        const char* from = a.direction == PTO_OUT ? nullptr : reinterpret_cast<const char*>(a.host);
        uint64_t word = repeated(poison_bits(int32_t(a.dtype)), element_bytes(int32_t(a.dtype)));
        add_pieces(d, data, from, bytes, word, bytes >= STREAM_FROM);
    }
    move_pieces(d);
    return true;
}

static void download(Device* d, const Call* call) {
    for (int64_t i = 0; i < call->argument_count; ++i) {
        const Argument& a = call->arguments[i];
        if (a.direction != PTO_OUT && a.direction != PTO_INOUT) continue;
        if (a.place != PLACE_HOST) continue;
        const Buffer& buffer = d->buffers[i];
        add_pieces(d, reinterpret_cast<char*>(a.host), buffer.data, buffer.bytes, 0, buffer.bytes >= STREAM_FROM);
    }
    move_pieces(d);
}

static void begin_run(Device* d, const Call* call) {
    d->program = call->program;
    d->trace = int32_t(call->trace);
    d->submissions.clear();
    d->checking = call->check != 0;
    d->undefined = call->check > 1;
    d->dump_level = int32_t(call->dump_level);
    d->counting = call->count != 0;
    d->rings.reset(call->scopes != 0, call->ring_limit);
    d->noting = call->note != 0 || call->scopes != 0 || d->rings.limited(RING_EDGES);
    d->shuffled = call->shuffled != 0;
    d->random = uint64_t(call->seed);
    d->linked = d->workers > 1 || d->shuffled;
    d->order.reset(d->checking);
    d->status = STATUS_OK;
    memset(&d->fault, 0, sizeof d->fault);
    d->submitted = d->completed = 0;
    d->first_task = d->oldest = nullptr;
    d->waiting_tasks = 0;
    d->memory.reset(int64_t(64) << 20);
    d->tasks.clear();
    d->buffers.clear();
    d->orchestration_log.clear();
    d->regions.reset(&d->memory, !d->linked && !d->noting, d->checking);
    d->earlier.clear();
    d->each_core([d](Worker& w) {
        w.core.log_count = 0;
        w.core.phase = w.core.ahead = 0;
        w.core.log_read = read_hook(d);
        w.loaded = 0;
        w.reads.clear();
        w.busy = w.first = w.last = 0;
        w.poisoned[0] = w.poisoned[1] = false;
        w.stamps.clear();
        w.phases.clear();
    });
    d->held_count = 0;
    store(d->hungry, 1);
    store(d->stop_at, INT64_MAX);
    store(d->stopped, 0);
}

// True when no worker holds a part of the run any more.
static bool run_tasks(Device* d, const Call* call) {
    Run run = {};
    run.device = d;
    run.arguments = call->arguments;
    run.polled = wall_ns();
    pto_orch table = functions(&run);
    d->orchestrating = true;
    store(d->gated, int32_t(d->shuffled));
    d->rings.enter(0);
    if (setjmp(run.way_out) == 0) {
        call->program->orchestrate(&table);
        d->rings.leave();
    }
    d->orchestrating = false;
    bool ended = d->wait_until([&] {
        return (load(d->completed) == d->submitted || load(d->stopped)) && d->idle();
    });
    run.release();
    Guard guard(d->queue.lock);
    d->queue.clear(); // what a stopped run left
    return ended;
}

// After a run that was stopped some stores still wait.
static void drop_lanes(Device* d) {
    for (Task* t = d->first_task; t; t = t->next) {
        for (int32_t i = 0; t->lanes && i < d->workers; ++i) {
            for (Deferred* s = t->lanes[i].first; s;) {
                Deferred* next = s->next;
                free(s);
                s = next;
            }
        }
        free(t->lanes);
    }
}

static void answer(Device* d, Call* call) {
    double scale = d->clock.ns_per_tick();
    int64_t busy = 0, first = 0, last = 0;
    for (int32_t i = 0; i < d->workers; ++i) {
        const Worker& w = d->worker[i];
        busy += w.busy;
        if (w.first == 0) continue;
        first = first == 0 ? w.first : smaller(first, w.first);
        last = larger(last, w.last);
    }
    call->tasks = d->submitted;
    call->kernel_ns = int64_t(double(busy) * scale);
    call->span_ns = int64_t(double(last - first) * scale);
    call->record = take_record(d);
    for (int64_t k = 0; k < call->record->stamps.count; ++k) {
        Stamp& s = call->record->stamps[k];
        s.start = int64_t(double(s.start - first) * scale);
        s.end = int64_t(double(s.end - first) * scale);
    }
    for (int64_t k = 0; k < call->record->phases.count; ++k) {
        Phase& p = call->record->phases[k];
        p.start = int64_t(double(p.start - first) * scale);
        p.end = int64_t(double(p.end - first) * scale);
    }
}

} // namespace device

using namespace device;

extern "C" {

PTO_EXPORT int32_t pto_abi() { return PTO_ABI; }

// Ends the workers that were started. Never call it on a device with a run that was abandoned.
PTO_EXPORT void pto_device_close(Device* d) {
    store(d->closing, 1);
    fence();
    d->work.raise(d->workers);
    for (int32_t i = 0; i < d->started; ++i) pthread_join(d->worker[i].thread, nullptr);
    for (int32_t i = 0; i < d->workers; ++i) {
        if (d->worker[i].group) end_group(d, d->worker[i].group);
        strip(d, &d->worker[i]);
    }
    free(d->worker);
    for (int64_t i = 0; i < d->spare.count; ++i) {
        if (d->spare[i]->group) end_group(d, d->spare[i]->group);
        strip(d, d->spare[i]);
        free(d->spare[i]);
    }
    d->spare.release();
    free(d->queue.ring);
    d->memory.reset(-1);
    d->tasks.release();
    d->arena.release();
    d->buffers.release();
    d->regions.release();
    d->order.release();
    d->rings.release();
    d->earlier.release();
    d->submissions.release();
    d->orchestration_log.release();
    d->pieces.release();
    free(d);
}

PTO_EXPORT Device* pto_device_open(int32_t workers, const int64_t* space_bytes, const Interpreter* python,
                                   int32_t spins) {
    Device* d = static_cast<Device*>(aligned_alloc(LINE, (sizeof(Device) + LINE - 1) / LINE * LINE));
    if (!d) return nullptr;
    memset(static_cast<void*>(d), 0, sizeof *d);
    d->workers = workers;
    d->python = *python;
    d->spins = spins;
    d->clock.start();
    d->worker = static_cast<Worker*>(grab(nullptr, workers * int64_t(sizeof(Worker))));
    memset(static_cast<void*>(d->worker), 0, size_t(workers) * sizeof(Worker));
    for (int i = 0; i < PTO_SPACES; ++i) {
        d->space[i] = (space_bytes[i] + 4095) / 4096 * 4096;
        (i == PTO_VEC ? d->vector_bytes : d->matrix_bytes) += d->space[i];
    }
    d->space_bytes = (HUGE + d->vector_bytes + d->matrix_bytes + HUGE - 1) / HUGE * HUGE;
    for (int32_t i = 0; i < workers; ++i) {
        if (!equip(d, &d->worker[i], i)) break;
    }
    // Workers are no place for the process's signals: Python's main thread handles them.
    sigset_t before;
    block_signals(&before);
    for (int32_t i = 0; i < workers && d->worker[i].spaces; ++i) {
        if (pthread_create(&d->worker[i].thread, nullptr, worker_main, &d->worker[i]) != 0) break;
        ++d->started;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (d->started == workers) return d;
    pto_device_close(d);
    return nullptr;
}

PTO_EXPORT int32_t pto_dispatch(Device* d, Call* call) {
    int64_t start = wall_ns();
    call->record = nullptr;
    if (d->python.save) d->python_state = d->python.save();
    begin_run(d, call);
    watch_crashes(d);
    bool ended = true;
    if (upload(d, call)) {
        int64_t uploaded = wall_ns();
        call->upload_ns = uploaded - start;
        ended = run_tasks(d, call);
        const int64_t ran = wall_ns();
        call->run_ns = ran - uploaded;
        if (ended && d->status == STATUS_OK && d->checking) {
            find_races(d, &d->races);
            if (d->races.count > 0) d->status = STATUS_RACE;
        }
        const int64_t checked = wall_ns();
        call->check_ns = checked - ran;
        if (d->status == STATUS_OK) download(d, call);
        call->download_ns = wall_ns() - checked;
    }
    if (ended) {
        drop_lanes(d);
        answer(d, call);
        d->arena.reset();
    } else {
        d->status = STATUS_ABANDONED;
    }
    call->no_memory = d->no_memory;
    call->fault = d->fault.what;
    call->fault_orchestration = d->fault.orchestration;
    call->fault_buffer = d->fault.buffer;
    call->status = d->status;
    unwatch_crashes();
    if (d->python.save) d->python.restore(d->python_state);
    return int32_t(call->status);
}

PTO_EXPORT void pto_device_trim(Device* d) { d->arena.release(); }

PTO_EXPORT void pto_record_free(Record* r) { free_record(r); }

PTO_EXPORT int64_t pto_record_stamps(const Record* r, const Stamp** stamps) {
    *stamps = r->stamps.data;
    return r->stamps.count;
}

PTO_EXPORT int64_t pto_record_races(const Record* r, const Race** races) {
    *races = r->races.data;
    return r->races.count;
}

PTO_EXPORT int64_t pto_record_phases(const Record* r, const Phase** phases) {
    *phases = r->phases.data;
    return r->phases.count;
}

PTO_EXPORT int64_t pto_record_dumps(const Record* r, const Dump** dumps) {
    *dumps = r->dumps.data;
    return r->dumps.count;
}

PTO_EXPORT int64_t pto_record_edges(const Record* r, const EdgeNote** edges) {
    *edges = r->edges.data;
    return r->edges.count;
}

PTO_EXPORT int64_t pto_record_arguments(const Record* r, const ArgumentNote** arguments) {
    *arguments = r->arguments.data;
    return r->arguments.count;
}

PTO_EXPORT int64_t pto_record_scopes(const Record* r, const ScopeNote** scopes) {
    *scopes = r->scopes.data;
    return r->scopes.count;
}

// The largest fill of each ring: tasks, bytes, edges, each for all rings; then the most regions.
PTO_EXPORT void pto_record_peaks(const Record* r, int64_t* peaks) {
    memcpy(peaks, r->peak, sizeof r->peak);
    peaks[RING_KINDS * RINGS] = r->most_regions;
}

PTO_EXPORT int64_t pto_record_written(const Record* r, int32_t buffer, int64_t element, int64_t count,
                                      uint8_t* mask) {
    return written(r, buffer, element, count, mask);
}

PTO_EXPORT int32_t pto_record_writer(const Record* r, int32_t buffer, int64_t offset, pto_write* out) {
    return writer(r, buffer, offset, out);
}
}
