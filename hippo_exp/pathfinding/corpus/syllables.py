"""Fictional word stems from small syllable grammars, one grammar per style of language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hippo_exp.pathfinding.corpus.draws import Draws

_VOWELS: Final = frozenset("aeiouy")
_OPENINGS = "br bl ch cl cr dr fj fl fr gl gr kl kr pl pr sh sk sl st sv th tr vl wh wr"
_CLUSTERS: Final = frozenset(_OPENINGS.split())


@dataclass(frozen=True, slots=True)
class Style:
    """A grammar: a stem is head + middle syllables + ending, for example Har + ve + ndal.

    Attributes:
        heads: opening syllables, each ending in a consonant or a vowel.
        middles: consonant-vowel syllables that may follow a head or each other.
        surnames: endings of family names.
        feminine: endings of women's given names.
        masculine: endings of men's given names.
        towns: endings of place names.
    """

    heads: tuple[str, ...]
    middles: tuple[str, ...]
    surnames: tuple[str, ...]
    feminine: tuple[str, ...]
    masculine: tuple[str, ...]
    towns: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


STYLES: Final[tuple[Style, ...]] = (
    Style(  # northern
        heads=_words(
            "al ar bran brei dag dor ei el fal fen fros gar gun hal har hel ing jor kal kjel lin "
            "mar mol nor od ras rog run sig skar sol stei sten sval tor tryg ul val vik ys"
        ),
        middles=_words(
            "da de do ga ge gi ka ke la le lo ma mi na ne ra ri ro sa se ta te va ve vo"
        ),
        surnames=_words("dsen gaard lund nsen rvik stad strom thal vold ndahl mark berg"),
        feminine=_words("na nhild ra run ldis ve nja gda lin bet"),
        masculine=_words("lf mund nar rik var ld sten kon gard bjorn"),
        towns=_words("ndal fjord holm sund stad lvik nes berg havn mark"),
    ),
    Style(  # western
        heads=_words(
            "ash bar bel black brad bur cal car cran dun east ed fair fer glen gran hart hen holl "
            "ken kil lang leth lin mal mel mor nor oak pem pen quar red row shel sil stan sut tam "
            "thorn tin wal war wes wim wyn yar"
        ),
        middles=_words(
            "ba be bo cha da den der di fa fo le ley lo ma me mi na ner ni ra ro ta ten ver wi"
        ),
        surnames=_words(
            "field ford hurst ley more ridge sby shaw ston thorpe well wick wood worth"
        ),
        feminine=_words("line lyn nna ra ssa tha beth dith nor wen"),
        masculine=_words("bert den don frey gan mond ric ton vin win"),
        towns=_words("bridge bury combe ford gate ham mouth stead stow ton wick minster"),
    ),
    Style(  # eastern
        heads=_words(
            "bog bor bran brez chel dob dra dub gor gra hru jar kas kor kra kru lub lud mil mir "
            "mla nov ost pav plo pro rad ras rus sev slav sob stan svet tar ter tre vel ves vlad "
            "vol zab zag zel zla"
        ),
        middles=_words(
            "bi bo chi da de di go ja ka ko la le li ma mi na ni no ra ri ro sa so ta ti va vi"
        ),
        surnames=_words("chenko czyk dov jevic kovic lenko nov nski rov shin sky vak vich zek"),
        feminine=_words("mila na nka slava vna zana dra lina rina sha"),
        masculine=_words("mir slav dan vit ran kol tek vel zar gor"),
        towns=_words("grad nice nov polje rovo sk slav vets vica zany ztok chin"),
    ),
    Style(  # southern
        heads=_words(
            "al am an ar bel ben bri cam can cap car cas cor dom er fal fer fio gal gio gui lan "
            "lau lu man mar mon nar ol or pal per pie pon ri ros sal san ser tar ter tor tre val "
            "ven ver vit zan"
        ),
        middles=_words(
            "be bi ca ce ci co da de di do fa ga gi la le li lo ma mi na no ra re ri ro sa ta te vi"
        ),
        surnames=_words(
            "celli dini gallo lotti mante nelli nzano relli ressi rdo ssini tano telli zzi"
        ),
        feminine=_words("bella cia lia lina ndra nella ria rosa tta vina"),
        masculine=_words("ciano dro lio ndo nzo rico sto tano vio zio"),
        towns=_words("cello gnano liano monte nara nza porto rano ssola terra vento zzone"),
    ),
    Style(  # old western
        heads=_words(
            "aber ael ban bran bryn caer cal car con cor dal der dil dru ell fen fin gal glyn gwen "
            "ior kel ken kin lan lla loch mael mer mor nev ol owen per rhi ros sen tal tre tul yst"
        ),
        middles=_words(
            "ba ca cha da de dda fa ga ge la le lla ma me na ne nna ra re ri ro sa tha va we"
        ),
        surnames=_words("ddoch gan ghan lloch mara nnan rney rrick ssidy thwen vaney wydd"),
        feminine=_words("na nwen ra reth lys nnog ssa wyn dra eira"),
        masculine=_words("dan dric gan lan lyn ran thur wyn cal nor"),
        towns=_words("ber carn dale dun gannon glas killen lough mawr nock rhyd wern"),
    ),
    Style(  # oversea
        heads=_words(
            "a aka ana ba dja ha hi ho ja ka kai ke ki ko la lu ma mai me mo na nu o pa pua ra "
            "ru sa se su ta te ti to tu u va wa wai ya yo"
        ),
        middles=_words(
            "ba du ga ha hi ka ke ki ko la li lo ma me mi na ni no pa ra ri ro ru sa ta ti to va wa"
        ),
        surnames=_words("kawa kele ki lani loa maru mura nahe ndra nui rangi saki tama watu"),
        feminine=_words("hine ka lani mi na nalei rani riko sha yuki"),
        masculine=_words("he ki kolo maro ndo no ro shi taro to"),
        towns=_words("batu hama kura lau moana nagar pura roa tapu vai wera yama"),
    ),
)


def stem(draws: Draws, style: Style, endings: tuple[str, ...], *, middles: int) -> str:
    """Return a capitalised word: a head, ``middles`` middle syllables and one of the endings."""
    word = draws.pick(style.heads)
    for _ in range(middles):
        word = joined(word, draws.pick(style.middles))
    return joined(word, draws.pick(endings)).capitalize()


def joined(word: str, part: str) -> str:
    """Append a syllable so that the seam can be spoken.

    Of two vowels the first is dropped; after a consonant, a double consonant becomes a single one
    and a cluster that opens no syllable gets a vowel before it.
    """
    if word[-1] in _VOWELS and part[0] in _VOWELS:
        return word[:-1] + part if len(word) > 2 else word + "r" + part
    if word[-1] not in _VOWELS and part[0] not in _VOWELS and part[1] not in _VOWELS:
        if part[0] == part[1]:
            part = part[1:]
        elif part[:2] not in _CLUSTERS:
            part = "a" + part
    return word + part[1:] if word[-2:] == 2 * part[0] else word + part
