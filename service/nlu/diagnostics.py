"""Why a question was not understood, in the question's language, and questions that would work."""

import re
from collections.abc import Callable, Mapping, Sequence

from rapidfuzz import fuzz, process

from queries.catalogue.catalogue import Catalogue, Language
from queries.catalogue.folding import fold
from service.nlu.examples import distances, examples
from service.nlu.grammar.runner_words import INDEFINITE
from service.nlu.grammar.syntax import Stuck
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.lexer.tokenizer import Unreadable
from service.nlu.lexer.vocabulary import load_words
from service.nlu.lexer.walking_time import METRES_A_MINUTE
from service.nlu.refused_tags import NO_DENIAL, find_denied, tell_apart
from service.reading import Problem

_REASONS: dict[str, tuple[str, str]] = {
    "topic": (
        "os dados não dizem isto",
        "the data does not hold this",
    ),
    "clusters": (
        "concentrações são de um tipo de lugar, perto de outro ou em algum lugar",
        "clusters are of a kind of place, near another or in a place",
    ),
    "negation": (
        "não fica claro o que é negado; diga sem que tipo de lugar, ou não perto de quê",
        "it is not clear what is denied; say without which kind of place, or not near what",
    ),
    "outside": (
        "fora de um lugar não se pergunta; diga a mais de quantos metros dele",
        "outside a place can't be asked for; say more than how many metres from it",
    ),
    "beyond": ("falta a distância, ou de quê", "the distance is missing, or from what"),
    "farthest": (
        "o mais distante não se pergunta; diga a mais de quantos metros",
        "the farthest can't be asked for; say more than how many metres",
    ),
    "nearest": (
        "mais próximo de quê? diga um lugar, ou de cada tipo de lugar",
        "nearest to what? name a place, or each of a kind of place",
    ),
    "zones": (
        "diga que zonas ou bairros: com que lugares, ou com mais de quê",
        "say which zones or districts: with which places, or with most of what",
    ),
    "compare": (
        "só se comparam dois lugares, ou dois tipos de lugar",
        "only two places, or two kinds of place, can be compared",
    ),
    "most": (
        "mais ou menos de quê, e onde? zonas com mais, ou A ou B",
        "most or fewest of what, and where? zones with most, or A or B",
    ),
    "share": (
        "percentagens e médias ainda não têm resposta; pergunte quantos",
        "percentages and averages are not answered yet; ask how many",
    ),
    "distance": (
        "uma distância tem dois lugares com nome, ou o mais próximo de um deles",
        "a distance has two named places, or the nearest to one of them",
    ),
    "along": (
        "rotas não têm resposta; de ruas, o que há nelas ou que ruas ligam duas",
        "routes are not answered; of streets, what is on them or which connect two",
    ),
    "rating": ("os dados não dizem qual é melhor", "the data does not say which is better"),
    "price": ("os dados não têm preços", "the data holds no prices"),
    "holidays": (
        "feriados não são condição: diga um dia da semana, ou, num feriado, abertas hoje ou agora",
        "public holidays are no condition: say a day of the week, or, on one, open today or now",
    ),
    "hours": (
        "horários são condições assim: abertas ao domingo, abertas depois das 22h, abertas agora",
        "hours are conditions like these: open on Sundays, open after 22:00, open now",
    ),
    "clock": (
        "não é uma hora clara; diga como 22:00, 22h ou 8 da manhã",
        "it is no clear time; say it as 22:00, 10 pm or 8 am",
    ),
    "advice": (
        "perto não dá conselhos; diga perto de quê, ou longe de quê",
        "perto gives no advice; say near what, or far from what",
    ),
    "size": (
        "tamanho, idade e movimento não podem ser condições",
        "size, age and crowds can't be conditions",
    ),
    "direction": (
        "direções e posições (norte, em frente) não podem ser condições",
        "directions and sides (north, opposite) can't be conditions",
    ),
    "me": (
        "perto não sabe onde você está; dê um lugar ou coordenadas",
        "perto does not know where you are; give a place or coordinates",
    ),
    "walk": (
        "isto não é uma distância; diga em metros, ou em minutos a pé",
        "this is no distance; say it in metres, or in minutes on foot",
    ),
    "exact": (
        "uma distância exata não se pergunta; diga até ou entre",
        "an exact distance can't be asked for; say within or between",
    ),
    "association": (
        "só dois tipos de lugar, ligados por e, podem andar juntos",
        "only two kinds of place, joined by and, can go together",
    ),
    "infinite": ("não é uma distância", "it is no distance"),
    "general": ("diga que tipo de lugar", "say which kind of place"),
    "zero": ("uma distância tem de ser maior que 0 m", "a distance must be above 0 m"),
    "negative": ("uma distância não pode ser negativa", "a distance can't be negative"),
    "too_far": ("é mais que metade da Terra (20.003.932 m)", "it is more than half the Earth (20,003,932 m)"),
    "malformed": ("não é um número claro", "it is no clear number"),
    "point": (
        "latitude vai de -90 a 90 e longitude de -180 a 180",
        "latitude goes from -90 to 90 and longitude from -180 to 180",
    ),
    "backwards": ("o mínimo tem de ser menor que o máximo", "the minimum must be below the maximum"),
    "between": (
        "entre que distâncias? (entre dois lugares não tem resposta)",
        "between which distances? (between two places is not answered)",
    ),
    "no_number": ("falta a distância", "the distance is missing"),
    "near_what": ("falta de que é perto", "what it is near is missing"),
    "no_kind": ("nenhum tipo de lugar reconhecido", "no kind of place recognised"),
    "lookup": (
        "não fica claro o que se pergunta deste lugar",
        "it is not clear what is asked of this place",
    ),
    "two_questions": ("uma pergunta de cada vez", "one question at a time"),
    "each": (
        "para cada lugar só se pergunta o mais próximo",
        "of each place only the nearest can be asked for",
    ),
    "universal": (
        "todos ao mesmo tempo não se pergunta; diga um ou qualquer",
        "all at once can't be asked for; say a or any",
    ),
    "quantity": (
        "quantos deve haver não pode ser uma condição",
        "how many there must be can't be a condition",
    ),
    "each_other": (
        "uns dos outros só com um tipo de lugar, ou dois com e",
        "each other needs one kind of place, or two joined by and",
    ),
    "mixed": ("e e ou juntos podem ser lidos de dois modos", "and with or can be read in two ways"),
    "ambiguous": (
        "não fica claro a que lugar isto se refere",
        "it is not clear which place this is said of",
    ),
    "two_areas": ("um lugar de cada vez", "one area at a time"),
    "containment": (
        "dentro de, ou com, sem uma distância ainda não tem resposta",
        "in, or with, without a distance is not answered yet",
    ),
    "either": (
        "um de dois só entre valores de uma característica (italiano ou japonês); pergunte um de cada vez",
        "either of two only between values of one tag (Italian or Japanese); ask for one at a time",
    ),
    "filter": (
        "os dados não dizem isto destes lugares",
        "the data does not tell this of these places",
    ),
    "twice": (
        "a condição não pode valer só para um de dois lugares do mesmo tipo",
        "the condition can't hold for only one of two places of one kind",
    ),
    "sign": ("não foi entendido", "it was not understood"),
    "leftover": ("não foi entendido neste lugar da pergunta", "it was not understood at this place"),
    "condition": (
        "não é uma condição que perto conhece",
        "it is no condition that perto knows",
    ),
    "unknown_kind": (
        "não é um tipo de lugar que perto conhece; se é um nome, escreva entre aspas "
        "(perto services mostra os tipos)",
        "it is no kind of place that perto knows; if it is a name, quote it (perto services lists the kinds)",
    ),
}
# after these a name may stand
_BEFORE_NAME = frozenset(("of", "to", "near", "dist"))
_CLOSE = 80  # of a hundred
# what the graph does not hold is the better reason, wherever reading got stuck
_NOT_HELD = frozenset(("hours", "price", "rating", "size", "direction", "me", "share", "walk", "exact"))
_NOT_HELD |= {"advice"}
# these name the part that is at fault
_PRECISE = frozenset(
    ("quantity", "negation", "between", "negative", "zero", "malformed", "infinite", "too_far")
)
_PRECISE |= {"backwards", "point", "no_number", "topic", "near_what", "twice", "universal", "filter"}
_PRECISE |= {"either", "outside"}
# these tell nothing of why a question can't be read; what follows does
_EMPTY = frozenset(
    (
        "had",
        "has",
        "have",
        "having",
        "used",
        "use",
        "get",
        "gets",
        "got",
        "make",
        "makes",
        "made",
        "do",
        "does",
    )
) | {"did", "was", "were", "been", "being", "be", "will", "would", "can", "could", "may", "might", "must"}
_EMPTY |= {"should", "more", "most", "less", "least", "fewer", "certain", "very", "too", "so", "such", "how"}
_EMPTY |= {"only", "the", "a", "my", "me", "you", "i", "they", "people", "someone", "let", "lets", "go", "it"}
_EMPTY |= {"mais", "menos", "muito", "muita", "muitos", "muitas", "tão", "tao", "certa", "certo", "certas"}
_EMPTY |= {
    "certos",
    "foi",
    "foram",
    "era",
    "eram",
    "vai",
    "vão",
    "vao",
    "fui",
    "ser",
    "ter",
    "teve",
    "tiveram",
}
_EMPTY |= {"faz", "fazem", "fez", "pode", "podem", "deve", "devem", "quão", "quao", "bem", "que", "se", "seu"}
_EMPTY |= {"sua", "meu", "minha", "tanto", "tanta", "tantos", "tantas", "algo", "alguem", "gente", "este"}
_MOST_MORE = 5
_REST = re.compile(r"(?:\w|-(?=\w)){1,60}")
_JOINING = frozenset(("near", "bound", "radius", "between", "with", "wh", "count"))
_LONG = 4


def explain(
    stuck: Stuck,
    *,
    text: str,
    lexemes: Sequence[Lexeme],
    language: Language,
    catalogue: Catalogue,
    reads: Callable[[str], bool],
) -> Problem:
    """Say which part, why, and up to three questions that can be read, as `reads` tells."""
    stuck = _with_content(_tell_better(stuck, lexemes), lexemes)
    parts = stuck.lexemes
    part = _whole_words(text, parts) if parts else text
    reason = _REASONS[stuck.theme][0 if language == "pt" else 1]
    tries: list[str] = []
    if stuck.theme in ("unknown_kind", "condition") and parts:
        names = _names(language, catalogue) | _joining_words(language)
        tries = [question for question in _corrected(text, parts, names) if reads(question)]
        if tries:
            reason += "; você quis dizer …?" if language == "pt" else "; did you mean …?"
        tries += [question for question in _quoted(text, parts, lexemes) if reads(question)]
    if stuck.theme == "ambiguous" and parts and parts[0].filter is not None:
        tries = [question for question in tell_apart(text, parts[0], language) if reads(question)]
    if stuck.theme == "negation" and (denied := find_denied(stuck, lexemes)) is not None:
        part = _whole_words(text, denied)
        reason = NO_DENIAL[language]
    if stuck.theme == "distance":
        tries += [question for question in distances(lexemes, language, catalogue) if reads(question)]
    radius_m = _radius(stuck, lexemes)
    kinds = [x.named.services[0] for x in lexemes if x.kind == "svc" and x.named is not None]
    tries += examples(kinds, radius_m, stuck.theme, language, catalogue)
    return Problem.model_validate(
        {"part": part[:200], "reason": reason, "try": tuple(dict.fromkeys(tries))[:3]}
    )


def explain_unreadable(unreadable: Unreadable, language: Language, catalogue: Catalogue) -> Problem:
    """Say of text that is no question at all why it is none, and what one looks like."""
    tries = examples((), 300, "", language, catalogue)
    return Problem.model_validate(
        {"part": unreadable.part, "reason": unreadable.reasons[language], "try": tuple(tries)}
    )


def _tell_better(stuck: Stuck, lexemes: Sequence[Lexeme]) -> Stuck:
    """Return what the graph does not hold, if the question asks for that, else a word that nothing explains.

    "how crowded is X": "crowded" is why it can't be answered, not "how".
    """
    if stuck.theme in _NOT_HELD:
        return stuck
    held = next((x for x in lexemes if x.kind == "refuse" and x.theme in _NOT_HELD), None)
    if held is not None:
        return Stuck(held.theme, held)
    if stuck.theme in _PRECISE or any(x.kind == "unknown" for x in stuck.lexemes):
        return stuck
    odd = next((x for x in lexemes if x.kind == "unknown" and x.text[0].isalpha()), None)
    if odd is not None:
        return Stuck("condition", odd)
    pronoun = next((x for x in lexemes if x.kind == "pronoun"), None)
    nothing_named = not any(x.kind in ("svc", "name", "id", "point") for x in lexemes)
    return Stuck("near_what", pronoun) if pronoun is not None and nothing_named else stuck


def _with_content(stuck: Stuck, lexemes: Sequence[Lexeme]) -> Stuck:
    """Take what an auxiliary or "more" says something of to the part: "had the most visitors"."""
    if not stuck.lexemes or not all(_is_empty(x) for x in stuck.lexemes):
        return stuck
    end = stuck.lexemes[-1].end
    after = [x for x in lexemes if x.start >= end][:_MOST_MORE]
    for i, lexeme in enumerate(after):
        if lexeme.kind in ("stop", "comma", "name", "svc") or (lexeme.kind == "near" and lexeme.key != "by"):
            break
        if lexeme.kind in ("unknown", "word", "filter", "refuse") and not _is_empty(lexeme):
            return Stuck(stuck.theme, *stuck.lexemes, *after[: i + 1])
    return stuck


def _is_empty(lexeme: Lexeme) -> bool:
    return set(lexeme.key.split()) <= _EMPTY


def _whole_words(text: str, parts: Sequence[Lexeme]) -> str:
    """Return the part as written, with the rest of a word that a hyphen parts: "dog-friendly"."""
    start, end = min(p.start for p in parts), max(p.end for p in parts)
    if (after := _REST.match(text, end)) is not None and text[end - 1].isalnum():
        end = after.end()
    if (before := _REST.match(text[start - 1 :: -1])) is not None and start and text[start].isalnum():
        start -= before.end()
    return text[start:end]


def _names(language: Language, catalogue: Catalogue) -> dict[str, str]:
    texts = [name for service in catalogue.services.values() for name in service.names[language]]
    texts += [name for group in catalogue.groups.values() for name in group.names[language]]
    return {fold(text): text for text in texts}


def _joining_words(language: Language) -> dict[str, str]:
    """Return single words of nearness and distance, in which people slip: "whithin", "proximo a"."""
    phrases = load_words().phrases[language].items()
    return {
        phrase[0]: phrase[0]
        for phrase, role in phrases
        if role.kind in _JOINING and len(phrase) == 1 and len(phrase[0]) >= _LONG
    }


def _corrected(text: str, parts: Sequence[Lexeme], names: Mapping[str, str]) -> list[str]:
    """Return the question with the unknown words replaced by those most like them."""
    start, end = parts[0].start, parts[-1].end
    wanted = fold(text[start:end])
    if len(wanted) > max(map(len, names), default=0) + 3:
        return []
    close = process.extract(wanted, list(names), scorer=fuzz.ratio, limit=2, score_cutoff=_CLOSE)
    return [text[:start] + names[name] + text[end:] for name, _, _ in close]


def _quoted(text: str, parts: Sequence[Lexeme], lexemes: Sequence[Lexeme]) -> list[str]:
    """Return the question with what may be a name in quotes: "perto da livraria lello"."""
    start, end = parts[0].start, parts[-1].end
    before = [lexeme for lexeme in lexemes if lexeme.end <= start and lexeme.kind != "det"]
    if not before or '"' in text:
        return []
    last = before[-1]
    if last.kind == "svc" and last.definite and last.named is not None and last.named.number == "one":
        start, before = last.start, before[:-1]
    if not before or before[-1].kind not in _BEFORE_NAME:
        return []
    if text[start].islower() and fold(text[:start].rsplit(maxsplit=1)[-1]) in INDEFINITE:
        # "near a tree": no name has "a" before it
        return []
    return [f'{text[:start]}"{text[start:end]}"{text[end:]}']


def _radius(stuck: Stuck, lexemes: Sequence[Lexeme]) -> int:
    """Return the metres for an example: those of the question where they are whole metres."""
    if stuck.theme == "containment":
        return 100
    if stuck.theme == "walk":
        minutes = [x.amount.metres for x in stuck.lexemes if x.amount is not None and not x.amount.unit]
        if minutes and 1 <= minutes[0] <= 120:
            return int(minutes[0] * METRES_A_MINUTE)
    given = [x.amount.metres for x in lexemes if x.kind == "dist" and x.amount and x.amount.wrong is None]
    return int(given[0]) if given and given[0] == int(given[0]) and 1 <= given[0] <= 100_000 else 300
