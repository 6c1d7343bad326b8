"""Packages as they look when pip installed them, made for programs that fail."""

#: A class that lacks what is asked of it.
CLS = "class {}:\n    def __init__(self): self.epochs = 3\n"


def package(name, version, **modules):
    """The files of an installed package."""
    files = {f"site-packages/{name}-{version}.dist-info/METADATA": f"Name: {name}\n\n"}
    files[f"site-packages/{name}/__init__.py"] = f"__version__ = {version!r}\n"
    for path, text in modules.items():
        file = f"site-packages/{name}/{path.replace('__', '/')}"
        files[file if path.endswith("__init__.py") else f"{file}.py"] = text
    return files


def part(name, version, folder, text=""):
    """An installed package with one package inside."""
    return {**package(name, version), f"site-packages/{name}/{folder}/__init__.py": text}
