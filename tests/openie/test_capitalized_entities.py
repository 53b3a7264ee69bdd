from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.openie import capitalized_entities


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        (
            "Were Scott Derrickson and Ed Wood of the same nationality?",
            ("Scott Derrickson", "Ed Wood"),
        ),
        ("When did Lothair Ii's mother die?", ("Lothair Ii",)),
        (
            "Which Stanford University professor works on Alzheimer’s?",
            ("Stanford University", "Alzheimer"),
        ),
        ('Who starred in "Big Stone Gap" in New York?', ("Big Stone Gap", "New York")),
        ("Where did Apollo 11 land in 1969?", ("Apollo 11",)),
        ("The 1998 Winter Olympics were held where?", ("1998 Winter Olympics",)),
        ("In 1991 Euromarché was bought by whom?", ("Euromarché",)),
        (
            "Did Alexander the Great visit the University of the Philippines?",
            ("Alexander the Great", "University of the Philippines"),
        ),
        ("Who lived in the U.S. after J. R. R. Tolkien?", ("U.S.", "J. R. R. Tolkien")),
        ("The Beatles or the Byrds?", ("The Beatles", "Byrds")),
        ("Hayden is a singer from where?", ("Hayden",)),
        ("The country of Ada borders what?", ("Ada",)),
        ("Who succeeded King Albert I of that country?", ("King Albert I",)),
        ("Should I visit Rome? Which way is Rome?", ("Rome",)),
        ("What's the capital of France?", ("France",)),
        ("Which came first, iPhone or eBay?", ("iPhone", "eBay")),
        ("Johnnycake, West Virginia", ("Johnnycake", "West Virginia")),
        ("what is chlorambucil?", ()),
        ("", ()),
    ],
)
def test_examples(question: str, entities: tuple[str, ...]) -> None:
    assert capitalized_entities(question) == entities


@given(question=st.text(alphabet="aA1 .,'’\"?I\nthe of"))
def test_entities_are_distinct_and_made_of_the_question(question: str) -> None:
    entities = capitalized_entities(question)
    assert len(dict.fromkeys(entities)) == len(entities)
    for entity in entities:
        assert any(char.isupper() for char in entity)
        assert all(word.rstrip(".") in question for word in entity.split())


# Some symbols (circled letters, Roman numerals) are upper case though no letters.
SMALL = st.characters(exclude_categories=["Lu", "Lt", "Cs"]).filter(lambda char: not char.isupper())


@given(question=st.text(alphabet=SMALL))
def test_nothing_without_a_capital_letter(question: str) -> None:
    assert capitalized_entities(question) == ()
