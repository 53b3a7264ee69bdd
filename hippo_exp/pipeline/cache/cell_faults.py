"""What is wrong with the files of a cell."""

from __future__ import annotations

from hippo_exp.pipeline.cache.cells import FILES, KeptCell
from hippo_exp.pipeline.cells.status import read_status
from hippo_exp.storage import digest_bytes


def cell_fault(cell: KeptCell) -> str:
    """What is wrong with a done cell's files, or with a status; empty where nothing is."""
    if cell.state == "damaged":
        return "its status cannot be read, or is another cell's"
    status = read_status(cell.folder)
    if status is None or status.state != "done":
        return ""
    there = [file.path.name for file in cell.files]
    for name in FILES[1:]:
        if name not in status.files or name not in there:
            return f"{name} is missing"
        try:
            data = (cell.folder / name).read_bytes()
        except OSError as error:
            return f"{name} cannot be read ({error.strerror or error})"
        if digest_bytes(data) != status.files[name]:
            return f"{name} is not as it was written"
    return ""
