"""The widget's Python side; ``web/tools/jobs/notebook.mjs`` has the whole of it in JupyterLab."""

from __future__ import annotations

import gzip
import sys

import pytest
from conftest import SCENARIO

pytest.importorskip("anywidget", reason="anywidget is not installed: pip install ftl-lab[notebook]")

import ftl_lab  # noqa: E402
from ftl_lab import widget  # noqa: E402


@pytest.fixture
def page(tmp_path, monkeypatch):
    file = tmp_path / "page.html.gz"
    file.write_bytes(gzip.compress(b"<!doctype html>"))
    monkeypatch.setenv("FTL_LAB_PAGE", str(file))
    return file


def test_the_page_is_sent_to_those_who_ask_for_it(page, monkeypatch):
    lab = ftl_lab.show(SCENARIO, (12, 3), height=500)
    sent = []
    monkeypatch.setattr(lab, "send", lambda message, buffers=None: sent.append((message, buffers)))
    lab._handle_custom_msg({"page": "something else"}, [])
    lab._handle_custom_msg({"page": "wanted"}, [])
    assert sent == [({"page": "here"}, [page.read_bytes()])]
    state = lab.get_state()
    assert (state["position"], state["height"]) == ((12, 3), 500)
    assert len(str(state)) < 20_000, "a saved notebook does not hold the page"


def test_a_trace_goes_with_the_page(page, tmp_path, monkeypatch):
    (tmp_path / "t.trace").write_text("w0 w1 r1")
    traced = {**SCENARIO, "workload": {"kind": "trace", "path": "t.trace"}}
    lab = ftl_lab.show(traced, folder=tmp_path)
    sent = []
    monkeypatch.setattr(lab, "send", lambda message, buffers=None: sent.append(buffers))
    lab._handle_custom_msg({"page": "wanted"}, [])
    assert sent == [[page.read_bytes(), b"w0 w1 r1"]]
    (tmp_path / "t.trace").write_text("w0 w1 x1")
    with pytest.raises(ftl_lab.InputError, match="t.trace: line 1"):
        ftl_lab.show(traced, folder=tmp_path)


def test_a_wrong_scenario_is_refused_before_anything_is_shown(page):
    with pytest.raises(ftl_lab.InputError, match="log_blocks"):
        ftl_lab.show({**SCENARIO, "ftl": {"kind": "bast", "log_block": 2}})
    page.unlink()
    with pytest.raises(ftl_lab.InputError, match="one-file.mjs"):
        ftl_lab.show(SCENARIO)


def test_without_anywidget_the_rest_works(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "ftl_lab.widget")
    monkeypatch.delattr(ftl_lab, "widget")
    with pytest.raises(ImportError, match=r"pip install ftl-lab\[notebook\]"):
        ftl_lab.show(SCENARIO)
    assert ftl_lab.report(SCENARIO)["host"]["writes"] == 400
    assert widget.PAGE.name == "page.html.gz"
