"""A page read as a screen reader or a validator would: elements with attributes and text."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("meta", "br", "hr", "wbr", "input")


@dataclass
class Element:
    """One element with its children."""

    tag: str
    attributes: dict[str, str | None]
    parent: Element | None = None
    parts: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text within, in order."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    @property
    def children(self) -> list[Element]:
        """The elements directly within."""
        return [part for part in self.parts if isinstance(part, Element)]

    def all(self, *tags: str, **attributes: str) -> list[Element]:
        """Every element within of one of the tags, with these attributes; ``class_`` as a word."""
        found = []
        for child in self.children:
            if (not tags or child.tag in tags) and child.has(**attributes):
                found.append(child)
            found += child.all(*tags, **attributes)
        return found

    def has(self, **attributes: str) -> bool:
        """Whether it has the attributes."""
        for name, value in attributes.items():
            own = self.attributes.get(name.rstrip("_").replace("_", "-"))
            if own is None or (value not in own.split() if name == "class_" else own != value):
                return False
        return True


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("document", {})
        self.now = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice: {tag} {names}"
        element = Element(tag, dict(attrs), self.now)
        self.now.parts.append(element)
        if tag not in VOID:
            self.now = element

    def handle_endtag(self, tag: str) -> None:
        assert self.now.tag == tag, f"</{tag}> closes <{self.now.tag}>"
        assert self.now.parent is not None
        self.now = self.now.parent

    def handle_data(self, data: str) -> None:
        self.now.parts.append(data)


def read_page(text: str) -> Element:
    """The document; fails where elements are not closed in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.now is reader.root, f"<{reader.now.tag}> is not closed"
    return reader.root
