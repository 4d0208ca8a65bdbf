# SPDX-License-Identifier: Apache-2.0
"""Which names statements assign, and which are read later."""

import ast

from pypto.frontend.names import Liveness, assigned, bound


def parse(text):
    return ast.parse(text).body


def test_assigned_and_bound():
    body = parse(
        "a = 1\nb, (c, d) = f()\ne[0:4] = a\nfor i in g():\n    h: int = 1\nwith k() as m:\n    a = 2\n"
    )
    assert assigned(body) == ["a", "b", "c", "d", "e", "i", "h", "m"]
    assert bound(body) == ["a", "b", "c", "d", "i", "h", "m"] or set(bound(body)) == set("abcdihm")


def test_straight_line():
    body = parse("a = x\nb = a\na = y\nreturn_(a)")
    live = Liveness(body)
    assert live.after[id(body[0])] == {"a", "y", "return_"}
    assert live.after[id(body[1])] == {"y", "return_"}


def test_a_windowed_write_reads_its_name():
    body = parse("y[0:4] = v\nuse(w)")
    live = Liveness(body)
    first = parse("y = 1")
    assert live.after[id(body[0])] == {"use", "w"}
    assert Liveness([*first, *body]).after[id(first[0])] == {"y", "v", "use", "w"}


def test_what_the_next_iteration_reads_is_live_in_the_body():
    body = parse("for i in r:\n    t = s\n    s = f(t)\n    u = t\nuse(v)")
    live = Liveness(body)
    loop = body[0]
    assert {"s", "f", "r"} <= live.body_start[id(loop)] | {"r"}
    assert "t" not in live.body_start[id(loop)] and "u" not in live.after[id(loop.body[2])]
    assert "s" in live.after[id(loop.body[2])]


def test_the_condition_of_a_while_reads_round_the_loop():
    body = parse("while k > 1:\n    k = n\n")
    assert "k" in Liveness(body).body_start[id(body[0])]


def test_branches_join():
    body = parse("if c:\n    a = 1\nelse:\n    b = 2\nuse(a, b)")
    live = Liveness(body)
    assert live.after[id(body[0])] == {"use", "a", "b"}
    outer = parse("x = 1")
    assert Liveness([*outer, *body]).after[id(outer[0])] == {"c", "use", "a", "b"}


def test_jumps():
    body = parse("for i in r:\n    if c:\n        a = 1\n        break\n    a = 2\n    use(a)\nend(a)")
    live = Liveness(body)
    branch = body[0].body[0]
    assert "a" in live.after[id(branch.body[0])]


def test_nested_loops_reach_the_outer_start():
    body = parse("for i in r:\n    for j in q:\n        a = b\n        b = c\n    c = a\n")
    live = Liveness(body)
    assert {"a", "b", "c"} <= live.body_start[id(body[0])]
