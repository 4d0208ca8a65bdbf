// SPDX-License-Identifier: Apache-2.0
//
// Copies of tasks' arguments: before a task starts, and when it is done.

#pragma once

#include "device.hpp"

namespace device {

// A view as dense rows.
inline char* gather(const char* base, const pto_view& v, int64_t& bytes) {
    const int64_t size = element_bytes(v.dtype);
    bytes = size;
    for (int32_t i = 0; i < v.rank; ++i) bytes *= larger<int64_t>(0, v.shape[i]);
    char* data = static_cast<char*>(grab(nullptr, larger<int64_t>(1, bytes)));
    int64_t index[PTO_RANK] = {};
    for (char* to = data; to < data + bytes; to += size) {
        int64_t at = v.offset;
        for (int32_t i = 0; i < v.rank; ++i) at += index[i] * v.stride[i];
        memcpy(to, base + at * size, size_t(size));
        for (int32_t i = v.rank - 1; i >= 0 && ++index[i] == v.shape[i]; --i) index[i] = 0;
    }
    return data;
}

inline void Device::dump(const Task* t, int32_t after) {
    if (t->kernel < 0 || t->skipped || !t->views) return;
    Guard guard(dump_lock);
    int32_t tensor = 0;
    for (int32_t arg = 0; arg < t->slot_count; ++arg) {
        Dump d = {t->id, t->kernel, arg, after, {}, nullptr, 0};
        if (tensor < t->tensor_count && t->tensors[tensor].arg == arg) {
            const bool content = dump_level == 2 || (t->dumped >> tensor & 1);
            d.view = t->views[tensor++];
            if (!content && dump_level == 1) continue;
            if (content) d.data = gather(buffers[d.view.buffer].data, d.view, d.bytes);
        } else {
            if (after || dump_level == 1) continue;
            d.view.rank = -1;
            d.view.offset = int64_t(t->slots[arg]);
        }
        dumps.push(d);
    }
}

} // namespace device
