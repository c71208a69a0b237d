"""The words of the text output in both languages: one table, so that a missing translation shows at once."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["COUNTED", "WORDS", "counted", "words"]

WORDS: Mapping[str, Mapping[str, str]] = {
    "allow": {"pt-BR": "PERMITIDO", "en": "ALLOW"},
    "warn": {"pt-BR": "PERMITIDO COM ALERTAS", "en": "WARN"},
    "deny": {"pt-BR": "NEGADO", "en": "DENY"},
    "as_of": {"pt-BR": "em", "en": "as of"},
    "denies": {"pt-BR": "O que nega", "en": "What denies"},
    "warns": {"pt-BR": "O que alerta", "en": "What warns"},
    "informs": {"pt-BR": "A título de informação", "en": "For information"},
    "undeclared": {"pt-BR": "Não declarado", "en": "Not declared"},
    "add": {"pt-BR": "acrescente", "en": "add"},
    "unverified": {"pt-BR": "Não verificado", "en": "Not verified"},
    "read": {"pt-BR": "Leu", "en": "Read"},
    "why": {"pt-BR": "Por quê", "en": "Why"},
    "basis": {"pt-BR": "Base", "en": "Basis"},
    "do": {"pt-BR": "Como resolver", "en": "What to do"},
    "counts": {"pt-BR": "Contagem", "en": "Counts"},
    "next": {"pt-BR": "E agora", "en": "What next"},
    "yours": {"pt-BR": "Você pode mudar, em {file}", "en": "You can change, in {file}"},
    "others": {"pt-BR": "Cabe a {owner} ({document})", "en": "Only {owner} can ({document})"},
    "nobody": {"pt-BR": "responsável não declarado", "en": "an owner who is not declared"},
    "waiver": {
        "pt-BR": "Exceção: peça ao encarregado ou à governança um Waiver datado e aprovado por outra pessoa.",
        "en": "Exception: ask the DPO or governance for a dated Waiver, approved by somebody else.",
    },
    "disclaimer": {
        "pt-BR": "As regras foram avaliadas sobre o que foi declarado; isto não é parecer jurídico.",
        "en": "The rules were evaluated on what was declared; this is no legal opinion.",
    },
    "none_found": {
        "pt-BR": "Nenhuma não conformidade encontrada nas regras avaliadas, a partir do que foi declarado.",
        "en": "No non-conformity was found in the rules evaluated, from what was declared.",
    },
    "errors": {"pt-BR": "Entrada que não pôde ser avaliada", "en": "Input that could not be evaluated"},
    "pass": {"pt-BR": "sem falha", "en": "pass"},
    "fail": {"pt-BR": "falha", "en": "fail"},
    "unknown": {"pt-BR": "não evidenciado", "en": "unknown"},
    "review": {"pt-BR": "revisão", "en": "review"},
    "error": {"pt-BR": "erro", "en": "error"},
    "waived": {"pt-BR": "dispensada", "en": "waived"},
    "not_applicable": {"pt-BR": "não se aplica", "en": "not applicable"},
    "law": {"pt-BR": "lei", "en": "law"},
    "regulation": {"pt-BR": "regulamento", "en": "regulation"},
    "guidance": {"pt-BR": "orientação", "en": "guidance"},
    "good_practice": {"pt-BR": "boa prática", "en": "good practice"},
    "policy": {"pt-BR": "política interna", "en": "policy"},
    "low": {"pt-BR": "baixa", "en": "low"},
    "medium": {"pt-BR": "média", "en": "medium"},
    "high": {"pt-BR": "alta", "en": "high"},
    "critical": {"pt-BR": "crítica", "en": "critical"},
}


# Words that follow a number: one, and many.
COUNTED: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "workloads": {"pt-BR": ("avaliado", "avaliados"), "en": ("evaluated", "evaluated")},
    "deny": {"pt-BR": ("negado", "negados"), "en": ("denied", "denied")},
    "warn": {"pt-BR": ("com alertas", "com alertas"), "en": ("with warnings", "with warnings")},
    "allow": {"pt-BR": ("permitido", "permitidos"), "en": ("allowed", "allowed")},
    "pass": {"pt-BR": ("regra sem falha", "regras sem falha"), "en": ("rule passes", "rules pass")},
    "fail": {"pt-BR": ("com falha", "com falha"), "en": ("fails", "fail")},
    "unknown": {"pt-BR": ("não evidenciada", "não evidenciadas"), "en": ("is unknown", "are unknown")},
    "review": {"pt-BR": ("para revisão", "para revisão"), "en": ("needs review", "need review")},
    "error": {"pt-BR": ("com erro", "com erro"), "en": ("has an error", "have an error")},
    "waived": {"pt-BR": ("dispensada", "dispensadas"), "en": ("is waived", "are waived")},
    "not_applicable": {"pt-BR": ("não se aplica", "não se aplicam"), "en": ("does not apply", "do not apply")},
}


def counted(number: int, word: str, language: str) -> str:
    """A number with its word: ``1 negado``, ``2 negados``."""
    one, many = COUNTED[word][language]
    return f"{number} {one if number == 1 else many}"


def words(language: str) -> Mapping[str, str]:
    """The words of one language."""
    return {key: texts[language] for key, texts in WORDS.items()}
