// SPDX-License-Identifier: Apache-2.0
//
// What the device runtime, the kernels and the orchestration share: plain C, no standard C++ header.
//
// A kernel sees global memory only through `pto_gm` (a pointer with the bytes that may be touched on either side of
// it), its own core through `pto_core`, and reports what it wrote with `pto_log_write`. A kernel that meets a fault
// fills `core->fault` (`pto_raise`) and returns.

#ifndef PTO_CORE_H
#define PTO_CORE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header's structures; the runtime refuses a program built against another one. */
enum { PTO_ABI = 6 };

/* Element types, in the order of the `CODES` list of the type table. */
enum {
    PTO_FP32,
    PTO_FP16,
    PTO_BF16,
    PTO_INT8,
    PTO_INT16,
    PTO_INT32,
    PTO_INT64,
    PTO_UINT8,
    PTO_UINT16,
    PTO_UINT32,
    PTO_UINT64,
    PTO_BOOL,
    PTO_FP8E4M3FN,
    PTO_FP8E5M2,
    PTO_FP8E8M0,
    PTO_FP4, /* one element to a byte in device memory, two on a core */
    PTO_DTYPES
};

/* Indices into `pto_core.space`. */
enum { PTO_VEC, PTO_MAT, PTO_LEFT, PTO_RIGHT, PTO_ACC, PTO_BIAS, PTO_SCALING, PTO_SPACES = 8 };

enum {
    PTO_FAULT_NONE,
    PTO_FAULT_LOAD_BOUNDS,
    PTO_FAULT_STORE_BOUNDS,
    PTO_FAULT_READ_BOUNDS,
    PTO_FAULT_WRITE_BOUNDS,
    PTO_FAULT_VALID_SHAPE,
    PTO_FAULT_TRAP,
    PTO_FAULT_BUFFER,
    PTO_FAULT_SLICE,  /* of the orchestration: a slice that leaves its tensor */
    PTO_FAULT_BLOCKS, /* a task of `begin` blocks, where `extent` are possible */
    PTO_FAULT_TASKS,  /* more than `extent` tasks */
    PTO_FAULT_KERNEL, /* kernel number `begin` of a program with `extent` kernels */
    PTO_FAULT_DEP,    /* a dependency on task `begin`, where `extent` tasks were submitted */
    PTO_FAULT_PIPE,   /* pipe `begin` between the cores of a group, direction `axis`: `value` says what, `extent` how many */
    PTO_FAULT_EVENT,  /* event `begin`, where `extent` are possible: `value` 0 nobody raises it, 1 no such event, 2 alone,
                         3 not every core of the launch raises it, 4 raised on the pipes of the mask `extent` only */
    PTO_FAULT_BARRIER, /* of cores of kind `axis`: `value` says what, `begin` given, `extent` expected */
    PTO_FAULT_PACKED, /* a part of 4-bit elements that begins inside a byte: at element `begin` of its buffer */
    PTO_FAULT_RING    /* ring `axis` would hold `begin` of kind `value`, where `extent` fit: 0 tasks, 1 bytes, 2 edges */
};

/* Whom an event reaches: the vector cores of a cluster, the other kind of core in it, or, raised by all cores of a kind,
   those cores of the whole launch. */
enum { PTO_LAUNCH = -1, PTO_LANES, PTO_CLUSTER, PTO_REACHES };
/* The pipes on which events are raised. */
enum { PTO_ON_MTE1, PTO_ON_MTE2, PTO_ON_MTE3, PTO_ON_M, PTO_ON_V, PTO_ON_S, PTO_ON_FIX, PTO_ON_ALL };
enum { PTO_EVENTS = 16, PTO_OWN_EVENTS = 14 }; /* the last two belong to the tool chain */

/* Which cores meet at a barrier, and what goes wrong there: `axis` and `value` of PTO_FAULT_BARRIER. */
enum { PTO_CORES_MIX, PTO_CORES_AIC, PTO_CORES_AIV, PTO_CORE_KINDS };
enum {
    PTO_BARRIER_LEFT,  /* a core ends without coming to a barrier where others wait */
    PTO_BARRIER_CORES, /* told to wait for `begin` cores, where `extent` run */
    PTO_BARRIER_MANY   /* a task of `begin` blocks that meet, where `extent` are possible */
};

/* How a kernel touched memory. PTO_MAYBE: it may have written some of these bytes, so that nothing is said of their
   order. */
enum { PTO_WROTE, PTO_READ, PTO_ADDED, PTO_MAYBE };

/* What goes wrong with a pipe: `value` of PTO_FAULT_PIPE. */
enum {
    PTO_PIPE_PUSH,  /* a push waits for a free slot that nobody will free */
    PTO_PIPE_POP,   /* a pop waits for a push that nobody will do */
    PTO_PIPE_HELD,  /* a pop where all `extent` slots are held already */
    PTO_PIPE_FREE,  /* a free without a pop */
    PTO_PIPE_LEFT,  /* `extent` pushes that nobody popped, or pops that nobody freed */
    PTO_PIPE_OPEN,  /* opened in another way by the other side, or not opened at all */
    PTO_PIPE_ALONE  /* used outside of a group */
};

/* The members of a group: the cube core and one or two vector cores. Pipes run from cube to vector, or back. */
enum { PTO_CUBE, PTO_LANE0, PTO_LANE1, PTO_MEMBERS };
enum { PTO_C2V, PTO_V2C };
enum { PTO_PUSH, PTO_POP, PTO_AWAIT };
enum { PTO_PIPES = 8 };

/* One tensor argument: data = start of the argument's region; `before` and `after` bytes of its buffer lie on either
   side of `data`. `buffer` names the device buffer, `arg` the position among the kernel's arguments. */
typedef struct pto_gm {
    char* data;
    int64_t before, after;
    int32_t buffer, arg;
} pto_gm;

typedef struct pto_location {
    const char* file;
    int32_t line, column;
} pto_location;

/* Bytes a kernel touched: `rows` runs of `row_bytes`, `row_stride` bytes apart; offset counts from the buffer's start.
   `phase`: how many barriers over all blocks of its task the block had passed, at most `ahead` others raised already;
   what comes after it in another block has at least phase + ahead + 1. `clock`: what a member of a group knew of the
   others, 0 where nothing is known of it. */
typedef struct pto_write {
    int32_t buffer, task, location, rows;
    int64_t offset, row_bytes, row_stride;
    int32_t block, kernel, phase;
    int16_t kind;
    uint16_t ahead;
    int64_t clock;
} pto_write;

/* Bounds faults: [begin, begin + size) was asked for along `axis` of argument `arg`, which has `extent` there. */
typedef struct pto_fault {
    int32_t code, location, arg, axis, task, block, kernel;
    int64_t begin, size, extent, value;
} pto_fault;

/* An atomic store: combine `rows` x `columns` elements at `source` into memory at `target` (strides in bytes). */
enum { PTO_ATOMIC_ADD, PTO_ATOMIC_MAX, PTO_ATOMIC_MIN };
typedef struct pto_atomic {
    const pto_gm* gm;
    char* target;
    const void* source;
    int64_t rows, columns, target_stride, source_stride;
    int32_t dtype, mode, location;
} pto_atomic;

/* One direction of a pipe. Slots lie in `memory`, or in the local memory of the consumer where that is null; a consumer
   holds at most `local_slots` at a time, from byte `base` of its space. */
typedef struct pto_pipe {
    int32_t id, direction, slots, local_slots;
    int64_t slot_size, base;
    char* memory;
} pto_pipe;

typedef struct pto_core {
    unsigned char* space[PTO_SPACES]; /* arena base per memory space, 64-byte aligned */
    int32_t worker, task, block, kernel;
    pto_write* log;
    int64_t log_count, log_capacity;
    void (*log_grow)(struct pto_core*); /* makes room for at least one more record */
    pto_fault fault;                    /* code 0 = none */
    /* Combines in order of submission, then of block; also logs the write. The caller checks bounds first. */
    void (*atomic_store)(struct pto_core*, const pto_atomic*);
    /* Records bytes that a kernel reads, for the check of the order of tasks; null where nothing is checked. */
    void (*log_read)(struct pto_core*, const pto_gm*, const char* p, int64_t rows, int64_t row_bytes,
                     int64_t row_stride, int32_t location);
    int32_t phase;
    uint16_t ahead;
    int64_t clock; /* of a member of a group where the order of accesses is checked, see pto_write */
    /* Waits until all cores of a kind that run the task have come; `cores` of them, 0: however many there are. False:
       return at once. */
    int32_t (*barrier)(struct pto_core*, int32_t kind, int64_t cores, int32_t location);
    /* Raises an event for the other cores of the group (PTO_CLUSTER), for the vector cores of it (PTO_LANES), or for all
       cores of its kind that run the task (PTO_LAUNCH); waits for one. `pipe` raises it. False: return at once. */
    int32_t (*event_set)(struct pto_core*, int64_t event, int32_t reach, int32_t pipe, int32_t location);
    int32_t (*event_wait)(struct pto_core*, int64_t event, int32_t pipe, int32_t location);
    /* The cores of the group that this one works in, itself included; all null outside of groups. */
    struct pto_core* member[PTO_MEMBERS];
    /* Memory that the group's members share, at least so large; null after a fault. */
    char* (*slot_memory)(struct pto_core*, int64_t bytes, int32_t location);
    /* Each member opens a pipe before it uses it. False, also of the two below: a fault ends the block, return at once. */
    int32_t (*pipe_open)(struct pto_core*, const pto_pipe*, int32_t location);
    /* Waits until a slot can be filled (PTO_PUSH) or read (PTO_POP); the number of the push or pop, -1 for a fault. */
    int64_t (*pipe_wait)(struct pto_core*, const pto_pipe*, int32_t action, int32_t location);
    /* The slot is filled (PTO_PUSH), or the oldest popped one is free again (PTO_POP). */
    int32_t (*pipe_done)(struct pto_core*, const pto_pipe*, int32_t action, int32_t location);
} pto_core;

/* What the program's library shows the runtime: marks a definition visible under -fvisibility=hidden. */
#if defined(__GNUC__)
#define PTO_EXPORT __attribute__((visibility("default")))
#else
#define PTO_EXPORT
#endif

/* A kernel's entry point: slots hold `const pto_gm*` for tensors, bit patterns for scalars, then dynamic extents. */
typedef void (*pto_entry)(pto_core* core, const uint64_t* slots, int32_t block_idx, int32_t block_num, int32_t lane);

static inline int64_t pto_gm_offset(const pto_gm* gm, const char* p) { return gm->before + (int64_t)(p - gm->data); }

/* Extend a record by an access that continues it: bytes behind it, rows below it, columns beside it. */
static inline int pto_log_extend(pto_write* last, int64_t offset, int64_t rows, int64_t row_bytes, int64_t row_stride) {
    int64_t ahead = offset - last->offset;
    if (rows == last->rows && ahead == last->row_bytes &&
        (rows == 1 || (row_stride == last->row_stride && last->row_bytes + row_bytes <= row_stride))) {
        last->row_bytes += row_bytes; /* the bytes or the columns that follow */
        if (rows == 1) {
            last->row_stride = last->row_bytes;
        } else if (last->row_bytes == row_stride) {
            last->row_bytes *= rows;
            last->row_stride = last->row_bytes;
            last->rows = 1;
        }
        return 1;
    }
    if (row_bytes == last->row_bytes && ahead > row_bytes) {
        int64_t stride = last->rows > 1 ? last->row_stride : rows > 1 ? row_stride : ahead;
        if (ahead == last->rows * stride && (rows == 1 || row_stride == stride)) {
            last->rows += (int32_t)rows; /* the rows below */
            last->row_stride = stride;
            return 1;
        }
    }
    return 0;
}

/* Record a store of `rows` runs of `row_bytes` at `p`, `row_stride` bytes apart. */
static inline void pto_log_store(pto_core* core, const pto_gm* gm, const char* p, int64_t rows, int64_t row_bytes,
                                 int64_t row_stride, int32_t location, int32_t kind) {
    if (rows <= 0 || row_bytes <= 0) return;
    if (rows == 1 || row_stride == row_bytes) {
        row_bytes *= rows;
        rows = 1;
        row_stride = row_bytes;
    }
    int64_t offset = pto_gm_offset(gm, p);
    if (core->log_count > 0) {
        pto_write* last = &core->log[core->log_count - 1];
        if (last->buffer == gm->buffer && last->location == location && last->task == core->task &&
            last->block == core->block && last->kernel == core->kernel && last->phase == core->phase &&
            last->ahead == core->ahead && last->clock == core->clock && last->kind == kind && pto_log_extend(last, offset, rows, row_bytes, row_stride))
            return;
    }
    if (core->log_count == core->log_capacity) core->log_grow(core);
    pto_write* next = &core->log[core->log_count++];
    next->buffer = gm->buffer;
    next->task = core->task;
    next->location = location;
    next->rows = (int32_t)rows;
    next->offset = offset;
    next->row_bytes = row_bytes;
    next->row_stride = row_stride;
    next->block = core->block;
    next->kernel = core->kernel;
    next->phase = core->phase;
    next->kind = (int16_t)kind;
    next->ahead = core->ahead;
    next->clock = core->clock;
}

static inline void pto_log_write(pto_core* core, const pto_gm* gm, const char* p, int64_t rows, int64_t row_bytes,
                                 int64_t row_stride, int32_t location) {
    pto_log_store(core, gm, p, rows, row_bytes, row_stride, location, PTO_WROTE);
}

/* Report a fault; the first one of a block stands. The kernel must return without touching memory any further. */
static inline void pto_raise(pto_core* core, int32_t code, int32_t location, int32_t arg, int32_t axis, int64_t begin,
                             int64_t size, int64_t extent, int64_t value) {
    if (core->fault.code != PTO_FAULT_NONE) return;
    core->fault.code = code;
    core->fault.location = location;
    core->fault.arg = arg;
    core->fault.axis = axis;
    core->fault.task = core->task;
    core->fault.block = core->block;
    core->fault.kernel = core->kernel;
    core->fault.begin = begin;
    core->fault.size = size;
    core->fault.extent = extent;
    core->fault.value = value;
}

#ifdef __cplusplus
}
#endif

#endif
