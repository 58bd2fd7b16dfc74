"""Names made fit for files: nothing that breaks XML or an encoding, nothing that a spreadsheet runs."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brierwidgets.words.text import as_typed, clean, inert


@given(st.text(st.characters(codec=None)))
def test_whatever_was_written_can_be_saved_and_parsed(text):
    cleaned = clean(text)
    assert len(cleaned) == len(text)
    escaped = re.sub("[<&]", "x", cleaned)
    ET.fromstring(f"<text>{escaped}</text>".encode())


@pytest.mark.parametrize("text", ["plain", "naïve – 50 % «β»", "模型 🙂", "two\nlines\tand a tab", "a-b=c"])
def test_ordinary_text_stays(text):
    assert clean(text) == text
    assert inert(text) == text


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1"])
def test_a_formula_gets_an_apostrophe(text):
    assert inert(text) == f"'{text}"
    assert as_typed(inert(text)) == text


@pytest.mark.parametrize("text", ["a\x00b", "a\x1bb", "a\ud800b", "a\uffffb", "a\x9fb"])
def test_what_files_cannot_hold_is_shown_as_unknown(text):
    assert clean(text) == "a\ufffdb"
