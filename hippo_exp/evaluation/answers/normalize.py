"""The normal form of answers, common to the three data sets' scripts."""

from __future__ import annotations

import re
import string

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


def normalize_answer(text: str) -> str:
    """Lower case; ASCII punctuation removed; the words a, an, the removed; blanks folded.

    In this order, so that ``U.S.`` becomes ``us``, ``19-year-old`` one word, and ``A.`` nothing;
    punctuation beyond ASCII (a typographic apostrophe or dash) stays.

    Source: SQuAD's script, as adopted by MuSiQue, HotpotQA and 2WikiMultihopQA.
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())
