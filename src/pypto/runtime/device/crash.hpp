// SPDX-License-Identifier: Apache-2.0
//
// A crash in a kernel or an orchestration ends the process, but not before one line has said whose C++ it was.
//
// The handlers are in place during a call only. They print their line, put back what was there before and return: the
// instruction fails again, and whoever was there (Python's fault handler, the system's default) goes on.

#pragma once

#include "groups.hpp"

#include <signal.h>

namespace device {

constexpr int64_t SIGNAL_STACK = int64_t(64) << 10; // a kernel's own stack may be what overflowed

struct Crash {
    int signal;
    const char* name;
};

// __builtin_trap is an illegal instruction on one architecture and a trap on the other.
constexpr Crash CRASHES[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"},
#if !defined(__x86_64__)
    {SIGTRAP, "SIGTRAP"},
#endif
};
constexpr int CRASH_COUNT = sizeof CRASHES / sizeof *CRASHES;

// Of the process: the run that is under way, the handlers of before, and whether somebody reports a crash.
static Device* watched;
static struct sigaction handlers_before[CRASH_COUNT];
static int32_t crashing, crash_told;

// Text for write(2): nothing else may be called from a signal handler.
struct Line {
    char text[1024];
    size_t length = 0;

    void add(const char* s) {
        while (*s && length + 2 < sizeof text) text[length++] = *s++;
    }
    void add(int64_t number) {
        char digits[24];
        int d = 0;
        do digits[d++] = char('0' + number % 10);
        while ((number /= 10) > 0);
        while (d > 0 && length + 2 < sizeof text) text[length++] = digits[--d];
    }
    void send() {
        text[length++] = '\n';
        for (size_t at = 0; at < length;) {
            ssize_t n = write(2, text + at, length - at);
            if (n <= 0) return;
            at += size_t(n);
        }
    }
};

// False: the crash is not one of this thread's kernels, nor of the call.
inline bool describe_crash(const Device* d, const char* signal, Line& line) {
    const pto_program* program = d->program;
    pthread_t here = pthread_self();
    const char* cpp = nullptr;
    line.add("goldtile: ");
    if (pthread_equal(here, d->caller)) {
        if (d->orchestrating) {
            line.add("the orchestration");
            cpp = program->cpp;
        } else {
            line.add("the device runtime");
        }
    } else {
        const Worker* w = nullptr;
        for (int64_t i = 0; i < d->started + d->spare.count; ++i) {
            const Worker* own = i < d->started ? &d->worker[i] : d->spare[i - d->started];
            if (pthread_equal(here, own->thread)) w = own;
            for (int32_t k = 0; own->group && k < own->group->threads; ++k) {
                const Worker* member = own->group->member[PTO_LANE0 + k];
                if (pthread_equal(here, member->thread)) w = member;
            }
        }
        if (!w) return false;
        if (w->in_kernel) {
            const pto_kernel& kernel = program->kernels[w->core.kernel];
            line.add("kernel ");
            line.add(kernel.name);
            line.add(" (block ");
            line.add(int64_t(w->core.block));
            line.add(")");
            cpp = kernel.cpp;
        } else {
            line.add("the device runtime");
        }
    }
    line.add(" crashed with ");
    line.add(signal);
    if (cpp) {
        line.add("; its C++ is ");
        line.add(cpp);
    }
    return true;
}

inline void on_crash(int signal, siginfo_t* info, void*) {
    int which = 0;
    while (which + 1 < CRASH_COUNT && CRASHES[which].signal != signal) ++which;
    const Device* d = load(watched);
    if (d && exchange(crashing, 1) == 0) {
        Line line;
        if (describe_crash(d, CRASHES[which].name, line)) line.send();
        store(crash_told, 1);
    } else if (d) {
        while (!load(crash_told)) pause_cpu(); // another block of the same kernel, most likely: one line is enough
    }
    sigaction(signal, &handlers_before[which], nullptr);
    if (info->si_code <= 0) raise(signal); // sent by somebody: no instruction will fail again
}

inline void watch_crashes(Device* d) {
    d->caller = pthread_self();
    d->orchestrating = false;
    crashing = crash_told = 0;
    store(watched, d);
    struct sigaction ours, before;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = on_crash;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    for (const Crash& c : CRASHES) sigaddset(&ours.sa_mask, c.signal); // a crash in the handler ends the process
    for (int i = 0; i < CRASH_COUNT; ++i) {
        sigaction(CRASHES[i].signal, &ours, &before);
        // Still ours in a process that was forked during a call.
        if (!(before.sa_flags & SA_SIGINFO) || before.sa_sigaction != on_crash) handlers_before[i] = before;
    }
}

inline void unwatch_crashes() {
    struct sigaction now;
    for (int i = 0; i < CRASH_COUNT; ++i) {
        sigaction(CRASHES[i].signal, &handlers_before[i], &now);
        bool ours = (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_crash;
        if (!ours) sigaction(CRASHES[i].signal, &now, nullptr); // somebody's who came during the call
    }
    store(watched, static_cast<Device*>(nullptr));
}

// Workers: all signals but those of a crash go to other threads, and handlers run on a stack of their own.
inline void block_signals(sigset_t* before) {
    sigset_t all;
    sigfillset(&all);
    for (const Crash& c : CRASHES) sigdelset(&all, c.signal);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

inline void use_signal_stack(Worker* w) {
    stack_t stack;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = w->signal_stack;
    stack.ss_size = size_t(SIGNAL_STACK);
    sigaltstack(&stack, nullptr);
}

} // namespace device
