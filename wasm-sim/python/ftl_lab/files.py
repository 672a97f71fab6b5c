"""Scenarios, plans and traces, from files or given as they are."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional, Union

from ftl_lab import _ftl_lab
from ftl_lab._ftl_lab import InputError

#: The path of a JSON file, the JSON itself, or what ``json.loads`` makes of it.
Document = Union[str, "os.PathLike[str]", Mapping[str, Any]]


class Given:
    """A document: its text, and where the traces that it names are."""

    def __init__(self, document: Document, folder: Optional[Union[str, "os.PathLike[str]"]] = None) -> None:
        self.path: Optional[Path] = None
        #: A trace that the person named, wherever it is.
        self.named: Optional[str] = None
        self.text_is_ours = isinstance(document, Mapping)
        if isinstance(document, Mapping):
            self.text = json.dumps(document)
        elif isinstance(document, str) and document.lstrip("\ufeff \t\r\n").startswith("{"):
            self.text = document
        else:
            self.path = Path(document)
            try:
                self.text = _bytes(self.path, "Check the name and the permissions.").decode("utf-8-sig")
            except UnicodeDecodeError:
                raise input_error(f"{self.path}: the file is not text in UTF-8", "Name another file, or save it as UTF-8.") from None
        self.folder = Path(folder) if folder is not None else self.path.parent if self.path else Path()

    def wrong(self, error: InputError) -> InputError:
        """The error with the name of the file before it. A document that came as an object has no lines."""
        if self.path is not None:
            named = InputError(f"{self.path}:{error}" if error.line else f"{self.path}: {error}")
        elif self.text_is_ours:
            named = input_error(error.message or str(error), error.remedy, error.field)
            error.line = error.column = None
        else:
            return error
        named.__dict__.update(error.__dict__)
        return named

    def trace(self, name: str, reading: str, page_bytes: int) -> _ftl_lab.Trace:
        """A trace that the document names, read as the scenario says."""
        return _ftl_lab.Trace.read(self.bytes_of(name), name, page_bytes, reading)

    def bytes_of(self, name: str) -> bytes:
        """A file that the document names: in its folder or below, as it may come from anyone. ``named`` is any other."""
        path = self.folder / name
        if name != self.named and not _is_below(self.folder, name):
            raise input_error(
                f"`{name}` is outside the folder of the document: it names files beside it, or in folders below",
                "Put the trace there, or name it yourself: trace=...",
                "workload.path",
            )
        return _bytes(path, "Put the trace that the plan names beside it.")


def _is_below(folder: Path, name: str) -> bool:
    """Whether a file is below a folder, wherever its name and its links lead."""
    return folder.resolve() in (folder / name).resolve().parents


def input_error(message: str, remedy: Optional[str], field: Optional[str] = None) -> InputError:
    """``FIELD: message``, and on a second line the remedy; all of them as attributes, too."""
    error = InputError(f"{field + ': ' if field else ''}{message}" + (f"\n  {remedy}" if remedy else ""))
    error.message, error.remedy, error.field = message, remedy, field
    return error


def _bytes(path: Path, remedy: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise input_error(f"{path}: {error.strerror}", remedy) from None
