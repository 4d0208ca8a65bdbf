// SPDX-License-Identifier: Apache-2.0
//
// What an orchestration sees: a table of functions, handed in by the runtime, so that the program's library has no
// undefined symbol. `pto_orchestrate` runs once per call, on the calling thread, while workers execute its tasks.

#ifndef PTO_ORCHESTRATION_H
#define PTO_ORCHESTRATION_H

#include "pto/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PTO_RANK = 6 };

/* Directions of a task's tensor argument; they decide edges only. */
enum { PTO_IN, PTO_OUT, PTO_INOUT, PTO_NO_DEP };

/* Comparisons of a predicate. */
enum { PTO_EQ, PTO_NE, PTO_LT, PTO_LE, PTO_GT, PTO_GE };

/* A part of a buffer: offset and strides count elements. */
typedef struct pto_view {
    int32_t buffer, dtype, rank;
    int32_t flags;
    int64_t offset;
    int64_t shape[PTO_RANK], stride[PTO_RANK];
} pto_view;

/* A view in order of rows that begins with `count` elements in memory: no further ones are there. */
static inline void pto_clip(pto_view* v, int64_t count) {
    for (int32_t i = 0; i < v->rank; ++i) {
        const int64_t lines = v->stride[i] > 0 ? (count + v->stride[i] - 1) / v->stride[i] : v->shape[i];
        if (lines < v->shape[i]) v->shape[i] = lines;
        if (lines > 1) return;
    }
}

typedef struct pto_orch {
    void* run;
    /* parameters of the call */
    pto_view (*param)(void* run, int32_t index);
    uint64_t (*scalar)(void* run, int32_t index);
    /* a scratch tensor; lives until the call ends */
    pto_view (*create)(void* run, int32_t dtype, int32_t rank, const int64_t* shape, int32_t flags, int32_t has_init,
                       uint64_t init_bits, int32_t location);
    /* task(), then tensor() and value() in slot order, dep() at will, then submit() */
    void (*task)(void* run, int32_t kernel, int64_t blocks, int32_t location);
    void (*tensor)(void* run, const pto_view* v, int32_t direction);
    void (*value)(void* run, uint64_t bits);
    void (*dep)(void* run, int64_t task); /* -1 is ignored */
    int64_t (*submit)(void* run);         /* the task's id */
    int64_t (*join)(void* run);           /* instead of submit() after task(run, -1, 0, location): a task of deps only */
    /* a slice [begin, begin + size) that leaves its tensor, or with axis -1 the index `begin` of an array of `size`
       elements; like every function of a run that was stopped, it does
       not return */
    void (*fail)(void* run, int32_t axis, int64_t begin, int64_t size, int32_t location);
    /* one element; waits for its producers */
    uint64_t (*read)(void* run, const pto_view* v, const int64_t* index, int32_t location);
    void (*write)(void* run, const pto_view* v, const int64_t* index, uint64_t bits, int32_t location);
    void (*scope)(void* run, int32_t enter, int32_t location); /* 1 auto, 2 manual, 0 leave */
    /* between task() and submit(): the task runs only if, when it is ready, the element compares so with `number` */
    void (*predicate)(void* run, const pto_view* v, const int64_t* index, int32_t test, int64_t number,
                      int32_t location);
    /* between task() and submit(): tensors, by bits of their order, that the task dumps where marked ones are dumped */
    void (*dump)(void* run, uint32_t marked);
    int32_t (*cores)(void* run, int32_t cube); /* how many the chip has: of cube cores, of vector cores */
} pto_orch;

/* Defined by the orchestration. */
PTO_EXPORT void pto_orchestrate(pto_orch* o);
PTO_EXPORT extern const pto_location pto_orchestrate_locations[];

#ifdef __cplusplus
}
#endif

#endif
