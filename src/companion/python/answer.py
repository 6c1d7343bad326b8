"""Runs the companion's code in the user's kernel and makes `answer` of it.

`question.py` starts it with `importlib`, the names of the interpreter's own
importer, `source`, which defines `report`, and `given`, its arguments as JSON.
An exception that left it would become the user's last one (`%tb`, `%debug`), so
it comes back as data: {"value": what `report` returned}, or {"error": the
exception's type, "line": in `source`}.

No built-in name is looked up before `own_builtins` has found the
interpreter's own: a user may have put others into the module `builtins`.
"""

FILE = "<torch-triage>"
TYPE = ().__class__.__class__
FUNCTION = [].append.__class__
CODE = (lambda: None).__code__.__class__
sys = importlib["sys"]
load = importlib["__import__"]


class Answer:
    """The digits of JSON, in a form that the user's formatters leave alone.

    They know nothing of this type; plain text is there, if empty, so that
    neither IPython nor who replaced its printer makes some.
    """

    def __init__(self, digits):
        self.digits = digits

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"application/x-torch-triage": self.digits, "text/plain": ""}


def is_own(name, value):
    """Whether `value` is what the interpreter itself calls `name`."""
    if TYPE(value) is FUNCTION:
        return value.__name__ == name
    return TYPE(value) is TYPE and value.__module__ == "builtins"


def own_builtins(names):
    """The built-in names, with the interpreter's own behind each of `names`."""
    found = {**__builtins__}
    missing = {name for name in names if name in found and not is_own(name, found[name])}
    if not missing:
        return found
    # The originals live on: the interpreter keeps its own copy of the module.
    module = sys.modules["builtins"]
    for value in load("gc").get_objects():
        if TYPE(value) is FUNCTION and value.__self__ is module:
            if value.__name__ in missing:
                found[value.__name__] = value
    classes = [().__class__.__base__]
    while classes:
        one = classes.pop()
        if one.__name__ in missing and is_own(one.__name__, one):
            found[one.__name__] = one
        classes += (each for each in TYPE.__subclasses__(one) if TYPE(each) is TYPE)
    return found


def names_in(code):
    """The names that `code` looks up, its functions' too."""
    names = {*code.co_names, "__import__", "__build_class__"}
    for constant in code.co_consts:
        if TYPE(constant) is CODE:
            names |= names_in(constant)
    return {name for name in names if name[:2] != "__" or name in ("__import__", "__build_class__")}


def told():
    """What `report` returns, as JSON."""
    own = own_builtins({"compile", "exec"})
    json = load("json")
    code = own["compile"](source, FILE, "exec")
    names = {"__name__": __name__, "__builtins__": own_builtins(names_in(code))}
    own["exec"](code, names)
    value = names["report"](**json.loads(given))
    return json.dumps({"value": value}, allow_nan=False)


def failure():
    """The exception being handled, as JSON; its own code is not run."""
    kind, _, trace = sys.exc_info()
    name = kind.__name__ if TYPE(kind) is TYPE and kind.__name__.isidentifier() else "Exception"
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return '{"error": "%s", "line": %d}' % (name, line)


try:
    text = told()
except:  # noqa: E722 - an interrupt must not leave either, and no name is trusted
    text = failure()
answer = Answer(text.encode().hex())
