// SPDX-License-Identifier: Apache-2.0
//
// Which tasks come before which: the edges of a run, kept whether or not the producer had ended already.
//
// A node is a task, or what many tasks have in common, or a moment at which the orchestration had waited for tasks:
// every node after such a moment comes after it. Edges lead to earlier nodes alone, so a search for an ancestor never goes below its number.

#pragma once

#include "base.hpp"

namespace device {

struct Order {
    struct Node {
        int64_t first_edge;
        int32_t low, high; // every node from low to below high comes before
        int32_t mark;      // the last search that met it
    };
    bool kept = false;
    Array<Node> nodes;
    Array<int32_t> edges; // of the nodes one after the other
    int32_t last_wait = -1;
    // the search that is under way: from `node`, through the nodes above the smallest number asked for
    int32_t node = -1, search = 0;
    Array<int32_t> heap;
    Array<int32_t> spans; // nodes met that stand for many others

    void reset(bool keep) {
        kept = keep;
        nodes.clear();
        edges.clear();
        last_wait = node = -1;
        search = 0;
    }
    void release() {
        nodes.release();
        edges.release();
        heap.release();
        spans.release();
    }

    int32_t add_node() {
        if (!kept) return -1;
        nodes.push({edges.count, 0, 0, 0});
        int32_t n = int32_t(nodes.count - 1);
        if (last_wait >= 0) edges.push(last_wait);
        return n;
    }
    // To the newest node. Edges from neighbours are one span, besides.
    void add_edge(int32_t from) {
        if (!kept) return;
        edges.push(from);
        Node& n = nodes[nodes.count - 1];
        if (n.low == n.high) n.low = from, n.high = from + 1;
        else if (from == n.low - 1) n.low = from;
        else if (from == n.high) n.high = from + 1;
    }
    void wait_for_all() {
        if (!kept) return;
        int32_t n = add_node();
        nodes[n].low = -1; // a span that no edges repeat
        nodes[n].high = n;
        last_wait = n;
    }

    void wait_for(const Array<int32_t>& earlier) {
        if (!kept || earlier.count == 0) return;
        const int32_t n = add_node();
        for (int64_t i = 0; i < earlier.count; ++i) add_edge(earlier[i]);
        last_wait = n;
    }

    // Whether node a comes before node b > a. Ask about one b after another, in rising order or not.
    bool before(int32_t a, int32_t b) {
        if (b != node) {
            node = b;
            ++search;
            heap.clear();
            spans.clear();
            enter(b);
        }
        while (!known_before(a) && heap.count > 0 && heap[0] > a) {
            const int32_t n = pop();
            const int64_t end = n + 1 < nodes.count ? nodes[n + 1].first_edge : edges.count;
            for (int64_t i = nodes[n].first_edge; i < end; ++i) enter(edges[i]);
        }
        return known_before(a);
    }
    // What `before` knows without a search.
    bool known_before(int32_t a) const {
        if (nodes[a].mark == search) return true;
        for (int64_t i = 0; i < spans.count; ++i) {
            const Node& n = nodes[spans[i]];
            if (n.low <= a && a < n.high) return true;
        }
        return false;
    }

  private:
    void enter(int32_t n) {
        if (nodes[n].mark == search) return;
        nodes[n].mark = search;
        if (nodes[n].low < 0 || nodes[n].high - nodes[n].low > 4) spans.push(n);
        int64_t i = heap.count;
        heap.push(n);
        for (; i > 0 && heap[(i - 1) / 2] < n; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
        heap[i] = n;
    }
    int32_t pop() {
        const int32_t top = heap[0], last = heap[--heap.count];
        int64_t i = 0;
        for (;;) {
            int64_t child = 2 * i + 1;
            if (child >= heap.count) break;
            if (child + 1 < heap.count && heap[child + 1] > heap[child]) ++child;
            if (heap[child] <= last) break;
            heap[i] = heap[child];
            i = child;
        }
        if (heap.count > 0) heap[i] = last;
        return top;
    }
};

} // namespace device
