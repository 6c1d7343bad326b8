"""What packages hold, as JSON: for each its names, its versions, and texts that it must not hold.

Usage: archives.py KIND=FILE... -- TEXT...
"""

import json
import re
import sys
import tarfile
import zipfile


def members(path):
    """Name and content of each file of a package."""
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield name, archive.read(name)
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    yield member.name, archive.extractfile(member).read()


def version_of(name, content):
    """The version that a package's own description names, or None."""
    if re.search(r"\.dist-info/METADATA$|^[^/]*/PKG-INFO$", name):
        return re.search(rb"^Version: (.*?)\r?$", content, re.M)[1].decode()
    if re.search(r"^package/package\.json$|/jupyterlab-torch-triage/package\.json$", name):
        return json.loads(content)["version"]
    return None


def told(path, texts):
    names, versions, found = [], {}, []
    for name, content in members(path):
        names.append(name)
        version = version_of(name, content)
        if version is not None:
            versions[name] = version
        found += [name for text in texts if text.encode() in content]
    return {"names": names, "versions": versions, "found": found}


def main(args):
    at = args.index("--")
    packages = dict(arg.split("=", 1) for arg in args[:at])
    json.dump({kind: told(path, args[at + 1 :]) for kind, path in packages.items()}, sys.stdout)


main(sys.argv[1:])
