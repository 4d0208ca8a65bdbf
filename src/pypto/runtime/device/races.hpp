// SPDX-License-Identifier: Apache-2.0
//
// After a run: did two accesses meet that nothing puts in order, one of them a write?
//
// Accesses are compared by the bytes that kernels really touched. Per buffer they are rectangles of rows and columns;
// their edges cut the buffer into cells, and each cell knows its last writer, the atomic stores and the reads since.
// Tasks are looked at in order of submission. Two accesses of one task are in order where one core of one block made
// both, where a barrier over all blocks stands between them, or a pipe or an event between the cores of a group. Atomic
// stores need no order among themselves, nor do two vector cores that store the same place in the same statement: they
// do all of the work twice, to the same values.

#pragma once

#include "groups.hpp"

namespace device {

// The records of one access are this close together when a loop makes several loads in turn.
constexpr int64_t LOOK_BACK = 6;

inline bool holds(const pto_write& r, int64_t offset, int64_t rows, int64_t row_bytes, int64_t row_stride) {
    const int64_t ahead = offset - r.offset;
    if (ahead < 0) return false;
    if (r.rows == 1) return ahead + (rows - 1) * row_stride + row_bytes <= r.row_bytes;
    if (rows > 1 && row_stride != r.row_stride) return false;
    return ahead / r.row_stride + rows <= r.rows && ahead % r.row_stride + row_bytes <= r.row_bytes;
}

// Which member of its group made an access, from 1 on; 0: none, or it is not known what it knew of the others.
inline int32_t member_of(const pto_write& w) { return int32_t(w.clock & 3); }

// Whether a barrier, or an event of the launch, stands between two accesses of a task.
inline bool passed(const pto_write& a, const pto_write& b) { return b.phase > a.phase + a.ahead; }

// Whether two accesses of one block are in order.
inline bool in_turn(const pto_write& a, const pto_write& b) {
    const int32_t i = member_of(a), k = member_of(b);
    if (i == k || i == 0 || k == 0 || a.kind == PTO_ADDED || b.kind == PTO_ADDED) return true;
    if (Knowledge::of(b.clock, i - 1) >= Knowledge::of(a.clock, i - 1)) return true;
    if (Knowledge::of(a.clock, k - 1) >= Knowledge::of(b.clock, k - 1)) return true;
    const bool lanes = i - 1 != PTO_CUBE && k - 1 != PTO_CUBE;
    return lanes && a.kind == PTO_WROTE && b.kind == PTO_WROTE && a.kernel == b.kernel && a.location == b.location &&
           a.offset == b.offset && a.rows == b.rows && a.row_bytes == b.row_bytes && a.row_stride == b.row_stride;
}

// What a block reads again, and what continues one of its last reads, takes no record of its own.
inline void log_read(pto_core* core, const pto_gm* gm, const char* p, int64_t rows, int64_t row_bytes,
                     int64_t row_stride, int32_t location) {
    if (rows <= 0 || row_bytes <= 0) return;
    Worker* w = reinterpret_cast<Worker*>(core);
    w->loaded += rows * row_bytes;
    if (rows == 1 || row_stride == row_bytes) {
        row_bytes *= rows;
        rows = 1;
        row_stride = row_bytes;
    }
    Array<pto_write>& log = w->reads;
    const int64_t offset = pto_gm_offset(gm, p);
    const auto own = [&](const pto_write& r) {
        return r.task == core->task && r.block == core->block && r.phase == core->phase && r.ahead == core->ahead &&
               r.kernel == core->kernel && r.clock == core->clock;
    };
    int32_t& recent = w->recent[(uint64_t(offset) * 0x9E3779B97F4A7C15u >> 32 ^ uint32_t(location)) & 255];
    if (recent < log.count) {
        const pto_write& r = log[recent];
        if (own(r) && r.buffer == gm->buffer && r.location == location && holds(r, offset, rows, row_bytes, row_stride))
            return;
    }
    for (int64_t i = log.count - 1; i >= 0 && i >= log.count - LOOK_BACK; --i) {
        pto_write& last = log[i];
        if (!own(last)) break;
        if (last.buffer != gm->buffer || last.location != location) continue;
        if (!pto_log_extend(&last, offset, rows, row_bytes, row_stride)) continue;
        recent = int32_t(i);
        return;
    }
    recent = int32_t(log.count);
    log.push({gm->buffer, core->task, location, int32_t(rows), offset, row_bytes, row_stride, core->block, core->kernel,
              core->phase, PTO_READ, core->ahead, core->clock});
}

// Where bytes are counted and the order of tasks is not checked.
inline void count_read(pto_core* core, const pto_gm*, const char*, int64_t rows, int64_t row_bytes, int64_t, int32_t) {
    if (rows > 0 && row_bytes > 0) reinterpret_cast<Worker*>(core)->loaded += rows * row_bytes;
}

constexpr int64_t MOST_RACES = 8;

struct Races {
    // A rectangle of one access. Rows and columns are numbers of cells in the end, bytes before.
    struct Piece {
        int32_t access;
        int64_t row, row_end, column, column_end;
    };
    struct Link {
        int32_t piece, next;
    };
    // Indices of pieces, or of links; -1: none.
    struct Cell {
        int32_t writer, adders, readers;
    };
    struct Plane { // of one buffer
        int64_t pitch;            // bytes of a row
        int64_t first_piece, pieces;
        int32_t first_task, first_block, first_member;
        bool wrote, several;
    };

    Device* d = nullptr;
    Array<pto_write> all;  // by task
    Array<int64_t> starts; // of a task among them
    Array<Plane> planes;
    Array<Piece> pieces;
    Array<int64_t> rows, columns; // where cells begin
    Array<Cell> cells;
    Array<int64_t> places; // of the cells in a table, where most places of the grid are empty; else there is none
    Array<Link> links;
    Array<int32_t> firsts; // per cell: the first task that writes it
    Array<Race>* found = nullptr;
    bool told = false; // the run is known to have races: report the same ones whatever worker met them

    void release() {
        all.release();
        starts.release();
        planes.release();
        pieces.release();
        rows.release();
        columns.release();
        cells.release();
        places.release();
        links.release();
        firsts.release();
    }

    template <class F> void each_log(F visit) {
        d->each_core([&](const Worker& w) {
            for (int64_t k = 0; k < w.core.log_count; ++k) visit(w.core.log[k]);
            for (int64_t k = 0; k < w.reads.count; ++k) visit(w.reads[k]);
        });
    }

    // Buffers that somebody wrote and that more than one block touched; their accesses in order of tasks.
    void collect() {
        planes.reserve(d->buffers.count);
        for (int64_t i = 0; i < d->buffers.count; ++i) planes.push({0, 0, 0, -1, -1, 0, false, false});
        each_log([&](const pto_write& w) {
            Plane& p = planes[w.buffer];
            p.wrote |= w.kind != PTO_READ;
            if (p.first_task < 0) {
                p.first_task = w.task;
                p.first_block = w.block;
                p.first_member = member_of(w);
            }
            p.several |= w.task != p.first_task || w.block != p.first_block || member_of(w) != p.first_member;
        });
        const auto looked_at = [&](int32_t buffer) {
            return (planes[buffer].wrote && planes[buffer].several) || (d->undefined && d->buffers[buffer].fresh);
        };
        starts.reserve(d->tasks.count + 1);
        for (int64_t i = 0; i <= d->tasks.count; ++i) starts.push(0);
        each_log([&](const pto_write& w) {
            if (looked_at(w.buffer)) ++starts[w.task];
        });
        int64_t count = 0;
        for (int64_t i = 0; i <= d->tasks.count; ++i) {
            const int64_t n = starts[i];
            starts[i] = count;
            count += n;
        }
        all.reserve(count);
        all.count = count;
        each_log([&](const pto_write& w) {
            if (looked_at(w.buffer)) all[starts[w.task]++] = w;
        });
        // The blocks of a task with barriers phase after phase; all of them in order where there is something to tell.
        for (int64_t i = 0, begin = 0; i < d->tasks.count; ++i) {
            bool sorted = told && d->tasks[i]->blocks > 1;
            for (int64_t k = begin; k < starts[i]; ++k) sorted |= all[k].phase > 0 || all[k].ahead > 0;
            if (sorted) qsort(all.data + begin, size_t(starts[i] - begin), sizeof(pto_write), by_phase_and_block);
            begin = starts[i];
        }
    }
    static int by_phase_and_block(const void* a, const void* b) {
        const pto_write &x = *static_cast<const pto_write*>(a), &y = *static_cast<const pto_write*>(b);
        if (x.phase != y.phase) return x.phase < y.phase ? -1 : 1;
        if (x.ahead != y.ahead) return x.ahead < y.ahead ? -1 : 1;
        if (x.block != y.block) return x.block < y.block ? -1 : 1;
        if (member_of(x) != member_of(y)) return member_of(x) - member_of(y);
        if (x.kind != y.kind) return x.kind < y.kind ? -1 : 1;
        if (x.location != y.location) return x.location < y.location ? -1 : 1;
        return x.offset < y.offset ? -1 : x.offset > y.offset;
    }

    // The accesses of one buffer as rectangles of bytes. Rows are as long as most of the strides.
    void cut(int32_t buffer, const Array<int32_t>& accesses) {
        int64_t pitch = 0, votes = 0;
        for (int64_t i = 0; i < accesses.count; ++i) {
            const pto_write& w = all[accesses[i]];
            if (w.rows == 1) continue;
            if (w.row_stride == pitch) ++votes;
            else if (votes > 0) --votes;
            else pitch = w.row_stride, votes = 1;
        }
        if (pitch <= 0) pitch = larger<int64_t>(1, d->buffers[buffer].bytes);
        planes[buffer].pitch = pitch;
        pieces.clear();
        for (int64_t i = 0; i < accesses.count; ++i) {
            const pto_write& w = all[accesses[i]];
            const int64_t column = w.offset % pitch;
            if (w.rows > 1 && w.row_stride == pitch && column + w.row_bytes <= pitch) {
                pieces.push({accesses[i], w.offset / pitch, w.offset / pitch + w.rows, column, column + w.row_bytes});
                continue;
            }
            for (int64_t r = 0; r < w.rows; ++r) run(accesses[i], w.offset + r * w.row_stride, w.row_bytes, pitch);
        }
    }
    void run(int32_t access, int64_t begin, int64_t bytes, int64_t pitch) {
        int64_t row = begin / pitch, column = begin % pitch;
        if (column > 0) {
            const int64_t n = smaller(bytes, pitch - column);
            pieces.push({access, row, row + 1, column, column + n});
            bytes -= n;
            ++row;
        }
        if (bytes >= pitch) {
            pieces.push({access, row, row + bytes / pitch, 0, pitch});
            row += bytes / pitch;
        }
        if (bytes % pitch > 0 && bytes > 0) pieces.push({access, row, row + 1, 0, bytes % pitch});
    }

    static int by_number(const void* a, const void* b) {
        const int64_t x = *static_cast<const int64_t*>(a), y = *static_cast<const int64_t*>(b);
        return x < y ? -1 : x > y;
    }
    static void sort_unique(Array<int64_t>& a) {
        qsort(a.data, size_t(a.count), sizeof(int64_t), by_number);
        int64_t n = 0;
        for (int64_t i = 0; i < a.count; ++i) {
            if (n == 0 || a[i] != a[n - 1]) a[n++] = a[i];
        }
        a.count = n;
    }
    static int64_t index_of(const Array<int64_t>& a, int64_t value) {
        int64_t low = 0, high = a.count;
        while (low + 1 < high) {
            const int64_t mid = (low + high) / 2;
            if (a[mid] <= value) low = mid;
            else high = mid;
        }
        return low;
    }
    // Places of cells along one axis: equal steps where the pieces are about that large, else every edge of a piece.
    template <class Begin, class End> void grid(Array<int64_t>& places, Begin begin, End end) {
        int64_t step = 0, last = 0, lengths = 0;
        for (int64_t i = 0; i < pieces.count; ++i) {
            step = divisor(divisor(step, begin(pieces[i])), end(pieces[i]));
            last = larger(last, end(pieces[i]));
            lengths += end(pieces[i]) - begin(pieces[i]);
        }
        places.clear();
        if (lengths / step <= 2 * pieces.count) {
            for (int64_t at = 0; at <= last; at += step) places.push(at);
            return;
        }
        for (int64_t i = 0; i < pieces.count; ++i) {
            places.push(begin(pieces[i]));
            places.push(end(pieces[i]));
        }
        sort_unique(places);
    }

    void examine(int32_t buffer, const Array<int32_t>& accesses) {
        cut(buffer, accesses);
        grid(rows, [](const Piece& p) { return p.row; }, [](const Piece& p) { return p.row_end; });
        grid(columns, [](const Piece& p) { return p.column; }, [](const Piece& p) { return p.column_end; });
        double visits = 0;
        for (int64_t i = 0; i < pieces.count; ++i) {
            Piece& p = pieces[i];
            p.row = index_of(rows, p.row);
            p.row_end = index_of(rows, p.row_end);
            p.column = index_of(columns, p.column);
            p.column_end = index_of(columns, p.column_end);
            visits += double(p.row_end - p.row) * double(p.column_end - p.column);
        }
        const double pairs = double(pieces.count) * double(pieces.count) / 2;
        const double room = double(rows.count) * double(columns.count);
        if (visits > 1e6 && visits > pairs) {
            each_pair(buffer);
            return;
        }
        places.clear();
        int64_t count = rows.count * columns.count;
        if (room > 1e6 && room > 8 * visits) {
            for (count = 1024; double(count) < 2 * visits; count *= 2) {}
            places.reserve(count);
            places.count = count;
            memset(places.data, 0xFF, size_t(count) * sizeof(int64_t));
        }
        cells.clear();
        cells.reserve(count);
        cells.count = count;
        memset(static_cast<void*>(cells.data), 0xFF, size_t(cells.count) * sizeof(Cell));
        links.clear();
        for (int32_t i = 0; i < pieces.count && found->count < MOST_RACES; ++i) {
            const Piece& p = pieces[i];
            for (int64_t r = p.row; r < p.row_end; ++r) {
                for (int64_t c = p.column; c < p.column_end; ++c) touch(buffer, cells[cell_at(r, c)], i);
            }
        }
        if (d->undefined && d->buffers[buffer].fresh) find_undefined(buffer);
    }

    int64_t cell_at(int64_t r, int64_t c) {
        const int64_t place = r * columns.count + c;
        if (places.count == 0) return place;
        uint64_t at = uint64_t(place) * 0x9E3779B97F4A7C15u >> 20;
        for (;; ++at) {
            int64_t& known = places[int64_t(at & uint64_t(places.count - 1))];
            if (known < 0) known = place;
            if (known == place) return int64_t(at & uint64_t(places.count - 1));
        }
    }

    // Reads of cells that no task up to the reader's writes. In one task the order of its blocks does not count.
    void find_undefined(int32_t buffer) {
        firsts.clear();
        firsts.reserve(cells.count);
        firsts.count = cells.count;
        for (int64_t i = 0; i < cells.count; ++i) firsts[i] = INT32_MAX;
        for (int32_t write = 1; write >= 0; --write) {
            for (int32_t i = 0; i < pieces.count && found->count < MOST_RACES; ++i) {
                const Piece& p = pieces[i];
                const pto_write& w = all[p.access];
                if ((w.kind != PTO_READ) != write) continue;
                for (int64_t r = p.row; r < p.row_end; ++r) {
                    for (int64_t c = p.column; c < p.column_end; ++c) {
                        int32_t& first = firsts[cell_at(r, c)];
                        if (write) first = smaller(first, w.task);
                        else if (first > w.task && nothing_like(w)) tell(buffer, r, c, w);
                    }
                }
            }
        }
    }
    bool nothing_like(const pto_write& w) const {
        for (int64_t n = 0; n < found->count; ++n) {
            const Race& known = (*found)[n];
            if (known.first.task < 0 && known.second.kernel == w.kernel && known.second.location == w.location) return false;
        }
        return true;
    }
    void tell(int32_t buffer, int64_t r, int64_t c, const pto_write& w) {
        const int64_t pitch = planes[buffer].pitch;
        pto_write nobody = w;
        nobody.task = -1;
        found->push({nobody, w, rows[r] * pitch + columns[c], rows[r + 1] - rows[r], columns[c + 1] - columns[c], pitch, -1,
                     argument(w), d->buffers[buffer]});
    }

    void each_pair(int32_t buffer) {
        for (int32_t i = 0; i < pieces.count && found->count < MOST_RACES; ++i) {
            for (int32_t k = 0; k < i; ++k) {
                const Piece &a = pieces[k], &b = pieces[i];
                const int32_t x = all[a.access].kind, y = all[b.access].kind;
                if ((x == y && x != PTO_WROTE) || x == PTO_MAYBE || y == PTO_MAYBE) continue;
                if (a.row < b.row_end && b.row < a.row_end && a.column < b.column_end && b.column < a.column_end)
                    compare(buffer, k, i);
            }
        }
    }

    bool ordered(const pto_write& a, const pto_write& b) {
        if (a.task == b.task) return passed(a, b) || passed(b, a) || (a.block == b.block && in_turn(a, b));
        return d->order.before(d->tasks[a.task]->node, d->tasks[b.task]->node);
    }

    void touch(int32_t buffer, Cell& cell, int32_t i) {
        const int32_t kind = all[pieces[i].access].kind;
        if (kind == PTO_MAYBE) return;
        if (cell.writer >= 0) compare(buffer, cell.writer, i);
        if (kind != PTO_ADDED) {
            for (int32_t k = cell.adders; k >= 0; k = links[k].next) compare(buffer, links[k].piece, i);
        }
        if (kind != PTO_READ) {
            for (int32_t k = cell.readers; k >= 0; k = links[k].next) compare(buffer, links[k].piece, i);
        }
        if (kind == PTO_WROTE) {
            cell = {i, -1, -1}; // whatever comes after this write comes after those before it
            return;
        }
        int32_t& list = kind == PTO_READ ? cell.readers : cell.adders;
        if (list >= 0) {
            const pto_write &last = all[pieces[links[list].piece].access], &next = all[pieces[i].access];
            const bool after = last.task == next.task ? last.block == next.block && last.phase == next.phase &&
                                                            last.ahead == next.ahead && last.clock == next.clock
                                                      : d->order.node == d->tasks[next.task]->node &&
                                                            d->order.known_before(d->tasks[last.task]->node);
            if (after) {
                links[list].piece = i; // stands for the one before
                return;
            }
        }
        links.push({i, list});
        list = int32_t(links.count - 1);
    }

    void compare(int32_t buffer, int32_t i, int32_t k) {
        const pto_write &a = all[pieces[i].access], &b = all[pieces[k].access];
        if (found->count >= MOST_RACES || ordered(a, b)) return;
        const bool inner = a.task == b.task;
        for (int64_t n = 0; n < found->count; ++n) {
            const Race& known = (*found)[n];
            if (known.first.kernel == a.kernel && known.first.location == a.location && known.second.kernel == b.kernel &&
                known.second.location == b.location && (known.first.task == known.second.task) == inner)
                return;
        }
        const Piece &p = pieces[i], &q = pieces[k];
        const int64_t row = rows[larger(p.row, q.row)], row_end = rows[smaller(p.row_end, q.row_end)];
        const int64_t low = columns[larger(p.column, q.column)], high = columns[smaller(p.column_end, q.column_end)];
        const int64_t pitch = planes[buffer].pitch;
        found->push({a, b, row * pitch + low, row_end - row, high - low, pitch, argument(a), argument(b),
                     d->buffers[buffer]});
    }

    // Which argument of its task the buffer is.
    int32_t argument(const pto_write& w) const {
        const Task* t = d->tasks[w.task];
        for (int32_t i = 0; i < t->tensor_count; ++i) {
            if (t->tensors[i].buffer == w.buffer) return t->tensors[i].arg;
        }
        return -1;
    }

    void run_check() {
        all.clear();
        starts.clear();
        planes.clear();
        collect();
        // Per buffer the numbers of its accesses, in order of tasks.
        Array<int32_t> accesses;
        Array<int64_t> first;
        for (int64_t i = 0; i <= d->buffers.count; ++i) first.push(0);
        for (int64_t i = 0; i < all.count; ++i) ++first[all[i].buffer + 1];
        for (int64_t i = 0; i < d->buffers.count; ++i) first[i + 1] += first[i];
        Array<int32_t> of_buffer;
        of_buffer.reserve(all.count);
        of_buffer.count = all.count;
        for (int64_t i = 0; i < all.count; ++i) of_buffer[first[all[i].buffer]++] = int32_t(i);
        for (int64_t i = 0, begin = 0; i < d->buffers.count && found->count < MOST_RACES; ++i) {
            accesses.clear();
            for (int64_t k = begin; k < first[i]; ++k) accesses.push(of_buffer[k]);
            if (accesses.count > 0) examine(int32_t(i), accesses);
            begin = first[i];
        }
        accesses.release();
        first.release();
        of_buffer.release();
    }
};

inline void find_races(Device* d, Array<Race>* found) {
    Races races;
    races.d = d;
    races.found = found;
    races.run_check();
    if (found->count > 0) {
        found->clear();
        races.told = true;
        races.run_check();
        if (found->count == 0) { // the order of the cores of a group is not that of their accesses
            races.told = false;
            races.run_check();
        }
    }
    races.release();
}

} // namespace device
