"""The curated table: what subjects are called in Chinese, and which words of a topic stand for which subject."""

from .words import terms_of


def related_terms(topic: str) -> list[str]:
    """Terms that the topic stands for without having them."""
    return terms_of(*()) if topic else []
