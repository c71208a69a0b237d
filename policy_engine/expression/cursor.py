"""Reading tokens one by one, with the errors that point at them."""

from __future__ import annotations

from policy_engine.errors import ExpressionError
from policy_engine.expression.lexer import Token, tokens
from policy_engine.expression.limits import MAX_NODES
from policy_engine.expression.tree import Node

__all__ = ["Cursor"]


class Cursor:
    """The tokens of an expression, read one by one, and the errors that point at them."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.at = 0
        self.nodes = 0

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.at]

    def advance(self) -> Token:
        """Take the next token."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def is_op(self, *texts: str) -> bool:
        """Whether one of some operators comes next."""
        token = self.token
        return token.kind == "op" and token.value in texts

    def accept(self, text: str) -> bool:
        """Take an operator if it comes next."""
        if self.is_op(text):
            self.at += 1
            return True
        return False

    def expect(self, text: str) -> None:
        """Take an operator that must come next."""
        if not self.accept(text):
            raise self.error(f'expected "{text}"')

    def error(self, message: str, at: int | None = None) -> ExpressionError:
        """An error at a place, or at the next token, which is then named."""
        token = self.token
        if at is not None:
            return ExpressionError(message, self.source, at)
        found = "the expression ends here" if token.kind == "end" else f'found "{self._written(token)}"'
        return ExpressionError(f"{message}; {found}", self.source, token.start)

    def _written(self, token: Token) -> str:
        text = self.source[token.start : token.end]
        return text if len(text) <= 40 else f"{text[:40]}…"

    def closed(self, node: Node) -> Node:
        """Note where a node ends, and count it."""
        node.end = self.tokens[self.at - 1].end
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.error(f"the expression has more than {MAX_NODES} parts", node.start)
        return node

    def limited(self, count: int, limit: int, what: str, at: int) -> None:
        """Refuse what passes a limit; ``what`` says it, with a place for the number."""
        if count > limit:
            raise self.error(f"{what.format(limit)}; name a part of it as a variable of the pack", at)
