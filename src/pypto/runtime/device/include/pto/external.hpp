// SPDX-License-Identifier: Apache-2.0
//
// What a kernel with a C++ body of its own sees of the CPU device:
//
//   extern "C" void kernel_entry(__gm__ int64_t* args) {
//       Tensor* x = (Tensor*)args[0];                                     // tensors in the order of the signature
//       __gm__ float* data = (__gm__ float*)x->buffer.addr + x->start_offset;
//       int32_t k = (int32_t)args[2];                                     // then the scalars: the low bits of a slot
//       for (uint64_t row = get_block_idx(); row < x->shapes[0]; row += get_block_num()) ...
//   }
//
// Pointers are ordinary ones, and nothing checks them. The tile instructions of pto/kernel.hpp work on
// `pto::external::core()`.
#pragma once

#include "kernel.hpp"

#define __gm__
#define __global__
#define __aicore__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__

enum { PTO_TENSOR_RANK = 6 };

struct Tensor {
    struct {
        uint64_t addr, size;  // size in bytes
    } buffer;
    uint64_t start_offset;  // in elements
    uint32_t ndims, dtype;  // dtype: PTO_FP32, PTO_FP16, ...
    uint64_t shapes[PTO_TENSOR_RANK], strides[PTO_TENSOR_RANK];  // strides in elements

    bool is_contiguous() const {
        uint64_t next = 1;
        for (uint32_t i = ndims; i-- > 0; next *= shapes[i])
            if (shapes[i] > 1 && strides[i] != next) return false;
        return true;
    }
};

namespace pto {
namespace external {

// The core that the calling thread stands for.
struct Place {
    pto_core* core;
    int32_t block, blocks, lane;
    const Place* outer;
    inline static __thread const Place* here __attribute__((tls_model("initial-exec"))) = nullptr;

    Place(pto_core* core, int32_t block, int32_t blocks, int32_t lane)
        : core(core), block(block), blocks(blocks), lane(lane), outer(here) {
        here = this;
    }
    ~Place() { here = outer; }
    Place(const Place&) = delete;
};

inline pto_core* core() { return Place::here->core; }

struct Extents {
    int64_t at[PTO_TENSOR_RANK];
};

inline Tensor tensor(const pto_gm* gm, uint32_t dtype, uint64_t bytes, uint32_t rank, Extents extents) {
    Tensor t{};
    t.buffer.addr = (uint64_t)gm->data;
    t.ndims = rank;
    t.dtype = dtype;
    uint64_t next = 1;
    for (uint32_t i = rank; i-- > 0;) {
        t.shapes[i] = (uint64_t)extents.at[i];
        t.strides[i] = next;
        next *= t.shapes[i];
    }
    t.buffer.size = next * bytes;
    return t;
}

// What the source stores is not known: all of a tensor counts as written, once for all blocks of a task, and nothing is
// said of the order of what it reads and stores.
inline void written(pto_core* core, const pto_gm* gm, const Tensor& t) {
    const int64_t bytes = (int64_t)t.buffer.size;
    if (Place::here->block == 0) pto_log_store(core, gm, gm->data, 1, bytes, bytes, 0, PTO_MAYBE);
}

}  // namespace external
}  // namespace pto

inline int64_t get_block_idx() { return pto::external::Place::here->block; }
inline int64_t get_block_num() { return pto::external::Place::here->blocks; }
inline int64_t get_subblockid() { return pto::external::Place::here->lane; }
