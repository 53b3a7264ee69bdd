"""From statements to passages with titles, texts and the forms by which entities are named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.facts import Facts
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.prose import Speaker, compose, slots
from hippo_exp.pathfinding.corpus.statements import Statements
from hippo_exp.pathfinding.corpus.variants import choose_form, in_text
from hippo_exp.pathfinding.corpus.world import World


@dataclass(frozen=True, slots=True)
class Stated:
    """One fact as a passage words it.

    Attributes:
        near: surface form of the passage's subject.
        triple: the relation in words.
        far: surface form of the other entity.
        year: the year in the statement, or empty.
    """

    near: str
    triple: str
    far: str
    year: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A passage and what it states.

    Attributes:
        title: the name with a capital letter.
        name: a surface form of the subject.
        text: an opening, its facts, and sentences without a fact.
        stated: its facts, in the order of the text.
    """

    title: str
    name: str
    text: str
    stated: tuple[Stated, ...]


class Renderer:
    """Writes the passages of a world, one after the other.

    Args:
        world: entities.
        facts: facts.
        statements: what each passage states.
        parameters: the variant rate and the seed.
        n_fillers: exact number of sentences without a fact, see :func:`compose`.
    """

    def __init__(
        self,
        world: World,
        facts: Facts,
        statements: Statements,
        parameters: SyntheticParameters,
        n_fillers: int | None = None,
    ) -> None:
        self._world = world
        self._rate = parameters.variant_rate
        self._n_fillers = n_fillers
        self._draws = Draws(stream(parameters.seed, 3))
        self._relation = facts.relation[statements.fact].tolist()
        far = facts.object.copy()[statements.fact]
        far[statements.inverse] = facts.subject[statements.fact[statements.inverse]]
        self._far = far.tolist()
        self._far_type = world.type_of(far).tolist()
        self._inverse = statements.inverse.tolist()
        self._bounds = statements.bounds.tolist()
        self._subjects = world.subjects.tolist()
        self._subject_types = world.type_of(world.subjects).tolist()

    def passages(self) -> Iterator[Rendered]:
        """Yield (n_passages,) passages by passage number; to be called once."""
        return map(self._passage, range(self._world.n_passages))

    def _passage(self, number: int) -> Rendered:
        draws = self._draws
        subject = self._subjects[number]
        kind = self._world.schema.types[self._subject_types[number]]
        form = choose_form(self._world.forms[subject], self._rate, draws)
        used = {subject: form}
        year = self._world.years[subject]
        predicates: list[str] = []
        stated: list[Stated] = []
        for i in range(self._bounds[number], self._bounds[number + 1]):
            predicate, fact = self._statement(i, form, used, year)
            predicates.append(predicate)
            stated.append(fact)
        name = in_text(form, article=kind.article)
        feminine = self._world.feminine[subject]
        speaker = Speaker(kind, name, form, feminine=feminine, draws=draws)
        text = compose(kind, speaker, predicates, draws, year, self._n_fillers)
        title = form[0].upper() + form[1:]
        return Rendered(title=title, name=form, text=text, stated=tuple(stated))

    def _statement(self, i: int, near: str, used: dict[int, str], year: int) -> tuple[str, Stated]:
        """Word statement ``i``; an entity keeps its form within a passage (``used``)."""
        draws = self._draws
        relation = self._world.schema.relations[self._relation[i]]
        wording = relation.inverse if self._inverse[i] else relation.forward
        assert wording is not None  # a fact is only placed where it can be worded
        far = self._far[i]
        if far not in used:
            used[far] = choose_form(self._world.forms[far], self._rate, draws)
        form = used[far]
        name = in_text(form, article=self._world.schema.types[self._far_type[i]].article)
        if not relation.object:
            return name, Stated(near, wording.triple, form, "")
        predicate = draws.pick(wording.predicates)
        numbers = slots(draws, year)
        said = ""
        if "{y}" in predicate or "{b}" in predicate:
            said = numbers["y" if "{y}" in predicate else "b"]
        return predicate.format(o=name, **numbers), Stated(near, wording.triple, form, said)
