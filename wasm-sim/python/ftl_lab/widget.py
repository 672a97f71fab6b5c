"""The lab in a notebook. Needs the extra: ``pip install ftl-lab[notebook]``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ftl_lab import _ftl_lab
from ftl_lab.files import Document, Given, input_error

#: The page as one file, gzipped (``web/tools/jobs/one-file.mjs``).
PAGE = Path(__file__).with_name("page.html.gz")


class Lab(anywidget.AnyWidget):
    """The page with a scenario on its stage; ``show`` makes one. Needs no network.

    The traits follow the page, and the page follows ``scenario``, ``position`` and ``height``.
    """

    _esm = Path(__file__).with_name("widget.js")

    scenario = traitlets.Unicode(help="The scenario, JSON.").tag(sync=True)
    position = traitlets.Tuple(
        traitlets.Int(min=0), traitlets.Int(min=0), help="(request, event): requests done, and events of the next one."
    ).tag(sync=True)
    height = traitlets.Int(640, min=1, help="In pixels of CSS.").tag(sync=True)
    requests = traitlets.Int(0, help="Of the whole run; 0 until the page has loaded.").tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    event = traitlets.Any(None, allow_none=True, help="The last event, as ``ftl-lab run --events`` writes it.").tag(sync=True)
    error = traitlets.Unicode("", help="Why the page refused the last scenario or position.").tag(sync=True)

    def __init__(self, trace: bytes | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        self._trace = trace
        # Asked for by the page: as a trait it would be saved in every notebook.
        self.on_msg(self._hand_over)

    def _hand_over(self, _widget: Any, message: Any, _buffers: Any) -> None:
        if message == {"page": "wanted"}:
            self.send({"page": "here"}, buffers=[page(), *([] if self._trace is None else [self._trace])])


def page() -> bytes:
    """The page: that of the package, or the file that the environment's ``FTL_LAB_PAGE`` names."""
    file = Path(os.environ.get("FTL_LAB_PAGE") or PAGE)
    try:
        return file.read_bytes()
    except OSError as error:
        remedy = "Wheels have it. From a clone: `npm run wasm`, then `node web/tools/jobs/one-file.mjs`."
        raise input_error(f"{file}: {error.strerror}", remedy) from None


def show(
    scenario: Document,
    position: tuple[int, int] = (0, 0),
    *,
    height: int = 640,
    folder: str | os.PathLike | None = None,
) -> Lab:
    """Shows a scenario on the stage of the page, in the output of a notebook's cell.

    ``scenario`` is a path, JSON text or a dict. ``position`` is (request, event): the requests that are done, and the events of the
    next one. ``height`` is in pixels; from 640 on everything is in view. The widget's ``position``, ``requests``, ``event`` and ``playing``
    follow the page; a new ``position`` moves it.

    A trace that the scenario names is beside its file, or in ``folder``; it is sent to the page as a whole.

    Raises ``InputError`` if the scenario or its trace is wrong.
    """
    given = Given(scenario, folder)
    try:
        _, _, wanted = _ftl_lab.check(given.text)
    except _ftl_lab.InputError as error:
        raise given.wrong(error) from None
    trace = None
    if wanted:
        # Here an error has a cell to be shown in.
        given.trace(*wanted)
        trace = given.bytes_of(wanted[0])
    page()
    return Lab(trace, scenario=given.text, position=position, height=height)
