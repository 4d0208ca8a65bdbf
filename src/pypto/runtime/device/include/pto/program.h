// SPDX-License-Identifier: Apache-2.0
//
// What a program's library shows: one table of its kernels and its orchestration, `pto_program_table`. The build writes
// the table's source from the folder's manifest.

#ifndef PTO_PROGRAM_H
#define PTO_PROGRAM_H

#include "pto/orchestration.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pto_kernel {
    const char* name;
    const char* cpp; /* its file in the build folder */
    pto_entry entry;
    const pto_location* locations;
    const int32_t* location_count;
    int32_t cube;     /* 1: runs on a matrix core, 0: on a vector core */
    int32_t barriers; /* 1: its blocks meet at barriers */
} pto_kernel;

/* Kernels that run together on one cube core and its vector cores, by number; -1 for a core without work. As a task a
   group has the number `kernel_count` + its own. */
typedef struct pto_group {
    int32_t member[PTO_MEMBERS];
} pto_group;

typedef struct pto_program {
    int32_t abi, kernel_count;
    const pto_kernel* kernels;
    int32_t group_count;
    const pto_group* groups;
    void (*orchestrate)(pto_orch*);
    const pto_location* locations;
    const char* cpp; /* of the orchestration */
    int32_t cores[2]; /* of the chip: cube cores, vector cores */
} pto_program;

PTO_EXPORT extern const pto_program pto_program_table;

#ifdef __cplusplus
}
#endif

#endif
