/** A notebook's cells in the order in which they run; the last one is asked for. */
export interface IProgram {
  readonly cells: readonly string[];
}

type Random = () => number;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What every program begins with: one name of each kind, and some helpers. */
const FIRST = [
  'import random, copy, collections, functools, operator, types\nimport numpy as np',
  `a = 1\nb = 2\nc = 3`,
  `l = [1, 2]\nm = [3]\nn = [l, [4]]`,
  `d = {"k": [5]}\ne = {"k": m}`,
  `class P:
    shared = []
    def __init__(self, items):
        self.items = items
        self.n = 0
    def add(self, v):
        self.items.append(v)
        self.n += 1
        return self
    def share(self, v):
        self.shared.append(v)
    @property
    def total(self):
        self.n += 1
        return self.n
    def __len__(self):
        self.n += 1
        return 3
    def __str__(self):
        return "P"
class Q(P):
    def __init__(self, items):
        super().__init__(items)
        self.extra = []
    def add(self, v):
        self.extra.append(v)
        return super().add(v)`,
  `o = P(l)\nq = Q([7])`,
  `def f(v):
    return v + a
def g(w=[0]):
    w[0] += 1
    return w[0]
def h(w, v):
    w.append(v)
    return w
def k(w):
    return [v for v in w]`,
  `def make():
    count = 0
    seen = []
    def tick(v=1):
        nonlocal count
        count += v
        seen.append(v)
        return count + len(seen)
    return tick
t = make()
s = make()`,
  `it = iter(l)\nx = np.arange(4)\ny = x[1:]`,
  `class Sink:
    def __init__(self):
        self.lines = []
    def write(self, text):
        self.lines.append(text)
sink = Sink()
ns = types.SimpleNamespace(count=f, get=t)
async def note(v):
    l.append(v)
    return v + a
def drive(run):
    try:
        run.send(None)
    except StopIteration as end:
        return end.value
def each(run):
    for w in run:
        yield w
        yield w`
];

/** Statements, by what they take: \`A\` a number, \`L\` a list, and so on. */
const STATEMENTS = [
  'A = 4',
  'A = B + 1',
  'A = A + B',
  'A += B',
  'A -= 1',
  'A = len(L)',
  'A = sum(L)',
  'A = L[0] if L else 0',
  'A = f(B)',
  'A = g()',
  'A = T()',
  'T(2)',
  'A = t(B) + s()',
  'A = next(it, 0)',
  'A = D["k"][0] if D["k"] else 1',
  'A = O.total',
  'A = len(O)',
  'A = O.n',
  'A = N[0][0] if N[0] else 0',
  'A = int(X.sum())',
  'A, B = B, A',
  'A = B = 5',
  'A = (lambda v: v + B)(1)',
  'A = max(L, default=0)',
  'A = random.randint(0, 99)',
  'A = int(np.random.randint(9))',
  'random.seed(3)',
  'np.random.seed(4)',
  'random.shuffle(L)',
  'A = random.choice([1, 2, 3])',
  'L = [A, B]',
  'L = M',
  'L = M + [A]',
  'L = list(M)',
  'L = M[:]',
  'L = h(M, A)',
  'L = k(M)',
  'L = [v + A for v in M]',
  'L = sorted(M)',
  'L = sorted(M, key=lambda v: T(v))',
  'L = N[0]',
  'L = D["k"]',
  'L = D.get("k", M)',
  'L = O.items',
  'L = copy.deepcopy(M)',
  'L = copy.copy(M)',
  'L.append(A)',
  'L += [A]',
  'L.extend(M[:2])',
  'L[:1] = [A]',
  'L[0:1] = M[:1]',
  'L.sort()',
  'L.insert(0, A)',
  'del L[:1]',
  'h(L, A)',
  'h(*[L, A])',
  'h(w=L, v=A)',
  'k(L)',
  'list(map(L.append, M[:1]))',
  '[L.append(v) for v in M[:2]]',
  'N = [L, M]',
  'N = (L, M)',
  'N[0].append(A)',
  'L, M = N[0], N[1]',
  'L, *_rest = [M, L]',
  'L = [v for w in N for v in w][:6]',
  'for w in N:\n    w.append(A)',
  'for v in L[:3]:\n    A += v',
  'for i, v in enumerate(L[:3]):\n    M.append(i + v)',
  'for v, w in zip(L[:2], N):\n    w.append(v)',
  'while A < 3:\n    A += 1\n    L.append(A)',
  'if A > 2:\n    B = 1\nelse:\n    L = M',
  'if A > B:\n    L.append(A)',
  'L = M if A > 2 else [A]',
  'A = B if L else 7',
  'try:\n    A = L[5]\nexcept IndexError as error:\n    B = 9\nfinally:\n    M.append(1)',
  'try:\n    L.append(A)\n    raise ValueError\nexcept ValueError:\n    pass',
  'match A:\n    case 1:\n        B = 8\n    case other:\n        L.append(other)',
  'match L:\n    case [first, *others]:\n        M = others\n    case _:\n        A = 0',
  'print(f"{O} {A}", len(L))',
  'print(A := B + 2)',
  'L = [last := v for v in M]',
  'D = {"k": L}',
  'D = E',
  'D = dict(E)',
  'D = {**E, "z": M}',
  'D["k"].append(A)',
  'D["k"] = L',
  'D.setdefault("z", L).append(A)',
  'D.update(k=L)',
  'for key in D:\n    D[key].append(A)',
  'for w in D.values():\n    w.append(A)',
  'O = P(L)',
  'O = Q(L)',
  'O = O.add(A)',
  'O.add(A)',
  'O.n = A',
  'O.items = L',
  'O.n += A',
  'O.share(A)',
  'A = len(O.shared)',
  'P.shared.append(A)',
  'L = P.shared',
  'setattr(O, "items", L)',
  'getattr(O, "items").append(A)',
  'vars(O)["items"].append(A)',
  'O = copy.copy(O)',
  'P.bonus = A',
  'A = getattr(P, "bonus", 3)',
  'def f(v):\n    return v * B',
  'def f(v):\n    L.append(v)\n    return A',
  'def f(v, w=L):\n    w.append(v)\n    return len(w)',
  'def f(v):\n    global A\n    A += v\n    return A',
  'def f(v, depth=2):\n    return v if depth == 0 else f(v + B, depth - 1)',
  'f = lambda v: v + A + len(L)',
  'f = functools.lru_cache(lambda v: v + A)',
  'f = functools.partial(max, A)',
  'def wrap(fn):\n    def inner(*args):\n        L.append(1)\n        return fn(*args)\n    return inner\nf = wrap(f)',
  '@functools.wraps(f)\ndef f(v, before=f):\n    return before(v) + A',
  'def make():\n    own = L\n    def tick(v=1):\n        own.append(v)\n        return len(own)\n    return tick',
  'T = make()',
  's = t',
  'handlers = {"f": f, "t": t}',
  'A = handlers["t"](1) if "handlers" in globals() else 0',
  'A = [f, t][0](B)',
  'A = functools.reduce(lambda v, w: v + w, L, B)',
  'def k(w):\n    return [f(v) for v in w[:5]]',
  'def gen():\n    for v in L[:3]:\n        yield v + A\nit = gen()',
  'it = (v + A for v in L)',
  'it = map(f, M[:3])',
  'it = zip(L, M)\nA = len(list(it))',
  'it = iter(L)',
  'L = list(it)[:4]\nL = [v for v in L if isinstance(v, int)]',
  'for v in it:\n    break',
  'A = sum(1 for v in L if v > B)',
  'A = any(v > A for v in L) + 0',
  'X = np.array([A, B, 3, 4])',
  'X = Y',
  'X = Y.copy()',
  'Y[0] = A',
  'X += 1',
  'X = X + Y[:1]',
  'X = Y[:2]',
  'np.add(X, 1, out=X)',
  'np.random.shuffle(X)',
  'X.sort()',
  'L.append(int(X[0]))',
  'exec("A = 6")',
  'exec("L.append(A)")',
  'globals()["A"] = 7',
  'A = eval("B + 1")',
  'A = locals().get("B", 0)',
  'del A\nA = 1',
  'with open("notes.txt", "w") as file:\n    print(A, file=file)',
  'try:\n    A = int(open("notes.txt").read())\nexcept OSError:\n    A = -1',
  'P.add = lambda self, v: self.items.insert(0, v)',
  'O.add = L.append',
  'class P:\n    shared = L\n    def __init__(self, items):\n        self.items = list(items)\n        self.n = A\n    def add(self, v):\n        self.n += v\n        return self\n    def share(self, v):\n        self.shared.append(v)\n    total = A\n    def __len__(self):\n        return 2',
  'counts = collections.defaultdict(list)\ncounts[A].append(B)\nL = counts[A]',
  'A: int = B',
  'assert isinstance(A, int), L',
  'print(L, A)',
  'print(sorted(M), sum(L), len(M), max(M, default=0))',
  'str(O); repr(L)',
  'L is M, A == B, A in L',
  'print(A, file=sink)',
  'A = len(sink.lines)',
  'type(O).bonus = A',
  'O.__class__.bonus = B',
  'A = len(type(O).__name__)',
  'dict.update(D, k=L)',
  'list.append(L, A)',
  'operator.setitem(L, slice(0, 1), [A])',
  'operator.iadd(L, [A])',
  'functools.reduce(operator.iadd, [[A], [B]], L)',
  'L = [v for v in (*it, A) if isinstance(v, int)][:4]',
  'L = [*it, A][-1:]',
  'X = np.fromiter((v for v in L if isinstance(v, int)), int)',
  'X = np.fromiter(it, int)',
  'L = list({A}.union(v for v in it if isinstance(v, int)))',
  'it = map(L.append, M[:2])',
  'it = each(iter(N))',
  'it = each(L)',
  'for w in each(N):\n    w.append(A)',
  'O.get = f',
  'A = getattr(O, "get", f)(B)',
  'A = ns.count(B) + ns.get()',
  'ns.get = T',
  'A = drive(note(B))',
  'counts = collections.defaultdict(T)\nA = counts[B]',
  'counts = collections.defaultdict(lambda: L.append(A))\ncounts[B]',
  'np.add(X, 1, X)',
  'X.partition(1)',
  'A = int("c" in dir()) + len([v for v in dir() if v == "t"])',
  'P.__len__ = lambda self: self.n',
  'P.total = property(lambda self: self.items.append(A))',
  'vars(O)["add"] = L.append',
  'L = list(map(len, N))',
  'A = max(map(len, N))',
  'it = map(len, N)',
  'for A in L[:2]:\n    M.append(A)',
  'for a, b in zip(L[:2], M[:2]):\n    c = a\nL = [a, c]',
  'for v in L[:2]:\n    w = [v]\n    for z in w:\n        M = [z, *M][:5]\n    L = w',
  'for v in L[:3]:\n    if v == A:\n        continue\n    L = M\n    M = [v]',
  'for v in range(3):\n    L.append(v)\n    L = M\n    M = N[0]\n    if v == A:\n        break',
  'for v in range(2):\n    w = L\n    L = M\n    M = w\n    w.append(v)',
  'for v in range(3):\n    M = L\n    if v == A:\n        continue\n    M = [v]',
  'if A > 1:\n    L = M[:]\n    L.append(B)\n    if B > 2:\n        M = L\nelse:\n    L = [B]',
  'if A > 9:\n    w = L\nelse:\n    w = M\nw.append(A)',
  'try:\n    A = B\n    L = M\n    M = [L[7]]\nexcept IndexError:\n    L.append(A)',
  'while A < 3:\n    A += 1\n    L = [A, *L][:3]\n    if A == 2:\n        M = L',
  'O = P(L)\nO.back = O\nO.back.items.append(A)',
  'for O.n in L[:2]:\n    pass',
  'for v, D["k"] in enumerate(N):\n    pass',
  'L = [(v, w) for v in M[:2] for w in N][-1][1]',
  'handlers = [lambda v, w=L: w.append(v), T]\nA = len(str(handlers[B % 2](A)))'
];

/** Statements that look at, or change, any name: where they are, all is needed. */
const OPAQUE = /exec|eval|globals|locals/;
const CLEAR = STATEMENTS.filter(each => !OPAQUE.test(each));

/** Such a share of the programs has none of them. */
const CLEAR_SHARE = 0.7;

const KINDS: Readonly<Record<string, readonly string[]>> = {
  A: ['a', 'b', 'c'],
  B: ['a', 'b', 'c'],
  L: ['l', 'm'],
  M: ['l', 'm'],
  N: ['n'],
  D: ['d', 'e'],
  E: ['d', 'e'],
  O: ['o', 'q'],
  T: ['t', 's'],
  X: ['x', 'y'],
  Y: ['x', 'y']
};

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)];
}

function statement(random: Random, statements: readonly string[]): string {
  const names = new Map(
    Object.entries(KINDS).map(([kind, all]) => [kind, pick(all, random)])
  );
  return pick(statements, random).replace(
    /\b[ABDEL-OTXY]\b/g,
    kind => names.get(kind) as string
  );
}

/** What the last cell looks at. */
const WATCHED = [
  'a',
  'b',
  'c',
  'l',
  'm',
  'n',
  'd',
  'e',
  'x',
  'y',
  'o.items',
  'q.n',
  'f(1)',
  't()',
  'g()',
  'list(it)[:5]',
  'P.shared',
  'random.random()',
  'sink.lines',
  'len(o)',
  'o.total'
];

/** A random program of assignments, changes and calls, cut into cells. */
export function program(seed: number): IProgram {
  const random = randomOf(seed);
  const count = 4 + Math.floor(random() * 14);
  const all = random() < CLEAR_SHARE ? CLEAR : STATEMENTS;
  // With few kinds of statements not everything hangs together.
  const kinds = random() < 0.5 ? 8 : 40;
  const statements = Array.from({ length: kinds }, () => pick(all, random));
  const cells = Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      statement(random, statements)
    ).join('\n')
  );
  const watched = [pick(WATCHED, random), pick(WATCHED, random)];
  const end = random() < 0.3 ? '\nraise ValueError(str(result))' : '';
  cells[count - 1] += `\nresult = [${watched.join(', ')}]${end}`;
  return { cells: [...FIRST, ...cells] };
}
