"""The words of the text output in both languages: one table, so that a missing translation shows at once."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS", "words"]

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
    "needed_by": {"pt-BR": "exigido por", "en": "needed by"},
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
    "summary": {
        "pt-BR": "{total} avaliados: {deny} negados, {warn} com alertas, {allow} permitidos",
        "en": "{total} evaluated: {deny} denied, {warn} with warnings, {allow} allowed",
    },
    "summary_one": {
        "pt-BR": "1 avaliado: {deny} negado(s), {warn} com alertas, {allow} permitido(s)",
        "en": "1 evaluated: {deny} denied, {warn} with warnings, {allow} allowed",
    },
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


def words(language: str) -> Mapping[str, str]:
    """The words of one language."""
    return {key: texts[language] for key, texts in WORDS.items()}
