"""The user's own variables, apart from what IPython keeps beside them."""


def shell_of():
    from IPython import get_ipython

    return get_ipython()


def is_history(name):
    """Whether IPython keeps a result or an input under this name."""
    return type(name) is str and (
        name in ("_", "__", "___", "Out", "_oh", "In", "_ih", "_i", "_ii", "_iii", "_dh")
        or (name[:1] == "_" and name[1:].isdigit())
        or (name[:2] == "_i" and name[2:].isdigit())
    )


def variables_of(shell):
    """The user's own names and their values."""
    hidden = shell.user_ns_hidden
    return [
        (name, value)
        for name, value in list(dict.items(shell.user_ns))
        if type(name) is str
        and not is_history(name)
        and not (name in hidden and dict.get(hidden, name) is value)
    ]
