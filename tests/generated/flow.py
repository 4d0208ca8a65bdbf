# SPDX-License-Identifier: Apache-2.0
"""Loops, branches and helpers inside a region."""

from __future__ import annotations

from generated import meaning
from generated.core import Body, Break, Continue, Env, Maker, Scalar, Var, number
from generated.packed import PackedSteps


class Flow(PackedSteps):
    """A block with everything that stands in a region."""

    def inner(self) -> Flow:
        return Flow(self.maker, self.tile, Body(), self)

    def block(self, size: int) -> None:
        """Statements of one block."""
        for _ in range(size):
            if self.depth < 3 and self.maker.chance(0.3):
                self.rng.choice(
                    [
                        self.loop,
                        self.loop,
                        self.loop,
                        self.branch,
                        self.branch,
                        self.yielding,
                        self.repeat,
                        self.helper,
                        self.helper,
                        self.merged,
                        self.counted,
                    ]
                )()
            else:
                self.some(1)

    def result_like(self, a: Var) -> Var:
        """A value of this block that may take the place of `a`."""
        fits = [v for v in self.own if v.kind == a.kind and v is not a and v in self.pool]
        if fits and self.maker.chance(0.8):
            return self.rng.choice(fits)
        found = [o for o in ("sub", "add", "maximum", "and_") if self.accepts(o, a.dtype)]
        if not found or self.maker.chance(0.2):
            return a
        op, x = self.rng.choice(found), a.name
        name = {"maximum": "max", "and_": "and"}.get(op, op)
        other = self.rng.choice(self.alike(a)).name
        return self.emit(
            f"{self.call(op)}({x}, {other})",
            lambda env: meaning.binary(name, env[x], env[other]), a.shape, a.dtype, a.valid,
        )  # fmt: skip

    def rebind(self, a: Var) -> None:
        """`a = something of its type`."""
        new = self.result_like(a)
        if new is a:
            return
        x, y = a.name, new.name
        self.body.add(f"{x} = {y}", lambda env: env.__setitem__(x, env[y]))

    def carried(self) -> list[Var]:
        """Values of the outer block that the loop will rebind."""
        found = [v for v in self.pool if v.shape[1] > 1]
        return self.rng.sample(found, min(len(found), self.rng.choice([1, 1, 2])))

    def leave(self, inner: Flow, carried: list[Var]) -> None:
        """`break` or `continue` on a condition."""
        if not self.maker.chance(0.25):
            return
        word = self.rng.choice(["break", "continue"])
        text = inner.condition()
        if text in ("True", "False", "2 > 1", "3 == 4"):
            return
        signal = Break if word == "break" else Continue

        def step(env: Env) -> None:
            if number(text, env):
                raise signal

        body = Body()
        body.add(word)
        inner.body.nest(f"if {text}:", body, step)
        self.maker.case.features.add(word)

    def bounds(self, static: bool) -> tuple[str, int]:
        """The text of an extent and the greatest value of a counter below it."""
        if static or not self.scalars or self.maker.chance(0.5):
            n = self.rng.randint(0, 4)
            return str(n), max(n - 1, 0)
        s = self.rng.choice(self.scalars)
        self.used.add(s.name)
        return f"{s.name} % 4", 2

    def loop(self) -> None:
        kind = self.rng.choice(["range", "range", "pipeline", "unroll", "parallel"])
        stop, high = self.bounds(kind == "unroll")
        first, by = (self.rng.randint(0, 2), self.rng.randint(1, 3)) if self.maker.chance(0.3) else (0, 1)
        text = f"{first}, {stop}, {by}" if (first, by) != (0, 1) else stop
        rest = f", stage={self.rng.randint(2, 3)}" if kind == "pipeline" else ""
        i = self.maker.fresh("i")
        inner = self.inner()
        inner.scalars.append(Scalar(i, "INDEX", first, max(high, first)))
        carried, narrow = self.carried(), self.carried_packed()
        if kind in ("range", "pipeline"):
            self.leave(inner, carried)
        inner.block(self.rng.randint(1, 3))
        for v in carried:
            if v in inner.pool:
                inner.rebind(v)
        for v in narrow:
            inner.repacked(v)
        if kind in ("range", "pipeline"):
            self.leave(inner, carried)

        def run(env: Env) -> None:
            for k in range(first, int(number(stop, env)), by):
                env[i] = k
                try:
                    inner.body.run(env)
                except Break:
                    break
                except Continue:
                    continue

        self.body.nest(f"for {i} in pl.{kind}({text}{rest}):", inner.body, run)
        self.maker.case.features.add(kind)

    def repeat(self) -> None:
        """`while`, counting up."""
        k = self.maker.fresh("k")
        stop, _ = self.bounds(False)
        inner = self.inner()
        inner.scalars.append(Scalar(k, "INDEX", 0, 3))
        carried = self.carried()
        inner.block(self.rng.randint(1, 2))
        for v in carried:
            inner.rebind(v)
        for v in self.carried_packed():
            inner.repacked(v)
        inner.body.add(f"{k} = {k} + 1", lambda env: env.__setitem__(k, env[k] + 1))
        self.leave(inner, carried)
        self.body.add(f"{k} = 0", lambda env: env.__setitem__(k, 0))

        def run(env: Env) -> None:
            while number(f"{k} < {stop}", env):
                try:
                    inner.body.run(env)
                except Break:
                    break
                except Continue:
                    continue

        self.body.nest(f"while {k} < {stop}:", inner.body, run)
        self.maker.case.features.add("while")

    def yielding(self) -> None:
        """A loop that names what it carries."""
        wide = self.matrices()
        if not wide:
            return
        first = self.rng.choice(wide)
        starts = [first, *self.rng.sample(self.pool, self.rng.choice([0, 0, 1]))]
        names = [self.maker.fresh("w") for _ in starts]
        i = self.maker.fresh("i")
        stop, high = self.bounds(False)
        inner = self.inner()
        inner.scalars.append(Scalar(i, "INDEX", 0, high))
        parts = [Var(name, v.shape, v.dtype, v.valid) for name, v in zip(names, starts, strict=True)]
        inner.pool += parts
        inner.some(self.rng.randint(1, 3))
        ends = []
        for p in parts:
            ends.append(inner.result_like(p).name)
            inner.keep.add(ends[-1])
        listed = ", ".join(names) + ("," if len(names) == 1 else "")
        initial = ", ".join(v.name for v in starts) + ("," if len(names) == 1 else "")
        inner.body.add(f"{listed.rstrip(',')} = pl.yield_({', '.join(ends)})")
        begin = [v.name for v in starts]

        def run(env: Env) -> None:
            now = [env[b] for b in begin]
            for k in range(int(number(stop, env))):
                env[i] = k
                env.update(zip(names, now, strict=True))
                inner.body.run(env)
                now = [env[e] for e in ends]
            env.update(zip(names, now, strict=True))

        self.body.nest(f"for {i}, ({listed}) in pl.range({stop}, init_values=({initial})):", inner.body, run)
        self.pool += parts
        self.own += parts
        self.maker.case.features.add("init_values")

    def branch(self) -> None:
        """A new name that both branches bind, or a name that one of them rebinds."""
        text = self.condition()
        a = self.rng.choice(self.pool)
        then, other = self.inner(), self.inner()
        then.some(self.rng.randint(1, 2))
        for v in self.carried_packed():
            then.repacked(v)
        if self.maker.chance(0.4):
            if a.shape[1] == 1:
                return
            then.rebind(a)
            self.body.nest(
                f"if {text}:", then.body, lambda env: then.body.run(env) if number(text, env) else None
            )
        else:
            other.some(self.rng.randint(0, 2))
            name = self.maker.fresh("m")
            for block in (then, other):
                end = block.result_like(a).name
                block.body.add(f"{name} = {end}", lambda env, end=end: env.__setitem__(name, env[end]))
            self.body.nest(
                f"if {text}:", then.body, lambda env: (then if number(text, env) else other).body.run(env)
            )
            self.body.nest("else:", other.body)
            var = Var(name, a.shape, a.dtype, a.valid)
            self.pool.append(var)
            self.own.append(var)
        self.maker.case.features.add("if")

    def merged(self) -> None:
        """A branch that names what it gives."""
        text = self.condition()
        a = self.rng.choice(self.pool)
        arms = (self.inner(), self.inner())
        name, ends = self.maker.fresh("m"), []
        for block in arms:
            block.some(self.rng.randint(1, 2))
            ends.append(block.result_like(a).name)
            block.body.add(f"{name} = pl.yield_({ends[-1]})")

        def run(env: Env) -> None:
            taken = 0 if number(text, env) else 1
            arms[taken].body.run(env)
            env[name] = env[ends[taken]]

        self.body.nest(f"if {text}:", arms[0].body, run)
        self.body.nest("else:", arms[1].body)
        var = Var(name, a.shape, a.dtype, a.valid)
        self.pool.append(var)
        self.own.append(var)
        self.maker.case.features.add("if yields")

    def counted(self) -> None:
        """`pl.while_` with a value and a counter."""
        wide = self.matrices()
        if not wide:
            return
        start = self.rng.choice(wide)
        held, k, out, steps = (self.maker.fresh(s) for s in ("w", "k", "w", "k"))
        stop, _ = self.bounds(False)
        inner = self.inner()
        inner.scalars.append(Scalar(k, "INDEX", 0, 3))
        part = Var(held, start.shape, start.dtype, start.valid)
        inner.pool.append(part)
        inner.body.add(f"pl.cond({k} < {stop})")
        inner.some(self.rng.randint(1, 2))
        end = inner.result_like(part).name
        inner.body.add(f"{out}, {steps} = pl.yield_({end}, {k} + 1)")
        begin = start.name

        def run(env: Env) -> None:
            env[held], env[k] = env[begin], 0
            while number(f"{k} < {stop}", env):
                inner.body.run(env)
                env[held], env[k] = env[end], env[k] + 1
            env[out] = env[held]

        header = f"for ({held}, {k}) in pl.while_(init_values=({begin}, 0)):"
        self.body.nest(header, inner.body, run)
        var = Var(out, start.shape, start.dtype, start.valid)
        self.pool.append(var)
        self.own.append(var)
        self.maker.case.features.add("pl.while_")

    def helper(self) -> None:
        """A call of an inline function that gets values and gives one or two."""
        taken = self.rng.sample(self.pool, min(len(self.pool), self.rng.randint(1, 2)))
        inner = Flow(self.maker, self.tile, Body())
        inner.depth = 2
        params = [Var(self.maker.fresh("p"), v.shape, v.dtype, v.valid) for v in taken]
        if any(p.valid is not None for p in params):
            return  # the extents are names of the caller
        inner.pool = list(params)
        inner.some(self.rng.randint(1, 3))
        if not inner.own:
            return
        ends = self.rng.sample(inner.own, min(len(inner.own), self.rng.choice([1, 1, 2])))
        if any(v not in inner.pool for v in ends):
            return
        if any(v.valid is not None and not all(t.isdigit() for t in v.valid) for v in ends):
            return
        name = self.maker.fresh(f"helper{self.maker.case.seed}_")
        lines = ["@pl.jit.inline", f"def {name}({', '.join(p.name for p in params)}):"]
        lines += ["    " + line for line in inner.body.text] + [
            f"    return {', '.join(v.name for v in ends)}",
            "",
        ]
        self.maker.case.helpers += lines
        names = [self.maker.fresh("h") for _ in ends]
        given, formal = [v.name for v in taken], [p.name for p in params]
        inside = [v.name for v in ends]

        def run(env: Env) -> None:
            scope: Env = dict(zip(formal, (env[g] for g in given), strict=True))
            inner.body.run(scope)
            env.update(zip(names, (scope[e] for e in inside), strict=True))

        self.body.add(f"{', '.join(names)} = {name}({', '.join(given)})", run)
        made = [Var(n, v.shape, v.dtype, v.valid) for n, v in zip(names, ends, strict=True)]
        self.pool += made
        self.own += made
        self.maker.case.features.add("inline")


def fork(maker: Maker, tile: bool) -> Flow:
    """The outermost block of a region."""
    return Flow(maker, tile, Body())
