# A function of the three texts, called in one expression among the user's
# names. It relies on none of them: `exec`, `compile` or `__builtins__` may have
# become theirs. From a literal it goes to the importer that the interpreter
# made before any user code ran, and from there to the built-in names.
lambda answer, source, given: (
    lambda importlib: (
        lambda names: (importlib["__builtins__"]["exec"](answer, names), names["answer"])[1]
    )({
        "__builtins__": importlib["__builtins__"],
        "__name__": "torch_triage",
        "importlib": importlib,
        "source": source,
        "given": given,
    })
)(
    (kind for kind in ().__class__.__base__.__subclasses__() if kind.__name__ == "BuiltinImporter")
    .__next__()
    .find_spec.__func__.__globals__
)
